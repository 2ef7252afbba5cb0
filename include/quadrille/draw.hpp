// Pictures of puzzles: SVG, PNG and PDF from one drawing, and HTML as one file that needs nothing else.
//
//     Figure figure{puzzle};
//     auto files = draw(std::span(&figure, 1), {.kind = PictureKind::svg});
//     ... files->front() is the text of an SVG file ...
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// The largest side that is drawn: beyond, a cell would be too small to read.
inline constexpr int max_drawn_side = 64;
/// The most figures in one document.
inline constexpr std::size_t max_figures = 10000;

/// One board and what stands on it.
struct Figure {
    Puzzle puzzle;
    Grid solution = {};                     ///< what to show besides the givens; empty: nothing
    std::string title = {};                 ///< one line of UTF-8 above the board
    std::vector<std::string> symbols = {};  ///< what stands for digit 1, 2 ...; missing ones are numbers
};

enum class PictureKind { svg, png, pdf, html };
enum class Paper { a4, letter };

/// How figures are laid on pages.
struct DrawSettings {
    PictureKind kind = PictureKind::svg;
    int per_page = 0;  ///< 1, 2, 4 or 6 on a page of paper; 0: each alone, on a page of its own size
    Paper paper = Paper::a4;
    std::string title = {};          ///< one line of UTF-8 on top of each page of paper
    bool with_candidates = false;    ///< the candidates of cells without a digit, in small
    bool solutions_at_end = false;   ///< puzzles first, without what solves them; then all of it
    unsigned jobs = 1;               ///< threads that draw pages of SVG and PNG; the files are the same
    const StopFlag* stop = nullptr;  ///< asked at each page and, in HTML, at each figure

    bool is_stopped() const { return stop != nullptr && stop->requested(); }
};

/// Draws the figures. PDF and HTML are one file; SVG and PNG are one a page, in order. Givens are bold and
/// large, digits of the solution light and smaller, so that no colour is needed to tell them apart. The same
/// figures give the same bytes. Refuses more than max_figures, sides beyond max_drawn_side, and any other
/// number a page. Once stopped it returns the files that are whole: of PDF and HTML none.
Result<std::vector<std::string>> draw(std::span<const Figure> figures, const DrawSettings& settings);

}  // namespace quadrille
