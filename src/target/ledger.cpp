#include "target/ledger.hpp"

#include <algorithm>

namespace quadrille::target {

void Ledger::keep(std::span<const Digit> grid, std::int64_t score, std::uint64_t most) {
    ScoredGrid entry{score, Grid(grid.begin(), grid.end())};
    const auto place = std::upper_bound(answer.grids.begin(), answer.grids.end(), entry,
                                        [](const ScoredGrid& a, const ScoredGrid& b) {
                                            return a.score != b.score ? a.score > b.score : a.grid < b.grid;
                                        });
    answer.grids.insert(place, std::move(entry));
    if (answer.grids.size() > most) answer.grids.pop_back();
}

TargetAnswer Ledger::finish(std::int64_t bound) {
    answer.bound = sign_ * bound;
    for (ScoredGrid& entry : answer.grids) {
        require(!verify(puzzle_, entry.grid), "optimise: a grid that does not complete the puzzle");
        require(score(entry.grid) == entry.score, "optimise: a wrong score");
        entry.score *= sign_;
    }
    return std::move(answer);
}

}  // namespace quadrille::target
