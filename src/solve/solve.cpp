// Chooses the engine, runs it, verifies what it finds, and says what is true of the puzzle.
#include "quadrille/solve.hpp"

#include <array>

#include "quadrille/general.hpp"
#include "solve/as_cover.hpp"

namespace quadrille {

namespace {

constexpr std::array<EngineInfo, 3> engine_table{{
    {Engine::automatic, "auto", "the engine that suits the puzzle"},
    {Engine::general, "general", "bit rows with singles and locked candidates: any geometry, any side"},
    {Engine::links, "links", "dancing links on the puzzle as exact cover: the readable reference"},
}};

}  // namespace

std::span<const EngineInfo> engines() { return engine_table; }

std::string_view name_of(Engine engine) {
    for (const EngineInfo& info : engine_table) {
        if (info.engine == engine) return info.name;
    }
    return "unknown";
}

std::optional<Engine> engine_named(std::string_view name) {
    for (const EngineInfo& info : engine_table) {
        if (info.name == name) return info.engine;
    }
    return {};
}

struct Workbench::Tools {
    /// The general engine for this board; those of the boards met last are kept.
    general::Engine& general_for(const GeometryPtr& geometry) {
        for (auto& [board, engine] : kept) {
            if (board == geometry) return engine;
        }
        if (kept.size() == most_kept) kept.erase(kept.begin());
        return kept.emplace_back(geometry, general::Engine(geometry)).second;
    }

    static constexpr std::size_t most_kept = 4;
    std::vector<std::pair<GeometryPtr, general::Engine>> kept;
};

Workbench::Workbench() : tools_(std::make_unique<Tools>()) {}
Workbench::~Workbench() = default;
Workbench::Workbench(Workbench&&) noexcept = default;
Workbench& Workbench::operator=(Workbench&&) noexcept = default;

namespace {

/// Lets a solution through to the answer and the caller's visitor only if it is one.
class Gate {
  public:
    Gate(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer)
        : puzzle_(puzzle), settings_(settings), answer_(answer) {}

    bool operator()(std::span<const Digit> grid) const {
        if (const auto fault = verify(puzzle_, grid)) {
            throw BrokenContract("engine " + std::string(name_of(answer_.engine)) + " is wrong: " + *fault);
        }
        if (answer_.first.empty()) answer_.first.assign(grid.begin(), grid.end());
        return !settings_.visit || settings_.visit(grid);
    }

  private:
    const Puzzle& puzzle_;
    const SolveSettings& settings_;
    Answer& answer_;
};

void run_general(general::Engine& engine, const Puzzle& puzzle, const SolveSettings& settings,
                 Answer& answer) {
    const general::Outcome outcome = engine.search(puzzle, settings.bounds, Gate(puzzle, settings, answer));
    answer.ended = outcome.ended;
    answer.solutions = outcome.solutions;
    answer.nodes = outcome.nodes;
    answer.propagations = outcome.propagations;
    answer.seconds = outcome.seconds;
}

/// An error where the puzzle cannot be held as exact cover.
std::optional<Error> run_links(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const Result<PuzzleCover> puzzle_cover = as_cover(puzzle);
    if (!puzzle_cover) return puzzle_cover.error();
    const Gate gate(puzzle, settings, answer);
    const auto found = cover::visit(
        puzzle_cover->problem,
        [&](std::span<const cover::Option> chosen) { return gate(puzzle_cover->grid_of(chosen)); },
        {.engine = cover::Engine::links, .bounds = settings.bounds});
    if (!found) return found.error();
    answer.ended = found->stop;
    answer.solutions = found->solutions;
    answer.nodes = found->nodes;
    answer.seconds = found->seconds;
    return {};
}

}  // namespace

Result<Answer> Workbench::solve(const Puzzle& puzzle, const SolveSettings& settings) {
    Answer answer;
    const bool chosen = settings.engine == Engine::automatic;
    answer.engine = chosen ? Engine::general : settings.engine;
    answer.why = chosen ? "it takes any geometry and propagates most" : "it was asked for";
    if (auto fault = contradiction(puzzle)) {
        answer.contradiction = std::move(*fault);
        return answer;
    }
    if (answer.engine == Engine::links) {
        if (auto error = run_links(puzzle, settings, answer)) return *error;
        return answer;
    }
    run_general(tools_->general_for(puzzle.geometry), puzzle, settings, answer);
    return answer;
}

}  // namespace quadrille
