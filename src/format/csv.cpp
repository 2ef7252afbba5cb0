// csv: a line of fields. The header, where there is one, says which field is the puzzle and which its
// solution; else the puzzle is the first field that can be one, and a full grid behind it its solution.
#include <fmt/format.h>

#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr int smallest_side = 4;

bool could_be_puzzle(std::string_view field) {
    return cell_run(field) == field.size() && square_side(field.size()) >= smallest_side;
}

std::string_view unquoted(std::string_view field) {
    field = trimmed(field);
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
        field = field.substr(1, field.size() - 2);
    return field;
}

/// Calls visit(field, number) for every field of a CSV line.
template <class Visit>
void each_field(std::string_view line, Visit visit) {
    int number = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++number) {
        const std::size_t end = std::min(line.find_first_of(csv_separators, begin), line.size());
        visit(unquoted(line.substr(begin, end - begin)), number);
        begin = end + 1;
    }
}

bool is_full(std::string_view field) {
    return std::all_of(field.begin(), field.end(), [](char c) { return c != '0' && !is_plain_mark(c); });
}

/// The fields of a line that matter.
struct Parts {
    std::string_view puzzle;
    std::string_view solution;
    std::string_view note;  ///< what stands behind both, or else before the puzzle
};

std::string_view note_around(std::string_view line, const Parts& parts) {
    const char* end = parts.puzzle.data() + parts.puzzle.size();
    if (!parts.solution.empty()) end = std::max(end, parts.solution.data() + parts.solution.size());
    std::string_view behind = line.substr(static_cast<std::size_t>(end - line.data()));
    if (!behind.empty() && behind.front() == '"') behind.remove_prefix(1);
    behind = note_of(behind);
    if (!behind.empty()) return unquoted(behind);
    std::string_view before = line.substr(0, static_cast<std::size_t>(parts.puzzle.data() - line.data()));
    while (!before.empty() && (is_separator(before.back()) || before.back() == '"')) before.remove_suffix(1);
    return unquoted(before);
}

Parts parts_of(std::string_view line, CsvColumns columns) {
    Parts parts;
    each_field(line, [&](std::string_view field, int number) {
        if (columns.puzzle >= 0) {
            if (number == columns.puzzle) parts.puzzle = field;
            if (number == columns.solution) parts.solution = field;
        } else if (could_be_puzzle(field)) {
            if (parts.puzzle.empty()) parts.puzzle = field;
            else if (parts.solution.empty() && field.size() == parts.puzzle.size() && is_full(field))
                parts.solution = field;
        }
    });
    if (!parts.puzzle.empty()) parts.note = note_around(line, parts);
    return parts;
}

bool has_fields(const Page& page) {
    if (!page.is_single()) return false;
    const std::string_view line = page.lines().front().text;
    return line.find_first_of(csv_separators) != std::string_view::npos && line.front() != '{' &&
           line.front() != '<' && line.front() != '[' && odd_mark(line) == 0;
}

/// Without a header a line that begins with the puzzle is a line with a note.
bool fits(const Page& page) {
    if (!has_fields(page)) return false;
    if (page.columns().puzzle >= 0) return true;
    const std::string_view line = page.lines().front().text;
    const std::string_view puzzle = parts_of(line, {}).puzzle;
    return !puzzle.empty() && puzzle.data() != line.data();
}

MaybeFault check_order(std::string_view line, std::string_view puzzle) {
    bool other_has_gaps = false;
    each_field(line, [&](std::string_view field, int) {
        other_has_gaps =
            other_has_gaps || (could_be_puzzle(field) && field.size() == puzzle.size() && !is_full(field));
    });
    if (!is_full(puzzle) || !other_has_gaps) return {};
    return Fault{"a full grid stands before one with empty cells: which field is the puzzle is not clear",
                 puzzle.data()};
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    const CsvColumns columns = page.columns();
    const Parts parts = parts_of(line, columns);
    if (parts.puzzle.empty()) {
        if (columns.puzzle < 0) return Fault{"no puzzle in this line", line.data()};
        return Fault{fmt::format("field {}, the puzzle as the header has it, is empty", columns.puzzle + 1),
                     line.data()};
    }
    if (columns.puzzle < 0) {
        if (MaybeFault fault = check_order(line, parts.puzzle)) return fault;
    }
    if (MaybeFault fault = read_line_text(page, parts.puzzle, alphabet, draft)) return fault;
    draft.solution = parts.solution;
    draft.note = parts.note;
    return {};
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    for (const Digit digit : sheet.grid) append_cell(sheet, digit, out);
    out += ',';
    for (const Digit digit : sheet.settings.solution) append_cell(sheet, digit, out);
    out += ',';
    const std::string_view note = sheet.settings.note;
    if (!note.empty() && note.find_first_of(",;\t\"") != std::string_view::npos) {
        out += '"';
        for (const char c : note) out += c == '"' ? '\'' : c;
        out += '"';
    } else {
        out += note;
    }
    out += '\n';
    return {};
}

}  // namespace

const FormatRow csv_row = {
    {"csv", "fields: the header says which is the puzzle, else it is the first that can be one",
     "7,530070000600195000098000060800060003400803001700020006060000280000419005000080079,easy\n", true, true,
     false, "puzzle,solution,note\n", ""},
    one_character_alphabets,
    Cutting::lines,
    fits,
    read,
    append};

}  // namespace quadrille::text
