#include "learn/matching.hpp"

#include <algorithm>

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
    for (GroupIndex group = range.first; group < range.last; ++group) {
        Row& row = block.rows.emplace_back();
        std::uint64_t live = 0;
        for (const Variable member : groups.members_of(group)) {
            const auto cell = std::lower_bound(cells.begin(), cells.end(), home[member]);
            row.push_back({member, static_cast<std::uint32_t>(cell - cells.begin())});
            live |= bit(row.back().cell);
        }
        block.live.push_back(live);
    }
    block.owned.resize(digits);
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
            block.live[place.digit] &= ~bit(place.cell);
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
        for (std::uint32_t i = place_start_[variable]; i < place_start_[variable + 1]; ++i)
            blocks_[places_[i].block].live[places_[i].digit] |= bit(places_[i].cell);
    }
    while (!filled_.empty() && filled_.back().trail_size >= trail_size) filled_.pop_back();
    for (const std::uint32_t block : waiting_) blocks_[block].waits = false;
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
    assignment_ = &assignment;
    block_ = index;
    prepare(block);
    if (open_ == 0) return {};
    std::uint64_t without = open_;
    for_each_bit(owned_, [&](std::uint32_t cell) { without &= ~bit(owner_of_[cell]); });
    for (; without != 0; without &= without - 1) {
        met_ = met_cells_ = 0;
        if (own_cell(static_cast<std::uint32_t>(std::countr_zero(without)))) continue;
        filled_.push_back({index, met_, met_cells_, assignment.trail().size()});
        return Conflict{Reason(Reason::Kind::filled, static_cast<std::uint32_t>(filled_.size() - 1))};
    }
    for_each_bit(open_, [&](std::uint32_t digit) { block.owned[digit] = cell_of_[digit]; });
    numbered_ = on_stack_ = 0;
    next_number_ = 0;
    for_each_bit(open_, [&](std::uint32_t digit) {
        if ((numbered_ & bit(digit)) == 0) find_components(digit);
    });
    return {};
}

/// Sets what is open, and what is still owned of what was owned last.
void Matching::prepare(Block& block) {
    open_ = owned_ = 0;
    for (std::uint32_t digit = 0; digit < block.live.size(); ++digit) {
        const std::uint64_t live = live_[digit] = block.live[digit];
        if ((live & (live - 1)) == 0) continue;
        open_ |= bit(digit);
        const std::uint8_t cell = block.owned[digit];
        if ((live & ~owned_ & bit(cell)) == 0) continue;
        cell_of_[digit] = cell;
        owner_of_[cell] = static_cast<std::uint8_t>(digit);
        owned_ |= bit(cell);
    }
}

/// Finds a cell for a digit, if need be by moving others.
bool Matching::own_cell(std::uint32_t digit) {
    met_ |= bit(digit);
    const auto take = [&](std::uint32_t cell) {
        cell_of_[digit] = static_cast<std::uint8_t>(cell);
        owner_of_[cell] = static_cast<std::uint8_t>(digit);
        owned_ |= bit(cell);
        return true;
    };
    if (const std::uint64_t free = live_[digit] & ~owned_; free != 0)
        return take(static_cast<std::uint32_t>(std::countr_zero(free)));
    for (std::uint64_t cells = live_[digit] & ~met_cells_; cells != 0; cells &= ~met_cells_ & (cells - 1)) {
        const auto cell = static_cast<std::uint32_t>(std::countr_zero(cells));
        met_cells_ |= bit(cell);
        if (own_cell(owner_of_[cell])) return take(cell);
    }
    return false;
}

/// The digits that own a cell which the digit could take.
std::uint64_t Matching::followers(std::uint32_t digit) const {
    std::uint64_t found = 0;
    for_each_bit(live_[digit], [&](std::uint32_t cell) { found |= bit(owner_of_[cell]); });
    return found;
}

void Matching::find_components(std::uint32_t digit) {
    number_[digit] = low_[digit] = next_number_++;
    numbered_ |= bit(digit);
    on_stack_ |= bit(digit);
    stack_.push_back(static_cast<std::uint8_t>(digit));
    leads_to_[digit] = bit(digit);
    std::uint64_t leads_to = bit(digit);
    for_each_bit(followers(digit) & ~bit(digit), [&](std::uint32_t next) {
        if ((numbered_ & bit(next)) == 0) {
            find_components(next);
            low_[digit] = std::min(low_[digit], low_[next]);
        } else if ((on_stack_ & bit(next)) != 0) {
            low_[digit] = std::min(low_[digit], number_[next]);
        }
        leads_to |= leads_to_[next];
    });
    leads_to_[digit] = leads_to;
    if (low_[digit] != number_[digit]) return;
    std::uint64_t component = 0;
    std::uint8_t last = 0;
    do {
        last = stack_.back();
        stack_.pop_back();
        component |= bit(last);
        leads_to |= leads_to_[last];
    } while (last != digit);
    on_stack_ &= ~component;
    for_each_bit(component, [&](std::uint32_t member) { leads_to_[member] = leads_to; });
    exclude_others(component);
}

/// Excludes all other digits from the cells that the component owns.
void Matching::exclude_others(std::uint64_t component) {
    std::uint64_t cells = 0;
    for_each_bit(component, [&](std::uint32_t digit) { cells |= bit(cell_of_[digit]); });
    std::optional<Reason> reason;
    for_each_bit(open_ & ~component, [&](std::uint32_t digit) {
        const std::uint64_t gone = live_[digit] & cells;
        if (gone == 0) return;
        if (!reason) {
            const std::uint64_t digits = leads_to_[static_cast<std::size_t>(std::countr_zero(component))];
            std::uint64_t all_cells = 0;
            for_each_bit(digits, [&](std::uint32_t other) { all_cells |= bit(cell_of_[other]); });
            reason = Reason(Reason::Kind::filled, static_cast<std::uint32_t>(filled_.size()));
#ifdef QUADRILLE_CHECKED
            require(std::popcount(digits) == std::popcount(all_cells), "digits fill as many cells");
#endif
            filled_.push_back({block_, digits, all_cells, assignment_->trail().size()});
        }
        for (const Member& member : blocks_[block_].rows[digit])
            if ((gone >> member.cell & 1) != 0) assignment_->assign(excluded(member.variable), *reason);
        live_[digit] &= ~gone;
    });
}

}  // namespace quadrille::learn
