#include "learn/assignment.hpp"

#include <algorithm>

namespace quadrille::learn {

Assignment::Assignment(const Groups& groups)
    : members_start_(groups.start),
      members_(groups.members),
      kinds_(groups.kinds),
      first_word_{0},
      slot_start_(groups.variables + 1),
      slots_(groups.members.size()),
      values_(groups.variables),
      levels_(groups.variables),
      reasons_(groups.variables) {
    for (const Variable member : members_) ++slot_start_[member + 1];
    for (Variable v = 0; v < groups.variables; ++v) slot_start_[v + 1] += slot_start_[v];
    std::vector<std::uint32_t> next(slot_start_.begin(), slot_start_.end() - 1);
    for (GroupIndex group = 0; group < groups.size(); ++group) {
        const auto members = groups.members_of(group);
        const std::uint32_t begin = first_word_.back() * 64;
        first_word_.push_back(first_word_.back() + static_cast<std::uint32_t>((members.size() + 63) / 64));
        live_.resize(first_word_.back());
        word_group_.resize(first_word_.back(), group);
        slot_variable_.resize(std::size_t{first_word_.back()} * 64);
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            live_[(begin + i) / 64] |= std::uint64_t{1} << (i % 64);
            slot_variable_[begin + i] = members[i];
            slots_[next[members[i]]++] = begin + i;
        }
        open_.push_back(static_cast<std::uint32_t>(members.size()));
        if (!is_exact(group)) continue;
        if (members.empty()) conflict_ = Conflict{Reason(Reason::Kind::last, group)};
        if (members.size() == 1) last_.push_back(group);
    }
}

void Assignment::assign(Literal literal, Reason reason) {
    const Variable variable = variable_of(literal);
    values_[variable] = is_chosen(literal) ? 1 : -1;
    levels_[variable] = level();
    reasons_[variable] = reason;
    trail_.push_back(literal);
    ++propagations_;
    if (!is_chosen(literal)) clear_bits(variable);
}

void Assignment::clear_bits(Variable variable) {
    for (std::uint32_t i = slot_start_[variable]; i < slot_start_[variable + 1]; ++i) {
        const std::uint32_t slot = slots_[i];
        const GroupIndex group = word_group_[slot / 64];
        live_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
        const std::uint32_t left = --open_[group];
        if (left > 1 || !is_exact(group)) continue;
        if (left == 1) last_.push_back(group);
        else conflict_ = Conflict{Reason(Reason::Kind::last, group)};
    }
}

void Assignment::set_bits(Variable variable) {
    for (std::uint32_t i = slot_start_[variable]; i < slot_start_[variable + 1]; ++i) {
        live_[slots_[i] / 64] |= std::uint64_t{1} << (slots_[i] % 64);
        ++open_[word_group_[slots_[i] / 64]];
    }
}

void Assignment::back_to(std::uint32_t to) {
    if (to >= level()) return;
    const std::size_t size = level_start_[to];
    for (; trail_.size() > size; trail_.pop_back()) {
        const Variable variable = variable_of(trail_.back());
        values_[variable] = 0;
        if (!is_chosen(trail_.back())) set_bits(variable);
    }
    level_start_.resize(to);
    group_head_ = std::min(group_head_, size);
    clause_head_ = std::min(clause_head_, size);
    last_.clear();
    conflict_.reset();
}

std::optional<Conflict> Assignment::propagate_groups() {
    while (!conflict_) {
        if (!last_.empty()) {
            const GroupIndex group = last_.back();
            last_.pop_back();
            choose_last(group);
        } else if (group_head_ < trail_.size()) {
            const Literal literal = trail_[group_head_++];
            if (is_chosen(literal)) exclude_rivals(variable_of(literal));
        } else {
            return {};
        }
    }
    return conflict_;
}

void Assignment::choose_last(GroupIndex group) {
    if (open_[group] != 1) return;
    for_each_live(group, [&](Variable variable) {
        if (is_open(variable)) assign(chosen(variable), Reason(Reason::Kind::last, group));
    });
}

void Assignment::exclude_rivals(Variable variable) {
    const Reason reason(Reason::Kind::rival, variable);
    for (std::uint32_t i = slot_start_[variable]; i < slot_start_[variable + 1]; ++i) {
        const GroupIndex group = word_group_[slots_[i] / 64];
        if (open_[group] == 1) continue;
        for_each_live(group, [&](Variable rival) {
            if (is_open(rival)) assign(excluded(rival), reason);
            else if (rival != variable) conflict_ = Conflict{reason, excluded(rival)};
        });
    }
}

}  // namespace quadrille::learn
