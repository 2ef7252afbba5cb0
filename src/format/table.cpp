#include "format/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace quadrille {

namespace text {

namespace {

constexpr const FormatRow* rows[] = {&numbers_row,       &boxed_row,      &line_row,        &rows_row,
                                     &grid_row,          &sudocue_row,    &candidates_row,  &pencilmarks_row,
                                     &jigsaw_row,        &hodoku_row,     &interactive_row, &csv_row,
                                     &puzzle_bank_row,   &json_lines_row, &link_row,        &opensudoku_row,
                                     &simple_sudoku_row, &digits_row,     &zero_digits_row, &letters_row};

/// Endings of files and other names by which the formats are known.
constexpr std::array<std::array<std::string_view, 2>, 8> other_names{{{"sdm", "line"},
                                                                      {"sdk", "rows"},
                                                                      {"vbf", "rows"},
                                                                      {"ss", "simple-sudoku"},
                                                                      {"sdx", "sudocue"},
                                                                      {"jsonl", "json-lines"},
                                                                      {"json", "json-lines"},
                                                                      {"xml", "opensudoku"}}};

std::optional<Alphabet> alphabet_named(std::string_view name) {
    for (const Alphabet alphabet : all_alphabets) {
        if (name == name_of(alphabet)) return alphabet;
    }
    return {};
}

Error unknown_format(std::string_view name) {
    std::string known;
    for (const FormatRow* row : rows) {
        if (row->info.reads) known += fmt::format("{}{}", known.empty() ? "" : ", ", row->info.name);
    }
    return {ErrorCode::unknown_name, fmt::format("no format is named '{}'; there are {}", name, known)};
}

}  // namespace

const FormatRow digits_row = {
    .info =
        {
            .name = "digits",
            .summary = "line, rows or grid in 1-9, then A (10), B (11) ...",
            .example = "1..43.1..1.34.2.\n",
            .is_alphabet = true,
        },
    .alphabets = digits_only,
};
const FormatRow zero_digits_row = {
    .info =
        {
            .name = "zero-digits",
            .summary = "line, rows or grid in 0-9, then A (digit 11) ...: hexadoku",
            .example = "0..32.0..0.23.1.\n",
            .is_alphabet = true,
        },
};
const FormatRow letters_row = {
    .info =
        {
            .name = "letters",
            .summary = "line, rows or grid in A (1), B (2) ...",
            .example = "A..DC.A..A.CD.B.\n",
            .is_alphabet = true,
        },
};

bool admits(const FormatRow& row, Alphabet alphabet) {
    return std::find(row.alphabets.begin(), row.alphabets.end(), alphabet) != row.alphabets.end();
}

bool says_boxes(const Layout& layout) {
    return layout.box_rows > 0 && layout == Layout::boxed(layout.box_rows, layout.box_columns);
}

bool draws_boxes(const Layout& layout) {
    return says_boxes(layout) && layout.box_rows > 1 && layout.box_columns > 1;
}

bool says_regions(const Layout& layout) {
    return !layout.region_map.empty() && layout == Layout::jigsaw(layout.region_map);
}

bool says_any(const Layout& /*layout*/) { return true; }

std::span<const FormatRow* const> format_rows() { return rows; }

const FormatRow* find_row(std::string_view name) {
    for (const auto& [other, usual] : other_names) {
        if (name == other) name = usual;
    }
    for (const FormatRow* row : rows) {
        if (row->info.name == name) return row;
    }
    return nullptr;
}

Result<Request> request_of(const ReadSettings& settings) {
    Request request;
    request.layout = settings.layout;
    if (settings.layout) {
        const auto made = Geometry::make(*settings.layout);
        if (!made) return made.error();
    }
    std::string_view name = settings.format;
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
        request.alphabet = alphabet_named(name.substr(colon + 1));
        if (!request.alphabet) return unknown_format(name);
        name = name.substr(0, colon);
    }
    if (name.empty()) return request;
    const FormatRow* row = find_row(name);
    if (row == nullptr || (row->info.is_alphabet && request.alphabet)) return unknown_format(settings.format);
    if (row->info.is_alphabet) request.alphabet = alphabet_named(name);
    else request.row = row;
    if (request.row != nullptr && request.alphabet && !admits(*row, *request.alphabet)) {
        return Error{ErrorCode::unknown_name,
                     fmt::format("{} is not written in {}", name, name_of(*request.alphabet)), 0, 0};
    }
    return request;
}

bool reads_plain_lines(const Request& request) {
    return (request.row == nullptr || request.row == find_row("line")) &&
           request.alphabet.value_or(Alphabet::digits) == Alphabet::digits;
}

}  // namespace text

std::span<const FormatInfo> formats() {
    static const std::vector<FormatInfo> infos = [] {
        std::vector<FormatInfo> result;
        for (const text::FormatRow* row : text::format_rows()) result.push_back(row->info);
        return result;
    }();
    return infos;
}

const FormatInfo* find_format(std::string_view name) {
    const text::FormatRow* row = text::find_row(name);
    if (row == nullptr) return nullptr;
    for (const FormatInfo& info : formats()) {
        if (info.name == row->info.name) return &info;
    }
    return nullptr;
}

bool says_board(const FormatInfo& format, const Layout& layout) {
    const text::FormatRow* row = text::find_row(format.name);
    Layout same = layout;  // boxes that are rows or columns say nothing new
    if (layout.box_rows == 1 || layout.box_columns == 1) same.box_rows = same.box_columns = 0;
    return same == Layout::usual(layout.side) || (row->says != nullptr && row->says(layout));
}

std::optional<Error> check(const ReadSettings& settings) {
    const auto request = text::request_of(settings);
    if (request) return {};
    return request.error();
}

}  // namespace quadrille
