// The cells that a digit has left, line by line, in an order that keeps paths through them few: see
// lines.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "target/board.hpp"

namespace quadrille::target {

/// One bit for each region that is no line of the direction at hand.
using Used = std::uint64_t;

/// The rows of a digit, or its columns.
struct Lines {
    std::vector<std::vector<std::uint16_t>> open;  ///< lines of more than one cell
    std::vector<Used> through;                     ///< of these: the regions that their cells lie in
    std::vector<std::uint16_t> fixed;              ///< the cells of lines that have one
    Used start = 0;                                ///< their regions
    std::vector<std::uint16_t> order;              ///< of the open lines
};

/// A direction in which a board can be taken line by line.
struct Direction {
    std::vector<Used> of_cell;  ///< the regions of each cell that are no lines
    Used across = 0;            ///< lines of the other direction
    Used others = 0;            ///< other regions that hold every digit
};

/// Works on one digit at a time; to be used where a board has no more than 64 regions besides its rows.
class LineOrder {
  public:
    explicit LineOrder(const Board& board);

    /// False: the digit has no template.
    bool arrange(std::span<const DigitBits> masks, int digit);
    /// After that: the lines in their order, and what they are lines of.
    const Lines& lines() const { return lines_[chosen_]; }
    const Direction& direction() const { return directions_[chosen_]; }

  private:
    bool split(std::span<const DigitBits> masks, int digit, std::size_t way);
    void choose_order(std::size_t way, std::size_t first);
    float states(const Direction& direction, Used seen, Used rest, int count) const;
    float cost(std::size_t way, std::span<const std::uint16_t> order);

    const Board& board_;
    Direction directions_[2];      // rows, columns
    std::vector<float> binomial_;  // n x (side + 1) + k
    Lines lines_[2];
    std::size_t chosen_ = 0;
    std::vector<std::uint16_t> order_;  // on trial
    std::vector<Used> rest_;            // by place in it: the regions of the lines from there on
};

}  // namespace quadrille::target
