// JSON that cannot close: its first line is the error, the lines below are read as if it were not there.
#include <gtest/gtest.h>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

const std::string cells(nine);
const std::string object = "{\"puzzle\":\"" + cells + "\"}";
const std::size_t chunks[] = {1, 50, std::string_view::npos};

/// "-+1+2": a fault in the first record, then two puzzles found on lines 1 and 2.
std::string found_in(const std::string& text, std::size_t chunk) {
    std::string all;
    for (const Outcome& outcome : read_all(text, {}, chunk)) {
        if (outcome.error) {
            all += '-' + std::to_string(outcome.line);
            continue;
        }
        EXPECT_EQ(digits_of(outcome.puzzle), nine);
        all += '+' + std::to_string(outcome.line);
    }
    return all;
}

TEST(UnfinishedJson, CostsItsFirstLineOnly) {
    const std::string openings[] = {
        "{",        "[",          "[1,2,3",    "[[1,2],",     "[[[[",
        "{\"a\":[", "{\"a\":\"b", "{\"a\":1,", "{\"a\"",      "{\"a\":tru",
        "[1 2]",    "{]",         "{'a':1,",   "[\"a\", \"b", object.substr(0, object.size() - 1)};
    for (const std::string& opening : openings) {
        for (const std::size_t chunk : chunks) {
            const std::string lines = opening + "\n" + cells + "\n" + object + "\n" + object + "\n" + cells;
            EXPECT_EQ(found_in(lines, chunk), "-1+2+3+4+5") << opening;
            EXPECT_EQ(found_in(object + "\n" + opening, chunk), "+1-2") << opening;
            if (opening == "[") continue;  // a list of the objects below
            EXPECT_EQ(found_in(opening + "\n" + object + "\n" + object, chunk), "-1+2+3") << opening;
        }
    }
    EXPECT_EQ(read_all(openings[0] + "\n" + cells).at(0).text, openings[0]);
}

TEST(UnfinishedJson, InAListTheObjectsInFrontOfItStand) {
    for (const std::size_t chunk : chunks) {
        EXPECT_EQ(found_in("[\n" + object + ",\n" + object + "\n" + cells + "\n", chunk), "+2+3+4");
        EXPECT_EQ(found_in("[" + object + "\n" + object + "\n" + cells, chunk), "+1+2+3");
        EXPECT_EQ(found_in("[" + object + " " + object + "\n" + cells, chunk), "+1+1+2");
        EXPECT_EQ(found_in("[" + object + ",{\"puzzle\":\n" + cells + "\n", chunk), "+1-1+2");
    }
}

TEST(UnfinishedJson, OfManyLinesIsCutAnewBehindTheFirst) {
    const std::string line = "\"a\":\"" + std::string(50'000, 'b') + "\",\n";
    std::string text = "{\n";
    for (int i = 0; i < 60; ++i) text += line;
    const auto outcomes = read_all(text + cells + "\n");
    ASSERT_EQ(outcomes.size(), 62u);
    EXPECT_EQ(outcomes[0].text, "{");
    EXPECT_EQ(outcomes[61].line, 62u);
    EXPECT_FALSE(outcomes[61].error);
    std::string brackets;
    for (int i = 0; i < 100'000; ++i) brackets += "[\n";
    EXPECT_EQ(read_all(brackets + cells).size(), 100'001u);
}

TEST(UnfinishedJson, SaysSo) {
    EXPECT_EQ(summary(read_all("{\"puzzle\":\"" + cells + "\"").at(0)),
              "1:1 a bracket that opens here is never closed");
}

}  // namespace
}  // namespace quadrille
