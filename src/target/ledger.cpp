#include "target/ledger.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille {

double gap_between(std::optional<std::int64_t> best, std::int64_t bound) {
    if (!best) return 1;
    return std::abs(static_cast<double>(bound - *best)) / std::max(1.0, std::abs(static_cast<double>(*best)));
}

}  // namespace quadrille

namespace quadrille::target {

namespace {

bool stands_before(const ScoredGrid& a, const ScoredGrid& b) {
    return a.score != b.score ? a.score > b.score : a.grid < b.grid;
}

}  // namespace

void Ledger::keep(std::span<const Digit> grid, std::int64_t score, std::uint64_t most) {
    ScoredGrid entry{score, Grid(grid.begin(), grid.end())};
    const auto place = std::upper_bound(answer.grids.begin(), answer.grids.end(), entry, stands_before);
    answer.grids.insert(place, std::move(entry));
    if (answer.grids.size() > most) answer.grids.pop_back();
}

void Ledger::count(std::span<const Digit> grid, std::int64_t score, std::uint64_t most) {
    is_heap_ = true;
    ++answer.count;
    answer.grids.push_back({score, Grid(grid.begin(), grid.end())});
    std::push_heap(answer.grids.begin(), answer.grids.end(), stands_before);
    if (answer.grids.size() <= most) return;
    std::pop_heap(answer.grids.begin(), answer.grids.end(), stands_before);
    answer.grids.pop_back();
}

TargetAnswer Ledger::finish(std::int64_t bound) {
    answer.bound = sign_ * bound;
    if (is_heap_) std::sort_heap(answer.grids.begin(), answer.grids.end(), stands_before);
    for (ScoredGrid& entry : answer.grids) {
        require(!verify(puzzle_, entry.grid), "optimise: a grid that does not complete the puzzle");
        require(score(entry.grid) == entry.score, "optimise: a wrong score");
        entry.score *= sign_;
    }
    return std::move(answer);
}

}  // namespace quadrille::target
