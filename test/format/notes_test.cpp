// Notes that formats write otherwise than they read: escapes of JSON, quotes of CSV.
#include <gtest/gtest.h>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

const std::string zeros(nine);
const std::string solved =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

std::string written(const char* format, std::string_view note) {
    const Puzzle puzzle = read_puzzle(nine).value();
    std::string text;
    const auto fault = write(puzzle, puzzle.givens, {.format = find_format(format), .note = note}, text);
    EXPECT_FALSE(fault);
    return text;
}

Outcome with_header(const std::string& header, const std::string& line) {
    const auto outcomes = read_all(header + "\n" + line + "\n");
    EXPECT_EQ(outcomes.size(), 1u);
    return outcomes.empty() ? Outcome{} : outcomes.front();
}

std::string note_of_json(const std::string& inside) {
    return read_all("{\"puzzle\":\"" + zeros + "\",\"note\":\"" + inside + "\"}").at(0).note;
}

TEST(Notes, EscapesOfJsonAreDecoded) {
    EXPECT_EQ(note_of_json(R"(say \"hi\")"), "say \"hi\"");
    EXPECT_EQ(note_of_json(R"(\u00e9\u20AC\ud83d\ude00)"), "\u00e9\u20ac\U0001F600");
    EXPECT_EQ(note_of_json(R"(a\tb\\c\/d\n)"), "a\tb\\c/d\n");
    EXPECT_EQ(note_of_json(R"(\ud83d \ude00 \u12 \x)"), "\uFFFD \uFFFD \\u12 \\x");
    std::string rows = zeros;
    for (std::size_t row = 8; row > 0; --row) rows.insert(row * 9, "\\n");
    EXPECT_EQ(digits_of(read_all("{\"puzzle\":\"" + rows + "\"}").at(0).puzzle), nine);
}

TEST(Notes, ComeBackFromJsonAndCsvAsTheyWere) {
    for (const std::string note : {"plain", "say \"hi\"", "a, b; c", "\"", "\"\"x\"\"", "a # b",
                                   "back\\slash", "\\\"", "caf\u00e9", "a,\"b\",c"}) {
        EXPECT_EQ(read_all(written("json-lines", note)).at(0).note, note);
        EXPECT_EQ(with_header("puzzle,solution,note", written("csv", note)).note, note)
            << written("csv", note);
    }
    EXPECT_EQ(read_all(written("json-lines", "a\tb\nc")).at(0).note, "a\tb\nc");
}

TEST(Notes, WhatIsNoUtf8IsReplacedInJson) {
    const auto note = [](std::string_view bytes) {
        const std::string line = written("json-lines", bytes);
        const std::size_t begin = line.find("note\":\"") + 7;
        return line.substr(begin, line.find('"', begin) - begin);
    };
    EXPECT_EQ(note("a\xFF\xC3"), "a\uFFFD\uFFFD");
    EXPECT_EQ(note("\xE2\x82z"), "\uFFFDz");
    EXPECT_EQ(note("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a surrogate pair
    EXPECT_EQ(note("\xC0\xAF"), "\uFFFD\uFFFD");            // longer than need be
    EXPECT_EQ(note("\xF0\x9F\x98\x80\xF4\x90\x80\x80"), "\U0001F600\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Csv, AnEmptyFieldIsNoSolution) {
    for (const std::string empty : {"", "\"\"", " "}) {
        for (const std::string& puzzle : {zeros, "\"" + zeros + "\""}) {
            const Outcome outcome = with_header("puzzle,solution,note", puzzle + "," + empty + ",hello");
            ASSERT_FALSE(outcome.error) << outcome.error->text;
            EXPECT_TRUE(outcome.solution.empty());
            EXPECT_EQ(outcome.solution_fault, "");
            EXPECT_EQ(outcome.note, "hello") << puzzle << empty;
        }
    }
    const Outcome both = with_header("puzzle,solution,note", zeros + "," + solved + ",\"a, \"\"b\"\"\"");
    EXPECT_EQ(both.solution.size(), 81u);
    EXPECT_EQ(both.solution_fault, "");
    EXPECT_EQ(both.note, "a, \"b\"");
    const Outcome before = with_header("id,solution,puzzle", "7,," + zeros);
    EXPECT_TRUE(before.solution.empty());
    EXPECT_EQ(before.note, "7");
}

}  // namespace
}  // namespace quadrille
