// What whoever shows a puzzle asks of it: where borders run, which candidates stand in a cell.
#pragma once

#include <span>
#include <vector>

#include "quadrille/puzzle.hpp"

namespace quadrille {

/// The number of the box or jigsaw region of each cell; 0 everywhere on boards without. Borders run where it
/// changes.
std::vector<int> drawn_regions(const Geometry& geometry);

/// `from` without the digits of the grid in the other cells that share a region with theirs.
Candidates without_seen(const Geometry& geometry, std::span<const Digit> grid, Candidates from);

/// `from` without what the digits of the grid exclude: a digit has only itself, and is no candidate in the
/// cells that share a region with it.
Candidates reduced_candidates(const Geometry& geometry, std::span<const Digit> grid, Candidates from);

/// The candidates of each cell as they stand beside the digits of the grid: the puzzle's own, or all.
Candidates shown_candidates(const Puzzle& puzzle, std::span<const Digit> grid);

}  // namespace quadrille
