// Minimum cost and the k cheapest, against the oracle.
#include <gtest/gtest.h>

#include <numeric>

#include "cover/below_zero.hpp"
#include "cover/walker.hpp"
#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

using oracle::kind_of;
using oracle::sorted;

TEST(Cheapest, RandomProblemsWithTheOracle) {
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const Problem problem = oracle::random_problem(seed, kind_of(seed % 8));
        std::vector<Cost> expected;
        for (const Solution& solution : oracle::solutions(problem))
            expected.push_back(problem.cost_of(solution));
        std::ranges::sort(expected);
        for (std::size_t wanted : {1u, 3u, 100u}) {
            const auto found = cheapest(problem, wanted);
            ASSERT_TRUE(found->answer.complete());
            ASSERT_EQ(found->solutions.size(), std::min(wanted, expected.size())) << seed;
            std::set<Solution> distinct;
            for (std::size_t i = 0; i < found->solutions.size(); ++i) {
                ASSERT_EQ(found->solutions[i].cost, expected[i]) << seed << " rank " << i;
                ASSERT_EQ(problem.cost_of(found->solutions[i].options), expected[i]);
                distinct.insert(sorted(found->solutions[i].options));
            }
            ASSERT_EQ(distinct.size(), found->solutions.size());
        }
    }
}

// Each to one of the others: the prices of the root prove it alone.
TEST(Cheapest, AssignmentsNeedNoSearch) {
    constexpr Item size = 6;
    std::mt19937_64 random(5);
    int at_once = 0;
    for (int turn = 0; turn < 50; ++turn) {
        Builder builder;
        builder.add_items(2 * size);
        std::vector<Cost> costs;
        for (Item i = 0; i < size * size; ++i) {
            costs.push_back(static_cast<Cost>(random() % 1000));
            builder.add_option({i / size, size + i % size}, costs.back());
        }
        std::vector<Item> order(size);
        std::iota(order.begin(), order.end(), Item{0});
        Cost least = 1'000'000;
        do {
            Cost cost = 0;
            for (Item i = 0; i < size; ++i) cost += costs[i * size + order[i]];
            least = std::min(least, cost);
        } while (std::ranges::next_permutation(order).found);
        const auto found = cheapest(builder.build().value(), 1);
        ASSERT_EQ(found->solutions.at(0).cost, least) << turn;
        at_once += found->answer.nodes == 1;
    }
    EXPECT_GT(at_once, 40);
}

/// Where there is no solution prices can lift the bound without end: they end once it is beyond all costs.
TEST(Cheapest, PricesThatRiseWithoutEnd) {
    for (const Cost cost : {Cost{0}, Cost{1}, max_cost}) {
        Builder builder;
        builder.add_items(31);
        for (Item item = 1; item < 31; ++item) builder.add_option({0, item}, cost);
        const auto found = cheapest(builder.build().value(), 2);
        EXPECT_TRUE(found->answer.complete());
        EXPECT_TRUE(found->solutions.empty());
        EXPECT_LE(found->answer.nodes, 1u);
    }
}

/// The sum of the net costs below zero goes by the options that are near: as a look at all tells it.
TEST(Cheapest, WhatIsFarIsNotBelowZero) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        const Problem problem = oracle::random_problem(seed, kind_of(static_cast<unsigned>(seed % 8)));
        std::vector<Option> live;
        for (Option option = 0; option < problem.option_count();
             option += static_cast<Option>(1 + random() % 2))
            live.push_back(option);
        std::vector<Cost> prices(problem.item_count());
        BelowZero near(problem, 16);
        near.begin();
        std::vector<std::uint32_t> places(problem.item_count());
        std::iota(places.begin(), places.end(), 0u);
        std::vector<Cost> looked_at = prices;
        BelowZero::Rise rise;
        for (Cost step = 200; step > 0; step -= step / 16 + 1) {
            std::vector<int> excess(problem.item_count());
            std::vector<int> expected = excess;
            Cost sum = 0;
            Solution below;
            for (const Option option : live) {
                Cost net = problem.cost_of(option) * 16;
                for (const Item item : problem.items_of(option)) net -= prices[item];
                if (net >= 0) continue;
                sum += net;
                below.push_back(option);
                for (const Item item : problem.items_of(option)) ++expected[item];
            }
            ASSERT_EQ(near.sum({live, places}, prices, rise, excess), sum) << seed << ' ' << step;
            ASSERT_EQ(excess, expected);
            ASSERT_EQ(near.below(), below);
            if (near.looked()) looked_at = prices;
            rise = {};
            for (Item item = 0; item < problem.item_count(); ++item) {
                const Cost change =
                    static_cast<Cost>(random() % (2 * static_cast<std::uint64_t>(step))) - step;
                prices[item] += change;
                rise.last = std::max(rise.last, change);
                rise.total = std::max(rise.total, prices[item] - looked_at[item]);
            }
        }
    }
}

TEST(Cheapest, AWalkWithALimitFindsAllWithinIt) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        auto kind = kind_of(seed % 4);
        const Problem problem = oracle::random_problem(seed, kind);
        NetLimit limit;
        for (Option option = 0; option < problem.option_count(); ++option)
            limit.net.push_back(problem.cost_of(option));
        limit.most = static_cast<Cost>(seed % 40);
        const auto walker = make_priced_rows(problem, limit);
        Budget budget{Bounds{}};
        std::set<Solution> found;
        while (walker->next(budget)) ASSERT_TRUE(found.insert(sorted(walker->chosen())).second) << seed;
        const auto all = oracle::solutions(problem);
        for (const Solution& solution : found) ASSERT_TRUE(all.contains(solution)) << seed;
        for (const Solution& solution : all) {
            ASSERT_TRUE(problem.cost_of(solution) > limit.most || found.contains(solution)) << seed;
        }
    }
}

TEST(Cheapest, ABoundEndsItWithATrueBound) {
    Builder builder;
    builder.add_items(8);
    std::mt19937_64 random(7);
    for (int option = 0; option < 60; ++option) {
        std::vector<Item> items;
        for (Item item = 0; item < 8; ++item) {
            if (random() % 3 == 0) items.push_back(item);
        }
        builder.add_option(items, static_cast<Cost>(random() % 1000));
    }
    const Problem problem = builder.build().value();
    const Cost best = cheapest(problem, 1)->solutions.front().cost;
    for (std::uint64_t nodes : {1u, 2u, 5u, 20u}) {
        const auto early = cheapest(problem, 1, {.bounds = {.nodes = nodes}});
        EXPECT_LE(early->bound, best) << nodes;
        EXPECT_TRUE(early->answer.complete() || early->answer.stop == StopReason::nodes);
    }
}

}  // namespace
}  // namespace quadrille::cover
