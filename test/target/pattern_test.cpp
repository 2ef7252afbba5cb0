// Completions without a search: the pattern wherever it fits, and answers that are asked for early.
#include "target/pattern.hpp"

#include "boards.hpp"

namespace quadrille::target {
namespace {

TEST(Pattern, IsFoundAgainUnderAnyNames) {
    Dice dice(71);
    for (const int side : {4, 6, 9, 12, 16, 25, 36}) {
        const Layout layout = Layout::usual(side);
        const Board board(board_of(layout));
        for (int round = 0; round < 20; ++round) {
            const Grid grid = pattern_grid(dice, layout);
            const auto clues = static_cast<std::size_t>(dice.roll(0, board.cells));
            const Puzzle puzzle = puzzle_from(dice, board.geometry, grid, clues);
            const auto found = fitting_pattern(board, initial_masks(puzzle));
            ASSERT_TRUE(found);
            EXPECT_FALSE(verify(puzzle, *found));
        }
    }
}

TEST(Pattern, IsNotMadeToFit) {
    Dice dice(72);
    const Board board(board_of(Layout{}));
    Grid grid = pattern_grid(dice, Layout{});
    std::swap_ranges(grid.begin(), grid.begin() + 9,
                     grid.begin() + 9);  // two rows of a band: another completion
    const Puzzle full{board.geometry, grid, {}};
    EXPECT_FALSE(verify(full, grid));
    EXPECT_FALSE(fitting_pattern(board, initial_masks(full)));
    Layout crossed;
    crossed.diagonals = true;
    const Board other(board_of(crossed));
    EXPECT_FALSE(fitting_pattern(other, initial_masks({other.geometry, Grid(81, 0), {}})));
}

TEST(Optimise, HasACompletionOfLargeBoardsAtOnce) {
    Dice dice(73);
    for (const int side : {20, 25, 30}) {
        const auto geometry = board_of(Layout::usual(side));
        const Grid grid = pattern_grid(dice, geometry->layout());
        TargetSettings settings;
        settings.bounds.nodes = 1;
        for (const std::size_t clues : {std::size_t{0}, grid.size() / 3}) {
            const Puzzle puzzle = puzzle_from(dice, geometry, grid, clues);
            const auto answer = optimise(puzzle, Objective::named(side, "classic").value(), settings).value();
            ASSERT_TRUE(answer.best());
            EXPECT_LE(*answer.best(), answer.bound);
            EXPECT_FALSE(verify(puzzle, answer.grids.front().grid));
        }
    }
}

}  // namespace
}  // namespace quadrille::target
