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

/// How many templates of a digit there are: row by row, one cell after the other.
std::uint64_t count_templates(const Board& board, const std::vector<DigitBits>& masks, int digit,
                              std::vector<Cell>& chosen) {
    const auto side = static_cast<std::size_t>(board.side);
    if (chosen.size() == side) {
        for (const Board::Area& area : board.areas) {
            const auto is_chosen = [&](std::uint16_t cell) {
                return std::find(chosen.begin(), chosen.end(), cell) != chosen.end();
            };
            if (area.full && std::none_of(area.cells.begin(), area.cells.end(), is_chosen)) return 0;
        }
        return 1;
    }
    std::uint64_t count = 0;
    for (std::size_t cell = chosen.size() * side; cell < (chosen.size() + 1) * side; ++cell) {
        if ((masks[cell] >> digit & 1) == 0) continue;
        const bool is_shared = std::any_of(chosen.begin(), chosen.end(), [&](Cell other) {
            for (const std::uint16_t area : board.areas_of[cell]) {
                const auto& areas = board.areas_of[other];
                if (std::find(areas.begin(), areas.end(), area) != areas.end()) return true;
            }
            return false;
        });
        if (is_shared) continue;
        chosen.push_back(static_cast<Cell>(cell));
        count += count_templates(board, masks, digit, chosen);
        chosen.pop_back();
    }
    return count;
}

TEST(Paths, AreTheTemplatesLeftInWhateverOrderOfLines) {
    Dice dice(62);
    Layout extra = Layout::usual(6);
    extra.extra = {{0, 7, 14, 21, 28, 35}, {5, 10}};
    for (const Layout& layout : {Layout{}, nine_jigsaw(), Layout::usual(12), Layout::latin(10), extra}) {
        const Board board(board_of(layout));
        const Grid grid = random_grid(dice, board.geometry);
        for (int round = 0; round < 8; ++round) {
            const Thinned thinned(board, grid, static_cast<int>(dice.roll(10, 50)), dice);
            Paths paths;
            ASSERT_TRUE(PathFinder(board).find(thinned.masks, any_number, paths));
            LineOrder order(board);
            for (int digit = 0; digit < board.side; ++digit) {
                std::vector<Cell> chosen;
                EXPECT_EQ(count_paths(paths.digits[static_cast<std::size_t>(digit)]),
                          count_templates(board, thinned.masks, digit, chosen));
                ASSERT_TRUE(order.arrange(thinned.masks, digit));
                std::vector<std::uint16_t> lines = order.lines().order;
                std::sort(lines.begin(), lines.end());
                EXPECT_EQ(lines.size() + order.lines().fixed.size(), static_cast<std::size_t>(board.side));
                for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], i);
            }
        }
    }
}

/// Half of the rows want one half of the columns, every other row the other: taken as they stand, twelve of
/// them have hundreds of states between them.
TEST(Lines, ComeInAnOrderThatLeavesFewPaths) {
    const Board board(board_of(Layout::latin(14)));
    std::vector<DigitBits> masks(static_cast<std::size_t>(board.cells), board.all);
    for (std::size_t cell = 0; cell < masks.size(); ++cell) {
        if (cell / 14 % 2 != cell % 14 / 7) masks[cell] &= ~DigitBits{1};
    }
    LineOrder order(board);
    ASSERT_TRUE(order.arrange(masks, 0));
    Paths paths;
    ASSERT_FALSE(PathFinder(board).find(masks, 1'000, paths));  // the other digits have every cell
    for (DigitBits& mask : masks) mask = (mask & 1) != 0 ? board.all : 0;
    ASSERT_TRUE(PathFinder(board).find(masks, any_number, paths));
    EXPECT_EQ(count_paths(paths.digits[0]), 5040u * 5040u);
    EXPECT_LE(paths.digits[0].edges.size(), 2u * 7u * 64u);  // 7 x 2^6 on each side; in turn over 5000
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
