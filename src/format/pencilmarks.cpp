// pencilmarks: side * side * side characters in one line; each cell is `side` of them, where place d holds
// digit d or a mark. Also side * side groups of digits between white space. Lone digits as in candidates.
#include <fmt/core.h>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr int smallest_side = 4;  // below, a line of that length is rather a row

bool is_absent(char c) { return is_plain_mark(c) || c == '0' || c == 'x' || c == 'X'; }

/// The first character that stands where it cannot, or npos.
std::size_t misplaced(std::string_view marks, int side) {
    for (std::size_t at = 0; at < marks.size(); ++at) {
        const char digit = static_cast<char>('1' + at % static_cast<std::size_t>(side));
        if (marks[at] != digit && !is_absent(marks[at])) return at;
    }
    return std::string_view::npos;
}

bool every_cell_has_one(std::string_view marks, int side) {
    int found = 0;
    for (std::size_t at = 0; at < marks.size(); ++at) {
        found += is_absent(marks[at]) ? 0 : 1;
        if ((at + 1) % static_cast<std::size_t>(side) != 0) continue;
        if (found == 0) return false;
        found = 0;
    }
    return true;
}

bool fits(const Page& page) {
    if (!page.is_single() || page.is_framed()) return false;
    const std::string_view line = page.lines().front().text;
    if (page.is_spaced()) return page.has_long_tokens() && !page.has_empty_tokens() && page.cells() <= 81;
    const std::string_view marks = line.substr(0, cell_run(line));
    const int side = cube_side(marks.size());
    return side >= smallest_side && side <= 9 && misplaced(marks, side) == std::string_view::npos &&
           every_cell_has_one(marks, side);
}

MaybeFault read(const Page& page, Alphabet, Draft& draft) {
    if (!page.is_single()) return Fault{"pencilmarks have one line a puzzle", page.text().data()};
    const std::string_view line = page.lines().front().text;
    if (page.is_spaced()) {
        if (MaybeFault fault = page.gather_line(line, draft.cells)) return fault;
        return fill_candidates(draft);
    }
    const std::string_view marks = line.substr(0, cell_run(line));
    const int side = cube_side(marks.size());
    if (side < 1 || side > 9) {
        return Fault{fmt::format("a line of {} characters is no cube of pencilmarks: 729 would be 9x9x9",
                                 marks.size()),
                     line.data()};
    }
    if (const std::size_t at = misplaced(marks, side); at != std::string_view::npos) {
        return Fault{fmt::format("{} stands where only {} or a mark may", quoted(marks.substr(at, 1)),
                                 at % static_cast<std::size_t>(side) + 1),
                     marks.data() + at};
    }
    draft.side = side;
    draft.note = note_of(line.substr(marks.size()));
    draft.mark = '.';
    draft.mixes_zero = false;
    draft.layout.reset();
    draft.givens.assign(marks.size() / static_cast<std::size_t>(side), 0);
    draft.candidates.emplace(side, false);
    for (std::size_t at = 0; at < marks.size(); ++at) {
        if (is_absent(marks[at])) continue;
        draft.candidates->insert(static_cast<Cell>(at / static_cast<std::size_t>(side)),
                                 static_cast<Digit>(marks[at] - '0'));
    }
    return {};
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const int side = sheet.side();
    if (side > 9) return "pencilmarks have a side of 1 to 9";
    const Candidates shown = shown_candidates(sheet.puzzle, sheet.grid);
    for (Cell cell = 0; cell < sheet.grid.size(); ++cell) {
        if (shown.count(cell) == 0) return name_of_cell(side, cell) + " has no candidate left";
        for (Digit digit = 1; digit <= side; ++digit) {
            out += shown.has(cell, digit) ? static_cast<char>('0' + digit) : sheet.mark;
        }
    }
    out += '\n';
    return {};
}

}  // namespace

const FormatRow pencilmarks_row = {
    .info =
        {
            .name = "pencilmarks",
            .summary = "side*side*side characters, a place for each candidate of each cell; sides 4 to 9",
            .example = "1....234.23....4..3..2.41....2...2..1......4..3....4..3..2..1...\n",
            .holds_candidates = true,
            .note = NotePlace::behind,
        },
    .alphabets = digits_only,
    .cutting = Cutting::lines,
    .smallest_detected = smallest_side,
    .lone_digits_are_given = true,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
