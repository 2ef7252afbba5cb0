// Puzzles to the 9x9 engine's numbers, and its answers back.
#pragma once

#include <optional>
#include <vector>

#include "quadrille/nine.hpp"
#include "quadrille/solve.hpp"

namespace quadrille {

/// Keeps the engine made for the settings asked for last. The puzzles must be classic 9x9.
class NineDesk {
  public:
    void solve(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    void solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                        std::span<Answer> answers);

  private:
    NineEngine& engine_for(const Bounds& bounds);

    std::optional<NineEngine> engine_;
    Bounds bounds_;
    std::vector<NineMarks> marks_;
    std::vector<NineAnswer> found_;
};

}  // namespace quadrille
