// Where few candidates are left, all completions are sooner listed than bounded.
//
// The idea. A bound costs dozens of evaluations before the first branching; a board with a handful of open
// cells has fewer nodes than that. So it is walked at once: the open cell with the fewest candidates, each of
// them in turn, singles after each.
//
//      level 0   1 . 3 | . . 6      masks after propagation, one copy a level;
//      level 1   1 2 3 | . . 6      a level is written anew for each candidate tried
//
// Invariant: a level's masks hold every completion of the one above with the digits chosen since.
// Cost: exponential; hence the limit on nodes, after which the bound takes over. Source: folklore.
#include "target/listing.hpp"

#include <bit>

namespace quadrille::target {

bool has_few_candidates(std::span<const DigitBits> masks, int most) {
    for (const DigitBits mask : masks) {
        if (!is_single(mask)) most -= count_up_to(mask, most);
        if (most < 0) return false;
    }
    return true;
}

void Listing::complete(const std::vector<DigitBits>& masks) {
    for (std::size_t cell = 0; cell < grid_.size(); ++cell) {
        grid_[cell] = static_cast<Digit>(std::countr_zero(masks[cell]) + 1);
    }
    if (!(*visit_)(grid_)) end_ = ListingEnd::gave_up;
}

void Listing::descend(std::size_t depth) {
    if (nodes_left_-- == 0) {
        end_ = ListingEnd::gave_up;
        return;
    }
    if (!budget_.enter_node()) {
        end_ = ListingEnd::stopped;
        return;
    }
    if (depth + 1 == levels_.size()) levels_.push_back(std::make_unique<std::vector<DigitBits>>());
    const std::vector<DigitBits>& masks = *levels_[depth];
    int fewest = board_.side + 1;
    std::size_t chosen = 0;
    for (std::size_t cell = 0; cell < masks.size() && fewest > 2; ++cell) {
        if (is_single(masks[cell])) continue;
        const int count = count_up_to(masks[cell], fewest);
        if (count < fewest) fewest = count, chosen = cell;
    }
    if (fewest > board_.side) return complete(masks);
    for (DigitBits left = masks[chosen]; left != 0 && end_ == ListingEnd::complete; left &= left - 1) {
        std::vector<DigitBits>& next = *levels_[depth + 1];
        next = masks;
        next[chosen] = left & (0 - left);
        propagator_.mark(static_cast<int>(chosen));
        if (propagator_.run(next.data())) descend(depth + 1);
    }
}

ListingEnd Listing::run(const std::vector<DigitBits>& masks, const CompletionVisitor& visit) {
    visit_ = &visit;
    end_ = ListingEnd::complete;
    levels_.clear();
    levels_.push_back(std::make_unique<std::vector<DigitBits>>(masks));
    descend(0);
    return end_;
}

}  // namespace quadrille::target
