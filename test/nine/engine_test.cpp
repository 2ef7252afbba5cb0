// The engine around the search: kernels by name, batches of any size, text, visitors, bounds.
#include <gtest/gtest.h>

#include <set>

#include "nine/support.hpp"

namespace quadrille {
namespace {

using namespace nine_test;

TEST(NineKernels, TheForcedKernelIsTheOneThatRan) {
    ASSERT_FALSE(nine_kernels().empty());
    std::set<std::string> ran;
    for (const std::string& kernel : nine_kernels()) {
        NineEngine engine = engine_of(kernel, 1);
        EXPECT_EQ(engine.kernel(), "");
        engine.solve(marks_of(easy));
        EXPECT_EQ(engine.kernel(), kernel);
        ran.emplace(engine.kernel());
    }
    EXPECT_EQ(ran.size(), nine_kernels().size());
    NineEngine engine = engine_of("", 1);
    engine.solve(marks_of(easy));
    EXPECT_EQ(engine.kernel(), nine_kernels().front());
}

TEST(NineKernels, AnUnknownNameIsRefused) {
    const auto result = NineEngine::make({.kernel = "abacus"});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unknown_name);
    EXPECT_NE(result.error().text.find("abacus"), std::string::npos);
}

TEST(NineKernels, AKernelThatThisMachineCannotRunIsRefused) {
    const auto has = [](std::string_view name) {
        return std::find(nine_kernels().begin(), nine_kernels().end(), name) != nine_kernels().end();
    };
#if defined(__x86_64__)
    EXPECT_EQ(has("avx3"), __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"));
    EXPECT_EQ(has("avx2"), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"));
    EXPECT_EQ(has("sse4"), __builtin_cpu_supports("sse4.2") != 0);
#endif
    for (const std::string name : {"avx3", "avx2", "sse4", "portable", "native"}) {
        const auto engine = NineEngine::make({.kernel = name});
        EXPECT_EQ(bool(engine), has(name)) << name;
        if (engine) continue;
        EXPECT_EQ(engine.error().code, ErrorCode::unknown_name);
        EXPECT_NE(engine.error().text.find(nine_kernels().front()), std::string::npos)
            << "says what there is";
    }
}

TEST(NineBatch, EverySizeGivesItsAnswersInOrder) {
    std::mt19937 random(5);
    for (const std::string& kernel : nine_kernels()) {
        NineEngine engine = engine_of(kernel, 2);
        for (const std::size_t size :
             {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 32u, 33u, 200u}) {
            std::vector<NineMarks> puzzles;
            std::vector<std::array<std::uint8_t, 81>> grids;
            for (std::size_t i = 0; i < size; ++i) {
                grids.push_back(random_grid(random));
                puzzles.push_back(NineMarks::from_givens(grids.back()));
                for (int opened = draw(random, 0, 20); opened > 0; --opened) {
                    const int cell = draw(random, 0, 8) * 9 + static_cast<int>(i % 9);
                    puzzles.back().cells[static_cast<std::size_t>(cell)] = 0x1ff;  // one column stays unique
                }
            }
            std::vector<NineAnswer> answers(size);
            engine.solve(puzzles, answers);
            for (std::size_t i = 0; i < size; ++i) {
                EXPECT_EQ(answers[i].solutions, 1u);
                EXPECT_EQ(answers[i].grid, grids[i]) << kernel << " " << i << " of " << size;
            }
        }
    }
}

TEST(NineBatch, EasyAndHardShareOneBatch) {
    std::string text;
    for (int i = 0; i < 100; ++i) {
        text += i % 7 == 3 ? hard : i % 5 == 1 ? seventeen : easy;
        text += '\n';
    }
    for (const std::string& kernel : nine_kernels()) {
        std::vector<NineAnswer> answers(100);
        EXPECT_EQ(engine_of(kernel, 2).solve_lines(text, answers).puzzles, 100u);
        for (std::size_t i = 0; i < 100; ++i) {
            const std::string_view line = std::string_view(text).substr(82 * i, 81);
            EXPECT_EQ(answers[i].solutions, 1u);
            EXPECT_EQ(verify(puzzle_of(marks_of(line)), grid_of(answers[i].grid)), std::nullopt) << i;
        }
    }
}

TEST(NineText, LineEndsAndEmptyMarksMayVary) {
    std::string zeros(hard);
    std::replace(zeros.begin(), zeros.end(), '.', '0');
    const std::string text = std::string(easy) + "\r\n" + zeros + "\n" + std::string(seventeen);
    for (const std::string& kernel : nine_kernels()) {
        std::vector<NineAnswer> answers(9);
        NineEngine engine = engine_of(kernel, 2);
        const NineProgress progress = engine.solve_lines(text, answers);
        EXPECT_EQ(progress.puzzles, 3u);
        EXPECT_EQ(progress.bytes, text.size());
        EXPECT_FALSE(progress.foreign_line);
        EXPECT_EQ(answers[1].solutions, 1u);
        EXPECT_EQ(answers[1].grid, engine.solve(marks_of(hard)).grid);
        EXPECT_EQ(answers[2].grid, engine.solve(marks_of(seventeen)).grid);
    }
}

TEST(NineText, EveryCharacterIsReadAsItself) {
    for (const std::string& kernel : nine_kernels()) {
        NineEngine engine = engine_of(kernel, 1);
        for (std::size_t at : {0u, 15u, 16u, 53u, 79u, 80u}) {
            for (int value = 0; value < 256; ++value) {
                std::string text = empty + "\n" + empty + "\n";
                text[at] = static_cast<char>(value);
                std::vector<NineAnswer> answers(2);
                const bool plain = value == '.' || (value >= '0' && value <= '9');
                const NineProgress progress = engine.solve_lines(text, answers);
                ASSERT_EQ(progress.foreign_line, !plain) << kernel << " byte " << value << " at " << at;
                ASSERT_EQ(progress.puzzles, plain ? 2u : 0u);
                if (value >= '1' && value <= '9') {
                    ASSERT_EQ(answers[0].grid[at], value - '0');
                }
            }
        }
    }
}

TEST(NineText, AForeignLineIsLeftToTheCaller) {
    const std::string good = std::string(easy) + "\n";
    for (const std::string& line : {std::string("\n"), "# " + good, std::string(easy) + " \n",
                                    std::string(easy) + "\r", std::string(80, '.'), std::string(82, '.'),
                                    std::string(80, '.') + "\n", std::string(easy) + "\r\r\n"}) {
        const std::string text = good + good + line;
        std::vector<NineAnswer> answers(9);
        NineEngine engine = engine_of("", 1);
        const NineProgress progress = engine.solve_lines(text, answers);
        EXPECT_EQ(progress.puzzles, 2u) << line;
        EXPECT_EQ(progress.bytes, 2 * good.size());
        EXPECT_TRUE(progress.foreign_line);
        EXPECT_EQ(answers[1].solutions, 1u);
    }
}

TEST(NineText, FullAnswersEndTheCall) {
    std::string text;
    for (int i = 0; i < 50; ++i) text += std::string(i % 2 == 0 ? easy : hard) + "\n";
    std::vector<NineAnswer> answers(7);
    NineEngine engine = engine_of("", 1);
    std::size_t puzzles = 0;
    for (std::size_t at = 0; at < text.size();) {
        const NineProgress progress = engine.solve_lines(std::string_view(text).substr(at), answers);
        ASSERT_EQ(progress.puzzles, std::min<std::size_t>(7, 50 - puzzles));
        EXPECT_EQ(answers[0].grid, engine.solve(marks_of(std::string_view(text).substr(at, 81))).grid);
        puzzles += progress.puzzles;
        at += progress.bytes;
    }
    EXPECT_EQ(puzzles, 50u);
}

TEST(NineVisit, SeesEverySolutionOnceInOneOrder) {
    std::mt19937 random(9);
    for (int i = 0; i < 40; ++i) {
        NineMarks marks = NineMarks::from_givens(random_grid(random));
        for (int opened = 0; opened < 38; ++opened)
            marks.cells[static_cast<std::size_t>(draw(random, 0, 80))] = 0x1ff;
        const Puzzle puzzle = puzzle_of(marks);
        const std::vector<Grid> wanted = oracle::solutions(puzzle, 5000);
        if (wanted.size() == 5000) continue;
        std::vector<Grid> first_order;
        for (const std::string& kernel : nine_kernels()) {
            std::vector<Grid> seen;
            const NineAnswer answer =
                engine_of(kernel, 0).visit(marks, [&](std::span<const std::uint8_t, 81> digits) {
                    seen.push_back(grid_of(digits));
                    return true;
                });
            EXPECT_EQ(answer.solutions, wanted.size());
            if (first_order.empty()) first_order = seen;
            EXPECT_EQ(seen, first_order) << kernel;
            EXPECT_EQ(grid_of(answer.grid), seen.front());
            std::sort(seen.begin(), seen.end());
            EXPECT_EQ(seen, wanted) << kernel;
        }
    }
}

TEST(NineVisit, EndsWhereTheVisitorOrTheLimitSays) {
    int calls = 0;
    const NineVisitor three = [&](std::span<const std::uint8_t, 81>) { return ++calls < 3; };
    const NineAnswer answer = engine_of("", 0).visit(marks_of(empty), three);
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(answer.solutions, 3u);
    EXPECT_EQ(answer.reason, StopReason::visitor);
    calls = -1000;
    EXPECT_EQ(engine_of("", 5).visit(marks_of(empty), three).solutions, 5u);
    EXPECT_EQ(calls, -995);
}

TEST(NineBounds, NodesBoundEachPuzzle) {
    const std::uint64_t all = engine_of("", 0).solve(marks_of(hard)).nodes;
    ASSERT_GT(all, 10u);
    for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{2}, all - 1, all, all + 1}) {
        NineEngine engine = engine_of({.bounds = {.nodes = bound}});
        const std::vector<NineMarks> puzzles{marks_of(hard), marks_of(easy), marks_of(hard)};
        std::vector<NineAnswer> answers(3);
        engine.solve(puzzles, answers);
        for (const std::size_t i : {0u, 2u}) {
            EXPECT_EQ(answers[i].nodes, std::min(bound, all));
            EXPECT_EQ(answers[i].reason, bound < all ? StopReason::nodes : StopReason::exhausted);
            if (bound >= all) {
                EXPECT_EQ(answers[i].solutions, 1u);
            }
        }
        EXPECT_EQ(answers[1].reason, StopReason::exhausted);
        EXPECT_EQ(answers[1].solutions, 1u);
    }
}

TEST(NineBounds, AStopLosesNoFinishedAnswer) {
    StopFlag stop;
    stop.request();
    NineEngine engine = engine_of({.bounds = {.solutions = 2, .stop = &stop}});
    std::vector<NineMarks> puzzles;
    for (int i = 0; i < 3000; ++i) puzzles.push_back(marks_of(i % 2 == 0 ? easy : hard));
    std::vector<NineAnswer> answers(puzzles.size());
    engine.solve(puzzles, answers);
    std::size_t finished = 0;
    for (const NineAnswer& answer : answers) {
        if (answer.reason == StopReason::exhausted) {
            EXPECT_EQ(answer.solutions, 1u);
            ++finished;
        } else {
            EXPECT_EQ(answer.reason, StopReason::interrupted);
        }
    }
    EXPECT_GT(finished, 0u);
    EXPECT_LT(finished, answers.size());
    EXPECT_EQ(answers.back().nodes, 0u) << "never begun";
    std::string text;
    for (int i = 0; i < 3000; ++i) text += std::string(hard) + "\n";
    const NineProgress progress = engine.solve_lines(text, answers);
    EXPECT_LT(progress.puzzles, 3000u);
    EXPECT_FALSE(progress.foreign_line);
    EXPECT_EQ(progress.bytes, 82 * progress.puzzles);
}

TEST(NineBounds, TimeEndsASearchWithoutEnd) {
    NineEngine engine = engine_of({.bounds = {.seconds = 0.02}});
    const NineAnswer answer = engine.solve(marks_of(empty));
    EXPECT_EQ(answer.reason, StopReason::seconds);
    EXPECT_GT(answer.solutions, 0u);
}

}  // namespace
}  // namespace quadrille
