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
#include <limits>

#include "format/json.hpp"
#include "format/stages.hpp"
#include "format/table.hpp"
#include "quadrille/decode.hpp"

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
        std::size_t column = 1;
        int rows = 0;
        int dash_rows = 0;  ///< lines of dashes before the first row
        int dash_cells = 0;
        std::size_t row_length = 0;  ///< in bytes, of the first row
        text::Majority cells;
        char mark = 0;
        bool undecided = false;
        std::vector<Span> row_spans;  ///< kept while undecided
        bool bars = false;            ///< some row has bars
        bool held = false;            ///< a line that may be the upper of a pair
    };

    explicit State(const text::Request& request)
        : row(request.row),
          asked_cutting(row == nullptr ? Cutting::any : row->cutting),
          cutting(asked_cutting),
          side(request.layout ? request.layout->side : 0),
          plain(text::reads_plain_lines(request) && (!request.layout || *request.layout == Layout{})) {}

    const text::FormatRow* row;  ///< the format asked for, or nullptr
    Cutting asked_cutting;
    Cutting cutting;  ///< lines go in pairs once the first two did
    int side;
    bool plain;  ///< lines of 81 characters are usual 9x9 puzzles
    Decoder decoder;
    std::string text;
    std::vector<Span> done;
    std::size_t scan = 0;             ///< where the unfinished line begins
    std::size_t searched = 0;         ///< up to where it holds no line end
    std::size_t line = 1;             ///< its number
    std::size_t column = 1;           ///< where in it `scan` is
    text::JsonCutter::Place again{};  ///< where to cut anew; offset 0: nowhere
    bool other_section = false;       ///< of a SadMan file: the state of play, not a puzzle
    bool skipping = false;            ///< it belongs to a record that is too long
    bool at_first = true;             ///< no record yet in this source
    Block block;
    text::JsonCutter json;
    text::CsvColumns columns;  ///< of the last CSV header
    text::Stages stages;
    std::size_t stage_line = 0;  ///< of the puzzle that stages may follow
    text::Pieces pieces;

    bool is_between_records() const {
        return done.empty() && !block.open && !json.inside() && !skipping && !other_section &&
               cutting != Cutting::pairs && scan == text.size();
    }
    bool takes(const text::FormatRow& format) const { return row == nullptr || row == &format; }
    std::size_t unfinished() const;
    void process();
    void take_line(std::size_t end);
    void abandon_json();
    void go_back();
    void classify(const Span& span);
    bool take_embedded(const Span& span, std::string_view line_text);
    void take_json(const Span& span, std::string_view line_text);
    static Span span_from(text::JsonCutter::Place begin, std::size_t end);
    Span block_span() const { return span_from({block.begin, block.line, block.column}, block.end); }
    void take_games(const Span& span, std::string_view line_text);
    void take_empty(std::string_view line_text, LineKind kind);
    bool settle_held(const Span& span, std::string_view line_text);
    bool hold(const Span& span, std::string_view line_text, LineKind kind);
    void push_line(const Span& span);
    void pair_up(const Span& span);
    void add_dashes(const Span& span, const LineShape& shape);
    void add_row(const Span& span, const LineShape& shape);
    void settle_square(const Span& span, const LineShape& shape);
    void open_block(const Span& span);
    void count_row(const Span& span, int cells);
    void finish_block();
    void close_block();
    void emit_rows_singly();
    void give_up(std::size_t begin);
    void move_rest_to(std::string& rest);
};

/// Where what is not finished begins.
std::size_t Splitter::State::unfinished() const {
    if (block.open) return block.begin;
    return json.has_open() ? json.open().offset : scan;
}

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
        column = 1;
    }
    for (;;) {
        const std::size_t end = text.find('\n', searched);
        if (end == std::string::npos) break;
        take_line(end);
    }
    searched = text.size();
    const std::size_t begin = unfinished();
    if (text.size() - begin <= max_record_bytes) return;
    if (json.has_open()) {
        abandon_json();
        go_back();
        return process();
    }
    give_up(begin);
    skipping = true;
    text.resize(std::max(scan, begin + shown_of_too_long));
    scan = searched = text.size();
}

void Splitter::State::give_up(std::size_t begin) {
    done.push_back({begin, shown_of_too_long, block.open ? block.line : line, true});
    block.open = false;
    json.reset();
}

/// What is open cannot close: its first line is a record, the lines below are cut anew.
void Splitter::State::abandon_json() {
    const auto open = json.open();
    const std::size_t end = std::min(text.find('\n', open.offset), text.size());
    push_line(span_from(open, end));
    again = {end + 1, open.line + 1, 1};
    json.reset();
}

/// Takes the line from `scan` to `end` and goes on to the next, or to where cutting begins anew.
void Splitter::State::take_line(std::size_t end) {
    const std::size_t record_begin = unfinished();
    if (end - record_begin <= max_record_bytes) classify(span_from({scan, line, column}, end));
    else if (json.has_open()) abandon_json();
    else give_up(record_begin);
    if (again.offset == 0) again = {end + 1, line + 1, 1};
    go_back();
}

/// Goes to where cutting begins anew (or goes on).
void Splitter::State::go_back() {
    scan = searched = std::min(again.offset, text.size());
    line = again.line;
    column = again.column;
    again = {};
}

void Splitter::State::classify(const Span& span) {
    const std::string_view line_text = std::string_view(text).substr(span.begin, span.length);
    if (take_embedded(span, line_text)) return;
    const LineShape shape = text::shape_of(line_text, pieces);
    if (block.open && block.held && settle_held(span, line_text)) return;
    if (shape.kind == LineKind::blank || shape.kind == LineKind::skipped)
        return take_empty(line_text, shape.kind);
    if (other_section) return close_block();
    if (cutting == Cutting::lines) {
        if (shape.kind != LineKind::rule) push_line(span);
        return;
    }
    if (cutting == Cutting::pairs) return pair_up(span);
    if (hold(span, line_text, shape.kind)) return;
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
    push_line(span);
}

void Splitter::State::take_empty(std::string_view line_text, LineKind kind) {
    other_section = text::begins_other_section(line_text);
    if (cutting != Cutting::lines) close_block();
    if (kind == LineKind::blank) return;
    stages.forget();
    const text::CsvColumns found = takes(text::csv_row) ? text::csv_columns(line_text) : text::CsvColumns{};
    if (found.puzzle >= 0) columns = found;
}

/// A line that is a record, or part of one in which lines mean little.
bool Splitter::State::take_embedded(const Span& span, std::string_view line_text) {
    if (json.inside()) {
        take_json(span, line_text);
        return true;
    }
    const std::size_t first = line_text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return false;
    const char c = line_text[first];
    if ((c == '{' || c == '[') && takes(text::json_lines_row) && text::JsonCutter::begins(line_text)) {
        close_block();
        take_json(span, line_text);
        return true;
    }
    if (c != '<' || !takes(text::opensudoku_row) || line_text.find("<game ") == std::string_view::npos)
        return false;
    close_block();
    take_games(span, line_text);
    return true;
}

void Splitter::State::take_json(const Span& span, std::string_view line_text) {
    std::vector<text::JsonCutter::Found> found;
    const auto broken = json.take({line_text, {span.begin, span.line, span.column}}, found);
    for (const auto& object : found) push_line(span_from(object.begin, object.end));
    if (!broken) return;
    if (json.has_open()) return abandon_json();
    json.reset();  // between two objects of a list
    if (found.empty()) return classify(span);
    again = *broken;
}

/// What begins in the middle of a line, maybe.
RecordBatch::Span Splitter::State::span_from(text::JsonCutter::Place begin, std::size_t end) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    Span span{begin.offset, end - begin.offset, begin.line};
    span.column = static_cast<std::uint32_t>(std::min(begin.column, most));
    return span;
}

/// A file of OpenSudoku may be all in one line.
void Splitter::State::take_games(const Span& span, std::string_view line_text) {
    for (std::size_t at = line_text.find("<game "); at != std::string_view::npos;) {
        const std::size_t next = line_text.find("<game ", at + 1);
        const std::size_t end = span.begin + std::min(next, line_text.size());
        push_line(span_from({span.begin + at, span.line, span.column + at}, end));
        at = next;
    }
}

void Splitter::State::push_line(const Span& span) {
    stages.forget();
    at_first = false;
    done.push_back(span);
    done.back().puzzle_field = columns.puzzle;
    done.back().solution_field = columns.solution;
}

/// The first line of a source, if it is one run of cells, waits for the line below.
bool Splitter::State::hold(const Span& span, std::string_view line_text, LineKind kind) {
    const bool waits = at_first && !block.open && row == nullptr && kind == LineKind::whole &&
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

/// Makes `rest` the text, holding only what is not finished.
void Splitter::State::move_rest_to(std::string& rest) {
    const std::size_t keep = unfinished();
    rest.assign(text, keep);
    text.swap(rest);
    scan -= keep;
    searched -= keep;
    json.shift(keep);
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
    constexpr std::size_t cells = 81;
    const std::string_view second =
        lines.text.substr(std::min(lines.text.find('\n'), lines.text.size() - 1) + 1, cells);
    if (state.at_first && text::is_region_map(second)) return false;  // lines in pairs
    if (!state.plain || !state.is_between_records() || !state.decoder.skip_plain()) return false;
    state.line += lines.count;
    state.at_first = false;
    state.stages.forget();
    return true;
}

void Splitter::flush() {
    State& state = *state_;
    state.decoder.finish(state.text);
    for (;;) {
        state.process();
        if (!state.skipping && state.text.size() > state.scan) {
            state.take_line(state.text.size());
            continue;
        }
        state.close_block();
        if (!state.json.has_open()) break;
        state.abandon_json();
        state.go_back();
    }
    state.json.reset();
    state.stages.forget();
    state.columns = {};
    state.cutting = state.asked_cutting;
    state.at_first = true;
    state.scan = state.searched = state.text.size();
    state.line = state.column = 1;
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
