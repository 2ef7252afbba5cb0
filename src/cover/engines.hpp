// Which engine answers, and why.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cover/memo.hpp"
#include "cover/pace.hpp"
#include "cover/twins.hpp"

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
    std::shared_ptr<const MemoPlan> plan;              ///< once memo was tried
    std::uint64_t memo_vain_from = 0;                  ///< the first look of a trial of memo in vain
    std::unique_ptr<TwinsSearch> twins;       ///< counts in place of the walker, where there is symmetry
    std::string number;                       ///< the count, if memo or twins have found it
    StopReason stop = StopReason::exhausted;  ///< a bound reached before the walk
    std::uint64_t nodes = 0;                  ///< spent before the walk
    bool counted = false;                     ///< by a short walk, all of them
    bool may_count_by_memo = false;           ///< a longer trial of memo could still succeed
    double solutions = -1;                    ///< how many there are, where memo knows
};

/// How far one of those goes who count in turns.
struct Lap {
    std::uint64_t nodes = 0;  ///< of a walk, or as much work; 0: to the end
    double seconds = 0;       ///< not longer; 0: without that bound
};

/// Another trial of memo for a count, with as much work as so many nodes of a walk took, and more where it
/// does well and there are no twins to do better; nothing if that does not suffice. Then `beside` may no
/// longer count by memo if no work can.
std::optional<Chosen> try_memo_again(const Problem& problem, Chosen& beside, const Lap& lap, Pace& pace);

/// Goes on by twins: true if that found the count, or a bound of the question ended it; the number is then
/// the larger of what they and a walk beside them know.
bool count_on_by_twins(Chosen& chosen, const Lap& lap, Pace& pace);

/// Chooses and prepares. Counts by memo are found here.
Result<Chosen> choose_engine(const Problem& problem, Question question, Pace& pace);

}  // namespace quadrille::cover
