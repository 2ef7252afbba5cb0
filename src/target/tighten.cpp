// The prices of one node, moved until its bound is low.
//
// The idea. The bound of a node is convex in the prices, and the templates chosen at some prices tell the way
// down: cells that they use twice become dearer, unused ones cheaper. How far to go follows from how much of
// the bound is above what is required; half of the last move is made again.
//
//      bound  |\                            price   cell 0: -13, cell 1: 208, ...   moved in fractions,
//             | \_/\                        cover   cell 0: 1, cell 1: 2, ...      rounded for the kernel
//             |     \___/\_____ best so far
//   required  |------------------------
//              looks every few evaluations: is what they gained a fair part of what is left?
//
// Prices move in fractions: near the best prices a whole step of 16-bit numbers is too long, and the bound
// stayed two points too high on the empty 16x16 board.
// Invariant: no completion of a node scores above its bound, whatever the prices.
// Cost: 9 to 12 evaluations a node (0.4 us each on 9x9, 40 us on 16x16).
// Source: Held and Karp, 1970 (prices by subgradient); Polyak, 1969 (the step from the distance to a target).
// Tried and lost: moves without momentum (twice the nodes on 16x16), a fixed number of evaluations a node,
// values scaled to 8000 (where few candidates are left, sums then leave the 16 bits), steps back from a bad
// trial on large boards, a second round of evaluations after the removal of candidates (a fifth fewer nodes,
// but a third more evaluations on 9x9 tables, three quarters more on 16x16); on 16x16 a first look
// after seven evaluations (30 boards of rings with 64 clues: three times the nodes a proof, 1.7 times the
// evaluations; after eleven each further look pays after four), on 9x9 after eight (classic boards: a tenth
// more evaluations).
#include "target/tighten.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace quadrille::target {

Tightener::Tightener(const Board& board, const ScaledObjective& scaled, TemplateBound& bound, Budget& budget)
    : board_(board),
      scaled_(scaled),
      dense_(bound),
      bound_(&bound),
      budget_(budget),
      live_(scaled.values(), scaled.values() + board.cells * board.lanes),
      live_masks_(static_cast<std::size_t>(board.cells), board.all),
      price_(static_cast<std::size_t>(bound.prices()), 0),
      exact_(price_.size(), 0),
      momentum_(price_.size(), 0),
      shares_(board.is_large() ? live_.size() : 0, 0),
      beyond_(static_cast<std::size_t>(board.cells), 0),
      notes_(board.is_large()) {}

/// Writes the values of what the node's candidates are, and of no others.
void Tightener::synchronise(const Node& node) {
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

/// Nodes with paths have none but the prices of cells.
void Tightener::select_bound(Node& node) {
    bound_ = &dense_;
    if (node.paths != nullptr) {
        if (!sparse_) sparse_.emplace(board_, dense_.range());
        sparse_->use(*node.paths);
        bound_ = &*sparse_;
    }
    const auto prices = static_cast<std::size_t>(bound_->prices());
    node.price.resize(prices);
    exact_.resize(prices);
    momentum_.resize(prices);
}

void Tightener::load(Node& node) {
    select_bound(node);
    synchronise(node);
    at_best_ = false;
}

void Tightener::move_prices(double step, double memory) {
    const auto whole = static_cast<float>(step);
    const auto kept = static_cast<float>(memory);
    const float highest = bound_->range().price;
    const std::int16_t* cover = bound_->cover();
    const int prices = bound_->prices();
    const int equal = bound_->first_bounded_price();
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
void Tightener::begin_moves(Node& node) {
    select_bound(node);
    synchronise(node);
    price_ = node.price;
    std::copy(price_.begin(), price_.end(), exact_.begin());
    std::fill(momentum_.begin(), momentum_.end(), 0.0f);
    node.bound = std::numeric_limits<std::int64_t>::max();
}

void Tightener::note_choice() {
    constexpr float newest = 0.05f;
    for (float& share : shares_) share *= 1 - newest;
    std::array<std::uint16_t, max_target_side> cells;
    for (int digit = 0; digit < board_.side; ++digit) {
        bound_->chosen(digit, cells.data());
        for (int i = 0; i < board_.side; ++i) {
            shares_[static_cast<std::size_t>(cells[static_cast<std::size_t>(i)] * board_.lanes + digit)] +=
                newest;
        }
    }
}

/// Evaluates the prices under trial. True if they are the best of this node so far, which it then keeps.
bool Tightener::evaluate(Node& node) {
    trial_bound_ = bound_->evaluate(live_.data(), price_.data());
    ++evaluations_;
    if (notes_) note_choice();
    conflict_ = conflict(*bound_, price_.data());
    at_best_ = trial_bound_ < node.bound;
    if (at_best_) {
        node.bound = trial_bound_;
        node.price = price_;
    }
    return at_best_;
}

/// Evaluations of large boards take long enough to look at the clock between them.
bool Tightener::may_go_on(int trial) { return (trial % 16 != 15 && board_.cells <= 256) || budget_.poll(); }

/// Prices of 0 are tried first, for weights that decide little. On large boards the moves then begin from
/// uneven prices, so that templates of equal value do not all stay equal.
void Tightener::tighten_root(Node& node) {
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

void Tightener::tighten_root_finely(Node& node) {
    begin_moves(node);
    descend(node, {1, 0.9, 5, 2000, 0.9, 0.03});
}

/// Moves the prices in steps that shrink, as long as they gain.
void Tightener::descend(Node& node, const Pace& pace) {
    const double unit = bound_->range().span / 1000.0;
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
        if (has_completion() || !may_go_on(trial)) return;
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

void Tightener::tighten(Node& node, std::int64_t required) {
    // When to look at what the evaluations gained: at first the steps are too long to gain much.
    const int look_every = board_.is_large() ? 4 : 6;
    int next_look = board_.is_large() ? 11 : 6;
    const int horizon = board_.is_large() ? 2 : 4;
    constexpr int most = 100;
    // The target lies a little below what is required.
    const double target = static_cast<double>(required) - bound_->range().span / 10.0;
    begin_moves(node);
    int stalls = 0;
    double eager = 1;
    std::int64_t before = 0;
    for (int trial = 0;; ++trial) {
        if (evaluate(node)) {
            stalls = 0;
        } else if (++stalls == 2) {
            eager *= 0.6;
            stalls = 0;
        }
        if (node.bound < required || has_completion() || !may_go_on(trial)) return;
        if (trial == 0) before = node.bound;
        if (trial + 1 == next_look) {
            next_look += look_every;
            if ((before - node.bound) * horizon < node.bound - required || trial + 1 >= most) return;
            before = node.bound;
        }
        move_prices(eager * (static_cast<double>(trial_bound_) - target) / conflict_, 0.5);
    }
}

const std::vector<DigitBits>& Tightener::find_beyond(Node& node, std::int64_t required) {
    if (!at_best_) {
        price_ = node.price;
        trial_bound_ = bound_->evaluate(live_.data(), price_.data());
        node.bound = std::min(node.bound, trial_bound_);
        ++evaluations_;
        at_best_ = true;
    }
    bound_->find_losses();
    cells_beyond(board_, bound_->losses(),
                 static_cast<int>(std::min<std::int64_t>(trial_bound_ - required, 32767)), beyond_.data());
    return beyond_;
}

bool Tightener::narrow_paths(Node& node, std::int64_t required, Paths& own) {
    synchronise(node);
    at_best_ = false;
    find_beyond(node, required);
    if (node.bound < required || !sparse_->narrow(trial_bound_ - required, node.masks, own)) return false;
    node.paths = &own;
    return true;
}

bool Tightener::read_completion(std::span<Digit> grid) const {
    std::array<std::uint16_t, max_target_side> cells;
    for (int digit = 0; digit < board_.side; ++digit) {
        bound_->chosen(digit, cells.data());
        for (int i = 0; i < board_.side; ++i) {
            const std::uint16_t cell = cells[static_cast<std::size_t>(i)];
            if ((live_masks_[cell] >> digit & 1) == 0) return false;
            grid[cell] = static_cast<Digit>(digit + 1);
        }
    }
    return true;
}

}  // namespace quadrille::target
