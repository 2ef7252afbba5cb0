// Paths: the templates left, all of them and no others; the bound on them equals the other bounds, and what
// it narrows away is of no interest.
#include "target/paths.hpp"

#include "boards.hpp"
#include "target/path_bound.hpp"
#include "target/scale.hpp"

namespace quadrille::target {
namespace {

constexpr std::size_t any_number = 1'000'000;

/// Random values of what is left of an empty board when some candidates, not those of a grid, have gone.
struct Thinned {
    Thinned(const Board& board, const Grid& grid, int kept, Dice& dice)
        : masks(static_cast<std::size_t>(board.cells), 0),
          values(static_cast<std::size_t>(board.cells * board.lanes), 0),
          price(static_cast<std::size_t>(board.cells), 0) {
        for (std::size_t cell = 0; cell < masks.size(); ++cell) {
            price[cell] = static_cast<std::int16_t>(dice.roll(-200, 200));
            for (int digit = 0; digit < board.side; ++digit) {
                const bool is_live = dice.roll(0, 99) < kept || grid[cell] == digit + 1;
                if (is_live) masks[cell] |= DigitBits{1} << digit;
                const auto at =
                    cell * static_cast<std::size_t>(board.lanes) + static_cast<std::size_t>(digit);
                values[at] = is_live ? static_cast<std::int16_t>(dice.roll(-300, 300)) : dead;
            }
        }
    }
    std::vector<DigitBits> masks;
    std::vector<std::int16_t> values;
    std::vector<std::int16_t> price;
};

/// How many paths lead from the first state to the last.
std::uint64_t count_paths(const DigitPaths& paths) {
    std::vector<std::uint64_t> ways(paths.states(), 0);
    ways[0] = 1;
    for (std::size_t state = 1; state < ways.size(); ++state) {
        for (std::size_t e = paths.ends[state - 1]; e < paths.ends[state]; ++e)
            ways[state] += ways[paths.edges[e].from];
    }
    return ways.back();
}

TEST(Paths, AreTheTemplatesOfAnEmptyBoard) {
    const std::pair<int, std::uint64_t> known[] = {{4, 16}, {9, 46656}};
    for (const auto& [side, templates] : known) {
        const Board board(board_of(Layout::usual(side)));
        const std::vector<DigitBits> masks(static_cast<std::size_t>(board.cells), board.all);
        Paths paths;
        ASSERT_TRUE(PathFinder(board).find(masks, any_number, paths));
        for (const DigitPaths& digit : paths.digits) EXPECT_EQ(count_paths(digit), templates);
        EXPECT_FALSE(PathFinder(board).find(masks, paths.edges - 1, paths));
    }
}

/// The bound on all templates within the masks, and its losses, beside a bound on those of an empty board.
void expect_equal(TemplateBound& other, const Board& board, const Thinned& thinned) {
    Paths paths;
    ASSERT_TRUE(PathFinder(board).find(thinned.masks, any_number, paths));
    PathBound bound(board, other.range());
    bound.use(paths);
    EXPECT_EQ(bound.evaluate(thinned.values.data(), thinned.price.data()),
              other.evaluate(thinned.values.data(), thinned.price.data()));
    bound.find_losses();
    other.find_losses();
    for (std::size_t cell = 0; cell < thinned.masks.size(); ++cell) {
        for (int digit = 0; digit < board.side; ++digit) {
            if ((thinned.masks[cell] >> digit & 1) == 0) continue;
            const auto at = cell * static_cast<std::size_t>(board.lanes) + static_cast<std::size_t>(digit);
            ASSERT_EQ(std::min<int>(bound.losses()[at], 9000), std::min<int>(other.losses()[at], 9000));
        }
    }
}

TEST(PathBound, EqualsTheOthers) {
    Dice dice(61);
    for (const int side : {6, 9, 12, 16}) {
        const Board board(board_of(Layout::usual(side)));
        const auto other = make_bound(board);
        for (int round = 0; round < 25; ++round) {
            const Grid grid = pattern_grid(dice, board.geometry->layout());
            expect_equal(*other, board, {board, grid, static_cast<int>(dice.roll(5, 40)), dice});
        }
    }
}

/// Completions that score enough stay, as candidates and as paths, however often the paths are narrowed.
void expect_narrow_keeps(const Puzzle& puzzle, Dice& dice) {
    const Board board(puzzle.geometry);
    const auto completions = oracle::solutions(puzzle, 2000);
    Thinned numbers(board, completions.front(), 100, dice);
    std::vector<DigitBits> masks = initial_masks(puzzle);
    const auto at = [&](std::size_t cell, int digit) {
        return cell * static_cast<std::size_t>(board.lanes) + static_cast<std::size_t>(digit);
    };
    Paths paths[2];
    ASSERT_TRUE(PathFinder(board).find(masks, any_number, paths[0]));
    PathBound bound(board, {1000, 1000});
    bool is_left = true;
    std::int64_t required = 0;
    for (int round = 0; round < 4 && is_left; ++round) {
        for (std::size_t cell = 0; cell < masks.size(); ++cell) {
            numbers.price[cell] = static_cast<std::int16_t>(dice.roll(-200, 200));
            for (int digit = 0; digit < board.side; ++digit) {
                if ((masks[cell] >> digit & 1) == 0) numbers.values[at(cell, digit)] = dead;
            }
        }
        bound.use(paths[round % 2]);
        const std::int64_t best = bound.evaluate(numbers.values.data(), numbers.price.data());
        bound.find_losses();
        if (round == 0) required = best - dice.roll(0, 1500);
        is_left = bound.narrow(best - required, masks, paths[1 - round % 2]);
        for (const Grid& grid : completions) {
            std::int64_t score = 0;
            bool is_kept = is_left;
            for (std::size_t cell = 0; cell < grid.size(); ++cell) {
                score += numbers.values[at(cell, grid[cell] - 1)];
                is_kept = is_kept && (masks[cell] >> (grid[cell] - 1) & 1) != 0;
            }
            ASSERT_LE(std::min(score, required), best);
            ASSERT_TRUE(is_kept || score < required) << puzzle.geometry->describe();
        }
    }
}

TEST(PathBound, NarrowsNothingOfInterestAway) {
    Dice dice(62);
    for (const Layout& layout : small_layouts()) {
        const auto geometry = board_of(layout);
        const Grid grid = random_grid(dice, geometry);
        const std::int64_t least = layout.side < 5 ? 0 : layout.side == 5 ? 6 : 14;
        for (int round = 0; round < 60; ++round) {
            const auto clues = dice.roll(least, static_cast<std::int64_t>(grid.size()));
            expect_narrow_keeps(puzzle_from(dice, geometry, grid, static_cast<std::size_t>(clues)), dice);
        }
    }
    const auto nine = board_of(Layout{});
    for (int round = 0; round < 20; ++round)
        expect_narrow_keeps(puzzle_from(dice, nine, random_grid(dice, nine), 30), dice);
}

}  // namespace
}  // namespace quadrille::target
