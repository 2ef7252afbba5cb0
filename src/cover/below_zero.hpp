// The options whose net cost is below zero, round by round of an ascent.
//
// An option's net cost is its cost minus the prices of its items (cost.cpp). Only those below zero count for
// the bound, and most options are far above. So a look at all of them also notes which are near:
//
//     net    -3   0   2   9   40   75        items of each: 2; near: net < 2 x reach
//            |--- near ---|                  while no price is by more than `reach` above what it was then,
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

    /// `prices` by item.
    Cost net_of(Option option, const std::vector<Cost>& prices) const {
        Cost net = scaled_[option];
        for (const Item item : problem_.items_of(option)) net -= prices[item];
        return net;
    }
    /// For other live options than before.
    void begin() { reach_ = -1; }
    /// How far prices have risen, the one that did most.
    struct Rise {
        Cost last = 0;   ///< since the last sum
        Cost total = 0;  ///< since the last look at all options
    };
    /// The options that may be below zero, and where their items stand in prices and excesses.
    struct Where {
        const std::vector<Option>& live;
        const std::vector<std::uint32_t>& place;  ///< by item
    };
    /// The sum of the net costs below zero; adds one to the excess of every item of such an option.
    Cost sum(const Where& where, const std::vector<Cost>& prices, Rise rise, std::vector<int>& excess) {
        last_rise_ = std::max(last_rise_ / 2, rise.last);
        looked_ = rise.total > reach_;
        if (looked_) find_near(where, prices);
        below_.clear();
        const Cost* const price = prices.data();
        const std::uint32_t* at = places_.data();
        Cost sum = 0;
        for (const Near& near : near_) {
            const std::uint32_t* const end = at + near.size;
            Cost net = near.scaled;
            do net -= price[*at++];
            while (at != end);
            if (net >= 0) continue;
            sum += net;
            below_.push_back(near.option);
            for (const std::uint32_t* place = end - near.size; place != end; ++place) ++excess[*place];
        }
        return sum;
    }
    /// Whether the last sum looked at all options.
    bool looked() const { return looked_; }
    /// The options below zero at the last sum.
    const std::vector<Option>& below() const { return below_; }

  private:
    struct Near {
        Cost scaled;
        Option option;
        std::uint32_t size;  // so many items, at least one; their places stand behind those of the one before
    };

    void find_near(const Where& where, const std::vector<Cost>& prices) {
        constexpr Cost wide = 3;
        reach_ = wide * last_rise_;
        near_.clear();
        places_.clear();
        for (const Option option : where.live) {
            const auto items = problem_.items_of(option);
            Cost net = scaled_[option];
            for (const Item item : items) net -= prices[where.place[item]];
            if (net >= reach_ * static_cast<Cost>(items.size())) continue;
            near_.push_back({scaled_[option], option, static_cast<std::uint32_t>(items.size())});
            for (const Item item : items) places_.push_back(where.place[item]);
        }
    }

    const Problem& problem_;
    std::vector<Cost> scaled_;  // by option: its cost
    std::vector<Near> near_;
    std::vector<std::uint32_t> places_;  // of the items of the near options, side by side
    std::vector<Option> below_;
    Cost reach_ = -1;     // how much a price may rise before the next look
    Cost last_rise_ = 0;  // of a round, about
    bool looked_ = false;
};

}  // namespace quadrille::cover
