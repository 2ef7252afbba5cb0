#include "learn/matching.hpp"

#include <algorithm>
#include <utility>

#include "quadrille/base.hpp"

namespace quadrille::learn {

namespace {

constexpr std::uint64_t bit(std::size_t index) { return std::uint64_t{1} << index; }

template <class Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

/// What `from` leads to, itself among them, where one bit leads to those of `step`; not all of it once it
/// holds `wanted`.
template <class Step>
std::uint64_t closure(std::uint64_t from, std::uint64_t wanted, Step step) {
    std::uint64_t met = from, done = 0;
    while (met != done && (wanted & ~met) != 0) {
        const std::uint64_t next = met & ~done;
        done = met;
        for_each_bit(next, [&](std::uint32_t one) { met |= step(one); });
    }
    return met;
}

}  // namespace

bool Matching::start(const Groups& groups, Budget& budget) {
    blocks_.clear();
    pairs_.clear();
    members_.clear();
    filled_.clear();
    waiting_ = head_ = 0;
    find_homes(groups);
    for (const GroupBlock range : groups.blocks) {
        if (!budget.poll()) return false;
        if (find_cells(groups, range)) add_block(groups, range);
    }
    index_variables(groups.variables);
    let_wait(0);
    return budget.poll();
}

void Matching::find_homes(const Groups& groups) {
    home_.resize(groups.variables);
    for (GroupIndex group = static_cast<GroupIndex>(groups.size()); group-- > 0;)
        for (const Variable member : groups.members_of(group)) home_[member] = group;
    cell_met_.assign(groups.size(), 0);
    cell_at_.resize(groups.size());
}

/// Lists the cells of a block. False: it is too large, or has not as many cells as digits.
bool Matching::find_cells(const Groups& groups, GroupBlock range) {
    const std::size_t digits = range.last - range.first;
    if (digits < 2 || digits > most) return false;
    const auto number = static_cast<std::uint32_t>(blocks_.size() + 1);
    cells_.clear();
    for (std::uint32_t i = groups.start[range.first]; i < groups.start[range.last]; ++i) {
        const GroupIndex cell = home_[groups.members[i]];
        if (std::exchange(cell_met_[cell], number) != number) cells_.push_back(cell);
    }
    if (cells_.size() != digits) {
        for (const GroupIndex cell : cells_) cell_met_[cell] = 0;
        return false;
    }
    std::sort(cells_.begin(), cells_.end());
    for (std::uint32_t at = 0; at < digits; ++at) cell_at_[cells_[at]] = at;
    return true;
}

void Matching::add_block(const Groups& groups, GroupBlock range) {
    const std::uint32_t digits = range.last - range.first;
    Block block{.first = static_cast<std::uint32_t>(pairs_.size())};
    pairs_.resize(pairs_.size() + digits + 1);
    for (std::uint32_t digit = 0; digit < digits; ++digit) {
        Pair& own = pair(block, digit);
        own.members = static_cast<std::uint32_t>(members_.size());
        for (const Variable member : groups.members_of(range.first + digit)) {
            const std::uint32_t cell = cell_at_[home_[member]];
            members_.push_back({member, cell});
            own.live |= bit(cell);
            pair(block, cell).takers |= bit(digit);
        }
    }
    pairs_.back().members = static_cast<std::uint32_t>(members_.size());
    block.touched = block.lost = block.without = block.free = block.open_digits = block.open_cells =
        ~std::uint64_t{0} >> (most - digits);
    blocks_.push_back(block);
}

/// Lists the places of each variable.
void Matching::index_variables(std::uint32_t variables) {
    // Beginnings are counted two places up, so that they have moved into place once all are filled.
    place_start_.assign(std::size_t{variables} + 2, 0);
    for (const Member& member : members_) ++place_start_[member.variable + 2];
    for (std::size_t v = 2; v < place_start_.size(); ++v) place_start_[v] += place_start_[v - 1];
    places_.resize(members_.size());
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
        const std::size_t end = block + 1 < blocks_.size() ? blocks_[block + 1].first : pairs_.size();
        const auto digits = static_cast<std::uint32_t>(end - blocks_[block].first - 1);
        for (std::uint32_t digit = 0; digit < digits; ++digit)
            for (const Member& member : row(blocks_[block], digit))
                places_[place_start_[member.variable + 1]++] = {block, static_cast<std::uint8_t>(digit),
                                                                static_cast<std::uint8_t>(member.cell)};
    }
}

void Matching::add_crossings(const Assignment& assignment) {
    Crossings crossings = find_crossings(assignment);
    home_ = std::move(crossings.down);
    cell_met_.assign(assignment.group_count(), 0);
    cell_at_.resize(assignment.group_count());
    const auto first = static_cast<std::uint32_t>(blocks_.size());
    for (const GroupBlock range : crossings.lines.blocks)
        if (find_cells(crossings.lines, range)) add_block(crossings.lines, range);
    index_variables(assignment.variable_count());
    let_wait(first);
}

/// Lets all blocks from `first` on be looked at.
void Matching::let_wait(std::uint32_t first) {
    queue_.resize(blocks_.size() + 1);
    for (std::uint32_t block = first; block < blocks_.size(); ++block) queue_[waiting_++] = block;
}

void Matching::wake(const Assignment& assignment) {
    for (; head_ < assignment.trail().size(); ++head_) {
        const Literal literal = assignment.trail()[head_];
        if (is_chosen(literal)) {
            toggle(variable_of(literal));
            continue;
        }
        for_each_place(variable_of(literal), [&](Block& block, Place place) {
            const std::uint64_t digit = bit(place.digit), cell = bit(place.cell);
            pair(block, place.digit).live &= ~cell;
            pair(block, place.cell).takers &= ~digit;
            block.touched |= digit;
            block.lost |= cell;
            const std::uint64_t homeless =
                pair(block, place.digit).cell_of == place.cell ? digit & ~block.without : 0;
            block.without |= homeless;
            block.free |= homeless != 0 ? cell : 0;
            queue_[waiting_] = place.block;
            waiting_ += block.waits ? 0 : 1;
            block.waits = true;
        });
    }
}

/// Closes the digit and the cell of a variable that is chosen, or opens them again.
void Matching::toggle(Variable variable) {
    for_each_place(variable, [&](Block& block, Place place) {
        block.open_digits ^= bit(place.digit);
        block.open_cells ^= bit(place.cell);
    });
}

void Matching::back_to(const Assignment& assignment, std::size_t trail_size) {
    for (; head_ > trail_size; --head_) {
        const Literal literal = assignment.trail()[head_ - 1];
        if (is_chosen(literal)) {
            toggle(variable_of(literal));
            continue;
        }
        for_each_place(variable_of(literal), [&](Block& block, Place place) {
            pair(block, place.digit).live |= bit(place.cell);
            pair(block, place.cell).takers |= bit(place.digit);
        });
    }
    while (!filled_.empty() && filled_.back().trail_size >= trail_size) filled_.pop_back();
    for (; waiting_ > 0; --waiting_) {
        Block& block = blocks_[queue_[waiting_ - 1]];
        block.waits = false;
        block.touched = block.lost = 0;
    }
}

std::optional<Conflict> Matching::propagate(Assignment& assignment) {
    wake(assignment);
    const std::size_t before = assignment.trail().size();
    while (waiting_ > 0 && assignment.trail().size() == before) {
        const std::uint32_t block = queue_[--waiting_];
        blocks_[block].waits = false;
        if (const auto conflict = look_at(block, assignment)) return conflict;
    }
    return {};
}

std::optional<Conflict> Matching::look_at(std::uint32_t index, Assignment& assignment) {
    Block& block = blocks_[index];
    const std::uint64_t touched = std::exchange(block.touched, 0) & block.open_digits;
    const std::uint64_t lost = std::exchange(block.lost, 0) & block.open_cells;
    for (std::uint64_t left = block.without; left != 0; left &= left - 1) {
        met_ = met_cells_ = 0;
        const auto digit = static_cast<std::uint32_t>(std::countr_zero(left));
        if (own_cell(block, digit)) {
            block.without &= ~bit(digit);
            continue;
        }
        filled_.push_back({index, met_, met_cells_, assignment.trail().size()});
        return Conflict{Reason(Reason::Kind::filled, static_cast<std::uint32_t>(filled_.size() - 1))};
    }
    if (is_whole(block, touched, lost) || find_components(block, touched)) return {};
    for (const Component& component : components_) exclude_others(index, component, assignment);
    return {};
}

/// Finds a cell for a digit, if need be by moving others.
bool Matching::own_cell(Block& block, std::uint32_t digit) {
    met_ |= bit(digit);
    const auto take = [&](std::uint32_t cell) {
        pair(block, digit).cell_of = static_cast<std::uint8_t>(cell);
        pair(block, cell).owner_of = static_cast<std::uint8_t>(digit);
        return true;
    };
    if (const std::uint64_t free = pair(block, digit).live & block.free; free != 0) {
        block.free &= ~(free & (~free + 1));
        return take(static_cast<std::uint32_t>(std::countr_zero(free)));
    }
    for (std::uint64_t cells = pair(block, digit).live & ~met_cells_; cells != 0;
         cells &= ~met_cells_ & (cells - 1)) {
        const auto cell = static_cast<std::uint32_t>(std::countr_zero(cells));
        met_cells_ |= bit(cell);
        if (own_cell(block, pair(block, cell).owner_of)) return take(cell);
    }
    return false;
}

/// All cells that a digit leads to, its own among them; or enough of them to hold those wanted.
std::uint64_t Matching::led_to(const Block& block, std::uint32_t digit, std::uint64_t wanted) const {
    return closure(pair(block, digit).live, wanted,
                   [&](std::uint32_t cell) { return pair(block, pair(block, cell).owner_of).live; });
}

/// All digits that lead to a digit, itself among them; or enough of them to hold those wanted.
std::uint64_t Matching::leading_to(const Block& block, std::uint32_t digit, std::uint64_t wanted) const {
    return closure(bit(digit), wanted,
                   [&](std::uint32_t one) { return pair(block, pair(block, one).cell_of).takers; });
}

/// True only if no component has come apart: all digits that lost a cell lead to one of them, and that one
/// leads to all cells lost.
bool Matching::is_whole(const Block& block, std::uint64_t touched, std::uint64_t lost) const {
    if (touched == 0) return true;
    const auto digit = static_cast<std::uint32_t>(std::countr_zero(touched));
    return (touched & ~leading_to(block, digit, touched)) == 0 && (lost & ~led_to(block, digit, lost)) == 0;
}

std::uint64_t Matching::owned_by(const Block& block, std::uint64_t digits) const {
    std::uint64_t cells = 0;
    for_each_bit(digits, [&](std::uint32_t digit) { cells |= bit(pair(block, digit).cell_of); });
    return cells;
}

std::uint64_t Matching::owners_of(const Block& block, std::uint64_t cells) const {
    std::uint64_t digits = 0;
    for_each_bit(cells, [&](std::uint32_t cell) { digits |= bit(pair(block, cell).owner_of); });
    return digits;
}

/// Finds the components of all digits that once shared one with a touched digit. True if these are as they
/// were.
bool Matching::find_components(const Block& block, std::uint64_t touched) {
    components_.clear();
    bool whole = true;
    std::uint64_t done = 0;
    for (std::uint64_t left = touched; left != 0; left &= ~done) {
        const auto digit = static_cast<std::uint32_t>(std::countr_zero(left));
        const std::uint64_t cells = led_to(block, digit, block.open_cells);
        std::uint64_t digits = leading_to(block, digit, block.open_digits);
        const std::uint64_t owned = owned_by(block, digits);
        if (cells != owned) {
            whole = false;
            left |= digits;
            digits &= ~owners_of(block, owned & ~cells);
        }
        components_.push_back({digits, cells});
        done |= digits;
    }
    return whole;
}

/// Excludes all other digits from the cells that a component owns.
void Matching::exclude_others(std::uint32_t index, const Component& component, Assignment& assignment) {
    const Block& block = blocks_[index];
    std::optional<Reason> reason;
    for_each_bit(component.digits, [&](std::uint32_t owner) {
        const std::uint32_t cell = pair(block, owner).cell_of;
        const std::uint64_t others = pair(block, cell).takers & ~component.digits;
        if (others == 0) return;
        if (!reason) {
            reason = Reason(Reason::Kind::filled, static_cast<std::uint32_t>(filled_.size()));
            filled_.push_back(
                {index, owners_of(block, component.cells), component.cells, assignment.trail().size()});
        }
        for_each_bit(others, [&](std::uint32_t digit) {
            for (const Member& member : row(block, digit))
                if (member.cell == cell) assignment.assign(excluded(member.variable), *reason);
        });
    });
}

}  // namespace quadrille::learn
