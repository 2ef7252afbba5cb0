// rows: one line a row, one character a cell, with or without white space between.
#include <fmt/core.h>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    if (page.is_framed() || page.has_long_tokens()) return false;
    return !page.is_single() || page.lines().front().text.size() == 1;
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    if (MaybeFault fault = page.gather_rows(draft.cells)) return fault;
    return fill(alphabet, draft);
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const auto side = static_cast<std::size_t>(sheet.side());
    if (sheet.side() > longest_compact_row)
        return fmt::format("a row of {} characters would be read as a puzzle by itself; numbers can write it",
                           side);
    for (std::size_t cell = 0; cell < sheet.grid.size(); ++cell) {
        append_cell(sheet, sheet.grid[cell], out);
        if ((cell + 1) % side == 0) out += '\n';
    }
    return {};
}

}  // namespace

const FormatRow rows_row = {
    .info =
        {
            .name = "rows",
            .summary = "one line a row, one character a cell",
            .example = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n"
                       "...419..5\n....8..79\n",
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::grids,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
