// The bounds themselves: never below a completion, the kernels equal to the template graph and to each other.
#include "target/bound.hpp"
#include "boards.hpp"
#include "target/scale.hpp"
#include "target/witness.hpp"

namespace quadrille::target {
namespace {

using Maker = std::unique_ptr<TemplateBound> (*)(const Board&);

/// Values with dead candidates, and prices, to evaluate a bound on.
struct Numbers {
    Numbers(const Board& board, const std::vector<DigitBits>& masks, const TemplateBound& bound, Dice& dice)
        : values(static_cast<std::size_t>(board.cells * board.lanes), 0),
          price(static_cast<std::size_t>(bound.prices()), 0) {
        for (int cell = 0; cell < board.cells; ++cell) {
            for (int digit = 0; digit < board.side; ++digit) {
                const bool is_live = (masks[static_cast<std::size_t>(cell)] >> digit & 1) != 0;
                const auto value = static_cast<std::int16_t>(dice.roll(-300, 300));
                values[static_cast<std::size_t>(cell * board.lanes + digit)] = is_live ? value : dead;
            }
        }
        for (std::size_t i = 0; i < price.size(); ++i) {
            const bool is_bounded = static_cast<int>(i) >= bound.first_bounded_price();
            price[i] = static_cast<std::int16_t>(dice.roll(is_bounded ? 0 : -200, 200));
        }
    }
    std::int64_t score(const Board& board, const Grid& grid) const {
        std::int64_t sum = 0;
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            sum += values[cell * static_cast<std::size_t>(board.lanes) + grid[cell] - 1u];
        }
        return sum;
    }
    std::vector<std::int16_t> values;
    std::vector<std::int16_t> price;
};

void expect_bound(Maker make, const Puzzle& puzzle, Dice& dice) {
    const Board board(puzzle.geometry);
    const auto bound = make(board);
    ASSERT_NE(bound, nullptr);
    const auto completions = oracle::solutions(puzzle, 5000);
    for (int round = 0; round < 5; ++round) {
        const Numbers numbers(board, initial_masks(puzzle), *bound, dice);
        const std::int64_t best = bound->evaluate(numbers.values.data(), numbers.price.data());
        bound->find_losses();
        for (const Grid& grid : completions) {
            const std::int64_t score = numbers.score(board, grid);
            ASSERT_LE(score, best) << puzzle.geometry->describe();
            for (std::size_t cell = 0; cell < grid.size(); ++cell) {
                const std::size_t at = cell * static_cast<std::size_t>(board.lanes) + grid[cell] - 1u;
                ASSERT_LE(score, best - bound->losses()[at]) << puzzle.geometry->describe();
            }
        }
    }
}

/// The prices of an evaluation and the choice it reports explain the bound it returns.
void expect_choice_explains_bound(Maker make, const Board& board, Dice& dice) {
    const auto bound = make(board);
    const std::vector<DigitBits> masks(static_cast<std::size_t>(board.cells), board.all);
    const Numbers numbers(board, masks, *bound, dice);
    std::int64_t expected = 0;
    for (const std::int16_t price : numbers.price) expected += price;
    const std::int64_t best = bound->evaluate(numbers.values.data(), numbers.price.data());
    std::vector<int> cover(static_cast<std::size_t>(board.cells), 0);
    for (int digit = 0; digit < board.side; ++digit) {
        std::vector<std::uint16_t> cells(static_cast<std::size_t>(board.side));
        bound->chosen(digit, cells.data());
        for (const std::uint16_t cell : cells) {
            ++cover[cell];
            expected +=
                numbers.values[static_cast<std::size_t>(cell * board.lanes + digit)] - numbers.price[cell];
        }
    }
    EXPECT_EQ(best, expected);
    for (std::size_t cell = 0; cell < cover.size(); ++cell) EXPECT_EQ(cover[cell], bound->cover()[cell]);
}

/// Two bounds that both find exact templates must say the same everywhere.
void expect_equal(Maker one, Maker two, const Board& board, Dice& dice) {
    const auto a = one(board);
    const auto b = two(board);
    const Grid grid = pattern_grid(dice, board.geometry->layout());  // so that every digit keeps a template
    std::vector<DigitBits> masks(static_cast<std::size_t>(board.cells), board.all);
    for (int i = 0; i < board.cells; ++i) {
        const auto cell = static_cast<std::size_t>(dice.roll(0, board.cells - 1));
        masks[cell] &= static_cast<DigitBits>(dice.roll(0, 65535)) | DigitBits{1} << (grid[cell] - 1);
    }
    const Numbers numbers(board, masks, *a, dice);
    EXPECT_EQ(a->evaluate(numbers.values.data(), numbers.price.data()),
              b->evaluate(numbers.values.data(), numbers.price.data()));
    a->find_losses();
    b->find_losses();
    for (int cell = 0; cell < board.cells; ++cell) {
        for (int digit = 0; digit < board.side; ++digit) {
            const int at = cell * board.lanes + digit;
            if (numbers.values[static_cast<std::size_t>(at)] == dead) continue;
            ASSERT_EQ(std::min<int>(a->losses()[at], 15000), std::min<int>(b->losses()[at], 15000))
                << cell << ' ' << digit;
        }
    }
}

TEST(Bound, NeverBelowACompletionOnSmallBoards) {
    Dice dice(21);
    for (const Layout& layout : small_layouts()) {
        const auto geometry = board_of(layout);
        const Grid grid = random_grid(dice, geometry);
        for (int round = 0; round < 10; ++round) {
            const std::int64_t least = layout.side < 5 ? 0 : layout.side == 5 ? 6 : 14;
            const Puzzle puzzle = puzzle_from(
                dice, geometry, grid,
                static_cast<std::size_t>(dice.roll(least, static_cast<std::int64_t>(grid.size()))));
            expect_bound(make_graph_bound, puzzle, dice);
            expect_bound(make_assignment_bound, puzzle, dice);
        }
    }
}

TEST(Bound, NeverBelowACompletionOnNine) {
    Dice dice(22);
    const auto geometry = board_of(Layout{});
    for (int round = 0; round < 10; ++round) {
        const Puzzle puzzle = puzzle_from(dice, geometry, random_grid(dice, geometry), 32);
        for (const Maker make : {make_nine_bound, make_graph_bound, make_assignment_bound})
            expect_bound(make, puzzle, dice);
    }
}

TEST(Bound, NeverBelowACompletionOnSixteen) {
    Dice dice(23);
    const auto geometry = board_of(Layout::usual(16));
    const Grid grid = pattern_grid(dice, Layout::usual(16));
    for (int round = 0; round < 3; ++round) {
        const Puzzle puzzle = puzzle_from(dice, geometry, grid, 190);
        for (const Maker make : {make_sixteen_bound, make_assignment_bound}) expect_bound(make, puzzle, dice);
    }
}

TEST(Bound, ChosenTemplatesExplainIt) {
    Dice dice(24);
    const Board nine(board_of(Layout{}));
    const Board sixteen(board_of(Layout::usual(16)));
    const Board twelve(board_of(Layout::usual(12)));
    for (int round = 0; round < 20; ++round) {
        expect_choice_explains_bound(make_nine_bound, nine, dice);
        expect_choice_explains_bound(make_graph_bound, twelve, dice);
        expect_choice_explains_bound(make_sixteen_bound, sixteen, dice);
    }
}

TEST(Bound, KernelsAgreeWithTheTemplateGraph) {
    Dice dice(25);
    const Board nine(board_of(Layout{}));
    const Board sixteen(board_of(Layout::usual(16)));
    for (int round = 0; round < 30; ++round) expect_equal(make_nine_bound, make_graph_bound, nine, dice);
    for (int round = 0; round < 5; ++round) expect_equal(make_sixteen_bound, make_graph_bound, sixteen, dice);
    for (const Kernel kernel : kernels()) {
        expect_equal(make_nine_bound, make_graph_bound, Board(nine.geometry, kernel), dice);
        expect_equal(make_sixteen_bound, make_graph_bound, Board(sixteen.geometry, kernel), dice);
    }
}

TEST(Bound, EveryInstructionSetTakesTheSameWay) {
    const Puzzle empty{board_of(Layout{}), Grid(81, 0), {}};
    const Puzzle jigsaw{board_of(small_layouts()[8]), Grid(16, 0), {}};
    const auto objective = Objective::named(9, "classic").value();
    const auto small = Objective::named(4, "centre").value();
    const auto expected = optimise(empty, objective).value();
    const auto expected_small = optimise(jigsaw, small).value();
    for (const std::string_view name : target_kernels()) {
        TargetSettings settings;
        settings.kernel = name;
        const auto answer = optimise(empty, objective, settings).value();
        EXPECT_EQ(answer.nodes, expected.nodes);
        EXPECT_EQ(answer.evaluations, expected.evaluations);
        EXPECT_EQ(answer.grids, expected.grids);
        EXPECT_EQ(optimise(jigsaw, small, settings).value().grids, expected_small.grids);
    }
    EXPECT_EQ(target_kernels().back(), "portable");
    TargetSettings unknown;
    unknown.kernel = "abacus";
    EXPECT_FALSE(optimise(empty, objective, unknown));
}

TEST(Witness, TellsOfBoundsBelowACompletionAndOfLostOnes) {
    const Board board(board_of(Layout::usual(4)));
    const auto masks = initial_masks({board.geometry, Grid(16, 0), {}});
    const Grid grid = oracle::solutions({board.geometry, Grid(16, 0), {}}).front();
    const ScaledObjective scaled(board, Objective::named(4, "classic").value(), Goal::maximum,
                                 {masks.data(), 1000});
    const std::int64_t score = Objective::named(4, "classic").value().score(grid);
    const std::int64_t reached = scaled.required(score);
    std::vector<DigitBits> without = masks;
    without[0] &= ~(DigitBits{1} << (grid[0] - 1));
    const Witness::Claim right[] = {{masks, masks, reached, reached},
                                    {without, {}, reached - 1, reached},
                                    {masks, without, reached, reached + 1},
                                    {masks, {}, reached, reached + 1}};
    const Witness::Claim wrong[] = {{masks, masks, reached - 1, reached},
                                    {masks, without, reached, reached},
                                    {masks, {}, reached, reached}};
    Witness before(scaled);
    Witness after(scaled);
    after.find(grid, score);
    for (const Witness::Claim& claim : right) {
        before.see(claim);
        after.see(claim);
    }
    EXPECT_NO_THROW(before.find(grid, score));
    for (const Witness::Claim& claim : wrong) {
        EXPECT_THROW(after.see(claim), BrokenContract);
        Witness later(scaled);
        later.see(claim);
        EXPECT_THROW(later.find(grid, score), BrokenContract);
    }
}

TEST(Scale, RoundsOnlyUpwards) {
    Dice dice(26);
    const Board board(board_of(Layout::usual(4)));
    const Puzzle empty{board.geometry, Grid(16, 0), {}};
    const auto masks = initial_masks(empty);
    const auto grids = oracle::solutions(empty);
    for (int round = 0; round < 100; ++round) {
        const std::int64_t size = std::int64_t{1} << dice.roll(0, 50);
        const Objective objective = random_table(dice, 4, -size, size);
        const ScaledObjective scaled(board, objective, Goal::minimum, {masks.data(), 1000});
        for (const Grid& grid : grids) {
            std::int64_t sum = 0;
            for (std::size_t cell = 0; cell < 16; ++cell) sum += scaled.values()[cell * 16 + grid[cell] - 1u];
            const std::int64_t score = -objective.score(grid);
            ASSERT_GE(sum, scaled.required(score));
            ASSERT_GE(scaled.score_at_most(sum), score);
            if (scaled.exact()) {
                ASSERT_EQ(sum, scaled.required(score));
            }
            ASSERT_EQ((score - scaled.lowest()) % scaled.step(), 0);
        }
    }
}

}  // namespace
}  // namespace quadrille::target
