// Exact cover as text: Knuth's format, 0/1 matrices and JSON in; problems and solutions out.
//
// Knuth's format (his programs DLX1 to DLX6, XCCDC, SSXCC and SSMCC):
//     | a comment                     lines that start with a bar; empty lines count for nothing
//     a b 2|c 1:3|d | s t             one line of items: primary, a bar, secondary; `2|c`: in exactly
//                                     2 options; `1:3|d`: in 1 to 3 of them
//     a c s:red |25                   a line for each option: its items, with `:colour` on secondary
//                                     ones; `|25` adds 25 to its cost
// 0/1 matrix: the numbers of rows and columns, then the rows; a row is an option, a column a primary item.
// JSON: {"items": ["a", {"name": "c", "low": 1, "high": 3}], "secondary": ["s"],
//        "options": [["a", "s:red"], {"items": ["c"], "cost": 25}]}
#pragma once

#include <string>
#include <string_view>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// How a problem is written.
enum class TextFormat { automatic, knuth, matrix, json };

std::string_view name_of(TextFormat format);
std::optional<TextFormat> text_format_named(std::string_view name);

/// What a reader is told beforehand.
struct TextSettings {
    /// automatic: JSON starts with {, a matrix with a line of two numbers (or is all on one line)
    TextFormat format = TextFormat::automatic;
    /// Accept a primary item that no option covers (the problem then has no solution). In a matrix it
    /// always is.
    bool allow_uncovered = false;
};

/// Reads a problem; a byte order mark before it is skipped. Faults come with line and column: an item named
/// twice, an item twice in an option, an unknown item, a colour on a primary item, a wrong number, no
/// options, an item that nothing covers.
Result<Problem> read_problem(std::string_view text, const TextSettings& settings = {});

/// Writes a problem, such that read_problem reads it as the same. `automatic` is Knuth's format, which
/// has no options without items: they, being in no solution, are left out. A
/// matrix has no names, secondary items, colours, multiplicities or costs: an Error says which it needs; so
/// it does for names that Knuth's format (blanks, colons, bars) or JSON (bytes that are no UTF-8) cannot
/// hold.
Result<std::string> write_problem(const Problem& problem, TextFormat format = TextFormat::automatic);

/// How a solution is written.
enum class SolutionFormat {
    options,  ///< the items of each option, one option a line, each with its line end
    rows,     ///< the numbers of the options, counted from 1, ascending: "1 4 5"
    json,     ///< {"rows":[1,4,5],"cost":7}; the cost only where the problem has costs
};

std::string_view name_of(SolutionFormat format);
std::optional<SolutionFormat> solution_format_named(std::string_view name);

/// One solution as text.
std::string write_solution(const Problem& problem, std::span<const Option> solution, SolutionFormat format);

}  // namespace quadrille::cover
