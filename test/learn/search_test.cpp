// The clause-learning engine against every set of variables there is, and its bounds.
#include <gtest/gtest.h>

#include "groups_oracle.hpp"
#include "learn/chooser.hpp"
#include "quadrille/learn.hpp"

namespace quadrille::learn {
namespace {

using test::Chosen;

std::set<Chosen> visited(Engine& engine, const Settings& settings = {}) {
    std::set<Chosen> found;
    const Outcome outcome = engine.search(settings, [&](std::span<const std::uint32_t> chosen) {
        EXPECT_TRUE(found.emplace(chosen.begin(), chosen.end()).second) << "a solution came twice";
        return true;
    });
    EXPECT_EQ(outcome.solutions, found.size());
    return found;
}

TEST(Learn, AllSolutionsOfRandomGroups) {
    std::mt19937_64 random(1);
    std::size_t with_some = 0;
    for (int round = 0; round < 4000; ++round) {
        const Groups groups = test::random_groups(random, 13);
        const std::set<Chosen> expected = test::all_solutions(groups);
        with_some += !expected.empty();
        Engine engine(groups);
        // Restarts and reductions after every other conflict, so that small cases meet them.
        ASSERT_EQ(visited(engine, {.restart_unit = 2, .reduce_every = 1}), expected) << "round " << round;
    }
    EXPECT_GT(with_some, 1000u);
}

TEST(Learn, AllSolutionsOfRandomBlocks) {
    std::mt19937_64 random(3);
    std::size_t with_some = 0;
    for (int round = 0; round < 3000; ++round) {
        const Groups groups = test::random_blocks(random);
        const std::set<Chosen> expected = test::all_solutions(groups);
        with_some += !expected.empty();
        Engine engine(groups);
        ASSERT_EQ(visited(engine, {.restart_unit = 1, .reduce_every = 1}), expected) << "round " << round;
    }
    EXPECT_GT(with_some, 1000u);
}

TEST(Learn, AnEngineForgetsWhatItSearchedLast) {
    std::mt19937_64 random(4);
    Engine kept;
    const auto all = [](std::span<const std::uint32_t>) { return true; };
    for (int round = 0; round < 1000; ++round) {
        const Groups groups = round % 2 ? test::random_blocks(random) : test::random_groups(random, 13);
        // The last search may be left in the middle.
        const Settings settings{
            .bounds = {.nodes = random() % 8}, .restart_unit = 2, .reduce_every = random() % 3 + 1};
        Budget unbounded({});
        ASSERT_TRUE(kept.start(groups, unbounded));
        const Outcome again = kept.search(settings, all);
        const Outcome fresh = Engine(groups).search(settings, all);
        ASSERT_EQ(again.solutions, fresh.solutions) << "round " << round;
        ASSERT_EQ(again.nodes, fresh.nodes) << "round " << round;
        ASSERT_EQ(again.conflicts, fresh.conflicts) << "round " << round;
        ASSERT_EQ(again.propagations, fresh.propagations) << "round " << round;
    }
}

// Crossings come with the first restart.
TEST(Learn, CrossingsLoseNoSolution) {
    std::mt19937_64 random(4);
    std::size_t with_many = 0;
    for (int round = 0; round < 300; ++round) {
        const Groups groups = test::latin(4, [&](auto, auto, auto) { return random() % 6 != 0; });
        Engine with(groups), without(groups);
        const std::set<Chosen> expected = visited(without, {.restart_unit = 1'000'000});
        with_many += expected.size() > 4;
        ASSERT_EQ(visited(with, {.restart_unit = 1}), expected) << "round " << round;
    }
    EXPECT_GT(with_many, 50u);
    Engine all(test::latin(4, [](auto, auto, auto) { return true; }));
    EXPECT_EQ(visited(all, {.restart_unit = 1}).size(), 576u);
}

TEST(Learn, ForbiddenSolutionsAreLeftOut) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 1000; ++round) {
        const Groups groups = test::random_groups(random, 11);
        std::set<Chosen> expected = test::all_solutions(groups);
        Engine engine(groups);
        for (int times = 0; times < 2 && !expected.empty(); ++times) {
            const auto victim = std::next(expected.begin(), static_cast<int>(random() % expected.size()));
            engine.forbid(*victim);
            expected.erase(victim);
        }
        ASSERT_EQ(visited(engine), expected) << "round " << round;
    }
}

/// Pigeons in holes, one fewer hole than pigeons: no solution, and many conflicts to find out.
Groups pigeons(std::uint32_t count) {
    Groups groups;
    groups.variables = count * (count - 1);
    for (std::uint32_t pigeon = 0; pigeon < count; ++pigeon) {
        Chosen holes;
        for (std::uint32_t hole = 0; hole + 1 < count; ++hole) holes.push_back(pigeon * (count - 1) + hole);
        groups.add(holes, GroupKind::exactly_one);
    }
    for (std::uint32_t hole = 0; hole + 1 < count; ++hole) {
        Chosen guests;
        for (std::uint32_t pigeon = 0; pigeon < count; ++pigeon)
            guests.push_back(pigeon * (count - 1) + hole);
        groups.add(guests, GroupKind::at_most_one);
    }
    return groups;
}

TEST(Learn, PigeonsHaveNoPlace) {
    for (std::uint32_t count = 2; count <= 8; ++count) {
        Engine engine(pigeons(count));
        EXPECT_TRUE(visited(engine, {.restart_unit = 16, .reduce_every = 20}).empty()) << count;
    }
}

TEST(Learn, EveryBoundIsSaid) {
    const Groups hard = pigeons(14);
    const auto none = [](std::span<const std::uint32_t>) { return true; };
    EXPECT_EQ(Engine(hard).search({.bounds = {.nodes = 50}}, none).ended, StopReason::nodes);
    EXPECT_EQ(Engine(hard).search({.bounds = {.nodes = 50}}, none).nodes, 50u);
    EXPECT_EQ(Engine(hard).search({.bounds = {.seconds = 0.01}}, none).ended, StopReason::seconds);
    StopFlag stop;
    stop.request();
    EXPECT_EQ(Engine(hard).search({.bounds = {.stop = &stop}}, none).ended, StopReason::interrupted);
}

TEST(Learn, ASpentBudgetEndsTheStart) {
    Engine engine;
    StopFlag stop;
    stop.request();
    Budget spent({.stop = &stop});
    EXPECT_FALSE(engine.start(pigeons(14), spent));
    Budget unbounded({});
    EXPECT_TRUE(engine.start(pigeons(5), unbounded));
    EXPECT_TRUE(visited(engine).empty());
}

TEST(Learn, ManySolutionsStopWhereAsked) {
    Groups groups;  // ten free choices of four
    groups.variables = 40;
    for (std::uint32_t g = 0; g < 10; ++g)
        groups.add(Chosen{4 * g, 4 * g + 1, 4 * g + 2, 4 * g + 3}, GroupKind::exactly_one);
    Engine all(groups);
    std::uint64_t seen = 0;
    const Outcome bounded =
        all.search({.bounds = {.solutions = 1000}}, [&](std::span<const std::uint32_t>) { return ++seen; });
    EXPECT_EQ(bounded.ended, StopReason::solutions);
    EXPECT_EQ(seen, 1000u);
    const Outcome visitor = Engine(groups).search({}, [](std::span<const std::uint32_t>) { return false; });
    EXPECT_EQ(visitor.ended, StopReason::visitor);
    EXPECT_EQ(visitor.solutions, 1u);
}

TEST(Learn, AGroupWhoseWeightHasFadedIsStillChosen) {
    Groups groups;
    groups.variables = 2;
    groups.add(Chosen{0, 1}, GroupKind::exactly_one);
    const Assignment assignment(groups);
    Chooser chooser(assignment);
    chooser.start(groups);
    for (int conflicts = 0; conflicts < 100000; ++conflicts) chooser.age();
    Variable variable = 0;
    EXPECT_TRUE(chooser.choose(variable));
}

TEST(Learn, GroupsWiderThanAWord) {
    Groups groups;
    groups.variables = 300;
    Chosen everything(300);
    for (std::uint32_t v = 0; v < 300; ++v) everything[v] = v;
    groups.add(everything, GroupKind::exactly_one);
    groups.add(Chosen(everything.begin() + 100, everything.end()), GroupKind::exactly_one);
    Engine engine(groups);
    EXPECT_EQ(visited(engine).size(), 200u);
}

}  // namespace
}  // namespace quadrille::learn
