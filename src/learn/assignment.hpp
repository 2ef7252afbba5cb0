// What is chosen and what is excluded, and what the groups make of it.
//
//   members  [ 4 7 9   | 2 4 8 11   | ... ]    each group's members side by side
//   left     [ 4+7+9,3 | 2+4+8+11,4 | ... ]    one word a group: the sum of the numbers of its members that
//                                              are not excluded, and below it how many there are
//   trail    [ +7 -9 -12 | +3 -4 ... ]         literals in the order they became true, | opens a level
//
// An excluded variable takes one subtraction a group: when the count comes down to one, the sum is the one
// member left, and it is chosen; at none there is a conflict. A chosen variable excludes the open rest of its
// groups: they are listed first, and then excluded without a question; the group counts one more meanwhile,
// since it has its one and need not come down to it.
//
// Invariant: the words are those of the literals on the trail, whether propagated or not.
// Cost: a word a group of the variable, for each excluded literal, there and back; a look at each member of
// its groups for a chosen one.
// Source: exactly-one groups as propagators with lazy reasons, after lazy clause generation (Ohrimenko,
// Stuckey and Codish, 2009); counts with the sum of what is left, ours.
// Tried and lost: live members as bits, one a slot (a word more a group there and back, and the next bit to
// be found: 1.2 times the time); locked candidates (a group whose live members all lie in another) as a
// propagator of their own: fewer conflicts by a tenth, each dearer by half.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "learn/literal.hpp"
#include "quadrille/base.hpp"
#include "quadrille/groups.hpp"

namespace quadrille::learn {

class Assignment {
  public:
    Assignment() = default;
    explicit Assignment(const Groups& groups) {
        Budget unbounded({});
        start(groups, unbounded);
    }
    /// Forgets everything and takes up groups, of which nothing is chosen. False: the budget is spent.
    bool start(const Groups& groups, Budget& budget);

    std::uint32_t variable_count() const { return static_cast<std::uint32_t>(facts_.size()); }
    GroupIndex group_count() const { return static_cast<GroupIndex>(left_.size()); }
    /// Positive if the literal is true, negative if false, 0 if open.
    int value(Literal literal) const { return static_cast<int>(values_[literal]); }
    bool is_open(Variable variable) const { return values_[chosen(variable)] == Value::open; }
    std::uint32_t level_of(Variable variable) const { return facts_[variable].level; }
    Reason reason_of(Variable variable) const { return facts_[variable].reason; }
    std::span<const Literal> trail() const { return {trail_.data(), trail_size_}; }
    std::uint32_t level() const { return level_; }
    /// The length of the trail before the present level.
    std::size_t settled() const { return level_start_.empty() ? 0 : level_start_.back(); }
    /// The length of the trail at the end of a level below level().
    std::size_t start_of(std::uint32_t level) const { return level_start_[level]; }
    /// The literal that was decided at a level from 1 to level().
    Literal decision_at(std::uint32_t level) const { return trail_[level_start_[level - 1]]; }

    /// Makes an open literal true.
    void assign(Literal literal, Reason reason) {
        const Variable variable = variable_of(literal);
        values_[literal] = Value::held;
        values_[negated(literal)] = Value::denied;
        facts_[variable] = {level_, reason};
        trail_[trail_size_++] = literal;
        if (!is_chosen(literal)) exclude(variable);
    }
    void open_level() {
        level_start_.push_back(trail_size_);
        ++level_;
    }
    void back_to(std::uint32_t level);
    /// Follows the groups to their fixpoint, or to a conflict.
    std::optional<Conflict> propagate_groups();
    /// The next literal of the trail that the clauses have not seen, or no_literal.
    Literal take_unseen() { return clause_head_ == trail_size_ ? no_literal : trail_[clause_head_++]; }

    /// True if exactly one of the group's members must be chosen.
    bool is_exact(GroupIndex group) const { return left_[group].count() < at_most_one; }
    /// The members of an exact group that are not excluded.
    std::uint32_t live_count(GroupIndex group) const { return left_[group].count(); }
    /// The group's members, live or not.
    std::span<const Variable> members_of(GroupIndex group) const {
        return {members_.data() + members_start_[group], members_.data() + members_start_[group + 1]};
    }
    std::span<const GroupIndex> groups_of(Variable variable) const {
        return {groups_.data() + groups_start_[variable], groups_.data() + groups_start_[variable + 1]};
    }
    /// Calls `visit` with each member that is not excluded.
    template <class Visit>
    void for_each_live(GroupIndex group, Visit visit) const {
        for (const Variable member : members_of(group))
            if (values_[chosen(member)] != Value::denied) visit(member);
    }

    /// Gives clauses that are reasons their new places: `moved` takes the old place and returns the new one.
    template <class Moved>
    void relocate_clauses(Moved moved) {
        for (const Literal literal : trail()) {
            Reason& reason = facts_[variable_of(literal)].reason;
            if (reason.kind() == Reason::Kind::clause)
                reason = Reason(Reason::Kind::clause, moved(reason.index()));
        }
    }

    /// Variables assigned so far.
    std::uint64_t propagations() const { return undone_ + trail_size_; }

  private:
    /// What is left of a group: the sum of its members' numbers above, how many they are below. A sum may
    /// wrap; when the count is one it is the last member. at_most_one is added to the count of groups that
    /// may end up empty.
    class Left {
      public:
        std::uint32_t count() const { return static_cast<std::uint32_t>(bits_); }
        Variable members() const { return static_cast<Variable>(bits_ >> 32); }
        void add(Variable variable) { bits_ += share(variable); }
        void take(Variable variable) { bits_ -= share(variable); }
        void add_count(std::uint32_t count) { bits_ += count; }
        void take_count(std::uint32_t count) { bits_ -= count; }

      private:
        static std::uint64_t share(Variable variable) { return std::uint64_t{variable} << 32 | 1; }
        std::uint64_t bits_ = 0;
    };
    /// A type of its own, so that the compiler knows that storing one changes nothing else.
    enum class Value : std::int8_t { denied = -1, open = 0, held = 1 };
    struct Fact {
        std::uint32_t level;
        Reason reason;
    };
    static constexpr std::uint32_t at_most_one = 1u << 31;

    void exclude(Variable variable) {
        for (const GroupIndex group : groups_of(variable)) {
            Left& left = left_[group];
            left.take(variable);
            if (left.count() > 1) continue;
            if (left.count() == 1) last_.push_back(group);
            else conflict_ = Conflict{Reason(Reason::Kind::last, group)};
        }
    }
    void restore(Variable variable) {
        for (const GroupIndex group : groups_of(variable)) left_[group].add(variable);
    }
    bool index_variables(std::uint32_t variables, Budget& budget);
    void choose_last(GroupIndex group);
    void exclude_rivals(Variable variable);
    void deny_rivals(GroupIndex group, Variable variable);

    std::vector<std::uint32_t> members_start_, members_;  // the groups as they were given
    std::vector<std::uint32_t> groups_start_;             // variable v's groups begin at groups_start_[v]
    std::vector<GroupIndex> groups_;
    std::vector<Left> left_;

    std::vector<Value> values_;   // one a literal
    std::vector<Fact> facts_;     // one a variable
    std::vector<Literal> trail_;  // room for all variables, of which
    std::size_t trail_size_ = 0;  // so many are assigned
    std::vector<std::size_t> level_start_;
    std::uint32_t level_ = 0;
    std::size_t group_head_ = 0;    // trail literals from here on have not met the groups
    std::size_t clause_head_ = 0;   // nor, from here on, the clauses
    std::vector<Variable> rivals_;  // of a chosen variable in a group, open ones: room for the largest group
    std::vector<GroupIndex> last_;  // groups that have come down to one live member
    std::optional<Conflict> conflict_;
    std::uint64_t undone_ = 0;
};

}  // namespace quadrille::learn
