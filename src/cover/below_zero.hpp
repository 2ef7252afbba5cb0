// The options whose net cost is below zero, round by round of an ascent.
//
// An option's net cost is its cost minus the prices of its items (cost.cpp). Only those below zero count for
// the bound, and most options are far above. So a look at all of them also notes which are near:
//
//     net    -3   0   2   9   40   75        items of each: 2; near: net < 2 x reach
//            |--- near ---|                  while no price has risen by more than `reach` in all since then,
//                                            no other can be below zero
//
// The answer is the same as by looking at all. Tried: see docs/measuring.md.
#pragma once

#include <algorithm>
#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// How often each item can be covered: no oftener than there are options, whatever is allowed.
inline std::vector<std::uint32_t> most_covers(const Problem& problem) {
    std::vector<std::uint32_t> most(problem.item_count(), 0);
    for (Option option = 0; option < problem.option_count(); ++option) {
        for (const Item item : problem.items_of(option)) ++most[item];
    }
    for (Item item = 0; item < problem.item_count(); ++item)
        most[item] = problem.is_primary(item) ? std::min(most[item], problem.multiplicity_of(item).high) : 1;
    return most;
}

class BelowZero {
  public:
    /// So many fractions of a unit of cost that no sum overflows; `most`: how often each item can be covered.
    static Cost unit_for(const Problem& problem, const std::vector<std::uint32_t>& most) {
        double total = 1;
        for (Option option = 0; option < problem.option_count(); ++option)
            total += static_cast<double>(problem.cost_of(option));
        for (const std::uint32_t times : most) total += times;
        constexpr double largest = 1e15;
        Cost unit = 1;
        while (unit < 4096 && total * static_cast<double>(unit) * 2 < largest) unit *= 2;
        return unit;
    }

    /// Prices are in fractions: `unit` to a unit of cost.
    BelowZero(const Problem& problem, Cost unit) : problem_(problem) {
        for (Option option = 0; option < problem.option_count(); ++option)
            scaled_.push_back(problem.cost_of(option) * unit);
    }

    Cost net_of(Option option, const std::vector<Cost>& prices) const {
        Cost net = scaled_[option];
        for (const Item item : problem_.items_of(option)) net -= prices[item];
        return net;
    }
    /// For other live options than before.
    void begin() { reach_ = -1; }
    /// The sum of the net costs below zero; adds one to the excess of every item of such an option. `rise`:
    /// no price has risen by more since the last call.
    Cost sum(const std::vector<Option>& live, const std::vector<Cost>& prices, Cost rise,
             std::vector<int>& excess) {
        last_rise_ = std::max(last_rise_ / 2, rise);
        reach_ -= rise;
        if (reach_ < 0) return look_at_all(live, prices, excess);
        Cost sum = 0;
        for (const Option option : near_) sum += add(option, net_of(option, prices), excess);
        return sum;
    }
    /// Adds the options below zero for the prices of the last sum.
    void append(const std::vector<Cost>& prices, Solution& options) const {
        for (const Option option : near_) {
            if (net_of(option, prices) < 0) options.push_back(option);
        }
    }

  private:
    Cost look_at_all(const std::vector<Option>& live, const std::vector<Cost>& prices,
                     std::vector<int>& excess) {
        constexpr Cost rounds = 8;  // until the next look, about
        reach_ = rounds * last_rise_;
        near_.clear();
        Cost sum = 0;
        for (const Option option : live) {
            const Cost net = net_of(option, prices);
            if (net >= reach_ * static_cast<Cost>(problem_.items_of(option).size())) continue;
            near_.push_back(option);
            sum += add(option, net, excess);
        }
        return sum;
    }
    Cost add(Option option, Cost net, std::vector<int>& excess) const {
        if (net >= 0) return 0;
        for (const Item item : problem_.items_of(option)) ++excess[item];
        return net;
    }

    const Problem& problem_;
    std::vector<Cost> scaled_;  // by option: its cost
    std::vector<Option> near_;
    Cost reach_ = -1;     // how much prices may still rise
    Cost last_rise_ = 0;  // of a round, about
};

}  // namespace quadrille::cover
