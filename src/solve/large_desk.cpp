#include "solve/large_desk.hpp"

#include <algorithm>

#include "quadrille/clause.hpp"
#include "solve/race.hpp"

namespace quadrille {

namespace {

/// With more solutions than that, search finds the others faster than learning forbids them.
constexpr std::size_t few_solutions = 4;

/// Contradictions that search may meet before learning is tried. Below side 15 search settles nearly all, and
/// what learning costs to prepare is not made up; where all solutions are wanted there must be time to see
/// whether they are few. See docs/measuring.md, "large".
std::uint64_t patience_for(const Puzzle& puzzle, const Bounds& bounds) {
    const bool all_wanted = bounds.solutions == 0 || bounds.solutions > few_solutions;
    return puzzle.side() < 15 || all_wanted ? 30 : 4;
}

/// The outcome of a later search added to what the answer says.
template <class Outcome>
void add(const Outcome& outcome, Answer& answer) {
    answer.ended = outcome.ended;
    answer.solutions += outcome.solutions;
    answer.nodes += outcome.nodes;
    answer.seconds += outcome.seconds;
}

/// Preparation that is done, or that the budget ended, added to what the answer says.
void note(const Budget& budget, Answer& answer) {
    answer.ended = budget.reason();
    answer.seconds += budget.seconds();
}

/// What the bounds still allow after the work that the answer tells of.
Bounds rest_of(const Bounds& all, const Answer& spent) {
    Bounds bounds = all.after(spent.seconds);
    if (bounds.solutions != 0) bounds.solutions -= spent.solutions;
    if (bounds.nodes != 0) bounds.nodes -= spent.nodes;
    return bounds;
}

void ask_clauses(const PuzzleGroups& made, const Gate& gate, Answer& answer) {
    add(clause::search(made.groups, {}, rest_of(gate.settings().bounds, answer),
                       [&](std::span<const std::uint32_t> chosen) { return gate(made.grid_of(chosen)); }),
        answer);
}

}  // namespace

general::Engine& LargeDesk::engine_for(const GeometryPtr& geometry) {
    for (auto& [board, engine] : kept_) {
        if (board == geometry) return engine;
    }
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    return kept_.emplace_back(geometry, general::Engine(geometry)).second;
}

void LargeDesk::search(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const general::Outcome outcome =
        engine_for(puzzle.geometry)
            .search(puzzle, settings.bounds, Gate(puzzle, settings, answer), {.seed = settings.seed});
    answer.propagations = outcome.propagations;
    add(outcome, answer);
}

void LargeDesk::learn_groups(std::span<const Grid> known, const Gate& gate, Answer& answer) {
    Budget budget(rest_of(gate.settings().bounds, answer));
    const bool started = learn_.start(groups_.groups, budget);
    note(budget, answer);
    if (!started) return;
    for (const Grid& grid : known)
        if (groups_.holds(grid)) learn_.forbid(groups_.chosen_in(grid));
    add(learn_.search({.bounds = rest_of(gate.settings().bounds, answer), .seed = gate.settings().seed},
                      [&](std::span<const std::uint32_t> chosen) { return gate(groups_.grid_of(chosen)); }),
        answer);
}

std::optional<Error> LargeDesk::search_groups(const Puzzle& puzzle, const SolveSettings& settings,
                                              Answer& answer) {
    Budget budget(settings.bounds);
    const Candidates left = engine_for(puzzle.geometry).reduce(puzzle, budget);
    if (!budget.stopped()) {
        if (auto error = as_groups(*puzzle.geometry, left, budget, groups_)) return error;
    }
    note(budget, answer);
    if (budget.stopped()) return {};
    const Gate gate(puzzle, settings, answer);
    if (settings.engine == Engine::clause) ask_clauses(groups_, gate, answer);
    else learn_groups({}, gate, answer);
    return {};
}

void LargeDesk::search_then_learn(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const Gate gate(puzzle, settings, answer);
    std::vector<Grid> known;
    const auto visit = [&](std::span<const Digit> grid) {
        if (known.size() <= few_solutions) known.emplace_back(grid.begin(), grid.end());
        return gate(grid);
    };
    general::Engine& engine = engine_for(puzzle.geometry);
    const general::Outcome outcome =
        engine.search(puzzle, settings.bounds, visit,
                      {.patience = patience_for(puzzle, settings.bounds), .seed = settings.seed});
    answer.propagations = outcome.propagations;
    add(outcome, answer);
    if (!outcome.out_of_patience) return;
    if (known.size() > few_solutions) return search_again(puzzle, settings, answer);
    Budget budget(rest_of(settings.bounds, answer));
    if (as_groups(*puzzle.geometry, engine.rest(), budget, groups_))
        return search_again(puzzle, settings, answer);
    note(budget, answer);
    if (budget.stopped()) return;
    answer.engine = Engine::learn;
    answer.why = "search with bit rows did not settle it, and learning has the shorter tail";
    const Race race{puzzle, settings, groups_, known};
    if (!may_race(race)) return learn_groups(known, gate, answer);
    run_race(
        race,
        [&](const SolveSettings& own, Answer& learnt) {
            learn_groups(known, Gate(puzzle, own, learnt), learnt);
        },
        answer);
}

/// Begins anew without losing patience; the solutions already handed out come first again and are passed by.
void LargeDesk::search_again(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const Gate gate(puzzle, settings, answer);
    std::uint64_t known = answer.solutions;
    Bounds bounds = rest_of(settings.bounds, answer);
    bounds.solutions = settings.bounds.solutions;
    answer.solutions = 0;
    const auto visit = [&](std::span<const Digit> grid) {
        if (known == 0) return gate(grid);
        --known;
        return true;
    };
    const auto outcome = engine_for(puzzle.geometry).search(puzzle, bounds, visit, {.seed = settings.seed});
    answer.propagations += outcome.propagations;
    add(outcome, answer);
}

}  // namespace quadrille
