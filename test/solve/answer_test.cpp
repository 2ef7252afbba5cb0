#include <gtest/gtest.h>

#include <algorithm>

#include "quadrille/solve.hpp"

namespace quadrille {
namespace {

Puzzle empty_puzzle(int side) {
    const GeometryPtr geometry = Geometry::make(Layout::usual(side)).value();
    return {geometry, Grid(geometry->cell_count(), 0), {}};
}

std::string said_of(const Puzzle& puzzle, const Bounds& bounds, Engine engine = Engine::automatic) {
    Workbench bench;
    const auto answer = bench.solve(puzzle, {.engine = engine, .bounds = bounds});
    return answer ? statement(*answer, bounds) : answer.error().text;
}

TEST(Statement, SaysWhatIsTrue) {
    Puzzle full = empty_puzzle(4);
    full.givens = {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1};
    StopFlag stop;
    stop.request();
    for (Engine engine : {Engine::general, Engine::links}) {
        EXPECT_EQ(said_of(empty_puzzle(4), {.solutions = 0}, engine), "exactly 288 solutions");
        EXPECT_EQ(said_of(empty_puzzle(4), {.solutions = 2}, engine), "at least 2 solutions");
        EXPECT_EQ(said_of(empty_puzzle(4), {.solutions = 1}, engine), "at least 1 solution");
        EXPECT_EQ(said_of(full, {.solutions = 2}, engine), "exactly 1 solution");
        EXPECT_EQ(said_of(empty_puzzle(9), {.nodes = 5}, engine),
                  "stopped after 5 nodes, no solution found yet");
        EXPECT_EQ(said_of(empty_puzzle(9), {.stop = &stop}, engine), "interrupted, no solution found yet");
    }
    Puzzle wrong = full;
    wrong.givens[0] = 2;
    EXPECT_EQ(said_of(wrong, {}), "no solution");
    const std::string timed = said_of(empty_puzzle(9), {.seconds = 0.2});
    EXPECT_TRUE(timed.starts_with("at least ") && timed.ends_with(" solutions, stopped after 0.2 s"))
        << timed;
}

TEST(Answer, NamesTheContradiction) {
    Puzzle puzzle = empty_puzzle(9);
    puzzle.givens[0] = puzzle.givens[8] = 7;
    const auto answer = Workbench().solve(puzzle);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict(), Verdict::none);
    EXPECT_EQ(answer->contradiction, "r1c1 and r1c9 both hold 7 (row 1)");
    EXPECT_EQ(answer->nodes, 0u);
}

TEST(Engines, AreNamedBothWays) {
    for (const EngineInfo& info : engines()) {
        EXPECT_EQ(name_of(info.engine), info.name);
        EXPECT_EQ(engine_named(info.name), info.engine);
    }
    EXPECT_EQ(engine_named("nonsense"), std::nullopt);
    EXPECT_EQ(engines().front().engine, Engine::automatic);
}

TEST(Review, FindsRedundantGivensAndMinimality) {
    Workbench bench;
    Puzzle puzzle = empty_puzzle(4);
    puzzle.givens = {1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2};
    auto reviewed = review(bench, puzzle);
    ASSERT_TRUE(reviewed);
    EXPECT_EQ(reviewed->answer.verdict(), Verdict::unique);
    EXPECT_TRUE(reviewed->minimal());
    const Grid solution = reviewed->answer.first;
    puzzle.givens[1] = solution[1];
    reviewed = review(bench, puzzle);
    ASSERT_TRUE(reviewed);
    EXPECT_FALSE(reviewed->minimal());
    for (Cell cell : reviewed->redundant) {
        Puzzle without = puzzle;
        without.givens[cell] = 0;
        EXPECT_EQ(bench.solve(without)->verdict(), Verdict::unique);
    }
    EXPECT_FALSE(reviewed->redundant.empty());
    EXPECT_TRUE(review(bench, empty_puzzle(4))->redundant.empty());
    EXPECT_FALSE(review(bench, empty_puzzle(4))->minimal());
}

TEST(Review, OfNineByNineAgreesWithSearchesOneByOne) {
    constexpr std::string_view line =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    Puzzle puzzle = empty_puzzle(9);
    for (Cell cell = 0; cell < 81; ++cell)
        puzzle.givens[cell] = static_cast<Digit>(line[cell] == '.' ? 0 : line[cell] - '0');
    Workbench bench;
    for (const bool marked : {false, true}) {
        if (marked) puzzle.candidates = initial_candidates(puzzle);
        const Review one_by_one = review(bench, puzzle, {.engine = Engine::general}).value();
        ASSERT_EQ(one_by_one.answer.verdict(), Verdict::unique);
        const Review together = review(bench, puzzle).value();
        EXPECT_EQ(together.redundant, one_by_one.redundant);
        EXPECT_FALSE(together.redundant.empty());
        EXPECT_TRUE(together.complete);
    }
    puzzle.candidates.reset();
    const Redundant bounded = bench.redundant_givens(puzzle, {.bounds = {.nodes = 1}}).value();
    EXPECT_FALSE(bounded.complete);
    const Redundant all = bench.redundant_givens(puzzle, {}).value();
    EXPECT_TRUE(std::equal(bounded.cells.begin(), bounded.cells.end(), all.cells.begin()));
}

}  // namespace
}  // namespace quadrille
