#include <gtest/gtest.h>

#include "oracle.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {
namespace {

std::string refusal(const Layout& layout) {
    const auto made = Geometry::make(layout);
    return made ? "accepted" : made.error().text;
}

TEST(Geometry, UsualBoxesOfEverySide) {
    const std::pair<int, std::pair<int, int>> expected[] = {
        {4, {2, 2}},  {6, {2, 3}},  {8, {2, 4}},     {9, {3, 3}},     {10, {2, 5}},    {12, {3, 4}},
        {15, {3, 5}}, {16, {4, 4}}, {20, {4, 5}},    {25, {5, 5}},    {36, {6, 6}},    {49, {7, 7}},
        {64, {8, 8}}, {81, {9, 9}}, {100, {10, 10}}, {144, {12, 12}}, {225, {15, 15}}, {400, {20, 20}}};
    for (const auto& [side, box] : expected) {
        EXPECT_EQ(Layout::usual(side), Layout::boxed(box.first, box.second)) << side;
        EXPECT_TRUE(Geometry::make(Layout::usual(side))) << side;
    }
    EXPECT_EQ(Layout::usual(7), Layout::latin(7));
    EXPECT_EQ(Layout::usual(1), Layout::latin(1));
}

TEST(Geometry, EveryCellLiesInEachFamilyOnce) {
    const auto geometry = Geometry::make(Layout::usual(12)).value();
    EXPECT_EQ(geometry->regions().size(), 36u);
    for (Cell cell = 0; cell < geometry->cell_count(); ++cell) {
        const auto through = geometry->regions_of(cell);
        ASSERT_EQ(through.size(), 3u);
        EXPECT_EQ(geometry->regions()[through[0]].kind, RegionKind::row);
        EXPECT_EQ(geometry->regions()[through[1]].kind, RegionKind::column);
        EXPECT_EQ(geometry->regions()[through[2]].kind, RegionKind::box);
    }
}

TEST(Geometry, WindokuWindowsStandWhereTheyAlwaysDo) {
    Layout layout;
    layout.windows = true;
    const auto geometry = Geometry::make(layout).value();
    ASSERT_EQ(geometry->regions().size(), 31u);
    EXPECT_EQ(geometry->regions()[27].cells.front(), 10u);
    EXPECT_EQ(geometry->regions()[30].cells.back(), 70u);
    EXPECT_FALSE(geometry->is_classic_nine());
}

TEST(Geometry, RefusesIllegalLayoutsWithTheReason) {
    Layout zero = Layout::latin(0);
    Layout huge = Layout::latin(401);
    Layout boxes = Layout::latin(9);
    boxes.box_rows = 2;
    boxes.box_columns = 4;
    Layout uneven = Layout::jigsaw({1, 1, 1, 2});
    Layout ragged = Layout::latin(3);
    ragged.region_map = {1, 1, 2};
    Layout windows = Layout::usual(6);
    windows.windows = true;
    Layout off = Layout::usual(4);
    off.extra = {{0, 16}};
    Layout twice = Layout::usual(4);
    twice.extra = {{0, 5}, {3, 3}};
    Layout lone = Layout::usual(4);
    lone.extra = {{7}};
    EXPECT_EQ(refusal(zero), "a side of 0 is outside 1 to 400");
    EXPECT_EQ(refusal(huge), "a side of 401 is outside 1 to 400");
    EXPECT_EQ(refusal(boxes), "boxes of 2x4 do not fit a side of 9");
    EXPECT_EQ(refusal(uneven), "region 1 (the one of r1c1) has 3 cells, not 2");
    EXPECT_EQ(refusal(ragged), "the region map has 3 cells, not 9");
    EXPECT_EQ(refusal(windows), "windows need square boxes of 2x2 or more");
    EXPECT_EQ(refusal(off), "extra region 1 has a cell off the board");
    EXPECT_EQ(refusal(twice), "extra region 2 has r1c4 twice");
    EXPECT_EQ(refusal(lone), "extra region 1 has 1 cells, not 2 to 4");
}

TEST(Verify, NamesTheFault) {
    const auto geometry = Geometry::make(Layout::usual(4)).value();
    Puzzle puzzle{geometry, Grid(16, 0), {}};
    const Grid solution = {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1};
    EXPECT_EQ(verify(puzzle, solution), std::nullopt);
    EXPECT_EQ(verify(puzzle, Grid(9, 1)), "the grid has 9 cells, not 16");
    Grid wrong = solution;
    wrong[1] = 3;
    EXPECT_EQ(verify(puzzle, wrong), "r1c2 and r1c3 both hold 3 (row 1)");
    wrong[1] = 0;
    EXPECT_EQ(verify(puzzle, wrong), "r1c2 is empty");
    wrong[1] = 5;
    EXPECT_EQ(verify(puzzle, wrong), "r1c2 holds 5, which is more than the side of 4");
    puzzle.givens[0] = 2;
    EXPECT_EQ(verify(puzzle, solution), "r1c1 holds 1, but 2 is given");
}

TEST(Verify, ContradictionsAmongGivensNameTheCells) {
    Puzzle puzzle{Geometry::make(Layout{}).value(), Grid(81, 0), {}};
    EXPECT_EQ(contradiction(puzzle), std::nullopt);
    puzzle.givens[2 * 9 + 3] = puzzle.givens[2 * 9 + 6] = 5;
    EXPECT_EQ(contradiction(puzzle), "r3c4 and r3c7 both hold 5 (row 3)");
    puzzle.givens[2 * 9 + 6] = 0;
    puzzle.candidates = Candidates(9, true);
    puzzle.candidates->erase(21, 5);
    EXPECT_EQ(contradiction(puzzle), "r3c4 holds 5, which is not among its candidates");
    puzzle.givens[21] = 0;
    for (Digit digit = 1; digit <= 9; ++digit) puzzle.candidates->erase(80, digit);
    EXPECT_EQ(contradiction(puzzle), "r9c9 has no candidate left");
}

TEST(Candidates, RowsWiderThanOneWord) {
    Candidates wide(130, true);
    EXPECT_EQ(wide.words(), 3);
    EXPECT_EQ(wide.count(16899), 130);
    EXPECT_TRUE(wide.has(5, 130));
    wide.erase(5, 65);
    EXPECT_EQ(wide.count(5), 129);
    EXPECT_EQ(wide.count(4), 130);
}

TEST(Oracle, FindsAll288GridsOf4x4) {
    const Puzzle empty{Geometry::make(Layout::usual(4)).value(), Grid(16, 0), {}};
    const auto all = oracle::solutions(empty);
    EXPECT_EQ(all.size(), 288u);
    for (const Grid& grid : all) EXPECT_EQ(verify(empty, grid), std::nullopt);
    EXPECT_EQ(oracle::solutions(empty, 5).size(), 5u);
}

}  // namespace
}  // namespace quadrille
