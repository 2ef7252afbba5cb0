// Branch and bound on the template bound.
//
// The idea. A node is a set of candidates with prices of its own. Its bound is tightened by moving the prices
// (tighten.cpp) until it falls below what is required or gains too little. Then every candidate whose loss
// exceeds the slack goes, singles follow, what templates are left is narrowed likewise (path_bound.cpp), and
// the node branches on the cell with the least to try, the digit that loses least first.
//
//      bound  |-------------------------.  best + slack      masks   cell 0: 1 . . 4 . . . 8 .
//             |   loss of a candidate   |                            cell 1: . 2 . . . . . . .    one word a
//             |                         |                            cell
//   required  |-------------------------'  what must go      price   cell 0: -13, cell 1: 208, ...
//
// Where the chosen templates use each cell once they are a completion that attains the bound: the node is
// closed with it, if the scaled values are exact.
// A cell counts by how far the bound is likely to fall in each of its trials: the loss, and what it fell
// beyond the loss when that digit was put there before (falls.hpp). Invariant: no completion of interest
// scores above its node's score_at_most(bound); a removed candidate is in none. A checked build holds
// both, at every node, against the best completion found before or later. Cost: 9 to 12 evaluations a node
// and one set of losses. Source: Land and Doig, 1960 (branch and bound); Held and Karp, 1970 (losses against
// the slack); Benichou and others, 1971 (pseudo-costs). Tried and lost: the node of the highest bound first
// (16x16 rings with 64 clues: no completion in the time that depth first takes to prove one, for many have a
// bound between two scores); cells by fewest candidates alone; branching on where a digit goes in a region
// (the templates know that already, which digit a cell holds they do not: a third more nodes on 9x9 tables);
// several rounds of removal before each evaluation.
#include "target/search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace quadrille::target {

namespace {

/// What is required when nothing more can be of interest: no bound reaches it, the search runs out.
constexpr std::int64_t unattainable = std::numeric_limits<std::int64_t>::max() / 2;

}  // namespace

Search::Search(const Board& board, const ScaledObjective& scaled, TemplateBound& bound, Means means)
    : board_(board),
      scaled_(scaled),
      budget_(means.budget),
      value_(std::move(means.value)),
      tightener_(board, scaled, bound, means.budget),
      propagator_(board),
      finder_(board),
      worth_(bound.worth()),
      span_(bound.range().span),
      falls_(static_cast<std::size_t>(board.cells * board.lanes)),
      grid_(static_cast<std::size_t>(board.cells), 0)
#ifdef QUADRILLE_CHECKED
      ,
      witness_(scaled)
#endif
{
}

Search::Level& Search::level_at(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    return *levels_[depth];
}

/// Removes what is in no completion of interest. False: nothing is left of some cell.
bool Search::remove_beyond(Node& node) {
    const std::vector<DigitBits>& beyond = tightener_.find_beyond(node, required_);
    for (int cell = 0; cell < board_.cells; ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        const DigitBits gone = node.masks[c] & beyond[c];
        if (gone == 0) continue;
        node.masks[c] ^= gone;
        propagator_.mark(cell);
        if (node.masks[c] == 0) {
            propagator_.forget();
            return false;
        }
    }
    return propagator_.run(node.masks.data());
}

/// False: nothing that is still of interest is left in the node.
bool Search::reduce(Node& node, bool is_tight) {
#ifdef QUADRILLE_CHECKED
    Witness::Claim claim{node.masks, {}, 0, 0};
#endif
    bool is_left = true;
    if (is_tight) {
        tightener_.load(node);
    } else {
        tightener_.tighten(node, required_);
        if (node.bound >= required_ && tightener_.has_completion()) is_left = !close_by_templates();
        // Closing may have raised what is required.
    }
    is_left = is_left && node.bound >= required_ && remove_beyond(node);
#ifdef QUADRILLE_CHECKED
    if (is_left) claim.after = node.masks;
    claim.bound = node.bound;
    claim.required = required_;
    witness_.see(std::move(claim));
#endif
    return is_left;
}

/// The same, and learns how far the bound fell.
bool Search::reduce_child(Node& node) {
    const bool is_left = reduce(node, false);
    // Where a digit has no template left the bound falls without end.
    const std::int64_t fall =
        std::clamp<std::int64_t>(entered_ - node.bound, 0, static_cast<std::int64_t>(span_));
    falls_.learn(entered_by_, static_cast<float>(fall));
    return is_left;
}

bool Search::is_completion(const DigitBits* masks) const {
    for (int cell = 0; cell < board_.cells; ++cell) {
        if (!is_single(masks[cell])) return false;
    }
    return true;
}

void Search::collect(const Grid& grid) {
    std::int64_t score = 0;
    for (Cell cell = 0; cell < grid.size(); ++cell) score += value_(cell, grid[cell]);
#ifdef QUADRILLE_CHECKED
    witness_.find(grid, score);
#endif
    if (score < run_.cutoff) return;
    run_.cutoff = (*collect_)(grid, score);
    if (!run_.keep_limit) run_.node_limit = 0;  // with something found the run goes to its end
    required_ = run_.cutoff > run_.ceiling ? unattainable : scaled_.required(run_.cutoff);
}

/// True if the completion that the chosen templates are is the best of its node, and has been collected.
bool Search::close_by_templates() {
    if (run_.every || !tightener_.read_completion(grid_)) return false;
    collect(grid_);
    return scaled_.exact();
}

/// The cell whose candidates are the least to try, each counted by how large a tree it is likely to leave: by
/// how far the bound is likely to fall, on large boards as a share of the slack.
int Search::choose(const Node& node) const {
    const auto slack = static_cast<float>(node.bound - required_ + 1);
    const float unit = board_.is_large() ? 1 / slack : 1 / (6 * span_);
    constexpr float least_share = 0.2f;  // so that many poor candidates still count as many
    const auto weigh = [&](int cell, int digit) {
        const float fall = tightener_.telling_loss(cell, digit) + falls_.expected(index_of(cell, digit));
        const float left = std::max(0.0f, 1 - unit * fall);
        const float square = left * left;
        return board_.is_large() ? least_share + square * left : square * square * square * square;
    };
    float least = std::numeric_limits<float>::max();
    int chosen = -1;
    for (int cell = 0; cell < board_.cells; ++cell) {
        const DigitBits mask = node.masks[static_cast<std::size_t>(cell)];
        if (is_single(mask)) continue;
        float weight = 0;
        for (DigitBits rest = mask; rest != 0; rest &= rest - 1)
            weight += weigh(cell, std::countr_zero(rest));
        if (weight >= least) continue;
        least = weight;
        chosen = cell;
    }
    return chosen;
}

/// The templates of a node as paths, where they are few.
void Search::find_paths(Node& node) {
    if (node.paths != nullptr || worth_ == 0) return;
    std::size_t candidates = 0;
    for (const DigitBits mask : node.masks)
        candidates += static_cast<std::size_t>(count_up_to(mask, board_.side));
    if (10 * candidates > 9 * dear_candidates_) return;
    if (find_paths(node.masks, wider_)) node.paths = &wider_;
    else dear_candidates_ = candidates;
}

/// The node's paths become its own, less those that are not of interest. False: nothing of interest is left.
bool Search::narrow_paths(Node& node, Paths& own) {
    if (node.paths == nullptr) {
        find_paths(node);
        if (node.paths == nullptr) return true;
        tightener_.load(node);
    }
    masks_ = node.masks;
    const bool is_left = tightener_.narrow_paths(node, required_, own) && propagate_changes(node);
#ifdef QUADRILLE_CHECKED
    witness_.see({masks_, is_left ? node.masks : std::vector<DigitBits>{}, node.bound, required_});
#endif
    return is_left;
}

/// After candidates have gone from masks_. False: nothing is left of some cell.
bool Search::propagate_changes(Node& node) {
    for (int cell = 0; cell < board_.cells; ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        if (node.masks[c] == masks_[c]) continue;
        propagator_.mark(cell);
        if (node.masks[c] != 0) continue;
        propagator_.forget();
        return false;
    }
    return propagator_.run(node.masks.data());
}

/// The candidates of the cell, those that lose least first.
void Search::list_trials(int cell, Level& level) const {
    level.trials.clear();
    for (DigitBits rest = level.node.masks[static_cast<std::size_t>(cell)]; rest != 0; rest &= rest - 1) {
        const int digit = std::countr_zero(rest);
        level.trials.push_back({cell, digit, tightener_.loss(cell, digit)});
    }
    std::sort(level.trials.begin(), level.trials.end(), [](const Trial& a, const Trial& b) {
        return a.loss != b.loss ? a.loss < b.loss : a.digit < b.digit;
    });
}

void Search::collect_completion(const Node& node) {
    for (std::size_t cell = 0; cell < grid_.size(); ++cell) {
        grid_[cell] = static_cast<Digit>(std::countr_zero(node.masks[cell]) + 1);
    }
    collect(grid_);
}

bool Search::may_enter() {
    if (run_.node_limit != 0 && run_nodes_ == run_.node_limit) {
        end_ = RunEnd::gave_up;
        return false;
    }
    if (!budget_.enter_node()) {
        end_ = RunEnd::stopped;
        return false;
    }
    ++run_nodes_;
    if (at_node) at_node();
    return true;
}

/// level_at(depth) holds candidates after propagation.
void Search::visit(std::size_t depth) {
    if (!may_enter()) return;
    Level& level = level_at(depth);
    Node& node = level.node;
    if (!is_completion(node.masks.data())) {
        find_paths(node);
        const bool is_left = depth == 0 ? reduce(node, run_.is_tight) : reduce_child(node);
        if (!is_left) return;
    }
    if (is_completion(node.masks.data())) return collect_completion(node);
    if (!narrow_paths(node, level.paths)) return;
    if (is_completion(node.masks.data())) return collect_completion(node);
    list_trials(choose(node), level);
    descend(depth);
}

/// Tries what is listed at this depth, one after the other.
void Search::descend(std::size_t depth) {
    const Level& level = level_at(depth);
    Node& child = level_at(depth + 1).node;
    for (std::size_t i = 0; i < level.trials.size(); ++i) {
        const auto [cell, digit, loss] = level.trials[i];
        entered_ = level.node.bound - loss;
        if (entered_ < required_) return;
        const bool is_last = i + 1 == level.trials.size();
        open_.resize(depth + 1);
        open_[depth] = is_last ? required_ - 1 : level.node.bound - level.trials[i + 1].loss;
        child = level.node;
        child.masks[static_cast<std::size_t>(cell)] = DigitBits{1} << digit;
        propagator_.mark(cell);
        entered_by_ = index_of(cell, digit);
        if (propagator_.run(child.masks.data())) visit(depth + 1);
        if (end_ != RunEnd::exhausted) return;
    }
}

std::int64_t Search::open_bound() const {
    std::int64_t bound = entered_;
    for (const std::int64_t later : open_) bound = std::max(bound, later);
    return bound;
}

void Search::begin(const Run& run, const Collector& collect) {
    run_ = run;
    collect_ = &collect;
    required_ = scaled_.required(run.cutoff);
    run_nodes_ = 0;
    dear_candidates_ = std::numeric_limits<std::size_t>::max() / 10;
    end_ = RunEnd::exhausted;
}

RunEnd Search::run(const Node& root, const Run& run, const Collector& collect) {
    begin(run, collect);
    tightener_.note_shares(false);
    level_at(0).node = root;
    open_.clear();
    entered_ = root.bound;
    visit(0);
    return end_;
}

}  // namespace quadrille::target
