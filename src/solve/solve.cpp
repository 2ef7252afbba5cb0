// Chooses the engine, runs it, verifies what it finds, and says what is true of the puzzle.
#include "quadrille/solve.hpp"

#include <array>

#include "quadrille/parallel.hpp"
#include "solve/as_cover.hpp"
#include "solve/gate.hpp"
#include "solve/large_desk.hpp"
#include "solve/nine_desk.hpp"

namespace quadrille {

namespace {

constexpr std::array<EngineInfo, 6> engine_table{{
    {Engine::automatic, "auto", "the engine that suits the puzzle"},
    {Engine::nine, "nine", "SIMD lanes, many search points at once: 9x9 with boxes of 3x3 only"},
    {Engine::general, "general", "bit rows with singles and locked candidates: any geometry, any side"},
    {Engine::learn, "learn", "conflict learning on the puzzle's groups: large hard grids"},
    {Engine::clause, "clause", "CaDiCaL on the puzzle as clauses: a second opinion"},
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

bool takes(Engine engine, const Geometry& board) { return engine != Engine::nine || board.is_classic_nine(); }

struct Workbench::Tools {
    LargeDesk large;
    NineDesk nine;
};

Workbench::Workbench() : tools_(std::make_unique<Tools>()) {}
Workbench::~Workbench() = default;
Workbench::Workbench(Workbench&&) noexcept = default;
Workbench& Workbench::operator=(Workbench&&) noexcept = default;

namespace {

/// An error where the puzzle cannot be held as exact cover.
std::optional<Error> run_links(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const Result<PuzzleCover> puzzle_cover = as_cover(puzzle);
    if (!puzzle_cover) return puzzle_cover.error();
    const Gate gate(puzzle, settings, answer);
    const auto visitor = [&](std::span<const cover::Option> chosen) {
        return gate(puzzle_cover->grid_of(chosen));
    };
    const auto found = cover::visit(puzzle_cover->problem, visitor,
                                    {.engine = cover::Engine::links, .bounds = settings.bounds});
    if (!found) return found.error();
    answer.ended = found->stop;
    answer.solutions = found->solutions;
    answer.nodes = found->nodes;
    answer.seconds = found->seconds;
    return {};
}

/// Sets the engine that will run and the reason.
void choose(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    answer.engine = settings.engine;
    answer.why = "it was asked for";
    if (settings.engine != Engine::automatic) return;
    const bool classic = puzzle.geometry->is_classic_nine();
    answer.engine = classic ? Engine::nine : Engine::general;
    answer.why = classic ? "it is the fastest on 9x9 with boxes of 3x3" : "bit rows settle most boards";
}

}  // namespace

Result<Answer> Workbench::solve(const Puzzle& puzzle, const SolveSettings& settings) {
    Answer answer;
    choose(puzzle, settings, answer);
    if (!takes(answer.engine, *puzzle.geometry)) {
        return Error{ErrorCode::illegal_layout,
                     "the engine nine takes only 9x9 with boxes of 3x3 and nothing else"};
    }
    const Threads::AtWork at_work(settings.threads);
    if (auto fault = contradiction(puzzle)) {
        answer.contradiction = std::move(*fault);
        return answer;
    }
    switch (answer.engine) {
        case Engine::nine: tools_->nine.solve(puzzle, settings, answer); break;
        case Engine::links:
            if (auto error = run_links(puzzle, settings, answer)) return *error;
            break;
        case Engine::learn:
        case Engine::clause:
            if (auto error = tools_->large.search_groups(puzzle, settings, answer)) return *error;
            break;
        default:
            if (settings.engine == Engine::general) tools_->large.search(puzzle, settings, answer);
            else tools_->large.search_then_learn(puzzle, settings, answer);
    }
    return answer;
}

bool Workbench::goes_together(const Puzzle& puzzle, const SolveSettings& settings) {
    const bool engine_fits = settings.engine == Engine::automatic || settings.engine == Engine::nine;
    return engine_fits && !settings.visit && settings.bounds.seconds == 0 &&
           puzzle.geometry->is_classic_nine();
}

void Workbench::solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                               std::span<Answer> answers) {
    require(puzzles.size() == answers.size(), "an answer for each puzzle");
    for (std::size_t i = 0; i < puzzles.size(); ++i) choose(*puzzles[i], settings, answers[i]);
    tools_->nine.solve_together(puzzles, settings, answers);
}

namespace {

/// `puzzle` without the given in `cell`, which may hold anything but that given.
Puzzle with_other_digit(const Puzzle& puzzle, Cell cell) {
    Puzzle other = puzzle;
    if (!other.candidates) other.candidates = Candidates(puzzle.side(), true);
    other.candidates->erase(cell, puzzle.givens[cell]);
    other.givens[cell] = 0;
    return other;
}

}  // namespace

Result<Redundant> Workbench::redundant_givens(const Puzzle& puzzle, const SolveSettings& settings) {
    SolveSettings each = settings;
    each.bounds.solutions = 1;
    each.visit = {};
    if (goes_together(puzzle, each)) return tools_->nine.redundant_givens(puzzle, each.bounds);
    Redundant result;
    for (Cell cell = 0; cell < puzzle.givens.size() && result.complete; ++cell) {
        if (puzzle.givens[cell] == 0) continue;
        const Result<Answer> without = solve(with_other_digit(puzzle, cell), each);
        if (!without) return without.error();
        if (without->verdict() == Verdict::none) result.cells.push_back(cell);
        else result.complete = without->verdict() != Verdict::stopped;
    }
    return result;
}

}  // namespace quadrille
