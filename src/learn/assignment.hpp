// What is chosen and what is excluded, and what the groups make of it.
//
//   slots   each group's members side by side, padded to whole words; a slot is a bit of a word
//   live    [1.11....  11.1....  ...]      one bit a slot: the member is not excluded
//   open    [ 3        3         ...]      one count a group: its live members
//   trail   [ +7 -9 -12 | +3 -4 ... ]      literals in the order they became true, | opens a level
//
// A chosen variable excludes the live rest of its groups: only bits that are set are looked at, so a group
// that has shrunk costs what is left of it. An excluded variable clears one bit a group; a group with one
// live member chooses it, one with none is a conflict.
//
// Invariant: bits and counts are those of the literals on the trail, whether propagated or not.
// Cost: a word and a count a group of the variable, for each literal, there and back.
// Source: exactly-one groups as propagators with lazy reasons, after lazy clause generation (Ohrimenko,
// Stuckey and Codish, 2009); the bits are ours.
// Tried and lost: locked candidates (a group whose live members all lie in another) as a propagator of
// their own: fewer conflicts by a tenth, each dearer by half.
#pragma once

#include <bit>
#include <optional>
#include <vector>

#include "learn/literal.hpp"
#include "quadrille/groups.hpp"

namespace quadrille::learn {

class Assignment {
  public:
    explicit Assignment(const Groups& groups);

    std::uint32_t variable_count() const { return static_cast<std::uint32_t>(values_.size()); }
    GroupIndex group_count() const { return static_cast<GroupIndex>(open_.size()); }
    /// Positive if the literal is true, negative if false, 0 if open.
    int value(Literal literal) const {
        const int value = values_[variable_of(literal)];
        return is_chosen(literal) ? value : -value;
    }
    bool is_open(Variable variable) const { return values_[variable] == 0; }
    std::uint32_t level_of(Variable variable) const { return levels_[variable]; }
    Reason reason_of(Variable variable) const { return reasons_[variable]; }
    const std::vector<Literal>& trail() const { return trail_; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(level_start_.size()); }
    /// The literal that was decided at a level from 1 to level().
    Literal decision_at(std::uint32_t level) const { return trail_[level_start_[level - 1]]; }

    /// Makes an open literal true.
    void assign(Literal literal, Reason reason);
    void open_level() { level_start_.push_back(trail_.size()); }
    void back_to(std::uint32_t level);
    /// Follows the groups to their fixpoint, or to a conflict.
    std::optional<Conflict> propagate_groups();
    /// The next literal of the trail that the clauses have not seen, or no_literal.
    Literal take_unseen() { return clause_head_ == trail_.size() ? no_literal : trail_[clause_head_++]; }

    /// True if exactly one of the group's members must be chosen.
    bool is_exact(GroupIndex group) const { return kinds_[group] == GroupKind::exactly_one; }
    std::uint32_t live_count(GroupIndex group) const { return open_[group]; }
    /// Calls `visit` with each member that is not excluded.
    template <class Visit>
    void for_each_live(GroupIndex group, Visit visit) const {
        for (std::uint32_t word = first_word_[group]; word < first_word_[group + 1]; ++word) {
            for (std::uint64_t left = live_[word]; left != 0; left &= left - 1) {
                visit(slot_variable_[word * 64 + static_cast<std::uint32_t>(std::countr_zero(left))]);
            }
        }
    }
    /// Calls `visit` with each group of a variable.
    template <class Visit>
    void for_each_group(Variable variable, Visit visit) const {
        for (std::uint32_t i = slot_start_[variable]; i < slot_start_[variable + 1]; ++i)
            visit(word_group_[slots_[i] / 64]);
    }
    /// Calls `visit` with the group's members, live or not, until it returns false. False if it did.
    template <class Visit>
    bool all_of_members(GroupIndex group, Visit visit) const {
        for (std::uint32_t i = members_start_[group]; i < members_start_[group + 1]; ++i)
            if (!visit(members_[i])) return false;
        return true;
    }

    /// Gives clauses that are reasons their new places: `moved` takes the old place and returns the new one.
    template <class Moved>
    void relocate_clauses(Moved moved) {
        for (const Literal literal : trail_) {
            Reason& reason = reasons_[variable_of(literal)];
            if (reason.kind() == Reason::Kind::clause)
                reason = Reason(Reason::Kind::clause, moved(reason.index()));
        }
    }

    /// Variables assigned so far.
    std::uint64_t propagations() const { return propagations_; }

  private:
    void choose_last(GroupIndex group);
    void exclude_rivals(Variable variable);
    void clear_bits(Variable variable);
    void set_bits(Variable variable);

    std::vector<std::uint32_t> members_start_, members_;  // the groups as they were given
    std::vector<GroupKind> kinds_;
    std::vector<std::uint32_t> first_word_;          // group g's words: first_word_[g] .. first_word_[g + 1]
    std::vector<GroupIndex> word_group_;             // the group a word belongs to
    std::vector<Variable> slot_variable_;            // the member at a slot
    std::vector<std::uint32_t> slot_start_, slots_;  // variable v's slots: slots_[slot_start_[v] ..)
    std::vector<std::uint64_t> live_;
    std::vector<std::uint32_t> open_;

    std::vector<std::int8_t> values_;
    std::vector<std::uint32_t> levels_;
    std::vector<Reason> reasons_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> level_start_;
    std::size_t group_head_ = 0;    // trail literals from here on have not met the groups
    std::size_t clause_head_ = 0;   // nor, from here on, the clauses
    std::vector<GroupIndex> last_;  // groups that have come down to one live member
    std::optional<Conflict> conflict_;
    std::uint64_t propagations_ = 0;
};

}  // namespace quadrille::learn
