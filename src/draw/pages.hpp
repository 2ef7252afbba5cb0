// Figures on pages: what stands where, before anything is drawn.
#pragma once

#include <vector>

#include "draw/board.hpp"

namespace quadrille::drawing {

struct PlacedFigure {
    const Figure* figure;
    BoardStyle style;
    Place place;
};

struct PlacedText {
    std::string text;
    double x;
    double y;
    double size;
    double room;
    Weight weight;
};

struct PageLayout {
    double width;
    double height;
    std::vector<PlacedFigure> figures;
    std::vector<PlacedText> texts;
};

/// The pages of a document, in order.
std::vector<PageLayout> lay_out(std::span<const Figure> figures, const DrawSettings& settings);
void draw_page(const PageLayout& page, Pen& pen);

}  // namespace quadrille::drawing
