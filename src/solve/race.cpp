#include "solve/race.hpp"

#include <algorithm>

#include "quadrille/clause.hpp"
#include "quadrille/parallel.hpp"
#include "solve/gate.hpp"

namespace quadrille {

namespace {

/// Seconds that learn has to itself: most of what it is asked is answered by then.
constexpr double head_start = 0.1;

/// Beyond that clauses take longer to write down than an end may wait for.
constexpr std::size_t most_members = std::size_t{1} << 20;

/// What clause has proven: how many solutions there are beside those known, and the first of them.
struct Proof {
    bool holds = false;
    std::vector<Grid> found;
};

Proof prove(const Race& race, const Bounds& bounds) {
    const std::size_t known = race.known.size();
    Bounds own = bounds;
    if (own.solutions != 0) own.solutions = std::max<std::uint64_t>(own.solutions, 2) - known;
    std::vector<std::vector<std::uint32_t>> forbidden;
    for (const Grid& grid : race.known)
        if (race.made.holds(grid)) forbidden.push_back(race.made.chosen_in(grid));
    Proof proof;
    const auto outcome =
        clause::search(race.made.groups, forbidden, own, [&](std::span<const std::uint32_t> chosen) {
            proof.found.push_back(race.made.grid_of(chosen));
            require_solution(race.puzzle, proof.found.back(), Engine::clause);
            return known > 0 || proof.found.size() < 2;
        });
    proof.holds = outcome.ended == StopReason::exhausted;
    return proof;
}

/// Says what learn would have said.
void take_over(const Proof& proof, const Bounds& bounds, double seconds, Answer& answer) {
    answer.solutions += proof.found.size();
    if (answer.first.empty() && !proof.found.empty()) answer.first = proof.found.front();
    const bool bound_reached = bounds.solutions != 0 && answer.solutions >= bounds.solutions;
    answer.ended = bound_reached ? StopReason::solutions : StopReason::exhausted;
    answer.seconds += seconds;
}

/// Requests a flag when it goes, an exception or not.
struct Requested {
    StopFlag& flag;
    ~Requested() { flag.request(); }
};

}  // namespace

bool may_race(const Race& race) {
    return race.settings.threads != nullptr && !race.settings.visit && race.settings.bounds.nodes == 0 &&
           race.made.groups.members.size() <= most_members && race.settings.threads->borrow();
}

void run_race(const Race& race, const std::function<void(const SolveSettings&, Answer&)>& learn,
              Answer& answer) {
    StopFlag proven(race.settings.bounds.stop);
    StopFlag settled(race.settings.bounds.stop);
    SolveSettings main = race.settings;
    main.bounds.stop = &proven;
    Bounds other = race.settings.bounds.after(answer.seconds);
    other.stop = &settled;
    const Budget clock({});
    Proof proof;
    Answer by_learning = answer;
    run_beside(
        [&] {
            if (!sleep_unless(settled, head_start)) return;
            proof = prove(race, other);
            if (proof.holds) proven.request();
        },
        [&] {
            const Requested at_the_end{settled};
            learn(main, by_learning);
        });
    race.settings.threads->give_back();
    const bool beaten = proof.holds && by_learning.ended == StopReason::interrupted;
    if (beaten) take_over(proof, race.settings.bounds, clock.seconds(), answer);
    else answer = std::move(by_learning);
}

}  // namespace quadrille
