// Do the lanes agree with the other engines? Too many puzzles, and too open ones, for the oracle.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "cases.hpp"
#include "nine/support.hpp"
#include "quadrille/solve.hpp"

namespace quadrille {
namespace {

using namespace nine_test;

/// Open puzzles of all kinds: near unique, far from it, without solution, sparse pencilmarks.
NineMarks open_marks(std::mt19937& random) {
    if (draw(random, 0, 2) == 0) return random_marks(random);
    const auto grid = random_grid(random);
    const bool pencilmarks = draw(random, 0, 1) == 0;
    const int clues = draw(random, 18, 34), others = draw(random, 1, 4);
    NineMarks marks{};
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const auto own = static_cast<std::uint16_t>(1u << (grid[cell] - 1));
        if (draw(random, 0, 80) < clues) marks.cells[cell] = own;
        else if (!pencilmarks) marks.cells[cell] = 0x1ff;
        else marks.cells[cell] = own;
        for (int i = 0; pencilmarks && i < others; ++i) {
            marks.cells[cell] |= static_cast<std::uint16_t>(1u << draw(random, 0, 8));
        }
    }
    if (draw(random, 0, 3) == 0) {
        marks.cells[static_cast<std::size_t>(draw(random, 0, 80))] =
            static_cast<std::uint16_t>(1u << draw(random, 0, 8));
    }
    return marks;
}

std::uint64_t count(Workbench& bench, Engine engine, const Puzzle& puzzle, std::uint64_t limit) {
    return bench.solve(puzzle, {.engine = engine, .bounds = {.solutions = limit}}).value().solutions;
}

/// Where a limit was not reached, all solutions are counted once more without it.
void expect_all_counted(const std::string& kernel, const std::vector<NineMarks>& puzzles,
                        const std::vector<std::uint64_t>& wanted, std::uint64_t limit) {
    std::vector<NineMarks> counted;
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        if (wanted[i] == limit) continue;
        counted.push_back(puzzles[i]);
        counts.push_back(wanted[i]);
    }
    std::vector<NineAnswer> answers(counted.size());
    engine_of(kernel, 0).solve(counted, answers);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        ASSERT_EQ(answers[i].solutions, counts[i]) << kernel << " puzzle " << i;
        ASSERT_EQ(answers[i].reason, StopReason::exhausted);
    }
}

/// Answers a batch on every kernel and holds each answer to the engine given.
void expect_agreement(int batches, Engine other, unsigned seed) {
    std::mt19937 random(seed);
    Workbench bench;
    for (int batch = 0; batch < batches; ++batch) {
        const std::uint64_t limit =
            std::array<std::uint64_t, 3>{1, 2, 1000}[static_cast<std::size_t>(batch % 3)];
        std::vector<NineMarks> puzzles;
        std::vector<std::uint64_t> wanted;
        for (int i = 0; i < test::cases(500); ++i) {
            puzzles.push_back(open_marks(random));
            wanted.push_back(count(bench, other, puzzle_of(puzzles.back()), limit));
        }
        for (const std::string& kernel : nine_kernels()) {
            NineEngine engine = engine_of(kernel, limit);
            std::vector<NineAnswer> answers(puzzles.size());
            engine.solve(puzzles, answers);
            for (std::size_t i = 0; i < puzzles.size(); ++i) {
                ASSERT_EQ(answers[i].solutions, wanted[i]) << kernel << " limit " << limit << " puzzle " << i;
                if (wanted[i] == 0) continue;
                ASSERT_EQ(verify(puzzle_of(puzzles[i]), grid_of(answers[i].grid)), std::nullopt);
            }
            expect_all_counted(kernel, puzzles, wanted, limit);
        }
    }
}

TEST(NineAgrees, WithTheGeneralEngine) { expect_agreement(6, Engine::general, 1); }
TEST(NineAgrees, WithDancingLinks) { expect_agreement(3, Engine::links, 2); }
TEST(LongNineAgrees, WithTheGeneralEngine) { expect_agreement(150, Engine::general, 3); }
TEST(LongNineAgrees, WithDancingLinks) { expect_agreement(50, Engine::links, 4); }

/// The lines of a data set beside the checkout; empty where it or the program to unpack it is missing.
std::string data_lines(const std::string& name) {
    const auto path =
        std::filesystem::path(QUADRILLE_SOURCE_DIR) / "../shared/data/nine" / (name + ".txt.xz");
    std::string text;
    if (!std::filesystem::exists(path)) return text;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("xz -dc '" + path.string() + "'").c_str(), "r"),
                                                     &pclose);
    if (pipe == nullptr) return text;
    std::array<char, 4096> piece{};
    while (fgets(piece.data(), piece.size(), pipe.get()) != nullptr) {
        if (piece[0] != '#') text += piece.data();
    }
    return text;
}

TEST(NineData, EveryPuzzleOfTheSergSetHasTwoOrMore) {
    const std::string text = data_lines("serg_benchmark_multi_10000");
    std::vector<NineAnswer> answers(10000);
    const NineProgress progress = engine_of("", 2).solve_lines(text, answers);
    EXPECT_EQ(progress.bytes, text.size());
    for (std::size_t i = 0; i < progress.puzzles; ++i)
        ASSERT_EQ(answers[i].solutions, 2u) << "line " << i + 1;
}

TEST(NineData, SeventeenCluesAreEnough) {
    const std::string text = data_lines("17clue_49158");
    std::vector<NineAnswer> answers(50000);
    const NineProgress progress = engine_of("", 2).solve_lines(text, answers);
    EXPECT_EQ(progress.bytes, text.size());
    for (std::size_t i = 0; i < progress.puzzles; ++i)
        ASSERT_EQ(answers[i].solutions, 1u) << "line " << i + 1;
}

TEST(NineData, InvalidPuzzlesAreToldFromOthers) {
    const std::string text = data_lines("gen_invalid_random_100k").substr(0, 82 * 2000);
    std::vector<NineAnswer> answers(2000);
    const NineProgress progress = engine_of("", 2).solve_lines(text, answers);
    EXPECT_EQ(progress.bytes, text.size());
    Workbench bench;
    for (std::size_t i = 0; i < progress.puzzles; ++i) {
        const Puzzle puzzle = puzzle_of(marks_of(std::string_view(text).substr(82 * i, 81)));
        ASSERT_EQ(answers[i].solutions, count(bench, Engine::general, puzzle, 2)) << "line " << i + 1;
    }
}

}  // namespace
}  // namespace quadrille
