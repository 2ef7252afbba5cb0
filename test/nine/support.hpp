// What the tests of room nine share: puzzles made from a known grid, and the oracle's view of them.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "oracle.hpp"
#include "quadrille/nine.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille::nine_test {

inline constexpr std::string_view easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline constexpr std::string_view hard =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
inline constexpr std::string_view seventeen =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
inline const std::string empty(81, '.');

inline NineEngine engine_of(NineSettings settings) { return NineEngine::make(settings).value(); }
inline NineEngine engine_of(const std::string& kernel, std::uint64_t limit) {
    return engine_of({.bounds = {.solutions = limit}, .kernel = kernel});
}

inline NineMarks marks_of(std::string_view line) {
    std::array<std::uint8_t, 81> digits{};
    for (std::size_t i = 0; i < 81; ++i) {
        digits[i] = line[i] == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(line[i] - '0');
    }
    return NineMarks::from_givens(digits);
}

/// The same puzzle in the terms of room puzzle: no givens, only candidates.
inline Puzzle puzzle_of(const NineMarks& marks) {
    Puzzle puzzle{Geometry::make(Layout::boxed(3, 3)).value(), Grid(81, 0), Candidates(9, false)};
    for (Cell cell = 0; cell < 81; ++cell) {
        for (Digit digit = 1; digit <= 9; ++digit) {
            if ((marks.cells[cell] >> (digit - 1) & 1) != 0) puzzle.candidates->insert(cell, digit);
        }
    }
    return puzzle;
}

inline Grid grid_of(std::span<const std::uint8_t, 81> digits) { return Grid(digits.begin(), digits.end()); }

/// A solved grid, drawn from all relabelled and shuffled forms of one pattern.
inline std::array<std::uint8_t, 81> random_grid(std::mt19937& random) {
    std::array<int, 9> rows{}, columns{}, digits{};
    const auto lines = [&](std::array<int, 9>& order) {
        std::array<int, 3> bands{0, 1, 2};
        std::shuffle(bands.begin(), bands.end(), random);
        for (std::size_t band = 0; band < 3; ++band) {
            std::array<int, 3> inner{0, 1, 2};
            std::shuffle(inner.begin(), inner.end(), random);
            for (std::size_t i = 0; i < 3; ++i) order[3 * band + i] = 3 * bands[band] + inner[i];
        }
    };
    lines(rows);
    lines(columns);
    for (int i = 0; i < 9; ++i) digits[static_cast<std::size_t>(i)] = i + 1;
    std::shuffle(digits.begin(), digits.end(), random);
    std::array<std::uint8_t, 81> grid{};
    for (std::size_t r = 0; r < 9; ++r) {
        for (std::size_t c = 0; c < 9; ++c) {
            const int value = (rows[r] % 3 * 3 + rows[r] / 3 + columns[c]) % 9;
            grid[9 * r + c] = static_cast<std::uint8_t>(digits[static_cast<std::size_t>(value)]);
        }
    }
    return grid;
}

inline int draw(std::mt19937& random, int from, int to) {
    return std::uniform_int_distribution<int>(from, to)(random);
}

/// A puzzle whose search is small enough for the oracle: some cells open or sparsely marked, now and
/// then one made wrong.
inline NineMarks random_marks(std::mt19937& random) {
    const auto grid = random_grid(random);
    NineMarks marks = NineMarks::from_givens(grid);
    const int kind = draw(random, 0, 3);
    std::array<std::size_t, 81> order{};
    for (std::size_t i = 0; i < 81; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    const int opened = kind == 0 ? draw(random, 0, 40) : draw(random, 20, 60);
    for (std::size_t i = 0; i < static_cast<std::size_t>(opened); ++i) {
        std::uint16_t& cell = marks.cells[order[i]];
        if (kind == 0) cell = 0x1ff;
        for (int extra = kind == 1 ? 1 : draw(random, 0, 3); extra > 0; --extra) {
            cell |= static_cast<std::uint16_t>(1u << draw(random, 0, 8));
        }
    }
    if (kind == 3) {
        for (int wrong = draw(random, 1, 3); wrong > 0; --wrong) {
            marks.cells[order[static_cast<std::size_t>(draw(random, 0, 80))]] =
                static_cast<std::uint16_t>(draw(random, 0, 0x1ff));
        }
    }
    return marks;
}

}  // namespace quadrille::nine_test
