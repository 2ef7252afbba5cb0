// One record looked at once: its lines with their shapes, and what the readers of all formats ask of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/lines.hpp"
#include "quadrille/quoted.hpp"

namespace quadrille::text {

/// What is wrong with a record, and the first byte that is.
struct Fault {
    std::string text;
    const char* at;
};
using MaybeFault = std::optional<Fault>;

struct Line {
    std::string_view text;
    LineShape shape;
};

/// The cells of a square board in row order, each a view of its text, and what stands around them.
struct Cells {
    int side = 0;
    std::vector<std::string_view> tokens;
    int box_rows = 0;     ///< as rules between rows draw them; 0 unknown
    int box_columns = 0;  ///< as bars draw them; 0 unknown
    std::string_view note;
};

class Page {
  public:
    /// Looks at the text of a record; views of it live as long as it does.
    void assign(std::string_view text, CsvColumns columns = {});

    std::string_view text() const { return text_; }
    /// Lines that are neither blank nor comments.
    const std::vector<Line>& lines() const { return lines_; }
    /// What a CSV header above this record said.
    CsvColumns columns() const { return columns_; }
    bool is_single() const { return lines_.size() == 1; }
    /// Has bars or rules.
    bool is_framed() const { return framed_; }
    /// Most rows are tokens between white space.
    bool is_spaced() const { return spaced_; }
    bool has_long_tokens() const { return long_tokens_; }
    bool has_empty_tokens() const { return empty_tokens_; }
    bool all_decimal() const { return decimal_; }
    /// The count of cells that most rows have.
    int cells() const { return cells_; }
    /// Every row could be a small puzzle by itself, and they are not all empty.
    bool is_undecided() const { return undecided_; }

    /// The cells of one line: one long run of characters, or the groups or tokens of the whole line.
    MaybeFault gather_line(std::string_view line, Cells& cells) const;
    /// The cells of a grid of one line a row, with or without frames.
    MaybeFault gather_rows(Cells& cells) const;

  private:
    void look_at_tokens();
    bool is_row(const Line& line) const;
    MaybeFault gather_row(const Line& line, int row, Cells& cells) const;
    MaybeFault check_frame(Cells& cells, const std::vector<int>& rows_between_rules) const;
    MaybeFault gather_drawn(Cells& cells) const;
    MaybeFault dash_fault() const;

    std::string_view text_;
    CsvColumns columns_;
    std::vector<Line> lines_;
    mutable Pieces pieces_;
    int cells_ = 0;
    char mark_ = 0;
    bool framed_ = false;
    bool spaced_ = false;
    bool long_tokens_ = false;
    bool empty_tokens_ = false;
    bool decimal_ = false;
    bool undecided_ = false;
};

/// "80 cells, a 9x9 needs 81".
std::string count_fault(std::size_t found, std::string_view what, int side, std::size_t needed);
/// The most frequent value by majority vote; the first where there is no majority.
class Majority {
  public:
    void vote(int value) {
        if (votes_ == 0) value_ = value;
        votes_ += value == value_ ? 1 : -1;
    }
    int value() const { return value_; }

  private:
    int value_ = 0;
    int votes_ = 0;
};

}  // namespace quadrille::text
