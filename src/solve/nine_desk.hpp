// Puzzles to the 9x9 engine's numbers, and its answers back.
#pragma once

#include <optional>
#include <vector>

#include "quadrille/nine.hpp"
#include "quadrille/solve.hpp"

namespace quadrille {

/// Keeps one engine. The puzzles must be classic 9x9.
class NineDesk {
  public:
    void solve(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    void solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                        std::span<Answer> answers);
    /// See Workbench::redundant_givens.
    Redundant redundant_givens(const Puzzle& puzzle, const Bounds& bounds);

  private:
    NineEngine& engine_for(const Bounds& bounds);
    /// Searches marks_ into found_.
    std::span<const NineAnswer> search(const Bounds& bounds);

    std::optional<NineEngine> engine_;
    std::vector<NineMarks> marks_;
    std::vector<NineAnswer> found_;
};

}  // namespace quadrille
