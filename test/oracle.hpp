// The dull oracle: counts solutions by trying every digit in every cell in order. It shares nothing
// with the engines but the model, so that it cannot share a fault with them.
#pragma once

#include <functional>

#include "quadrille/puzzle.hpp"

namespace quadrille::oracle {

/// True if `digit` in `cell` repeats within no region of what `grid` holds.
inline bool fits(const Puzzle& puzzle, const Grid& grid, Cell cell, Digit digit) {
    if (puzzle.candidates && !puzzle.candidates->has(cell, digit)) return false;
    for (std::uint32_t r : puzzle.geometry->regions_of(cell)) {
        for (Cell other : puzzle.geometry->regions()[r].cells) {
            if (other != cell && grid[other] == digit) return false;
        }
    }
    return true;
}

/// Calls visit(grid) for every solution in lexicographic order until it returns false.
inline bool visit_from(const Puzzle& puzzle, Grid& grid, Cell cell,
                       const std::function<bool(const Grid&)>& visit) {
    if (cell == grid.size()) return visit(grid);
    if (puzzle.givens[cell] != 0) {
        return !fits(puzzle, grid, cell, grid[cell]) || visit_from(puzzle, grid, cell + 1, visit);
    }
    for (Digit digit = 1; digit <= puzzle.side(); ++digit) {
        if (!fits(puzzle, grid, cell, digit)) continue;
        grid[cell] = digit;
        const bool more = visit_from(puzzle, grid, cell + 1, visit);
        grid[cell] = 0;
        if (!more) return false;
    }
    return true;
}

/// All solutions in lexicographic order, but no more than `limit` (0: all).
inline std::vector<Grid> solutions(const Puzzle& puzzle, std::size_t limit = 0) {
    std::vector<Grid> found;
    Grid grid = puzzle.givens;
    visit_from(puzzle, grid, 0, [&](const Grid& solution) {
        found.push_back(solution);
        return limit == 0 || found.size() < limit;
    });
    return found;
}

}  // namespace quadrille::oracle
