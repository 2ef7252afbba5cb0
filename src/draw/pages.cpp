// The idea: a page of paper is cut into slots of one size; each board takes whole points a cell, as many as
// its slot holds, and stands in the middle of it.
//
//     title of the pages               top margin
//     +--------+ +--------+
//     | title  | | title  |            per_page 1: 1x1, 2: 1x2, 4: 2x2, 6: 2x3 (columns x rows)
//     | board  | | board  |
//     +--------+ +--------+
//              1 / 3                   bottom margin
#include "draw/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace quadrille::drawing {

namespace {

constexpr double margin = 42;        // of paper
constexpr double header = 26;        // under the top margin, where pages have a title
constexpr double footer = 20;        // above the bottom margin
constexpr double gap = 18;           // between slots
constexpr double title_height = 20;  // of a figure
constexpr double lone_margin = 8;    // around a figure alone
constexpr int solutions_per_page = 6;

struct Sheet {
    double width;
    double height;
};

Sheet sheet_of(Paper paper) { return paper == Paper::a4 ? Sheet{595, 842} : Sheet{612, 792}; }

/// Whole points for a cell of a figure alone.
double lone_cell(const Figure& figure, bool with_candidates) {
    const int side = figure.puzzle.side();
    const double plain = std::clamp(std::round(400.0 / side), 14.0, 44.0);
    return with_candidates ? std::max(plain, 11.0 * candidate_columns(side)) : plain;
}

PageLayout lone_page(const Figure& figure, const BoardStyle& style) {
    const double cell = lone_cell(figure, style.with_candidates);
    const double board = cell * figure.puzzle.side();
    const double title = figure.title.empty() ? 0 : title_height;
    PageLayout page{board + 2 * lone_margin, board + 2 * lone_margin + title, {}, {}};
    page.figures.push_back({&figure, style, {lone_margin, lone_margin + title, cell}});
    if (title > 0) {
        page.texts.push_back({figure.title, page.width / 2, lone_margin + title / 2 - 2, 11,
                              page.width - 2 * lone_margin, Weight::light});
    }
    return page;
}

/// Cuts sheets into slots and fills them.
class Layouter {
  public:
    Layouter(const DrawSettings& settings, std::vector<PageLayout>& pages)
        : sheet_(sheet_of(settings.paper)), pages_(pages) {}

    /// Puts figures on new pages, so many a page.
    void add(std::span<const Figure> figures, int per_page, const BoardStyle& style,
             const std::string& title) {
        const int columns = per_page <= 2 ? 1 : 2;
        const int rows = per_page / columns;
        for (std::size_t at = 0; at < figures.size(); ++at) {
            const int slot = static_cast<int>(at % static_cast<std::size_t>(per_page));
            if (slot == 0) begin_page(title);
            put(figures[at], style, slot_at(slot % columns, slot / columns, columns, rows));
        }
    }

    void number_pages() {
        int number = 0;
        for (PageLayout& page : pages_) {
            page.texts.push_back({fmt::format("{} / {}", ++number, pages_.size()), page.width / 2,
                                  page.height - margin + 4, 10, page.width / 2, Weight::light});
        }
    }

  private:
    struct Slot {
        double x, y, width, height;
    };

    void begin_page(const std::string& title) {
        pages_.push_back({sheet_.width, sheet_.height, {}, {}});
        top_ = margin + (title.empty() ? 0 : header);
        if (!title.empty()) {
            pages_.back().texts.push_back({title, sheet_.width / 2, margin + header / 2 - 4, 15,
                                           sheet_.width - 2 * margin, Weight::bold});
        }
    }

    Slot slot_at(int column, int row, int columns, int rows) const {
        const double width = (sheet_.width - 2 * margin - (columns - 1) * gap) / columns;
        const double height = (sheet_.height - top_ - margin - footer - (rows - 1) * gap) / rows;
        return {margin + column * (width + gap), top_ + row * (height + gap), width, height};
    }

    void put(const Figure& figure, const BoardStyle& style, const Slot& slot) {
        const double title = figure.title.empty() ? 0 : title_height;
        const int side = figure.puzzle.side();
        const double cell = std::max(1.0, std::floor((std::min(slot.width, slot.height - title) - 4) / side));
        const double board = cell * side;
        const double x = std::floor(slot.x + (slot.width - board) / 2);
        const double y = std::floor(slot.y + title + (slot.height - title - board) / 2);
        pages_.back().figures.push_back({&figure, style, {x, y, cell}});
        if (title > 0) {
            pages_.back().texts.push_back(
                {figure.title, x + board / 2, y - title / 2 - 2, 11, slot.width, Weight::light});
        }
    }

    Sheet sheet_;
    std::vector<PageLayout>& pages_;
    double top_ = margin;
};

}  // namespace

std::vector<PageLayout> lay_out(std::span<const Figure> figures, const DrawSettings& settings) {
    std::vector<PageLayout> pages;
    const BoardStyle puzzle{settings.with_candidates, !settings.solutions_at_end};
    const BoardStyle solution{false, true};
    if (settings.per_page == 0) {
        for (const Figure& figure : figures) pages.push_back(lone_page(figure, puzzle));
        for (const Figure& figure : figures) {
            if (settings.solutions_at_end) pages.push_back(lone_page(figure, solution));
        }
        return pages;
    }
    Layouter layouter(settings, pages);
    layouter.add(figures, settings.per_page, puzzle, settings.title);
    if (settings.solutions_at_end) {
        const std::string title = settings.title.empty() ? "Solutions" : settings.title + ": solutions";
        layouter.add(figures, std::max(settings.per_page, solutions_per_page), solution, title);
    }
    layouter.number_pages();
    return pages;
}

void draw_page(const PageLayout& page, Pen& pen) {
    pen.grey(1);
    pen.fill(0, 0, page.width, page.height);
    for (const PlacedFigure& placed : page.figures)
        draw_board(*placed.figure, placed.style, placed.place, pen);
    pen.grey(0);
    for (const PlacedText& text : page.texts) {
        pen.font(text.size, text.weight);
        pen.text(text.text, text.x, text.y, text.room);
    }
}

}  // namespace quadrille::drawing
