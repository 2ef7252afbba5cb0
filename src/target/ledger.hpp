// The completions an optimisation keeps, and the answer made of them.
#pragma once

#include <cstdint>
#include <span>

#include "quadrille/target.hpp"

namespace quadrille::target {

/// Scores in it are to be maximised: a minimum's are negated, until finish().
class Ledger {
  public:
    Ledger(const Puzzle& puzzle, const Objective& objective, Goal goal)
        : puzzle_(puzzle), objective_(objective), sign_(goal == Goal::maximum ? 1 : -1) {}

    std::int64_t value(Cell cell, Digit digit) const { return sign_ * objective_.value(cell, digit); }
    std::int64_t score(std::span<const Digit> grid) const { return sign_ * objective_.score(grid); }
    std::int64_t sign() const { return sign_; }

    bool empty() const { return answer.grids.empty(); }
    const ScoredGrid& best() const { return answer.grids.front(); }
    /// Keeps a completion in its place, and no more than `most` of them.
    void keep(std::span<const Digit> grid, std::int64_t score, std::uint64_t most);
    /// Counts one more completion with the best score, and keeps the first `most` of them by their digits.
    void count(std::span<const Digit> grid, std::int64_t score, std::uint64_t most);
    /// Turns scores back, and lets nothing out that verify does not pass.
    TargetAnswer finish(std::int64_t bound);

    TargetAnswer answer;

  private:
    const Puzzle& puzzle_;
    const Objective& objective_;
    std::int64_t sign_;
    bool is_heap_ = false;  // the grids are counted ones: the last by its digits in front
};

}  // namespace quadrille::target
