#include "target/witness.hpp"

namespace quadrille::target {

namespace {

constexpr std::size_t most_words = std::size_t{1} << 22;

bool holds(const std::vector<DigitBits>& masks, const Grid& grid) {
    if (masks.empty()) return false;
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        if ((masks[cell] >> (grid[cell] - 1) & 1) == 0) return false;
    }
    return true;
}

}  // namespace

void Witness::check(const Claim& claim) const {
    const std::int64_t reached = scaled_.required(best_->score);
    if (reached < claim.required || !holds(claim.before, best_->grid)) return;
    require(claim.bound >= reached, "target: a bound below a completion");
    require(holds(claim.after, best_->grid), "target: a completion lost");
}

void Witness::see(Claim claim) {
    if (best_) check(claim);
    const std::size_t words = 2 * claim.before.size();
    if (claims_.size() * words < most_words) claims_.push_back(std::move(claim));
}

void Witness::find(std::span<const Digit> grid, std::int64_t score) {
    if (best_ && best_->score >= score) return;
    best_ = ScoredGrid{score, Grid(grid.begin(), grid.end())};
    for (const Claim& claim : claims_) check(claim);
}

}  // namespace quadrille::target
