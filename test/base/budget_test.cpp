#include <gtest/gtest.h>

#include <limits>

#include "quadrille/base.hpp"

namespace quadrille {
namespace {

std::uint64_t nodes_until_stop(Budget& budget, std::uint64_t most) {
    std::uint64_t entered = 0;
    while (entered < most && budget.enter_node()) ++entered;
    return entered;
}

TEST(Budget, WithoutBoundsNeverStops) {
    Budget budget{Bounds{}};
    EXPECT_EQ(nodes_until_stop(budget, 1000), 1000u);
    EXPECT_FALSE(budget.stopped());
    EXPECT_TRUE(budget.count_solution());
}

TEST(Budget, NodeBoundIsExact) {
    for (std::uint64_t bound : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 1000u}) {
        Budget budget{Bounds{.nodes = bound}};
        EXPECT_EQ(nodes_until_stop(budget, 10000), bound);
        EXPECT_EQ(budget.reason(), StopReason::nodes);
        EXPECT_FALSE(budget.enter_node());
        EXPECT_EQ(budget.nodes(), bound);
    }
}

TEST(Budget, SolutionBoundStopsTheNextNodeToo) {
    Budget budget{Bounds{.solutions = 2}};
    EXPECT_TRUE(budget.enter_node());
    EXPECT_TRUE(budget.count_solution());
    EXPECT_FALSE(budget.count_solution());
    EXPECT_EQ(budget.reason(), StopReason::solutions);
    EXPECT_FALSE(budget.enter_node());
    EXPECT_EQ(budget.solutions(), 2u);
}

TEST(Budget, FlagStopsWithin64Nodes) {
    StopFlag flag;
    Budget budget{Bounds{.stop = &flag}};
    EXPECT_EQ(nodes_until_stop(budget, 10), 10u);
    flag.request();
    EXPECT_LE(nodes_until_stop(budget, 1000), 64u);
    EXPECT_EQ(budget.reason(), StopReason::interrupted);
}

TEST(Budget, WatchSeesEveryLook) {
    std::vector<std::uint64_t> seen;
    const Watch watch = [&](const Budget& budget) { seen.push_back(budget.nodes()); };
    Budget budget{Bounds{.nodes = 200, .watch = &watch}};
    EXPECT_EQ(nodes_until_stop(budget, 1000), 200u);
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 64, 128, 192, 200}));
}

TEST(Budget, TimeBoundStops) {
    Budget budget{Bounds{.seconds = 1e-9}};
    EXPECT_EQ(nodes_until_stop(budget, 1000), 0u);
    EXPECT_EQ(budget.reason(), StopReason::seconds);
}

TEST(Budget, CallersReasonStopsTheNextNode) {
    Budget budget{Bounds{}};
    EXPECT_TRUE(budget.enter_node());
    budget.stop(StopReason::visitor);
    EXPECT_FALSE(budget.enter_node());
    EXPECT_EQ(name_of(budget.reason()), "visitor");
}

TEST(Result, WrongSideThrows) {
    Result<int> value = 3;
    Result<int> error = Error{.text = "no"};
    EXPECT_TRUE(value);
    EXPECT_FALSE(error);
    EXPECT_THROW((void)error.value(), BrokenContract);
    EXPECT_THROW((void)value.error(), BrokenContract);
}

TEST(StopFlag, FollowsTheOneItWasGiven) {
    StopFlag all;
    StopFlag one(&all), other(&all);
    one.request();
    EXPECT_TRUE(one.requested());
    EXPECT_FALSE(other.requested());
    all.request();
    EXPECT_TRUE(other.requested());
    all.clear();
    EXPECT_FALSE(other.requested());
}

}  // namespace
TEST(Budget, SaysWhatStopped) {
    const Bounds bounds{.solutions = 2, .nodes = 1000, .seconds = 2.5};
    EXPECT_EQ(stop_words(StopReason::solutions, bounds), "stopped after 2 solutions");
    EXPECT_EQ(stop_words(StopReason::nodes, bounds), "stopped after 1000 nodes");
    EXPECT_EQ(stop_words(StopReason::seconds, bounds), "stopped after 2.5 s");
    EXPECT_EQ(stop_words(StopReason::memory, bounds), "stopped for want of memory");
    EXPECT_EQ(stop_words(StopReason::interrupted, bounds), "interrupted");
}

}  // namespace quadrille
