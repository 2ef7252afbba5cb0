// Completions for answers that are asked for early: trades of two digits, and what a stopped search knows.
#include "target/first.hpp"

#include "boards.hpp"

namespace quadrille::target {
namespace {

std::vector<Layout> many_layouts() {
    std::vector<Layout> layouts = {Layout{},          nine_jigsaw(),     Layout::usual(10),
                                   Layout::usual(12), Layout::usual(16), Layout::latin(11)};
    Layout crossed;
    crossed.diagonals = true;
    layouts.push_back(crossed);
    Layout windoku;
    windoku.windows = true;
    layouts.push_back(windoku);
    Layout crossed_sixteen = Layout::usual(16);
    crossed_sixteen.diagonals = true;
    layouts.push_back(crossed_sixteen);
    return layouts;
}

std::vector<DigitBits> propagated_masks(const Board& board, const Puzzle& puzzle) {
    std::vector<DigitBits> masks = initial_masks(puzzle);
    Propagator propagator(board);
    propagator.mark_all();
    EXPECT_TRUE(propagator.run(masks.data()));
    return masks;
}

ValueOf worth(const Objective& objective) {
    return [&objective](Cell cell, Digit digit) { return objective.value(cell, digit); };
}

TEST(Chains, MakeCompletionsBetterAndKeepThem) {
    Dice dice(81);
    int better = 0;
    for (const Layout& layout : many_layouts()) {
        const Board board(board_of(layout));
        const Grid grid = random_grid(dice, board.geometry);
        for (int round = 0; round < 4; ++round) {
            const auto clues = static_cast<std::size_t>(board.cells * round / 10);
            const Puzzle puzzle = puzzle_from(dice, board.geometry, grid, clues);
            const Objective objective = random_table(dice, board.side, -99, 99);
            const auto masks = propagated_masks(board, puzzle);
            Budget budget{Bounds{}};
            Chains chains(board, worth(objective));
            Grid traded = grid;
            chains.improve(masks, traded, budget);
            ASSERT_FALSE(verify(puzzle, traded));
            ASSERT_GE(objective.score(traded), objective.score(grid));
            if (objective.score(traded) > objective.score(grid)) ++better;
            Grid again = traded;
            chains.improve(masks, again, budget);
            EXPECT_EQ(again, traded);
        }
    }
    EXPECT_GT(better, 12);
}

TEST(Chains, TradeWhatMustTradeTogether) {
    // In a Latin square of side 3 all cells of two digits are one chain.
    const Board board(board_of(Layout::latin(3)));
    const Puzzle empty{board.geometry, Grid(9, 0), {}};
    const Objective first_row =
        Objective::weights(3, std::vector<std::int64_t>{9, 3, 1, 0, 0, 0, 0, 0, 0}).value();
    Grid grid = {1, 2, 3, 2, 3, 1, 3, 1, 2};
    Budget budget{Bounds{}};
    Chains(board, worth(first_row)).improve(initial_masks(empty), grid, budget);
    EXPECT_EQ(grid, (Grid{3, 2, 1, 2, 1, 3, 1, 3, 2}));
}

TEST(FirstCompletion, IsFoundOrProvenAway) {
    Dice dice(82);
    const Board board(board_of(nine_jigsaw()));
    const Objective objective = random_table(dice, 9, 0, 99);
    Puzzle puzzle = puzzle_from(dice, board.geometry, random_grid(dice, board.geometry), 20);
    FirstCompletion first(puzzle, board, worth(objective));
    EXPECT_FALSE(first.has_looked());
    first.seek(initial_masks(puzzle), {});
    ASSERT_TRUE(first.has_looked() && first.found());
    EXPECT_FALSE(verify(puzzle, first.found()->grid));
    EXPECT_EQ(first.found()->score, objective.score(first.found()->grid));
    EXPECT_FALSE(first.is_none());

    const Puzzle open{board_of(Layout::latin(4)), {1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0}, {}};
    const Puzzle shut{open.geometry, {1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 3, 4, 0, 0}, {}};
    for (const Puzzle& one : {open, shut}) {
        const Board latin(one.geometry);
        const bool any = !oracle::solutions(one).empty();
        const Objective flat = Objective::named(4, "classic").value();
        FirstCompletion sought(one, latin, worth(flat));
        sought.seek(initial_masks(one), {});
        EXPECT_EQ(sought.found().has_value(), any);
        EXPECT_EQ(sought.is_none(), !any);
    }
}

/// However early the search is stopped, it knows a completion, and a bound that none passes.
void expect_a_score(const Puzzle& puzzle, const Objective& objective, Goal goal = Goal::maximum) {
    for (const std::uint64_t nodes : {1u, 120u}) {
        TargetSettings settings;
        settings.goal = goal;
        settings.bounds.nodes = nodes;
        const auto answer = optimise(puzzle, objective, settings).value();
        ASSERT_TRUE(answer.best()) << puzzle.geometry->describe() << ", " << nodes << " nodes";
        EXPECT_FALSE(verify(puzzle, answer.grids.front().grid));
        if (goal == Goal::maximum) EXPECT_LE(*answer.best(), answer.bound);
        else EXPECT_GE(*answer.best(), answer.bound);
    }
}

TEST(Optimise, KnowsACompletionWhereverItIsStopped) {
    Dice dice(83);
    for (const Layout& layout : many_layouts()) {
        const auto geometry = board_of(layout);
        const Grid grid = random_grid(dice, geometry);
        const Puzzle puzzle = puzzle_from(dice, geometry, grid, grid.size() / 4);
        expect_a_score(puzzle, random_weights(dice, layout.side, -99, 99), Goal::minimum);
        expect_a_score(empty_board(layout), random_table(dice, layout.side, 0, 9999));
    }
}

TEST(Optimise, KnowsACompletionOfSharedBoardsWhereverItIsStopped) {
    for (const char* const weights : {"w/signed16.txt", "w/rand16_0.txt"}) {
        const std::string text = read_shared(weights);
        if (text.empty()) continue;
        const Objective objective = Objective::read(16, text).value();
        for (const char* const board : {"inst16/s064_0.in", "inst16/s064_1.in", "inst16/s032_0.in"})
            expect_a_score(puzzle_of_numbers(read_shared(board)), objective);
    }
}

/// Nothing completes it, though no cell or region shows that at once: stopped or not, it is said.
TEST(Optimise, SaysThatThereIsNoCompletionEvenIfStopped) {
    Dice dice(84);
    int seen = 0;
    for (int round = 0; round < 200; ++round) {
        const auto geometry = board_of(Layout::latin(7));
        Puzzle puzzle{geometry, Grid(49, 0), {}};
        for (int placed = 0; placed < 14;) {
            const auto cell = static_cast<Cell>(dice.roll(0, 48));
            const auto digit = static_cast<Digit>(dice.roll(1, 7));
            if (puzzle.givens[cell] != 0 || !oracle::fits(puzzle, puzzle.givens, cell, digit)) continue;
            puzzle.givens[cell] = digit;
            ++placed;
        }
        if (!oracle::solutions(puzzle, 1).empty()) continue;
        ++seen;
        TargetSettings settings;
        settings.bounds.nodes = 1;
        const auto answer = optimise(puzzle, random_table(dice, 7, 0, 99), settings).value();
        EXPECT_EQ(answer.status, TargetStatus::no_completion);
        EXPECT_EQ(answer.reason, StopReason::exhausted);
    }
    EXPECT_GT(seen, 3);
}

}  // namespace
}  // namespace quadrille::target
