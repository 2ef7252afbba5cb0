// A puzzle as exact cover: what the exact-cover engines are fed.
//
//   items    one a cell, one a (region, digit); primary where the region must hold every digit, else
//            secondary ("at most once")
//   options  one a candidate (cell, digit): the cell's item and one item for each region through the cell
//
// Candidates that a given excludes are left out, so the problem is small where much is given.
// Source: the standard reduction; Knuth, The Art of Computer Programming 7.2.2.1.
#pragma once

#include <span>
#include <vector>

#include "quadrille/cover.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// The problem, and what its options stand for.
struct PuzzleCover {
    cover::Problem problem;
    std::vector<std::pair<Cell, Digit>> meaning;  ///< one an option

    /// The grid that a solution stands for.
    Grid grid_of(std::span<const cover::Option> solution) const;
};

/// The candidates left when each given is taken from its peers.
Candidates without_givens(const Puzzle& puzzle);

/// The largest number of entries (items in options) that as_cover makes.
inline constexpr std::size_t max_cover_entries = std::size_t{1} << 27;

/// Refuses with too_large what would have more entries than that.
Result<PuzzleCover> as_cover(const Puzzle& puzzle);

}  // namespace quadrille
