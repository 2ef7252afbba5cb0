// grid: rows in a frame. Reads any frame of bars and rules; the boxes drawn are the boxes of the board.
#include <fmt/format.h>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool fits(const Page& page) {
    return page.is_framed() &&
           !(page.is_spaced() && page.has_long_tokens() && !page.has_empty_tokens() && page.cells() <= 9);
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    if (MaybeFault fault = page.gather_rows(draft.cells)) return fault;
    return fill(alphabet, draft);
}

/// Writes one grid: knows the width of a cell and where the boxes end.
class Drawing {
  public:
    Drawing(const Sheet& sheet, std::string& out)
        : sheet_(sheet),
          style_(sheet.settings.style),
          out_(out),
          side_(sheet.side()),
          box_rows_(sheet.puzzle.geometry->layout().box_rows),
          box_columns_(sheet.puzzle.geometry->layout().box_columns),
          width_(sheet.alphabet == Alphabet::numbers ? static_cast<int>(fmt::formatted_size("{}", side_))
                                                     : 1) {
        if (box_rows_ == 0) box_rows_ = box_columns_ = side_;
    }

    void draw() {
        for (int row = 0; row < side_; ++row) {
            if (row % box_rows_ == 0) rule();
            for (int column = 0; column < side_; ++column) {
                if (column % box_columns_ == 0) bar(column);
                cell(static_cast<Cell>(row * side_ + column));
            }
            bar(side_);
            out_ += '\n';
        }
        rule();
    }

  private:
    void framed(std::string_view piece) {
        out_ += style_.frame_begin;
        out_ += piece;
        out_ += style_.frame_end;
    }
    void bar(int column) {
        framed("|");
        if (column != side_) out_ += ' ';
    }
    void rule() {
        out_ += style_.frame_begin;
        for (int column = 0; column < side_; column += box_columns_) {
            out_ += '+';
            out_.append(static_cast<std::size_t>(box_columns_ * (width_ + 1) + 1), '-');
        }
        out_ += '+';
        out_ += style_.frame_end;
        out_ += '\n';
    }
    void cell(Cell at) {
        const Digit digit = sheet_.grid[at];
        const bool given = sheet_.puzzle.givens[at] != 0;
        const std::size_t before = out_.size();
        append_cell(sheet_, digit, out_);
        const auto missing = static_cast<std::size_t>(width_) - (out_.size() - before);
        out_.insert(before, missing, ' ');
        const std::string_view begin = digit == 0 ? style_.empty_begin
                                       : given    ? style_.given_begin
                                                  : style_.solved_begin;
        const std::string_view end = digit == 0 ? style_.empty_end
                                     : given    ? style_.given_end
                                                : style_.solved_end;
        out_.insert(before + missing, begin);
        out_ += end;
        out_ += ' ';
    }

    const Sheet& sheet_;
    const GridStyle& style_;
    std::string& out_;
    int side_;
    int box_rows_;
    int box_columns_;
    int width_;
};

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    Drawing(sheet, out).draw();
    return {};
}

}  // namespace

const FormatRow grid_row = {
    {"grid", "rows with frames of | - + * or box drawing; the boxes drawn are the board's",
     "+-----+-----+\n| 1 . | . 4 |\n| 3 . | 1 . |\n+-----+-----+\n| . 1 | . 3 |\n"
     "| 4 . | 2 . |\n+-----+-----+\n",
     true, true, false},
    all_alphabets,
    Cutting::grids,
    fits,
    read,
    append};

}  // namespace quadrille::text
