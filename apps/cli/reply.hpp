// What the commands answer for one record, in each way it can be printed.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch.hpp"
#include "quadrille/format.hpp"
#include "quadrille/solve.hpp"

namespace quadrille::cli {

/// How --to prints answers.
enum class OutputKind {
    like_input,  ///< lines for lines, else grids
    line,        ///< one line a record
    grid,        ///< a caption and the boxed grid
    json,        ///< one object a line
    csv,         ///< a header, then one row a record
};

/// Facts about a record by name, in the order in which they are printed.
using Facts = nlohmann::ordered_json;

/// One command's answer for one record.
struct Reply {
    std::string words;            ///< for people and lines
    std::span<const Digit> grid;  ///< printed where there is one
    Facts facts;                  ///< for json and csv; see Printer::wants_facts
};

/// "error FILE:LINE: TEXT" and a line end; without the line where it is 0.
std::string error_line(const Place& place, std::string_view text);

/// Prints replies. One a thread.
class Printer {
  public:
    /// `columns` are those of csv, in this order: every set of facts has these names.
    Printer(OutputKind kind, bool colour, std::vector<std::string_view> columns = {})
        : kind_(kind), colour_(colour), columns_(std::move(columns)) {}

    /// False where facts would not be printed, so need not be gathered.
    bool wants_facts() const { return kind_ == OutputKind::json || kind_ == OutputKind::csv; }
    void print(const Reply& reply, const ReadRecord& record, const Place& place, std::string& out) const;
    /// The record of a fault keeps its place in the output.
    void print_error(const Error& error, const Place& place, std::string& out) const;
    /// The header line of csv; else nothing.
    std::string header() const;
    /// The names that every set of facts begins with.
    static Facts place_facts(const Place& place);

  private:
    void print_facts(const Facts& facts, std::string& out) const;

    OutputKind kind_;
    bool colour_;
    std::vector<std::string_view> columns_;
};

/// A grid for json: a string where every digit has one symbol (side up to 35), else an array of numbers.
Facts grid_fact(const Puzzle& puzzle, std::span<const Digit> grid);

}  // namespace quadrille::cli
