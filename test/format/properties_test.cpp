// Properties over random puzzles and random text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "format_helpers.hpp"

namespace quadrille {
namespace {

using namespace format_test;

int between(int low, int high) { return *rc::gen::inRange(low, high + 1); }

std::vector<int> shuffled(int count) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<std::size_t>(between(0, static_cast<int>(i) - 1))]);
    }
    return order;
}

/// A puzzle without contradiction: a pattern that solves the boxes, digits relabelled, some cells kept.
Puzzle random_puzzle(int box_rows, int box_columns) {
    const int side = box_rows * box_columns;
    const auto labels = shuffled(side);
    const int keep = between(0, 100);
    Puzzle puzzle{
        Geometry::make(box_rows == 1 ? Layout::latin(side) : Layout::boxed(box_rows, box_columns)).value(),
        {},
        {}};
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const int value = (row / box_rows + row % box_rows * box_columns + column) % side;
            const bool kept = between(0, 99) < keep;
            puzzle.givens.push_back(kept ? static_cast<Digit>(labels[static_cast<std::size_t>(value)] + 1)
                                         : Digit{0});
        }
    }
    return puzzle;
}

Puzzle random_puzzle_of_some_side(int most) {
    for (;;) {
        const int rows = between(1, 5);
        const int columns = between(1, 8);
        if (rows * columns <= most) return random_puzzle(rows, columns);
    }
}

std::string written(const Puzzle& puzzle, const WriteSettings& how) {
    std::string text;
    const auto error = write(puzzle, puzzle.givens, how, text);
    RC_ASSERT(!error);
    RC_LOG() << text << "\n";
    return text;
}

void check_same(const Puzzle& read, const Puzzle& puzzle) {
    RC_ASSERT(read.givens == puzzle.givens);
    RC_ASSERT(read.candidates == puzzle.candidates);
    RC_ASSERT(read.geometry->layout() == puzzle.geometry->layout());
}

WriteSettings random_settings(const char* format) {
    WriteSettings how;
    how.format = find_format(format);
    how.alphabet =
        *rc::gen::element(Alphabet::digits, Alphabet::letters, Alphabet::zero_digits, Alphabet::numbers);
    how.empty_mark = *rc::gen::element('.', '0', '-', '*', '_', '?', 'X', 'x');
    return how;
}

/// The alphabet that a writer settles on, as a name for --from.
std::string alphabet_name(const WriteSettings& how, int side) {
    if (how.alphabet == Alphabet::letters && side <= 26) return "letters";
    if (how.alphabet == Alphabet::zero_digits && side <= 36) return "zero-digits";
    return side <= 35 ? "digits" : "zero-digits";
}

/// The only record, which must have been read.
Outcome only(const std::vector<Outcome>& outcomes) {
    for (const Outcome& outcome : outcomes) RC_LOG() << summary(outcome) << "\n";
    RC_ASSERT(outcomes.size() == 1u);
    RC_ASSERT(!outcomes[0].error);
    return outcomes[0];
}

RC_GTEST_PROP(Identity, OneCharacterFormats, ()) {
    const Puzzle puzzle = random_puzzle_of_some_side(36);
    const char* format = *rc::gen::element("line", "rows");
    WriteSettings how = random_settings(format);
    // A row of dashes under rows that hold 0 and no dash is a rule, even where 0 is a digit.
    if (how.empty_mark == '-' && alphabet_name(how, puzzle.side()) == "zero-digits") how.empty_mark = '.';
    ReadSettings settings;
    settings.format = std::string(format) + ":" + alphabet_name(how, puzzle.side());
    settings.layout = puzzle.geometry->layout();
    const Outcome outcome = only(read_all(written(puzzle, how), settings));
    check_same(outcome.puzzle, puzzle);
}

RC_GTEST_PROP(Identity, NumbersAndGrids, ()) {
    const Puzzle puzzle = random_puzzle_of_some_side(40);
    const bool grid = *rc::gen::arbitrary<bool>();
    WriteSettings how = random_settings(grid ? "grid" : "numbers");
    if (grid) how.alphabet = Alphabet::numbers;
    ReadSettings settings;
    settings.format = grid ? "grid:numbers" : "numbers";
    settings.layout = puzzle.geometry->layout();
    const Outcome outcome = only(read_all(written(puzzle, how), settings));
    check_same(outcome.puzzle, puzzle);
}

RC_GTEST_PROP(Identity, GridsCarryTheirBoxes, ()) {
    const Puzzle puzzle = random_puzzle(between(2, 4), between(2, 6));
    WriteSettings how = random_settings("grid");
    how.alphabet = Alphabet::digits;
    const Outcome outcome = only(read_all(written(puzzle, how), {"grid:digits", {}}));
    check_same(outcome.puzzle, puzzle);
}

RC_GTEST_PROP(Identity, Jigsaws, ()) {
    Puzzle puzzle = random_puzzle(between(2, 3), between(2, 5));
    const int side = puzzle.side();
    std::vector<int> map;
    const auto rows = shuffled(side);
    for (const int row : rows) {
        for (int column = 0; column < side; ++column) {
            const Layout& boxes = puzzle.geometry->layout();
            map.push_back(row / boxes.box_rows * boxes.box_rows + column / boxes.box_columns + 1);
        }
    }
    puzzle.geometry = Geometry::make(Layout::jigsaw(map)).value();
    WriteSettings how = random_settings("jigsaw");
    const Outcome outcome = only(read_all(written(puzzle, how), {"jigsaw:" + alphabet_name(how, side), {}}));
    check_same(outcome.puzzle, puzzle);
}

RC_GTEST_PROP(Identity, CandidatesOfGivensAlone, ()) {
    const Puzzle puzzle = random_puzzle(2, between(2, 4));
    const char* format = *rc::gen::element("candidates", "pencilmarks");
    const Outcome outcome =
        only(read_all(written(puzzle, random_settings(format)), {format, puzzle.geometry->layout()}));
    // A lone candidate may turn out to be placed, but what can stand in each cell is the same.
    const auto again =
        read_all(written(outcome.puzzle, random_settings(format)), {format, puzzle.geometry->layout()});
    check_same(again.at(0).puzzle, outcome.puzzle);
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        if (puzzle.givens[cell] != 0) RC_ASSERT(outcome.puzzle.givens[cell] == puzzle.givens[cell]);
    }
}

RC_GTEST_PROP(Identity, CandidatesSurvive, ()) {
    Puzzle puzzle = random_puzzle(2, between(2, 4));
    const int side = puzzle.side();
    puzzle.candidates.emplace(side, false);
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        const int row = static_cast<int>(cell) / side;
        const int column = static_cast<int>(cell) % side;
        puzzle.candidates->insert(cell,
                                  static_cast<Digit>((row / 2 + row % 2 * (side / 2) + column) % side + 1));
        for (Digit digit = 1; digit <= side; ++digit) {
            if (between(0, 2) == 0) puzzle.candidates->insert(cell, digit);
        }
    }
    puzzle.givens.assign(puzzle.givens.size(), 0);
    const char* format = *rc::gen::element("candidates", "pencilmarks");
    const Outcome outcome =
        only(read_all(written(puzzle, random_settings(format)), {format, puzzle.geometry->layout()}));
    RC_ASSERT(initial_candidates(outcome.puzzle) == *puzzle.candidates);
}

/// Whatever is written, detection reads the same puzzle or says that it cannot decide: never another one.
RC_GTEST_PROP(Detection, NeverMisreadsWhatIsWritten, ()) {
    const int rows = between(2, 5);
    const Puzzle puzzle = random_puzzle(rows, std::max(rows, between(2, 6)));
    RC_PRE(Layout::usual(puzzle.side()) == puzzle.geometry->layout());
    const char* format = *rc::gen::element("line", "rows", "grid", "numbers");
    WriteSettings how = random_settings(format);
    if (puzzle.side() < 10 && how.alphabet == Alphabet::zero_digits) how.alphabet = Alphabet::digits;
    const std::string text = written(puzzle, how);
    const auto outcomes = read_all(text);
    for (const Outcome& outcome : outcomes) {
        RC_LOG() << summary(outcome) << "\n";
        if (!outcome.error) check_same(outcome.puzzle, puzzle);
        else RC_ASSERT(outcome.error->text.find("--from") != std::string::npos);
    }
    if (!outcomes.empty()) RC_ASSERT(outcomes.size() == 1u);
    else RC_ASSERT(how.empty_mark == '-');  // rules and nothing else
}

/// Text made of the pieces that matter to the splitter.
std::string random_text() {
    static const std::vector<std::string> pieces = {
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "|",
        "+",
        "---",
        "-",
        ".",
        "0",
        "1",
        "12",
        "1234",
        "....",
        "A",
        "Z",
        "x",
        "u4",
        "# note\n",
        "[State]\n",
        "[Puzzle]\n",
        "1 2 3 4\n",
        "1..4\n3.1.\n",
        "1.3.3.1.........\n",
        "................\n",
        "*---*\n",
        ":",
        ",",
        "{",
        "\"puzzle\"",
        "<game data=\"",
        "http://?s=",
        "\xE2\x94\x82",
        "\xE2\x94\x80",
        "\xFF",
        std::string(nine),
        std::string(nine) + "\n",
        "........1.2.3.4.5................................................................\n",
        "puzzle,solution\n",
        "9",
        "\t",
        "----\n"};
    std::string text;
    const int count = between(0, 40);
    for (int i = 0; i < count; ++i)
        text += pieces[static_cast<std::size_t>(between(0, static_cast<int>(pieces.size()) - 1))];
    return text;
}

ReadSettings random_read_settings() {
    ReadSettings settings;
    const int choice = between(0, 2 * static_cast<int>(formats().size()));
    if (choice < static_cast<int>(formats().size()))
        settings.format = formats()[static_cast<std::size_t>(choice)].name;
    return settings;
}

RC_GTEST_PROP(Cutting, AnyCutGivesTheSameRecords, ()) {
    std::string text = random_text();
    if (between(0, 9) == 0) text.insert(0, "\xEF\xBB\xBF");
    const ReadSettings settings = random_read_settings();
    const auto whole = read_all(text, settings);
    const auto pieces = read_all(text, settings, static_cast<std::size_t>(between(1, 20)));
    RC_ASSERT(whole.size() == pieces.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        RC_ASSERT(whole[i].text == pieces[i].text);
        RC_ASSERT(whole[i].line == pieces[i].line);
        RC_ASSERT(summary(whole[i]).substr(0, 200) == summary(pieces[i]).substr(0, 200));
    }
}

RC_GTEST_PROP(Noise, EveryRecordIsAPuzzleOrAnErrorWithItsPlace, ()) {
    const std::string text = random_text();
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (const Outcome& outcome : read_all(text, random_read_settings())) {
        if (outcome.error) {
            RC_ASSERT(outcome.error->line >= 1 && outcome.error->line <= lines);
            RC_ASSERT(outcome.error->column >= 1);
            RC_ASSERT(!outcome.error->text.empty());
        } else {
            RC_ASSERT(outcome.puzzle.givens.size() == outcome.puzzle.geometry->cell_count());
            for (const Digit digit : outcome.puzzle.givens) RC_ASSERT(digit <= outcome.puzzle.side());
        }
    }
}

}  // namespace
}  // namespace quadrille
