#include "cover/ascent.hpp"

namespace quadrille::cover {

namespace {

constexpr int rounds_a_look = 16;  // at the clock
constexpr int patience = 4;        // rounds without a better bound before steps are halved
constexpr double momentum = 0.5;

/// As std::llround, which is a call, but where a half is not quite one.
Price nearest(double price) { return static_cast<Price>(price < 0 ? price - 0.5 : price + 0.5); }

}  // namespace

Ascent::Ascent(const Problem& problem)
    : problem_(problem),
      most_(most_covers(problem)),
      unit_(BelowZero::unit_for(problem, most_)),
      below_zero_(problem, unit_),
      excess_(problem.item_count(), 0) {}

std::vector<Price> Ascent::first_prices(const std::vector<Option>& live) const {
    std::vector<Price> prices(problem_.item_count(), unlimited);
    const auto is_primary = [this](Item item) { return problem_.is_primary(item); };
    for (const Option option : live) {
        const auto items = problem_.items_of(option);
        const Price share = problem_.cost_of(option) * unit_ / std::ranges::count_if(items, is_primary);
        for (const Item item : items) prices[item] = std::min(prices[item], share);
    }
    for (Item item = 0; item < problem_.item_count(); ++item) {
        if (!is_primary(item) || prices[item] == unlimited) prices[item] = 0;
    }
    return prices;
}

void Ascent::find_open(const Node& node) {
    open_.clear();
    for (Item item = 0; item < problem_.item_count(); ++item) {
        if (item == problem_.primary_count()) open_primary_ = open_.size();
        if (node.room[item] != 0 && node.length[item] != 0)
            open_.push_back({item, node.low[item], node.room[item], 0, 0});
    }
    if (problem_.item_count() == problem_.primary_count()) open_primary_ = open_.size();
}

/// What the item pays: as often as it must where that is a gain, else as often as it may. Begins its excess.
Price Ascent::charge(const Open& open, Price price) {
    const std::uint32_t times = price > 0 ? open.low : open.room;
    excess_[open.item] = -static_cast<int>(times);
    return price * static_cast<Price>(times);
}

Price Ascent::charge_all(const std::vector<Price>& prices) {
    Price charged = 0;
    for (const Open& open : open_) charged += charge(open, prices[open.item]);
    return charged;
}

/// Turns each item's direction towards its excess; false if every primary item is covered as it should be.
bool Ascent::turn() {
    square_ = 1;  // so that a step is short where the last direction takes all back
    bool wrong = false;
    for (std::size_t at = 0; at < open_.size(); ++at) {
        Open& open = open_[at];
        const int excess = excess_[open.item];
        wrong |= excess != 0 && at < open_primary_;
        open.direction = open.direction * momentum + excess;
        square_ += open.direction * open.direction;
    }
    return wrong;
}

/// No secondary item is covered twice, and what is not covered does not pay.
bool Ascent::is_exact(const std::vector<Price>& prices) const {
    for (std::size_t at = open_primary_; at < open_.size(); ++at) {
        const Item item = open_[at].item;
        if (excess_[item] > 0 || (excess_[item] < 0 && prices[item] != 0)) return false;
    }
    return true;
}

/// One step against the direction of each item. Secondary items have no price above zero, and none where
/// there are colours.
Ascent::Move Ascent::move(std::vector<Price>& prices, double length) {
    const Price least_secondary = problem_.has_colours() ? 0 : -unlimited;
    const double step = length / square_;
    Move moved;
    for (std::size_t at = 0; at < open_.size(); ++at) {
        const Open& open = open_[at];
        const Price before = prices[open.item];
        Price price = before - nearest(step * open.direction);
        if (at >= open_primary_) price = std::clamp(price, least_secondary, Price{0});
        moved.rise.last = std::max(moved.rise.last, price - before);
        moved.rise.total = std::max(moved.rise.total, price - open.looked);
        prices[open.item] = price;
        moved.charged += charge(open, price);
    }
    return moved;
}

Price Ascent::bound_of(const Node& node, const std::vector<Price>& prices, const Move& moved) {
    const Price below_zero = below_zero_.sum(node.live, prices, moved.rise, excess_);
    if (below_zero_.looked()) {
        for (Open& open : open_) open.looked = prices[open.item];
    }
    return node.spent + moved.charged + below_zero;
}

Ascent::Outcome Ascent::climb(const Node& node, std::vector<Price>& prices, Budget& budget) {
    find_open(node);
    below_zero_.begin();
    Price bound = bound_of(node, prices, {charge_all(prices), {}});
    best_ = prices;
    double pace = 1;
    int stalled = 0;
    for (int round = 0; round < node.rounds && bound < node.limit; ++round) {
        if (round % rounds_a_look == rounds_a_look - 1 && !budget.poll()) break;
        if (!turn() && is_exact(prices)) return {bound, true};
        const double near = static_cast<double>(std::abs(bound) / 5 + unit_ * 4);
        const double gap =
            node.limit == unlimited ? near : static_cast<double>(node.limit - bound) * 1.05 + 1;
        const Move moved = move(prices, pace * std::min(gap, near * 4));
        const Price reached = bound_of(node, prices, moved);
        if (reached > bound) {
            bound = reached;
            best_ = prices;
            stalled = 0;
        } else if (++stalled % patience == 0) {
            pace /= 2;
        }
    }
    std::swap(prices, best_);
    return {bound, false};
}

}  // namespace quadrille::cover
