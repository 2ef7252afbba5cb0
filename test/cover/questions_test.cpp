// The other questions against the oracle: samples, estimates, streams, reductions, bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "cover/outlook.hpp"
#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

using oracle::kind_of;
using oracle::set_partitions;
using oracle::sorted;

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
    const std::size_t samples[] = {99999999999, ~std::size_t{0}, 1000000};
    for (const std::size_t wanted : samples) {
        for (Engine engine : {Engine::automatic, Engine::rows}) {
            const auto refused = sample(problem, wanted, {.engine = engine, .memory = 50000000});
            ASSERT_FALSE(refused) << wanted;
            EXPECT_EQ(refused.error().text,
                      std::to_string(wanted) + " samples do not fit in the 47 MB allowed");
        }
    }
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

TEST(Sample, TooLittleMemoryIsAnAnswer) {
    const Problem problem = set_partitions(9);
    const auto none = sample(problem, 3, {.engine = Engine::memo, .memory = 1000});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->answer.stop, StopReason::memory);
    EXPECT_TRUE(none->solutions.empty());
    const auto others = sample(problem, 3, {.memory = 1000});
    EXPECT_TRUE(others->answer.complete());
    EXPECT_EQ(others->answer.engine, Engine::rows);
    EXPECT_EQ(others->solutions.size(), 3u);
}

TEST(Sample, BoundsEndItWithoutSamples) {
    for (Engine engine : {Engine::memo, Engine::rows}) {
        const auto drawn = sample(set_partitions(9), 3, {.engine = engine, .bounds = {.nodes = 20}});
        EXPECT_EQ(drawn->answer.stop, StopReason::nodes) << name_of(engine);
        EXPECT_TRUE(drawn->solutions.empty());
    }
}

TEST(Estimate, IsRightOnAverage) {
    const Problem problem = set_partitions(6);  // 203 solutions
    for (Engine engine : {Engine::links, Engine::cells, Engine::rows}) {
        const auto guess = estimate(problem, 4000, {.engine = engine});
        EXPECT_EQ(guess->descents, 4000u);
        EXPECT_NEAR(guess->solutions, 203, 5 * guess->solutions_error) << name_of(engine);
        EXPECT_GT(guess->nodes, guess->solutions);
        EXPECT_GT(guess->seconds, 0);
        EXPECT_TRUE(guess->answer.complete());
        const auto early = estimate(problem, 4000, {.engine = engine, .bounds = {.nodes = 100}});
        EXPECT_EQ(early->descents, 100u);
        EXPECT_EQ(early->answer.stop, StopReason::nodes);
    }
}

/// On a tree whose nodes are all entered one by one, the estimate of nodes is right too.
TEST(Estimate, NodesAreThoseOfTheWalk) {
    for (Engine engine : {Engine::links, Engine::cells}) {
        const Problem problem = set_partitions(7);
        const auto guess = estimate(problem, 20000, {.engine = engine});
        const auto walked = count(problem, {.engine = engine});
        EXPECT_NEAR(guess->nodes, static_cast<double>(walked->answer.nodes), 5 * guess->nodes_error)
            << name_of(engine);
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

TEST(Stream, IsARangeOfSolutions) {
    const Problem problem = set_partitions(5);
    Stream stream(problem);
    std::vector<Solution> looped;
    for (const auto solution : stream) looped.emplace_back(solution.begin(), solution.end());
    EXPECT_EQ(looped.size(), 52u);
    EXPECT_EQ(looped, solve(problem, {.engine = Engine::rows})->solutions);
    stream.restart();
    std::size_t times = 0;
    for (const auto solution : stream) times += !solution.empty();
    EXPECT_EQ(times, 52u);
}

TEST(Stream, EndsAtItsBounds) {
    const Problem problem = set_partitions(7);
    Stream three(problem, {.bounds = {.solutions = 3}});
    int found = 0;
    while (three.next()) ++found;
    EXPECT_EQ(found, 3);
    EXPECT_EQ(three.answer().stop, StopReason::solutions);
    Stream ten(problem, {.engine = Engine::links, .bounds = {.nodes = 10}});
    while (ten.next()) {
    }
    EXPECT_EQ(ten.answer().stop, StopReason::nodes);
    EXPECT_EQ(ten.answer().nodes, 10u);
    ten.restart();
    EXPECT_TRUE(ten.next()) << "bounds are fresh";
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

/// Calls a question with progress at every chance; the share must rise but where a stage begins, and some
/// reports must come.
template <class Ask>
std::vector<Progress> reports_of(Settings settings, const Ask& ask, int stages = 1) {
    std::vector<Progress> reports;
    settings.progress_seconds = 0;
    settings.progress = [&](const Progress& progress) {
        stages -= !reports.empty() && progress.fraction < reports.back().fraction;
        EXPECT_GE(progress.fraction, 0);
        EXPECT_LE(progress.fraction, 1);
        reports.push_back(progress);
    };
    ask(settings);
    EXPECT_GT(reports.size(), 1u);
    EXPECT_GT(stages, 0);
    return reports;
}

TEST(Progress, RisesToTheEndOfAWalk) {
    for (Engine engine : {Engine::links, Engine::cells, Engine::rows}) {
        for (unsigned jobs : {1u, 2u}) {
            if (engine == Engine::rows && jobs == 1) continue;  // is over within one slice
            const Problem problem = set_partitions(jobs == 1 ? 9 : 7);
            const auto reports = reports_of({.engine = engine, .jobs = jobs}, [&](const Settings& settings) {
                EXPECT_EQ(count(problem, settings)->number, jobs == 1 ? "21147" : "877");
            });
            EXPECT_GT(reports.back().fraction, 0.5) << name_of(engine);
        }
    }
}

TEST(Progress, ForeseesTheSolutions) {
    const Problem problem = set_partitions(9);
    const auto reports = reports_of({.engine = Engine::links}, [&](const Settings& settings) {
        EXPECT_EQ(count(problem, settings)->number, "21147");
    });
    for (const Progress& progress : reports) {
        if (progress.fraction == 1) continue;
        EXPECT_GE(progress.solutions_expected, static_cast<double>(progress.solutions));
        EXPECT_LE(progress.solutions_expected, 200000);
        EXPECT_GE(progress.seconds_left, 0);
    }
}

/// Anywhere on a walk: what lies behind and what is estimated to lie ahead are all there is.
TEST(Progress, AnOutlookIsRightOnAverage) {
    const Problem problem = set_partitions(6);  // 203 solutions
    for (int behind : {1, 50, 150, 202}) {
        const auto walker = make_links(problem);
        Budget budget{Bounds{}};
        for (int i = 0; i < behind; ++i) walker->next(budget);
        Outlook outlook(make_links(problem), 1);
        double solutions = 0;
        double nodes = 0;
        constexpr int times = 200;
        for (int i = 0; i < times; ++i) {
            const Outlook::Rest rest = outlook.beyond(walker->path());
            solutions += rest.solutions / times;
            nodes += rest.nodes / times;
        }
        const std::uint64_t nodes_behind = budget.nodes();
        while (walker->next(budget)) {
        }
        EXPECT_NEAR(solutions, 203 - behind, 6) << behind;
        EXPECT_NEAR(nodes, static_cast<double>(budget.nodes() - nodes_behind), 15) << behind;
    }
}

TEST(Progress, OfEveryOtherQuestion) {
    const Problem problem = set_partitions(10);
    reports_of({.engine = Engine::memo},
               [&](const Settings& settings) { EXPECT_EQ(count(problem, settings)->number, "115975"); });
    const Visitor all = [](auto) { return true; };
    constexpr int stages = 2;  // the graph is built, then walked
    const auto visited = reports_of(
        {.engine = Engine::memo},
        [&](const Settings& settings) { EXPECT_EQ(visit(problem, all, settings)->solutions, 115975u); },
        stages);
    EXPECT_EQ(visited.back().solutions_expected, 115975);
    reports_of({}, [&](const Settings& settings) { EXPECT_TRUE(sample(problem, 1, settings)); });
    reports_of({}, [&](const Settings& settings) { EXPECT_TRUE(estimate(problem, 100, settings)); });
    reports_of({}, [&](const Settings& settings) {
        Stream stream(problem, settings);
        while (stream.next()) {
        }
    });
    reports_of({}, [&](const Settings& settings) { EXPECT_FALSE(reduce(problem, settings).impossible); });
    Builder builder;
    builder.add_items(12);
    std::mt19937_64 random(7);
    for (int option = 0; option < 200; ++option) {
        std::vector<Item> items;
        for (Item item = 0; item < 12; ++item) {
            if (random() % 3 == 0) items.push_back(item);
        }
        builder.add_option(items, static_cast<Cost>(random() % 1000));
    }
    const Problem priced = builder.build().value();
    reports_of({}, [&](const Settings& settings) { EXPECT_TRUE(cheapest(priced, 300, settings)); });
}

TEST(ItemRules, FindTheSameSolutions) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Problem problem = oracle::random_problem(seed, kind_of(seed % 8));
        const auto expected = oracle::solutions(problem);
        for (ItemRule rule : {ItemRule::sharp, ItemRule::first}) {
            const auto got = oracle::visited(problem, {.rule = rule});
            ASSERT_EQ(got.solutions, expected) << seed << ' ' << name_of(rule);
            ASSERT_EQ(got.answer.engine, Engine::cells);
        }
    }
}

/// Two items with two options, then a sharp one with three: each rule begins elsewhere.
TEST(ItemRules, SayWhereToBegin) {
    Builder builder;
    builder.add_item("a");
    builder.add_item("#b");
    builder.add_item("c");
    for (int i = 0; i < 3; ++i) builder.add_option({0});
    for (int i = 0; i < 3; ++i) builder.add_option({1});
    for (int i = 0; i < 2; ++i) builder.add_option({2});
    const Problem problem = builder.build().value();
    const auto order = [&](ItemRule rule) {
        std::vector<Item> items;
        const auto found = solve(problem, {.engine = Engine::cells, .rule = rule});
        for (const Option option : found->solutions.front())
            items.push_back(problem.items_of(option).front());
        return items;
    };
    EXPECT_EQ(order(ItemRule::fewest), (std::vector<Item>{2, 0, 1}));
    EXPECT_EQ(order(ItemRule::sharp), (std::vector<Item>{1, 2, 0}));
    EXPECT_EQ(order(ItemRule::first), (std::vector<Item>{0, 1, 2}));
    EXPECT_FALSE(solve(problem, {.engine = Engine::rows, .rule = ItemRule::first}));
}

/// Each task is done in far less than the time allowed; all together take far more.
TEST(Bounds, ManyShortTasksShareOneTime) {
    constexpr Item points = 20;
    Builder builder;
    builder.add_items(points);
    for (Item a = 0; a < points; ++a)
        for (Item b = a + 1; b < points; ++b) builder.add_option({a, b});
    const Problem problem = builder.build().value();
    for (const Engine engine : {Engine::links, Engine::cells, Engine::rows}) {
        Settings settings{.engine = engine, .jobs = 2};
        settings.bounds.seconds = 0.2;
        const auto counted = count(problem, settings);
        ASSERT_TRUE(bool(counted));
        EXPECT_EQ(counted->answer.stop, StopReason::seconds);
        EXPECT_GT(counted->answer.solutions, 0u);
    }
}

}  // namespace
}  // namespace quadrille::cover
