// Judge problems: read a judge's input, write its output byte for byte. One table, one file a family.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.hpp"
#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille::cli {

/// What a judge problem's answer is written from and to.
struct Trial {
    Bounds bounds;         ///< for each search
    std::string output;    ///< the judge's bytes
    std::string messages;  ///< for standard error: whole lines
    ExitCode code = ExitCode::answered;

    /// Notes what went wrong with case `number`, counted from 1.
    void fail(std::size_t number, std::string_view reason, ExitCode why);
    /// Once Ctrl-C came: an error instead of case `number`, which is not begun.
    std::optional<Error> interruption(std::size_t number) const;
};

/// Answers the whole input; an Error where it is not what the judge's statement says.
using Answerer = std::optional<Error> (*)(std::string_view input, Trial& trial);

struct Judge {
    std::string_view name;
    std::string_view problem;
    Answerer answer;
};

std::span<const Judge> judges();

// The families.
std::optional<Error> answer_uva1309(std::string_view input, Trial& trial);
std::optional<Error> answer_acwing171(std::string_view input, Trial& trial);
std::optional<Error> answer_p1784(std::string_view input, Trial& trial);
std::optional<Error> answer_poj2676(std::string_view input, Trial& trial);
std::optional<Error> answer_poj2918(std::string_view input, Trial& trial);
std::optional<Error> answer_poj3074(std::string_view input, Trial& trial);
std::optional<Error> answer_hdu1426(std::string_view input, Trial& trial);
std::optional<Error> answer_uva989(std::string_view input, Trial& trial);
std::optional<Error> answer_p1074(std::string_view input, Trial& trial);
std::optional<Error> answer_p4929(std::string_view input, Trial& trial);

/// The words of a text, with where they stand.
class Words {
  public:
    explicit Words(std::string_view text);

    bool at_end() const { return position_ == text_.size(); }
    /// The next word, without taking it; empty at the end.
    std::string_view peek() const;
    std::string_view take();
    /// A number from `least` to `most`.
    Result<int> number(int least, int most, std::string_view what);
    /// An error if there is a word left.
    std::optional<Error> expect_end();
    /// An error about the word taken last, or about the end.
    Error error(std::string text) const;

  private:
    void skip_space();
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t line_ = 1;
    std::size_t line_start_ = 0;
    std::size_t word_line_ = 1;
    std::size_t word_column_ = 1;
};

/// Reads rows of `side` symbols, a word each or a row or all rows in one word. `digit_of` gives 0 for an
/// empty cell and a negative number for a symbol that has no place there.
Result<Grid> read_symbols(Words& words, int side, int (*digit_of)(char));

/// Classic boxes of box x box.
Puzzle boxed_puzzle(int box, Grid givens);
/// Any solution, empty where there is none or the search was stopped; then `trial` says so of case `number`.
Grid any_solution(const Puzzle& puzzle, std::size_t number, Trial& trial);

}  // namespace quadrille::cli
