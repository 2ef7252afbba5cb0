// Texts as they are met, and what they must be read as.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

std::string summaries(std::string_view text, const ReadSettings& settings = {}) {
    std::string all;
    for (const Outcome& outcome : read_all(text, settings)) {
        if (!all.empty()) all += " / ";
        all += summary(outcome);
    }
    return all;
}

constexpr std::string_view dots =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct Example {
    std::string text;
    std::string expected;
    std::string from;
};

TEST(Examples, OneNineByNineInManyCoats) {
    const std::string nines = "9x9, boxes 3x3";
    const std::string line(dots);
    const std::string zeros(nine);
    const Example examples[] = {
        {line, "line digits '.' " + nines, {}},
        {line + "\r\n", "line digits '.' " + nines, {}},
        {zeros + " # rated 1.2, from a newspaper\n",
         "line digits '0' " + nines + " [rated 1.2, from a newspaper]",
         {}},
        {line + "#note", "line digits '.' " + nines + " [note]", {}},
        {line + " ED=1.2/1.2/1.2\n", "line digits '.' " + nines + " [ED=1.2/1.2/1.2]", {}},
        {line + ":1:534\n", "line digits '.' " + nines + " [1:534]", {}},
        {"#!sudoku -c1,PuzzleR\n" + line + ",made-up,nobody\n",
         "line digits '.' " + nines + " [made-up,nobody]",
         {}},
        {"\xEF\xBB\xBFquizzes,remark\r\n" + zeros + ",534\r\n", "csv digits '0' " + nines + " [534]", {}},
        {"0000183b305c " + zeros + "  1.2\n", "puzzle-bank digits '0' " + nines + " [1.2]", {}},
        {"{\"id\":1,\"puzzle\":\"" + zeros + "\",\"er\":1.2}\n", "json-lines digits '0' " + nines, {}},
        {"{\"a\":{\"puzzle\":\"no\"},\"b\\\"\":\"puzzle\", \"puzzle\" : \"" + zeros + "\"}",
         "json-lines digits '0' " + nines,
         {}},
        {"<?xml version=\"1.0\"?>\n<opensudoku>\n<name>Tiny</name>\n<game data=\"" + zeros +
             "\" />\n</opensudoku>\n",
         "opensudoku digits '0' " + nines,
         {}},
        {"https://sudokuexchange.com/play/?s=" + zeros + "\n", "link digits '0' " + nines, {}},
        {"7," + zeros + ",easy\n", "csv digits '0' " + nines + " [easy]", {}},
    };
    for (const Example& example : examples) {
        SCOPED_TRACE(example.text);
        EXPECT_EQ(summaries(example.text), example.expected);
        const auto outcomes = read_all(example.text);
        ASSERT_EQ(outcomes.size(), 1u);
        EXPECT_EQ(digits_of(outcomes[0].puzzle), nine);
    }
}

/// Nine rows of nine in the given frame; '#' in the pattern takes the next cell.
std::string framed(std::string_view pattern) {
    std::string text;
    std::size_t next = 0;
    for (const char c : pattern) text += c == '#' ? dots[next++] : c;
    return text;
}

TEST(Examples, GridLayoutsOfPlayersForums) {
    const std::string three_spaced = "# # # | # # # | # # #\n# # # | # # # | # # #\n# # # | # # # | # # #\n";
    const std::string three_compact = "###|###|###\n###|###|###\n###|###|###\n";
    const std::string three_framed = "|###|###|###|\n|###|###|###|\n|###|###|###|\n";
    const std::string three_wide =
        "| # # # | # # # | # # # |\n| # # # | # # # | # # # |\n| # # # | # # # | # # # |\n";
    std::string plain, spaced, grouped;
    for (int i = 0; i < 9; ++i) {
        plain += "#########\n";
        spaced += "# # # # # # # # #\n";
        grouped += "### ### ###\n";
    }
    const std::string rule = "+-------+-------+-------+\n";
    const std::string star = "*-----------*\n";
    const std::string hodoku = ".-------.-------.-------.\n";
    const std::pair<std::string, std::string> patterns[] = {
        {"rows", plain},
        {"rows", spaced},
        {"rows", grouped},
        {"grid",
         three_spaced + "------+-------+------\n" + three_spaced + "------+-------+------\n" + three_spaced},
        {"grid", three_compact + "---+---+---\n" + three_compact + "---+---+---\n" + three_compact},
        {"grid",
         star + three_framed + "|---+---+---|\n" + three_framed + "|---+---+---|\n" + three_framed + star},
        {"grid", rule + three_wide + rule + three_wide + rule + three_wide + rule},
        {"grid", hodoku + three_wide + ":-------+-------+-------:\n" + three_wide + hodoku + three_wide +
                     "'-------'-------'-------'\n"},
        {"grid", "-------------\n" + three_framed + "-------------\n" + three_framed + "-------------\n" +
                     three_framed + "-------------\n"},
        {"grid", "=============\n" + three_framed + "=============\n" + three_framed + "=============\n" +
                     three_framed},
        {"rows", "---------\n" + plain + "---------\n"},
    };
    for (const auto& [format, pattern] : patterns) {
        SCOPED_TRACE(pattern);
        const auto outcomes = read_all(framed(pattern) + framed(pattern) + "\n\n" + std::string(dots) + "\n");
        ASSERT_EQ(outcomes.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_FALSE(outcomes[i].error) << outcomes[i].error->text;
            EXPECT_EQ(digits_of(outcomes[i].puzzle), nine);
            EXPECT_EQ(outcomes[i].format, i == 2 ? "line" : format);
        }
    }
}

TEST(Examples, RowsOfDashesAreRowsWhereDashesMarkEmptyCells) {
    const std::string rows =
        "---------\n6--195---\n-98----6-\n8---6---3\n---------\n7---2---6\n-6----28-\n---419--5\n---------\n";
    const auto outcomes = read_all(rows + rows);
    ASSERT_EQ(outcomes.size(), 2u);
    EXPECT_EQ(summary(outcomes[0]), "rows digits '-' 9x9, boxes 3x3");
    EXPECT_EQ(digits_of(outcomes[1].puzzle), digits_of(outcomes[0].puzzle));
    EXPECT_EQ(digits_of(outcomes[0].puzzle).substr(0, 18), "000000000600195000");
    EXPECT_EQ(summaries("1234\n----\n2143\n4321\n"), "rows digits '-' 4x4, boxes 2x2");
    EXPECT_EQ(summaries("1234\n----\n21.3\n4321\n"),
              "2:1 a line of dashes may be a rule or a row of empty cells here");
}

TEST(Examples, TheBoxesDrawnAreTheBoxesOfTheBoard) {
    const std::string tall = "1.|..|..\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|.6\n";
    EXPECT_EQ(summaries(tall), "grid digits '.' 6x6, boxes 3x2");
    EXPECT_EQ(summaries("12..|....|...C\n"), "1:1 1 row, a 12x12 needs 12");
    EXPECT_EQ(summaries("12.|4\n...|.\n...|.\n...|.\n"),
              "1:1 the bars of row 1 do not make boxes of one width");
    EXPECT_EQ(summaries("12|.4\n..|..\n--+--\n..|..\n--+--\n..|..\n"),
              "1:1 the rules between the rows do not make boxes of one height");
    ReadSettings windows;
    windows.layout = Layout{};
    windows.layout->windows = true;
    EXPECT_EQ(summaries(dots, windows), "line digits '.' 9x9, boxes 3x3, windows");
}

TEST(Examples, EveryMarkOfEmptyCells) {
    for (const char mark : {'.', '0', '-', '*', '_', '?', 'X', 'x'}) {
        std::string text(dots);
        std::replace(text.begin(), text.end(), '.', mark);
        EXPECT_EQ(summaries(text), std::string("line digits '") + mark + "' 9x9, boxes 3x3");
    }
    std::string mixed(dots);
    mixed[2] = '0';
    EXPECT_EQ(digits_of(read_all(mixed).at(0).puzzle), nine);
}

TEST(Examples, JigsawsAndPencilmarks) {
    const std::string cells =
        "........1.2.3.4.5................................................................";
    const std::string map =
        "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
    EXPECT_EQ(summaries(cells + map + " # a note"), "jigsaw digits '.' 9x9, jigsaw [a note]");
    EXPECT_EQ(summaries(cells + "\n" + map + "\n", {"jigsaw", {}}), "jigsaw digits '.' 9x9, jigsaw");
    EXPECT_EQ(summaries(cells + "\n" + map + "\n" + cells + map + "\n" + cells + "\n", {"jigsaw", {}}),
              "jigsaw digits '.' 9x9, jigsaw / jigsaw digits '.' 9x9, jigsaw / "
              "4:1 40 cells and a region map of 41 do not make a jigsaw");
    EXPECT_EQ(summaries(map),
              "1:1 this is a region map: --from jigsaw reads it together with the line of cells above it");
    std::string bad = map;
    bad[0] = '2';
    EXPECT_EQ(summaries(cells + bad), "1:82 region 1 (the one of r1c1) has 10 cells, not 9");
    const std::string marks = "1....234.23....4..3..2.41....2...2..1......4..3....4..3..2..1...";
    EXPECT_EQ(summaries(marks), "pencilmarks digits '.' 4x4, boxes 2x2");
    EXPECT_EQ(summaries("1 234 23 4 3 24 1 2 2 1 4 3 4 3 2 1"), "pencilmarks digits '.' 4x4, boxes 2x2");
    std::string misplaced = marks;
    misplaced[1] = '1';
    EXPECT_EQ(summaries(misplaced, {"pencilmarks", {}}), "1:2 '1' stands where only 2 or a mark may");
}

TEST(Examples, ALoneCandidateIsPlacedUnlessItsDigitStillStandsNearby) {
    const std::string grid = "| 1 234 | 23 4 |\n| 3 24 | 1 2 |\n|----|----|\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\n";
    const auto outcome = read_all(grid).at(0);
    ASSERT_FALSE(outcome.error) << outcome.error->text;
    EXPECT_EQ(outcome.format, "candidates");
    EXPECT_EQ(digits_of(outcome.puzzle), "1000001021434001");
    EXPECT_TRUE(outcome.puzzle.candidates->has(1, 3));
}

TEST(Examples, ForeignFormatsAreNamedAndRefused) {
    const std::string unread = " with rules that are not read yet: ";
    const std::string killer =
        "C<<L<<C<<F<<F<<F<<I<<9<<I<<M<<E<<9<<C<<G<<H<<B<<F<<J<<G<<F<<E<<H<<E<<E<<C<<G<<H<<";
    const std::pair<std::string, std::string> foreign[] = {
        {"3x3::k:3072:3072:3072:5377", "a puzzle of SumoCue" + unread + "killer cages"},
        {"3x3:d:k:3072:3072:3072:5377", "a puzzle of SumoCue" + unread + "killer cages, diagonals"},
        {killer, "a puzzle of one sum a cell" + unread + "killer cages"},
        {R"({"size":4,"grid":[[{"value":1}]],"diagonal+":false,"thermometer":[{"lines":[["R3C1"]]}]})",
         "an f-puzzles puzzle" + unread + "thermometer"},
        {R"({"size":4,"grid":[[{"value":1}]]})", "an f-puzzles puzzle, which is not read yet"},
        {R"({"cellSize":64,"cells":[[{"value":1}]],"cages":[{"value":"5"}],"arrows":[]})",
         "a SudokuPad puzzle" + unread + "cages"},
        {R"({"rows":9})", "JSON without cells under \"puzzle\" or another usual key"},
        {"https://f-puzzles.com/?load=!",
         "a link to an f-puzzles puzzle that cannot be unpacked, which is not read yet"},
        {"https://example.invalid/", "a link without ?bd= or ?s= and the cells of a puzzle"},
        {"scl!", "a SudokuPad puzzle that cannot be unpacked, which is not read yet"},
        {".~R1C1_5~R1C2_3.Cage~3~R1C3~R1C4.Cage~4~R1C5~R1C6.Arrow~R1C1~R1C2",
         "a puzzle of the Interactive Sudoku Solver" + unread + "Cage, Arrow"},
        {"<svg/>", "XML without <game data=...>"},
    };
    for (const auto& [text, what] : foreign) EXPECT_EQ(summaries(text), "1:1 this is " + what);
}

const std::filesystem::path folder = std::filesystem::path(QUADRILLE_SOURCE_DIR) / "../shared/data/formats";

std::vector<Outcome> read_file(const char* name) {
    std::stringstream content;
    content << std::ifstream(folder / name).rdbuf();
    return read_all(content.str());
}

TEST(Examples, FilesBesideTheCheckout) {
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no example files beside the checkout";
    const std::pair<const char*, const char*> nines[] = {{"01_line_dots.txt", "line"},
                                                         {"02_line_zeros_comment.txt", "line"},
                                                         {"03_nine_rows.txt", "rows"},
                                                         {"04_bordered_grid.txt", "grid"},
                                                         {"05_simple_sudoku.ss", "grid"},
                                                         {"06_sadman_plain.sdk", "rows"},
                                                         {"07_sadman_sections.sdk", "rows"},
                                                         {"08_collection.sdm", "line"},
                                                         {"10_candidate_grid.txt", "candidates"},
                                                         {"11_pencilmark_729.txt", "pencilmarks"},
                                                         {"13_kaggle.csv", "csv"},
                                                         {"14_kaggle_bom_crlf.csv", "csv"},
                                                         {"15_hardest_db.csv", "line"},
                                                         {"16_serate_output.txt", "line"},
                                                         {"17_puzzle_bank.txt", "puzzle-bank"},
                                                         {"18_jsonl.jsonl", "json-lines"},
                                                         {"31_opensudoku.opensudoku", "opensudoku"},
                                                         {"32_target_sudoku_input.txt", "numbers"},
                                                         {"33_blank_chars.txt", "line"},
                                                         {"34_utf16le_bom_crlf.txt", "line"},
                                                         {"35_box_drawing.txt", "grid"},
                                                         {"37_sudokuwiki_url.txt", "link"},
                                                         {"38_tdoku_expected.txt", "line"}};
    for (const auto& [name, format] : nines) {
        SCOPED_TRACE(name);
        const auto outcomes = read_file(name);
        ASSERT_FALSE(outcomes.empty());
        for (const Outcome& outcome : outcomes) {
            ASSERT_FALSE(outcome.error) << outcome.error->text;
            EXPECT_EQ(outcome.format, format);
            EXPECT_EQ(digits_of(outcome.puzzle), nine);
            EXPECT_FALSE(outcome.puzzle.candidates);
        }
    }
}

TEST(Examples, LargerAndForeignFilesBesideTheCheckout) {
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no example files beside the checkout";
    const auto sixteen = read_file("22_16x16_numbers.txt").at(0).puzzle.givens;
    for (const char* name : {"19_16x16_A-P.txt", "20_16x16_0-F.txt", "21_16x16_1-G.txt"}) {
        EXPECT_EQ(read_file(name).at(0).puzzle.givens, sixteen) << name;
    }
    EXPECT_EQ(summary(read_file("23_25x25_A-Y.txt").at(0)), "rows letters '.' 25x25, boxes 5x5");
    const Outcome sdx = read_file("09_progress.sdx").at(0);
    ASSERT_FALSE(sdx.error) << sdx.error->text;
    EXPECT_EQ(sdx.format, "sudocue");
    EXPECT_EQ(digits_of(sdx.puzzle), nine);
    EXPECT_EQ(sdx.puzzle.candidates->count(2), 1);
    const Outcome library = read_file("12_hodoku_library.txt").at(0);
    EXPECT_EQ(digits_of(library.puzzle), nine);
    EXPECT_TRUE(library.puzzle.candidates->has(2, 4));
    EXPECT_EQ(summary(read_file("24_jigsaw_region_map.txt").at(0)), "jigsaw digits '.' 9x9, jigsaw");
    for (const char* name :
         {"25_killer_sumocue.txt", "26_killer_short.txt", "27_fpuzzles.json", "28_fpuzzles_url.txt",
          "29_sudokupad_scl.json", "30_sudokupad_scl.txt", "36_iss_constraint.txt"}) {
        for (const Outcome& outcome : read_file(name)) EXPECT_TRUE(outcome.error) << name;
    }
}

}  // namespace
}  // namespace quadrille
