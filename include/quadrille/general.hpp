// The general engine: any geometry, any side, every solution. The reference for the faster rooms.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille::general {

/// Called with each solution, cell_count() digits that are valid during the call; false ends the search.
using Visitor = std::function<bool(std::span<const Digit>)>;

struct Settings {
    std::uint64_t patience = 0;  ///< give up after so many contradictions; 0: never
    /// Asked for one solution: contradictions to the first new beginning, twice as many to each next; 0:
    /// never.
    std::uint64_t first_restart = 1000;
    /// Which of equal cells is taken, and which digits stand for which where nothing is given; 0: the first,
    /// up to the first new beginning.
    std::uint64_t seed = 0;
};

/// What a search did and why it ended.
struct Outcome {
    StopReason ended = StopReason::exhausted;
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;         ///< search points entered, the root included
    std::uint64_t propagations = 0;  ///< cells placed, partitions and matchings looked at
    bool out_of_patience = false;    ///< the search gave up; `ended` says nodes
    double seconds = 0;              ///< wall-clock time
};

/// Searches puzzles of one geometry, one after the other; keeps its memory between them. Not thread-safe.
class Engine {
  public:
    explicit Engine(GeometryPtr geometry);
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    ~Engine();

    /// Visits the solutions of `puzzle`, which must be of this engine's geometry, each once, in an
    /// order that depends on the puzzle and `settings` alone, within `bounds`. A contradictory puzzle has
    /// none. Asked for one solution, it begins anew now and then, with what it has learnt of where it fails.
    Outcome search(const Puzzle& puzzle, const Bounds& bounds, const Visitor& visit,
                   const Settings& settings = {});

    /// The candidates that singles and locked candidates leave, before any search; none for some cell where
    /// these contradict each other. Stops early when the budget is spent.
    Candidates reduce(const Puzzle& puzzle, Budget& budget);

    /// After a search that lost patience: the candidates that its proofs leave. Every solution not visited is
    /// among them, perhaps visited ones too. To be asked once.
    Candidates rest();

    /// One width of bit row behind this door.
    struct Width;

  private:
    std::unique_ptr<Width> width_;
};

}  // namespace quadrille::general
