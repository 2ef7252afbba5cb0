// A completion made better by trades of two digits: see chains.cpp.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "quadrille/target.hpp"
#include "target/board.hpp"

namespace quadrille::target {

/// What a digit in a cell is worth, to be maximised.
using ValueOf = std::function<std::int64_t(Cell, Digit)>;

class Chains {
  public:
    Chains(const Board& board, ValueOf value);

    /// Trades digits of `grid`, a completion within `masks`, as long as that gains and the budget allows.
    void improve(std::span<const DigitBits> masks, Grid& grid, Budget& budget);

  private:
    /// The two digits of a trade.
    struct Pair {
        Digit one;
        Digit two;
    };

    void read(const Grid& grid);
    bool trade(std::span<const DigitBits> masks, Pair pair, Grid& grid);
    void follow(Cell start, Pair pair, const Grid& grid);
    bool gains(std::span<const DigitBits> masks, Pair pair, const Grid& grid) const;
    void apply(Pair pair, Grid& grid);
    std::size_t index_of(std::size_t area, Digit digit) const {
        return area * static_cast<std::size_t>(board_.side) + digit - 1u;
    }

    const Board& board_;
    ValueOf value_;
    std::vector<Cell> cell_of_;  // by index_of: which cell of the area holds the digit
    std::vector<char> is_met_;   // by cell
    std::vector<Cell> chain_;
};

}  // namespace quadrille::target
