// What the parts of the splitter share: splitter.cpp (the stream and its lines), splitter_blocks.cpp (rows
// that may become a grid) and splitter_embedded.cpp (text in which lines mean little).
#pragma once

#include <string>
#include <vector>

#include "format/json.hpp"
#include "format/stages.hpp"
#include "format/table.hpp"
#include "quadrille/decode.hpp"

namespace quadrille {

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
          asked_cutting(row == nullptr ? text::Cutting::any : row->cutting),
          cutting(asked_cutting),
          side(request.layout ? request.layout->side : 0),
          plain(text::reads_plain_lines(request) && (!request.layout || *request.layout == Layout{})) {}

    const text::FormatRow* row;  ///< the format asked for, or nullptr
    text::Cutting asked_cutting;
    text::Cutting cutting;  ///< lines go in pairs once the first two did
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
               cutting != text::Cutting::pairs && scan == text.size();
    }
    bool takes(const text::FormatRow& format) const { return row == nullptr || row == &format; }
    std::size_t unfinished() const;
    void process();
    bool take_part(std::size_t end);
    /// True if what is not finished is, up to `end`, longer than a record may be.
    bool is_too_long(std::size_t end) const { return end - unfinished() > max_record_bytes; }
    void take_line(std::size_t end);
    void abandon_json();
    void push_unclosed();
    void go_back();
    void classify(const Span& span);
    /// A first look that most lines do not pass.
    bool may_be_embedded(std::string_view line_text) const {
        const std::size_t first = line_text.find_first_not_of(" \t");
        return json.inside() ||
               (first != std::string_view::npos &&
                (line_text[first] == '{' || line_text[first] == '[' || line_text[first] == '<'));
    }
    bool take_embedded(const Span& span, std::string_view line_text);
    void take_json(const Span& span, std::string_view line_text);
    static Span span_from(text::JsonCutter::Place begin, std::size_t end);
    Span block_span() const { return span_from({block.begin, block.line, block.column}, block.end); }
    void take_games(const Span& span, std::string_view line_text);
    void take_empty(std::string_view line_text, text::LineKind kind);
    bool settle_held(const Span& span, std::string_view line_text);
    bool hold(const Span& span, std::string_view line_text, text::LineKind kind);
    void push_line(const Span& span);
    void pair_up(const Span& span);
    void add_dashes(const Span& span, const text::LineShape& shape);
    void add_row(const Span& span, const text::LineShape& shape);
    void settle_square(const Span& span, const text::LineShape& shape);
    void open_block(const Span& span);
    void count_row(const Span& span, int cells);
    void finish_block();
    void close_block();
    void emit_rows_singly();
    void give_up(std::size_t begin);
    void move_rest_to(std::string& rest);
};

}  // namespace quadrille
