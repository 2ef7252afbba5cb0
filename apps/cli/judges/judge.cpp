#include "judges/judge.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>

#include "quadrille/solve.hpp"

namespace quadrille::cli {

namespace {

constexpr std::array<Judge, 13> judge_table{{
    {"acwing171", "AcWing 171: 16x16, letters, an empty line after every case", answer_acwing171},
    {"hdu1426", "HDU 1426 Sudoku Killer: 9x9, ? for empty", answer_hdu1426},
    {"p1074", "Luogu P1074 (NOIP 2009): target Sudoku, the best score or -1", answer_p1074},
    {"p1784", "Luogu P1784: 9x9, numbers", answer_p1784},
    {"p4929", "Luogu P4929: exact cover of a 0/1 matrix", answer_p4929},
    {"poj2676", "POJ 2676: 9x9, a count of cases first", answer_poj2676},
    {"poj2918", "POJ 2918 Tudoku: 9x9, scenarios", answer_poj2918},
    {"poj3074", "POJ 3074: 9x9, a line a case until end", answer_poj3074},
    {"poj3076", "POJ 3076: 16x16, letters", answer_uva1309},
    {"sp1110", "SPOJ SUDOKU: 16x16, letters, a count of cases first", answer_uva1309},
    {"uva1309", "UVa 1309 (LA 2659): 16x16, letters", answer_uva1309},
    {"uva989", "UVa 989 Su Doku: sides 1, 4, 9, the first solution in order", answer_uva989},
    {"zoj3122", "ZOJ 3122: 16x16, letters", answer_uva1309},
}};

/// A word as messages show it: no more of it than tells which it is.
std::string_view shown(std::string_view word) { return word.substr(0, 40); }

bool is_space(char symbol) { return symbol == ' ' || (symbol >= '\t' && symbol <= '\r'); }

}  // namespace

std::span<const Judge> judges() { return judge_table; }

void Trial::fail(std::size_t number, std::string_view reason, ExitCode why) {
    messages += fmt::format("quadrille: case {}: {}\n", number, reason);
    code = worse(code, why);
}

std::optional<Error> Trial::interruption(std::size_t number) const {
    if (bounds.stop == nullptr || !bounds.stop->requested()) return {};
    return Error{ErrorCode::unreadable, fmt::format("interrupted before case {}", number)};
}

Words::Words(std::string_view text) : text_(text) { skip_space(); }

std::optional<Error> Words::expect_end() {
    if (at_end()) return {};
    const std::string_view word = shown(take());
    return error(fmt::format("'{}' stands behind what the judge's input should be", word));
}

void Words::skip_space() {
    for (; position_ < text_.size() && is_space(text_[position_]); ++position_) {
        if (text_[position_] != '\n') continue;
        ++line_;
        line_start_ = position_ + 1;
    }
}

std::string_view Words::peek() const {
    std::size_t end = position_;
    while (end < text_.size() && !is_space(text_[end])) ++end;
    return text_.substr(position_, end - position_);
}

std::string_view Words::take() {
    const std::string_view word = peek();
    word_line_ = line_;
    word_column_ = position_ - line_start_ + 1;
    position_ += word.size();
    skip_space();
    return word;
}

Result<int> Words::number(int least, int most, std::string_view what) {
    const bool ended = at_end();
    const std::string_view word = take();
    if (ended) return error(fmt::format("the input ends where {} should stand", what));
    int value = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc{} || end != word.data() + word.size() || value < least || value > most) {
        return error(fmt::format("'{}' is not {} from {} to {}", shown(word), what, least, most));
    }
    return value;
}

Error Words::error(std::string text) const {
    return {ErrorCode::malformed_input, std::move(text), word_line_, word_column_};
}

Result<Grid> read_symbols(Words& words, int side, int (*digit_of)(char)) {
    const std::size_t cells = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    Grid grid;
    while (grid.size() < cells) {
        if (words.at_end())
            return words.error(fmt::format("the input ends after {} of {} cells", grid.size(), cells));
        const std::string_view word = words.take();
        const auto row = static_cast<std::size_t>(side);
        if (word.size() != 1 && word.size() != row && word.size() != cells) {
            return words.error(
                fmt::format("'{}' is neither a cell nor a row of {} cells", shown(word), side));
        }
        for (char symbol : word) {
            const int digit = digit_of(symbol);
            if (digit < 0 || digit > side)
                return words.error(fmt::format("'{}' in '{}' is not a cell", symbol, word));
            grid.push_back(static_cast<Digit>(digit));
        }
        if (grid.size() > cells)
            return words.error(fmt::format("'{}' runs over the grid's {} cells", word, cells));
    }
    return grid;
}

Puzzle boxed_puzzle(int box, Grid givens) {
    static std::array<GeometryPtr, 5> boards;
    GeometryPtr& board = boards.at(static_cast<std::size_t>(box));
    if (board == nullptr) board = Geometry::make(Layout::boxed(box, box)).value();
    return {board, std::move(givens), {}};
}

Grid any_solution(const Puzzle& puzzle, std::size_t number, Trial& trial) {
    static Workbench bench;
    SolveSettings settings{.bounds = trial.bounds};
    settings.bounds.solutions = 1;
    Result<Answer> answer = bench.solve(puzzle, settings);
    require(static_cast<bool>(answer), "the automatic engine takes every puzzle");
    if (answer->solutions == 0) {
        const std::string reason = answer->contradiction.empty() ? "" : ": " + answer->contradiction;
        const std::string words = statement(*answer, settings.bounds) + reason;
        trial.fail(number, words, answer->exact() ? ExitCode::no_solution : code_of(answer->ended));
    }
    return std::move(answer->first);
}

}  // namespace quadrille::cli
