// What board and page draw with: a cairo context and its few moves, in points (1/72 inch).
#pragma once

#include <cairo.h>

#include <string>

namespace quadrille::drawing {

/// Digits and letters in one typeface; its bold is what givens have.
enum class Weight { light, bold };

class Pen {
  public:
    explicit Pen(cairo_t* context) : context_(context) {}

    void grey(double level) { cairo_set_source_rgb(context_, level, level, level); }
    /// A filled rectangle; its sides are set to half points, which are whole pixels at 144 dots an inch.
    void fill(double x, double y, double width, double height);
    void slant(double x1, double y1, double x2, double y2);
    /// Text whose middle is at (x, y): across by its ink, along by the height of digits. Shrinks what is
    /// wider than `room`.
    void text(const std::string& text, double x, double y, double room);
    /// Size in points of what text draws next.
    void font(double size, Weight weight);

  private:
    cairo_t* context_;
    double size_ = 0;
    double middle_ = 0;  // of a digit, from its base line down
};

}  // namespace quadrille::drawing
