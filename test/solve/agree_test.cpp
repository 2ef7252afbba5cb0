// Every engine against the oracle, through the door that users take.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cases.hpp"
#include "oracle.hpp"
#include "quadrille/solve.hpp"
#include "random_puzzles.hpp"
#include "solve/as_cover.hpp"

namespace quadrille {
namespace {

std::vector<Engine> engines_for(const Geometry& board) {
    std::vector<Engine> fit;
    for (const EngineInfo& info : engines()) {
        if (takes(info.engine, board)) fit.push_back(info.engine);
    }
    return fit;
}

/// The set of all solutions an engine visits; fails the test where one comes twice.
std::set<Grid> visited(Workbench& bench, const Puzzle& puzzle, Engine engine) {
    std::set<Grid> found;
    const auto answer =
        bench.solve(puzzle, {.engine = engine, .bounds = {}, .visit = [&](std::span<const Digit> grid) {
                                 EXPECT_TRUE(found.emplace(grid.begin(), grid.end()).second);
                                 return true;
                             }});
    EXPECT_TRUE(answer);
    EXPECT_EQ(answer->solutions, found.size());
    EXPECT_TRUE(answer->exact());
    return found;
}

TEST(Agree, AllEnginesWithTheOracleOnEveryGeometry) {
    test::Random random(2);
    Workbench bench;
    for (int round = 0; round < 2500; ++round) {
        const GeometryPtr geometry = Geometry::make(test::random_layout(random, 5)).value();
        const Puzzle puzzle = test::random_puzzle(random, geometry, geometry->side() > 4 ? 0.35 : 0.15);
        const auto expected = oracle::solutions(puzzle);
        if (expected.size() > 20000) continue;
        for (Engine engine : engines_for(*geometry)) {
            ASSERT_EQ(visited(bench, puzzle, engine), std::set<Grid>(expected.begin(), expected.end()))
                << name_of(engine) << " on " << geometry->describe() << ", round " << round;
        }
    }
}

TEST(Agree, All288GridsOf4x4) {
    Workbench bench;
    const Puzzle empty{Geometry::make(Layout::usual(4)).value(), Grid(16, 0), {}};
    const auto expected = oracle::solutions(empty);
    for (Engine engine : engines_for(*empty.geometry)) {
        EXPECT_EQ(visited(bench, empty, engine), std::set<Grid>(expected.begin(), expected.end()))
            << name_of(engine);
        for (const Grid& grid : expected) {
            EXPECT_EQ(visited(bench, {empty.geometry, grid, {}}, engine), std::set<Grid>{grid})
                << name_of(engine);
        }
    }
}

TEST(Agree, VerdictsAndFirstInOrderOnNineByNine) {
    test::Random random(3);
    Workbench bench;
    const GeometryPtr geometry = Geometry::make(Layout{}).value();
    for (int round = 0; round < test::cases(60); ++round) {
        Puzzle puzzle{geometry, Grid(81, 0), {}};
        SolveSettings first{.bounds = {.solutions = 1}};
        for (int i = 0; i < 8; ++i)
            puzzle.givens[static_cast<std::size_t>(test::below(random, 81))] = static_cast<Digit>(i + 1);
        const auto full = bench.solve(puzzle, first);
        ASSERT_TRUE(full);
        if (full->first.empty()) continue;
        puzzle.givens = full->first;
        for (Digit& digit : puzzle.givens)
            digit = test::below(random, 81) < 45 + round % 12 ? Digit{0} : digit;
        const auto general = bench.solve(puzzle, {.engine = Engine::general, .bounds = {.solutions = 500}});
        const auto links = bench.solve(puzzle, {.engine = Engine::links, .bounds = {.solutions = 500}});
        ASSERT_TRUE(general && links);
        const auto nine = bench.solve(puzzle, {.engine = Engine::nine, .bounds = {.solutions = 500}});
        ASSERT_TRUE(nine);
        EXPECT_EQ(nine->verdict(), links->verdict());
        EXPECT_EQ(nine->solutions, links->solutions);
        EXPECT_EQ(general->verdict(), links->verdict());
        EXPECT_EQ(general->solutions, links->solutions);
        const auto least = first_in_order(bench, puzzle, {});
        ASSERT_TRUE(least);
        const auto expected = oracle::solutions(puzzle, 1);
        EXPECT_EQ(*least, expected.front());
    }
}

TEST(Agree, TogetherAsOneByOne) {
    test::Random random(4);
    Workbench bench;
    const GeometryPtr geometry = Geometry::make(Layout{}).value();
    for (const std::size_t count : {1u, 2u, 15u, 16u, 17u, 33u, 500u}) {
        std::vector<Puzzle> puzzles;
        for (std::size_t i = 0; i < count; ++i)
            puzzles.push_back(test::random_puzzle(random, geometry, 0.05 * static_cast<double>(i % 5)));
        std::vector<const Puzzle*> pointers;
        for (const Puzzle& puzzle : puzzles) pointers.push_back(&puzzle);
        std::vector<Answer> together(count);
        bench.solve_together(pointers, {}, together);
        for (std::size_t i = 0; i < count; ++i) {
            const auto alone = bench.solve(puzzles[i]);
            ASSERT_TRUE(alone);
            EXPECT_EQ(together[i].verdict(), alone->verdict());
            EXPECT_EQ(together[i].solutions, alone->solutions);
            EXPECT_EQ(together[i].first, alone->first);
            EXPECT_EQ(together[i].contradiction, alone->contradiction);
            EXPECT_EQ(together[i].verdict(), bench.solve(puzzles[i], {.engine = Engine::general})->verdict());
        }
    }
}

TEST(Agree, AnEngineRefusesABoardItDoesNotTake) {
    const Puzzle empty{Geometry::make(Layout::usual(4)).value(), Grid(16, 0), {}};
    const auto answer = Workbench().solve(empty, {.engine = Engine::nine});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::illegal_layout);
}

TEST(AsCover, RefusesWhatWouldNotFit) {
    const Puzzle empty{Geometry::make(Layout::usual(400)).value(), Grid(160000, 0), {}};
    Workbench bench;
    const auto answer = bench.solve(empty, {.engine = Engine::links});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::too_large);
}

}  // namespace
}  // namespace quadrille
