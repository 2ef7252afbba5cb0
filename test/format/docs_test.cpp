// The examples of docs/formats.md: each fenced block reads in the format it names.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

TEST(Documents, EveryExampleReadsAsItSays) {
    std::ifstream document(QUADRILLE_SOURCE_DIR "/docs/formats.md");
    ASSERT_TRUE(document);
    std::string line;
    std::string name;
    std::string text;
    std::set<std::string> seen;
    while (std::getline(document, line)) {
        if (line.substr(0, 3) != "```") {
            if (!name.empty()) text += line + "\n";
            continue;
        }
        if (name.empty()) {
            name = line.substr(3);
            text.clear();
            continue;
        }
        if (name == "console") {  // run by another test
            name.clear();
            continue;
        }
        SCOPED_TRACE(name);
        const auto outcomes = read_all(text);
        EXPECT_FALSE(outcomes.empty());
        for (const Outcome& outcome : outcomes) {
            if (name == "refused") {
                EXPECT_TRUE(outcome.error) << outcome.text;
            } else {
                // simple-sudoku is a way to write: what it writes is a grid.
                EXPECT_EQ(outcome.format, name == "simple-sudoku" ? "grid" : name) << summary(outcome);
            }
        }
        seen.insert(name);
        name.clear();
    }
    for (const FormatInfo& info : formats())
        EXPECT_EQ(seen.count(std::string(info.name)), info.is_alphabet ? 0u : 1u);
    EXPECT_TRUE(seen.count("refused"));
}

}  // namespace
}  // namespace quadrille
