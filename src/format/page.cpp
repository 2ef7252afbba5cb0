#include "format/page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "quadrille/puzzle.hpp"

namespace quadrille::text {

namespace {
bool has_digit(const Pieces& pieces) {
    return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
        return std::any_of(piece.text.begin(), piece.text.end(), [](char c) {
            return is_cell_character(c) && !is_plain_mark(c) && c != '0' && c != 'x' && c != 'X';
        });
    });
}

/// The widths of what bars cut a row into: one width, or 0 where there are no bars, -1 where they differ.
int width_between_bars(const Pieces& pieces, bool spaced) {
    int width = 0;
    int current = 0;
    for (const Piece& piece : pieces) {
        if (piece.after_bar && current > 0) {
            if (width != 0 && width != current) return -1;
            width = current;
            current = 0;
        }
        current += spaced ? 1 : static_cast<int>(piece.text.size());
    }
    return width == 0 || width == current ? width : -1;
}
}  // namespace

std::string count_fault(std::size_t found, std::string_view what, int side, std::size_t needed) {
    return fmt::format("{} {}{}, a {}x{} needs {}", found, what, found == 1 ? "" : "s", side, side, needed);
}

void Page::assign(std::string_view text, CsvColumns columns) {
    text_ = text;
    columns_ = columns;
    lines_.clear();
    mark_ = 0;
    framed_ = spaced_ = false;
    int spaced_rows = 0;
    int rows = 0;
    bool only_undecided = true;
    bool only_empty = true;
    Majority cells;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view whole = text.substr(begin, end - begin);
        const Line line{odd_mark(whole) != 0 ? whole : trimmed(whole), shape_of(whole, pieces_)};
        begin = end + 1;
        const LineShape& shape = line.shape;
        if (shape.kind == LineKind::blank || shape.kind == LineKind::skipped) continue;
        lines_.push_back(line);
        framed_ = framed_ || shape.kind == LineKind::rule || shape.bars;
        if (shape.kind != LineKind::row) continue;
        ++rows;
        spaced_rows += shape.spaced ? 1 : 0;
        cells.vote(shape.cells);
        if (mark_ == 0 || shape.mark == '-') mark_ = shape.mark;
        only_undecided = only_undecided && shape.square == Square::undecided;
        only_empty = only_empty && !has_digit(pieces_);
    }
    cells_ = cells.value();
    spaced_ = spaced_rows * 2 > rows;
    undecided_ = rows > 1 && only_undecided && !only_empty && !framed_;
    look_at_tokens();
}

void Page::look_at_tokens() {
    long_tokens_ = empty_tokens_ = false;
    if (is_single() && lines_.front().shape.kind == LineKind::whole) {
        cut(lines_.front().text, pieces_);
        spaced_ = odd_mark(lines_.front().text) == 0 && are_tokens(pieces_);
        cells_ = spaced_ ? static_cast<int>(pieces_.size()) : 0;
    }
    decimal_ = spaced_;
    if (!spaced_) return;
    for (const Line& line : lines_) {
        if (line.shape.kind == LineKind::rule) continue;
        cut(line.text, pieces_);
        for (const Piece& piece : pieces_) {
            const int value = decimal(piece.text.substr(0, 5));
            long_tokens_ = long_tokens_ || (piece.text.size() > 1 && value >= 0);
            empty_tokens_ =
                empty_tokens_ || value == 0 || (piece.text.size() == 1 && is_plain_mark(piece.text[0]));
            decimal_ = decimal_ && value >= 0;
        }
    }
}

MaybeFault Page::gather_line(std::string_view line, Cells& cells) const {
    cells = Cells{0, std::move(cells.tokens), 0, 0, {}};
    cells.tokens.clear();
    if (const char mark = odd_mark(line); mark != 0) {
        for (std::size_t at = 0; at < line.size(); ++at)
            cells.tokens.push_back(line[at] == mark ? "." : line.substr(at, 1));
        cells.side = square_side(cells.tokens.size());
        return {};
    }
    constexpr std::size_t smallest_noted = 16;  // below, what looks like a puzzle with a note is prose
    const std::size_t run = cell_run(line);
    const auto take_run = [&] {
        for (std::size_t at = 0; at < run; ++at) cells.tokens.push_back(line.substr(at, 1));
        cells.note = note_of(line.substr(run));
    };
    cut(line, pieces_);
    const bool cells_only = std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) {
        return cell_run(piece.text) == piece.text.size();
    });
    const bool uniform = std::all_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
        return piece.text.size() == pieces_.front().text.size();
    });
    if (run > longest_compact_row || !cells_only || pieces_.size() == 1) {
        take_run();
    } else if (are_tokens(pieces_)) {
        for (const Piece& piece : pieces_) cells.tokens.push_back(piece.text);
    } else if (uniform) {
        for (const Piece& piece : pieces_) {
            for (std::size_t at = 0; at < piece.text.size(); ++at)
                cells.tokens.push_back(piece.text.substr(at, 1));
        }
    } else {
        take_run();
    }
    cells.side = square_side(cells.tokens.size());
    const bool only_beginning = run < line.size() && cells.tokens.size() == run;
    if (run < smallest_noted && (only_beginning || cells.side == 0)) {
        return Fault{quoted(line) + " is not a puzzle", line.data()};
    }
    if (!cells.note.empty() && !is_separator(line[run])) {
        return Fault{
            fmt::format("{} cannot stand behind {} characters of a puzzle", quoted(line.substr(run, 1)), run),
            line.data() + run};
    }
    if (cells.side != 0) return {};
    const auto nearest = std::max(1L, std::lround(std::sqrt(static_cast<double>(cells.tokens.size()))));
    return Fault{count_fault(cells.tokens.size(), "cell", static_cast<int>(nearest),
                             static_cast<std::size_t>(nearest * nearest)),
                 line.data()};
}

bool Page::is_row(const Line& line) const {
    if (line.shape.kind == LineKind::rule) return false;
    if (line.shape.kind != LineKind::dashes) return true;
    return cells_ == 0 || line.shape.cells == cells_;
}

/// A line of dashes as long as a row is taken for a row only where no other mark says that dashes are frame.
MaybeFault Page::dash_fault() const {
    if (mark_ == 0 || mark_ == '-') return {};
    for (const Line& line : lines_) {
        if (line.shape.kind != LineKind::dashes || line.shape.cells != cells_ || line.shape.bars) continue;
        return Fault{"a line of dashes may be a rule or a row of empty cells here", line.text.data()};
    }
    return {};
}

MaybeFault Page::gather_row(const Line& line, int row, Cells& cells) const {
    cut(line.text, pieces_);
    const std::size_t before = cells.tokens.size();
    for (const Piece& piece : pieces_) {
        if (spaced_) {
            cells.tokens.push_back(piece.text);
            continue;
        }
        for (std::size_t at = 0; at < piece.text.size(); ++at)
            cells.tokens.push_back(piece.text.substr(at, 1));
    }
    const std::size_t count = cells.tokens.size() - before;
    if (cells.side == 0) cells.side = static_cast<int>(count);
    if (count == static_cast<std::size_t>(cells.side)) return {};
    const auto side = static_cast<std::size_t>(cells.side);
    return Fault{fmt::format("row {} has {}", row, count_fault(count, "cell", cells.side, side)),
                 line.text.data()};
}

MaybeFault Page::gather_rows(Cells& cells) const {
    cells = Cells{cells_, std::move(cells.tokens), 0, 0, {}};
    cells.tokens.clear();
    if (MaybeFault fault = dash_fault()) return fault;
    std::vector<int> rows_between_rules{0};
    int rows = 0;
    for (const Line& line : lines_) {
        if (!is_row(line)) {
            if (rows_between_rules.back() != 0) rows_between_rules.push_back(0);
            continue;
        }
        if (MaybeFault fault = gather_row(line, ++rows, cells)) return fault;
        ++rows_between_rules.back();
        const int width = width_between_bars(pieces_, spaced_);
        if (width < 0 || (rows > 1 && width != cells.box_columns)) {
            return Fault{fmt::format("the bars of row {} do not make boxes of one width", rows),
                         line.text.data()};
        }
        cells.box_columns = width;
    }
    if (rows == 0 || cells.tokens.empty()) return Fault{"no row of cells", text_.data()};
    if (rows != cells.side) {
        return Fault{count_fault(static_cast<std::size_t>(rows), "row", cells.side,
                                 static_cast<std::size_t>(cells.side)),
                     lines_.back().text.data()};
    }
    return check_frame(cells, rows_between_rules);
}

/// Sets the boxes that the frames draw; one direction tells the other.
MaybeFault Page::check_frame(Cells& cells, const std::vector<int>& rows_between_rules) const {
    const int side = cells.side;
    std::vector<int> heights = rows_between_rules;
    if (heights.back() == 0) heights.pop_back();
    for (const int height : heights) {
        if (height != heights.front()) {
            return Fault{"the rules between the rows do not make boxes of one height",
                         lines_.front().text.data()};
        }
    }
    cells.box_rows = heights.size() > 1 && heights.front() > 1 ? heights.front() : 0;
    if (cells.box_columns == 1 || cells.box_columns == side) cells.box_columns = 0;
    if (cells.box_rows == 0 && cells.box_columns == 0) return {};
    if (cells.box_rows == 0) cells.box_rows = side / cells.box_columns;
    if (cells.box_columns == 0) cells.box_columns = side / cells.box_rows;
    if (cells.box_rows * cells.box_columns == side) return {};
    return Fault{fmt::format("the frames draw boxes of {}x{}, which do not make a side of {}", cells.box_rows,
                             cells.box_columns, side),
                 lines_.front().text.data()};
}

}  // namespace quadrille::text
