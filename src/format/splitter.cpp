// Cuts a stream into records.
//
// The idea: each finished line is classified by itself (lines.hpp) and then by the block it stands in. A
// block is a run of rows that may become a grid:
//
//     text_:   ...old records... | 53..7....\n6..195...\n.98....6.\n | 8...6
//                                  ^block.begin          block.end^    ^scan: first byte of the unfinished
//                                  line
//
// The invariant: everything before block.begin (or, without a block, before scan) belongs to finished records
// or to nothing; decisions depend on whole lines only, never on how the bytes came, so that any cut gives the
// same records. The cost: one copy of the bytes, one search for the line end, one pass over the line with a
// table of classes. Memory: what the caller does not take, and one unfinished record of at most
// max_record_bytes.
#include <algorithm>
#include <cstdlib>

#include "format/decode.hpp"
#include "format/table.hpp"

namespace quadrille {

using text::Cutting;
using text::LineKind;
using text::LineShape;
using text::Square;

namespace {

constexpr std::size_t shown_of_too_long = 80;
constexpr int slip_in_cells = 2;  // a row may miss its count by so many and still belong to the block

}  // namespace

struct Splitter::State {
    using Span = RecordBatch::Span;

    struct Block {
        bool open = false;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t line = 1;
        int rows = 0;
        int dash_rows = 0;  ///< lines of dashes before the first row
        int dash_cells = 0;
        std::size_t row_length = 0;  ///< in bytes, of the first row
        text::Majority cells;
        char mark = 0;
        bool undecided = false;
        std::vector<Span> row_spans;  ///< kept while undecided
    };

    explicit State(const text::Request& request)
        : cutting(request.row == nullptr ? Cutting::any : request.row->cutting),
          side(request.layout ? request.layout->side : 0),
          plain(text::reads_plain_lines(request) && (!request.layout || *request.layout == Layout{})) {}

    Cutting cutting;
    int side;
    bool plain;  ///< lines of 81 characters are usual 9x9 puzzles
    text::Decoder decoder;
    std::string text;
    std::vector<Span> done;
    std::size_t scan = 0;        ///< where the unfinished line begins
    std::size_t searched = 0;    ///< up to where it holds no line end
    std::size_t line = 1;        ///< its number
    bool other_section = false;  ///< of a SadMan file: the state of play, not a puzzle
    bool skipping = false;       ///< it belongs to a record that is too long
    Block block;
    text::Pieces pieces;

    bool is_between_records() const {
        return done.empty() && !block.open && !skipping && !other_section && scan == text.size();
    }
    void process();
    void take_line(std::size_t begin, std::size_t length);
    void classify(const Span& span);
    void pair_up(const Span& span);
    void add_dashes(const Span& span, const LineShape& shape);
    void add_row(const Span& span, const LineShape& shape);
    void settle_square(const Span& span, const LineShape& shape);
    void open_block(const Span& span);
    void count_row(const Span& span, int cells);
    void finish_block();
    void close_block();
    void emit_rows_singly();
    void give_up(std::size_t begin, std::size_t first_line);
    void move_rest_to(std::string& rest);
};

void Splitter::State::process() {
    if (skipping) {
        const std::size_t end = text.find('\n', scan);
        if (end == std::string::npos) {
            text.resize(scan);
            return;
        }
        skipping = false;
        scan = searched = end + 1;
        ++line;
    }
    for (;;) {
        const std::size_t end = text.find('\n', searched);
        if (end == std::string::npos) break;
        take_line(scan, end - scan);
        scan = searched = end + 1;
        ++line;
    }
    searched = text.size();
    const std::size_t begin = block.open ? block.begin : scan;
    if (text.size() - begin <= max_record_bytes) return;
    give_up(begin, block.open ? block.line : line);
    skipping = true;
    text.resize(std::max(scan, begin + shown_of_too_long));
    scan = searched = text.size();
}

void Splitter::State::give_up(std::size_t begin, std::size_t first_line) {
    done.push_back({begin, shown_of_too_long, first_line, true});
    block.open = false;
}

void Splitter::State::take_line(std::size_t begin, std::size_t length) {
    const std::size_t record_begin = block.open ? block.begin : begin;
    if (begin + length - record_begin > max_record_bytes) {
        give_up(record_begin, block.open ? block.line : line);
        return;
    }
    while (length > 0 && text[begin + length - 1] == '\r') --length;
    classify({begin, length, line, false});
}

void Splitter::State::classify(const Span& span) {
    const std::string_view line_text = std::string_view(text).substr(span.begin, span.length);
    const LineShape shape = text::shape_of(line_text, pieces);
    const bool empty = shape.kind == LineKind::blank || shape.kind == LineKind::skipped;
    if (empty) other_section = text::begins_other_section(line_text);
    if (other_section) return close_block();
    if (cutting == Cutting::lines) {
        if (!empty && shape.kind != LineKind::rule) done.push_back(span);
        return;
    }
    if (empty) return close_block();
    if (cutting == Cutting::pairs) return pair_up(span);
    switch (shape.kind) {
        case LineKind::rule:
            if (block.rows > 0) block.undecided = false;
            return;
        case LineKind::dashes: return add_dashes(span, shape);
        case LineKind::row: return add_row(span, shape);
        default: break;
    }
    if (shape.kind == LineKind::other && block.open && block.rows > 0 && span.length == block.row_length) {
        block.undecided = false;
        return count_row(span, 0);
    }
    close_block();
    done.push_back(span);
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
    block = Block{true, span.begin, span.begin + span.length,  span.line, 0, 0, 0, span.length, {},
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
        done.push_back(span);
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
    done.push_back({block.begin, block.end - block.begin, block.line, false});
    block.open = false;
}

void Splitter::State::emit_rows_singly() {
    if (block.undecided) done.insert(done.end(), block.row_spans.begin(), block.row_spans.end());
}

void Splitter::State::close_block() {
    if (!block.open) return;
    if (block.undecided) emit_rows_singly();
    else if (block.rows > 0) finish_block();
    block.open = false;
}

/// Makes `rest` the text, holding only what is not finished.
void Splitter::State::move_rest_to(std::string& rest) {
    const std::size_t keep = block.open ? block.begin : scan;
    rest.assign(text, keep);
    text.swap(rest);
    scan -= keep;
    searched -= keep;
    if (!block.open) return;
    block.begin -= keep;
    block.end -= keep;
    for (Span& span : block.row_spans) span.begin -= keep;
}

Splitter::Splitter(const ReadSettings& settings) {
    const auto request = text::request_of(settings);
    require(bool(request), "Splitter needs settings that check() accepts");
    state_ = std::make_unique<State>(*request);
}
Splitter::~Splitter() = default;
Splitter::Splitter(Splitter&&) noexcept = default;
Splitter& Splitter::operator=(Splitter&&) noexcept = default;

void Splitter::feed(std::string_view bytes) {
    state_->decoder.decode(bytes, state_->text);
    state_->process();
}

bool Splitter::pass(const PlainLines& lines) {
    State& state = *state_;
    if (!state.plain || !state.is_between_records() || !state.decoder.skip_plain()) return false;
    state.line += lines.count;
    return true;
}

void Splitter::flush() {
    State& state = *state_;
    state.decoder.finish(state.text);
    state.process();
    if (!state.skipping && state.text.size() > state.scan) {
        state.take_line(state.scan, state.text.size() - state.scan);
    }
    state.close_block();
    state.scan = state.searched = state.text.size();
    state.line = 1;
    state.skipping = state.other_section = false;
}

bool Splitter::take(RecordBatch& batch) {
    State& state = *state_;
    batch.spans_.clear();
    batch.spans_.swap(state.done);
    state.move_rest_to(batch.text_);
    return !batch.empty();
}

}  // namespace quadrille
