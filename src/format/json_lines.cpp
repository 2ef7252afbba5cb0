// json-lines: an object with the cells under one of the usual keys, as one string, as a list or as a list of
// rows; or such a list by itself. It is the one format that holds whole boards:
//
//     {"puzzle":"1..4...","solution":"...","note":"...","boxes":"2x2","regions":"1122...","diagonals":true,
//      "windows":true,"extra":["r1c1 r2c2"],"candidates":[[1],[2,3] ...]}
#include "format/json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "format/json_text.hpp"
#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr std::array<std::string_view, 10> puzzle_keys{"puzzle", "quiz",     "quizzes",  "sudoku", "givens",
                                                       "board",  "unsolved", "question", "cells",  "grid"};
constexpr int max_label = 99999;
constexpr std::array<std::string_view, 5> solution_keys{"solution", "solutions", "answer", "solved",
                                                        "solvedBoard"};

/// The value under the first of `keys` that says something.
std::string_view value_of(const std::vector<JsonMember>& members, std::span<const std::string_view> keys) {
    for (const std::string_view key : keys) {
        for (const JsonMember& member : members) {
            if (member.key == key && json_says_something(member.value)) return member.value;
        }
    }
    return {};
}
std::string_view value_of(const std::vector<JsonMember>& members, std::string_view key) {
    return value_of(members, std::span(&key, 1));
}

bool is_cells(std::string_view value) {
    return !value.empty() && value.front() != '{' && value.find(":") == std::string_view::npos;
}

std::string_view puzzle_of(std::string_view text, const std::vector<JsonMember>& members) {
    if (text.front() == '[') return text;
    return value_of(members, puzzle_keys);
}

bool fits(const Page& page) {
    const std::string_view text = trimmed(page.text());
    if (text.empty() || (text.front() != '{' && text.front() != '[')) return false;
    return json_end(text) == std::string_view::npos || is_cells(puzzle_of(text, json_members(text)));
}

/// Strings of one cell, or of one row, or numbers: cells as tokens.
void take_cells(std::string_view value, std::vector<std::string_view>& tokens) {
    std::vector<std::string_view> scalars;
    json_scalars(value, scalars);
    const bool rows_of_text = std::any_of(scalars.begin(), scalars.end(), [&](std::string_view scalar) {
        return scalar.size() > 1 && scalar != "null" && scalar.size() == scalars.size();
    });
    tokens.clear();
    for (const std::string_view scalar : scalars) {
        if (scalar.empty() || scalar == "null" || scalar == " ") tokens.push_back(".");
        else if (!rows_of_text) tokens.push_back(scalar);
        else
            for (std::size_t i = 0; i < scalar.size(); ++i) tokens.push_back(scalar.substr(i, 1));
    }
}

/// "2x3": two numbers.
bool read_boxes(std::string_view text, Layout& layout) {
    const std::size_t middle = text.find('x');
    if (middle == std::string_view::npos) return false;
    const int rows = decimal(text.substr(0, middle));
    const int columns = decimal(text.substr(middle + 1));
    if (rows < 0 || columns < 0 || rows > max_side || columns > max_side) return false;
    layout.box_rows = rows;
    layout.box_columns = columns;
    return true;
}

/// The label of each cell: a character, or a number of a list.
bool read_regions(std::string_view value, int side, std::vector<int>& map) {
    map.clear();
    if (value.front() == '"') {
        for (const char c : json_unquoted(value)) map.push_back(static_cast<unsigned char>(c));
    } else {
        std::vector<std::string_view> scalars;
        json_scalars(value, scalars);
        for (const std::string_view scalar : scalars) map.push_back(decimal(scalar));
    }
    return map.size() == static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
}

/// "r1c1 r2c2 ...".
bool read_cells(std::string_view text, int side, std::vector<Cell>& cells) {
    cells.clear();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const std::size_t middle = word.find('c');
        if (word.size() < 4 || word.front() != 'r' || middle == std::string_view::npos) return false;
        const int row = decimal(word.substr(1, middle - 1));
        const int column = decimal(word.substr(middle + 1));
        if (row < 1 || column < 1 || row > side || column > side) return false;
        cells.push_back(static_cast<Cell>((row - 1) * side + column - 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

bool read_extra(std::string_view value, int side, Layout& layout) {
    std::vector<std::string_view> scalars;
    json_scalars(value, scalars);
    for (const std::string_view scalar : scalars) {
        layout.extra.emplace_back();
        if (!read_cells(scalar, side, layout.extra.back())) return false;
    }
    return true;
}

MaybeFault read_board(const std::vector<JsonMember>& members, Draft& draft) {
    Layout layout = Layout::usual(draft.side);
    bool said = false;
    for (const JsonMember& member : members) {
        bool good = true;
        const bool known = member.key == "boxes" || member.key == "regions" || member.key == "diagonals" ||
                           member.key == "windows" || member.key == "extra";
        if (!known || !json_says_something(member.value)) continue;
        said = true;
        if (member.key == "boxes") good = read_boxes(json_unquoted(member.value), layout);
        if (member.key == "regions") {
            good = read_regions(member.value, draft.side, layout.region_map);
            layout.box_rows = layout.box_columns = 0;
        }
        if (member.key == "diagonals") layout.diagonals = good = member.value == "true";
        if (member.key == "windows") layout.windows = good = member.value == "true";
        if (member.key == "extra") good = read_extra(member.value, draft.side, layout);
        if (!good) {
            return Fault{fmt::format("{} is not what \"{}\" can hold", quoted(member.value), member.key),
                         member.value.data()};
        }
    }
    if (said) draft.layout = std::move(layout);
    return {};
}

/// A list of lists of digits, one a cell.
MaybeFault read_candidates(std::string_view value, Draft& draft) {
    draft.candidates.emplace(draft.side, false);
    Cell cell = 0;
    for (std::size_t begin = value.find('[', 1); begin != std::string_view::npos;
         begin = value.find('[', begin + 1), ++cell) {
        std::vector<std::string_view> digits;
        json_scalars(value.substr(begin, value.find(']', begin) - begin), digits);
        for (const std::string_view text : digits) {
            const int digit = decimal(text);
            if (digit < 1 || digit > draft.side || cell >= draft.givens.size())
                return Fault{quoted(text) + " is not a candidate here", text.data()};
            draft.candidates->insert(cell, static_cast<Digit>(digit));
        }
    }
    draft.has_given_digits = true;
    if (cell == draft.givens.size()) return {};
    return Fault{count_fault(cell, "set", draft.side, draft.givens.size()), value.data()};
}

bool has_escapes(std::string_view inside) { return inside.find('\\') != std::string_view::npos; }

/// A key that is read and stands twice: which of its values is meant nobody knows.
MaybeFault twice_fault(const std::vector<JsonMember>& members) {
    std::vector<std::string_view> known{"note",    "boxes", "regions",   "diagonals",
                                        "windows", "extra", "candidates"};
    known.insert(known.end(), puzzle_keys.begin(), puzzle_keys.end());
    known.insert(known.end(), solution_keys.begin(), solution_keys.end());
    for (const std::string_view key : known) {
        std::size_t met = 0;
        for (const JsonMember& member : members) {
            if (member.key == key && ++met == 2)
                return Fault{fmt::format("\"{}\" stands twice in this object", key), member.key.data()};
        }
    }
    return {};
}

MaybeFault read_puzzle_value(const Page& page, std::string_view puzzle, Alphabet alphabet, Draft& draft) {
    if (puzzle.front() == '"') {
        std::string_view cells = json_unquoted(puzzle);
        if (has_escapes(cells)) cells = draft.decoded_cells = json_decoded(cells);
        return read_line_text(page, cells, alphabet, draft);
    }
    if (puzzle.front() != '[')
        return Fault{quoted(puzzle) + " is not a puzzle: a string or a list of its cells is", puzzle.data()};
    take_cells(puzzle, draft.cells.tokens);
    draft.cells = Cells{square_side(draft.cells.tokens.size()), std::move(draft.cells.tokens), 0, 0, {}};
    if (draft.cells.side == 0) {
        const std::size_t count = draft.cells.tokens.size();
        return Fault{fmt::format("a list of {} cells is not a square grid", count), puzzle.data()};
    }
    // A list of numbers is one of numbers, whatever the side.
    if (puzzle.find('"') == std::string_view::npos && alphabet != Alphabet::numbers)
        return Fault{fmt::format("a list of numbers is not written in {}", name_of(alphabet)), puzzle.data()};
    return fill(alphabet, draft);
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    const std::string_view text = trimmed(page.text());
    const std::vector<JsonMember> members = json_members(text);
    const std::string_view puzzle = text.empty() ? text : puzzle_of(text, members);
    const std::size_t end = json_end(text);
    if (end == std::string_view::npos)
        return Fault{"a bracket that opens here is never closed", page.text().data()};
    if (!is_cells(puzzle)) return Fault{"no puzzle in this text", page.text().data()};
    if (const auto behind = trimmed(text.substr(end)); !behind.empty())
        return Fault{quoted(behind) + " stands behind the puzzle", behind.data()};
    if (MaybeFault fault = twice_fault(members)) return fault;
    if (MaybeFault fault = read_puzzle_value(page, puzzle, alphabet, draft)) return fault;
    const std::string_view solution = value_of(members, solution_keys);
    if (!solution.empty() && is_cells(solution)) draft.solution = json_unquoted(solution);
    draft.note = json_unquoted(value_of(members, "note"));
    if (has_escapes(draft.note)) draft.decoded_note = json_decoded(draft.note);
    if (MaybeFault fault = read_board(members, draft)) return fault;
    const std::string_view candidates = value_of(members, "candidates");
    return candidates.empty() || candidates.front() != '[' ? MaybeFault{}
                                                           : read_candidates(candidates, draft);
}

/// A comma, but before the first of a list.
void separate(std::string& out) {
    if (out.back() != '[') out += ',';
}

/// A string of digits up to side 9; beyond, numbers, so that nothing need be asked.
void append_grid(const Sheet& sheet, std::span<const Digit> grid, std::string& out) {
    const bool numbers = sheet.side() > 9;
    out += numbers ? '[' : '"';
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        if (!numbers) {
            out += grid[cell] == 0 ? sheet.mark : static_cast<char>('0' + grid[cell]);
            continue;
        }
        separate(out);
        out += std::to_string(grid[cell]);
    }
    out += numbers ? ']' : '"';
}

/// All of the board that its side does not say.
void append_board(const Geometry& geometry, std::string& out) {
    const Layout& layout = geometry.layout();
    const Layout usual = Layout::usual(layout.side);
    if (layout.region_map.empty() &&
        (layout.box_rows != usual.box_rows || layout.box_columns != usual.box_columns)) {
        out += fmt::format(",\"boxes\":\"{}x{}\"", layout.box_rows, layout.box_columns);
    }
    if (!layout.region_map.empty()) {
        out += ",\"regions\":[";
        for (const auto label : small_labels(layout.region_map, max_label)) {
            separate(out);
            out += std::to_string(label);
        }
        out += ']';
    }
    if (layout.diagonals) out += ",\"diagonals\":true";
    if (layout.windows) out += ",\"windows\":true";
    if (layout.extra.empty()) return;
    out += ",\"extra\":[";
    for (const std::vector<Cell>& cells : layout.extra) {
        separate(out);
        out += '"';
        for (const Cell cell : cells) out += name_of_cell(layout.side, cell) + ' ';
        out.back() = '"';
    }
    out += ']';
}

void append_candidates(const Candidates& candidates, std::size_t cells, std::string& out) {
    out += ",\"candidates\":[";
    for (Cell cell = 0; cell < cells; ++cell) {
        out += cell == 0 ? "[" : ",[";
        for (Digit digit = 1; digit <= candidates.side(); ++digit) {
            if (!candidates.has(cell, digit)) continue;
            separate(out);
            out += std::to_string(digit);
        }
        out += ']';
    }
    out += ']';
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    out += "{\"puzzle\":";
    append_grid(sheet, sheet.grid, out);
    if (!sheet.settings.solution.empty()) {
        out += ",\"solution\":";
        append_grid(sheet, sheet.settings.solution, out);
    }
    if (!sheet.settings.note.empty()) {
        out += ",\"note\":\"";
        append_json_text(sheet.settings.note, out);
        out += '"';
    }
    append_board(*sheet.puzzle.geometry, out);
    if (sheet.puzzle.candidates) append_candidates(*sheet.puzzle.candidates, sheet.grid.size(), out);
    out += "}\n";
    return {};
}

}  // namespace

const FormatRow json_lines_row = {
    .info =
        {
            .name = "json-lines",
            .summary = "JSON objects with the cells under \"puzzle\" or another usual key, or lists of rows",
            .example = "{\"id\":1,\"puzzle\":\"5300700006001950000980000608000600034008030017000200060"
                       "60000280000419005000080079\"}\n",
            .holds_candidates = true,
            .is_answered_by_line = true,
            .note = NotePlace::inside,
        },
    .alphabets = all_alphabets,
    .cutting = Cutting::lines,
    .fits = fits,
    .read = read,
    .append = append,
    .says = says_any,
};

}  // namespace quadrille::text
