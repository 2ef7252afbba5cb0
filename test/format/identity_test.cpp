// Everything that is written reads back as it was: puzzles of every geometry in every format that can hold
// them.
#include <gtest/gtest.h>

#include <set>

#include "format_helpers.hpp"
#include "quadrille/puzzle_view.hpp"
#include "random_puzzles.hpp"

namespace quadrille {
namespace {

using namespace format_test;

/// Candidates of the cells without given digit, beside the givens: what two readings must agree on.
Candidates left_by_givens(const Puzzle& puzzle) { return shown_candidates(puzzle, puzzle.givens); }

/// Every region as its cells; the labels of jigsaws may change.
std::multiset<std::vector<Cell>> regions_of(const Puzzle& puzzle) {
    std::multiset<std::vector<Cell>> regions;
    for (const Region& region : puzzle.geometry->regions()) regions.insert(region.cells);
    return regions;
}

struct Case {
    const char* format;
    bool board;       ///< holds boards of any kind
    bool candidates;  ///< holds candidates, and knows givens from lone candidates
};
constexpr Case cases[] = {
    {"line", false, false},        {"rows", false, false},          {"grid", false, false},
    {"numbers", false, false},     {"simple-sudoku", false, false}, {"csv", false, false},
    {"jigsaw", false, false},      {"link", false, false},          {"opensudoku", false, false},
    {"puzzle-bank", false, false}, {"hodoku", false, true},         {"interactive", true, true},
    {"boxed", true, false},        {"json-lines", true, true}};

/// Writes, reads and compares; false if the format cannot hold the puzzle.
bool survives(const Puzzle& puzzle, const Case& format, Alphabet alphabet) {
    WriteSettings how;
    how.format = find_format(format.format);
    how.alphabet = alphabet;
    std::string text(how.format->before);
    if (write(puzzle, puzzle.givens, how, text)) return false;
    text += how.format->after;
    std::string name = format.format;
    const Alphabet used = puzzle.side() > 26 && alphabet == Alphabet::letters ? Alphabet::digits : alphabet;
    const bool has_choice = name == "line" || name == "rows" || name == "grid" || name == "simple-sudoku" ||
                            name == "csv" || name == "jigsaw";
    const bool one_character = name != "grid" && used == Alphabet::numbers;
    if (has_choice) name += ":" + std::string(name_of(one_character ? Alphabet::digits : used));
    ReadSettings settings{name, {}};
    if (!format.board) settings.layout = puzzle.geometry->layout();
    const auto outcomes = read_all(text, settings);
    EXPECT_EQ(outcomes.size(), 1u) << text;
    if (outcomes.size() != 1) return true;
    EXPECT_FALSE(outcomes[0].error) << text << summary(outcomes[0]);
    if (outcomes[0].error) return true;
    const Puzzle& read = outcomes[0].puzzle;
    EXPECT_EQ(read.givens, puzzle.givens) << text;
    const std::string written_board = puzzle.geometry->describe();
    EXPECT_EQ(read.geometry->describe(), written_board) << text;
    EXPECT_EQ(regions_of(read), regions_of(puzzle)) << text;
    if (format.candidates) {
        EXPECT_EQ(left_by_givens(read), left_by_givens(puzzle)) << text;
    }
    return true;
}

TEST(Identity, EveryGeometryInEveryFormat) {
    test::Random random(20);
    std::size_t held[std::size(cases)] = {};
    for (int round = 0; round < 400; ++round) {
        const GeometryPtr board =
            Geometry::make(round % 4 == 0 ? Layout{} : test::random_layout(random, 12)).value();
        Puzzle puzzle = test::random_puzzle(random, board, 0.3);
        const auto alphabet = static_cast<Alphabet>(test::below(random, 4));
        for (std::size_t i = 0; i < std::size(cases); ++i) {
            Puzzle plain = puzzle;
            if (!cases[i].candidates) plain.candidates.reset();
            held[i] += survives(plain, cases[i], alphabet) ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < std::size(cases); ++i) EXPECT_GT(held[i], 20u) << cases[i].format;
}

TEST(Identity, FramesOfSimpleSudokuOfAnyBoxesAreReadOrRefused) {
    test::Random random(22);
    int held = 0;
    for (int rows = 1; rows <= 36; ++rows) {
        for (int columns = 1; rows * columns <= 36; ++columns) {
            Layout layout = Layout::usual(rows * columns);
            layout.box_rows = rows;
            layout.box_columns = columns;
            Puzzle puzzle = test::random_puzzle(random, Geometry::make(layout).value(), 0.5);
            puzzle.candidates.reset();
            for (const Alphabet alphabet : {Alphabet::digits, Alphabet::zero_digits}) {
                WriteSettings how{.format = find_format("simple-sudoku"), .alphabet = alphabet};
                how.no_other_alphabet = true;
                std::string text;
                if (write(puzzle, puzzle.givens, how, text)) continue;
                ++held;
                const auto outcomes = read_all(text, {"simple-sudoku:" + std::string(name_of(alphabet)), {}});
                ASSERT_EQ(outcomes.size(), 1u) << text;
                ASSERT_FALSE(outcomes[0].error) << text << outcomes[0].error->text;
                EXPECT_EQ(outcomes[0].puzzle.givens, puzzle.givens) << text;
            }
        }
    }
    EXPECT_GT(held, 20);
}

TEST(Identity, ConnectedJigsawsAreDrawn) {
    test::Random random(21);
    for (const bool box_drawing : {false, true}) {
        for (int round = 0; round < 50; ++round) {
            // Rows joined in a snake, cut into pieces of one length: every region hangs together.
            const int side = 3 + test::below(random, 10);
            const bool down = test::below(random, 2) == 0;
            std::vector<int> map(static_cast<std::size_t>(side * side));
            const int pair = 2 * (1 + test::below(random, side / 2));  // so many rows go in twos, down and up
            for (int cell = 0; cell < side * side; ++cell) {
                const int row = cell / side;
                const int column = cell % side;
                int place = row * side + (row % 2 == 0 ? column : side - 1 - column);
                if (row < pair)
                    place = row / 2 * 2 * side + column * 2 + (column % 2 == 0 ? row % 2 : 1 - row % 2);
                map[static_cast<std::size_t>(down ? column * side + row : cell)] = place / side;
            }
            Puzzle puzzle = test::random_puzzle(random, Geometry::make(Layout::jigsaw(map)).value(), 0.4);
            puzzle.candidates.reset();
            WriteSettings how;
            how.format = find_format("grid");
            how.box_drawing = box_drawing;
            how.alphabet = side > 9 ? Alphabet::numbers : Alphabet::digits;
            std::string text;
            ASSERT_FALSE(write(puzzle, puzzle.givens, how, text));
            const auto outcomes = read_all(text, {"grid:" + std::string(name_of(how.alphabet)), {}});
            ASSERT_EQ(outcomes.size(), 1u) << text;
            ASSERT_FALSE(outcomes[0].error) << text << outcomes[0].error->text;
            EXPECT_EQ(outcomes[0].puzzle.givens, puzzle.givens) << text;
            EXPECT_EQ(regions_of(outcomes[0].puzzle), regions_of(puzzle)) << text;
        }
    }
}

}  // namespace
}  // namespace quadrille
