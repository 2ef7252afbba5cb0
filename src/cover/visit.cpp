// The questions: each picks an engine, runs it and says what it knows.
#include <array>
#include <utility>

#include "cover/walker.hpp"

namespace quadrille::cover {

namespace {

constexpr std::array<std::pair<Engine, std::string_view>, 3> engine_names{{
    {Engine::automatic, "automatic"},
    {Engine::links, "links"},
    {Engine::rows, "rows"},
}};

Answer report(Engine engine, const Budget& budget) {
    return {.engine = engine,
            .why = {},
            .stop = budget.reason(),
            .solutions = budget.solutions(),
            .nodes = budget.nodes(),
            .seconds = budget.seconds()};
}

}  // namespace

std::string_view name_of(Engine engine) {
    for (const auto& [value, name] : engine_names) {
        if (value == engine) return name;
    }
    return "unknown";
}

std::optional<Engine> engine_named(std::string_view wanted) {
    for (const auto& [value, name] : engine_names) {
        if (name == wanted) return value;
    }
    return {};
}

Result<Answer> visit(const Problem& problem, const Visitor& visitor, const Settings& settings) {
    Budget budget(settings.bounds);
    const auto walker = settings.engine == Engine::rows ? make_rows(problem) : make_links(problem);
    while (walker->next(budget)) {
        const bool more = budget.count_solution();
        if (!visitor(walker->chosen()) && more) budget.stop(StopReason::visitor);
        if (budget.stopped()) break;
    }
    return report(settings.engine, budget);
}

Result<Found> solve(const Problem& problem, const Settings& settings) {
    Found found;
    auto answer = visit(
        problem,
        [&](std::span<const Option> solution) {
            found.solutions.emplace_back(solution.begin(), solution.end());
            return true;
        },
        settings);
    if (!answer) return answer.error();
    found.answer = std::move(*answer);
    return found;
}

Result<Count> count(const Problem& problem, const Settings& settings) {
    auto answer = visit(
        problem, [](std::span<const Option>) { return true; }, settings);
    if (!answer) return answer.error();
    std::string number = std::to_string(answer->solutions);
    return Count{std::move(*answer), std::move(number)};
}

}  // namespace quadrille::cover
