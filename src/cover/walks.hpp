// Walks to the end of a tree, by one thread or by several.
#pragma once

#include "cover/engines.hpp"

namespace quadrille::cover {

/// What is done with solutions: handed out, or only counted if there is no visitor.
struct Taker {
    const Visitor* visitor;

    /// False if no more is wanted.
    bool take(std::span<const Option> solution, Pace& pace) const {
        const bool more = pace.count_solution();
        if (visitor != nullptr && !(*visitor)(solution) && more) pace.stop(StopReason::visitor);
        return !pace.stopped();
    }
};

/// Walks to the end, or for about so many nodes; false if the end was not reached.
bool walk_alone(Walker& walker, const Taker& taker, Pace& pace, std::uint64_t most_nodes = 0);

/// The same from the root, by as many threads as the settings say; solutions come in the same order, to the
/// calling thread. An exception of the visitor leaves once all threads are done.
void walk_together(const Chosen& chosen, const Settings& settings, const Taker& taker, Pace& pace);

}  // namespace quadrille::cover
