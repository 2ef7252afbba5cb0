// The idea: from the back to the front: shades of windows and extra regions, diagonals, thin lines between
// cells, thick lines between regions, digits. Lines are filled rectangles on half points, so that they stay
// sharp as pixels; a digit stands in the middle of its cell by the ink it has.
#include "draw/board.hpp"

#include <fmt/core.h>

#include <cmath>

namespace quadrille::drawing {

namespace {

constexpr double given_size = 0.62;     // of a cell
constexpr double solution_size = 0.52;  // likewise
constexpr double text_room = 0.84;      // of a cell, across
constexpr double shade = 0.87;
constexpr double diagonal_grey = 0.6;

double thin_width(double cell) { return cell < 24 ? 0.5 : 1; }

class BoardDrawing {
  public:
    BoardDrawing(const Figure& figure, const BoardStyle& style, const Place& place, Pen& pen)
        : figure_(figure),
          style_(style),
          place_(place),
          pen_(pen),
          side_(figure.puzzle.side()),
          regions_(drawn_regions(*figure.puzzle.geometry)) {}

    void draw() {
        shades();
        diagonals();
        lines(thin_width(place_.cell), false);
        lines(border_width(place_.cell), true);
        pen_.grey(0);
        for (Cell cell = 0; cell < figure_.puzzle.geometry->cell_count(); ++cell) digit(cell);
        if (style_.with_candidates) candidates();
    }

  private:
    double x_of(int column) const { return place_.x + column * place_.cell; }
    double y_of(int row) const { return place_.y + row * place_.cell; }
    int region(int row, int column) const { return regions_[static_cast<std::size_t>(row * side_ + column)]; }
    bool border_above(int row, int column) const {
        return row == 0 || row == side_ || region(row - 1, column) != region(row, column);
    }
    bool border_before(int row, int column) const {
        return column == 0 || column == side_ || region(row, column - 1) != region(row, column);
    }

    void shades() {
        const std::vector<bool> shaded = shaded_cells(*figure_.puzzle.geometry);
        pen_.grey(shade);
        for (int row = 0; row < side_; ++row) {
            for (int column = 0; column < side_; ++column) {
                if (shaded[static_cast<std::size_t>(row * side_ + column)])
                    pen_.fill(x_of(column), y_of(row), place_.cell, place_.cell);
            }
        }
    }

    void diagonals() {
        if (!figure_.puzzle.geometry->layout().diagonals) return;
        pen_.grey(diagonal_grey);
        pen_.slant(x_of(0), y_of(0), x_of(side_), y_of(side_));
        pen_.slant(x_of(side_), y_of(0), x_of(0), y_of(side_));
    }

    /// The stretches of line that are borders of regions, or those that are not.
    void lines(double width, bool borders) {
        pen_.grey(0);
        const double half = width / 2;
        const double reach = borders ? half : 0;  // corners are closed
        for (int line = 0; line <= side_; ++line) {
            each_stretch([&](int piece) { return border_above(line, piece) == borders; },
                         [&](int from, int to) {
                             pen_.fill(x_of(from) - reach, y_of(line) - half,
                                       x_of(to) - x_of(from) + 2 * reach, width);
                         });
            each_stretch([&](int piece) { return border_before(piece, line) == borders; },
                         [&](int from, int to) {
                             pen_.fill(x_of(line) - half, y_of(from) - reach, width,
                                       y_of(to) - y_of(from) + 2 * reach);
                         });
        }
    }

    /// Calls draw(from, to) for every longest run of pieces of a line that are wanted.
    template <class Wanted, class Draw>
    void each_stretch(Wanted wanted, Draw draw) const {
        for (int from = 0; from < side_;) {
            int to = from;
            while (to < side_ && wanted(to)) ++to;
            if (to > from) draw(from, to);
            from = to + 1;
        }
    }

    void digit(Cell cell) {
        const Digit given = figure_.puzzle.givens[cell];
        const bool solved = given == 0 && style_.with_solution && cell < figure_.solution.size();
        const Digit shown = solved ? figure_.solution[cell] : given;
        if (shown == 0) return;
        pen_.font(place_.cell * (given != 0 ? given_size : solution_size),
                  given != 0 ? Weight::bold : Weight::light);
        const auto width = static_cast<Cell>(side_);
        pen_.text(symbol_of(figure_, shown), x_of(static_cast<int>(cell % width)) + place_.cell / 2,
                  y_of(static_cast<int>(cell / width)) + place_.cell / 2, place_.cell * text_room);
    }

    void candidates() {
        const Candidates shown = shown_candidates(figure_.puzzle, figure_.puzzle.givens);
        const int columns = candidate_columns(side_);
        const double step = place_.cell * 0.9 / columns;
        pen_.font(step * 0.85, Weight::light);
        for (Cell cell = 0; cell < figure_.puzzle.geometry->cell_count(); ++cell) {
            if (figure_.puzzle.givens[cell] != 0) continue;
            if (style_.with_solution && cell < figure_.solution.size()) continue;
            const auto width = static_cast<Cell>(side_);
            const double x = x_of(static_cast<int>(cell % width)) + place_.cell * 0.05;
            const double y = y_of(static_cast<int>(cell / width)) + place_.cell * 0.05;
            for (Digit digit = 1; digit <= side_; ++digit) {
                if (!shown.has(cell, digit)) continue;
                pen_.text(symbol_of(figure_, digit), x + ((digit - 1) % columns + 0.5) * step,
                          y + ((digit - 1) / columns + 0.5) * step, step * 0.9);
            }
        }
    }

    const Figure& figure_;
    const BoardStyle& style_;
    const Place& place_;
    Pen& pen_;
    int side_;
    std::vector<int> regions_;
};

}  // namespace

double border_width(double cell) { return cell < 12 ? 1 : cell < 24 ? 1.5 : 3; }

void draw_board(const Figure& figure, const BoardStyle& style, const Place& place, Pen& pen) {
    BoardDrawing(figure, style, place, pen).draw();
}

std::string symbol_of(const Figure& figure, Digit digit) {
    if (digit <= figure.symbols.size()) return figure.symbols[digit - 1u];
    return fmt::format("{}", digit);
}

std::vector<bool> shaded_cells(const Geometry& geometry) {
    std::vector<bool> shaded(geometry.cell_count(), false);
    for (const Region& region : geometry.regions()) {
        if (region.kind != RegionKind::window && region.kind != RegionKind::extra) continue;
        for (const Cell cell : region.cells) shaded[cell] = true;
    }
    return shaded;
}

int candidate_columns(int side) { return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(side)))); }

}  // namespace quadrille::drawing
