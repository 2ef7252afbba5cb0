// Lines that go past the splitter: which they are, and that the records around them stay what they are.
#include <gtest/gtest.h>

#include <random>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

const std::string points(81, '.');

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(PlainLines, AreFoundWhereEnoughStandTogether) {
    const std::string line = points + "\n";
    const std::string text = line + "# note\n" + repeated(line, 3) + repeated(points + "\r\n", 2) + points;
    PlainLines found = find_plain_lines(text, 1);
    EXPECT_EQ(found.text, line);
    EXPECT_EQ(found.count, 1u);
    found = find_plain_lines(text, 2);
    EXPECT_EQ(found.text, repeated(line, 3) + repeated(points + "\r\n", 2));
    EXPECT_EQ(found.count, 5u);
    EXPECT_EQ(found.text.data(), text.data() + 82 + 7);
    EXPECT_EQ(find_plain_lines(text, 6).count, 0u);
    EXPECT_EQ(find_plain_lines("", 0).count, 0u);
    EXPECT_EQ(find_plain_lines(points, 0).count, 0u) << "the line may go on";
    EXPECT_EQ(find_plain_lines(points + "\r", 0).count, 0u);
}

TEST(PlainLines, AreTakenLineByLine) {
    const std::string text = points + "\r\n" + points + "\n" + points + "\r\n";
    PlainLines lines = find_plain_lines(text, 1);
    EXPECT_EQ(lines.take(2), points + "\r\n" + points + "\n");
    EXPECT_EQ(lines.count, 1u);
    EXPECT_EQ(lines.take(9), points + "\r\n");
    EXPECT_EQ(lines.count, 0u);
    EXPECT_EQ(lines.take(9), "");
}

TEST(PlainLines, HoldDigitsAndPointsOnly) {
    for (const std::size_t at : {0u, 15u, 16u, 40u, 79u, 80u}) {
        for (int value = 0; value < 256; ++value) {
            std::string line = points + "\n";
            line[at] = static_cast<char>(value);
            const bool plain = value == '.' || (value >= '0' && value <= '9');
            ASSERT_EQ(find_plain_lines(line, 1).count, plain ? 1u : 0u) << "byte " << value << " at " << at;
        }
    }
    EXPECT_EQ(find_plain_lines(std::string(81, '5') + "\n", 1).count, 0u) << "a full grid is read with care";
    EXPECT_EQ(find_plain_lines(std::string(80, '5') + "0\n", 1).count, 1u);
    EXPECT_EQ(find_plain_lines(std::string(80, '.') + "\n", 1).count, 0u);
    EXPECT_EQ(find_plain_lines(std::string(82, '.') + "\n", 1).count, 0u);
}

TEST(PlainLines, PassOnlyWhereTheyAreRecords) {
    const std::string text = points + "\n";
    const PlainLines lines = find_plain_lines(text, 1);
    const auto passes = [&](const ReadSettings& settings, std::string_view before) {
        Splitter splitter(settings);
        splitter.feed(before);
        RecordBatch batch;
        splitter.take(batch);
        return splitter.pass(lines);
    };
    for (const char* format : {"", "line", "digits", "line:digits"})
        EXPECT_TRUE(passes({.format = format, .layout = {}}, ""));
    for (const char* format : {"grid", "letters", "zero-digits", "jigsaw", "candidates"})
        EXPECT_FALSE(passes({.format = format, .layout = {}}, "")) << format;
    EXPECT_TRUE(passes({.format = "", .layout = Layout::boxed(3, 3)}, ""));
    EXPECT_FALSE(passes({.format = "", .layout = Layout::latin(9)}, ""));
    EXPECT_FALSE(passes({.format = "", .layout = Layout::latin(81)}, ""));
    for (const char* before : {"# comment\n", "\xEF\xBB\xBF\n", "1...3..2........\n\n"})
        EXPECT_TRUE(passes({}, before)) << before;
    for (const char* before : {"5", "# comment", "\xEF", "\xFF\xFE", "[State]\n", "53..7....\n",
                               "---------\n", "1...3..2........\n"})
        EXPECT_FALSE(passes({}, before)) << before;
    Splitter splitter;
    splitter.feed(text);
    EXPECT_FALSE(splitter.pass(lines)) << "the record before them is not taken";
}

/// All records with their lines; plain lines pass where they may and count as records too.
std::vector<std::string> records_past(std::string_view text, std::size_t chunk, std::size_t least) {
    Splitter splitter;
    RecordBatch batch;
    std::vector<std::string> records;
    std::size_t line = 1;
    const auto drain = [&] {
        splitter.take(batch);
        for (std::size_t i = 0; i < batch.size(); ++i)
            records.push_back(std::to_string(batch[i].line) + ":" + std::string(batch[i].text));
    };
    for (; !text.empty(); text.remove_prefix(std::min(chunk, text.size()))) {
        std::string_view rest = text.substr(0, chunk);
        while (!rest.empty()) {
            PlainLines found = find_plain_lines(rest, least);
            const std::size_t before =
                found.count == 0 ? rest.size() : static_cast<std::size_t>(found.text.data() - rest.data());
            std::size_t used = before;
            if (before == 0 && splitter.pass(found)) {
                used = found.text.size();
                while (found.count > 0)
                    records.push_back(std::to_string(line++) + ":" +
                                      std::string(found.take(1).substr(0, 81)));
            } else {
                used = before == 0 ? rest.size() : before;
                splitter.feed(rest.substr(0, used));
                line += static_cast<std::size_t>(
                    std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(used), '\n'));
            }
            drain();
            rest.remove_prefix(used);
        }
    }
    splitter.flush();
    drain();
    return records;
}

/// What may stand in a file: plain lines mostly, and everything that changes what a line means.
std::string random_text(std::mt19937& random) {
    static const std::string pieces[] = {points + "\n",
                                         std::string(nine) + "\n",
                                         std::string(nine) + "\r\n",
                                         std::string(nine) + " # note\n",
                                         "# comment\n",
                                         "\n",
                                         "53..7....\n6..195...\n",
                                         "[State]\n",
                                         "[Puzzle]\n",
                                         std::string(80, '.') + "\n",
                                         "---------\n",
                                         "1...3..2........\n",
                                         std::string(81, '-') + "\n",
                                         std::string(81, '1') + "\n",
                                         repeated(points + "\n", 20),
                                         repeated("123456789\n", 9)};
    std::string text = random() % 8 == 0 ? "\xEF\xBB\xBF" : "";
    for (std::size_t i = random() % 30; i > 0; --i)
        text += pieces[random() % 2 == 0 ? random() % 2 : random() % std::size(pieces)];
    if (random() % 4 == 0) text += points;
    return text;
}

TEST(PlainLines, LeaveTheRecordsWhatTheyAre) {
    std::mt19937 random(3);
    std::size_t passed = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::string text = random_text(random);
        std::vector<std::string> wanted;
        for (const Outcome& outcome : read_all(text))
            wanted.push_back(std::to_string(outcome.line) + ":" + outcome.text);
        for (const std::size_t chunk : {std::size_t{7}, std::size_t{82}, std::size_t{500}, text.size() + 1}) {
            const std::size_t least = random() % 4;
            ASSERT_EQ(records_past(text, chunk, least), wanted)
                << "chunk " << chunk << " least " << least << "\n"
                << text;
        }
        passed += find_plain_lines(text, 1).count;
    }
    EXPECT_GT(passed, 3000u);
}

TEST(PlainLines, AreReadAsDigitsOnTheUsualBoard) {
    std::mt19937 random(4);
    Reader reader;
    ReadRecord record;
    for (int i = 0; i < 2000; ++i) {
        std::string line = points;
        const std::size_t givens = random() % 81;
        for (std::size_t k = 0; k < givens; ++k) line[random() % 80] = static_cast<char>('0' + random() % 10);
        ASSERT_FALSE(reader.read({.text = line, .line = 1}, record)) << line;
        ASSERT_TRUE(record.puzzle.geometry->is_classic_nine());
        ASSERT_FALSE(record.puzzle.candidates);
        for (std::size_t cell = 0; cell < 81; ++cell)
            ASSERT_EQ(record.puzzle.givens[cell], line[cell] == '.' ? 0 : line[cell] - '0');
    }
}

}  // namespace
}  // namespace quadrille
