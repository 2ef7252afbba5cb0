// numbers: decimal numbers between white space, any side; one line a row, or all cells in one line.
#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    return page.is_spaced() && !page.is_framed() && (page.all_decimal() || page.has_long_tokens());
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    MaybeFault fault = page.is_single() ? page.gather_line(page.lines().front().text, draft.cells)
                                        : page.gather_rows(draft.cells);
    return fault ? fault : fill(alphabet, draft);
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const auto side = static_cast<std::size_t>(sheet.side());
    for (std::size_t cell = 0; cell < sheet.grid.size(); ++cell) {
        append_cell(sheet, sheet.grid[cell], out);
        out += (cell + 1) % side == 0 ? '\n' : ' ';
    }
    return {};
}

}  // namespace

const FormatRow numbers_row = {
    .info =
        {
            .name = "numbers",
            .summary = "numbers between white space, any side from 1 to 400; one line a row",
            .example = "1 0 0 4\n3 0 1 0\n0 1 0 3\n4 0 2 0\n",
        },
    .alphabets = numbers_only,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
