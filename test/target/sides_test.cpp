// optimise on boards of other sides and kinds than 9x9, and weights that decide nothing.
#include <limits>

#include "boards.hpp"
#include "cases.hpp"

namespace quadrille {
namespace {

TEST(Sides, SixteenBySixteenWithRings) {
    const auto empty = solve(empty_board(Layout::usual(16)), classic(16));
    EXPECT_EQ(empty.status, TargetStatus::optimal);
    EXPECT_EQ(empty.best(), 18312);
    const std::pair<const char*, std::int64_t> known[] = {
        {"s128_0", 17868}, {"s096_0", 17930}, {"s064_0", 18095}, {"s032_0", 18180}};
    for (const auto& [name, score] : known) {
        const std::string text = read_shared(std::string("inst16/") + name + ".in");
        if (text.empty()) continue;
        EXPECT_EQ(solve(puzzle_of_numbers(text), classic(16)).best(), score) << name;
    }
}

TEST(Sides, SixteenBySixteenWithRandomWeights) {
    const std::string weights = read_shared("w/rand16_0.txt");
    const std::string board = read_shared("inst16/s128_0.in");
    if (weights.empty() || board.empty()) return;
    EXPECT_EQ(solve(puzzle_of_numbers(board), Objective::read(16, weights).value()).best(), 114264);
}

TEST(LongSides, SixteenBySixteenWithRandomWeights) {
    const std::string weights = read_shared("w/rand16_0.txt");
    const std::pair<const char*, std::int64_t> known[] = {{"s096_0", 118025}, {"s064_0", 122417}};
    for (const auto& [name, score] : known) {
        const std::string board = read_shared(std::string("inst16/") + name + ".in");
        if (weights.empty() || board.empty()) continue;
        EXPECT_EQ(solve(puzzle_of_numbers(board), Objective::read(16, weights).value()).best(), score)
            << name;
    }
}

TEST(Sides, StoppedSearchesOfLargeBoardsTellTheTruth) {
    const Puzzle empty = empty_board(Layout::usual(16));
    for (const std::uint64_t nodes : {1u, 30u, 120u, 400u}) {
        TargetSettings settings;
        settings.bounds.nodes = nodes;
        std::int64_t told = std::numeric_limits<std::int64_t>::max();
        settings.progress = [&](const TargetProgress& progress) {
            told = std::min(told, progress.bound);
            return true;
        };
        const auto answer = optimise(empty, classic(16), settings).value();
        EXPECT_LE(answer.nodes, nodes);
        EXPECT_GE(answer.bound, 18312);
        EXPECT_GE(told, 18312);
        EXPECT_LE(answer.best().value_or(18312), 18312);
    }
}

/// Rings on a board of this kind, most of it filled in: few completions are left, and the oracle has them
/// all.
void expect_like_oracle_when_nearly_full(const Layout& layout, std::size_t empty, Dice& dice) {
    const auto geometry = board_of(layout);
    const Grid grid = random_grid(dice, geometry);
    for (int round = 0; round < 4; ++round) {
        const Puzzle puzzle = puzzle_from(dice, geometry, grid, grid.size() - empty);
        const auto completions = oracle::solutions(puzzle, 3000);
        ASSERT_LT(completions.size(), 3000u);
        SCOPED_TRACE(geometry->describe());
        expect_like_oracle(puzzle, classic(layout.side), completions);
        expect_like_oracle(puzzle, random_table(dice, layout.side, -99, 99), completions);
    }
}

TEST(Sides, OtherSidesJigsawsAndDiagonalsLikeTheOracle) {
    Dice dice(41);
    Layout diagonals;
    diagonals.diagonals = true;
    for (const int side : {8, 10, 12}) {
        expect_like_oracle_when_nearly_full(Layout::usual(side), static_cast<std::size_t>(5 * side), dice);
    }
    expect_like_oracle_when_nearly_full(diagonals, 45, dice);
    expect_like_oracle_when_nearly_full(nine_jigsaw(), 45, dice);
}

/// The search of this board, proven, and stopped at several nodes, against a completion it has. A checked
/// build holds the bound of every node against the best completion besides (witness.hpp). Returns the
/// evaluations.
std::uint64_t expect_bounds_above(const Puzzle& puzzle, const Grid& planted, const Objective& objective) {
    const auto proven = solve(puzzle, objective);
    EXPECT_EQ(proven.status, TargetStatus::optimal);
    EXPECT_EQ(proven.bound, proven.best());
    EXPECT_GE(proven.best(), objective.score(planted));
    for (const std::uint64_t nodes : {1u, 2u, 5u, 12u, 30u}) {
        TargetSettings settings;
        settings.bounds.nodes = nodes;
        EXPECT_GE(optimise(puzzle, objective, settings).value().bound, *proven.best()) << nodes;
    }
    return proven.evaluations;
}

TEST(Sides, NoBoundBelowTheOptimumOnAnyKindOfBoard) {
    Dice dice(44);
    Layout diagonals;
    diagonals.diagonals = true;
    Layout windows;
    windows.windows = true;
    const std::pair<Layout, std::size_t> kinds[] = {{diagonals, 12},          {windows, 12},
                                                    {nine_jigsaw(), 12},      {Layout::latin(9), 30},
                                                    {Layout::usual(12), 50},  {Layout::usual(16), 110},
                                                    {Layout::usual(20), 200}, {Layout::usual(25), 324}};
    for (const auto& [layout, clues] : kinds) {
        const auto geometry = board_of(layout);
        const Grid grid = layout.side > 16 ? pattern_grid(dice, layout) : random_grid(dice, geometry);
        SCOPED_TRACE(geometry->describe());
        std::uint64_t evaluations = 0;
        for (const Objective& objective : {classic(layout.side), random_weights(dice, layout.side, -99, 99),
                                           random_table(dice, layout.side, 0, 999)})
            evaluations += expect_bounds_above(puzzle_from(dice, geometry, grid, clues), grid, objective);
        EXPECT_GT(evaluations, 0u);  // else all were listed
    }
}

TEST(Sides, EmptyBoardsOfOtherSides) {
    // Proven, and the least is the mirror image of the greatest: digit d for side + 1 - d.
    Layout diagonals;
    diagonals.diagonals = true;
    for (const Layout& layout : {Layout::usual(4), Layout::usual(6), Layout::usual(8), Layout::usual(10),
                                 Layout::usual(12), diagonals, nine_jigsaw()}) {
        const Puzzle empty = empty_board(layout);
        const Objective rings = classic(layout.side);
        const auto most = solve(empty, rings);
        const auto least = solve(empty, rings, Goal::minimum);
        std::int64_t sum = 0;
        for (Cell cell = 0; cell < empty.givens.size(); ++cell) sum += rings.value(cell, 1);
        EXPECT_EQ(most.status, TargetStatus::optimal) << layout.side;
        EXPECT_EQ(least.status, TargetStatus::optimal) << layout.side;
        EXPECT_EQ(*most.best() + *least.best(), (layout.side + 1) * sum) << layout.side;
    }
}

TEST(Sides, All39168GridsOf6x6BelowARow) {
    Dice dice(42);
    Puzzle puzzle = empty_board(Layout::usual(6));
    for (Digit digit = 1; digit <= 6; ++digit) puzzle.givens[digit - 1u] = digit;
    const auto all = oracle::solutions(puzzle);
    ASSERT_EQ(all.size(), 39168u);  // 28,200,960 grids, less the 720 names of a row
    for (int round = 0; round < 6; ++round) {
        expect_like_oracle(
            puzzle, round % 2 == 0 ? random_weights(dice, 6, -50, 50) : random_table(dice, 6, 0, 99), all);
    }
}

TEST(Sides, SixtySixTablesWhateverTheNamesOfTheDigits) {
    Dice dice(43);
    const Puzzle empty = empty_board(Layout{});
    for (int round = 0; round < test::cases(66); ++round) {
        const std::int64_t most = round % 2 == 0 ? 99 : 9999;
        std::vector<std::int64_t> values;
        std::vector<std::int64_t> renamed(729);
        for (std::size_t i = 0; i < renamed.size(); ++i) {
            values.push_back(dice.roll(0, most));
            renamed[i / 9 * 9 + (i % 9 + 4) % 9] = values.back();
        }
        const auto one = solve(empty, Objective::table(9, values).value());
        const auto two = solve(empty, Objective::table(9, renamed).value());
        EXPECT_EQ(one.status, TargetStatus::optimal) << round;
        EXPECT_EQ(one.best(), two.best()) << round;
    }
}

TEST(Sides, WeightsThatDecideNothingNeedNoBound) {
    // Equal in all cells, in each row, or in each column: every completion has the same score. Once such
    // boards of side 12 and more were searched without end, for scores that nothing reaches.
    for (const int side : {4, 6, 9, 10, 12, 16, 25}) {
        const Puzzle empty = empty_board(Layout::usual(side));
        const std::int64_t line = side * (side + 1) / 2;
        for (const std::int64_t weight : {0, 1, -3, 2147483647}) {
            for (const int kind : {0, 1, 2}) {
                std::vector<std::int64_t> weights;
                std::int64_t sum = 0;
                for (int cell = 0; cell < side * side; ++cell) {
                    const int index = kind == 0 ? 0 : kind == 1 ? cell / side : cell % side;
                    weights.push_back(weight + index);
                    sum += weight + index;
                }
                TargetSettings settings;
                settings.bounds.nodes = 5000;
                const auto answer =
                    optimise(empty, Objective::weights(side, weights).value(), settings).value();
                EXPECT_EQ(answer.status, TargetStatus::optimal) << side << ' ' << weight << ' ' << kind;
                EXPECT_EQ(answer.best(), sum / side * line) << side << ' ' << weight << ' ' << kind;
                EXPECT_EQ(answer.evaluations, 0u);
            }
        }
    }
}

TEST(Sides, OneCellDecides) {
    // Next to nothing in the weights: only the last cell counts.
    for (const int side : {9, 12, 16}) {
        std::vector<std::int64_t> weights(static_cast<std::size_t>(side * side), 1'000'000'007);
        weights.back() += 1;
        const auto answer =
            solve(empty_board(Layout::usual(side)), Objective::weights(side, weights).value());
        EXPECT_EQ(answer.status, TargetStatus::optimal) << side;
        EXPECT_EQ(answer.best(), std::int64_t{1'000'000'007} * side * side * (side + 1) / 2 + side) << side;
    }
}

}  // namespace
}  // namespace quadrille
