// The puzzle as an integer program, for those who want to check our answers with other people's programs.
// Variables x_ROW_COLUMN_DIGIT exist only for candidates that the givens, as seen by their regions, leave.
#include <fmt/core.h>

#include <iterator>

#include "quadrille/target.hpp"
#include "target/board.hpp"

namespace quadrille {

using namespace target;

namespace {

constexpr int terms_in_line = 8;

/// Writes one sum, broken into lines.
class SumWriter {
  public:
    explicit SumWriter(std::string& text) : text_(text) {}
    void add(std::int64_t factor, const std::string& variable) {
        if (terms_ != 0 && terms_ % terms_in_line == 0) text_ += "\n  ";
        ++terms_;
        if (factor == 1) text_ += fmt::format(" + {}", variable);
        else
            text_ += fmt::format(
                " {} {} {}", factor < 0 ? '-' : '+',
                factor < 0 ? 0 - static_cast<std::uint64_t>(factor) : static_cast<std::uint64_t>(factor),
                variable);
    }
    int terms() const { return terms_; }

  private:
    std::string& text_;
    int terms_ = 0;
};

std::string variable(int side, Cell cell, int digit) {
    const auto width = static_cast<Cell>(side);
    return fmt::format("x_{}_{}_{}", cell / width + 1, cell % width + 1, digit);
}

/// Candidates less what a given in a common region holds. A clash of givens leaves both, and so no solution.
std::vector<DigitBits> live_candidates(const Puzzle& puzzle, const Board& board) {
    std::vector<DigitBits> masks = initial_masks(puzzle);
    for (const Board::Area& area : board.areas) {
        DigitBits given = 0;
        for (const std::uint16_t cell : area.cells) {
            if (puzzle.givens[cell] != 0) given |= DigitBits{1} << (puzzle.givens[cell] - 1);
        }
        for (const std::uint16_t cell : area.cells) {
            if (puzzle.givens[cell] == 0) masks[cell] &= ~given;
        }
    }
    return masks;
}

/// "name: sum = 1"; with no term at all a line that says 0 = 1 in the reader's terms.
void write_constraint(std::string& text, const std::string& name, const std::vector<std::string>& variables,
                      bool full) {
    if (variables.empty() && !full) return;
    text += fmt::format(" {}:", name);
    SumWriter sum(text);
    for (const std::string& each : variables) sum.add(1, each);
    if (variables.empty()) sum.add(0, "nothing");
    text += full ? " = 1\n" : " <= 1\n";
}

}  // namespace

Result<std::string> as_lp_text(const Puzzle& puzzle, const Objective& objective, Goal goal) {
    if (objective.side() != puzzle.side()) {
        return Error{ErrorCode::malformed_input, "the weights are for a board of another side"};
    }
    const Board board(puzzle.geometry);
    const std::vector<DigitBits> masks = live_candidates(puzzle, board);
    const auto has = [&](Cell cell, int digit) { return (masks[cell] >> (digit - 1) & 1) != 0; };
    std::string text = goal == Goal::maximum ? "Maximize\n score:" : "Minimize\n score:";
    std::string binaries = "Binary\n";
    SumWriter score(text);
    for (Cell cell = 0; cell < masks.size(); ++cell) {
        for (int digit = 1; digit <= board.side; ++digit) {
            if (!has(cell, digit)) continue;
            score.add(objective.value(cell, static_cast<Digit>(digit)), variable(board.side, cell, digit));
            binaries += fmt::format(" {}\n", variable(board.side, cell, digit));
        }
    }
    text += "\nSubject To\n";
    for (Cell cell = 0; cell < masks.size(); ++cell) {
        std::vector<std::string> variables;
        for (int digit = 1; digit <= board.side; ++digit) {
            if (has(cell, digit)) variables.push_back(variable(board.side, cell, digit));
        }
        write_constraint(text, fmt::format("cell_{}", name_of_cell(board.side, cell)), variables, true);
    }
    for (std::size_t i = 0; i < board.areas.size(); ++i) {
        for (int digit = 1; digit <= board.side; ++digit) {
            std::vector<std::string> variables;
            for (const std::uint16_t cell : board.areas[i].cells) {
                if (has(cell, digit)) variables.push_back(variable(board.side, cell, digit));
            }
            write_constraint(text, fmt::format("region_{}_{}", i + 1, digit), variables, board.areas[i].full);
        }
    }
    return text + binaries + "End\n";
}

}  // namespace quadrille
