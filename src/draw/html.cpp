// The idea: every board is a table, so that it can be read aloud, copied and printed; each cell says its
// place, and borders are classes of cells. Givens are bold, digits of the solution light and smaller.
#include "draw/html.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "draw/board.hpp"

namespace quadrille::drawing {

namespace {

constexpr std::string_view style_sheet = R"(body { font-family: sans-serif; color: #000; background: #fff;
margin: 2em; }
figure { display: inline-block; vertical-align: top; margin: 0 2em 2em 0; break-inside: avoid; }
figcaption { text-align: center; padding: 0.3em; }
table { border-collapse: collapse; border: 3px solid #000; margin: auto; }
td { width: 2.1em; height: 2.1em; padding: 0; border: 1px solid #777;
text-align: center; vertical-align: middle; }
td.t { border-top: 3px solid #000; }
td.l { border-left: 3px solid #000; }
td.w { background: #ddd; }
td.d { background-image: radial-gradient(#bbb 12%, transparent 13%); background-size: 0.7em 0.7em; }
b { font-size: 1.3em; }
i { font-size: 1.05em; font-style: normal; font-weight: 300; }
small { display: block; font-family: monospace; font-size: 0.55em; line-height: 1.1; }
@media print { body { margin: 0; } h2 { break-before: page; } }
@page { margin: 15mm; }
)";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&') result += "&amp;";
        else if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '"') result += "&quot;";
        else result += c;
    }
    return result;
}

/// Writes one table.
class Table {
  public:
    Table(const Figure& figure, const BoardStyle& style, std::string& out)
        : figure_(figure),
          style_(style),
          out_(out),
          side_(figure.puzzle.side()),
          regions_(drawn_regions(*figure.puzzle.geometry)),
          shaded_(shaded_cells(*figure.puzzle.geometry)),
          candidates_(shown_candidates(figure.puzzle, figure.puzzle.givens)) {}

    void write() {
        out_ += "<table>\n";
        for (int row = 0; row < side_; ++row) {
            out_ += "<tr>";
            for (int column = 0; column < side_; ++column) cell(row, column);
            out_ += "</tr>\n";
        }
        out_ += "</table>\n";
    }

  private:
    std::string classes(int row, int column) const {
        const int at = row * side_ + column;
        const auto region = [&](int cell) { return regions_[static_cast<std::size_t>(cell)]; };
        const bool diagonal =
            figure_.puzzle.geometry->layout().diagonals && (row == column || row + column == side_ - 1);
        std::string names;
        if (row > 0 && region(at - side_) != region(at)) names += " t";
        if (column > 0 && region(at - 1) != region(at)) names += " l";
        if (shaded_[static_cast<std::size_t>(at)]) names += " w";
        if (diagonal) names += " d";
        return names.empty() ? "" : fmt::format(" class=\"{}\"", names.substr(1));
    }

    void cell(int row, int column) {
        const auto at = static_cast<Cell>(row * side_ + column);
        const Digit given = figure_.puzzle.givens[at];
        const bool solved = given == 0 && style_.with_solution && at < figure_.solution.size();
        std::string inside;
        std::string said = "empty";
        if (given != 0) {
            inside = fmt::format("<b>{}</b>", escaped(symbol_of(figure_, given)));
            said = symbol_of(figure_, given) + ", given";
        } else if (solved) {
            inside = fmt::format("<i>{}</i>", escaped(symbol_of(figure_, figure_.solution[at])));
            said = symbol_of(figure_, figure_.solution[at]);
        } else if (style_.with_candidates) {
            inside = small_digits(at);
            said = "candidates";
        }
        out_ += fmt::format("<td{} aria-label=\"row {}, column {}: {}\">{}</td>", classes(row, column),
                            row + 1, column + 1, escaped(said), inside);
    }

    /// The digits in columns of one width, as text.
    std::string small_digits(Cell at) const {
        const int columns = candidate_columns(side_);
        std::size_t width = 1;
        for (Digit digit = 1; digit <= side_; ++digit)
            width = std::max(width, symbol_of(figure_, digit).size());
        std::string digits;
        for (Digit digit = 1; digit <= side_; ++digit) {
            const std::string symbol = candidates_.has(at, digit) ? symbol_of(figure_, digit) : "";
            if (digit > 1) digits += (digit - 1) % columns == 0 ? "<br />" : "&#160;";
            for (std::size_t i = symbol.size(); i < width; ++i) digits += "&#160;";
            digits += escaped(symbol);
        }
        return "<small>" + digits + "</small>";
    }

    const Figure& figure_;
    const BoardStyle& style_;
    std::string& out_;
    int side_;
    std::vector<int> regions_;
    std::vector<bool> shaded_;
    Candidates candidates_;
};

/// Not all of them where that was stopped.
void append_figures(std::span<const Figure> figures, const BoardStyle& style, const DrawSettings& settings,
                    std::string& out) {
    out += "<main>\n";
    for (const Figure& figure : figures) {
        if (settings.is_stopped()) break;
        out += "<figure>\n";
        if (!figure.title.empty()) out += fmt::format("<figcaption>{}</figcaption>\n", escaped(figure.title));
        Table(figure, style, out).write();
        out += "</figure>\n";
    }
    out += "</main>\n";
}

}  // namespace

std::string html_of(std::span<const Figure> figures, const DrawSettings& settings) {
    const std::string title = escaped(settings.title.empty() ? "Sudoku" : settings.title);
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n<title>{}</title>\n"
        "<style>\n{}</style>\n</head>\n<body>\n",
        title, style_sheet);
    if (!settings.title.empty()) out += fmt::format("<h1>{}</h1>\n", title);
    append_figures(figures, {settings.with_candidates, !settings.solutions_at_end}, settings, out);
    if (settings.solutions_at_end) {
        out += "<h2>Solutions</h2>\n";
        append_figures(figures, {false, true}, settings, out);
    }
    return out + "</body>\n</html>\n";
}

}  // namespace quadrille::drawing
