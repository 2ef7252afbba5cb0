// candidates: a grid whose cells are sets of candidates, "1357"; a digit alone is given, unless it still
// stands among several candidates of a cell in the same region: then it is a naked single, as HoDoKu has it.
// Sides up to 9. sudocue is the same without frame, with u before a digit that a player placed.
#include <fmt/core.h>

#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    return !page.is_single() && page.is_spaced() && page.has_long_tokens() && !page.has_empty_tokens() &&
           page.cells() <= 9;
}

MaybeFault read(const Page& page, Alphabet, Draft& draft) {
    if (MaybeFault fault = page.gather_rows(draft.cells)) return fault;
    return fill_candidates(draft);
}

std::string set_of(const Candidates& candidates, Cell cell) {
    std::string set;
    for (Digit digit = 1; digit <= candidates.side(); ++digit) {
        if (candidates.has(cell, digit)) set += static_cast<char>('0' + digit);
    }
    return set;
}

void append_rule(int side, int box_columns, std::size_t width, std::string& out) {
    for (int column = 0; column < side; column += box_columns) {
        out += '+';
        out.append(static_cast<std::size_t>(box_columns) * (width + 1) + 1, '-');
    }
    out += "+\n";
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const int side = sheet.side();
    if (side < 4 || side > 9) return "a candidate grid has a side of 4 to 9";
    const Candidates shown = shown_candidates(sheet.puzzle, sheet.grid);
    std::size_t width = 1;
    for (Cell cell = 0; cell < sheet.grid.size(); ++cell) {
        const auto count = static_cast<std::size_t>(shown.count(cell));
        if (count == 0) return name_of_cell(side, cell) + " has no candidate left";
        width = std::max(width, count);
    }
    const Layout& layout = sheet.puzzle.geometry->layout();
    const int box_rows = layout.box_rows == 0 ? side : layout.box_rows;
    const int box_columns = layout.box_columns == 0 ? side : layout.box_columns;
    for (int row = 0; row < side; ++row) {
        if (row % box_rows == 0) append_rule(side, box_columns, width, out);
        for (int column = 0; column < side; ++column) {
            if (column % box_columns == 0) out += "| ";
            out += fmt::format("{:<{}} ", set_of(shown, static_cast<Cell>(row * side + column)), width);
        }
        out += "|\n";
    }
    append_rule(side, box_columns, width, out);
    return {};
}

bool has_placed_digits(const Page& page) {
    Pieces pieces;
    for (const Line& line : page.lines()) {
        cut(line.text, pieces);
        if (std::any_of(pieces.begin(), pieces.end(),
                        [](const Piece& piece) { return is_placed_digit(piece.text); }))
            return true;
    }
    return false;
}

bool fits_sudocue(const Page& page) {
    return !page.is_single() && page.is_spaced() && !page.has_empty_tokens() && !page.is_framed() &&
           page.cells() <= 9 && has_placed_digits(page);
}

std::optional<std::string> append_sudocue(const Sheet& sheet, std::string& out) {
    const auto side = static_cast<Cell>(sheet.side());
    if (side < 4 || side > 9) return "a candidate grid has a side of 4 to 9";
    const Candidates shown = shown_candidates(sheet.puzzle, sheet.grid);
    const std::vector<bool> among = stand_among_several(*sheet.puzzle.geometry, shown);
    for (Cell cell = 0; cell < sheet.grid.size(); ++cell) {
        if (shown.count(cell) == 0) return name_of_cell(sheet.side(), cell) + " has no candidate left";
        const bool would_be_given = sheet.grid[cell] == 0 && shown.count(cell) == 1 && !among[cell];
        if (would_be_given) out += 'u';
        out += set_of(shown, cell);
        out += (cell + 1) % side == 0 ? '\n' : ' ';
    }
    return {};
}

}  // namespace

const FormatRow sudocue_row = {
    .info =
        {
            .name = "sudocue",
            .summary = "rows of sets of candidates, u before a placed digit (.sdx), sides 4 to 9",
            .example = "1 23 23 4\n3 24 1 2\n2 u1 4 3\n4 3 2 1\n",
            .holds_candidates = true,
        },
    .alphabets = digits_only,
    .cutting = Cutting::grids,
    .fits = fits_sudocue,
    .read = read,
    .append = append_sudocue,
};
const FormatRow candidates_row = {
    .info =
        {
            .name = "candidates",
            .summary = "a grid of sets of candidates, sides 4 to 9",
            .example = "+-----------+-----------+\n| 1    234  | 23   4    |\n| 3    24   | 1    2    |\n"
                       "+-----------+-----------+\n| 2    1    | 4    3    |\n| 4    3    | 2    1    |\n"
                       "+-----------+-----------+\n",
            .holds_candidates = true,
        },
    .alphabets = digits_only,
    .cutting = Cutting::grids,
    .lone_digits_are_given = true,
    .fits = fits,
    .read = read,
    .append = append,
    .says = draws_boxes,
};

}  // namespace quadrille::text
