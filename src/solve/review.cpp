// What is true of a puzzle beyond its solution: the questions of `check`, and the first solution in order.
#include "quadrille/solve.hpp"

namespace quadrille {

namespace {

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

    Result<Redundant> redundant = bench.redundant_givens(puzzle, settings);
    if (!redundant) return redundant.error();
    result.redundant = std::move(redundant->cells);
    result.complete = redundant->complete;
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
