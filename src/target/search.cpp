// Branch and bound on the template bound.
//
// The idea. A node is a set of candidates with prices of its own. Its bound is tightened by moving the prices
// (cells that the chosen templates use twice become dearer, unused ones cheaper) until it falls below what is
// required or gains too little. Then every candidate whose loss exceeds the slack goes, singles follow, and
// the node branches on the cell with the least to try, the digit that loses least first.
//
//      bound  |-------------------------.  best + slack      masks   cell 0: 1 . . 4 . . . 8 .
//             |   loss of a candidate   |                            cell 1: . 2 . . . . . . .    one word a
//             cell
//   required  |-------------------------'  what must go      price   cell 0: -13, cell 1: 208, ...
//             |
//
// Where the chosen templates use each cell once they are a completion that attains the bound: the node is
// closed with it, if the scaled values are exact. Prices move in fractions and are rounded for the kernels:
// near the best prices a whole step of 16-bit numbers is too long, and the bound stayed two points too high
// on the empty 16x16 board.
// Invariant: no completion of a node scores above score_at_most(node.bound), whatever the prices; a removed
// candidate is in no completion of interest. A checked build holds every bound against the best completion
// seen. Cost: 10 to 30 evaluations a node (0.5 us each on 9x9, 30 us on 16x16), one set of losses a round.
// Source: Held and Karp, 1970 (prices by subgradient); Polyak, 1969 (the step from the distance to a target).
// Tried and lost: steps without momentum (twice the nodes on 16x16), a fixed number of evaluations a node,
// cells by fewest candidates alone, several rounds of removal before each evaluation, values scaled to 8000
// (where few candidates are left, sums then leave the 16 bits), steps back from a bad trial on large boards.
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
      bound_(bound),
      budget_(means.budget),
      value_(std::move(means.value)),
      propagator_(board),
      live_(scaled.values(), scaled.values() + board.cells * board.lanes),
      live_masks_(static_cast<std::size_t>(board.cells), board.all),
      price_(static_cast<std::size_t>(bound.prices()), 0),
      exact_(price_.size(), 0),
      momentum_(price_.size(), 0),
      beyond_(static_cast<std::size_t>(board.cells), 0),
      grid_(static_cast<std::size_t>(board.cells), 0) {}

Node& Search::node_at(std::size_t depth) {
    while (nodes_.size() <= depth) nodes_.push_back(std::make_unique<Node>());
    return *nodes_[depth];
}

void Search::synchronise(const Node& node) {
    for (int cell = 0; cell < board_.cells; ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        const DigitBits mask = node.masks[c];
        DigitBits changed = live_masks_[c] ^ mask;
        if (changed == 0) continue;
        live_masks_[c] = mask;
        for (; changed != 0; changed &= changed - 1) {
            const int digit = std::countr_zero(changed);
            const auto at = static_cast<std::size_t>(cell * board_.lanes + digit);
            live_[at] = (mask >> digit & 1) != 0 ? scaled_.values()[at] : dead;
        }
    }
}

void Search::move_prices(double step, double memory) {
    const auto whole = static_cast<float>(step);
    const auto kept = static_cast<float>(memory);
    const float highest = bound_.range().price;
    const std::int16_t* cover = bound_.cover();
    const int prices = bound_.prices();
    const int equal = bound_.first_bounded_price();
    std::int16_t* price = price_.data();
    float* exact = exact_.data();
    float* momentum = momentum_.data();
    for (int i = 0; i < prices; ++i) {
        momentum[i] = whole * static_cast<float>(cover[i] - 1) + kept * momentum[i];
        const float lowest = i < equal ? -highest : 0;
        exact[i] = std::min(std::max(exact[i] + momentum[i], lowest), highest);
        price[i] = static_cast<std::int16_t>(static_cast<int>(exact[i] + 32768.5f) - 32768);  // to nearest
    }
}

namespace {
/// How far the chosen templates are from using each cell once.
int conflict(const TemplateBound& bound, const std::int16_t* price) {
    const std::int16_t* cover = bound.cover();
    const int equal = bound.first_bounded_price();
    int sum = 0;
    for (int i = 0; i < equal; ++i) sum += (cover[i] - 1) * (cover[i] - 1);
    for (int i = equal; i < bound.prices(); ++i) {
        if (cover[i] > 1 || price[i] > 0) sum += (cover[i] - 1) * (cover[i] - 1);
    }
    return sum;
}
}  // namespace

/// Prices under trial are the node's; nothing has moved them yet.
void Search::begin_moves(Node& node) {
    price_ = node.price;
    std::copy(price_.begin(), price_.end(), exact_.begin());
    std::fill(momentum_.begin(), momentum_.end(), 0.0f);
    node.bound = std::numeric_limits<std::int64_t>::max();
}

/// Evaluates the prices under trial. True if they are the best of this node so far, which it then keeps.
bool Search::evaluate(Node& node) {
    trial_bound_ = bound_.evaluate(live_.data(), price_.data());
    ++evaluations_;
    conflict_ = conflict(bound_, price_.data());
    at_best_ = trial_bound_ < node.bound;
    if (at_best_) {
        node.bound = trial_bound_;
        node.price = price_;
    }
    check_bound(node);
    return at_best_;
}

/// Only in a checked build: the best completion seen, where it completes this node too, is within its bound.
void Search::check_bound([[maybe_unused]] const Node& node) const {
#ifdef QUADRILLE_CHECKED
    if (!witness_) return;
    for (std::size_t cell = 0; cell < witness_->grid.size(); ++cell) {
        if ((node.masks[cell] >> (witness_->grid[cell] - 1) & 1) == 0) return;
    }
    require(node.bound >= scaled_.required(witness_->score), "target: a bound below a completion");
#endif
}

/// Evaluations of large boards take long enough to look at the clock between them.
bool Search::may_go_on(int trial) { return (trial % 16 != 15 && board_.cells <= 256) || budget_.poll(); }

namespace {

/// Evaluations between two looks at what they gained.
constexpr int look_every = 4;

}  // namespace

/// Prices of 0 are tried first, for weights that decide little. On large boards the moves then begin from
/// uneven prices, so that templates of equal value do not all stay equal.
void Search::tighten_root(Node& node) {
    synchronise(node);
    begin_moves(node);
    if (board_.is_large()) {
        evaluate(node);
        for (std::uint32_t cell = 0; cell < node.masks.size(); ++cell) {
            price_[cell] = static_cast<std::int16_t>((cell * 2654435761u >> 16) % 20);
            exact_[cell] = price_[cell];
        }
    }
    descend(node, board_.is_large() ? Pace{2, 0.7, 4, 500, 0.9, 0.1} : Pace{30, 0.7, 2, 80, 0.7, 6});
}

void Search::tighten_root_finely(Node& node) {
    synchronise(node);
    begin_moves(node);
    descend(node, {1, 0.9, 5, 2000, 0.9, 0.03});
}

/// Moves the prices in steps that shrink, as long as they gain.
void Search::descend(Node& node, const Pace& pace) {
    const double unit = bound_.range().span / 1000.0;
    int stalls = 0;
    double step = pace.first * unit;
    std::int64_t before = node.bound;
    for (int trial = 0; trial < pace.most; ++trial) {
        if (evaluate(node)) {
            stalls = 0;
        } else if (++stalls == pace.stalls) {
            step *= pace.shrink;
            stalls = 0;
        }
        if (conflict_ == 0 || !may_go_on(trial)) return;
        if (trial % 10 == 9) {
            const double little = 8 * unit;
            if (step < pace.settled * unit && static_cast<double>(before - node.bound) < little) return;
            before = node.bound;
        }
        // What the last trial lost is a sign of how far off it went: step back by as much.
        move_prices(
            step + (board_.is_large() ? 0 : static_cast<double>(trial_bound_ - node.bound) / conflict_),
            pace.memory);
    }
}

void Search::tighten(Node& node) {
    synchronise(node);
    begin_moves(node);
    int stalls = 0;
    double eager = 0.8;
    std::int64_t before = 0;
    for (int trial = 0;; ++trial) {
        if (evaluate(node)) {
            stalls = 0;
        } else if (++stalls == 2) {
            eager *= 0.6;
            stalls = 0;
        }
        if (node.bound < required_ || conflict_ == 0 || !may_go_on(trial)) return;
        if (trial == 0) before = node.bound;
        if (trial % look_every == look_every - 1) {
            constexpr int horizon = 4;
            constexpr int most = 100;
            if ((before - node.bound) * horizon < node.bound - required_ || trial + 1 >= most) return;
            before = node.bound;
        }
        const double beyond = bound_.range().span / 20.0;  // the target lies a little below what is required
        move_prices(eager * (static_cast<double>(trial_bound_ - required_) + beyond) / conflict_, 0.5);
    }
}

int Search::remove_beyond(Node& node) {
    if (!at_best_) {
        price_ = node.price;
        bound_.evaluate(live_.data(), price_.data());
        ++evaluations_;
        at_best_ = true;
    }
    bound_.find_losses();
    cells_beyond(board_, bound_.losses(),
                 static_cast<int>(std::min<std::int64_t>(node.bound - required_, 32767)), beyond_.data());
    int removed = 0;
    for (int cell = 0; cell < board_.cells; ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        const DigitBits gone = node.masks[c] & beyond_[c];
        if (gone == 0) continue;
        ++removed;
        node.masks[c] ^= gone;
        if (node.masks[c] == 0) return -1;
        propagator_.mark(cell);
    }
    return removed;
}

bool Search::reduce(Node& node, bool is_tight) {
    for (int round = 0;; ++round) {
        if (!is_tight || round > 0) {
            tighten(node);
            if (node.bound < required_) return false;
            if (conflict_ == 0 && close_by_templates()) return false;
            if (node.bound < required_) return false;  // closing may have raised what is required
        }
        const int removed = remove_beyond(node);
        if (removed < 0) {
            propagator_.forget();
            return false;
        }
        if (!propagator_.run(node.masks.data())) return false;
        if (removed == 0 || round == 1 || is_completion(node.masks.data())) return true;
    }
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
    if (score < run_.cutoff) return;
    run_.cutoff = (*collect_)(grid, score);
    if (!run_.keep_limit) run_.node_limit = 0;  // with something found the run goes to its end
#ifdef QUADRILLE_CHECKED
    if (!witness_ || witness_->score < score) witness_ = ScoredGrid{score, grid};
#endif
    required_ = run_.cutoff > run_.ceiling ? unattainable : scaled_.required(run_.cutoff);
}

bool Search::close_by_templates() {
    if (run_.every) return false;
    std::vector<std::uint16_t> cells(static_cast<std::size_t>(board_.side));
    for (int digit = 0; digit < board_.side; ++digit) {
        bound_.chosen(digit, cells.data());
        for (const std::uint16_t cell : cells) {
            if ((live_masks_[cell] >> digit & 1) == 0) return false;
            grid_[cell] = static_cast<Digit>(digit + 1);
        }
    }
    collect(grid_);
    return scaled_.exact();
}

/// The cell whose candidates are the least to try, each counted by how much of the slack it leaves.
Search::Choice Search::choose(const Node& node) const {
    Choice choice{-1, {}};
    const std::int16_t* losses = bound_.losses();
    const double slack = static_cast<double>(node.bound - required_ + 1);
    constexpr double least_share = 0.2;  // so that many poor candidates still count as many
    double least = std::numeric_limits<double>::max();
    for (int cell = 0; cell < board_.cells; ++cell) {
        const DigitBits mask = node.masks[static_cast<std::size_t>(cell)];
        if (is_single(mask)) continue;
        double weight = 0;
        for (DigitBits rest = mask; rest != 0; rest &= rest - 1) {
            const double left = 1 - losses[cell * board_.lanes + std::countr_zero(rest)] / slack;
            const double share = left > 0 ? left * left * left : 0;
            weight += board_.is_large() ? least_share + share : 1 - (1 - left) * 1e-3;
        }
        if (weight >= least) continue;
        least = weight;
        choice.cell = cell;
    }
    const auto loss = [&](int digit) { return losses[choice.cell * board_.lanes + digit]; };
    for (DigitBits rest = node.masks[static_cast<std::size_t>(choice.cell)]; rest != 0; rest &= rest - 1) {
        choice.digits.push_back({std::countr_zero(rest), loss(std::countr_zero(rest))});
    }
    std::stable_sort(choice.digits.begin(), choice.digits.end(),
                     [](const auto& a, const auto& b) { return a.loss < b.loss; });
    return choice;
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

/// node_at(depth) holds candidates after propagation.
void Search::visit(std::size_t depth) {
    if (!may_enter()) return;
    Node& node = node_at(depth);
    if (!is_completion(node.masks.data())) {
        if (!reduce(node, depth == 0 && run_.is_tight)) return;
    }
    if (is_completion(node.masks.data())) {
        for (std::size_t cell = 0; cell < grid_.size(); ++cell) {
            grid_[cell] = static_cast<Digit>(std::countr_zero(node.masks[cell]) + 1);
        }
        collect(grid_);
        return;
    }
    const Choice choice = choose(node);
    const auto cell = static_cast<std::size_t>(choice.cell);
    open_.resize(depth + 1);
    for (std::size_t i = 0; i < choice.digits.size(); ++i) {
        const auto [digit, loss] = choice.digits[i];
        entered_ = node.bound - loss;
        if (entered_ < required_) return;
        open_.resize(depth + 1);
        open_[depth] = i + 1 < choice.digits.size() ? node.bound - choice.digits[i + 1].loss : required_ - 1;
        Node& child = node_at(depth + 1);
        child = node;
        child.masks[cell] = DigitBits{1} << digit;
        propagator_.mark(choice.cell);
        if (propagator_.run(child.masks.data())) visit(depth + 1);
        if (end_ != RunEnd::exhausted) return;
    }
}

std::int64_t Search::open_bound() const {
    std::int64_t bound = entered_;
    for (const std::int64_t later : open_) bound = std::max(bound, later);
    return bound;
}

RunEnd Search::run(const Node& root, const Run& run, const Collector& collect) {
    run_ = run;
    collect_ = &collect;
    required_ = scaled_.required(run.cutoff);
    run_nodes_ = 0;
    end_ = RunEnd::exhausted;
    node_at(0) = root;
    open_.clear();
    entered_ = root.bound;
    synchronise(root);
    at_best_ = false;
    visit(0);
    return end_;
}

}  // namespace quadrille::target
