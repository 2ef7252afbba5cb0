// (head comment follows when the shape is settled)
#include "target/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace quadrille::target {

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

void Search::move_prices(double step) {
    const int whole = std::clamp(static_cast<int>(std::lround(step)), 1, 1000);
    const std::int16_t* cover = bound_.cover();
    const int price_limit = bound_.range().price;
    const int prices = bound_.prices();
    for (int i = 0; i < prices; ++i) {
        const int next = price_[static_cast<std::size_t>(i)] + whole * (cover[i] - 1);
        price_[static_cast<std::size_t>(i)] =
            static_cast<std::int16_t>(std::clamp(next, -price_limit, price_limit));
    }
    for (int i = bound_.first_bounded_price(); i < prices; ++i) {
        price_[static_cast<std::size_t>(i)] = std::max<std::int16_t>(price_[static_cast<std::size_t>(i)], 0);
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

double q_decay = 0.7, q_lambda = 1.0, q_gap0 = 100;
int q_stall = 3;
int q_root = 0;
double q_ndecay = 0.7;
int q_nstall = 3;
double q_nmargin = 1;
int q_neval = 14, q_rounds = 2;

/// Evaluations of large boards take long enough to look at the clock between them.
bool Search::may_go_on(int trial) {
    return (trial % 16 != 15 && board_.cells <= 256) || budget_.poll();
}

void Search::tighten_root(Node& node) {
    const int most = q_root ? q_root : board_.cells <= 100 ? 80 : 300;
    synchronise(node);
    price_ = node.price;
    node.bound = std::numeric_limits<std::int64_t>::max();
    int stalls = 0;
    double gap = 0;
    for (int trial = 0; trial < most; ++trial) {
        const std::int64_t bound = bound_.evaluate(live_.data(), price_.data());
        ++evaluations_;
        const int norm = conflict(bound_, price_.data());
        if (bound < node.bound) {
            node.bound = bound;
            node.price = price_;
            stalls = 0;
        } else if (++stalls >= q_stall) {
            gap *= q_decay;
            stalls = 0;
        }
        if (norm == 0 || !may_go_on(trial)) return;
        if (trial == 0) gap = q_gap0 * norm;
        move_prices(gap * q_lambda / norm + static_cast<double>(bound - node.bound) / norm);
    }
}

void Search::evaluate_at(const Node& node) {
    price_ = node.price;
    bound_.evaluate(live_.data(), price_.data());
    ++evaluations_;
}

void Search::tighten(Node& node, int most) {
    synchronise(node);
    price_ = node.price;
    node.bound = std::numeric_limits<std::int64_t>::max();
    int stalls = 0;
    double eager = 1;
    for (int trial = 0; trial < most; ++trial) {
        const std::int64_t bound = bound_.evaluate(live_.data(), price_.data());
        ++evaluations_;
        at_best_ = bound < node.bound;
        if (at_best_) {
            node.bound = bound;
            node.price = price_;
            stalls = 0;
        } else if (++stalls >= q_nstall) {
            eager *= q_ndecay;
            stalls = 0;
        }
        if (bound < required_) return;
        conflict_ = conflict(bound_, price_.data());
        if (conflict_ == 0 || trial + 1 == most || !may_go_on(trial)) return;
        move_prices(eager * (static_cast<double>(bound - required_) + q_nmargin) / conflict_);
    }
}

int Search::remove_beyond(Node& node) {
    if (!at_best_) evaluate_at(node);
    at_best_ = true;
    bound_.find_losses();
    cells_beyond(board_, bound_.losses(),
                 static_cast<int>(std::min<std::int64_t>(node.bound - required_, 32767)), beyond_.data());
    int removed = 0;
    for (int cell = 0; cell < board_.cells; ++cell) {
        const auto c = static_cast<std::size_t>(cell);
        const DigitBits gone = node.masks[c] & beyond_[c];
        if (gone == 0) continue;
        removed += std::popcount(gone);
        node.masks[c] ^= gone;
        if (node.masks[c] == 0) return -1;
        propagator_.mark(cell);
    }
    return removed;
}

bool Search::reduce(Node& node, bool is_tight) {
    for (int round = 0;; ++round) {
        if (!is_tight || round > 0) {
            tighten(node, q_neval);
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
        if (removed == 0 || round == q_rounds || is_completion(node.masks.data())) return true;
    }
}

bool Search::is_completion(const DigitBits* masks) const {
    for (int cell = 0; cell < board_.cells; ++cell) {
        if (!std::has_single_bit(masks[cell])) return false;
    }
    return true;
}

void Search::collect(const Grid& grid) {
    std::int64_t score = 0;
    for (Cell cell = 0; cell < grid.size(); ++cell) score += value_(cell, grid[cell]);
    if (score < run_.cutoff) return;
    run_.cutoff = (*collect_)(grid, score);
    required_ = scaled_.required(run_.cutoff);
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

Search::Choice Search::choose(const Node& node) const {
    Choice choice{-1, {}};
    int fewest = 65;
    int heaviest = -1;
    const std::int16_t* losses = bound_.losses();
    for (int cell = 0; cell < board_.cells; ++cell) {
        const DigitBits mask = node.masks[static_cast<std::size_t>(cell)];
        const int count = std::popcount(mask);
        if (count < 2 || count > fewest) continue;
        int weight = 0;
        for (DigitBits rest = mask; rest != 0; rest &= rest - 1) {
            weight += losses[cell * board_.lanes + std::countr_zero(rest)];
        }
        if (count == fewest && weight <= heaviest) continue;
        fewest = count;
        heaviest = weight;
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
        if (!reduce(node, depth == 0)) return;
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
