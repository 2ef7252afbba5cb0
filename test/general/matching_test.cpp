// All-different matching against the oracle: no candidate that a solution needs goes, and some do go.
#include "general/matching.hpp"

#include <gtest/gtest.h>

#include "oracle.hpp"
#include "quadrille/general.hpp"
#include "random_puzzles.hpp"

namespace quadrille::general {
namespace {

std::size_t candidates_in(const Board<1>& board) {
    std::size_t total = 0;
    for (Cell cell = 0; cell < board.topology().geometry->cell_count(); ++cell)
        total += static_cast<std::size_t>(board.candidates(cell).count());
    return total;
}

/// Matches every region that holds every digit. False: a contradiction.
bool match_all(Board<1>& board) {
    Matcher<1> matcher(board);
    for (RegionIndex region = 0; region < board.topology().region_count(); ++region) {
        if (!board.topology().holds_every_digit(region)) continue;
        const std::size_t before = candidates_in(board);
        const bool finds_nothing = matcher.finds_nothing(region);
        const bool possible = matcher.run(region);
        EXPECT_FALSE(finds_nothing && (!possible || candidates_in(board) != before)) << "region " << region;
        if (!possible) return false;
    }
    return true;
}

TEST(Matching, TakesNothingThatASolutionNeeds) {
    test::Random random(12);
    std::size_t taken = 0;
    for (int round = 0; round < 3000; ++round) {
        const GeometryPtr geometry = Geometry::make(test::random_layout(random, 6)).value();
        const Puzzle puzzle = test::random_puzzle(random, geometry, 0.3);
        const Topology topology(geometry);
        Board<1> board(topology);
        Budget budget({});
        if (!board.start(puzzle, budget)) continue;
        const std::size_t before = candidates_in(board);
        const auto solutions = oracle::solutions(puzzle, 200);
        if (!match_all(board)) {
            EXPECT_TRUE(solutions.empty()) << "round " << round;
            continue;
        }
        taken += before - candidates_in(board);
        for (const Grid& grid : solutions) {
            for (Cell cell = 0; cell < grid.size(); ++cell)
                ASSERT_TRUE(board.candidates(cell).meets(Row<1>::of(grid[cell]))) << "round " << round;
        }
    }
    EXPECT_GT(taken, 10u) << "too easy: matching had nothing to do";
}

// Two cells that hold only 1 and 2 leave neither to the others.
TEST(Matching, APairIsAHallSet) {
    const GeometryPtr geometry = Geometry::make(Layout::latin(4)).value();
    Puzzle puzzle{geometry, Grid(16, 0), Candidates(4, true)};
    for (Cell cell : {0u, 1u}) {
        puzzle.candidates->erase(cell, 3);
        puzzle.candidates->erase(cell, 4);
    }
    const Topology topology(geometry);
    Board<1> board(topology);
    Budget budget({});
    ASSERT_TRUE(board.start(puzzle, budget));
    ASSERT_TRUE(Matcher<1>(board).run(0));
    for (Cell cell : {2u, 3u}) EXPECT_FALSE(board.candidates(cell).meets(Row<1>::first_digits(2)));
    EXPECT_EQ(board.candidates(0), Row<1>::first_digits(2));
}

TEST(Matching, FindsNothingWhereNothingIsGiven) {
    const Topology topology(Geometry::make(Layout::latin(4)).value());
    Board<1> board(topology);
    Budget budget({});
    ASSERT_TRUE(board.start({topology.geometry, Grid(16, 0), {}}, budget));
    EXPECT_TRUE(Matcher<1>(board).finds_nothing(0));
}

// On giant boards too, before anything is tried: three cells of 72 that hold only 1, 2 and 3.
TEST(Matching, GiantBoardsAreMatchedAtTheRoot) {
    Puzzle puzzle{Geometry::make(Layout::latin(72)).value(), Grid(72 * 72, 0), Candidates(72, true)};
    for (Cell cell : {0u, 1u, 2u}) {
        for (Digit digit = 4; digit <= 72; ++digit) puzzle.candidates->erase(cell, digit);
    }
    Budget budget({});
    const Candidates left = Engine(puzzle.geometry).reduce(puzzle, budget);
    for (Cell cell = 3; cell < 72; ++cell) EXPECT_EQ(left.count(cell), 69) << cell;
    EXPECT_EQ(left.count(72), 72);
}

TEST(Matching, ThreeCellsForTwoDigitsAreAContradiction) {
    const GeometryPtr geometry = Geometry::make(Layout::latin(5)).value();
    Puzzle puzzle{geometry, Grid(25, 0), Candidates(5, true)};
    for (Cell cell : {0u, 1u, 2u}) {
        for (Digit digit = 3; digit <= 5; ++digit) puzzle.candidates->erase(cell, digit);
    }
    const Topology topology(geometry);
    Board<1> board(topology);
    Budget budget({});
    ASSERT_TRUE(board.start(puzzle, budget));
    EXPECT_FALSE(Matcher<1>(board).run(0));
}

}  // namespace
}  // namespace quadrille::general
