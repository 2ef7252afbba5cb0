// Blocks: runs of rows that may become a grid, and the lines that go in pairs.
#include <algorithm>
#include <cstdlib>

#include "format/splitter.hpp"

namespace quadrille {

using text::Cutting;
using text::LineKind;
using text::LineShape;
using text::Square;

namespace {

constexpr int slip_in_cells = 2;  // a row may miss its count by so many and still belong to the block

}  // namespace

/// The first line of a source, if it is one run of cells, waits for the line below.
bool Splitter::State::hold(const Span& span, std::string_view line_text, LineKind kind) {
    const bool waits = !block.open && row == nullptr && kind == LineKind::whole &&
                       text::square_side(line_text.size()) != 0 &&
                       text::cell_run(line_text) == line_text.size();
    if (!waits) return false;
    at_first = false;
    open_block(span);
    block.rows = 1;
    block.held = true;
    return true;
}

/// What the line below the one that waits says. True if both are a pair.
bool Splitter::State::settle_held(const Span& span, std::string_view line_text) {
    block.held = false;
    const std::string_view labels = line_text.substr(0, text::cell_run(line_text));
    if (labels.size() == block.row_length && text::is_region_map(labels)) {
        cutting = Cutting::pairs;
        pair_up(span);
        return true;
    }
    push_line(block_span());
    block.open = false;
    return false;
}

/// A jigsaw: twice a square in one line, or a square and the line under it.
void Splitter::State::pair_up(const Span& span) {
    if (block.open) {
        block.end = span.begin + span.length;
        return finish_block();
    }
    const std::size_t run = text::cell_run(std::string_view(text).substr(span.begin, span.length));
    if (run % 2 == 0 && text::square_side(run) == 0 && text::square_side(run / 2) != 0) {
        done.push_back(span);
        return;
    }
    open_block(span);
    block.rows = 1;
}

void Splitter::State::open_block(const Span& span) {
    block.row_spans.clear();
    block =
        Block{true, span.begin, span.begin + span.length,  span.line, span.column, 0, 0, 0, span.length, {},
              0,    false,      std::move(block.row_spans)};
}

/// Lines of dashes before rows, or as long as the rows around them, may be empty rows; else they are frame.
void Splitter::State::add_dashes(const Span& span, const LineShape& shape) {
    if (block.open && block.rows > 0) {
        const bool is_row = shape.cells == block.cells.value() && (block.mark == 0 || block.mark == '-');
        if (!is_row) return;
        block.undecided = false;
        return count_row(span, shape.cells);
    }
    if (!block.open || shape.cells != block.dash_cells) {
        open_block(span);
        block.dash_cells = shape.cells;
    }
    block.end = span.begin + span.length;
    ++block.dash_rows;
    if (block.dash_rows != block.dash_cells) return;
    block.rows = block.dash_rows;
    finish_block();
}

void Splitter::State::add_row(const Span& span, const LineShape& shape) {
    if (block.open && block.rows > 0 && std::abs(shape.cells - block.cells.value()) > slip_in_cells)
        close_block();
    if (!block.open) {
        open_block(span);
    } else if (block.rows == 0) {
        const bool dashes_are_rows =
            shape.cells == block.dash_cells && (shape.mark == 0 || shape.mark == '-');
        const int rows = dashes_are_rows ? block.dash_rows : 0;
        if (!dashes_are_rows) open_block(span);
        block.rows = rows;
        for (int i = 0; i < rows; ++i) block.cells.vote(shape.cells);
    }
    if (block.mark == 0 || shape.mark == '-') block.mark = shape.mark;
    block.bars = block.bars || shape.bars;
    settle_square(span, shape);
}

/// Tells rows of 16, 25 ... cells from puzzles of 4x4, 5x5 ... in one line each.
void Splitter::State::settle_square(const Span& span, const LineShape& shape) {
    Square square = shape.square;
    if (cutting == Cutting::grids || shape.bars || side == shape.cells) square = Square::row;
    else if (side != 0 && side * side == shape.cells) square = Square::whole;
    const bool may_be_lines = block.rows == 0 || block.undecided;
    if (square == Square::whole && may_be_lines) {
        emit_rows_singly();
        push_line(span);
        block.open = false;
        return;
    }
    block.undecided = may_be_lines && square == Square::undecided;
    if (block.undecided) block.row_spans.push_back(span);
    count_row(span, shape.cells);
}

/// `cells` is 0 for a row too faulty to count.
void Splitter::State::count_row(const Span& span, int cells) {
    ++block.rows;
    if (cells > 0) block.cells.vote(cells);
    block.end = span.begin + span.length;
    if (block.rows >= block.cells.value()) finish_block();
}

void Splitter::State::finish_block() {
    at_first = false;
    done.push_back(block_span());
    block.open = false;
    if (row != nullptr || !block.bars) return stages.forget();
    if (stages.follows(std::string_view(text).substr(block.begin, done.back().length)))
        done.back().stage_of = stage_line;
    else stage_line = block.line;
}

void Splitter::State::emit_rows_singly() {
    if (!block.undecided) return;
    for (const Span& span : block.row_spans) push_line(span);
}

void Splitter::State::close_block() {
    if (!block.open) return;
    if (block.held) push_line(block_span());
    else if (block.undecided) emit_rows_singly();
    else if (block.rows > 0) finish_block();
    block.open = false;
}

}  // namespace quadrille
