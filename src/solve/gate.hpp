// The gate through which every solution leaves: verified, or not at all.
#pragma once

#include "quadrille/solve.hpp"

namespace quadrille {

/// Throws BrokenContract, naming the engine, unless `grid` solves `puzzle`.
inline void require_solution(const Puzzle& puzzle, std::span<const Digit> grid, Engine engine) {
    if (const auto fault = verify(puzzle, grid)) {
        throw BrokenContract("engine " + std::string(name_of(engine)) + " is wrong: " + *fault);
    }
}

/// Lets a solution through to the answer and the caller's visitor only if it is one.
class Gate {
  public:
    Gate(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer)
        : puzzle_(puzzle), settings_(settings), answer_(answer) {}

    bool operator()(std::span<const Digit> grid) const {
        require_solution(puzzle_, grid, answer_.engine);
        if (answer_.first.empty()) answer_.first.assign(grid.begin(), grid.end());
        return !settings_.visit || settings_.visit(grid);
    }

    const SolveSettings& settings() const { return settings_; }

  private:
    const Puzzle& puzzle_;
    const SolveSettings& settings_;
    Answer& answer_;
};

}  // namespace quadrille
