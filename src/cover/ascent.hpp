// Dual ascent: prices of items that lift the bound of cost.cpp, round by round.
//
// After each round an item knows its excess: how many options below zero contain it, less how often it pays.
//
//     item      A   B   C   D        excess > 0: covered too often, its price falls
//     excess    1   0  -1   0        excess < 0: not often enough, its price rises
//               -       +            by one step; where every excess is 0, those options are a solution
//
// A direction is the excess and half of the last direction, which takes the round-about ways out of the
// steps.
//
// Only open items take part: those that may still be covered, and are in some live option. The best prices on
// the way are kept. Cost of a round: open items + items of the options near zero (below_zero.hpp).
#pragma once

#include "cover/below_zero.hpp"

namespace quadrille::cover {

/// Of prices, in fractions of a unit of cost.
using Price = std::int64_t;

class Ascent {
  public:
    explicit Ascent(const Problem& problem);

    /// So much price is a unit of cost.
    Price unit() const { return unit_; }
    /// By item: how often it can be covered.
    const std::vector<std::uint32_t>& most() const { return most_; }
    /// More than all options cost together: a bound so high says that there is no solution.
    Price beyond_all() const { return beyond_all_; }
    Price net_of(Option option, const std::vector<Price>& prices) const {
        return below_zero_.net_of(option, prices);
    }
    /// By item, the least of its shares in the cost of an option: no net cost is below zero, and the ascent
    /// need not climb from nothing.
    std::vector<Price> first_prices(const std::vector<Option>& live) const;

    /// What the chosen options leave, by item: how often it must and may be covered, and by how many options.
    struct Node {
        const std::vector<Option>& live;
        const std::vector<std::uint32_t>&low, &room, &length;
        Price spent;  ///< on the chosen options
        Price limit;  ///< of no use from there on; at most beyond_all()
        int rounds;
    };
    struct Outcome {
        Price bound;
        bool exact;  ///< the options below zero are a solution of the node, and it costs the bound
    };
    /// Improves the prices; leaves the best.
    Outcome climb(const Node& node, std::vector<Price>& prices, Budget& budget);
    /// The options below zero where the climb ended exact.
    const std::vector<Option>& below_zero() const { return below_zero_.below(); }

  private:
    struct Open {
        Item item;
        std::uint32_t low, room;
        double direction;
        Price looked;  // the price when all options were looked at
    };
    struct Move {
        Price charged = 0;
        BelowZero::Rise rise = {};
    };

    void find_open(const Node& node, const std::vector<Price>& prices);
    Price charge(std::size_t at);
    Move charge_all();
    bool turn();
    bool is_exact() const;
    Move move(double length);
    Price bound_of(const Node& node, const Move& moved);
    void put_back(const std::vector<Price>& found, std::vector<Price>& prices) const;

    const Problem& problem_;
    std::vector<std::uint32_t> most_;
    Price unit_, beyond_all_ = 1;
    BelowZero below_zero_;
    std::vector<Open> open_;
    std::size_t open_primary_ = 0;      // so many of them, the first, are primary
    std::vector<std::uint32_t> place_;  // by item: where it stands among the open ones
    std::vector<Price> price_, best_;   // by place
    std::vector<int> excess_;           // by place
    double square_ = 0;                 // of all directions, and 1
};

}  // namespace quadrille::cover
