#include "cover/ascent.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

namespace quadrille::cover {

namespace {

constexpr int rounds_a_look = 16;  // at the clock
constexpr int patience = 4;        // rounds without a better bound before steps are halved
constexpr double momentum = 0.5;
constexpr double longest_step = 0x1p50;
constexpr Price unknown = std::numeric_limits<Price>::max();

/// The nearest whole number, for those below 2^51, as steps are: at this distance a double has no fractions.
Price nearest(double price) {
    constexpr double far = 0x1.8p52;
    return std::bit_cast<Price>(price + far) - std::bit_cast<Price>(far);
}

}  // namespace

Ascent::Ascent(const Problem& problem)
    : problem_(problem),
      most_(most_covers(problem)),
      unit_(BelowZero::unit_for(problem, most_)),
      below_zero_(problem, unit_),
      place_(problem.item_count(), 0) {
    for (Option option = 0; option < problem.option_count(); ++option)
        beyond_all_ += problem.cost_of(option) * unit_;
}

std::vector<Price> Ascent::first_prices(const std::vector<Option>& live) const {
    std::vector<Price> prices(problem_.item_count(), unknown);
    const auto is_primary = [this](Item item) { return problem_.is_primary(item); };
    for (const Option option : live) {
        const auto items = problem_.items_of(option);
        const Price share = problem_.cost_of(option) * unit_ / std::ranges::count_if(items, is_primary);
        for (const Item item : items) prices[item] = std::min(prices[item], share);
    }
    for (Item item = 0; item < problem_.item_count(); ++item) {
        if (!is_primary(item) || prices[item] == unknown) prices[item] = 0;
    }
    return prices;
}

void Ascent::find_open(const Node& node, const std::vector<Price>& prices) {
    open_.clear();
    price_.clear();
    open_primary_ = 0;
    for (Item item = 0; item < problem_.item_count(); ++item) {
        if (node.room[item] == 0 || node.length[item] == 0) continue;
        place_[item] = static_cast<std::uint32_t>(open_.size());
        open_.push_back({item, node.low[item], node.room[item], 0, 0});
        price_.push_back(prices[item]);
        open_primary_ += problem_.is_primary(item);
    }
    excess_.resize(open_.size());
}

/// What an item pays: as often as it must where that is a gain, else as often as it may. Begins its excess.
Price Ascent::charge(std::size_t at) {
    const std::uint32_t times = price_[at] > 0 ? open_[at].low : open_[at].room;
    excess_[at] = -static_cast<int>(times);
    return price_[at] * static_cast<Price>(times);
}

Ascent::Move Ascent::charge_all() {
    Move still;
    for (std::size_t at = 0; at < open_.size(); ++at) still.charged += charge(at);
    return still;
}

/// Turns each item's direction towards its excess; false if every primary item is covered as it should be.
bool Ascent::turn() {
    const std::size_t count = open_.size();
    double square = 1;  // so that a step is short where the last direction takes all back
    for (std::size_t at = 0; at < count; ++at) {
        const double direction = open_[at].direction * momentum + excess_[at];
        open_[at].direction = direction;
        square += direction * direction;
    }
    square_ = square;
    const auto end = excess_.begin() + static_cast<std::ptrdiff_t>(open_primary_);
    return std::any_of(excess_.begin(), end, [](int excess) { return excess != 0; });
}

/// No secondary item is covered twice, and what is not covered does not pay.
bool Ascent::is_exact() const {
    for (std::size_t at = open_primary_; at < open_.size(); ++at)
        if (excess_[at] > 0 || (excess_[at] < 0 && price_[at] != 0)) return false;
    return true;
}

/// One step against the direction of each item. Secondary items have no price above zero, and none where
/// there are colours.
Ascent::Move Ascent::move(double length) {
    const Price least_secondary = problem_.has_colours() ? 0 : std::numeric_limits<Price>::min();
    const double step = length / square_;
    const std::size_t count = open_.size();
    Price charged = 0, last = 0, total = 0;
    for (std::size_t at = 0; at < count; ++at) {
        const Price before = price_[at];
        Price price = before - nearest(step * open_[at].direction);
        if (at >= open_primary_) price = std::clamp(price, least_secondary, Price{0});
        last = std::max(last, price - before);
        total = std::max(total, price - open_[at].looked);
        price_[at] = price;
        charged += charge(at);
    }
    return {charged, {last, total}};
}

Price Ascent::bound_of(const Node& node, const Move& moved) {
    const Price below_zero = below_zero_.sum({node.live, place_}, price_, moved.rise, excess_);
    if (below_zero_.looked()) {
        for (std::size_t at = 0; at < open_.size(); ++at) open_[at].looked = price_[at];
    }
    return node.spent + moved.charged + below_zero;
}

void Ascent::put_back(const std::vector<Price>& found, std::vector<Price>& prices) const {
    for (std::size_t at = 0; at < open_.size(); ++at) prices[open_[at].item] = found[at];
}

Ascent::Outcome Ascent::climb(const Node& node, std::vector<Price>& prices, Budget& budget) {
    find_open(node, prices);
    below_zero_.begin();
    Price bound = bound_of(node, charge_all());
    if (bound >= node.limit) return {bound, false};
    best_ = price_;
    double pace = 1;
    int stalled = 0;
    for (int round = 0; round < node.rounds && bound < node.limit; ++round) {
        if (round % rounds_a_look == rounds_a_look - 1 && !budget.poll()) break;
        if (!turn() && is_exact()) {
            put_back(price_, prices);
            return {bound, true};
        }
        const double near = static_cast<double>(std::abs(bound) / 5 + unit_ * 4);
        const double gap =
            node.limit == beyond_all_ ? near : static_cast<double>(node.limit - bound) * 1.05 + 1;
        const Price reached = bound_of(node, move(pace * std::min({gap, near * 4, longest_step})));
        if (reached > bound) {
            bound = reached;
            best_ = price_;
            stalled = 0;
        } else if (++stalled % patience == 0) {
            pace /= 2;
        }
    }
    put_back(best_, prices);
    return {bound, false};
}

}  // namespace quadrille::cover
