#include "solve/nine_desk.hpp"

#include <chrono>

#include "solve/gate.hpp"

namespace quadrille {

namespace {

constexpr unsigned all_digits = 0x1ff;

/// What the pencilmarks leave a cell, bit d-1 for digit d, whatever is given there.
std::uint16_t candidates_of(const Puzzle& puzzle, Cell cell) {
    return static_cast<std::uint16_t>(puzzle.candidates ? puzzle.candidates->row(cell)[0] & all_digits
                                                        : all_digits);
}

std::uint16_t without(std::uint16_t candidates, Digit digit) {
    return static_cast<std::uint16_t>(candidates & ~(1u << (digit - 1)));
}

NineMarks marks_of(const Puzzle& puzzle) {
    NineMarks marks;
    for (Cell cell = 0; cell < marks.cells.size(); ++cell) {
        const Digit given = puzzle.givens[cell];
        const unsigned own = given == 0 ? all_digits : 1u << (given - 1);
        marks.cells[cell] = static_cast<std::uint16_t>(own);
    }
    if (!puzzle.candidates) return marks;
    for (Cell cell = 0; cell < marks.cells.size(); ++cell) marks.cells[cell] &= candidates_of(puzzle, cell);
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

/// Two solutions at most are found faster alone; which of two comes first is then asked as in a batch.
NineAnswer ask(NineEngine& engine, const NineMarks& marks, const Bounds& bounds) {
    if (bounds.solutions != 2) return engine.solve(marks);
    const NineAnswer found = engine.solve_alone(marks);
    return found.solutions == 2 ? engine.solve(marks) : found;
}

}  // namespace

NineEngine& NineDesk::engine_for(const Bounds& bounds) {
    if (!engine_) engine_ = std::move(NineEngine::make({}).value());
    engine_->set_bounds(bounds);
    return *engine_;
}

std::span<const NineAnswer> NineDesk::search(const Bounds& bounds) {
    if (found_.size() < marks_.size()) found_.resize(marks_.size());
    const std::span<NineAnswer> found = std::span(found_).first(marks_.size());
    engine_for(bounds).solve(marks_, found);
    return found;
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
        found = ask(engine, marks_of(puzzle), settings.bounds);
    }
    take_over(found, puzzle, answer);
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void NineDesk::solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                              std::span<Answer> answers) {
    const auto start = std::chrono::steady_clock::now();
    marks_.clear();
    for (const Puzzle* puzzle : puzzles) {
        require(Workbench::goes_together(*puzzle, settings), "only puzzles that go together");
        marks_.push_back(marks_of(*puzzle));
    }
    const std::span<const NineAnswer> found = search(settings.bounds);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        take_over(found[i], *puzzles[i], answers[i]);
        answers[i].seconds = spent.count() / static_cast<double>(puzzles.size());
    }
}

/// All searches side by side: in each, one given cell may hold anything but its digit.
Redundant NineDesk::redundant_givens(const Puzzle& puzzle, const Bounds& bounds) {
    const NineMarks marks = marks_of(puzzle);
    std::vector<Cell> givens;
    marks_.clear();
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        if (puzzle.givens[cell] == 0) continue;
        givens.push_back(cell);
        marks_.push_back(marks);
        marks_.back().cells[cell] = without(candidates_of(puzzle, cell), puzzle.givens[cell]);
    }
    Redundant result;
    const std::span<const NineAnswer> found = search(bounds);
    for (std::size_t i = 0; i < givens.size() && result.complete; ++i) {
        if (found[i].solutions > 0) continue;
        if (found[i].reason == StopReason::exhausted) result.cells.push_back(givens[i]);
        else result.complete = false;
    }
    return result;
}

}  // namespace quadrille
