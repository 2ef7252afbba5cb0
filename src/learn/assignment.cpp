#include "learn/assignment.hpp"

#include <algorithm>

namespace quadrille::learn {

bool Assignment::start(const Groups& groups, Budget& budget) {
    members_start_ = groups.start;
    members_ = groups.members;
    values_.assign(std::size_t{groups.variables} * 2, Value::open);
    facts_.assign(groups.variables, {});
    trail_.resize(groups.variables);
    trail_size_ = 0;
    level_start_.clear();
    level_ = 0;
    last_.clear();
    conflict_.reset();
    group_head_ = clause_head_ = 0;
    undone_ = 0;
    left_.clear();
    if (!budget.poll() || !index_variables(groups.variables, budget)) return false;
    for (GroupIndex group = 0; group < groups.size(); ++group) {
        const auto members = groups.members_of(group);
        Left left;
        for (const Variable member : members) left.add(member);
        if (rivals_.size() < members.size()) rivals_.resize(members.size());
        if (groups.kinds[group] == GroupKind::exactly_one) {
            if (members.empty()) conflict_ = Conflict{Reason(Reason::Kind::last, group)};
            if (members.size() == 1) last_.push_back(group);
        } else {
            left.add_count(at_most_one);
        }
        left_.push_back(left);
    }
    return budget.poll();
}

/// Lists the groups of each variable. False: the budget is spent.
bool Assignment::index_variables(std::uint32_t variables, Budget& budget) {
    constexpr GroupIndex between_looks = 4096;
    // Beginnings are counted two places up, so that they have moved into place once all are filled.
    groups_start_.assign(std::size_t{variables} + 2, 0);
    groups_.resize(members_.size());
    for (const Variable member : members_) ++groups_start_[member + 2];
    for (std::size_t v = 2; v < groups_start_.size(); ++v) groups_start_[v] += groups_start_[v - 1];
    if (!budget.poll()) return false;
    for (GroupIndex group = 0; group + 1 < members_start_.size(); ++group) {
        if (group % between_looks == between_looks - 1 && !budget.poll()) return false;
        for (std::uint32_t i = members_start_[group]; i < members_start_[group + 1]; ++i)
            groups_[groups_start_[members_[i] + 1]++] = group;
    }
    return true;
}

void Assignment::back_to(std::uint32_t to) {
    if (to >= level()) return;
    const std::size_t size = level_start_[to];
    undone_ += trail_size_ - size;
    for (std::size_t i = trail_size_; i-- > size;) {
        const Literal literal = trail_[i];
        values_[literal] = values_[negated(literal)] = Value::open;
        if (!is_chosen(literal)) restore(variable_of(literal));
    }
    trail_size_ = size;
    level_start_.resize(to);
    level_ = to;
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
        } else if (group_head_ < trail_size_) {
            const Literal literal = trail_[group_head_++];
            if (is_chosen(literal)) exclude_rivals(variable_of(literal));
        } else {
            return {};
        }
    }
    return conflict_;
}

void Assignment::choose_last(GroupIndex group) {
    const Left left = left_[group];
    if (left.count() == 1 && is_open(left.members()))
        assign(chosen(left.members()), Reason(Reason::Kind::last, group));
}

/// Excludes the open members of a chosen variable's groups. No branch asks each who is open: a third are.
void Assignment::exclude_rivals(Variable variable) {
    const Reason reason(Reason::Kind::rival, variable);
    for (const GroupIndex group : groups_of(variable)) {
        if (left_[group].count() == 1) continue;
        std::uint32_t open = 0, held = 0;
        for (const Variable rival : members_of(group)) {
            const Value value = values_[chosen(rival)];
            rivals_[open] = rival;
            open += value == Value::open;
            held += value == Value::held;
        }
        if (held > 1) {
            deny_rivals(group, variable);
            continue;
        }
        left_[group].add_count(1);
        for (std::uint32_t n = 0; n < open; ++n) assign(excluded(rivals_[n]), reason);
        left_[group].take_count(1);
    }
}

/// The same in one group, of which another member is chosen too.
void Assignment::deny_rivals(GroupIndex group, Variable variable) {
    const Reason reason(Reason::Kind::rival, variable);
    for_each_live(group, [&](Variable rival) {
        if (is_open(rival)) assign(excluded(rival), reason);
        else if (rival != variable) conflict_ = Conflict{reason, excluded(rival)};
    });
}

}  // namespace quadrille::learn
