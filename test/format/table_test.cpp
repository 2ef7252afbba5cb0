// The table of formats keeps its promises: every example reads, and what writes reads back.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "format_helpers.hpp"
#include "quadrille/puzzle_view.hpp"

namespace quadrille {
namespace {

using namespace format_test;

TEST(Table, EveryExampleReadsInItsFormat) {
    for (const FormatInfo& info : formats()) {
        SCOPED_TRACE(info.name);
        ReadSettings settings;
        settings.format = info.name;
        const auto outcomes = read_all(info.example, settings);
        ASSERT_EQ(outcomes.size(), 1u);
        EXPECT_FALSE(outcomes[0].error) << outcomes[0].error->text;
        EXPECT_EQ(outcomes[0].format, info.is_alphabet ? "line" : info.name);
        EXPECT_FALSE(info.summary.empty());
        EXPECT_TRUE(info.reads);
    }
}

TEST(Table, DetectionFindsEveryExample) {
    for (const FormatInfo& info : formats()) {
        if (info.name == "zero-digits") continue;    // below side 10 it must be asked for
        if (info.name == "simple-sudoku") continue;  // a grid
        SCOPED_TRACE(info.name);
        const auto outcomes = read_all(info.example);
        ASSERT_EQ(outcomes.size(), 1u);
        ASSERT_FALSE(outcomes[0].error) << outcomes[0].error->text;
        EXPECT_EQ(outcomes[0].format, info.is_alphabet ? "line" : info.name);
    }
}

TEST(Table, EveryWriterWritesWhatItsReaderReads) {
    for (const FormatInfo& info : formats()) {
        if (!info.writes) continue;
        SCOPED_TRACE(info.name);
        ReadSettings settings;
        settings.format = info.name;
        const auto first = read_all(info.example, settings).at(0);
        WriteSettings how;
        how.format = &info;
        how.alphabet = first.alphabet;
        how.empty_mark = first.mark;
        std::string text;
        ASSERT_EQ(write(first.puzzle, first.puzzle.givens, how, text), std::nullopt);
        const auto second = read_all(text, settings);
        ASSERT_EQ(second.size(), 1u);
        ASSERT_FALSE(second[0].error) << second[0].error->text;
        EXPECT_EQ(second[0].puzzle.givens, first.puzzle.givens);
        EXPECT_EQ(second[0].puzzle.candidates, first.puzzle.candidates);
        EXPECT_EQ(second[0].puzzle.geometry->layout(), first.puzzle.geometry->layout());
        EXPECT_EQ(second[0].alphabet, first.alphabet);
        EXPECT_EQ(second[0].mark, first.mark);
    }
}

/// Boards of sides 4 to 9, one of each kind, and boxes of every size.
std::vector<Layout> boards() {
    std::vector<Layout> all{Layout::usual(4),    Layout::usual(9),    Layout::usual(6), Layout::boxed(3, 2),
                            Layout::boxed(4, 2), Layout::boxed(2, 4), Layout::latin(6), Layout::latin(9)};
    all.push_back(Layout::jigsaw({0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3}));
    all.push_back(Layout::usual(9));
    all.back().diagonals = true;
    all.push_back(Layout::usual(9));
    all.back().windows = true;
    all.push_back(all[8]);
    all.back().diagonals = true;
    all.push_back(Layout::jigsaw({0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
    all.push_back(Layout::jigsaw({0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
    all.push_back(Layout::jigsaw({0, 0, 0, 1, 0, 1, 1, 1, 2, 3, 3, 3, 2, 2, 2, 3}));
    all.push_back(Layout::jigsaw({0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3}));  // not in one piece
    for (int rows = 1; rows <= 36; ++rows) {
        for (int columns = 1; rows * columns <= 36; ++columns) all.push_back(Layout::boxed(rows, columns));
    }
    std::vector<int> rows;
    for (int cell = 0; cell < 36 * 36; ++cell) rows.push_back(cell / 36 + 1);
    all.push_back(Layout::jigsaw(rows));
    return all;
}

/// The cells of all regions: the board, whatever the labels of its regions are, and whether its boxes are
/// rows or columns too.
std::set<std::vector<Cell>> regions_of(const Geometry& geometry) {
    std::set<std::vector<Cell>> cells;
    for (const Region& region : geometry.regions()) cells.insert(region.cells);
    return cells;
}

TEST(Table, WhatIsWrittenSaysTheBoardOrIsKnownNotTo) {
    for (const Layout& layout : boards()) {
        const GeometryPtr geometry = *Geometry::make(layout);
        const Puzzle puzzle{geometry, Grid(geometry->cell_count()), {}};
        for (const FormatInfo& info : formats()) {
            SCOPED_TRACE(std::string(info.name) + ", " + geometry->describe());
            WriteSettings how;
            how.format = &info;
            std::string text(info.before);
            if (write(puzzle, puzzle.givens, how, text)) continue;
            const auto read = read_all(text, ReadSettings{std::string(info.name), {}});
            ASSERT_EQ(read.size(), 1u);
            const bool same = !read[0].error && regions_of(*read[0].puzzle.geometry) == regions_of(*geometry);
            EXPECT_EQ(same, says_board(info, layout));
        }
    }
}

/// True if detection reads this and nothing else.
bool is_read_as(const Puzzle& puzzle, const std::string& text) {
    const auto read = read_all(text);
    if (read.size() != 1 || read[0].error) return false;
    const Puzzle& found = read[0].puzzle;
    return found.givens == puzzle.givens && regions_of(*found.geometry) == regions_of(*puzzle.geometry) &&
           shown_candidates(found, found.givens) == shown_candidates(puzzle, puzzle.givens);
}

/// Cyclic squares of small sides: empty, with one digit, with candidates left, solved, impossible; all
/// boards.
std::vector<Puzzle> small_puzzles() {
    std::vector<Puzzle> all;
    for (int side = 1; side <= 9; ++side) {
        const GeometryPtr board = *Geometry::make(Layout::usual(side));
        const int box_rows = std::max(board->layout().box_rows, 1);
        Puzzle puzzle{board, Grid(board->cell_count()), {}};
        Grid solved;
        for (int cell = 0; cell < side * side; ++cell) {
            const int row = cell / side;
            const int first = row % box_rows * (side / box_rows) + row / box_rows;
            solved.push_back(static_cast<Digit>((first + cell % side) % side + 1));
        }
        all.push_back(puzzle);
        puzzle.givens[0] = solved[0];
        all.push_back(puzzle);
        puzzle.givens = solved;
        all.push_back(puzzle);
        puzzle.givens.back() = 0;
        all.push_back(puzzle);
        puzzle.candidates.emplace(side, false);
        for (Cell cell = 0; cell < solved.size(); ++cell) puzzle.candidates->insert(cell, solved[cell]);
        all.push_back(puzzle);
        puzzle.givens.assign(solved.size(), 0);
        all.push_back(puzzle);
        if (side == 1) continue;
        puzzle.candidates->insert(0, solved[1]);
        all.push_back(puzzle);
        puzzle.candidates->erase(1, solved[1]);
        all.push_back(puzzle);
    }
    for (const Layout& layout : boards()) {
        if (layout.side > 9) continue;
        Puzzle puzzle{*Geometry::make(layout), {}, {}};
        puzzle.givens.assign(puzzle.geometry->cell_count(), 0);
        puzzle.givens.back() = static_cast<Digit>(layout.side);
        all.push_back(puzzle);
    }
    return all;
}

TEST(Table, WhatDetectionReadsOtherwiseIsALoss) {
    std::size_t silent = 0;
    for (const Puzzle& puzzle : small_puzzles()) {
        for (const FormatInfo& info : formats()) {
            for (const Alphabet alphabet : {Alphabet::digits, Alphabet::zero_digits, Alphabet::numbers}) {
                for (const bool candidates : {false, true}) {
                    const WriteSettings how{
                        .format = &info, .alphabet = alphabet, .with_candidates = candidates};
                    std::string text(info.before);
                    if (write(puzzle, puzzle.givens, how, text)) continue;
                    text += info.after;
                    if (!losses(puzzle, puzzle.givens, how).empty()) continue;
                    ++silent;
                    EXPECT_TRUE(is_read_as(puzzle, text)) << info.name << "\n"
                                                          << text << summary(read_all(text).at(0));
                }
            }
        }
    }
    EXPECT_GT(silent, 500u);
}

TEST(Table, LossesAreSaid) {
    const Puzzle small = *read_puzzle("1..43.1..1.34.2.");
    const auto said = [](const Puzzle& puzzle, const char* format) {
        std::string all;
        for (const std::string& loss : losses(puzzle, puzzle.givens, {.format = find_format(format)}))
            all += loss + "\n";
        return all;
    };
    EXPECT_EQ(said(small, "line"), "");
    EXPECT_EQ(said(small, "sudocue"), "");
    EXPECT_EQ(said(small, "pencilmarks"), "5 cells with one candidate left will be read as given\n");
    EXPECT_EQ(said(small, "candidates"), "5 cells with one candidate left will be read as given\n");
    EXPECT_EQ(said(small, "jigsaw"), "a side of 4 in this format is read with --from jigsaw only\n");
}

TEST(Table, NamesAreUniqueAndFound) {
    for (const FormatInfo& info : formats()) EXPECT_EQ(find_format(info.name), &info);
    EXPECT_EQ(find_format("morse"), nullptr);
}

TEST(Table, SettingsThatCannotBeUsedAreRefused) {
    const auto refusal = [](std::string format) {
        const auto error = check(ReadSettings{std::move(format), {}});
        return error ? error->text : "accepted";
    };
    EXPECT_EQ(refusal(""), "accepted");
    EXPECT_EQ(refusal("line"), "accepted");
    EXPECT_EQ(refusal("rows:letters"), "accepted");
    EXPECT_EQ(refusal("zero-digits"), "accepted");
    EXPECT_EQ(refusal("morse").substr(0, 42), "no format is named 'morse'; there are numb");
    EXPECT_EQ(refusal("line:morse").substr(0, 31), "no format is named 'line:morse'");
    EXPECT_EQ(refusal("letters:digits").substr(0, 35), "no format is named 'letters:digits'");
    EXPECT_EQ(refusal("numbers:letters"), "numbers is not written in letters");
    ReadSettings impossible;
    impossible.layout = Layout::latin(500);
    EXPECT_EQ(check(impossible)->text, "a side of 500 is outside 1 to 400");
    EXPECT_THROW(Reader{impossible}, BrokenContract);
    EXPECT_THROW(Splitter{impossible}, BrokenContract);
}

}  // namespace
}  // namespace quadrille
