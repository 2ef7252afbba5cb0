// The readers one by one: HoDoKu lines, SudoCue, CSV, JSON, links, XML, jigsaws, stages, odd marks, line
// ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

const std::string dots = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string zeros(nine);
const std::string solved =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Outcome only(std::string_view text, const ReadSettings& settings = {}) {
    const auto outcomes = read_all(text, settings);
    EXPECT_EQ(outcomes.size(), 1u) << text;
    return outcomes.empty() ? Outcome{} : outcomes.front();
}

TEST(Hodoku, PlacedDigitsAreNotGivenAndRemovedCandidatesStayRemoved) {
    const Outcome line = only(":0002:4:53+4.7" + dots.substr(5) + ":413 816::413::\n");
    ASSERT_FALSE(line.error) << line.error->text;
    EXPECT_EQ(line.format, "hodoku");
    EXPECT_EQ(digits_of(line.puzzle), nine);
    EXPECT_EQ(line.remark, "1 placed, not given; 2 candidates removed");
    EXPECT_EQ(line.note, ":0002:4:");
    const Candidates& candidates = *line.puzzle.candidates;
    EXPECT_EQ(candidates.count(2), 0);  // 4 placed in r1c3 and removed from it: a contradiction, not hidden
    EXPECT_FALSE(candidates.has(5, 8));
    EXPECT_FALSE(candidates.has(6, 4));  // a peer of the placed digit
}

TEST(Hodoku, WhatItSaysIsForgottenAtTheNextRecord) {
    const std::string line = ":0002:4:53+4.7" + dots.substr(5) + ":816::413::\n";
    const std::string marks = "1....234.23....4..3..2.41....2...2..1......4..3....4..3..2..1...\n";
    const auto outcomes = read_all(line + marks + line + dots + "\n" + line);
    ASSERT_EQ(outcomes.size(), 5u);
    EXPECT_EQ(digits_of(outcomes[1].puzzle), digits_of(read_all(marks).at(0).puzzle));
    EXPECT_NE(digits_of(outcomes[1].puzzle), std::string(16, '0'));
    EXPECT_FALSE(outcomes[3].puzzle.candidates);
    EXPECT_EQ(outcomes[3].remark, "");
    EXPECT_EQ(outcomes[4].remark, outcomes[0].remark);
}

TEST(Hodoku, FaultsSayWhere) {
    EXPECT_EQ(summary(only(":0002:4:53..7::::")), "1:9 5 cells, a 9x9 needs 81");
    EXPECT_EQ(summary(only(":0002:4")), "1:8 0 cells, a 9x9 needs 81");
    EXPECT_EQ(summary(only(":0002:4:53+.7" + dots.substr(5) + "::::")),
              "1:12 '.' cannot stand in cell 3 of a HoDoKu line");
    EXPECT_EQ(summary(only(":0002:4:" + dots + ":41:::")),
              "1:91 '41' is not a candidate: digit, row, column, each of 1 to 9");
}

TEST(SudoCue, PlacedDigitsAreNotGiven) {
    const Outcome grid = only("1 23 23 4\n3 24 1 2\n2 u1 4 3\n4 3 2 1\n");
    ASSERT_FALSE(grid.error) << grid.error->text;
    EXPECT_EQ(grid.format, "sudocue");
    EXPECT_EQ(digits_of(grid.puzzle), "1004001020434001");
    EXPECT_EQ(grid.remark, "lone digits: 8 read as given, 4 as naked singles, 1 as placed");
    EXPECT_EQ(grid.puzzle.candidates->count(9), 1);
}

TEST(Candidates, MarksBesideASetAreDropped) {
    const Outcome grid =
        only("| 1 *234 | 23# 4 |\n| 3 24 | 1 -2 |\n|----|----|\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\n");
    ASSERT_FALSE(grid.error) << grid.error->text;
    EXPECT_EQ(grid.format, "candidates");
    EXPECT_TRUE(grid.puzzle.candidates->has(1, 4));
}

TEST(Csv, TheHeaderSaysWhichFieldsMatter) {
    const Outcome second = only("id,solution,puzzle,rating\n7," + solved + "," + zeros + ",1.2\n");
    EXPECT_EQ(summary(second), "csv digits '0' 9x9, boxes 3x3 [1.2]");
    EXPECT_EQ(digits_of(second.puzzle), nine);
    EXPECT_EQ(second.solution.size(), 81u);
    EXPECT_EQ(second.solution_fault, "");
    for (const std::string word : {"puzzle", "quizzes", "quiz", "sudoku", "Puzzle", "\"puzzle\""}) {
        const auto outcome = only(word + ",solutions\n" + zeros + "," + solved + "\n");
        EXPECT_EQ(outcome.format, "csv") << word;
        EXPECT_EQ(outcome.solution.size(), 81u) << word;
        EXPECT_EQ(outcome.note, "") << word;
    }
    EXPECT_EQ(summary(only("id;puzzle\n3;" + zeros + "\n")), "csv digits '0' 9x9, boxes 3x3 [3]");
    EXPECT_EQ(summary(only("id,puzzle\n3,,\n")), "2:1 field 2, the puzzle as the header has it, is empty");
    EXPECT_EQ(summary(only("id,puzzle\n3," + zeros.substr(1) + "\n")), "2:3 80 cells, a 9x9 needs 81");
}

TEST(Csv, ASolutionBesideThePuzzleIsChecked) {
    std::string wrong = solved;
    std::swap(wrong[2], wrong[3]);
    const auto fault = [](const std::string& text) { return only(text).solution_fault; };
    EXPECT_EQ(fault(zeros + "," + solved), "");
    EXPECT_EQ(fault(zeros + ":1:" + wrong), "r1c3 and r5c3 both hold 6 (column 3)");
    EXPECT_EQ(fault("puzzle,solution\n" + zeros + "," + solved.substr(1)), "80 cells, a 9x9 needs 81");
    EXPECT_EQ(fault("{\"puzzle\":\"" + zeros + "\",\"solution\":\"" + wrong + "\"}"),
              "r1c3 and r5c3 both hold 6 (column 3)");
}

TEST(Json, EveryUsualKeyAndShape) {
    std::string row_lists = "[";
    std::string row_texts = "[";
    for (std::size_t row = 0; row < 9; ++row) {
        row_texts += (row == 0 ? "\"" : ", \"") + dots.substr(row * 9, 9) + "\"";
        row_lists += row == 0 ? "[" : ", [";
        for (std::size_t column = 0; column < 9; ++column)
            row_lists += std::string(column == 0 ? "" : ", ") + zeros[row * 9 + column];
        row_lists += "]";
    }
    row_lists += "]";
    row_texts += "]";
    const std::string values[] = {"\"" + dots + "\"", row_lists, row_texts};
    for (const std::string key : {"puzzle", "quiz", "sudoku", "givens", "board", "question", "grid"}) {
        for (const std::string& value : values) {
            const auto outcome = only("{\"id\":[1,{\"a\":\"}\"}],\"" + key + "\": " + value + "}");
            ASSERT_FALSE(outcome.error) << key << value << outcome.error->text;
            EXPECT_EQ(digits_of(outcome.puzzle), nine);
        }
    }
    EXPECT_EQ(digits_of(only(row_lists).puzzle), nine);
    std::string nulls = row_lists;
    for (std::size_t at = 0; (at = nulls.find('0', at)) != std::string::npos;) nulls.replace(at, 1, "null");
    EXPECT_EQ(digits_of(only("{\"board\":" + nulls + "}").puzzle), nine);
}

TEST(Json, ObjectsOverManyLinesAndInLists) {
    const std::string object = "{\"puzzle\":\"" + dots + "\"}";
    EXPECT_EQ(read_all("[" + object + "," + object + "]\n").size(), 2u);
    EXPECT_EQ(read_all("[\n" + object + ",\n" + object + "\n]\n" + dots + "\n").size(), 3u);
    const auto spread =
        read_all("{\n  \"puzzle\":\n    \"" + dots + "\",\n  \"n\": [\n1]\n}\n" + object + "\n");
    ASSERT_EQ(spread.size(), 2u);
    EXPECT_EQ(digits_of(spread[0].puzzle), nine);
    EXPECT_EQ(spread[1].line, 7u);
    // A broken object spoils itself alone.
    const auto broken = read_all("{\"puzzle\":\"" + dots + "\n" + object + "\n{\"a\":[\n" + object + "\n");
    ASSERT_EQ(broken.size(), 4u);
    EXPECT_FALSE(broken[1].error);
    EXPECT_TRUE(broken[2].error);
    EXPECT_FALSE(broken[3].error);
}

TEST(Json, DepthHasNoEnd) {
    const std::string deep(1'000'000, '[');
    EXPECT_TRUE(only(deep).error);
    EXPECT_TRUE(only("{\"puzzle\":" + deep).error);
    const std::string balanced =
        "{\"a\":" + deep + std::string(1'000'000, ']') + ",\"puzzle\":\"" + dots + "\"}";
    EXPECT_EQ(digits_of(only(balanced).puzzle), nine);
}

TEST(OpenSudoku, ManyGamesInOneLine) {
    const std::string game = "<game created=\"1\" data=\"" + zeros + "\" note=\"\" />";
    const auto outcomes =
        read_all("<?xml version=\"1.0\"?><opensudoku><name>n</name>" + game + game + "</opensudoku>\n");
    ASSERT_EQ(outcomes.size(), 2u);
    for (const Outcome& outcome : outcomes)
        EXPECT_EQ(summary(outcome), "opensudoku digits '0' 9x9, boxes 3x3");
}

TEST(Jigsaw, AMapUnderTheFirstLineMakesPairs) {
    const std::string map =
        "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
    const std::string pair = dots + "\n" + map + "\n";
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{50}, std::string_view::npos}) {
        const auto outcomes = read_all("# two\n" + pair + "\n" + pair, {}, chunk);
        ASSERT_EQ(outcomes.size(), 2u);
        for (const Outcome& outcome : outcomes) EXPECT_EQ(summary(outcome), "jigsaw digits '.' 9x9, jigsaw");
    }
    // Labels may be 0 to 8: such a map looks like a plain puzzle.
    std::string zero_map = map;
    for (char& label : zero_map) --label;
    EXPECT_EQ(only(dots + "\n" + zero_map + "\n").format, "jigsaw");
    Splitter splitter;
    const std::string pairs = pair.substr(0, 82) + zero_map + "\n" + dots + "\n" + zero_map + "\n";
    EXPECT_FALSE(splitter.pass(find_plain_lines(pairs, 2)));
    // A solution under a puzzle is none: its digits do not hang together.
    EXPECT_EQ(read_all(dots + "\n" + solved + "\n").size(), 2u);
    EXPECT_EQ(only(dots).format, "line");
}

TEST(Jigsaw, BordersDrawn) {
    const std::string grid =
        "+-------+-------+\n"
        "| 1   . | .   4 |\n"
        "|   +---+---+   |\n"
        "| . | .   . | . |\n"
        "| . | .   . | . |\n"
        "+---+-------+---+\n"
        "| .   .   .   3 |\n"
        "+---------------+\n";
    const Outcome whole = only(grid);
    EXPECT_EQ(summary(whole), "grid digits '.' 4x4, jigsaw");
    EXPECT_EQ(whole.puzzle.geometry->layout().region_map,
              (std::vector<int>{1, 1, 2, 2, 1, 3, 3, 2, 1, 3, 3, 2, 4, 4, 4, 4}));
    std::string open = grid;
    open.replace(open.find("+---+---+"), 4, "    ");  // a border lost joins two regions
    EXPECT_EQ(summary(only(open)), "4:1 the bars of row 2 do not make boxes of one width");
}

TEST(Interactive, RulesThatWeHave) {
    const Outcome windows = only(".Windoku.Diagonal~1.Diagonal~-1.~R1C1_5~R1C2_3.~R9C9_1_2");
    ASSERT_FALSE(windows.error) << windows.error->text;
    EXPECT_EQ(windows.puzzle.geometry->describe(), "9x9, boxes 3x3, diagonals, windows");
    EXPECT_EQ(windows.puzzle.givens[1], 3);
    EXPECT_EQ(windows.puzzle.candidates->count(80), 2);
    EXPECT_EQ(only(".Shape~6x6.~R6C5_6").puzzle.geometry->describe(), "6x6, boxes 2x3");
    EXPECT_EQ(only(".Shape~16x16.~RgCA_16").puzzle.givens[249], 16);
    EXPECT_EQ(summary(only(".Diagonal~1.~R1C1_1")),
              "1:1 this is a puzzle of the Interactive Sudoku Solver with rules that are not read yet: a "
              "single Diagonal");
    EXPECT_EQ(summary(only(".~R0C1_5")), "1:3 'R0C1_5' gives no value to a cell of a 9x9 grid");
    EXPECT_EQ(summary(only(".~R1C1_10")), "1:8 '10' is not a digit of 1 to 9");
}

TEST(Foreign, PackedPuzzlesAreUnpackedToNameTheirRules) {
    const std::string packed =
        "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGAXwF0HUSMMB7Ad31DIgDsYYfHhAAlGgGEaIJo1QBrCGTIwMAYxJpqhE"
        "Opgrh8URMkAmWYzpA";
    const std::string rules = " puzzle with rules that are not read yet: arrow, killercage";
    EXPECT_EQ(summary(only("fpuzzles" + packed)), "1:1 this is an f-puzzles" + rules);
    EXPECT_EQ(summary(only("https://f-puzzles.com/?load=" + packed)),
              "1:1 this is a link to an f-puzzles" + rules);
    EXPECT_EQ(summary(only("https://sudokupad.app/fpuzzles" + packed)),
              "1:1 this is a link to an f-puzzles" + rules);
    for (std::size_t length = 0; length < packed.size(); length += 7) {
        EXPECT_TRUE(only("scl" + packed.substr(0, length)).error);
    }
}

TEST(Stages, LaterStatesOfAFramedGridAreMarked) {
    const std::string clues = "*-----*\n|1.|.4|\n|3.|1.|\n|--+--|\n|.1|.3|\n|4.|2.|\n*-----*\n";
    const std::string placed = "*-----*\n|12|.4|\n|3.|1.|\n|--+--|\n|.1|.3|\n|4.|2.|\n*-----*\n";
    const std::string candidates =
        "*---------*\n| 1 2 | 3 4 |\n| 3 24 | 1 2 |\n|----|----|\n| 2 1 | 4 3 |\n| 4 3 | 2 1 "
        "|\n*---------*\n";
    const auto outcomes =
        read_all(clues + "\n\n" + placed + "\n\n" + candidates + "\n" + clues + "# next\n" + placed);
    ASSERT_EQ(outcomes.size(), 5u);
    EXPECT_EQ(outcomes[0].stage_of, 0u);
    EXPECT_EQ(outcomes[1].stage_of, 2u);
    EXPECT_EQ(outcomes[2].stage_of, 2u);
    EXPECT_EQ(outcomes[3].stage_of, 0u);
    EXPECT_EQ(outcomes[4].stage_of, 0u);  // a comment parts them
    EXPECT_EQ(read_puzzles(clues + "\n" + placed)->size(), 1u);
    EXPECT_EQ(read_puzzles(clues + "\n" + placed, {"grid", {}})->size(), 2u);
}

TEST(Marks, AnyOneCharacterMayBeTheEmptyCell) {
    for (const char mark : {'#', '~', '/', '+', '!', ' '}) {
        std::string text(dots);
        std::replace(text.begin(), text.end(), '.', mark);
        EXPECT_EQ(summary(only(text + "\n")), "line digits '.' 9x9, boxes 3x3") << mark;
        EXPECT_EQ(digits_of(only(text).puzzle), nine);
    }
    std::string commas;
    for (int i = 0; i < 41; ++i) commas += i == 0 ? "1" : ",1";
    EXPECT_TRUE(only(commas).error);
}

TEST(LineEnds, EveryKindAndEveryCut) {
    const std::string rows = "1..4\n3.1.\n.1.3\n4.2.\n\n1..4\n3.1.\n.1.3\n4.2.";
    for (const std::string end : {"\n", "\r\n", "\r", "\r\r\n"}) {
        std::string text;
        for (const char c : rows) text += c == '\n' ? end : std::string(1, c);
        for (const std::size_t chunk : {std::size_t{1}, std::size_t{3}, std::string_view::npos}) {
            const auto outcomes = read_all(text, {}, chunk);
            ASSERT_EQ(outcomes.size(), 2u) << chunk;
            EXPECT_EQ(digits_of(outcomes[1].puzzle), "1004301001034020");
            EXPECT_EQ(outcomes[1].line, 6u);
        }
    }
    EXPECT_TRUE(read_all(std::string(1'000'000, '\r')).empty());
}

TEST(Describe, SaysWhatWasDecided) {
    const auto describe_first = [](std::string_view text) {
        Splitter splitter;
        Reader reader;
        RecordBatch batch;
        ReadRecord record;
        splitter.feed(text);
        splitter.flush();
        EXPECT_TRUE(splitter.take(batch));
        EXPECT_FALSE(reader.read(batch[0], record));
        return describe(record);
    };
    EXPECT_EQ(describe_first(dots + "\n"), "line, digits, '.' for empty cells; 9x9, boxes 3x3; 30 given");
    EXPECT_EQ(describe_first(dots + "," + solved),
              "line, digits, '.' for empty cells; 9x9, boxes 3x3; 30 given; the solution beside it is right");
    EXPECT_EQ(
        describe_first("1 234 23 4\n3 24 1 2\n2 1 4 3\n4 3 2 1\n"),
        "candidates, digits, '.' for empty cells; 4x4, boxes 2x2; 8 given, candidates; lone digits: 8 read "
        "as given, 5 as naked singles");
}

TEST(Bounds, AMillionComments) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += "# 123456789\n";
    const auto outcomes = read_all(text + dots + "\n", {}, 1 << 16);
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(outcomes[0].line, 1'000'001u);
}

}  // namespace
}  // namespace quadrille
