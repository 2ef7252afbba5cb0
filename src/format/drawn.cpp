// The idea: every cell has a span of columns in which its text stands in all rows.
//
//     +-------+-------+
//     | 1   . | .   4 |      a bar between two spans is a border,
//     |   +---+       |
//     | 3 | .   1 | . |      a dash over a span is one between two rows;
//     ...                    what no border parts is one region.
#include "format/drawn.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace quadrille::text {

namespace {

/// One character a column: bars as |, dashes as -, corners as +, anything else of several bytes as ?.
std::string columns_of(const Page& page, std::string_view line) {
    const char* begin = line.data();
    while (begin > page.text().data() && begin[-1] != '\n') --begin;
    std::string columns(static_cast<std::size_t>(line.data() - begin), ' ');
    for (std::size_t at = 0; at < line.size(); ++at) {
        const auto byte = static_cast<unsigned char>(line[at]);
        if (byte < 0x80) {
            columns += line[at] == '=' ? '-' : line[at];
            continue;
        }
        const std::string_view symbol = line.substr(at, 3);
        const bool bar = symbol == "\u2502" || symbol == "\u2503" || symbol == "\u2551";
        const bool dash = symbol == "\u2500" || symbol == "\u2501" || symbol == "\u2550";
        const bool box = symbol.size() == 3 && byte == 0xE2 && (symbol[1] == '\x94' || symbol[1] == '\x95');
        columns += bar ? '|' : dash ? '-' : box ? '+' : '?';
        while (at + 1 < line.size() && (static_cast<unsigned char>(line[at + 1]) & 0xC0) == 0x80) ++at;
    }
    return columns;
}

struct Span {
    std::size_t begin;
    std::size_t end;
};

/// The columns where cells stand in a row.
std::vector<Span> spans_of(const std::string& row, bool spaced) {
    std::vector<Span> spans;
    for (std::size_t at = 0; at < row.size();) {
        if (is_space(row[at]) || row[at] == '|' || row[at] == '+') {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (spaced && end < row.size() && !is_space(row[end]) && row[end] != '|' && row[end] != '+') ++end;
        spans.push_back({at, end});
        at = end;
    }
    return spans;
}

bool has_any(const std::string& columns, std::size_t begin, std::size_t end, std::string_view symbols) {
    const std::size_t found = columns.find_first_of(symbols, begin);
    return found < end;
}

/// The grid taken apart.
struct Drawing {
    std::vector<std::string> rows;
    std::vector<std::string> rules_below;  ///< of each row, laid over each other
    std::vector<Span> spans;               ///< of each column of cells
};

void lay_over(const std::string& rule, std::string& rules) {
    if (rules.size() < rule.size()) rules.resize(rule.size(), ' ');
    for (std::size_t i = 0; i < rule.size(); ++i) {
        if (!is_space(rule[i])) rules[i] = rule[i];
    }
}

MaybeFault take_apart(const Page& page, Cells& cells, Drawing& drawing) {
    for (const Line& line : page.lines()) {
        const std::string columns = columns_of(page, line.text);
        if (line.shape.kind == LineKind::rule || line.shape.kind == LineKind::dashes) {
            if (!drawing.rules_below.empty()) lay_over(columns, drawing.rules_below.back());
            continue;
        }
        const std::vector<Span> spans = spans_of(columns, page.is_spaced());
        if (drawing.rows.empty()) drawing.spans = spans;
        if (spans.size() != drawing.spans.size())
            return Fault{"rows of different counts of cells", line.text.data()};
        for (std::size_t i = 0; i < spans.size(); ++i) {
            drawing.spans[i].begin = std::min(drawing.spans[i].begin, spans[i].begin);
            drawing.spans[i].end = std::max(drawing.spans[i].end, spans[i].end);
        }
        drawing.rows.push_back(columns);
        drawing.rules_below.emplace_back();
        Pieces pieces;
        cut(line.text, pieces);
        for (const Piece& piece : pieces) {
            if (page.is_spaced()) cells.tokens.push_back(piece.text);
            else
                for (std::size_t i = 0; i < piece.text.size(); ++i)
                    cells.tokens.push_back(piece.text.substr(i, 1));
        }
    }
    return {};
}

bool bar_behind(const Drawing& drawing, std::size_t cell) {
    const std::size_t column = cell % drawing.spans.size();
    return has_any(drawing.rows[cell / drawing.spans.size()], drawing.spans[column].end,
                   drawing.spans[column + 1].begin, "|+");
}

bool dash_below(const Drawing& drawing, std::size_t cell) {
    const Span& span = drawing.spans[cell % drawing.spans.size()];
    return has_any(drawing.rules_below[cell / drawing.spans.size()], span.begin, span.end, "-+");
}

/// Numbers the pieces of a square board from 1, given whether a cell hangs together with its neighbour on the
/// right and with that below.
template <class Right, class Below>
class Connected {
  public:
    Connected(std::size_t side, Right right, Below below)
        : side_(side), right_(right), below_(below), map_(side * side, 0) {}

    /// False unless every piece has as many cells as a row.
    bool number() {
        int next = 0;
        for (std::size_t cell = 0; cell < map_.size(); ++cell) {
            if (map_[cell] == 0 && flood(cell, ++next) != side_) return false;
        }
        return true;
    }
    std::vector<int>& map() { return map_; }

  private:
    std::size_t flood(std::size_t start, int number) {
        std::vector<std::size_t> open{start};
        map_[start] = number;
        std::size_t found = 0;
        while (!open.empty()) {
            const std::size_t cell = open.back();
            open.pop_back();
            ++found;
            const auto visit = [&](bool joined, std::size_t next) {
                if (!joined || map_[next] != 0) return;
                map_[next] = number;
                open.push_back(next);
            };
            const std::size_t column = cell % side_;
            visit(column + 1 < side_ && right_(cell), cell + 1);
            visit(column > 0 && right_(cell - 1), cell - 1);
            visit(cell + side_ < map_.size() && below_(cell), cell + side_);
            visit(cell >= side_ && below_(cell - side_), cell - side_);
        }
        return found;
    }

    std::size_t side_;
    Right right_;
    Below below_;
    std::vector<int> map_;
};

}  // namespace

bool has_gaps_in_rules(const Page& page) {
    return std::any_of(page.lines().begin(), page.lines().end(), [](const Line& line) {
        return line.shape.kind == LineKind::rule && line.text.find("  ") != std::string_view::npos;
    });
}

MaybeFault gather_drawn(const Page& page, Cells& cells, std::vector<int>& map) {
    cells = Cells{page.cells(), std::move(cells.tokens), 0, 0, {}};
    cells.tokens.clear();
    Drawing drawing;
    if (MaybeFault fault = take_apart(page, cells, drawing)) return fault;
    const std::size_t side = drawing.spans.size();
    cells.side = static_cast<int>(side);
    const char* const at = page.lines().front().text.data();
    if (cells.tokens.size() != drawing.rows.size() * side)
        return Fault{"the cells of this grid do not stand below each other", at};
    if (side == 0 || drawing.rows.size() != side)
        return Fault{count_fault(drawing.rows.size(), "row", cells.side, side), at};
    for (std::size_t i = 1; i < side; ++i) {
        if (drawing.spans[i].begin < drawing.spans[i - 1].end)
            return Fault{"the cells of this grid do not stand below each other", at};
    }
    Connected regions(
        side, [&](std::size_t cell) { return !bar_behind(drawing, cell); },
        [&](std::size_t cell) { return !dash_below(drawing, cell); });
    if (!regions.number())
        return Fault{fmt::format("the borders drawn do not make {0} regions of {0} cells", side), at};
    map = std::move(regions.map());
    return {};
}

bool can_be_drawn(const std::vector<int>& map, std::size_t side) {
    bool rows = true;
    bool columns = true;
    for (std::size_t cell = 0; cell < map.size(); ++cell) {
        rows = rows && map[cell] == map[cell - cell % side];
        columns = columns && map[cell] == map[cell % side];
    }
    Connected regions(
        side, [&](std::size_t cell) { return map[cell] == map[cell + 1]; },
        [&](std::size_t cell) { return map[cell] == map[cell + side]; });
    return !rows && !columns && regions.number();
}

}  // namespace quadrille::text
