// What is true of a puzzle beyond its solution: the questions of `check`, and the first solution in order.
#include "quadrille/solve.hpp"

namespace quadrille {

namespace {

/// `puzzle` without the given in `cell`, which may hold anything but that given.
Puzzle with_other_digit(const Puzzle& puzzle, Cell cell) {
    Puzzle other = puzzle;
    if (!other.candidates) other.candidates = Candidates(puzzle.side(), true);
    other.candidates->erase(cell, puzzle.givens[cell]);
    other.givens[cell] = 0;
    return other;
}

/// A solution, an empty grid where there is none, or what stopped the search.
Result<Grid> any_solution(Workbench& bench, const Puzzle& puzzle, Bounds bounds) {
    bounds.solutions = 1;
    Result<Answer> answer = bench.solve(puzzle, {.bounds = bounds});
    if (!answer) return answer.error();
    if (answer->verdict() == Verdict::stopped) return Error{ErrorCode::too_large, statement(*answer, bounds)};
    return std::move(answer->first);
}

}  // namespace

Result<Review> review(Workbench& bench, const Puzzle& puzzle, const SolveSettings& settings) {
    SolveSettings each = settings;
    each.bounds.solutions = 2;
    Result<Answer> answer = bench.solve(puzzle, each);
    if (!answer) return answer.error();
    Review result{.answer = std::move(*answer), .redundant = {}};
    if (result.answer.verdict() != Verdict::unique) return result;

    each.bounds.solutions = 1;
    each.visit = {};
    for (Cell cell = 0; cell < puzzle.givens.size() && result.complete; ++cell) {
        if (puzzle.givens[cell] == 0) continue;
        const Result<Answer> without = bench.solve(with_other_digit(puzzle, cell), each);
        if (!without) return without.error();
        if (without->verdict() == Verdict::none) result.redundant.push_back(cell);
        else result.complete = without->verdict() != Verdict::stopped;
    }
    return result;
}

Result<Grid> first_in_order(Workbench& bench, const Puzzle& puzzle, const Bounds& bounds) {
    Puzzle narrowed = puzzle;
    Result<Grid> best = any_solution(bench, narrowed, bounds);
    // Invariant: `best` solves `narrowed`, whose cells before `cell` hold the digits of the answer.
    for (Cell cell = 0; cell < puzzle.givens.size() && best && !best->empty(); ++cell) {
        if (puzzle.givens[cell] != 0) continue;
        for (Digit digit = 1; digit < (*best)[cell]; ++digit) {
            narrowed.givens[cell] = digit;
            Result<Grid> smaller = any_solution(bench, narrowed, bounds);
            if (smaller && smaller->empty()) continue;
            best = std::move(smaller);
            break;
        }
        if (best) narrowed.givens[cell] = (*best)[cell];
    }
    return best;
}

}  // namespace quadrille
