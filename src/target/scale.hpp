// An objective brought into 16 bits. First everything that is the same for all completions is taken out:
// a cell holds one digit and a region each digit once, so a constant may be taken from all values of a
// cell, or of a digit in a full region, if it is added to the score. What remains is multiplied, or
// divided and rounded up, so that it spans about +-span. A bound on the scaled values is a bound on the
// scores at any size of the weights; only where they had to be divided is it a little loose.
#pragma once

#include <cstdint>
#include <vector>

#include "quadrille/target.hpp"
#include "target/board.hpp"

namespace quadrille::target {

/// The candidates that matter, and the span to scale their values to.
struct Live {
    const DigitBits* masks;
    std::int64_t span;
};

class ScaledObjective {
  public:
    /// The goal is a maximum from here on: a minimum is negated.
    ScaledObjective(const Board& board, const Objective& objective, Goal goal, Live live);

    /// cells x lanes; a digit beyond the side has 0.
    const std::int16_t* values() const { return scaled_.data(); }
    /// True if nothing was rounded: scaled sums and scores then say the same.
    bool exact() const { return divisor_ == 1; }
    /// The least scaled sum that a completion of at least `score` can have.
    std::int64_t required(std::int64_t score) const;
    /// The best score that a completion of this scaled sum can have.
    std::int64_t score_at_most(std::int64_t scaled) const;
    /// No completion lies outside [lowest, highest]: the best and worst rest in every cell. They are equal
    /// where the weights decide nothing.
    std::int64_t lowest() const { return lowest_; }
    std::int64_t highest() const { return highest_; }
    /// All scores are congruent modulo this (at least 1): steps between scores.
    std::int64_t step() const { return step_; }

  private:
    void remove_effects(const Board& board, const DigitBits* masks, std::vector<std::int64_t>& values);
    void narrow(const Board& board, const DigitBits* masks, const std::vector<std::int64_t>& rests);

    std::int64_t base_ = 0;    // the sum of the least value in every cell
    std::int64_t offset_ = 0;  // (score - base) / step = offset + sum of unscaled rests
    std::int64_t multiplier_ = 1;
    std::int64_t divisor_ = 1;
    std::int64_t lowest_ = 0;
    std::int64_t highest_ = 0;
    std::int64_t step_ = 1;
    std::vector<std::int16_t> scaled_;
};

}  // namespace quadrille::target
