// Objectives and their texts, the plain searches, the LP text.
#include <limits>

#include "boards.hpp"

namespace quadrille {
namespace {

std::string refusal(const Result<Objective>& made) { return made ? "accepted" : made.error().text; }

TEST(Objective, ClassicRings) {
    const auto nine = Objective::named(9, "classic").value();
    EXPECT_EQ(nine.value(0, 1), 6);
    EXPECT_EQ(nine.value(40, 9), 90);
    EXPECT_EQ(Objective::named(16, "classic").value().value(7 * 16 + 7, 1), 13);
    EXPECT_EQ(Objective::named(9, "centre").value().value(40, 1), 9);
    EXPECT_EQ(Objective::named(9, "centre").value().value(0, 1), 1);
    EXPECT_EQ(refusal(Objective::named(9, "square")), "no weights are called \"square\"");
}

TEST(Objective, ReadsWeightsAndTables) {
    EXPECT_EQ(Objective::read(2, "1 2\n3 -4\n").value().value(3, 2), -8);
    EXPECT_EQ(Objective::read(2, "1,2, 3,4, 5,6, 7,8").value().value(3, 1), 7);
    const auto wrong = Objective::read(2, "1 2\n3 x");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().text, "not a whole number");
    EXPECT_EQ(wrong.error().line, 2u);
    EXPECT_EQ(wrong.error().column, 3u);
    EXPECT_EQ(refusal(Objective::read(2, "1 2 3")), "3 numbers; a side of 2 takes 4 weights or a table of 8");
    EXPECT_EQ(refusal(Objective::read(2, "1 2 3 4 5 6 7 8 9")),
              "9 numbers; a side of 2 takes 4 weights or a table of 8");
    EXPECT_EQ(refusal(Objective::read(2, "1 2 3 99999999999999999999")),
              "a weight does not fit into 64 bits");
    EXPECT_EQ(refusal(Objective::read(1, " \n")), "no numbers");
    EXPECT_EQ(refusal(Objective::read(2, "1-1 2 3 4")), "not a whole number");
    EXPECT_EQ(refusal(Objective::read(2, "1,,2 3 4")), "a comma without a number before it");
    EXPECT_EQ(refusal(Objective::read(2, "1,2,3,4,\n")), "a comma without a number behind it");
    EXPECT_EQ(refusal(Objective::read(65, "1")), "target boards have a side of 1 to 64, not 65");
}

TEST(Objective, RefusesWhat64BitsDoNotHold) {
    const std::string text = "the weights are so large that a score might not fit into 64 bits";
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(refusal(Objective::weights(9, std::vector<std::int64_t>(81, largest / 9 + 1))), text);
    EXPECT_EQ(refusal(Objective::weights(9, std::vector<std::int64_t>(81, largest / 9 / 81))), text);
    EXPECT_EQ(refusal(Objective::table(1, {least})), text);
    EXPECT_EQ(refusal(Objective::table(2, std::vector<std::int64_t>(8, -(largest / 128)))), "accepted");
    EXPECT_EQ(refusal(Objective::table(2, std::vector<std::int64_t>(8, -(largest / 128) - 1))), text);
    EXPECT_EQ(refusal(Objective::weights(9, std::vector<std::int64_t>(80, 1))), "80 weights for 81 cells");
}

TEST(Enumerate, EveryOrderSeesTheSameCompletions) {
    Dice dice(31);
    const auto geometry = board_of(Layout{});
    for (int round = 0; round < 5; ++round) {
        const Puzzle puzzle = puzzle_from(dice, geometry, random_grid(dice, geometry), 34);
        const Objective objective = random_table(dice, 9, 0, 99);
        const std::size_t completions = oracle::solutions(puzzle).size();
        for (const Goal goal : {Goal::maximum, Goal::minimum}) {
            TargetSettings settings;
            settings.goal = goal;
            const auto expected = optimise(puzzle, objective, settings).value();
            for (const auto order :
                 {EnumerationOrder::cells, EnumerationOrder::rows, EnumerationOrder::static_cells}) {
                for (const bool descending : {false, true}) {
                    EnumerationSettings plain{order, descending, goal, {}};
                    const auto answer = enumerate_target(puzzle, objective, plain).value();
                    EXPECT_EQ(answer.status, TargetStatus::optimal);
                    EXPECT_EQ(answer.count, completions);
                    EXPECT_EQ(answer.best(), expected.best());
                }
            }
        }
    }
}

TEST(Enumerate, BoundsAndContradictions) {
    Puzzle puzzle{board_of(Layout{}), Grid(81, 0), {}};
    const auto objective = Objective::named(9, "classic").value();
    EnumerationSettings settings;
    settings.bounds.nodes = 1000;
    const auto stopped = enumerate_target(puzzle, objective, settings).value();
    EXPECT_EQ(stopped.status, TargetStatus::stopped);
    EXPECT_EQ(stopped.nodes, 1000u);
    EXPECT_EQ(stopped.bound, 570 * 9);
    puzzle.givens[0] = puzzle.givens[1] = 5;
    EXPECT_EQ(enumerate_target(puzzle, objective, settings).value().status, TargetStatus::no_completion);
}

TEST(LpText, SaysTheWholeProblem) {
    const Puzzle puzzle{board_of(Layout::latin(2)), {1, 0, 0, 0}, {}};
    const auto objective = Objective::read(2, "1 2 3 -4").value();
    EXPECT_EQ(as_lp_text(puzzle, objective).value(),
              "Maximize\n score: + x_1_1_1 + 4 x_1_2_2 + 6 x_2_1_2 - 4 x_2_2_1 - 8 x_2_2_2\n"
              "Subject To\n cell_r1c1: + x_1_1_1 = 1\n cell_r1c2: + x_1_2_2 = 1\n cell_r2c1: + x_2_1_2 = 1\n"
              " cell_r2c2: + x_2_2_1 + x_2_2_2 = 1\n"
              " region_1_1: + x_1_1_1 = 1\n region_1_2: + x_1_2_2 = 1\n region_2_1: + x_2_2_1 = 1\n"
              " region_2_2: + x_2_1_2 + x_2_2_2 = 1\n region_3_1: + x_1_1_1 = 1\n region_3_2: + x_2_1_2 = 1\n"
              " region_4_1: + x_2_2_1 = 1\n region_4_2: + x_1_2_2 + x_2_2_2 = 1\n"
              "Binary\n x_1_1_1\n x_1_2_2\n x_2_1_2\n x_2_2_1\n x_2_2_2\nEnd\n");
}

TEST(LpText, ContradictionsStayContradictions) {
    const Puzzle puzzle{board_of(Layout::latin(2)), {1, 1, 0, 0}, {}};
    const auto text = as_lp_text(puzzle, Objective::named(2, "flat").value(), Goal::minimum).value();
    EXPECT_NE(text.find("region_1_1: + x_1_1_1 + x_1_2_1 = 1"), std::string::npos);
    EXPECT_NE(text.find("region_1_2: + 0 nothing = 1"), std::string::npos);
}

}  // namespace
}  // namespace quadrille
