// optimise against the oracle, against known answers, and where its edges are.
#include "boards.hpp"

namespace quadrille {
namespace {

constexpr const char* sample1 =
    "7 0 0 9 0 0 0 0 1 1 0 0 0 0 5 9 0 0 0 0 0 2 0 0 0 8 0 0 0 5 0 2 0 0 0 3 0 0 0 0 0 0 6 4 8 "
    "4 1 3 0 0 0 0 0 0 0 0 7 0 0 2 0 9 0 2 0 1 0 6 0 8 0 4 0 8 0 5 0 4 0 1 2";
constexpr const char* sample2 =
    "0 0 0 7 0 2 4 5 3 9 0 0 0 0 8 0 0 0 7 4 0 0 0 5 0 1 0 1 9 5 0 8 0 0 0 0 0 7 0 0 0 0 0 2 5 "
    "0 3 0 5 7 9 1 0 8 0 0 0 6 0 1 0 0 0 0 6 0 9 0 0 0 0 1 0 0 0 0 0 0 0 0 6";

TEST(Optimise, TheSamplesOfTheContest) {
    EXPECT_EQ(solve(puzzle_of_numbers(sample1), classic()).best(), 2829);
    EXPECT_EQ(solve(puzzle_of_numbers(sample2), classic()).best(), 2852);
}

TEST(Optimise, TheEmptyBoard) {
    const Puzzle empty = empty_board(Layout{});
    EXPECT_EQ(solve(empty, classic()).best(), 2906);
    EXPECT_EQ(solve(empty, classic(), Goal::minimum).best(), 2794);
}

TEST(Optimise, EverySharedAnswer) {
    std::istringstream answers(read_shared("answers.txt"));
    std::string name;
    std::int64_t score = 0;
    while (answers >> name >> score) {
        const auto answer = solve(puzzle_of_numbers(read_shared(name)), classic());
        EXPECT_EQ(answer.status, TargetStatus::optimal) << name;
        EXPECT_EQ(answer.best(), score) << name;
    }
}

TEST(Optimise, SharedWeightsAndTablesOnTheEmptyBoard) {
    const std::pair<const char*, std::int64_t> known[] = {
        {"rand9_0", 23914},      {"rand9_1", 25901},     {"rand9_2", 24613},  {"signed9", 3171},
        {"tab9_99_0", 6311},     {"tab9_99_1", 6046},    {"tab9_99_2", 6218}, {"tab9_9999_0", 632405},
        {"tab9_9999_1", 605939}, {"tab9_9999_2", 633420}};
    for (const auto& [name, score] : known) {
        const std::string text = read_shared(std::string("w/") + name + ".txt");
        if (text.empty()) continue;
        EXPECT_EQ(solve(empty_board(Layout{}), Objective::read(9, text).value()).best(), score) << name;
    }
}

TEST(Optimise, SharedFaultsAreNoCompletions) {
    for (const char* name : {"unsat.in", "dupfull.in", "duprow.in"}) {
        const std::string text = read_shared(name);
        if (text.empty()) continue;
        EXPECT_EQ(solve(puzzle_of_numbers(text), classic()).status, TargetStatus::no_completion) << name;
    }
    if (const std::string text = read_shared("fullrow.in"); !text.empty()) {
        EXPECT_EQ(solve(puzzle_of_numbers(text), classic()).best(), 2829);
    }
}

TEST(Optimise, SmallBoardsOfEveryKindLikeTheOracle) {
    Dice dice(11);
    for (const Layout& layout : small_layouts()) {
        const auto geometry = board_of(layout);
        const Grid grid = random_grid(dice, geometry);
        for (int round = 0; round < 12; ++round) {
            const std::size_t least = layout.side < 5 ? 0 : layout.side == 5 ? 6 : 14;
            const auto clues = static_cast<std::size_t>(
                dice.roll(static_cast<std::int64_t>(least), static_cast<std::int64_t>(grid.size())));
            const Puzzle puzzle = puzzle_from(dice, geometry, grid, clues);
            const Objective objective = round % 2 == 0 ? random_weights(dice, layout.side, -20, 20)
                                                       : random_table(dice, layout.side, -5, 5);
            SCOPED_TRACE(geometry->describe() + ", round " + std::to_string(round));
            expect_like_oracle(puzzle, objective, oracle::solutions(puzzle));
        }
    }
}

TEST(Optimise, All288GridsOf4x4UnderManyWeights) {
    Dice dice(12);
    const Puzzle empty = empty_board(Layout::usual(4));
    const auto all = oracle::solutions(empty);
    for (int round = 0; round < 150; ++round) {
        const std::int64_t size = dice.roll(1, 1000);
        expect_like_oracle(
            empty, round % 2 == 0 ? random_weights(dice, 4, -size, size) : random_table(dice, 4, 0, size),
            all);
    }
}

TEST(Optimise, ManyNineByNineBoardsWithFewCompletionsLikeTheOracle) {
    Dice dice(13);
    const auto geometry = board_of(Layout{});
    for (int round = 0; round < 60; ++round) {
        const Grid grid = random_grid(dice, geometry);
        const Puzzle puzzle = puzzle_from(dice, geometry, grid, static_cast<std::size_t>(dice.roll(32, 60)));
        const auto completions = oracle::solutions(puzzle, 3000);
        if (completions.size() == 3000) continue;
        expect_like_oracle(puzzle,
                           round % 2 == 0 ? random_weights(dice, 9, 0, 99) : random_table(dice, 9, -99, 99),
                           completions);
    }
}

TEST(Optimise, PencilmarksBind) {
    Dice dice(14);
    for (int round = 0; round < 40; ++round) {
        Puzzle puzzle = empty_board(Layout::usual(4));
        puzzle.candidates = Candidates(4, true);
        for (int i = 0; i < 14; ++i) {
            puzzle.candidates->erase(static_cast<Cell>(dice.roll(0, 15)),
                                     static_cast<Digit>(dice.roll(1, 4)));
        }
        expect_like_oracle(puzzle, random_weights(dice, 4, 0, 9), oracle::solutions(puzzle));
    }
}

TEST(Optimise, OtherBoardsAgreeWithTheirMirrorImage) {
    // Too many completions for the oracle: the transposed board must have the same optimum.
    Dice dice(15);
    Layout diagonals;
    diagonals.diagonals = true;
    Layout windows;
    windows.windows = true;
    for (const Layout& layout : {diagonals, windows, Layout::latin(7), Layout::boxed(2, 4)}) {
        const Puzzle puzzle = empty_board(layout);
        Layout turned_layout = layout;
        std::swap(turned_layout.box_rows, turned_layout.box_columns);
        const Puzzle turned = empty_board(turned_layout);
        const auto side = static_cast<std::size_t>(layout.side);
        std::vector<std::int64_t> weights(side * side);
        std::vector<std::int64_t> turned_weights(side * side);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i] = dice.roll(0, 9);
            turned_weights[i % side * side + i / side] = weights[i];
        }
        const auto a = solve(puzzle, Objective::weights(layout.side, weights).value());
        const auto b = solve(turned, Objective::weights(layout.side, turned_weights).value());
        EXPECT_EQ(a.status, TargetStatus::optimal) << puzzle.geometry->describe();
        EXPECT_EQ(a.best(), b.best()) << puzzle.geometry->describe();
    }
}

TEST(Optimise, WeightsThatDecideNothing) {
    const Puzzle empty = empty_board(Layout{});
    const std::vector<std::int64_t> zero(81, 0);
    const std::vector<std::int64_t> seven(81, 7);
    const std::vector<std::int64_t> less(81, -7);
    EXPECT_EQ(solve(empty, Objective::weights(9, zero).value()).best(), 0);
    EXPECT_EQ(solve(empty, Objective::weights(9, seven).value()).best(), 405 * 7);
    EXPECT_EQ(solve(empty, Objective::weights(9, less).value(), Goal::minimum).best(), -405 * 7);
}

TEST(Optimise, AllAndKOfWhatIsEquallyGood) {
    const Puzzle empty = empty_board(Layout::usual(4));
    const Objective flat = Objective::named(4, "flat").value();
    expect_like_oracle(empty, flat, oracle::solutions(empty));
    TargetSettings settings;
    settings.all_optimal = true;
    settings.bounds.solutions = 100;
    const auto counted = optimise(empty, flat, settings).value();
    EXPECT_EQ(counted.count, 100u);
    EXPECT_EQ(counted.reason, StopReason::solutions);
    EXPECT_EQ(counted.status, TargetStatus::optimal);
    // Few candidates are left: the same limit where completions are listed.
    Puzzle few = empty;
    for (Digit digit = 1; digit <= 4; ++digit) few.givens[digit - 1u] = digit;
    settings.bounds.solutions = 3;
    EXPECT_EQ(optimise(few, flat, settings).value().count, 3u);
    const Objective classic_four = classic(4);
    expect_like_oracle(few, classic_four, oracle::solutions(few));
}

TEST(Optimise, HugeWeightsAreAsGoodAsSmallOnes) {
    // The classic weights times a factor, plus a constant a cell: the same optimum, scaled.
    const std::int64_t factors[] = {1'000, 2'147'483'647, 40'000'000'000'000};
    for (const std::int64_t factor : factors) {
        std::vector<std::int64_t> values;
        for (Cell cell = 0; cell < 81; ++cell) {
            for (Digit digit = 1; digit <= 9; ++digit)
                values.push_back(classic().value(cell, digit) * factor + 5);
        }
        const auto answer = solve(empty_board(Layout{}), Objective::table(9, values).value());
        EXPECT_EQ(answer.best(), 2906 * factor + 405);
    }
}

TEST(Optimise, HugeTablesLikeTheOracle) {
    Dice dice(16);
    const Puzzle empty = empty_board(Layout::usual(4));
    const auto all = oracle::solutions(empty);
    for (int round = 0; round < 30; ++round) {
        const std::int64_t size = std::int64_t{1} << dice.roll(20, 52);
        expect_like_oracle(empty, random_table(dice, 4, -size, size), all);
    }
}

TEST(Optimise, FullBoardsAndContradictions) {
    Dice dice(17);
    const auto geometry = board_of(Layout{});
    const Grid grid = random_grid(dice, geometry);
    Puzzle full{geometry, grid, {}};
    EXPECT_EQ(solve(full, classic()).best(), classic().score(grid));
    std::swap(full.givens[0], full.givens[1]);
    EXPECT_EQ(solve(full, classic()).status, TargetStatus::no_completion);
    // No candidate is left for r1c9, and no two cells clash.
    Puzzle stuck = empty_board(Layout{});
    for (Digit digit = 1; digit <= 8; ++digit) stuck.givens[digit - 1u] = digit;
    stuck.givens[3 * 9 + 8] = 9;
    EXPECT_EQ(solve(stuck, classic()).status, TargetStatus::no_completion);
    EXPECT_EQ(solve(stuck, classic()).count, 0u);
}

TEST(Optimise, StoppedSearchesTellTheTruth) {
    Dice dice(18);
    const Puzzle empty = empty_board(Layout{});
    for (int round = 0; round < 10; ++round) {
        const Objective objective = random_table(dice, 9, 0, 999);
        const std::int64_t optimum = *solve(empty, objective).best();
        for (const std::uint64_t nodes : {1u, 5u, 40u, 100u}) {
            TargetSettings settings;
            settings.bounds.nodes = nodes;
            const auto answer = optimise(empty, objective, settings).value();
            EXPECT_LE(answer.nodes, nodes);
            EXPECT_GE(answer.bound, optimum);
            EXPECT_LE(answer.best().value_or(optimum), optimum);
            if (answer.status == TargetStatus::stopped) EXPECT_EQ(answer.reason, StopReason::nodes);
            else EXPECT_EQ(answer.best(), optimum);
        }
    }
}

TEST(Optimise, FlagAndProgressEndIt) {
    StopFlag flag;
    flag.request();
    TargetSettings settings;
    settings.bounds.stop = &flag;
    const Puzzle empty = empty_board(Layout{});
    const auto flagged = optimise(empty, classic(), settings).value();
    EXPECT_EQ(flagged.status, TargetStatus::stopped);
    EXPECT_EQ(flagged.reason, StopReason::interrupted);
    EXPECT_GE(flagged.bound, 2906);

    TargetSettings watched;
    int calls = 0;
    watched.progress = [&](const TargetProgress& progress) {
        ++calls;
        EXPECT_GE(progress.bound, *progress.best);
        return false;
    };
    Dice dice(20);
    const auto seen = optimise(empty, random_table(dice, 9, 0, 9999), watched).value();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(seen.status, TargetStatus::stopped);
    EXPECT_GT(seen.bound, *seen.best());
    EXPECT_EQ(seen.reason, StopReason::visitor);
}

TEST(Optimise, ProgressNeverGoesBackAndTellsTheGap) {
    Dice dice(28);
    const Puzzle empty = empty_board(Layout{});
    for (int round = 0; round < 4; ++round) {
        const Objective objective = random_table(dice, 9, -9999, 9999);
        for (const Goal goal : {Goal::maximum, Goal::minimum}) {
            const std::int64_t sign = goal == Goal::maximum ? 1 : -1;
            TargetSettings settings;
            settings.goal = goal;
            std::vector<TargetProgress> told;
            settings.progress = [&](const TargetProgress& progress) {
                told.push_back(progress);
                return true;
            };
            const auto answer = optimise(empty, objective, settings).value();
            ASSERT_FALSE(told.empty());
            EXPECT_EQ(told.back().best, answer.best());
            for (std::size_t i = 0; i < told.size(); ++i) {
                EXPECT_GE(sign * told[i].bound, sign * *answer.best());
                EXPECT_DOUBLE_EQ(told[i].gap, gap_between(told[i].best, told[i].bound));
                EXPECT_GE(sign * *told[i].best, sign * *told[i == 0 ? 0 : i - 1].best);
            }
            EXPECT_EQ(answer.gap(), 0);
        }
    }
    EXPECT_EQ(gap_between(std::nullopt, 7), 1);
    EXPECT_EQ(gap_between(0, 7), 7);
    EXPECT_EQ(gap_between(-200, -100), 0.5);
}

TEST(Optimise, KeepsTheFirstOfAllOptimalOnes) {
    const Puzzle empty = empty_board(Layout::usual(4));
    const auto all = ranked(oracle::solutions(empty), Objective::named(4, "flat").value(), Goal::maximum);
    TargetSettings settings;
    settings.all_optimal = true;
    for (const std::uint64_t keep : {1u, 7u, 287u, 500u}) {
        settings.keep = keep;
        const auto answer = optimise(empty, Objective::named(4, "flat").value(), settings).value();
        EXPECT_EQ(answer.count, 288u);
        ASSERT_EQ(answer.grids.size(), std::min<std::uint64_t>(keep, 288));
        EXPECT_TRUE(std::equal(answer.grids.begin(), answer.grids.end(), all.begin()));
    }
}

TEST(Optimise, AllOptimalStopsAtItsLimit) {
    TargetSettings settings;
    settings.all_optimal = true;
    settings.keep = 3;
    settings.bounds.solutions = 20;
    const auto answer = optimise(empty_board(Layout{}), classic(), settings).value();
    EXPECT_EQ(answer.status, TargetStatus::optimal);
    EXPECT_EQ(answer.reason, StopReason::solutions);
    EXPECT_EQ(answer.count, 20u);
    ASSERT_EQ(answer.grids.size(), 3u);
    for (const ScoredGrid& entry : answer.grids) EXPECT_EQ(entry.score, 2906);
}

// Whatever stops it, between the proof and the second meeting too: a grid that is known is told and counted.
TEST(Optimise, AllOptimalStoppedAnywhereKeepsWhatItKnows) {
    Dice dice(19);
    const Puzzle empty = empty_board(Layout::usual(6));
    for (int round = 0; round < 20; ++round) {
        const Objective objective = random_table(dice, 6, 0, 1);
        for (std::uint64_t nodes = 1; nodes <= 40; ++nodes) {
            TargetSettings settings;
            settings.all_optimal = true;
            settings.bounds.nodes = nodes;
            const auto answer = optimise(empty, objective, settings).value();
            EXPECT_GE(answer.count, answer.grids.size()) << nodes;
            EXPECT_TRUE(answer.status != TargetStatus::optimal || answer.best()) << nodes;
        }
    }
}

TEST(Optimise, RefusesAnObjectiveOfAnotherSide) {
    const auto answer = optimise(empty_board(Layout{}), classic(16));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().text, "the weights are for a board of another side");
}

TEST(LongOptimise, ThousandsOfBoardsLikeTheOracle) {
    Dice dice(19);
    const auto geometry = board_of(Layout{});
    for (int round = 0; round < 2000; ++round) {
        const Grid grid = random_grid(dice, geometry);
        const Puzzle puzzle = puzzle_from(dice, geometry, grid, static_cast<std::size_t>(dice.roll(28, 50)));
        const auto completions = oracle::solutions(puzzle, 2000);
        if (completions.size() == 2000) continue;
        expect_like_oracle(puzzle,
                           round % 2 == 0 ? random_weights(dice, 9, 0, 99) : random_table(dice, 9, -99, 99),
                           completions);
    }
    for (int round = 0; round < 2000; ++round) {
        const Layout layout = small_layouts()[static_cast<std::size_t>(dice.roll(5, 9))];
        const auto board = board_of(layout);
        const Puzzle puzzle = puzzle_from(dice, board, random_grid(dice, board), layout.side == 6 ? 10 : 3);
        expect_like_oracle(puzzle, random_table(dice, layout.side, -9, 9), oracle::solutions(puzzle));
    }
}

}  // namespace
}  // namespace quadrille
