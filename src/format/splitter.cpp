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
#include "format/splitter.hpp"

#include <algorithm>
#include <limits>

namespace quadrille {

using text::Cutting;
using text::LineKind;
using text::LineShape;

namespace {

constexpr std::size_t shown_of_too_long = 80;

}  // namespace

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
    while (is_too_long(text.size()) && take_part(text.size())) {
    }
    searched = text.size();
    const std::size_t begin = unfinished();
    if (!is_too_long(text.size())) return;
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

/// Takes the line from `scan` to `end` and goes on to the next, or to where cutting begins anew.
void Splitter::State::take_line(std::size_t end) {
    while (is_too_long(end) && take_part(end)) {
    }
    const std::size_t record_begin = unfinished();
    if (!is_too_long(end)) classify(span_from({scan, line, column}, end));
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
    if (may_be_embedded(line_text) && take_embedded(span, line_text)) return;
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
    if (at_first && hold(span, line_text, shape.kind)) return;
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

void Splitter::State::push_line(const Span& span) {
    stages.forget();
    at_first = false;
    done.push_back(span);
    done.back().puzzle_field = columns.puzzle;
    done.back().solution_field = columns.solution;
}

/// What begins in the middle of a line, maybe.
RecordBatch::Span Splitter::State::span_from(text::JsonCutter::Place begin, std::size_t end) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    Span span{begin.offset, end - begin.offset, begin.line};
    span.column = static_cast<std::uint32_t>(std::min(begin.column, most));
    return span;
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
    if (state.json.inside()) state.push_unclosed();
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
