// Cells of text to digits and back: what the formats share.
#include <fmt/core.h>

#include <algorithm>

#include "format/json.hpp"
#include "format/table.hpp"

namespace quadrille::text {

namespace {

void note_mark(char mark, Draft& draft) {
    if (draft.mark == 0) draft.mark = mark;
    else if ((draft.mark == '0') != (mark == '0')) draft.mixes_zero = true;
}

Fault bad_cell(std::string_view token, Cell cell, Alphabet alphabet, int side) {
    return {fmt::format("{} in {} is not a digit of a {}x{} grid ({})", quoted(token),
                        name_of_cell(side, cell), side, side, describe(alphabet, side)),
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
    for (Cell cell = 0; cell < draft.cells.tokens.size(); ++cell) {
        const std::string_view token = draft.cells.tokens[cell];
        int value = token.size() == 1 ? table[static_cast<unsigned char>(token[0])] : bad_value;
        if (token.size() > 1 && alphabet == Alphabet::numbers) value = decimal(token);
        else if (value == bad_value) value = -1;
        if (value < 0 || value > side) return bad_cell(token, cell, alphabet, side);
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
        std::string_view token = without_marks(draft.cells.tokens[cell]);
        if (is_placed_digit(token)) {
            token.remove_prefix(1);
            draft.placed.resize(draft.cells.tokens.size());
            draft.placed[cell] = static_cast<Digit>(token[0] - '0');
        }
        if (!is_candidate_set(token, side)) {
            return Fault{fmt::format("{} in {} is not a set of candidates of a {}x{} grid", quoted(token),
                                     name_of_cell(side, cell), side, side),
                         token.data()};
        }
        for (const char c : token) draft.candidates->insert(cell, static_cast<Digit>(c - '0'));
    }
    return {};
}

std::string_view solution_in(std::string_view note, std::size_t cells) {
    if (cells < 16) return {};
    while (note.size() >= cells) {
        const std::size_t run = cell_run(note);
        const std::string_view field = note.substr(0, run);
        if (run == cells && is_full(field)) return field;
        note.remove_prefix(std::max<std::size_t>(run, 1));
    }
    return {};
}

void solution_tokens(std::string_view solution, std::size_t cells, std::vector<std::string_view>& tokens) {
    tokens.clear();
    if (cell_run(solution) != solution.size()) json_scalars(solution, tokens);
    if (tokens.size() == cells) return;
    tokens.clear();
    for (std::size_t at = 0; at < solution.size(); ++at) {
        if (is_cell_character(solution[at])) tokens.push_back(solution.substr(at, 1));
    }
}

namespace {

/// The only candidate of the cell, if it is one and of no cell that shares a region with it; else 0.
Digit lone_digit(const Geometry& geometry, const Candidates& candidates, Cell cell) {
    if (candidates.count(cell) != 1) return 0;
    Digit digit = 1;
    while (!candidates.has(cell, digit)) ++digit;
    for (const std::uint32_t region : geometry.regions_of(cell)) {
        for (const Cell other : geometry.regions()[region].cells) {
            if (other != cell && candidates.has(other, digit)) return 0;
        }
    }
    return digit;
}

}  // namespace

std::vector<bool> stand_among_several(const Geometry& geometry, const Candidates& candidates) {
    std::vector<bool> among(geometry.cell_count(), false);
    for (const Region& region : geometry.regions()) {
        std::uint64_t several = 0;
        for (const Cell cell : region.cells) {
            if (candidates.count(cell) > 1) several |= candidates.row(cell)[0];
        }
        for (const Cell cell : region.cells) {
            if ((candidates.row(cell)[0] & several) != 0) among[cell] = true;
        }
    }
    return among;
}

Grid lone_digits(const Sheet& sheet, const Candidates& candidates) {
    Grid lone(sheet.grid.size(), 0);
    for (Cell cell = 0; cell < lone.size(); ++cell) {
        if (sheet.grid[cell] == 0) lone[cell] = lone_digit(*sheet.puzzle.geometry, candidates, cell);
    }
    return lone;
}

MaybeFault read_line_text(const Page& page, std::string_view text, Alphabet alphabet, Draft& draft) {
    if (MaybeFault fault = page.gather_line(text, draft.cells)) return fault;
    return fill(alphabet, draft);
}

void append_cell(const Sheet& sheet, Digit digit, std::string& out) {
    if (digit == 0) out += sheet.mark;
    else if (sheet.alphabet == Alphabet::numbers) out += fmt::format("{}", digit);
    else out += symbol_of(sheet.alphabet, digit);
}

}  // namespace quadrille::text
