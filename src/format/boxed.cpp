// boxed: numbers in one line that begins with the rows and columns of a box, as sets of large grids come.
#include <fmt/core.h>

#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

/// Rows and columns of a box: what a boxed line begins with.
struct Box {
    int rows;
    int columns;
    int side() const { return rows * columns; }
};

bool is_possible(Box box) {
    return box.rows >= 1 && box.columns >= 1 && box.rows <= max_side && box.columns <= max_side / box.rows;
}

Box box_of(const Pieces& pieces) { return {decimal(pieces[0].text), decimal(pieces[1].text)}; }

bool fits(const Page& page) {
    constexpr std::size_t longest_number = 3;  // max_side has three digits: most lines need no cutting
    if (!page.is_single()) return false;
    const std::string_view line = page.lines().front().text;
    if (line.find_first_of(" \t") > longest_number) return false;
    Pieces pieces;
    cut(line, pieces);
    return boxed_square(pieces) != Square::row;
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    Pieces pieces;
    cut(line, pieces);
    if (!page.is_single() || pieces.size() < 3)
        return Fault{"a line of box rows, box columns and cells is expected", line.data()};
    const Box box = box_of(pieces);
    if (!is_possible(box))
        return Fault{"a line of this format begins with the rows and columns of a box", line.data()};
    const auto side = static_cast<std::size_t>(box.side());
    if (pieces.size() != side * side + 2)
        return Fault{count_fault(pieces.size() - 2, "cell", box.side(), side * side), line.data()};
    draft.cells = Cells{box.side(), std::move(draft.cells.tokens), 0, 0, {}};
    draft.cells.tokens.clear();
    for (std::size_t i = 2; i < pieces.size(); ++i) draft.cells.tokens.push_back(pieces[i].text);
    MaybeFault fault = fill(alphabet, draft);
    const bool latin = box.rows == 1 || box.columns == 1;
    draft.layout = latin ? Layout::latin(box.side()) : Layout::boxed(box.rows, box.columns);
    return fault;
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const Layout& layout = sheet.puzzle.geometry->layout();
    const bool latin = layout == Layout::latin(layout.side);
    if (!latin && layout != Layout::boxed(layout.box_rows, layout.box_columns))
        return "this board has more than boxes";
    out += fmt::format("{} {}", latin ? 1 : layout.box_rows, latin ? layout.side : layout.box_columns);
    for (const Digit digit : sheet.grid) {
        out += fmt::format(" {}", digit);  // no mark but 0: the line is one of numbers
    }
    out += '\n';
    return {};
}

bool says(const Layout& layout) { return says_boxes(layout) || layout == Layout::latin(layout.side); }

}  // namespace

Square boxed_square(const Pieces& pieces) {
    if (pieces.size() < 3) return Square::row;
    const Box box = box_of(pieces);
    if (!is_possible(box)) return Square::row;
    const auto side = static_cast<std::size_t>(box.side());
    if (pieces.size() != side * side + 2 || side == 1) return Square::row;
    std::vector<bool> met(side + 1);
    bool repeats = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const int value = decimal(pieces[i].text);
        if (value < 0 || value > box.side()) return Square::row;
        repeats = repeats || (value > 0 && met[static_cast<std::size_t>(value)]);
        met[static_cast<std::size_t>(value)] = true;
    }
    return repeats ? Square::whole : Square::undecided;
}

const FormatRow boxed_row = {
    .info =
        {
            .name = "boxed",
            .summary =
                "numbers in one line: rows and columns of a box, then the cells; 1 row for a Latin square",
            .example = "2 2 1 0 0 4 3 0 1 0 0 1 0 3 4 0 2 0\n",
        },
    .alphabets = numbers_only,
    .cutting = Cutting::lines,
    .smallest_detected = 2,
    .fits = fits,
    .read = read,
    .append = append,
    .says = says,
};

}  // namespace quadrille::text
