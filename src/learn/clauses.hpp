// The store of learned clauses, each watched at two of its literals.
//
//   arena    [ size | glue, used | l0 l1 l2 ... ][ size | ... ]      a ClauseRef is where one begins
//   watches  literal -> (clause, blocker) ...                        the clauses that watch it
//
// Invariant: l0 and l1 are watched; a clause is looked at only when one of them becomes false, and then
// finds another watch, or is true already, or makes its other watch true, or is a conflict. A blocker is
// some literal of the clause: while it is true, the clause need not be looked at.
// The glue of a clause is the number of levels among its literals when it was last seen in a conflict,
// less one: few levels, much use. Reductions keep glue up to 2, glue up to 6 while it is used, reasons, and
// the better quarter of the rest.
// Source: watched literals, Moskewicz and others (2001); glue, Audemard and Simon (2009); its tiers,
// Oh (2015).
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "learn/assignment.hpp"
#include "quadrille/base.hpp"

namespace quadrille::learn {

class Clauses {
  public:
    /// Forgets everything; from here on there are so many variables. False: the budget is spent.
    bool start(std::uint32_t variables, Budget& budget);

    /// Adds a clause of two literals or more; the first two are watched, and must be those that became
    /// false last, or are open.
    ClauseRef add(std::span<const Literal> literals, std::uint32_t glue);
    std::span<const Literal> literals_of(ClauseRef clause) const {
        return {arena_.data() + clause + header, arena_[clause]};
    }
    std::uint32_t glue_of(ClauseRef clause) const { return arena_[clause + 1] >> 2; }
    /// Notes that a clause was of use, with the glue it has now.
    void note_use(ClauseRef clause, std::uint32_t glue) {
        arena_[clause + 1] = std::min(glue, glue_of(clause)) << 2 | fresh;
    }

    /// Tells the clauses what has become true, until one of them makes a literal true. The clause that has no
    /// literal left, if there is one.
    std::optional<Reason> propagate(Assignment& assignment);

    /// Drops the less useful clauses.
    void reduce(Assignment& assignment);

  private:
    static constexpr std::uint32_t header = 2;
    static constexpr std::uint32_t fresh = 2;  // reductions that a clause counts as used for
    static constexpr std::uint32_t moved = 0;  // the size of a clause that stands elsewhere

    struct Watch {
        ClauseRef clause;
        Literal blocker;
    };

    std::optional<Reason> visit_watches(Assignment& assignment, Literal falsified);
    bool find_watch(const Assignment& assignment, ClauseRef clause);
    std::vector<ClauseRef> choose_victims(const Assignment& assignment);

    std::vector<std::uint32_t> arena_;
    std::vector<ClauseRef> clauses_;
    std::vector<std::vector<Watch>> watches_;
};

}  // namespace quadrille::learn
