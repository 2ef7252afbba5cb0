// What is said of texts that are no puzzle: one clear sentence and the place.
#include <gtest/gtest.h>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

std::string first(std::string_view text, const ReadSettings& settings = {}) {
    const auto outcomes = read_all(text, settings);
    return outcomes.empty() ? "no record" : summary(outcomes[0]);
}

const std::string rows_of_nine =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

std::string with(std::string text, std::string_view from, std::string_view to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST(Errors, OneSentenceAndThePlace) {
    const std::string line(nine);
    const std::pair<std::string, std::string> faults[] = {
        {line.substr(1), "1:1 80 cells, a 9x9 needs 81"},
        {line + "1", "1:1 82 cells, a 9x9 needs 81"},
        {with(line, "9500", "9Z00"), "1:15 'Z' in r2c6 is not a digit of a 9x9 grid (1-9)"},
        {line + "!", "1:82 '!' cannot stand behind 81 characters of a puzzle"},
        {with(rows_of_nine, ".98....6.", ".98....6"), "3:1 row 3 has 8 cells, a 9x9 needs 9"},
        {with(rows_of_nine, ".98....6.", ".98....6.."), "3:1 row 3 has 10 cells, a 9x9 needs 9"},
        {with(rows_of_nine, "53..7....", "53..7..."), "1:1 row 1 has 8 cells, a 9x9 needs 9"},
        {with(rows_of_nine, "8...6...3", "8..%6...3"), "4:4 '%' in r4c4 is not a digit of a 9x9 grid (1-9)"},
        {with(rows_of_nine, "....8..79\n", ""), "8:1 8 rows, a 9x9 needs 9"},
        {"1 2 3 4\n3 4 1 7\n2 1 4 3\n4 3 2 1\n",
         "2:7 '7' in r2c4 is not a digit of a 4x4 grid (numbers 1 to 4)"},
        {"hello world\n", "1:1 'hello world' is not a puzzle"},
        {"\a\a", "1:1 '\\x07\\x07' is not the beginning of a puzzle"},
        {std::string(81, '-'),
         "1:1 a line of 81 dashes is a rule or an empty board of 9x9: say --from line if it is a board"},
        {line.substr(0, 0) +
             "534678912672195348198342567859761423426853791713924856961537284287419635345286179," + line,
         "1:83 a full grid stands before one with empty cells: which of them is the puzzle is not clear"},
        {"1,534678912672195348198342567859761423426853791713924856961537284287419635345286179," + line,
         "1:3 a full grid stands before one with empty cells: which field is the puzzle is not clear"},
    };
    for (const auto& [text, expected] : faults) EXPECT_EQ(first(text), expected) << text;
}

TEST(Errors, LineNumbersCountTheSource) {
    const auto outcomes = read_all("# one\n\n" + std::string(nine) + "\n12345\n\n" +
                                   with(rows_of_nine, ".98....6.", ".98.....!6"));
    ASSERT_EQ(outcomes.size(), 5u);
    EXPECT_FALSE(outcomes[0].error);
    EXPECT_EQ(outcomes[1].error->line, 4u);
}

TEST(Errors, ABoardOfAnotherSide) {
    ReadSettings settings;
    settings.layout = Layout::usual(16);
    EXPECT_EQ(first(nine, settings), "1:1 a puzzle of 9x9, but the board asked for is 16x16");
}

TEST(Errors, FormatsAskedForByNameSayWhatTheyMiss) {
    EXPECT_EQ(first("A..DC.A..A.CD.B.", {"numbers", {}}),
              "1:1 'A' in r1c1 is not a digit of a 4x4 grid (numbers 1 to 4)");
    EXPECT_EQ(first(nine, {"rows", {}}), "1:1 1 row, a 81x81 needs 81");
    EXPECT_EQ(first(nine, {"letters", {}}), "1:1 '5' in r1c1 is not a digit of a 9x9 grid (A-I)");
    EXPECT_EQ(first(nine, {"jigsaw", {}}), "1:1 40 cells and a region map of 41 do not make a jigsaw");
    EXPECT_EQ(first(nine, {"link", {}}), "1:1 no puzzle in this line");
    EXPECT_EQ(first(nine, {"pencilmarks", {}}),
              "1:1 a line of 81 characters is no cube of pencilmarks: 729 would be 9x9x9");
}

/// 16 rows with `symbols` along each row, shifted so that no column and no row repeats one.
std::string sixteen(std::string_view symbols, char empty) {
    std::string text;
    for (std::size_t row = 0; row < 16; ++row) {
        for (std::size_t column = 0; column < 16; ++column) {
            const std::size_t value = (row / 4 + row % 4 * 4 + column) % 16;
            text += value < symbols.size() ? symbols[value] : empty;
        }
        text += '\n';
    }
    return text;
}

TEST(Errors, AlphabetsThatClashAreAskedFor) {
    const std::string clash =
        "1:1 this reads as digits and as zero-digits, and the puzzles differ: say --from digits or --from "
        "zero-digits";
    EXPECT_EQ(first(sixteen("123456789ABCDEFG", '.')), "rows digits '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("0123456789ABCDEF", '.')), clash);  // full: 0 may still be the mark of 1-G
    EXPECT_EQ(first(sixteen("0123456789ABCDE", '.')), "rows zero-digits '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("123456789ABCDEG", '0')), "rows digits '0' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("123456789ABCDEF", '.')), clash);
    EXPECT_EQ(first(sixteen("123456789ABCD", '0')),
              "rows digits '0' 16x16, boxes 4x4");  // 0 repeats: no digit
    EXPECT_EQ(first(sixteen("ABCDEFGHIJKLMNO", '-')), "rows letters '-' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("abcdefghijklmno", 'x')), "rows letters 'x' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("HIJKLMNOABC", '.')), "rows letters '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("ABCDE", '.')), clash);
    EXPECT_EQ(first(sixteen("ABCDE", '.'), {"letters", {}}), "rows letters '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("ABCDE", '.'), {"rows:zero-digits", {}}),
              "rows zero-digits '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(sixteen("", '.')), "rows digits '.' 16x16, boxes 4x4");
    EXPECT_EQ(first(std::string(64, '.')), "line digits '.' 8x8, boxes 2x4");
}

TEST(Errors, ReadPuzzleWantsExactlyOne) {
    EXPECT_EQ(read_puzzle(nine)->side(), 9);
    EXPECT_EQ(read_puzzle("").error().text, "0 puzzles where one was expected");
    EXPECT_EQ(read_puzzle("1\n1\n").error().text, "2 puzzles where one was expected");
    EXPECT_EQ(read_puzzle("1%3").error().text, "'1%3' is not a puzzle");
    EXPECT_EQ(read_puzzles(nine, {"morse", {}}).error().code, ErrorCode::unknown_name);
}

// What users of other programs reported of reading; the first part of each name is the program it happened
// in.
TEST(Reports, SukakuExplainerPencilmarkGridWithARatingUnderIt) {
    const std::string grid =
        "| 1 234 | 23 4 |\n| 3 24 | 1 2 |\n|----|----|\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\nED=2.0/1.2/1.2\n";
    const auto outcomes = read_all(grid + grid);
    ASSERT_EQ(outcomes.size(), 2u);
    EXPECT_EQ(summary(outcomes[1]), "candidates digits '.' 4x4, boxes 2x2");
}
TEST(Reports, SukakuExplainerByteOrderMarkAndShortLine) {
    EXPECT_EQ(digits_of(read_all("\xEF\xBB\xBF" + std::string(nine)).at(0).puzzle), nine);
    EXPECT_TRUE(read_all("53..7....6..195....98").at(0).error);
}
TEST(Reports, PenpaEditLettersInLowerCase) {
    EXPECT_EQ(read_all("a..dc.a..a.cd.b.").at(0).puzzle.givens,
              read_all("A..DC.A..A.CD.B.").at(0).puzzle.givens);
}
TEST(Reports, QqwingCommentsThatHoldDigits) {
    const auto outcomes =
        read_all("# puzzle 1 of 2\n" + std::string(nine) + "\n# puzzle 2 of 2\n" + rows_of_nine);
    ASSERT_EQ(outcomes.size(), 2u);
    EXPECT_EQ(digits_of(outcomes[0].puzzle), nine);
    EXPECT_EQ(digits_of(outcomes[1].puzzle), nine);
}
TEST(Reports, HodokuSectionLinesAreNoPuzzles) {
    EXPECT_EQ(read_all("#0000: Full House\n" + std::string(nine) + "\n#0002: Hidden Single\n").size(), 1u);
}
TEST(Reports, SudokuStudioTextThatIsNoPuzzleIsNoEmptyGrid) {
    for (const char* text : {"lorem ipsum", "a", "...!", "<html>", "0x7f", "((((((((("}) {
        for (const Outcome& outcome : read_all(text)) {
            EXPECT_TRUE(outcome.error || outcome.text == "a") << text;
        }
        EXPECT_EQ(read_all(text).size(), 1u) << text;
    }
}
TEST(Reports, SudokuStudioVeryLongHodokuLine) {
    std::string line = ":0002:4:" + std::string(nine) + ":";
    for (int i = 0; i < 700; ++i) line += "413 ";
    const auto outcomes = read_all(line + "::\n");
    ASSERT_EQ(outcomes.size(), 1u);
    ASSERT_FALSE(outcomes[0].error) << outcomes[0].error->text;
    EXPECT_EQ(digits_of(outcomes[0].puzzle), nine);
    EXPECT_FALSE(outcomes[0].puzzle.candidates->has(2, 4));
}
TEST(Reports, OpensudokuCollectionOfSdm) {
    const auto outcomes = read_all(std::string(nine) + "\n" + std::string(nine) + "\n");
    ASSERT_EQ(outcomes.size(), 2u);
    EXPECT_EQ(digits_of(outcomes[1].puzzle), nine);
}
TEST(Reports, SgtPuzzlesSixteenFromZeroToF) {
    const auto outcome = read_all(sixteen("0123456789abcde", '.')).at(0);
    ASSERT_FALSE(outcome.error);
    EXPECT_EQ(outcome.puzzle.givens[0], 1);
}

}  // namespace
}  // namespace quadrille
