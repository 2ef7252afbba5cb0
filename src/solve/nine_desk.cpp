#include "solve/nine_desk.hpp"

#include <algorithm>
#include <chrono>

#include "solve/gate.hpp"

namespace quadrille {

namespace {

constexpr unsigned all_digits = 0x1ff;

NineMarks marks_of(const Puzzle& puzzle) {
    NineMarks marks;
    for (Cell cell = 0; cell < marks.cells.size(); ++cell) {
        const Digit given = puzzle.givens[cell];
        marks.cells[cell] = static_cast<std::uint16_t>(given == 0 ? all_digits : 1u << (given - 1));
    }
    if (!puzzle.candidates) return marks;
    for (Cell cell = 0; cell < marks.cells.size(); ++cell) {
        marks.cells[cell] &= static_cast<std::uint16_t>(puzzle.candidates->row(cell)[0]);
    }
    return marks;
}

void take_over(const NineAnswer& found, const Puzzle& puzzle, Answer& answer) {
    answer.ended = found.reason;
    answer.solutions = found.solutions;
    answer.nodes = found.nodes;
    answer.propagations = 0;
    answer.first.clear();
    answer.contradiction.clear();
    if (found.solutions > 0) {
        answer.first.assign(found.grid.begin(), found.grid.end());
        require_solution(puzzle, answer.first, answer.engine);
    } else if (found.reason == StopReason::exhausted) {
        answer.contradiction = contradiction(puzzle).value_or("");
    }
}

}  // namespace

NineEngine& NineDesk::engine_for(const Bounds& bounds) {
    const bool same = engine_ && bounds.solutions == bounds_.solutions && bounds.nodes == bounds_.nodes &&
                      bounds.seconds == bounds_.seconds && bounds.stop == bounds_.stop;
    if (!same) engine_ = std::move(NineEngine::make({.bounds = bounds}).value());
    bounds_ = bounds;
    return *engine_;
}

void NineDesk::solve(const Puzzle& puzzle, const SolveSettings& settings, Answer& answer) {
    const auto start = std::chrono::steady_clock::now();
    NineEngine& engine = engine_for(settings.bounds);
    NineAnswer found;
    if (settings.visit) {
        Grid grid;
        found = engine.visit(marks_of(puzzle), [&](std::span<const std::uint8_t, 81> digits) {
            grid.assign(digits.begin(), digits.end());
            require_solution(puzzle, grid, answer.engine);
            return settings.visit(grid);
        });
    } else {
        found = engine.solve(marks_of(puzzle));
    }
    take_over(found, puzzle, answer);
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void NineDesk::solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                              std::span<Answer> answers) {
    const auto start = std::chrono::steady_clock::now();
    marks_.resize(puzzles.size());
    found_.resize(puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        require(Workbench::goes_together(*puzzles[i], settings), "only puzzles that go together");
        marks_[i] = marks_of(*puzzles[i]);
    }
    engine_for(settings.bounds).solve(marks_, std::span(found_).first(puzzles.size()));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        take_over(found_[i], *puzzles[i], answers[i]);
        answers[i].seconds = spent.count() / static_cast<double>(puzzles.size());
    }
}

}  // namespace quadrille
