// csv: a line of fields. The header, where there is one, says which field is the puzzle and which its
// solution; else the puzzle is the first field that can be one, and a full grid behind it its solution.
#include <fmt/core.h>

#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

/// The end of the field that begins at `begin`; separators between quotes are part of it.
std::size_t field_end(std::string_view line, std::size_t begin) {
    std::size_t at = std::min(line.find_first_not_of(' ', begin), line.size());
    if (at < line.size() && line[at] == '"') {
        for (++at; at < line.size(); ++at) {
            if (line[at] != '"') continue;
            if (line.substr(at + 1, 1) != "\"")
                return std::min(line.find_first_of(csv_separators, at), line.size());
            ++at;
        }
    }
    return std::min(line.find_first_of(csv_separators, begin), line.size());
}

bool is_quoted(std::string_view field) {
    return field.size() >= 2 && field.front() == '"' && field.back() == '"' &&
           field_end(field, 0) == field.size();
}

std::string_view unquoted(std::string_view field) {
    field = trimmed(field);
    return is_quoted(field) ? field.substr(1, field.size() - 2) : field;
}

/// Calls visit(field, number) for every field of a CSV line, with its quotes.
template <class Visit>
void each_field(std::string_view line, Visit visit) {
    int number = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++number) {
        const std::size_t end = field_end(line, begin);
        visit(line.substr(begin, end - begin), number);
        begin = end + 1;
    }
}

/// What stands behind `last`, or else before `puzzle`: both fields of the line.
std::string_view note_around(std::string_view line, std::string_view puzzle, std::string_view last) {
    const auto end = static_cast<std::size_t>(last.data() - line.data()) + last.size();
    const std::string_view behind = note_of(line.substr(end));
    if (!behind.empty()) return unquoted(behind);
    std::string_view before = line.substr(0, static_cast<std::size_t>(puzzle.data() - line.data()));
    while (!before.empty() && is_separator(before.back())) before.remove_suffix(1);
    return unquoted(before);
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
    const std::string_view puzzle = csv_parts(line, {}).puzzle;
    return !puzzle.empty() && puzzle.data() != line.data();
}

MaybeFault check_order(std::string_view line, std::string_view puzzle) {
    bool other_has_gaps = false;
    each_field(line, [&](std::string_view raw, int) {
        const std::string_view field = unquoted(raw);
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
    const CsvParts parts = csv_parts(line, columns);
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
    const bool was_quoted = parts.note.data() != line.data() && *(parts.note.data() - 1) == '"';
    if (!was_quoted) return {};
    for (std::size_t at = 0; at < draft.note.size(); ++at) {
        draft.decoded_note += draft.note[at];
        if (draft.note[at] == '"') ++at;
    }
    return {};
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    for (const Digit digit : sheet.grid) append_cell(sheet, digit, out);
    out += ',';
    for (const Digit digit : sheet.settings.solution) append_cell(sheet, digit, out);
    out += ',';
    const std::string_view note = sheet.settings.note;
    const bool needs_quotes =
        note.find_first_of(",;\t\"#") != std::string_view::npos || note != trimmed(note);
    if (needs_quotes) out += '"';
    for (const char c : note) {
        if (c == '"') out += '"';
        out += c >= 0 && c < ' ' ? ' ' : c;
    }
    if (needs_quotes) out += '"';
    out += '\n';
    return {};
}

}  // namespace

CsvParts csv_parts(std::string_view line, CsvColumns columns) {
    CsvParts parts;
    std::string_view puzzle_field;
    std::string_view last;
    each_field(line, [&](std::string_view raw, int number) {
        const std::string_view field = unquoted(raw);
        const bool fits = columns.puzzle < 0 && could_be_puzzle(field);
        if (columns.puzzle >= 0 ? number == columns.puzzle : fits && parts.puzzle.empty()) {
            parts.puzzle = field;
            puzzle_field = last = raw;
        } else if (columns.puzzle >= 0 ? number == columns.solution
                                       : fits && parts.solution.empty() &&
                                             field.size() == parts.puzzle.size() && is_full(field)) {
            parts.solution = field;
            if (last.data() == nullptr || raw.data() > last.data()) last = raw;
        }
    });
    if (!parts.puzzle.empty()) parts.note = note_around(line, puzzle_field, last);
    return parts;
}

const FormatRow csv_row = {
    .info =
        {
            .name = "csv",
            .summary = "fields: the header says which is the puzzle, else it is the first that can be one",
            .example =
                "7,530070000600195000098000060800060003400803001700020006060000280000419005000080079,easy\n",
            .is_answered_by_line = true,
            .note = NotePlace::inside,
            .before = "puzzle,solution,note\n",
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::lines,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
