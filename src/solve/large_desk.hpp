// Puzzles of any geometry: search with bit rows, conflict learning, clauses, and the way between them.
#pragma once

#include <optional>
#include <vector>

#include "quadrille/general.hpp"
#include "quadrille/learn.hpp"
#include "quadrille/solve.hpp"
#include "solve/as_groups.hpp"
#include "solve/gate.hpp"

namespace quadrille {

/// Keeps the general engines of the boards met last, and the memory of learn.
class LargeDesk {
  public:
    /// Searches with bit rows alone.
    void search(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    /// Reduces, then searches with learn, or with clause if that was asked for. An error where they cannot
    /// hold the puzzle.
    std::optional<Error> search_groups(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    /// Searches with bit rows for a while; if that does not settle it and solutions are few, goes on with
    /// learn, which is told what the search has proven and found, perhaps with clause beside it (race.hpp).
    /// Says so in answer.
    void search_then_learn(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);

  private:
    general::Engine& engine_for(const GeometryPtr& geometry);
    /// Searches groups_ with learn for solutions but those known.
    void learn_groups(std::span<const Grid> known, const Gate& gate, Answer& answer);
    void search_again(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);

    static constexpr std::size_t most_kept = 4;
    std::vector<std::pair<GeometryPtr, general::Engine>> kept_;
    PuzzleGroups groups_;  // of the puzzle at hand
    learn::Engine learn_;
};

}  // namespace quadrille
