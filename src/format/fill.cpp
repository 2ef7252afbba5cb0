// Cells of text to digits and back: what the formats share.
#include <fmt/format.h>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

void note_mark(char mark, Draft& draft) {
    if (draft.mark == 0) draft.mark = mark;
    else if ((draft.mark == '0') != (mark == '0')) draft.mixes_zero = true;
}

Fault bad_cell(std::string_view token, Alphabet alphabet, int side) {
    if (is_placed_digit(token)) {
        return {quoted(token) + " is a digit that a player placed, which is not part of a puzzle",
                token.data()};
    }
    return {fmt::format("{} is not a digit of a {}x{} grid ({})", quoted(token), side, side,
                        describe(alphabet, side)),
            token.data()};
}

void begin(Draft& draft) {
    draft.side = draft.cells.side;
    draft.note = draft.cells.note;
    draft.mark = 0;
    draft.mixes_zero = false;
    draft.candidates.reset();
    draft.layout.reset();
    draft.givens.resize(draft.cells.tokens.size());
    if (draft.cells.box_rows != 0)
        draft.layout = Layout::boxed(draft.cells.box_rows, draft.cells.box_columns);
}

}  // namespace

MaybeFault fill(Alphabet alphabet, Draft& draft) {
    begin(draft);
    const int side = draft.side;
    if (side > largest_side(alphabet)) {
        return Fault{
            fmt::format("a side of {} has no digits of one character in {}", side, name_of(alphabet)),
            draft.cells.tokens.front().data()};
    }
    const ValueTable table = value_table(alphabet, side);
    for (std::size_t cell = 0; cell < draft.cells.tokens.size(); ++cell) {
        const std::string_view token = draft.cells.tokens[cell];
        int value = token.size() == 1 ? table[static_cast<unsigned char>(token[0])] : bad_value;
        if (token.size() > 1 && alphabet == Alphabet::numbers) value = decimal(token);
        else if (value == bad_value) value = -1;
        if (value < 0 || value > side) return bad_cell(token, alphabet, side);
        if (value == 0) note_mark(token[0], draft);
        draft.givens[cell] = static_cast<Digit>(value);
    }
    return {};
}

MaybeFault fill_candidates(Draft& draft) {
    begin(draft);
    const int side = draft.side;
    draft.givens.assign(draft.cells.tokens.size(), 0);
    draft.candidates.emplace(side, false);
    for (Cell cell = 0; cell < draft.cells.tokens.size(); ++cell) {
        const std::string_view token = draft.cells.tokens[cell];
        if (!is_candidate_set(token, side)) {
            return Fault{
                fmt::format("{} is not a set of candidates of a {}x{} grid", quoted(token), side, side),
                token.data()};
        }
        for (const char c : token) draft.candidates->insert(cell, static_cast<Digit>(c - '0'));
    }
    return {};
}

MaybeFault read_line_text(const Page& page, std::string_view text, Alphabet alphabet, Draft& draft) {
    if (MaybeFault fault = page.gather_line(text, draft.cells)) return fault;
    return fill(alphabet, draft);
}

Candidates reduced_candidates(const Geometry& geometry, std::span<const Digit> grid, Candidates from) {
    for (const Region& region : geometry.regions()) {
        for (const Cell cell : region.cells) {
            if (grid[cell] == 0) continue;
            for (const Cell other : region.cells) from.erase(other, grid[cell]);
        }
    }
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] == 0) continue;
        for (Digit digit = 1; digit <= geometry.side(); ++digit) from.erase(cell, digit);
        from.insert(cell, grid[cell]);
    }
    return from;
}

Candidates shown_candidates(const Sheet& sheet) {
    Candidates from = sheet.puzzle.candidates ? *sheet.puzzle.candidates : Candidates(sheet.side(), true);
    return reduced_candidates(*sheet.puzzle.geometry, sheet.grid, std::move(from));
}

void append_cell(const Sheet& sheet, Digit digit, std::string& out) {
    if (digit == 0) out += sheet.mark;
    else if (sheet.alphabet == Alphabet::numbers) fmt::format_to(std::back_inserter(out), "{}", digit);
    else out += symbol_of(sheet.alphabet, digit);
}

}  // namespace quadrille::text
