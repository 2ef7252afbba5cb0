// The idea. Completions of interest are few, and a search that wants nothing else may be long without one;
// completions of any score are many. The usual pattern is at hand where it fits (pattern.cpp), else a plain
// search soon finds one (the general engine, each turn with another seed and twice the nodes), and trades of
// two digits make it better (chains.cpp).
//
//      pattern  ->  general, 4 nodes a cell  ->  8 nodes a cell, another seed  ->  ...    then chains
//
// Invariant: what is found completes the puzzle; it says nothing of the best score. Cost: 1 to 3 ms on 16x16.
// Tried and lost: looking before the first evaluation on all boards (most are proven in that time).
#include "target/first.hpp"

#include <algorithm>

#include "target/pattern.hpp"

namespace quadrille::target {

namespace {
constexpr std::uint64_t first_nodes = 4;  // a cell
constexpr std::uint64_t most_doublings = 32;
}  // namespace

std::optional<Grid> FirstCompletion::search(std::span<const DigitBits> masks, Bounds bounds) {
    if (turns_ == 0) {
        if (auto grid = fitting_pattern(board_, masks)) return grid;
    }
    bounds.nodes = first_nodes * static_cast<std::uint64_t>(board_.cells) << std::min(turns_, most_doublings);
    bounds.solutions = 1;
    std::optional<Grid> grid;
    if (!engine_) engine_.emplace(puzzle_.geometry);
    const auto visit = [&](std::span<const Digit> digits) {
        grid.emplace(digits.begin(), digits.end());
        return true;
    };
    const auto outcome = engine_->search(puzzle_, bounds, visit, {.seed = turns_});
    is_none_ = !grid && outcome.ended == StopReason::exhausted;
    return grid;
}

void FirstCompletion::seek(std::span<const DigitBits> masks, Bounds bounds) {
    if (found_ || is_none_) return;
    Budget budget(bounds);
    std::optional<Grid> grid = search(masks, bounds);
    ++turns_;
    if (!grid) return;
    Chains(board_, value_).improve(masks, *grid, budget);
    std::int64_t score = 0;
    for (Cell cell = 0; cell < grid->size(); ++cell) score += value_(cell, (*grid)[cell]);
    found_ = ScoredGrid{score, std::move(*grid)};
}

}  // namespace quadrille::target
