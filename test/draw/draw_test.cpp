// Pictures: what stands in them, where, and what is refused.
#include "quadrille/draw.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "draw/pages.hpp"
#include "random_puzzles.hpp"

namespace quadrille {
namespace {

using drawing::PageLayout;

Figure figure_of(const Layout& layout) {
    Figure figure;
    figure.puzzle.geometry = Geometry::make(layout).value();
    figure.puzzle.givens.assign(figure.puzzle.geometry->cell_count(), 0);
    figure.puzzle.givens.front() = 1;
    return figure;
}

std::string drawn(const Figure& figure, const DrawSettings& settings) {
    const auto files = draw(std::span(&figure, 1), settings);
    EXPECT_TRUE(files) << files.error().text;
    return files ? files->front() : "";
}

TEST(Draw, AnyNumberOfThreadsDrawsTheSame) {
    std::vector<Figure> figures;
    for (const int side : {4, 6, 9, 12, 9, 4, 16}) figures.push_back(figure_of(Layout::usual(side)));
    for (const PictureKind kind : {PictureKind::svg, PictureKind::png}) {
        const auto alone = draw(figures, {.kind = kind});
        EXPECT_EQ(alone->size(), figures.size());
        EXPECT_EQ(*draw(figures, {.kind = kind, .jobs = 3}), *alone);
    }
}

TEST(Draw, NothingIsHalfDrawnOnceStopped) {
    const Figure figure = figure_of(Layout::usual(9));
    StopFlag stop;
    for (const PictureKind kind : {PictureKind::svg, PictureKind::png, PictureKind::pdf, PictureKind::html}) {
        stop.clear();
        EXPECT_EQ(draw(std::span(&figure, 1), {.kind = kind, .stop = &stop})->size(), 1u);
        stop.request();
        EXPECT_TRUE(draw(std::span(&figure, 1), {.kind = kind, .stop = &stop})->empty());
    }
}

TEST(Draw, EveryKindOfEverySideIsAFileOfItsKind) {
    const std::pair<PictureKind, std::string> kinds[] = {{PictureKind::svg, "<?xml"},
                                                         {PictureKind::png, "\x89PNG"},
                                                         {PictureKind::pdf, "%PDF"},
                                                         {PictureKind::html, "<!DOCTYPE html>"}};
    for (const auto& [kind, beginning] : kinds) {
        for (const int side : {1, 2, 4, 6, 9, 16, 25, 64}) {
            const Figure figure = figure_of(Layout::usual(side));
            for (const bool candidates : {false, true}) {
                if (candidates && side > 9) continue;  // many small digits take their time
                const std::string file = drawn(figure, {.kind = kind, .with_candidates = candidates});
                EXPECT_EQ(file.substr(0, beginning.size()), beginning) << side;
                EXPECT_TRUE(file == drawn(figure, {.kind = kind, .with_candidates = candidates})) << side;
            }
        }
    }
}

TEST(Draw, PdfAndHtmlAreOneFileTheOthersOneAPage) {
    const std::vector<Figure> figures(5, figure_of(Layout{}));
    const auto count = [&](PictureKind kind, int per_page) {
        return draw(figures, {.kind = kind, .per_page = per_page})->size();
    };
    EXPECT_EQ(count(PictureKind::svg, 0), 5u);
    EXPECT_EQ(count(PictureKind::svg, 4), 2u);
    EXPECT_EQ(count(PictureKind::png, 2), 3u);
    EXPECT_EQ(count(PictureKind::pdf, 2), 1u);
    EXPECT_EQ(count(PictureKind::html, 2), 1u);
}

TEST(Draw, WhatCannotBeDrawnIsRefused) {
    const Figure large = figure_of(Layout::latin(65));
    const auto refusal = [](std::span<const Figure> figures, int per_page) {
        const auto files = draw(figures, {.per_page = per_page});
        return files ? "drawn" : files.error().text;
    };
    EXPECT_EQ(refusal(std::span(&large, 1), 0), "a side of 65 is too large to draw; 64 is the most");
    EXPECT_EQ(refusal({}, 3), "3 puzzles a page; 1, 2, 4 and 6 are possible");
    EXPECT_EQ(refusal(std::vector<Figure>(max_figures + 1, figure_of(Layout::latin(1))), 0),
              "more than 10000 puzzles in one document");
}

TEST(Draw, GivensAndSolutionAreToldApart) {
    Figure figure = figure_of(Layout::usual(4));
    figure.solution = {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1};
    figure.symbols = {"A", "<", "C", "D"};
    const std::string page = drawn(figure, {.kind = PictureKind::html});
    EXPECT_NE(page.find("<b>A</b>"), std::string::npos);
    EXPECT_NE(page.find("<i>&lt;</i>"), std::string::npos);
    EXPECT_NE(page.find("aria-label=\"row 1, column 1: A, given\""), std::string::npos);
    const std::string puzzles = drawn(figure, {.kind = PictureKind::html, .solutions_at_end = true});
    EXPECT_LT(puzzles.find("<b>A</b>"), puzzles.find("Solutions"));
    EXPECT_GT(puzzles.find("<i>"), puzzles.find("Solutions"));
    EXPECT_EQ(page.find("http"), std::string::npos);
}

/// Nothing is cut off, nothing overlaps, and cells are whole points, whatever stands on a page.
TEST(Pages, FiguresStandWithinTheirPaper) {
    test::Random random(3);
    for (const int per_page : {0, 1, 2, 4, 6}) {
        for (const Paper paper : {Paper::a4, Paper::letter}) {
            std::vector<Figure> figures;
            for (int i = 0; i < 13; ++i) {
                figures.push_back(figure_of(test::random_layout(random, 25)));
                if (i % 2 == 0) figures.back().title = "a title";
            }
            const DrawSettings settings{
                .per_page = per_page, .paper = paper, .title = "pages", .solutions_at_end = true};
            std::size_t placed = 0;
            for (const PageLayout& page : drawing::lay_out(figures, settings)) {
                placed += page.figures.size();
                for (std::size_t i = 0; i < page.figures.size(); ++i) {
                    const drawing::Place& place = page.figures[i].place;
                    const double board = place.cell * page.figures[i].figure->puzzle.side();
                    EXPECT_EQ(place.cell, std::floor(place.cell));
                    EXPECT_GE(place.x, 6);
                    EXPECT_GE(place.y, 6);
                    EXPECT_LE(place.x + board, page.width - 6);
                    EXPECT_LE(place.y + board, page.height - (per_page == 0 ? 6 : 50));
                    for (std::size_t j = 0; j < i; ++j) {
                        const drawing::Place& other = page.figures[j].place;
                        const double other_board = other.cell * page.figures[j].figure->puzzle.side();
                        EXPECT_TRUE(other.x + other_board + 6 <= place.x || place.x + board + 6 <= other.x ||
                                    other.y + other_board + 6 <= place.y || place.y + board + 6 <= other.y);
                    }
                }
            }
            EXPECT_EQ(placed, 26u);
        }
    }
}

}  // namespace
}  // namespace quadrille
