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

}  // namespace

Matching::Matching(const Groups& groups) : place_start_(groups.variables + 1) {
    std::vector<GroupIndex> home(groups.variables, ~GroupIndex{0});
    for (GroupIndex group = 0; group < groups.size(); ++group)
        for (const Variable member : groups.members_of(group)) home[member] = std::min(home[member], group);
    for (const GroupBlock range : groups.blocks) add_block(groups, range, home);
    const auto for_each_member = [&](auto visit) {
        for (std::uint32_t block = 0; block < blocks_.size(); ++block)
            for (std::size_t digit = 0; digit < blocks_[block].rows.size(); ++digit)
                for (const Member& member : blocks_[block].rows[digit])
                    visit(member.variable, Place{block, static_cast<std::uint8_t>(digit),
                                                 static_cast<std::uint8_t>(member.cell)});
    };
    for_each_member([&](Variable variable, const Place&) { ++place_start_[variable + 1]; });
    for (Variable v = 0; v < groups.variables; ++v) place_start_[v + 1] += place_start_[v];
    places_.resize(place_start_.back());
    std::vector<std::uint32_t> next(place_start_.begin(), place_start_.end() - 1);
    for_each_member([&](Variable variable, const Place& place) { places_[next[variable]++] = place; });
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) waiting_.push_back(block);
}

/// False: the block is too large, or has not as many cells as digits.
bool Matching::add_block(const Groups& groups, GroupBlock range, const std::vector<GroupIndex>& home) {
    const std::size_t digits = range.last - range.first;
    if (digits < 2 || digits > most) return false;
    std::vector<GroupIndex> cells;
    for (GroupIndex group = range.first; group < range.last; ++group)
        for (const Variable member : groups.members_of(group)) cells.push_back(home[member]);
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    if (cells.size() != digits) return false;
    Block block;
    block.takers.resize(digits);
    for (GroupIndex group = range.first; group < range.last; ++group) {
        Row& row = block.rows.emplace_back();
        std::uint64_t live = 0;
        for (const Variable member : groups.members_of(group)) {
            const auto cell = std::lower_bound(cells.begin(), cells.end(), home[member]);
            row.push_back({member, static_cast<std::uint32_t>(cell - cells.begin())});
            live |= bit(row.back().cell);
            block.takers[row.back().cell] |= bit(block.live.size());
        }
        if (std::popcount(live) > 1) block.open |= bit(block.live.size());
        block.live.push_back(live);
    }
    block.touched = block.without = block.free = ~std::uint64_t{0} >> (most - digits);
    block.cell_of.resize(digits);
    block.owner_of.resize(digits);
    blocks_.push_back(std::move(block));
    return true;
}

void Matching::wake(const Assignment& assignment) {
    for (; head_ < assignment.trail().size(); ++head_) {
        const Literal literal = assignment.trail()[head_];
        if (is_chosen(literal)) continue;
        const Variable variable = variable_of(literal);
        for (std::uint32_t i = place_start_[variable]; i < place_start_[variable + 1]; ++i) {
            const Place place = places_[i];
            Block& block = blocks_[place.block];
            const std::uint64_t live = block.live[place.digit] &= ~bit(place.cell);
            block.takers[place.cell] &= ~bit(place.digit);
            if ((live & (live - 1)) == 0) block.open &= ~bit(place.digit);
            block.touched |= bit(place.digit);
            if (block.cell_of[place.digit] == place.cell && (block.without & bit(place.digit)) == 0) {
                block.without |= bit(place.digit);
                block.free |= bit(place.cell);
            }
            if (block.waits) continue;
            block.waits = true;
            waiting_.push_back(place.block);
        }
    }
}

void Matching::back_to(const Assignment& assignment, std::size_t trail_size) {
    for (; head_ > trail_size; --head_) {
        const Literal literal = assignment.trail()[head_ - 1];
        if (is_chosen(literal)) continue;
        const Variable variable = variable_of(literal);
        for (std::uint32_t i = place_start_[variable]; i < place_start_[variable + 1]; ++i) {
            const Place place = places_[i];
            Block& block = blocks_[place.block];
            const std::uint64_t live = block.live[place.digit] |= bit(place.cell);
            block.takers[place.cell] |= bit(place.digit);
            if ((live & (live - 1)) != 0) block.open |= bit(place.digit);
        }
    }
    while (!filled_.empty() && filled_.back().trail_size >= trail_size) filled_.pop_back();
    for (const std::uint32_t block : waiting_) {
        blocks_[block].waits = false;
        blocks_[block].touched = 0;
    }
    waiting_.clear();
}

std::optional<Conflict> Matching::propagate(Assignment& assignment) {
    wake(assignment);
    const std::size_t before = assignment.trail().size();
    while (!waiting_.empty() && assignment.trail().size() == before) {
        const std::uint32_t block = waiting_.back();
        waiting_.pop_back();
        blocks_[block].waits = false;
        if (const auto conflict = look_at(block, assignment)) return conflict;
    }
    return {};
}

std::optional<Conflict> Matching::look_at(std::uint32_t index, Assignment& assignment) {
    Block& block = blocks_[index];
    const std::uint64_t touched = std::exchange(block.touched, 0) & block.open;
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
    if (find_components(block, touched)) return {};
    for (const Component& component : components_) exclude_others(index, component, assignment);
    return {};
}

/// Finds a cell for a digit, if need be by moving others.
bool Matching::own_cell(Block& block, std::uint32_t digit) {
    met_ |= bit(digit);
    const auto take = [&](std::uint32_t cell) {
        block.cell_of[digit] = static_cast<std::uint8_t>(cell);
        block.owner_of[cell] = static_cast<std::uint8_t>(digit);
        return true;
    };
    if (const std::uint64_t free = block.live[digit] & block.free; free != 0) {
        block.free &= ~(free & (~free + 1));
        return take(static_cast<std::uint32_t>(std::countr_zero(free)));
    }
    for (std::uint64_t cells = block.live[digit] & ~met_cells_; cells != 0;
         cells &= ~met_cells_ & (cells - 1)) {
        const auto cell = static_cast<std::uint32_t>(std::countr_zero(cells));
        met_cells_ |= bit(cell);
        if (own_cell(block, block.owner_of[cell])) return take(cell);
    }
    return false;
}

/// All digits that a digit leads to, itself among them.
std::uint64_t Matching::led_to(const Block& block, std::uint64_t digit) {
    std::uint64_t met = digit, done = 0, cells = 0;
    while (met != done) {
        const std::uint64_t next = met & ~done;
        done = met;
        std::uint64_t reached = 0;
        for_each_bit(next, [&](std::uint32_t one) { reached |= block.live[one]; });
        for_each_bit(reached & ~cells, [&](std::uint32_t cell) { met |= bit(block.owner_of[cell]); });
        cells |= reached;
    }
    return met;
}

/// All open digits that lead to a digit, itself among them.
std::uint64_t Matching::leading_to(const Block& block, std::uint64_t digit) {
    std::uint64_t met = digit, done = 0;
    while (met != done) {
        const std::uint64_t next = met & ~done;
        done = met;
        for_each_bit(next, [&](std::uint32_t one) { met |= block.takers[block.cell_of[one]]; });
    }
    return met;
}

/// Finds the components of all digits that once shared one with a touched digit. True if these are as they
/// were.
bool Matching::find_components(const Block& block, std::uint64_t touched) {
    components_.clear();
    bool whole = true;
    std::uint64_t done = 0;
    for (std::uint64_t left = touched; left != 0; left &= ~done) {
        const std::uint64_t digit = left & (~left + 1);
        const std::uint64_t leads_to = led_to(block, digit);
        const std::uint64_t leading = leading_to(block, digit);
        components_.push_back({leads_to & leading, leads_to});
        done |= leads_to & leading;
        if (leads_to == leading) continue;
        whole = false;
        left |= leading;
    }
    return whole;
}

/// Excludes all other digits from the cells that a component owns.
void Matching::exclude_others(std::uint32_t index, const Component& component, Assignment& assignment) {
    const Block& block = blocks_[index];
    std::optional<Reason> reason;
    for_each_bit(component.digits, [&](std::uint32_t owner) {
        const std::uint32_t cell = block.cell_of[owner];
        const std::uint64_t others = block.takers[cell] & ~component.digits;
        if (others == 0) return;
        if (!reason) {
            std::uint64_t cells = 0;
            for_each_bit(component.leads_to,
                         [&](std::uint32_t digit) { cells |= bit(block.cell_of[digit]); });
            reason = Reason(Reason::Kind::filled, static_cast<std::uint32_t>(filled_.size()));
            filled_.push_back({index, component.leads_to, cells, assignment.trail().size()});
        }
        for_each_bit(others, [&](std::uint32_t digit) {
            for (const Member& member : block.rows[digit])
                if (member.cell == cell) assignment.assign(excluded(member.variable), *reason);
        });
    });
}

}  // namespace quadrille::learn
