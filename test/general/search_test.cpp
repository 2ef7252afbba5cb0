#include "quadrille/general.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cases.hpp"
#include "oracle.hpp"
#include "random_puzzles.hpp"

namespace quadrille::general {
namespace {

Puzzle empty_puzzle(const Layout& layout) {
    const GeometryPtr geometry = Geometry::make(layout).value();
    return {geometry, Grid(geometry->cell_count(), 0), {}};
}

std::uint64_t count(const Puzzle& puzzle, const Bounds& bounds = {}) {
    const Outcome outcome = Engine(puzzle.geometry).search(puzzle, bounds, [](auto) { return true; });
    return outcome.solutions;
}

TEST(General, KnownCounts) {
    const std::uint64_t latin[] = {1, 2, 12, 576, 161280};
    for (int side = 1; side <= 5; ++side)
        EXPECT_EQ(count(empty_puzzle(Layout::latin(side))), latin[side - 1]);
    EXPECT_EQ(count(empty_puzzle(Layout::usual(4))), 288u);
    Layout diagonal4 = Layout::usual(4);
    diagonal4.diagonals = true;
    EXPECT_EQ(count(empty_puzzle(diagonal4)), 48u);
}

// The empty 6x6 has 28200960 = 6! * 39168 grids: relabelling lets the first row be fixed.
TEST(General, SixBySixBySymmetry) {
    Puzzle puzzle = empty_puzzle(Layout::usual(6));
    for (Cell cell = 0; cell < 6; ++cell) puzzle.givens[cell] = static_cast<Digit>(cell + 1);
    EXPECT_EQ(720 * count(puzzle), 28200960u);
}

// 812851200 = 6! * 5! * 9408: rows and columns can be brought into order.
TEST(General, ReducedLatinSquaresOfSide6) {
    Puzzle puzzle = empty_puzzle(Layout::latin(6));
    for (Cell i = 0; i < 6; ++i) puzzle.givens[i] = puzzle.givens[6 * i] = static_cast<Digit>(i + 1);
    EXPECT_EQ(720 * 120 * count(puzzle), 812851200u);
}

TEST(General, VisitsTheOraclesSolutionsEachOnce) {
    test::Random random(1);
    int without = 0, one = 0, many = 0;
    for (int round = 0; round < test::cases(4000); ++round) {
        const GeometryPtr geometry = Geometry::make(test::random_layout(random, 6)).value();
        Engine engine(geometry);
        for (double density : {0.1, 0.3, 0.5}) {
            const Puzzle puzzle =
                test::random_puzzle(random, geometry, geometry->side() == 6 ? 0.4 : density);
            std::set<Grid> found;
            const Outcome outcome =
                engine.search(puzzle, {.solutions = 3000}, [&](std::span<const Digit> grid) {
                    EXPECT_EQ(verify(puzzle, grid), std::nullopt);
                    EXPECT_TRUE(found.emplace(grid.begin(), grid.end()).second) << "visited twice";
                    return true;
                });
            const auto expected = oracle::solutions(puzzle, 3000);
            ASSERT_EQ(outcome.solutions, expected.size()) << geometry->describe() << " round " << round;
            if (expected.size() < 3000) {
                EXPECT_EQ(found, std::set<Grid>(expected.begin(), expected.end()));
            }
            ++(expected.empty() ? without : expected.size() == 1 ? one : many);
        }
    }
    EXPECT_GT(without, test::cases(1000));
    EXPECT_GT(one, test::cases(300));
    EXPECT_GT(many, test::cases(1000));
}

TEST(General, EveryBoundStopsAndSaysSo) {
    const Puzzle puzzle = empty_puzzle(Layout::usual(25));
    Engine engine(puzzle.geometry);
    const auto all = [](auto) { return true; };
    EXPECT_EQ(engine.search(puzzle, {.solutions = 2}, all).ended, StopReason::solutions);
    const Outcome nodes = engine.search(puzzle, {.nodes = 10}, all);
    EXPECT_EQ(nodes.ended, StopReason::nodes);
    EXPECT_EQ(nodes.nodes, 10u);
    EXPECT_EQ(engine.search(puzzle, {.seconds = 0.05}, all).ended, StopReason::seconds);
    EXPECT_EQ(engine.search(puzzle, {}, [](auto) { return false; }).ended, StopReason::visitor);
    StopFlag flag;
    flag.request();
    EXPECT_EQ(engine.search(puzzle, {.stop = &flag}, all).ended, StopReason::interrupted);
}

TEST(General, AnEngineForgetsTheLastPuzzle) {
    Puzzle puzzle = empty_puzzle(Layout::usual(4));
    Engine engine(puzzle.geometry);
    const auto all = [](auto) { return true; };
    const Outcome first = engine.search(puzzle, {}, all);
    puzzle.givens[0] = puzzle.givens[1] = 1;
    EXPECT_EQ(engine.search(puzzle, {}, all).solutions, 0u);
    puzzle.givens[0] = puzzle.givens[1] = 0;
    const Outcome again = engine.search(puzzle, {}, all);
    EXPECT_EQ(again.solutions, first.solutions);
    EXPECT_EQ(again.nodes, first.nodes);
    EXPECT_EQ(again.propagations, first.propagations);
}

bool holds(const Candidates& candidates, const Grid& grid) {
    for (Cell cell = 0; cell < grid.size(); ++cell)
        if (!candidates.has(cell, grid[cell])) return false;
    return true;
}

TEST(General, WhatPatienceLeavesHoldsEverySolutionNotVisited) {
    test::Random random(12);
    int lost = 0, narrowed = 0;
    for (int round = 0; round < 2000; ++round) {
        const GeometryPtr geometry = Geometry::make(test::random_layout(random, 6)).value();
        const Puzzle puzzle = test::random_puzzle(random, geometry, 0.3);
        const auto expected = oracle::solutions(puzzle, 3000);
        Engine engine(geometry);
        for (const std::uint64_t patience : {1u, 2u, 5u}) {
            std::set<Grid> found;
            const auto visit = [&](std::span<const Digit> grid) {
                return found.emplace(grid.begin(), grid.end()).second;
            };
            const Outcome outcome = engine.search(puzzle, {}, visit, {.patience = patience});
            if (expected.size() == 3000) break;
            if (!outcome.out_of_patience) {
                ASSERT_EQ(outcome.solutions, expected.size()) << "round " << round;
                continue;
            }
            ++lost;
            const Candidates left = engine.rest();
            for (const Grid& grid : expected)
                ASSERT_TRUE(found.count(grid) != 0 || holds(left, grid)) << "round " << round;
            Budget budget({});
            narrowed += left != Engine(geometry).reduce(puzzle, budget);
        }
    }
    EXPECT_GT(lost, 100);
    EXPECT_GT(narrowed, 10) << "no proof narrowed what is left";
}

TEST(General, OpenBoardsFillHoweverLarge) {
    for (int side : {49, 64, 81, 100}) {
        for (const bool diagonals : {false, true}) {
            Layout layout = Layout::usual(side);
            layout.diagonals = diagonals;
            const Puzzle puzzle = empty_puzzle(layout);
            Engine engine(puzzle.geometry);
            Grid solution;
            engine.search(puzzle, {.solutions = 1, .nodes = 20000}, [&](std::span<const Digit> grid) {
                solution.assign(grid.begin(), grid.end());
                return false;
            });
            EXPECT_EQ(verify(puzzle, solution), std::nullopt) << side << ' ' << diagonals;
        }
    }
}

TEST(General, NewBeginningsLoseNoSolutionAndFindNoFalseOne) {
    test::Random random(11);
    std::uint64_t longest = 0;
    for (int round = 0; round < 400; ++round) {
        const GeometryPtr geometry = Geometry::make(test::random_layout(random, 6)).value();
        const Puzzle puzzle = test::random_puzzle(random, geometry, 0.2);
        Engine engine(geometry);
        const auto once = [](std::span<const Digit>) { return true; };
        const auto expected = engine.search(puzzle, {.solutions = 1}, once, {.first_restart = 0});
        for (const std::uint64_t seed : {1u, 2u}) {
            const auto found = engine.search(puzzle, {.solutions = 1},
                                             [&](std::span<const Digit> grid) {
                                                 EXPECT_FALSE(verify(puzzle, grid));
                                                 return true;
                                             },
                                             {.first_restart = 1, .seed = seed});
            ASSERT_EQ(found.solutions, expected.solutions) << "round " << round;
            ASSERT_EQ(found.ended, expected.ended) << "round " << round;
            longest = std::max(longest, found.nodes);
        }
    }
    EXPECT_GT(longest, 4u) << "no search met a contradiction";
}

}  // namespace
}  // namespace quadrille::general
