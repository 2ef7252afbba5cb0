// Puzzles of any geometry: search with bit rows, conflict learning, clauses, and the way between them.
#pragma once

#include <optional>
#include <vector>

#include "quadrille/general.hpp"
#include "quadrille/solve.hpp"
#include "solve/as_groups.hpp"
#include "solve/gate.hpp"

namespace quadrille {

/// Keeps the general engines of the boards met last.
class LargeDesk {
  public:
    /// Searches with bit rows alone.
    void search(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    /// Reduces, then searches with learn, or with clause if that was asked for. An error where they cannot
    /// hold the puzzle.
    std::optional<Error> search_groups(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);
    /// Searches with bit rows for a while; if that does not settle it and solutions are few, goes on with
    /// learn, which is told where the search failed and what it found, perhaps with clause beside it
    /// (race.hpp). Says so in answer.
    void search_then_learn(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);

  private:
    general::Engine& engine_for(const GeometryPtr& geometry);
    /// The groups after propagation, weighted by failures; nothing if a bound stopped that, as answer says.
    Result<std::optional<PuzzleGroups>> prepare(const Puzzle& puzzle, const Bounds& bounds,
                                                std::span<const std::uint32_t> failures, Answer& answer);
    void search_again(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer);

    static constexpr std::size_t most_kept = 4;
    std::vector<std::pair<GeometryPtr, general::Engine>> kept_;
};

}  // namespace quadrille
