// Cutting: what is a record, on which line, and when it is handed out.
#include <gtest/gtest.h>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

const std::string line_of_nine = std::string(nine) + "\n";

/// "1:53..|2:...": the records of a text with their line numbers, line ends shown as /.
std::string records_of(std::string_view text, const ReadSettings& settings = {}) {
    std::string all;
    for (const Outcome& outcome : read_all(text, settings)) {
        if (!all.empty()) all += '|';
        all += std::to_string(outcome.line);
        all += ':';
        for (const char c : outcome.text) all += c == '\n' ? '/' : c;
    }
    return all;
}

TEST(Splitter, HandsOutALineAtItsEnd) {
    Splitter splitter;
    RecordBatch batch;
    splitter.feed(nine);
    EXPECT_FALSE(splitter.take(batch));
    splitter.feed("\r");
    EXPECT_FALSE(splitter.take(batch));
    splitter.feed("\n# a comment\n53");
    ASSERT_TRUE(splitter.take(batch));
    ASSERT_EQ(batch.size(), 1u);
    EXPECT_EQ(batch[0].text, nine);
    EXPECT_EQ(batch[0].line, 1u);
    splitter.feed(nine.substr(2));
    splitter.flush();
    ASSERT_TRUE(splitter.take(batch));
    EXPECT_EQ(batch[0].text, nine);
    EXPECT_EQ(batch[0].line, 3u);
    EXPECT_FALSE(splitter.take(batch));
}

TEST(Splitter, HandsOutAGridAtTheEndOfItsLastRow) {
    Splitter splitter;
    RecordBatch batch;
    splitter.feed("*-----*\n|1.|.4|\n|3.|1.|\n|--+--|\n|.1|.3|\n|4.|2.|");
    EXPECT_FALSE(splitter.take(batch));
    splitter.feed("\n");
    ASSERT_TRUE(splitter.take(batch));
    EXPECT_EQ(batch[0].line, 2u);
    splitter.feed("*-----*\n\n");
    splitter.flush();
    EXPECT_FALSE(splitter.take(batch));
}

TEST(Splitter, BatchesStayValidWhileMoved) {
    Splitter splitter;
    splitter.feed("1\n1\n");
    RecordBatch batch;
    ASSERT_TRUE(splitter.take(batch));
    const RecordBatch moved = std::move(batch);
    ASSERT_EQ(moved.size(), 2u);
    EXPECT_EQ(moved[1].text, "1");
}

TEST(Splitter, NumbersLinesAndBeginsAnewAfterFlush) {
    EXPECT_EQ(records_of("\n# c\n1234\n3412\n\n2143\n4321\n"), "3:1234/3412|6:2143/4321");
    Splitter splitter;
    RecordBatch batch;
    splitter.feed("12\n");
    splitter.flush();
    splitter.feed("\xEF\xBB\xBF" + line_of_nine + "\n");
    ASSERT_TRUE(splitter.take(batch));
    ASSERT_EQ(batch.size(), 2u);
    EXPECT_EQ(batch[0].text, "12");
    EXPECT_EQ(batch[1].line, 1u);
}

TEST(Splitter, CommentsAndBlankLinesEndAGrid) {
    EXPECT_EQ(records_of("1234\n3412\n# next\n1234\n3412\n2143\n4321\n"),
              "1:1234/3412|4:1234/3412/2143/4321");
    EXPECT_EQ(records_of("1234\n3412\n2143\n" + line_of_nine), "1:1234/3412/2143|4:" + std::string(nine));
}

TEST(Splitter, SmallPuzzlesInOneLine) {
    const std::string sure = "1.3.3.1.........";  // repeats a digit: no row of 16
    const std::string open = "1.............2.";  // could be such a row
    EXPECT_EQ(records_of(sure + "\n" + sure + "\n"), "1:" + sure + "|2:" + sure);
    EXPECT_EQ(records_of(open + "\n" + open + "\n" + sure + "\n"), "1:" + open + "|2:" + open + "|3:" + sure);
    EXPECT_EQ(records_of(open + "\n" + open), "1:" + open + "|2:" + open);
    EXPECT_EQ(records_of(open + " # note\n"), "1:" + open + " # note");
    std::string rows = open;
    for (int i = 0; i < 15; ++i) rows += "/..............G.";
    std::string text = rows + "/";
    std::replace(text.begin(), text.end(), '/', '\n');
    EXPECT_EQ(records_of(text), "1:" + rows);
    EXPECT_EQ(records_of(open + "\n" + open + "\n", {"line", {}}), "1:" + open + "|2:" + open);
    EXPECT_EQ(records_of(open + "\n" + open + "\n", {"rows", {}}), "1:" + open + "/" + open);
    EXPECT_EQ(records_of(open + "\n" + open + "\n", {{}, Layout::usual(16)}), "1:" + open + "/" + open);
    EXPECT_EQ(records_of(open + "\n" + open + "\n", {{}, Layout::usual(4)}), "1:" + open + "|2:" + open);
}

TEST(Splitter, SixteenLinesThatCouldBeEitherAreAnError) {
    std::string text;
    for (int i = 0; i < 16; ++i) text += "1.............2.\n";
    const auto outcomes = read_all(text);
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(
        summary(outcomes[0]),
        "1:1 16 lines of 16 cells are one puzzle of 16x16 or 16 of 4x4: say --from rows or --from line");
    EXPECT_EQ(read_all(text, {"line", {}}).size(), 16u);
    EXPECT_EQ(summary(read_all(text, {"rows:digits", {}}).at(0)), "rows digits '.' 16x16, boxes 4x4");
    std::string empty;
    for (int i = 0; i < 16; ++i) empty += "................\n";
    EXPECT_EQ(summary(read_all(empty).at(0)), "rows digits '.' 16x16, boxes 4x4");
}

TEST(Splitter, NumbersInOneLineOrInRows) {
    EXPECT_EQ(records_of("1 0 0 4\n3 0 1 0\n0 1 0 3\n4 0 2 0\n"), "1:1 0 0 4/3 0 1 0/0 1 0 3/4 0 2 0");
    EXPECT_EQ(records_of("1 0 0 4 3 0 1 0 0 1 0 3 4 0 2 0\n"), "1:1 0 0 4 3 0 1 0 0 1 0 3 4 0 2 0");
    std::string nine_numbers;
    for (const char c : nine) nine_numbers += std::string(nine_numbers.empty() ? 0 : 1, ' ') + c;
    const auto outcomes = read_all(nine_numbers + "\n");
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(outcomes[0].format, "numbers");
    EXPECT_EQ(digits_of(outcomes[0].puzzle), nine);
}

TEST(Splitter, ARecordBeyondTheLimitIsOneErrorAndTheStreamGoesOn) {
    for (const std::size_t chunk : {std::size_t{1} << 16, std::string_view::npos}) {
        const std::string garbage(10'000'000, '7');
        const auto outcomes = read_all("\n" + garbage + "\n" + line_of_nine, {}, chunk);
        ASSERT_EQ(outcomes.size(), 2u);
        EXPECT_EQ(summary(outcomes[0]), "2:1 a record longer than 2 MiB");
        EXPECT_EQ(outcomes[0].error->code, ErrorCode::too_large);
        EXPECT_EQ(outcomes[0].text.size(), 80u);
        EXPECT_EQ(outcomes[1].line, 3u);
        EXPECT_FALSE(outcomes[1].error);
        EXPECT_EQ(read_all(garbage, {}, chunk).size(), 1u);
    }
}

TEST(Splitter, TheLargestSideFits) {
    std::string text;
    for (int row = 0; row < 400; ++row) {
        for (int column = 0; column < 400; ++column)
            text += std::to_string((row / 20 + row % 20 * 20 + column) % 400 + 1) + " ";
        text += "\n";
    }
    const auto outcomes = read_all(text, {}, 1000);
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(summary(outcomes[0]), "numbers numbers '.' 400x400, boxes 20x20");
}

TEST(Splitter, Utf16OfBothKinds) {
    std::string little = "\xFF\xFE";
    std::string big = "\xFE\xFF";
    for (const char c : line_of_nine + "12") {
        little += {c, '\0'};
        big += {'\0', c};
    }
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, std::string_view::npos}) {
        for (const std::string& source : {little, big}) {
            const auto outcomes = read_all(source, {}, chunk);
            ASSERT_EQ(outcomes.size(), 2u);
            EXPECT_EQ(outcomes[0].text, nine);
            EXPECT_EQ(outcomes[1].text, "12");
        }
    }
}

TEST(Splitter, StateOfPlayIsNotAPuzzle) {
    EXPECT_EQ(records_of("[Puzzle]\n1..4\n3.1.\n.1.3\n4.2.\n[State]\n12.4\n3.1.\n.1.3\n4.2.\n[Puzzle]\n1\n"),
              "2:1..4/3.1./.1.3/4.2.|12:1");
}

}  // namespace
}  // namespace quadrille
