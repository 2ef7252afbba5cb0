// Dives: straight down to a good completion, with hardly a way back.
//
// The idea. While prices move, the templates chosen differ from one evaluation to the next; how often each
// candidate was among them of late comes close to its value in the linear relaxation. Cells of which one
// digit has nearly all are set at once, all of them; then the bound is tightened anew, and so on.
//
//      share   cell 0: .02 .97 .01   set     what the bound then refutes: undo, set the first alone;
//              cell 1: .40 .15 .45   left    where that is refuted too, its candidate goes
//
// Invariant: a dive that finds nothing says nothing of the rest of the board. Cost: 5 to 40 nodes.
// Source: Barahona and Anbil, 2000 (the volume algorithm). Tried and lost: trials of the search in the order
// of shares (no fewer nodes); dives before refutations are dear; more dives after one that finds nothing;
// setting free what the shares leave open in the best completion (it ends a few points below the best).
#include <algorithm>
#include <bit>

#include "target/search.hpp"

namespace quadrille::target {

/// For each open cell the candidate of the largest share, the largest first.
std::vector<Search::Wish> Search::wishes_of(const Node& node) const {
    std::vector<Wish> wishes;
    for (int cell = 0; cell < board_.cells; ++cell) {
        const DigitBits mask = node.masks[static_cast<std::size_t>(cell)];
        if (is_single(mask)) continue;
        Wish wish{-1, cell, 0};
        for (DigitBits rest = mask; rest != 0; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            const float share = tightener_.shares()[index_of(cell, digit)];
            if (share > wish.share) wish = {share, cell, digit};
        }
        wishes.push_back(wish);
    }
    std::sort(wishes.begin(), wishes.end(), [](const Wish& a, const Wish& b) {
        return a.share != b.share ? a.share > b.share : a.cell < b.cell;
    });
    return wishes;
}

/// Sets the first, and those of at least this share as far as the others leave them. Returns how many; 0
/// where they contradict each other.
std::size_t Search::grant(std::span<const Wish> wishes, float least, Node& node) {
    std::size_t granted = 0;
    for (const auto& [share, cell, digit] : wishes) {
        if (granted > 0 && share < least) break;
        DigitBits& mask = node.masks[static_cast<std::size_t>(cell)];
        if (is_single(mask) || (mask >> digit & 1) == 0) continue;
        mask = DigitBits{1} << digit;
        propagator_.mark(cell);
        if (!propagator_.run(node.masks.data())) return 0;
        ++granted;
    }
    return granted;
}

/// False: nothing is left without it.
bool Search::remove(const Wish& wish, Node& node) {
    DigitBits& mask = node.masks[static_cast<std::size_t>(wish.cell)];
    mask &= ~(DigitBits{1} << wish.digit);
    propagator_.mark(wish.cell);
    return propagator_.run(node.masks.data());
}

/// False: the dive ends above this node, or at a completion.
bool Search::reach(Node& node, Paths& own) {
    if (!may_enter()) return false;
    if (!is_completion(node.masks.data())) {
        find_paths(node);
        if (!reduce(node, false) || !narrow_paths(node, own)) return false;
    }
    if (!is_completion(node.masks.data())) return true;
    collect_completion(node);
    return false;
}

bool Search::dive(const Node& root, const Course& course, const Run& run, const Collector& collect) {
    constexpr int most_faults = 8;
    begin(run, collect);
    Node& node = level_at(0).node;
    Node& child = level_at(1).node;
    node = root;
    tightener_.load(node);
    tightener_.set_shares(course.shares);
    tightener_.note_shares(true);
    if (!remove_beyond(node)) return false;
    if (!narrow_paths(node, level_at(0).paths)) return false;
    float least = course.bold;
    std::size_t step = 1;
    for (int faults = 0; faults < most_faults && end_ == RunEnd::exhausted;) {
        const std::vector<float> shares = tightener_.shares();
        const std::vector<Wish> wishes = wishes_of(node);
        if (wishes.empty()) {
            collect_completion(node);
            return run_.cutoff != run.cutoff;
        }
        child = node;
        const std::size_t granted = grant(wishes, least, child);
        const bool is_below = granted > 0 && reach(child, level_at(step).paths);
        if (run_.cutoff != run.cutoff) return true;
        if (is_below) {
            std::swap(node, child);
            ++step;
            least = course.bold;
            continue;
        }
        ++faults;
        tightener_.set_shares(shares);
        const bool was_alone = granted == 1 || least > 1;
        least = was_alone ? course.bold : 2;
        if (was_alone && !remove(wishes.front(), node)) return false;
    }
    return false;
}

}  // namespace quadrille::target
