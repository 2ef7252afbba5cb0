// Random small puzzles of every geometry, for the tests in which engines judge each other.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "quadrille/puzzle.hpp"

namespace quadrille::test {

using Random = std::mt19937_64;

inline int below(Random& random, int bound) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(bound));
}

/// A jigsaw map: the usual boxes (or rows) with cells swapped between regions, which need not be connected.
inline std::vector<int> random_region_map(Random& random, int side, int swaps) {
    std::vector<int> map(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<int>(i) / side;
    for (int i = 0; i < swaps; ++i) {
        std::swap(map[static_cast<std::size_t>(below(random, side * side))],
                  map[static_cast<std::size_t>(below(random, side * side))]);
    }
    return map;
}

/// A random extra region of 2 to side cells.
inline std::vector<Cell> random_extra(Random& random, int side) {
    std::vector<Cell> cells(static_cast<std::size_t>(side * side));
    std::iota(cells.begin(), cells.end(), Cell{0});
    std::shuffle(cells.begin(), cells.end(), random);
    cells.resize(static_cast<std::size_t>(2 + below(random, side - 1)));
    return cells;
}

/// Boxes, Latin squares and jigsaws of side 2 to `largest`, some with diagonals, windows, extra regions.
inline Layout random_layout(Random& random, int largest) {
    const int side = 2 + below(random, largest - 1);
    Layout layout = Layout::usual(side);
    const int kind = below(random, 4);
    if (kind == 1) layout = Layout::latin(side);
    if (kind == 2) layout = Layout::jigsaw(random_region_map(random, side, below(random, 3 * side)));
    if (below(random, 4) == 0) layout.diagonals = true;
    if (layout.box_rows == layout.box_columns && layout.box_rows > 1 && below(random, 3) == 0)
        layout.windows = true;
    while (below(random, 5) == 0) layout.extra.push_back(random_extra(random, side));
    return layout;
}

/// Random givens (consistent or not) and, one time in four, random pencilmarks.
inline Puzzle random_puzzle(Random& random, GeometryPtr geometry, double density) {
    const int side = geometry->side();
    Puzzle puzzle{geometry, Grid(geometry->cell_count(), 0), {}};
    std::bernoulli_distribution given(density);
    for (Digit& digit : puzzle.givens) {
        if (given(random)) digit = static_cast<Digit>(1 + below(random, side));
    }
    if (below(random, 4) != 0) return puzzle;
    puzzle.candidates = Candidates(side, true);
    std::bernoulli_distribution erased(0.25);
    for (Cell cell = 0; cell < geometry->cell_count(); ++cell) {
        for (Digit digit = 1; digit <= side; ++digit) {
            if (erased(random)) puzzle.candidates->erase(cell, digit);
        }
    }
    return puzzle;
}

}  // namespace quadrille::test
