// From a conflict to a clause: resolve backwards along the trail until one literal of the conflict's level
// is left (the first unique implication point), then drop what the others imply, and say in one literal what
// one choice excluded.
//
//   trail    ... | -a  +b  -c | ... | +d  -e  -f  +g          conflict: -c, -f, +g
//                      ^    ^         ^^                       learned: not (+b? -c +d)
//
// Where a clause holds several variables that were excluded by one rival of theirs, "the rival is not chosen"
// stands for them all: the clause says less, but is a third shorter and leads to fewer conflicts.
// Cost: the reasons on the way, each spelt out once; dropping looks at each literal's reason once.
// Source: first unique implication point, Zhang, Madigan, Moskewicz and Malik (2001); dropping implied
// literals by recursion, Sorensson and Biere (2009); one literal for several of a level, Fleury and Biere
// (2021).
#pragma once

#include <span>
#include <vector>

#include "learn/antecedents.hpp"
#include "learn/chooser.hpp"

namespace quadrille::learn {

class Analysis {
  public:
    Analysis(const Assignment& assignment, const Matching& matching, Clauses& clauses, Chooser& chooser)
        : assignment_(assignment), matching_(matching), clauses_(clauses), chooser_(chooser) {}

    /// Forgets everything; from here on there are so many variables.
    void start(std::uint32_t variables) {
        marks_.assign(variables, Mark::none);
        excluded_by_.assign(variables, 0);
    }

    /// Learns from a conflict, of which at least one literal is of the present level, a level above 0.
    void run(const Conflict& conflict);

    /// The clause learned: its first literal is to become true at back_level(), where the second (if any)
    /// became false.
    std::span<const Literal> clause() const { return clause_; }
    std::uint32_t back_level() const { return back_level_; }
    std::uint32_t glue() const { return glue_; }

  private:
    enum class Mark : std::uint8_t { none, seen, implied, needed };

    Literal resolve(const Conflict& conflict);
    bool meet(Literal literal);
    void note(const Reason& reason);
    void drop_implied();
    bool is_implied(Literal literal, int depth);
    void join_excluded();
    void settle_levels();
    template <class Literals>
    std::uint32_t count_levels(const Literals& literals);
    void check_clause() const;

    const Assignment& assignment_;
    const Matching& matching_;
    Clauses& clauses_;
    Chooser& chooser_;
    std::vector<Mark> marks_;
    std::vector<Variable> marked_;
    std::vector<Literal> clause_;
    std::vector<std::uint32_t> excluded_by_;  // literals of the clause that a variable excluded
    std::uint32_t open_ = 0;                  // marked literals of the present level, not yet resolved
    std::vector<std::uint64_t> level_stamps_;
    std::uint64_t stamp_ = 0;
    std::vector<char> level_in_clause_;
    std::uint32_t back_level_ = 0;
    std::uint32_t glue_ = 0;
};

}  // namespace quadrille::learn
