// A completed grid to lean on: which digit to try first in a cell.
//
// Every boxed board and every Latin square has a solution by shifting: row r starts at
// r % box_rows * box_columns + r / box_rows and counts on. One that suits both diagonals too is known where
// boxes are square, of n x n: with rows and columns written as two digits to the base of n, (R r) and (C c),
// the cell holds (R + c, r + C + c), each modulo n; rows, columns, boxes and diagonals hold every pair once,
// since the determinants of what they fix are 1 or -1. Digits are renamed so that many givens agree.
// On an empty or nearly empty board the guide is a solution, or close to one, and the search walks down to
// it however large the board; elsewhere it is an order of digits like any other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "quadrille/puzzle.hpp"
#include "quadrille/random.hpp"

namespace quadrille::general {

class Guide {
  public:
    explicit Guide(const Geometry& geometry) {
        const Layout& layout = geometry.layout();
        if (!layout.region_map.empty() || layout.windows || !layout.extra.empty()) return;
        if (!layout.diagonals) shift(layout);
        else if (layout.box_rows == layout.box_columns && layout.box_rows != 0) fill_with_diagonals(layout);
        if (!symbols_.empty()) name_.resize(static_cast<std::size_t>(layout.side) + 1);
    }

    /// Renames the guide's digits after the givens, first come first served; those that no given names in
    /// ascending order, or as a seed other than 0 has it.
    void follow(const Grid& givens, std::uint64_t seed) {
        if (symbols_.empty()) return;
        std::fill(name_.begin(), name_.end(), Digit{0});
        std::vector<char> used(name_.size(), 0);
        for (Cell cell = 0; cell < givens.size(); ++cell) {
            const Digit given = givens[cell];
            if (given == 0 || used[given] || name_[symbols_[cell]] != 0) continue;
            name_[symbols_[cell]] = given;
            used[given] = 1;
        }
        name_others(used, seed);
    }

    /// The guide's digit in a cell, or 0 where there is no guide.
    Digit digit_of(Cell cell) const { return symbols_.empty() ? Digit{0} : name_[symbols_[cell]]; }

  private:
    void shift(const Layout& layout) {
        const int rows = std::max(layout.box_rows, 1);
        const int columns = layout.box_rows == 0 ? 1 : layout.box_columns;
        for (int r = 0; r < layout.side; ++r) {
            const int first = layout.box_rows == 0 ? r : r % rows * columns + r / rows;
            for (int c = 0; c < layout.side; ++c)
                symbols_.push_back(static_cast<Digit>((first + c) % layout.side + 1));
        }
    }

    void fill_with_diagonals(const Layout& layout) {
        const int n = layout.box_rows;
        for (int r = 0; r < layout.side; ++r) {
            for (int c = 0; c < layout.side; ++c) {
                const int high = (r / n + c % n) % n;
                const int low = (r % n + c / n + c % n) % n;
                symbols_.push_back(static_cast<Digit>(high * n + low + 1));
            }
        }
    }

    void name_others(const std::vector<char>& used, std::uint64_t seed) {
        std::vector<Digit> names;
        for (std::size_t digit = 1; digit < used.size(); ++digit)
            if (!used[digit]) names.push_back(static_cast<Digit>(digit));
        for (std::size_t i = names.size(); seed != 0 && i > 1; --i) {
            seed = next_random(seed);
            std::swap(names[i - 1], names[(seed >> 32) % i]);
        }
        auto next = names.begin();
        for (std::size_t symbol = 1; symbol < name_.size(); ++symbol)
            if (name_[symbol] == 0) name_[symbol] = *next++;
    }

    Grid symbols_;             // the shifted solution, empty where the geometry has none known
    std::vector<Digit> name_;  // the digit that stands for each symbol
};

}  // namespace quadrille::general
