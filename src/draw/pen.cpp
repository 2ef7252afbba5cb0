#include "draw/pen.hpp"

#include <cmath>

namespace quadrille::drawing {

namespace {
/// The nearest half point.
double snapped(double place) { return std::floor(place * 2 + 0.5) / 2; }
}  // namespace

void Pen::fill(double x, double y, double width, double height) {
    const double left = snapped(x);
    const double top = snapped(y);
    cairo_rectangle(context_, left, top, snapped(x + width) - left, snapped(y + height) - top);
    cairo_fill(context_);
}

void Pen::slant(double x1, double y1, double x2, double y2) {
    cairo_set_line_width(context_, 1);
    cairo_move_to(context_, x1, y1);
    cairo_line_to(context_, x2, y2);
    cairo_stroke(context_);
}

void Pen::font(double size, Weight weight) {
    size_ = size;
    cairo_select_font_face(context_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           weight == Weight::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_, size);
    cairo_text_extents_t digit;
    cairo_text_extents(context_, "8", &digit);
    middle_ = digit.y_bearing + digit.height / 2;
}

void Pen::text(const std::string& text, double x, double y, double room) {
    cairo_text_extents_t ink;
    cairo_text_extents(context_, text.c_str(), &ink);
    double shrunk = 1;
    if (ink.width > room && ink.width > 0) {
        shrunk = room / ink.width;
        cairo_set_font_size(context_, size_ * shrunk);
        cairo_text_extents(context_, text.c_str(), &ink);
    }
    cairo_move_to(context_, x - ink.width / 2 - ink.x_bearing, y - middle_ * shrunk);
    cairo_show_text(context_, text.c_str());
    if (shrunk != 1) cairo_set_font_size(context_, size_);
}

}  // namespace quadrille::drawing
