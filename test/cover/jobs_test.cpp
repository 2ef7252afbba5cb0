// Several threads answer as one does: the same solutions in the same order, and no further than the bounds.
#include <gtest/gtest.h>

#include <stdexcept>

#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

using oracle::kind_of;
using oracle::set_partitions;

TEST(Jobs, GiveTheSameSolutionsInTheSameOrder) {
    const Problem problem = set_partitions(8);
    for (Engine engine : {Engine::automatic, Engine::links, Engine::cells, Engine::rows}) {
        const auto alone = solve(problem, {.engine = engine});
        for (unsigned jobs : {2u, 5u}) {
            const auto together = solve(problem, {.engine = engine, .jobs = jobs});
            ASSERT_EQ(together->solutions, alone->solutions) << name_of(engine) << ' ' << jobs;
            ASSERT_EQ(count(problem, {.engine = engine, .jobs = jobs})->number, "4140");
            const auto first = solve(problem, {.engine = engine, .bounds = {.solutions = 100}, .jobs = jobs});
            ASSERT_TRUE(
                std::equal(first->solutions.begin(), first->solutions.end(), alone->solutions.begin()));
        }
    }
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Problem random = oracle::random_problem(seed, kind_of(seed % 8));
        const auto alone = solve(random, {.engine = Engine::rows});
        ASSERT_EQ(solve(random, {.engine = Engine::rows, .jobs = 2})->solutions, alone->solutions);
    }
}

// Where a count has begun and no part of the tree is wide enough to be shared out, it begins again, alone.
TEST(Jobs, CountOnceWhatCannotBeShared) {
    constexpr Item forced = 13;
    constexpr Item size = 10;
    Builder builder;
    builder.add_items(forced + size);
    for (Item item = 0; item < forced; ++item) builder.add_option({item});
    for (std::uint32_t subset = 1; subset < 1u << size; ++subset) {
        std::vector<Item> items;
        for (Item item = 0; item < size; ++item) {
            if (subset >> item & 1) items.push_back(forced + item);
        }
        builder.add_option(items);
    }
    const Problem problem = builder.build().value();
    const Bounds far{.solutions = 1'000'000};  // so that it is not counted part by part
    const auto counted = count(problem, {.bounds = far, .jobs = 2, .memory = 1});
    EXPECT_EQ(counted->number, "115975");
    EXPECT_TRUE(counted->answer.complete());
}

// Threads go no further than the bound either: not to the end of what each has begun.
TEST(Jobs, StopAtTheBoundOnSolutions) {
    const Problem problem = set_partitions(13);  // 27644437 solutions
    for (Engine engine : {Engine::links, Engine::cells, Engine::rows}) {
        const Settings settings{.engine = engine, .bounds = {.solutions = 5}, .jobs = 2};
        const auto found = solve(problem, settings);
        EXPECT_EQ(found->solutions.size(), 5u) << name_of(engine);
        EXPECT_LT(found->answer.nodes, 20000u) << name_of(engine);
        const auto counted = count(problem, settings);
        EXPECT_EQ(counted->number, "5") << name_of(engine);
        EXPECT_LT(counted->answer.nodes, 20000u) << name_of(engine);
    }
}

// The first solution does not wait until a thread has done its part.
TEST(Jobs, HandOutTheFirstSolutionSoon) {
    const Problem problem = set_partitions(13);
    for (Engine engine : {Engine::links, Engine::cells}) {
        const Visitor enough = [](std::span<const Option>) { return false; };
        const auto answer = visit(problem, enough, {.engine = engine, .jobs = 2});
        EXPECT_EQ(answer->stop, StopReason::visitor);
        EXPECT_EQ(answer->solutions, 1u);
        EXPECT_LT(answer->nodes, 40'000u) << name_of(engine);  // in the first part of the tree there are more
    }
}

// Nor do those of a long part: what a thread has begun is taken over in the middle.
TEST(Jobs, KeepTheOrderWhereAPartIsTakenOver) {
#ifdef QUADRILLE_CHECKED
    const auto [size, solutions] = std::pair<Item, std::uint64_t>{10, 115975};
#else
    const auto [size, solutions] = std::pair<Item, std::uint64_t>{12, 4213597};
#endif
    const Problem problem = set_partitions(size);
    const auto number = solutions;
    const auto trace = [&](unsigned jobs) {
        std::uint64_t sum = 0;
        const Visitor add = [&](std::span<const Option> solution) {
            for (const Option option : solution) sum = sum * 0x9E3779B97F4A7C15u + option + 1;
            return true;
        };
        const auto answer = visit(problem, add, {.engine = Engine::rows, .jobs = jobs});
        EXPECT_EQ(answer->solutions, number);
        return sum;
    };
    const auto alone = trace(1);
    EXPECT_EQ(trace(2), alone);
    EXPECT_EQ(trace(5), alone);
}

// An exception of the visitor leaves, whatever the threads are waiting for.
TEST(Jobs, EndWithTheVisitorsException) {
    const Problem problem = set_partitions(12);
    for (const std::uint64_t at : {1u, 30'000u, 300'000u}) {
        std::uint64_t visited = 0;
        const Visitor fail = [&](std::span<const Option>) -> bool {
            if (++visited == at) throw std::runtime_error("enough");
            return true;
        };
        EXPECT_THROW((void)visit(problem, fail, {.engine = Engine::links, .jobs = 2}), std::runtime_error);
        EXPECT_EQ(visited, at);
    }
}

}  // namespace
}  // namespace quadrille::cover
