// Some completion, whatever its score, for an answer that is asked for before the search has found one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "quadrille/general.hpp"
#include "target/chains.hpp"

namespace quadrille::target {

class FirstCompletion {
  public:
    FirstCompletion(const Puzzle& puzzle, const Board& board, ValueOf value)
        : puzzle_(puzzle), board_(board), value_(std::move(value)) {}

    /// Looks once more if nothing is known yet, within the time of `bounds` and twice as many nodes as the
    /// last time.
    /// masks: the candidates of the root.
    void seek(std::span<const DigitBits> masks, Bounds bounds);
    /// One found elsewhere.
    void offer(std::span<const Digit> grid, std::int64_t score) {
        if (!found_ || found_->score < score) found_ = ScoredGrid{score, Grid(grid.begin(), grid.end())};
    }
    const std::optional<ScoredGrid>& found() const { return found_; }
    bool has_looked() const { return turns_ > 0; }
    /// True while nothing is known and fewer turns than these were taken.
    bool may_look(std::uint64_t turns) const { return !found_ && !is_none_ && turns_ < turns; }
    /// Proven while looking: nothing completes the puzzle.
    bool is_none() const { return is_none_; }

  private:
    std::optional<Grid> search(std::span<const DigitBits> masks, Bounds bounds);

    const Puzzle& puzzle_;
    const Board& board_;
    ValueOf value_;
    std::optional<general::Engine> engine_;
    std::optional<ScoredGrid> found_;
    std::uint64_t turns_ = 0;
    bool is_none_ = false;
};

}  // namespace quadrille::target
