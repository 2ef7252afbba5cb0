// Two engines side by side: conflict learning, and clauses beside it; the first proof ends both.
//
//     learn    ----------------------- answers as it would alone
//     clause      ----------- proof!   ends learn where its proof says all that learn would say
//
// The answer must not depend on who is first. So clause is heard only where it has searched everything and
// the first solution is fixed: there is none or one, or one was found before the race. A solution that
// clause has merely found may be another one than learn would find, and is never shown. Nobody races for
// a visitor, who would see the order, or under a bound on nodes, which learn would reach at a fixed point.
#pragma once

#include <span>

#include "quadrille/solve.hpp"
#include "solve/as_groups.hpp"

namespace quadrille {

/// A search that is to be continued: `known` are the solutions that `answer` counts.
struct Race {
    const Puzzle& puzzle;
    const SolveSettings& settings;
    const PuzzleGroups& made;
    std::span<const Grid> known;
};

/// True if both engines may run for such settings and a thread is there to be had; it must be given back by
/// running the race.
bool may_race(const Race& race);

/// Continues with `learn(bounds, answer)`, which adds to an answer, and with clause beside it.
void run_race(const Race& race, const std::function<void(const SolveSettings&, Answer&)>& learn,
              Answer& answer);

}  // namespace quadrille
