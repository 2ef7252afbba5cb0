// Which engine answers, and why.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cover/walker.hpp"

namespace quadrille::cover {

/// What is asked for, as far as the choice of an engine depends on it.
enum class Question {
    solutions,  ///< all of them, or the first few
    number,     ///< only how many
    stream,     ///< one at a time
};

/// An engine ready to walk.
struct Chosen {
    Engine engine = Engine::links;
    std::string why;
    std::unique_ptr<Walker> walker;                    ///< none if a count is the whole answer
    std::function<std::unique_ptr<Walker>()> another;  ///< a second one, for another thread
    std::string number;                                ///< the count, if memo has found it
    StopReason stop = StopReason::exhausted;           ///< a bound reached before the walk
    std::uint64_t nodes = 0;                           ///< spent before the walk
};

/// Chooses and prepares. Counts by memo are found here.
Result<Chosen> choose_engine(const Problem& problem, Question question, const Settings& settings);

}  // namespace quadrille::cover
