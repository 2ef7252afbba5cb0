// interactive: the text of the Interactive Sudoku Solver.
//
//     .Shape~6x6.Diagonal~1.Diagonal~-1.Windoku.NoBoxes.Jigsaw~111222....~R1C1_5~R1C2_3_4
//
// Each rule begins with a point; ~ stands between its parts; a rule without name gives values to cells (rows
// and columns beyond 9 are letters). What else than these rules it holds is named and refused.
#include <fmt/core.h>

#include <algorithm>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr int largest_side = 16;

bool fits(const Page& page) {
    if (!page.is_single()) return false;
    const std::string_view line = page.lines().front().text;
    return line.size() > 1 && line.front() == '.' &&
           (line.find('~') != std::string_view::npos || line.find("Windoku") != std::string_view::npos);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

/// 1-9, then A (10) ...; 0 for none.
int place_of(char c) {
    if (c >= '1' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    return 0;
}

/// What the rules say, rule by rule.
struct Rules {
    int side = 9;
    Layout layout;
    bool changes_board = false;
    bool no_boxes = false;
    bool one_diagonal = false;
    std::string_view map;
    std::vector<std::string_view> values;  ///< "R1C1_5"
    std::string unread;                    ///< names of other rules
};

void take_rule(std::string_view rule, Rules& rules) {
    const std::vector<std::string_view> parts = split(rule, '~');
    const std::string_view name = parts.front();
    if (name.empty()) {
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (!parts[i].empty()) rules.values.push_back(parts[i]);
        }
    } else if (name == "Shape" && parts.size() == 2) {
        const int side = decimal(parts[1].substr(0, parts[1].find('x')));
        const bool square = parts[1] == fmt::format("{0}x{0}", side);
        if (square && side >= 1 && side <= largest_side) rules.side = side;
        else rules.unread += fmt::format("{}Shape {}", rules.unread.empty() ? "" : ", ", parts[1]);
    } else if (name == "Diagonal" && parts.size() == 2 && (parts[1] == "1" || parts[1] == "-1")) {
        rules.layout.diagonals = rules.one_diagonal;  // both are one rule of ours
        rules.one_diagonal = !rules.one_diagonal;
    } else if (name == "Windoku") {
        rules.layout.windows = true;
    } else if (name == "NoBoxes") {
        rules.no_boxes = true;
    } else if (name == "Jigsaw") {
        rules.map = parts.back();
    } else if (rules.unread.find(name) == std::string::npos) {
        rules.unread += fmt::format("{}{}", rules.unread.empty() ? "" : ", ", name);
    }
}

/// Sets the board from the rules.
MaybeFault settle_board(Rules& rules, std::string_view line, Draft& draft) {
    if (rules.one_diagonal)
        rules.unread += rules.unread.empty() ? "a single Diagonal" : ", a single Diagonal";
    if (!rules.unread.empty()) {
        return Fault{fmt::format("this is a puzzle of the Interactive Sudoku Solver with rules that are not "
                                 "read yet: {}",
                                 rules.unread.substr(0, 200)),
                     line.data()};
    }
    Layout layout = rules.no_boxes ? Layout::latin(rules.side) : Layout::usual(rules.side);
    if (!rules.map.empty()) {
        std::vector<int> map;
        for (const char c : rules.map) map.push_back(c == '0' ? 0 : place_of(c));
        const auto needed = static_cast<std::size_t>(rules.side) * static_cast<std::size_t>(rules.side);
        if (map.size() != needed)
            return Fault{count_fault(map.size(), "cell", rules.side, needed), rules.map.data()};
        layout = Layout::jigsaw(std::move(map));
    }
    layout.diagonals = rules.layout.diagonals;
    layout.windows = rules.layout.windows;
    if (const auto made = Geometry::make(layout); !made) return Fault{made.error().text, line.data()};
    draft.layout = std::move(layout);
    return {};
}

/// "R1C1_5", "R2C3_1_2": one value is a given, several are candidates.
MaybeFault take_value(std::string_view text, Draft& draft) {
    const std::vector<std::string_view> parts = split(text, '_');
    const std::string_view name = parts.front();
    const bool named =
        name.size() == 4 && (name[0] == 'R' || name[0] == 'r') && (name[2] == 'C' || name[2] == 'c');
    const int row = named ? place_of(name[1]) : 0;
    const int column = named ? place_of(name[3]) : 0;
    if (row < 1 || column < 1 || row > draft.side || column > draft.side || parts.size() < 2) {
        return Fault{
            fmt::format("{} gives no value to a cell of a {}x{} grid", quoted(text), draft.side, draft.side),
            text.data()};
    }
    const auto cell = static_cast<Cell>((row - 1) * draft.side + column - 1);
    Candidates among(draft.side, false);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const int digit = decimal(parts[i]);
        if (digit < 1 || digit > draft.side)
            return Fault{fmt::format("{} is not a digit of 1 to {}", quoted(parts[i]), draft.side),
                         parts[i].data()};
        among.insert(cell, static_cast<Digit>(digit));
    }
    if (parts.size() == 2) {
        draft.givens[cell] = static_cast<Digit>(decimal(parts[1]));
        return {};
    }
    if (!draft.candidates) draft.candidates.emplace(draft.side, true);
    for (Digit digit = 1; digit <= draft.side; ++digit) {
        if (!among.has(cell, digit)) draft.candidates->erase(cell, digit);
    }
    return {};
}

MaybeFault read(const Page& page, Alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    if (!fits(page)) return Fault{"this is no text of the Interactive Sudoku Solver", line.data()};
    Rules rules;
    for (const std::string_view rule : split(line.substr(1), '.')) {
        if (!rule.empty()) take_rule(rule, rules);
    }
    draft.side = rules.side;
    draft.cells = {};
    draft.cells.side = rules.side;
    draft.cells.tokens.assign(static_cast<std::size_t>(rules.side) * static_cast<std::size_t>(rules.side),
                              ".");
    if (MaybeFault fault = fill(Alphabet::digits, draft)) return fault;
    if (MaybeFault fault = settle_board(rules, line, draft)) return fault;
    draft.has_given_digits = true;
    for (const std::string_view value : rules.values) {
        if (MaybeFault fault = take_value(value, draft)) return fault;
    }
    return {};
}

char shown_place(int place) { return static_cast<char>(place <= 9 ? '0' + place : 'A' + place - 10); }

std::optional<std::string> append_rules(const Layout& layout, std::string& out) {
    const Layout usual = Layout::usual(layout.side);
    const bool boxed = layout.box_rows == usual.box_rows && layout.box_columns == usual.box_columns;
    if (layout.side > largest_side) return "the Interactive Sudoku Solver holds sides up to 16";
    if (!layout.extra.empty() || (!boxed && layout.box_rows != 0))
        return "the Interactive Sudoku Solver has no such regions";
    if (layout.side != 9) out += fmt::format(".Shape~{0}x{0}", layout.side);
    if (!boxed) out += ".NoBoxes";
    if (!layout.region_map.empty()) {
        out += ".Jigsaw~";
        constexpr int largest_label = 35;
        for (const int label : small_labels(layout.region_map, largest_label))
            out += label == 0 ? '0' : shown_place(label);
    }
    if (layout.diagonals) out += ".Diagonal~1.Diagonal~-1";
    if (layout.windows) out += ".Windoku";
    return {};
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const int side = sheet.side();
    if (auto fault = append_rules(sheet.puzzle.geometry->layout(), out)) return fault;
    out += '.';
    for (Cell cell = 0; cell < sheet.grid.size(); ++cell) {
        const int width = sheet.puzzle.side();
        const auto named = [&] {
            out += fmt::format("~R{}C{}", shown_place(static_cast<int>(cell) / width + 1),
                               shown_place(static_cast<int>(cell) % width + 1));
        };
        if (sheet.grid[cell] != 0) {
            named();
            out += fmt::format("_{}", sheet.grid[cell]);
        } else if (sheet.puzzle.candidates && sheet.puzzle.candidates->count(cell) != side) {
            if (sheet.puzzle.candidates->count(cell) < 2)
                return name_of_cell(side, cell) + " has a single candidate, which would be a given here";
            named();
            for (Digit digit = 1; digit <= side; ++digit) {
                if (sheet.puzzle.candidates->has(cell, digit)) out += fmt::format("_{}", digit);
            }
        }
    }
    if (out.back() == '.') out += '~';
    out += '\n';
    return {};
}

}  // namespace

const FormatRow interactive_row = {
    .info =
        {
            .name = "interactive",
            .summary = "text of the Interactive Sudoku Solver: .Shape .Jigsaw .Diagonal .Windoku .NoBoxes "
                       "and values",
            .example = ".Shape~4x4.Diagonal~1.Diagonal~-1.~R1C1_1~R2C3_3_4\n",
            .holds_candidates = true,
            .is_answered_by_line = true,
            .note = NotePlace::nowhere,
        },
    .alphabets = digits_only,
    .cutting = Cutting::lines,
    .fits = fits,
    .read = read,
    .append = append,
    .says = says_any,
};

}  // namespace quadrille::text
