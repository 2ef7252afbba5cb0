#include "reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace quadrille::cli {

namespace {

constexpr int largest_symbol_side = 35;

const FormatInfo* format_of(OutputKind kind) {
    return find_format(kind == OutputKind::grid ? "grid" : "line");
}

constexpr GridStyle colours{.given_begin = "\033[1m",
                            .given_end = "\033[0m",
                            .solved_begin = "\033[32m",
                            .solved_end = "\033[0m",
                            .empty_begin = "\033[2m",
                            .empty_end = "\033[0m",
                            .frame_begin = "\033[2m",
                            .frame_end = "\033[0m"};

/// A csv field: quoted where it must be.
std::string csv_field(const Facts& value) {
    const std::string text = value.is_string() ? value.get<std::string>()
                             : value.is_null() ? ""
                                               : value.dump();
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char symbol : text) quoted += symbol == '"' ? "\"\"" : std::string(1, symbol);
    return quoted + "\"";
}

/// Lines hold no more than a symbol a cell; beyond that, and for a side of 1 to 3 as for any, numbers serve.
void append_grid(const ReadRecord& record, std::span<const Digit> grid, const WriteSettings& settings,
                 std::string& out) {
    if (!write(record.puzzle, grid, settings, out)) return;
    WriteSettings numbers = settings;
    numbers.format = find_format("numbers");
    const auto refused = write(record.puzzle, grid, numbers, out);
    require(!refused, "numbers hold any grid");
}

}  // namespace

Facts grid_fact(const Puzzle& puzzle, std::span<const Digit> grid) {
    if (puzzle.side() > largest_symbol_side) return Facts(std::vector<Digit>(grid.begin(), grid.end()));
    std::string text;
    const auto refused = write(puzzle, grid, {.format = find_format("line"), .style = {}}, text);
    require(!refused, "a line holds any grid of a side up to 35");
    text.pop_back();
    return text;
}

Facts Printer::place_facts(const Place& place) { return {{"file", place.file}, {"line", place.line}}; }

void Printer::print_facts(const Facts& facts, std::string& out) const {
    if (kind_ == OutputKind::json) {
        out += facts.dump(-1, ' ', false, Facts::error_handler_t::replace) + "\n";
        return;
    }
    const char* before = "";
    for (const std::string_view name : columns_) {
        out += before + csv_field(facts.at(std::string(name)));
        before = ",";
    }
    out += '\n';
}

void Printer::print(const Reply& reply, const ReadRecord& record, const Place& place,
                    std::string& out) const {
    if (wants_facts()) return print_facts(reply.facts, out);
    const bool as_line =
        kind_ == OutputKind::line || (kind_ == OutputKind::like_input && record.format->is_answered_by_line);
    WriteSettings settings{.format = format_of(as_line ? OutputKind::line : OutputKind::grid),
                           .alphabet = record.alphabet,
                           .empty_mark = record.empty_mark,
                           .style = {}};
    if (!as_line) {
        out += fmt::format("# {}:{}: {}\n", place.file, place.line, reply.words);
        if (colour_) settings.style = colours;
        if (!reply.grid.empty()) append_grid(record, reply.grid, settings, out);
        return;
    }
    if (!reply.grid.empty()) {
        append_grid(record, reply.grid, settings, out);
        out.back() = ' ';
    }
    out += reply.words;
    out += '\n';
}

std::string error_line(const Place& place, std::string_view text) {
    return place.line == 0 ? fmt::format("error {}: {}\n", place.file, text)
                           : fmt::format("error {}:{}: {}\n", place.file, place.line, text);
}

void Printer::print_error(const Error& error, const Place& place, std::string& out) const {
    if (!wants_facts()) {
        if (kind_ == OutputKind::grid) out += "# ";
        out += error_line({place.file, place.line == 0 ? 0 : std::max(error.line, place.line)}, error.text);
        return;
    }
    Facts facts = Facts::object();
    if (kind_ == OutputKind::csv) {
        for (std::string_view name : columns_) facts[std::string(name)] = nullptr;
    }
    facts["file"] = place.file;
    facts["line"] = std::max(error.line, place.line);
    // In csv the third column, by whatever name, says what came out.
    facts[kind_ == OutputKind::csv ? std::string(columns_.at(2)) : "verdict"] = "error";
    if (kind_ == OutputKind::json) facts["column"] = error.column;
    facts["reason"] = error.text;
    print_facts(facts, out);
}

std::string Printer::header() const {
    if (kind_ != OutputKind::csv) return {};
    return fmt::format("{}\n", fmt::join(columns_, ","));
}

}  // namespace quadrille::cli
