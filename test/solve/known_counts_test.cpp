// Counts from the literature, by every engine that can take them.
#include <gtest/gtest.h>

#include "quadrille/format.hpp"
#include "quadrille/solve.hpp"
#include "shared_data.hpp"

namespace quadrille {
namespace {

std::uint64_t count(const Layout& layout, const Grid& givens, Engine engine) {
    const Puzzle puzzle{Geometry::make(layout).value(), givens, {}};
    const auto answer = Workbench().solve(puzzle, {.engine = engine, .bounds = {}});
    EXPECT_TRUE(answer && answer->exact());
    return answer->solutions;
}

// Latin squares: OEIS A002860.
TEST(KnownCounts, LatinSquares) {
    const std::uint64_t expected[] = {1, 2, 12, 576, 161280};
    for (Engine engine : {Engine::general, Engine::links}) {
        for (int side = 1; side <= 5; ++side) {
            const Grid empty(static_cast<std::size_t>(side * side), 0);
            EXPECT_EQ(count(Layout::latin(side), empty, engine), expected[side - 1]) << name_of(engine);
        }
    }
}

// Sudoku grids: OEIS A107739 (4x4); 6x6 with 2x3 boxes, 28200960.
TEST(KnownCounts, SmallSudokuGrids) {
    for (Engine engine : {Engine::general, Engine::links}) {
        EXPECT_EQ(count(Layout::usual(4), Grid(16, 0), engine), 288u);
        Grid first_row(36, 0);
        for (Cell cell = 0; cell < 6; ++cell) first_row[cell] = static_cast<Digit>(cell + 1);
        EXPECT_EQ(720 * count(Layout::usual(6), first_row, engine), 28200960u) << name_of(engine);
    }
}

// 43 puzzles without, with one and with many solutions: the engines agree on each.
TEST(KnownCounts, EnginesAgreeOnATestSuite) {
    const auto lines = test::shared_lines("nine/tdoku_test_puzzles.txt.xz");
    if (lines.empty()) GTEST_SKIP() << "the data beside the checkout is not there";
    EXPECT_EQ(lines.size(), 43u);
    Workbench bench;
    int unique = 0;
    for (const std::string& line : lines) {
        const auto puzzle = read_puzzle(line + "\n");
        ASSERT_TRUE(puzzle) << line;
        const auto general = bench.solve(*puzzle, {.engine = Engine::general, .bounds = {.solutions = 300}});
        for (const EngineInfo& info : engines()) {
            const auto answer = bench.solve(*puzzle, {.engine = info.engine, .bounds = {.solutions = 300}});
            ASSERT_TRUE(answer);
            EXPECT_EQ(answer->solutions, general->solutions) << info.name << " on " << line;
            EXPECT_EQ(answer->verdict(), general->verdict()) << info.name << " on " << line;
            if (general->verdict() == Verdict::unique) {
                EXPECT_EQ(answer->first, general->first) << info.name;
            }
        }
        unique += general->verdict() == Verdict::unique;
    }
    EXPECT_GT(unique, 10);
}

}  // namespace
}  // namespace quadrille
