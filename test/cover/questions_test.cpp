// The other questions against the oracle: cheapest, samples, estimates, streams, reductions, bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "cover/walker.hpp"
#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

Solution sorted(std::span<const Option> solution) {
    Solution copy(solution.begin(), solution.end());
    std::ranges::sort(copy);
    return copy;
}

/// Set partitions of `size` elements: every subset is an option.
Problem set_partitions(Item size) {
    Builder builder;
    builder.add_items(size);
    for (std::uint32_t subset = 1; subset < 1u << size; ++subset) {
        std::vector<Item> items;
        for (Item item = 0; item < size; ++item) {
            if (subset >> item & 1) items.push_back(item);
        }
        builder.add_option(items);
    }
    return builder.build().value();
}

/// Every kind of problem by number, 0 to 15.
oracle::Kind kind_of(unsigned number, bool costs = true) {
    return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0, costs};
}

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

TEST(Count, PartsWithoutACommonItemMultiply) {
    Builder builder;
    builder.add_items(6);
    for (Item first : {0u, 2u, 4u}) {
        builder.add_option({first, first + 1});
        builder.add_option({first});
        builder.add_option({first + 1});
    }
    const auto counted = count(builder.build().value());
    EXPECT_EQ(counted->number, "8");
    EXPECT_EQ(counted->answer.solutions, 8u);
    EXPECT_NE(counted->answer.why.find("3 independent parts"), std::string::npos);
    builder.add_items(3);
    builder.add_option({0});
    builder.add_option({1});
    EXPECT_EQ(count(builder.build().value())->number, "0") << "one part has no solution";
}

TEST(Count, TooLittleMemoryIsAnAnswer) {
    const auto counted = count(set_partitions(9), {.engine = Engine::memo, .memory = 100});
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->answer.stop, StopReason::memory);
    EXPECT_EQ(counted->number, "0");
    EXPECT_EQ(count(set_partitions(9), {.memory = 100})->number, "21147") << "others take over";
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

TEST(Sample, EverySolutionIsAsLikelyAsAnyOther) {
    const Problem problem = set_partitions(4);  // 15 solutions
    for (Engine engine : {Engine::memo, Engine::rows}) {
        const auto drawn = sample(problem, 15000, {.engine = engine, .seed = 3});
        ASSERT_TRUE(drawn);
        std::map<Solution, int> times;
        for (const Solution& solution : drawn->solutions) ++times[sorted(solution)];
        ASSERT_EQ(times.size(), 15u) << name_of(engine);
        double square = 0;
        for (const auto& [solution, count] : times) square += std::pow(count - 1000.0, 2) / 1000;
        EXPECT_LT(square, 36) << name_of(engine);  // chi-square with 14 degrees of freedom: beyond 0.999
    }
}

TEST(Sample, SeedDecidesAndNoSolutionGivesNone) {
    const Problem problem = set_partitions(6);
    EXPECT_EQ(sample(problem, 5, {.seed = 1})->solutions, sample(problem, 5, {.seed = 1})->solutions);
    EXPECT_NE(sample(problem, 5, {.seed = 1})->solutions, sample(problem, 5, {.seed = 2})->solutions);
    Builder builder;
    builder.add_items(1);
    EXPECT_TRUE(sample(builder.build().value(), 5)->solutions.empty());
}

TEST(Sample, RandomProblemsDrawOnlySolutions) {
    for (std::uint64_t seed = 0; seed < 160; ++seed) {
        const Problem problem = oracle::random_problem(seed, kind_of(seed % 8));
        const auto expected = oracle::solutions(problem);
        const auto drawn = sample(problem, 20, {.seed = seed});
        ASSERT_EQ(drawn->solutions.size(), expected.empty() ? 0u : 20u);
        for (const Solution& solution : drawn->solutions) ASSERT_TRUE(expected.contains(sorted(solution)));
    }
}

TEST(Estimate, IsRightOnAverage) {
    const Problem problem = set_partitions(6);  // 203 solutions
    for (Engine engine : {Engine::links, Engine::cells, Engine::rows}) {
        const auto guess = estimate(problem, 4000, {.engine = engine});
        EXPECT_EQ(guess->descents, 4000u);
        EXPECT_NEAR(guess->solutions, 203, 5 * guess->solutions_error) << name_of(engine);
        EXPECT_GT(guess->nodes, guess->solutions);
    }
}

TEST(Stream, GivesTheSolutionsOfVisitAndBeginsAgain) {
    const Problem problem = set_partitions(5);
    for (Engine engine : {Engine::automatic, Engine::links, Engine::cells, Engine::rows}) {
        std::vector<Solution> visited;
        visit(problem,
              [&](std::span<const Option> solution) {
                  visited.emplace_back(solution.begin(), solution.end());
                  return true;
              },
              {.engine = engine == Engine::automatic ? Engine::rows : engine})
            .value();
        Stream stream(problem, {.engine = engine});
        for (int round = 0; round < 2; ++round, stream.restart()) {
            std::vector<Solution> streamed;
            while (auto solution = stream.next()) streamed.emplace_back(solution->begin(), solution->end());
            ASSERT_EQ(streamed, visited) << name_of(engine) << " round " << round;
            ASSERT_TRUE(stream.answer().complete());
            ASSERT_FALSE(stream.next());
        }
        stream.restart();
        ASSERT_TRUE(stream.next());
        stream.restart();
        const auto first = *stream.next();
        ASSERT_EQ(Solution(first.begin(), first.end()), visited.front());
    }
}

TEST(Stream, RefusesEnginesThatCannot) {
    const Problem problem = set_partitions(3);
    EXPECT_THROW(Stream(problem, {.engine = Engine::memo}), BrokenContract);
}

TEST(Reduce, RandomProblemsKeepTheirSolutions) {
    int smaller = 0;
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const Problem problem = oracle::random_problem(seed, kind_of(seed % 8));
        const auto expected = oracle::solutions(problem);
        const Reduction reduced = reduce(problem);
        std::set<Solution> restored;
        for (const Solution& solution : oracle::solutions(reduced.problem))
            restored.insert(reduced.restore(solution));
        ASSERT_EQ(restored, expected) << seed;
        ASSERT_TRUE(!reduced.impossible || expected.empty());
        ASSERT_EQ(reduced.original.size(), reduced.problem.option_count());
        smaller += reduced.problem.option_count() < problem.option_count();
        for (const Solution& solution : expected) {
            for (Option option : reduced.forced) ASSERT_TRUE(std::ranges::binary_search(solution, option));
            for (Option option : reduced.blocked) ASSERT_FALSE(std::ranges::binary_search(solution, option));
        }
    }
    EXPECT_GT(smaller, 400);
}

TEST(Bounds, EndEverySearchWithTheTruth) {
    const Problem problem = set_partitions(9);  // 21147 solutions
    for (Engine engine : {Engine::automatic, Engine::links, Engine::cells, Engine::rows, Engine::memo}) {
        for (unsigned jobs : {1u, 3u}) {
            const Settings three{.engine = engine, .bounds = {.solutions = 3}, .jobs = jobs};
            EXPECT_EQ(solve(problem, three)->solutions.size(), 3u);
            EXPECT_EQ(solve(problem, three)->answer.stop, StopReason::solutions);
            StopFlag stop;
            stop.request();
            const Settings stopped{.engine = engine, .bounds = {.stop = &stop}, .jobs = jobs};
            EXPECT_EQ(count(problem, stopped)->answer.stop, StopReason::interrupted) << name_of(engine);
            EXPECT_FALSE(count(problem, stopped)->answer.complete());
        }
        const auto some = count(problem, {.engine = engine, .bounds = {.nodes = 10}});
        EXPECT_EQ(some->answer.stop, StopReason::nodes) << name_of(engine);
        EXPECT_LE(some->answer.nodes, 20u);
        int seen = 0;
        const auto answer = visit(problem, [&](auto) { return ++seen < 7; }, {.engine = engine});
        EXPECT_EQ(seen, 7);
        EXPECT_EQ(answer->stop, StopReason::visitor);
    }
}

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

TEST(Progress, RisesToTheEnd) {
    const Problem problem = set_partitions(9);
    for (unsigned jobs : {1u, 2u}) {
        double last = 0;
        int calls = 0;
        Settings settings{.engine = Engine::links, .jobs = jobs, .progress_seconds = 0};
        settings.progress = [&](const Progress& progress) {
            EXPECT_GE(progress.fraction, last);
            EXPECT_LE(progress.fraction, 1);
            last = progress.fraction;
            ++calls;
        };
        EXPECT_EQ(count(problem, settings)->number, "21147");
        EXPECT_GT(calls, 1);
    }
}

}  // namespace
}  // namespace quadrille::cover
