// Every format in and out, and every fault with its place.
#include <gtest/gtest.h>

#include "cover_oracle.hpp"
#include "quadrille/cover_text.hpp"

namespace quadrille::cover {
namespace {

std::string fault_of(std::string_view text, TextFormat format = TextFormat::automatic) {
    const auto problem = read_problem(text, {.format = format});
    if (problem) return "accepted";
    return std::to_string(problem.error().line) + ':' + std::to_string(problem.error().column) + ' ' +
           problem.error().text;
}

TEST(CoverText, KnuthsFormat) {
    const auto problem = read_problem(
        "| a comment\n\n 2:3|a 2|b  c | s t\n| another\nb c s:red |10 |5\r\na b t\n\na c s:red t:blue |7\na "
        "s\n");
    ASSERT_TRUE(problem) << problem.error().text;
    EXPECT_EQ(problem->item_count(), 5u);
    EXPECT_EQ(problem->primary_count(), 3u);
    EXPECT_EQ(problem->option_count(), 4u);
    EXPECT_EQ(problem->multiplicity_of(0), (Multiplicity{2, 3}));
    EXPECT_EQ(problem->multiplicity_of(1), (Multiplicity{2, 2}));
    EXPECT_EQ(problem->multiplicity_of(2), (Multiplicity{1, 1}));
    EXPECT_EQ(problem->cost_of(Option{0}), 15);
    EXPECT_EQ(problem->cost_of(Option{2}), 7);
    EXPECT_EQ(problem->name_of_colour(problem->colour_of(2, 2)), "red");
    EXPECT_EQ(problem->colour_of(0, 2), problem->colour_of(2, 2));
    EXPECT_EQ(problem->colour_of(1, 2), 0u);
}

TEST(CoverText, FaultsOfKnuthsFormat) {
    EXPECT_EQ(fault_of(""), "1:1 there is no line of items");
    EXPECT_EQ(fault_of("| only a comment\n"), "2:1 there is no line of items");
    EXPECT_EQ(fault_of("a b\n"), "2:1 there are no options");
    EXPECT_EQ(fault_of("a b a\na\n"), "1:5 the item 'a' is named twice");
    EXPECT_EQ(fault_of("a b\n\n a c\n"), "3:4 there is no item 'c'");
    EXPECT_EQ(fault_of("a b\na b a\n"), "2:5 the item 'a' stands twice in one option");
    EXPECT_EQ(fault_of("a b | s\na b:red\n"), "2:5 the primary item 'b' has a colour");
    EXPECT_EQ(fault_of("a b | s\na s:\n"), "2:5 the colour of 's' is missing");
    EXPECT_EQ(fault_of("a b | s\na\n"), "1:3 no option covers the item 'b'");
    EXPECT_EQ(fault_of("a | s | t\na\n"), "1:7 a second bar among the items");
    EXPECT_EQ(fault_of("a x|b\na\n"), "1:3 'x' is not a multiplicity");
    EXPECT_EQ(fault_of("a 3:2|b\na\n"), "1:7 the item 'b' has the multiplicity 3:2");
    EXPECT_EQ(fault_of("a 0|b\na\n"), "1:5 the item 'b' has the multiplicity 0:0");
    EXPECT_EQ(fault_of("a b:c\na\n"), "1:4 the name of an item has a :");
    EXPECT_EQ(fault_of("a 2|\na\n"), "1:5 an item has no name");
    EXPECT_EQ(fault_of("a | 2|s\na\n"), "1:6 the secondary item '2|s' has a |");
    EXPECT_EQ(fault_of("a\na |x\n"), "2:3 '|x' is not a cost");
    EXPECT_EQ(fault_of("a\na |-1\n"), "2:3 '|-1' is not a cost");
    EXPECT_EQ(fault_of("a\na |9999999999999999\n"), "2:4 the cost of an option is more than 1099511627776");
}

TEST(CoverText, UncoveredItemsCanBeAllowed) {
    const auto problem = read_problem("a b\na\n", {.allow_uncovered = true});
    ASSERT_TRUE(problem);
    EXPECT_EQ(count(*problem)->number, "0");
    EXPECT_EQ(fault_of("a 0:1|b\na\n"), "accepted");
}

TEST(CoverText, ZeroOneMatrix) {
    const std::string text =
        "6 7\n1 0 0 1 0 0 1\n1 0 0 1 0 0 0\n0 0 0 1 1 0 1\n0 0 1 0 1 1 0\n0 1 1 0 0 1 1\n"
        "0 1 0 0 0 0 1\n";
    const auto problem = read_problem(text);
    ASSERT_TRUE(problem) << problem.error().text;
    const auto found = solve(*problem);
    ASSERT_EQ(found->solutions.size(), 1u);
    EXPECT_EQ(write_solution(*problem, found->solutions[0], SolutionFormat::rows), "2 4 6");
    EXPECT_EQ(write_problem(*problem, TextFormat::matrix).value(), text);
    EXPECT_EQ(count(*read_problem("2 3\n101\n010\n"))->number, "1");
    EXPECT_EQ(count(*read_problem("1 2\n1 0\n"))->number, "0") << "a column of zeros is no fault here";
    EXPECT_EQ(count(*read_problem("0 0\n", {.format = TextFormat::matrix}))->number, "1");
}

TEST(CoverText, AMatrixIsToldFromNames) {
    EXPECT_EQ(count(*read_problem("1 3\n1 1 1\n"))->number, "1");
    EXPECT_EQ(count(*read_problem("1 3 1 1 1"))->number, "1") << "all on one line";
    EXPECT_EQ(count(*read_problem("2 2 10 01\n"))->number, "1");
    EXPECT_EQ(count(*read_problem("2 2 1 0\n0 1\n"))->number, "1");
    EXPECT_EQ(count(*read_problem("1 0\n0 1\n"))->number, "1") << "two items and an option with both";
    EXPECT_EQ(count(*read_problem("0 0"))->number, "1");
    EXPECT_EQ(fault_of("1 0 1\n"), "1:1 a 0/1 matrix begins with the numbers of its rows and columns");
    EXPECT_EQ(fault_of("\n 1 0 1\n0 1 0\n"),
              "1:1 a 0/1 matrix begins with the numbers of its rows and columns");
    EXPECT_EQ(fault_of("1 0 2\n1\n0 2\n"), "accepted") << "items with numbers for names";
    EXPECT_EQ(fault_of("2 1 3\n"), "2:1 there are no options");
    EXPECT_EQ(fault_of("4294967295 4294967295 1\n"), "1:12 the item '4294967295' is named twice");
}

TEST(CoverText, AByteOrderMarkIsSkipped) {
    for (const std::string text : {"a b\na b\n", "1 2\n1 1\n", R"({"items": ["a"], "options": [["a"]]})"}) {
        const auto problem = read_problem("\xEF\xBB\xBF" + text);
        ASSERT_TRUE(problem) << text << problem.error().text;
        EXPECT_EQ(count(*problem)->number, "1") << text;
    }
    EXPECT_EQ(fault_of("\xEF\xBB\xBF"
                       "a a\n"),
              "1:3 the item 'a' is named twice");
}

TEST(CoverText, FaultsOfMatrices) {
    EXPECT_EQ(fault_of("2 2\n1 0\n1 2\n"), "3:3 '2' is neither 0 nor 1");
    EXPECT_EQ(fault_of("2 2\n1 0\n1"), "3:2 the matrix ends in row 2 of 2");
    EXPECT_EQ(fault_of("1 2\n1 0\n1 1\n"), "3:1 more than 1 rows");
    EXPECT_EQ(fault_of("x 2\n", TextFormat::matrix), "1:1 the number of rows is missing or too large");
    EXPECT_EQ(fault_of("3\n", TextFormat::matrix), "2:1 the number of columns is missing or too large");
    EXPECT_EQ(fault_of("0 100000000\n"), "1:3 more than 1048576 columns, and no row");
    EXPECT_EQ(fault_of("1 2147483648\n1\n"), "3:1 the matrix ends in row 1 of 1");
    EXPECT_EQ(read_problem("0 1048576\n")->item_count(), 1048576u);
}

TEST(CoverText, Json) {
    const auto problem = read_problem(
        R"({"items": ["a", {"name": "c", "low": 1, "high": 3}, {"name": "d", "low": 2}], "secondary": ["s"],
            "options": [["a", "s:red"], {"items": ["c", "d"], "cost": 25}, ["d"]]})");
    ASSERT_TRUE(problem) << problem.error().text;
    EXPECT_EQ(problem->multiplicity_of(1), (Multiplicity{1, 3}));
    EXPECT_EQ(problem->multiplicity_of(2), (Multiplicity{2, 2}));
    EXPECT_EQ(problem->cost_of(Option{1}), 25);
    EXPECT_EQ(problem->name_of_colour(problem->colour_of(0, 1)), "red");
    const auto found = solve(*problem);
    ASSERT_EQ(found->solutions.size(), 1u);
    EXPECT_EQ(write_solution(*problem, found->solutions[0], SolutionFormat::json),
              R"({"rows":[1,2,3],"cost":25})");
    EXPECT_EQ(write_solution(*problem, found->solutions[0], SolutionFormat::options), "a s:red\nc d\nd\n");
}

TEST(CoverText, FaultsOfJson) {
    EXPECT_EQ(fault_of("{\"items\": [\"a\"],\n \"options\": [[\"b\"]]}"), "2:16 there is no item 'b'");
    EXPECT_EQ(fault_of("{\"items\": [\"a\", \"a\"]}"), "1:18 the item 'a' is named twice");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [[\"a\", \"a\"]]}"),
              "1:37 the item 'a' stands twice in one option");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [[\"a:red\"]]}"),
              "1:34 the primary item 'a' has a colour");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"]}").substr(5), "there are no options");
    EXPECT_EQ(fault_of("{\"items\": [\"a\", \"b\"], \"options\": [[\"a\"]]}"),
              "1:18 no option covers the item 'b'");
    EXPECT_EQ(fault_of("{\"things\": []}"), "1:3 'things' is not a key that is known here");
    EXPECT_EQ(fault_of("{\"items\": [7]}").substr(5), "7 has no place here");
    EXPECT_EQ(fault_of("{\"items\": [null]}").substr(5), "null has no place here");
    EXPECT_EQ(fault_of("{\"options\": [], \"items\": []}").substr(5),
              "\"options\" must come after \"items\" and \"secondary\"");
    EXPECT_EQ(fault_of("{\"secondary\": [], \"items\": []}").substr(5),
              "\"items\" must come before \"secondary\" and \"options\"");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [[\"a\"]], \"options\": [[\"a\"]]}"),
              "1:39 the key 'options' stands twice");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": 1, \"cost\": 2}]}"),
              "1:59 the key 'cost' stands twice");
    EXPECT_EQ(fault_of("{\"items\": [{\"name\": \"a\", \"low\": 2, \"low\": 1}], \"options\": [[\"a\"]]}"),
              "1:37 the key 'low' stands twice");
    EXPECT_EQ(
        fault_of("{\"items\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": 18446744073709551616}]}"),
        "1:76 the cost of an option is more than 1099511627776");
    EXPECT_EQ(fault_of("{\"items\": [{\"name\": \"a\", \"low\": 18446744073709551616}]}").substr(5),
              "18446744073709551616 is too large for a multiplicity");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": 1.5}]}").substr(5),
              "a fraction has no place here");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"]\n").substr(0, 14), "2:1 not JSON: ");
    EXPECT_EQ(fault_of("{\"items\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": -3}]}").substr(5),
              "-3 has no place here");
}

TEST(CoverText, MatricesHoldOnlyPlainProblems) {
    const auto problem = read_problem("a | s\na s\n");
    EXPECT_EQ(write_problem(*problem, TextFormat::matrix).error().text,
              "a 0/1 matrix cannot hold secondary items");
}

TEST(CoverText, WhatIsWrittenIsReadAsTheSame) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const oracle::Kind kind{(seed & 1) != 0, (seed & 2) != 0, (seed & 4) != 0, (seed & 8) != 0};
        const Problem problem = oracle::random_problem(seed, kind);
        if (problem.item_count() == 0) continue;
        for (TextFormat format : {TextFormat::knuth, TextFormat::json}) {
            const std::string text = write_problem(problem, format).value();
            const auto again = read_problem(text, {.format = format, .allow_uncovered = true});
            ASSERT_TRUE(again) << text << again.error().text;
            ASSERT_EQ(write_problem(*again, format).value(), text);
            if (format == TextFormat::knuth) continue;  // which leaves out empty options
            ASSERT_EQ(oracle::solutions(*again), oracle::solutions(problem)) << text;
        }
    }
}

TEST(CoverText, FaultsShowOnlyWhatCanBeShown) {
    EXPECT_EQ(fault_of("a\na \x1B[31m\n"), "2:3 there is no item '\\x1B[31m'");
    EXPECT_EQ(fault_of("\xFF \xFF\n"), "1:3 the item '\\xFF' is named twice");
    EXPECT_EQ(fault_of("a\n" + std::string(70, 'b') + '\n'),
              "2:1 there is no item '" + std::string(20, 'b') + "...'");
    EXPECT_EQ(fault_of("1 1\n\x07", TextFormat::matrix), "2:1 '\\x07' is neither 0 nor 1");
    for (const std::string text :
         {"{\"items\": [\"\x1B\"]}", "{\"items\": \x9B}", "{\"items\": [\"\xC3\xA9\", \x07"}) {
        const std::string fault = fault_of(text);
        EXPECT_TRUE(std::ranges::all_of(fault, [](char c) { return c >= ' ' && c < '\x7F'; })) << fault;
    }
}

TEST(CoverText, WritersRefuseNamesTheyCannotHold) {
    const auto blank = read_problem(R"({"items": ["a b"], "options": [["a b"]]})");
    ASSERT_TRUE(blank) << blank.error().text;
    EXPECT_EQ(write_problem(*blank, TextFormat::knuth).error().text,
              "Knuth's format cannot hold the name 'a b'");
    EXPECT_TRUE(write_problem(*blank, TextFormat::json));
    EXPECT_EQ(fault_of(R"({"items": ["a:b"]})"), "1:14 the name of an item has a :");
    const auto bytes = read_problem("\xFF\n\xFF\n");
    EXPECT_TRUE(write_problem(*bytes, TextFormat::knuth));
    EXPECT_EQ(write_problem(*bytes, TextFormat::json).error().text,
              "JSON cannot hold names that are not UTF-8");
}

TEST(CoverText, BuilderNamesItsFaults) {
    const auto fault = [](Builder& builder) {
        const auto problem = builder.build();
        return problem ? "accepted" : problem.error().text;
    };
    Builder builder;
    builder.add_items(2);
    builder.add_option({0, 2});
    EXPECT_EQ(fault(builder), "option 0: there is no item 2");
    builder.add_items(2);
    builder.add_option({0, 1, 0});
    EXPECT_EQ(fault(builder), "option 0: item '0' stands twice in one option");
    builder.add_items(2);
    builder.add_option({Entry{0, 1}});
    EXPECT_EQ(fault(builder), "option 0: the primary item '0' has a colour");
    builder.add_secondary_items(1);
    builder.add_items(1);
    EXPECT_EQ(fault(builder), "a primary item comes after a secondary one");
    builder.add_item("x", {2, 1});
    EXPECT_EQ(fault(builder), "item 'x' has the multiplicity 2:1");
    builder.add_items(1);
    builder.add_option({0}, -1);
    EXPECT_EQ(fault(builder), "option 0 costs -1, which is not 0 to 1099511627776");
    EXPECT_EQ(fault(builder), "accepted") << "a builder is empty after build";
}

}  // namespace
}  // namespace quadrille::cover
