// Kempe chains: of two digits, the cells that must trade together.
//
// The idea. Where one cell trades digit 1 for 2, the cell of each of its regions that holds 2 must trade it
// for 1, and so on: the cells of two digits fall into chains, each of which may trade by itself.
//
//      1 2 | . .      r1c1 - r1c2 - r2c1 ...     a chain trades if all its cells have both candidates
//      . . | 1 2      and the sum of their values rises
//      2 1 | . .
//      . . | 2 1
//
// Invariant: the grid completes the board within its candidates before and after each trade. Cost: a round
// over all pairs of digits looks at cells x side x regions a cell; some ten rounds until nothing gains.
// Source: Kempe, 1879.
#include "target/chains.hpp"

#include <limits>

#include "quadrille/random.hpp"

namespace quadrille::target {

namespace {
constexpr Cell nowhere = std::numeric_limits<Cell>::max();
}  // namespace

Chains::Chains(const Board& board, ValueOf value)
    : board_(board),
      value_(std::move(value)),
      cell_of_(board.areas.size() * static_cast<std::size_t>(board.side), nowhere),
      is_met_(static_cast<std::size_t>(board.cells), 0) {}

void Chains::read(const Grid& grid) {
    std::fill(cell_of_.begin(), cell_of_.end(), nowhere);
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        for (const std::uint16_t area : board_.areas_of[cell]) cell_of_[index_of(area, grid[cell])] = cell;
    }
}

/// Fills chain_.
void Chains::follow(Cell start, Pair pair, const Grid& grid) {
    chain_ = {start};
    is_met_[start] = 1;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
        const Cell cell = chain_[i];
        const Digit other = grid[cell] == pair.one ? pair.two : pair.one;
        for (const std::uint16_t area : board_.areas_of[cell]) {
            const Cell next = cell_of_[index_of(area, other)];
            if (next == nowhere || is_met_[next] != 0) continue;
            is_met_[next] = 1;
            chain_.push_back(next);
        }
    }
}

/// Whether chain_ may trade and gains by that.
bool Chains::gains(std::span<const DigitBits> masks, Pair pair, const Grid& grid) const {
    const DigitBits both = DigitBits{1} << (pair.one - 1) | DigitBits{1} << (pair.two - 1);
    std::int64_t before = 0;
    std::int64_t after = 0;
    for (const Cell cell : chain_) {
        if ((masks[cell] & both) != both) return false;
        const bool is_one = grid[cell] == pair.one;
        before += value_(cell, grid[cell]);
        after += value_(cell, is_one ? pair.two : pair.one);
    }
    return after > before;
}

void Chains::apply(Pair pair, Grid& grid) {
    for (const Cell cell : chain_) {
        for (const std::uint16_t area : board_.areas_of[cell]) cell_of_[index_of(area, grid[cell])] = nowhere;
    }
    for (const Cell cell : chain_) {
        grid[cell] = grid[cell] == pair.one ? pair.two : pair.one;
        for (const std::uint16_t area : board_.areas_of[cell]) cell_of_[index_of(area, grid[cell])] = cell;
    }
}

/// True if some chain of the two gained.
bool Chains::trade(std::span<const DigitBits> masks, Pair pair, Grid& grid) {
    bool is_better = false;
    for (std::size_t row = 0; row < static_cast<std::size_t>(board_.side); ++row) {
        for (const Digit digit : {pair.one, pair.two}) {
            const Cell start = cell_of_[index_of(row, digit)];
            if (start == nowhere || is_met_[start] != 0) continue;
            follow(start, pair, grid);
            if (!gains(masks, pair, grid)) continue;
            apply(pair, grid);
            is_better = true;
        }
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(board_.side); ++row) {
        for (const Digit digit : {pair.one, pair.two}) {
            const Cell cell = cell_of_[index_of(row, digit)];
            if (cell != nowhere) is_met_[cell] = 0;
        }
    }
    return is_better;
}

void Chains::improve(std::span<const DigitBits> masks, Grid& grid, Budget& budget) {
    read(grid);
    const auto last = static_cast<Digit>(board_.side);
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (Digit one = 1; one < last; ++one) {
            if (!budget.poll()) return;
            for (auto two = static_cast<Digit>(one + 1); two <= last; ++two)
                is_better = trade(masks, {one, two}, grid) || is_better;
        }
    }
}

}  // namespace quadrille::target
