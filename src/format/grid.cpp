// grid: rows in a frame. Reads any frame of bars and rules; the boxes or regions drawn are those of the
// board. Writes a border wherever two regions meet:
//
//     +-------+-------+     boxed boards: bars in every row, rules between boxes
//     | 1   . | .   4 |     jigsaws: bars and pieces of rule only where they are borders
//     |   +---+       |
//     | 3 | .   1 | . |
#include <fmt/core.h>

#include <algorithm>

#include "format/drawn.hpp"
#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    return page.is_framed() &&
           !(page.is_spaced() && page.has_long_tokens() && !page.has_empty_tokens() && page.cells() <= 9);
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    MaybeFault fault = page.gather_rows(draft.cells);
    std::vector<int> map;
    if (fault && !page.is_framed()) return fault;
    if (fault || has_gaps_in_rules(page)) {
        const MaybeFault drawn_fault = gather_drawn(page, draft.cells, map);
        const auto side = static_cast<std::size_t>(draft.cells.side);
        const bool whole = side > 0 && draft.cells.tokens.size() == side * side;
        if (drawn_fault && !(draft.board_known && whole)) return fault ? fault : drawn_fault;
    }
    if (MaybeFault bad = fill(alphabet, draft)) return bad;
    if (!map.empty()) draft.layout = Layout::jigsaw(std::move(map));
    return {};
}

/// The characters of a frame.
struct Pen {
    std::string_view bar, dash;
    std::string_view corners[16];  ///< by the arms that meet: 1 up, 2 down, 4 left, 8 right
};
constexpr Pen ascii{
    "|", "-", {" ", "|", "|", "|", "-", "+", "+", "+", "-", "+", "+", "+", "-", "+", "+", "+"}};
constexpr Pen box_drawing{"\u2502",
                          "\u2500",
                          {" ", "\u2502", "\u2502", "\u2502", "\u2500", "\u2518", "\u2510", "\u2524",
                           "\u2500", "\u2514", "\u250C", "\u251C", "\u2500", "\u2534", "\u252C", "\u253C"}};

/// What stands in each cell.
std::vector<std::string> cell_texts(const Sheet& sheet) {
    const bool sets = sheet.settings.with_candidates;
    const Candidates shown =
        sets ? shown_candidates(sheet.puzzle, sheet.grid) : Candidates(sheet.side(), false);
    const bool commas = sheet.alphabet == Alphabet::numbers && sheet.side() > 9;
    std::vector<std::string> texts(sheet.grid.size());
    for (Cell cell = 0; cell < sheet.grid.size(); ++cell) {
        std::string& text = texts[cell];
        for (Digit digit = 1; sets && sheet.grid[cell] == 0 && digit <= sheet.side(); ++digit) {
            if (!shown.has(cell, digit)) continue;
            if (commas && !text.empty()) text += ',';
            append_cell(sheet, digit, text);
        }
        if (text.empty()) append_cell(sheet, sheet.grid[cell], text);
    }
    return texts;
}

/// Draws one grid: knows the width of a cell and where borders run.
class Drawing {
  public:
    Drawing(const Sheet& sheet, std::string& out)
        : sheet_(sheet),
          style_(sheet.settings.style),
          pen_(sheet.settings.box_drawing ? box_drawing : ascii),
          out_(out),
          side_(sheet.side()),
          regions_(drawn_regions(*sheet.puzzle.geometry)),
          texts_(cell_texts(sheet)) {
        for (const std::string& text : texts_) width_ = std::max(width_, text.size());
        for (int column = 0; column <= side_; ++column) {
            bool bar = false;
            for (int row = 0; row < side_; ++row) bar = bar || has_bar(row, column);
            bars_.push_back(bar);
        }
    }

    void draw() {
        for (int row = 0; row <= side_; ++row) {
            rule(row);
            if (row < side_) cells(row);
        }
    }

  private:
    int region(int row, int column) const { return regions_[static_cast<std::size_t>(row * side_ + column)]; }
    /// A border at the left of a cell; at the right of the last.
    bool has_bar(int row, int column) const {
        if (row < 0 || row >= side_) return false;
        return column == 0 || column == side_ || region(row, column - 1) != region(row, column);
    }
    /// A border on top of a cell; below the last.
    bool has_dash(int row, int column) const {
        if (column < 0 || column >= side_) return false;
        return row == 0 || row == side_ || region(row - 1, column) != region(row, column);
    }
    void framed(std::string_view piece) {
        out_ += style_.frame_begin;
        out_ += piece;
        out_ += style_.frame_end;
    }
    std::string_view corner(int row, int column) const {
        const bool old_style = sheet_.settings.with_candidates && !sheet_.settings.box_drawing;
        if (old_style && row == 0) return ".";  // as HoDoKu draws it
        if (old_style && row == side_) return "'";
        if (old_style && (column == 0 || column == side_) && has_dash(row, column == 0 ? 0 : side_ - 1))
            return ":";
        return pen_.corners[(has_bar(row - 1, column) ? 1 : 0) + (has_bar(row, column) ? 2 : 0) +
                            (has_dash(row, column - 1) ? 4 : 0) + (has_dash(row, column) ? 8 : 0)];
    }
    void rule(int row) {
        bool any = false;
        for (int column = 0; column < side_; ++column) any = any || has_dash(row, column);
        if (!any) return;
        out_ += style_.frame_begin;
        for (int column = 0; column <= side_; ++column) {
            const std::string_view dash = has_dash(row, column) ? pen_.dash : " ";
            if (bars_[static_cast<std::size_t>(column)]) out_ += corner(row, column);
            if (column == side_) break;
            const std::size_t length = width_ + (bars_[static_cast<std::size_t>(column)] ? 2 : 1);
            for (std::size_t i = 0; i < length; ++i) out_ += dash;
        }
        out_ += style_.frame_end;
        out_ += '\n';
    }
    void cells(int row) {
        for (int column = 0; column <= side_; ++column) {
            if (bars_[static_cast<std::size_t>(column)]) {
                if (has_bar(row, column)) framed(pen_.bar);
                else out_ += ' ';
                if (column < side_) out_ += ' ';
            }
            if (column < side_) cell(static_cast<Cell>(row * side_ + column));
        }
        out_ += '\n';
    }
    void cell(Cell at) {
        const Digit digit = sheet_.grid[at];
        const bool given = sheet_.puzzle.givens[at] != 0;
        const std::string& text = texts_[at];
        const std::size_t missing = width_ - text.size();
        const bool left = sheet_.settings.with_candidates;
        if (!left) out_.append(missing, ' ');
        out_ += digit == 0 ? style_.empty_begin : given ? style_.given_begin : style_.solved_begin;
        out_ += text;
        out_ += digit == 0 ? style_.empty_end : given ? style_.given_end : style_.solved_end;
        if (left) out_.append(missing, ' ');
        out_ += ' ';
    }

    const Sheet& sheet_;
    const GridStyle& style_;
    const Pen& pen_;
    std::string& out_;
    int side_;
    std::vector<int> regions_;
    std::vector<std::string> texts_;
    std::size_t width_ = 1;
    std::vector<bool> bars_;  // columns in which some row has a bar
};

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    Drawing(sheet, out).draw();
    return {};
}

/// *-----------*
/// |53.|.7.|...|
std::optional<std::string> append_simple(const Sheet& sheet, std::string& out) {
    const Layout& layout = sheet.puzzle.geometry->layout();
    if (layout.box_rows == 0) return "Simple Sudoku holds boards with boxes only";
    const int side = sheet.side();
    const auto columns = static_cast<std::size_t>(layout.box_columns);
    const auto stacks = static_cast<std::size_t>(side / layout.box_columns);
    if (side > longest_compact_row || layout.box_rows == 1 || columns == 1 || stacks > columns)
        return fmt::format("in the frames of Simple Sudoku boxes of {}x{} would be read as something else",
                           layout.box_rows, layout.box_columns);
    const std::string outer = "*" + std::string(static_cast<std::size_t>(side) + stacks - 1, '-') + "*\n";
    std::string inner = "|";
    for (std::size_t stack = 0; stack < stacks; ++stack)
        inner += std::string(columns, '-') + (stack + 1 < stacks ? "+" : "|\n");
    out += outer;
    for (int row = 0; row < side; ++row) {
        if (row > 0 && row % layout.box_rows == 0) out += inner;
        for (int column = 0; column < side; ++column) {
            if (column % layout.box_columns == 0) out += '|';
            append_cell(sheet, sheet.grid[static_cast<std::size_t>(row * side + column)], out);
        }
        out += "|\n";
    }
    out += outer;
    return {};
}

bool says(const Layout& layout) {
    if (draws_boxes(layout)) return true;
    return says_regions(layout) && can_be_drawn(layout.region_map, static_cast<std::size_t>(layout.side));
}

}  // namespace

const FormatRow grid_row = {
    .info =
        {
            .name = "grid",
            .summary =
                "rows with frames of | - + * or box drawing; the boxes or regions drawn are the board's",
            .example = "+-----+-----+\n| 1 . | . 4 |\n| 3 . | 1 . |\n+-----+-----+\n| . 1 | . 3 |\n"
                       "| 4 . | 2 . |\n+-----+-----+\n",
        },
    .alphabets = all_alphabets,
    .cutting = Cutting::grids,
    .fits = fits,
    .read = read,
    .append = append,
    .says = says,
};
const FormatRow simple_sudoku_row = {
    .info =
        {
            .name = "simple-sudoku",
            .summary = "grids in the frames of Simple Sudoku (.ss)",
            .example = "*-----*\n|1.|.4|\n|3.|1.|\n|--+--|\n|.1|.3|\n|4.|2.|\n*-----*\n",
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::grids,
    .read = read,
    .append = append_simple,
    .says = says_boxes,
};

}  // namespace quadrille::text
