// Is every answer right? Against the oracle, on every kernel, with every kind of limit.
#include <gtest/gtest.h>

#include <set>

#include "cases.hpp"
#include "nine/support.hpp"

namespace quadrille {
namespace {

using namespace nine_test;

void expect_first_solution(const Puzzle& puzzle, const NineAnswer& answer) {
    if (answer.solutions == 0) {
        EXPECT_EQ(answer.grid, (std::array<std::uint8_t, 81>{}));
    } else {
        EXPECT_EQ(verify(puzzle, grid_of(answer.grid)), std::nullopt);
    }
}

TEST(NineAnswers, AgreeWithTheOracleOnEveryKernel) {
    std::mt19937 random(20);
    std::vector<NineMarks> puzzles;
    std::vector<std::size_t> counts;
    std::set<std::size_t> classes;
    while (puzzles.size() < static_cast<std::size_t>(test::cases(1500))) {
        const NineMarks marks = random_marks(random);
        const std::size_t count = oracle::solutions(puzzle_of(marks), 2000).size();
        if (count == 2000) continue;
        puzzles.push_back(marks);
        counts.push_back(count);
        classes.insert(std::min<std::size_t>(count, 3));
    }
    EXPECT_EQ(classes.size(), 4u) << "none, one, two and more solutions must all occur";
    for (const std::string& kernel : nine_kernels()) {
        for (const std::uint64_t limit : {1u, 2u, 100u, 0u}) {
            NineEngine engine = engine_of(kernel, limit);
            std::vector<NineAnswer> answers(puzzles.size());
            engine.solve(puzzles, answers);
            for (std::size_t i = 0; i < puzzles.size(); ++i) {
                const std::uint64_t wanted =
                    limit == 0 ? counts[i] : std::min<std::uint64_t>(counts[i], limit);
                ASSERT_EQ(answers[i].solutions, wanted) << kernel << " limit " << limit << " puzzle " << i;
                EXPECT_EQ(answers[i].reason,
                          limit != 0 && wanted == limit ? StopReason::solutions : StopReason::exhausted);
                if (limit == 2) expect_first_solution(puzzle_of(puzzles[i]), answers[i]);
            }
        }
    }
}

TEST(NineAnswers, AreTheSameOnEveryKernelAndInAnyCompany) {
    std::mt19937 random(21);
    std::vector<NineMarks> puzzles;
    for (int i = 0; i < 300; ++i) puzzles.push_back(random_marks(random));
    for (const std::string_view line : {easy, hard, seventeen}) puzzles.push_back(marks_of(line));
    std::vector<NineAnswer> alone;
    NineEngine first = engine_of({.bounds = {.solutions = 50}});
    for (const NineMarks& puzzle : puzzles) alone.push_back(first.solve(puzzle));
    for (const std::string& kernel : nine_kernels()) {
        NineEngine engine = engine_of(kernel, 50);
        std::vector<NineAnswer> answers(puzzles.size());
        engine.solve(puzzles, answers);
        for (std::size_t i = 0; i < puzzles.size(); ++i) {
            EXPECT_EQ(answers[i].solutions, alone[i].solutions) << kernel << " puzzle " << i;
            EXPECT_EQ(answers[i].nodes, alone[i].nodes) << kernel << " puzzle " << i;
            EXPECT_EQ(answers[i].grid, alone[i].grid) << kernel << " puzzle " << i;
        }
    }
}

TEST(NineAnswers, OnePuzzleInAllLanesIsAnsweredAsInABatch) {
    std::mt19937 random(23);
    std::vector<NineMarks> puzzles{marks_of(easy), marks_of(hard), marks_of(seventeen), marks_of(empty)};
    while (puzzles.size() < 400) puzzles.push_back(random_marks(random));
    for (const std::uint64_t limit : {1u, 2u, 0u}) {
        std::vector<std::array<std::uint8_t, 81>> firsts;
        for (const std::string& kernel : nine_kernels()) {
            NineEngine engine = engine_of(kernel, limit);
            for (std::size_t i = 0; i < puzzles.size(); ++i) {
                if (limit == 0 && i == 3) continue;  // the empty grid has no end
                const NineAnswer in_batch = engine.solve(puzzles[i]);
                const NineAnswer answer = engine.solve_alone(puzzles[i]);
                ASSERT_EQ(answer.solutions, in_batch.solutions)
                    << kernel << " limit " << limit << " puzzle " << i;
                EXPECT_EQ(answer.reason, in_batch.reason);
                if (limit == 1) expect_first_solution(puzzle_of(puzzles[i]), answer);
                if (kernel == nine_kernels().front()) firsts.push_back(answer.grid);
                EXPECT_EQ(answer.grid, firsts[limit == 0 && i > 3 ? i - 1 : i]) << kernel << " puzzle " << i;
            }
        }
    }
}

TEST(NineAnswers, ContradictoryGivensHaveNoSolution) {
    NineEngine engine = engine_of("", 0);
    for (const auto& [first, second] :
         {std::pair{0, 8}, {0, 72}, {0, 20}, {0, 1}, {0, 9}, {40, 41}, {80, 79}}) {
        std::string line = empty;
        line[static_cast<std::size_t>(first)] = line[static_cast<std::size_t>(second)] = '7';
        const NineAnswer answer = engine.solve(marks_of(line));
        EXPECT_EQ(answer.solutions, 0u);
        EXPECT_EQ(answer.reason, StopReason::exhausted);
    }
    NineMarks marks = marks_of(empty);
    marks.cells[50] = 0;
    EXPECT_EQ(engine.solve(marks).solutions, 0u);
}

TEST(NineAnswers, ASolvedGridIsItsOwnSolutionAndASpoiledOneHasNone) {
    std::mt19937 random(22);
    NineEngine engine = engine_of("", 0);
    for (int i = 0; i < 100; ++i) {
        auto grid = random_grid(random);
        const NineAnswer answer = engine.solve(NineMarks::from_givens(grid));
        EXPECT_EQ(answer.solutions, 1u);
        EXPECT_EQ(answer.grid, grid);
        auto& cell = grid[static_cast<std::size_t>(draw(random, 0, 80))];
        cell = static_cast<std::uint8_t>(cell % 9 + 1);
        EXPECT_EQ(engine.solve(NineMarks::from_givens(grid)).solutions, 0u);
    }
}

TEST(NineAnswers, TheEmptyGridFillsAnyLimit) {
    for (const std::string& kernel : nine_kernels()) {
        for (const std::uint64_t limit : {1u, 2u, 10000u}) {
            const NineAnswer answer = engine_of(kernel, limit).solve(marks_of(empty));
            EXPECT_EQ(answer.solutions, limit);
            EXPECT_EQ(answer.reason, StopReason::solutions);
            EXPECT_EQ(verify(puzzle_of(marks_of(empty)), grid_of(answer.grid)), std::nullopt);
        }
    }
}

TEST(NineAnswers, BitsAboveTheNinthAreIgnored) {
    NineMarks marks = marks_of(hard);
    for (std::uint16_t& cell : marks.cells) cell |= 0xfe00;
    const NineAnswer answer = engine_of("", 2).solve(marks);
    EXPECT_EQ(answer.solutions, 1u);
    EXPECT_EQ(verify(puzzle_of(marks_of(hard)), grid_of(answer.grid)), std::nullopt);
}

}  // namespace
}  // namespace quadrille
