// line: all cells of a puzzle in one line, one character each; a note may follow.
#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    if (!page.is_single() || page.is_framed()) return false;
    const std::string_view line = page.lines().front().text;
    return odd_mark(line) != 0 || (!page.has_long_tokens() && cell_run(line) > 0);
}

/// A note that begins with as many cells as the puzzle has, some of them empty.
bool begins_with_gaps(std::string_view note, std::size_t cells) {
    const std::size_t run = cell_run(note);
    return cells > 1 && run == cells &&
           std::any_of(note.begin(), note.begin() + static_cast<std::ptrdiff_t>(run),
                       [](char c) { return c == '0' || is_plain_mark(c); });
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    if (page.lines().size() != 1) return Fault{"a line format has one line a puzzle", page.text().data()};
    if (MaybeFault fault = read_line_text(page, page.lines().front().text, alphabet, draft)) return fault;
    draft.solution = solution_in(draft.note, draft.givens.size());
    if (draft.mark == 0 && begins_with_gaps(draft.note, draft.givens.size())) {
        return Fault{
            "a full grid stands before one with empty cells: which of them is the puzzle is not clear",
            draft.note.data()};
    }
    return {};
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const std::size_t before = out.size();
    out.resize(before + sheet.grid.size() + 1);
    char* at = out.data() + before;
    for (const Digit digit : sheet.grid) *at++ = digit == 0 ? sheet.mark : symbol_of(sheet.alphabet, digit);
    *at = '\n';
    return {};
}

}  // namespace

const FormatRow line_row = {
    .info =
        {
            .name = "line",
            .summary = "one line a puzzle, one character a cell; a note may follow",
            .example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 # "
                       "a note\n",
            .is_answered_by_line = true,
            .note = NotePlace::behind,
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::lines,
    .smallest_detected = 4,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
