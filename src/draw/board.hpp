// One figure on a square of paper.
#pragma once

#include "draw/pen.hpp"
#include "quadrille/draw.hpp"
#include "quadrille/puzzle_view.hpp"

namespace quadrille::drawing {

/// Where a board stands: its upper left corner and the side of a cell, in points.
struct Place {
    double x;
    double y;
    double cell;
};

struct BoardStyle {
    bool with_candidates;
    bool with_solution;
};

/// The width of the border around a board, half of which stands outside of it.
double border_width(double cell);
void draw_board(const Figure& figure, const BoardStyle& style, const Place& place, Pen& pen);

/// What the pictures and the HTML page ask alike.
std::string symbol_of(const Figure& figure, Digit digit);
/// The cells of windows and extra regions, which are shaded.
std::vector<bool> shaded_cells(const Geometry& geometry);
/// Small digits stand in so many columns of a cell.
int candidate_columns(int side);

}  // namespace quadrille::drawing
