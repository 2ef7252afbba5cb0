// Puzzles: the geometry of a board, the grid on it, what is given. Nothing here searches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quadrille/base.hpp"

namespace quadrille {

/// A value in a cell: 1 to side, or 0 for an empty cell.
using Digit = std::uint16_t;
/// A place on the board: row * side + column, both counted from 0.
using Cell = std::uint32_t;
/// side * side digits in row order.
using Grid = std::vector<Digit>;

/// The largest side a Geometry accepts.
inline constexpr int max_side = 400;

/// "r3c4": how messages name a cell, rows and columns counted from 1.
std::string name_of_cell(int side, Cell cell);

/// What makes a region; only for messages and drawing, the rule is the same for all.
enum class RegionKind { row, column, box, jigsaw, diagonal, window, extra };

/// A set of cells that must hold different digits. A row, column, box or jigsaw region has `side`
/// cells and so holds every digit; an extra region may have fewer.
struct Region {
    RegionKind kind;
    int index;                ///< counted from 0 within its kind
    std::vector<Cell> cells;  ///< ascending, no cell twice
};

/// "row 3", "box 1", "diagonal 2": how messages name a region.
std::string name_of(const Region& region);

/// What a Geometry is made from. The side is box_rows * box_columns where boxes are asked for.
struct Layout {
    int side = 9;
    int box_rows = 3;             ///< rows of one box; 0 for no boxes
    int box_columns = 3;          ///< columns of one box; 0 for no boxes
    std::vector<int> region_map;  ///< side * side region numbers (any labels) for a jigsaw; else empty
    bool diagonals = false;       ///< both main diagonals hold every digit
    bool windows = false;         ///< windoku: a box-sized window in each gap between box borders
    std::vector<std::vector<Cell>> extra;  ///< further all-different regions of 2 to side cells

    /// Boxes of box_rows x box_columns.
    static Layout boxed(int box_rows, int box_columns);
    /// No boxes: a Latin square.
    static Layout latin(int side);
    /// Regions given by a map of side * side labels in row order, without boxes.
    static Layout jigsaw(std::vector<int> region_map);
    /// The usual boxes of a side: as square as can be, wider than high (6: 2x3, 12: 3x4); a prime side
    /// and 1 give a Latin square.
    static Layout usual(int side);
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// A checked board: its regions and, for each cell, the regions through it. Immutable; shared by puzzles.
class Geometry {
  public:
    /// Refuses, with the reason, sides outside 1..max_side, boxes that do not tile the side, a region map
    /// whose regions are not `side` cells each, windows that do not fit, and extra regions with a
    /// cell off the board, a cell twice or more than `side` cells.
    static Result<std::shared_ptr<const Geometry>> make(const Layout& layout);

    int side() const { return layout_.side; }
    Cell cell_count() const { return static_cast<Cell>(layout_.side) * static_cast<Cell>(layout_.side); }
    const Layout& layout() const { return layout_; }
    /// Rows 0..side-1 first, then columns side..2*side-1, then boxes or jigsaw regions, diagonals, windows,
    /// extra.
    const std::vector<Region>& regions() const { return regions_; }
    /// The regions through a cell, ascending.
    std::span<const std::uint32_t> regions_of(Cell cell) const;
    /// True for plain boxes of 3x3 and nothing else: what a 9x9 engine may assume.
    bool is_classic_nine() const;
    /// "9x9, boxes 3x3", "12x12, boxes 3x4, diagonals", "9x9 jigsaw", ...
    std::string describe() const;

  private:
    Geometry() = default;
    Layout layout_;
    std::vector<Region> regions_;
    std::vector<std::uint32_t> region_start_;  // cell c's regions: region_list_[region_start_[c] .. [c+1])
    std::vector<std::uint32_t> region_list_;
};

using GeometryPtr = std::shared_ptr<const Geometry>;

/// A set of candidate digits for every cell: one row of bits a cell, bit d-1 for digit d.
class Candidates {
  public:
    /// Every digit in every cell if `all`, else none.
    Candidates(int side, bool all);

    int side() const { return side_; }
    bool has(Cell cell, Digit digit) const;
    void insert(Cell cell, Digit digit);
    void erase(Cell cell, Digit digit);
    int count(Cell cell) const;
    /// 64-bit words in one cell's row.
    int words() const { return words_; }
    /// The bits of one cell: words() words.
    std::span<const std::uint64_t> row(Cell cell) const;
    friend bool operator==(const Candidates&, const Candidates&) = default;

  private:
    int side_;
    int words_;
    std::vector<std::uint64_t> bits_;
};

/// A puzzle: a board, the given digits and, where the source has them, pencilmarks.
struct Puzzle {
    GeometryPtr geometry;
    Grid givens;                           ///< cell_count() digits, 0 where empty
    std::optional<Candidates> candidates;  ///< where present, a cell's solution must be among them

    int side() const { return geometry->side(); }
};

/// The candidates that givens and pencilmarks leave each cell, before any rule is applied.
Candidates initial_candidates(const Puzzle& puzzle);

/// The first contradiction that can be seen without search, as a sentence, or nothing:
/// "r3c4 and r3c7 both hold 5 (row 3)", "r1c1 holds 5, which is not among its candidates",
/// "r2c2 has no candidate left" (by its pencilmarks).
std::optional<std::string> contradiction(const Puzzle& puzzle);

/// Checks without search that `grid` solves `puzzle`: complete, within givens and candidates, every
/// region all different. Nothing if so, else the fault as a sentence. A wrong size is a fault too.
std::optional<std::string> verify(const Puzzle& puzzle, std::span<const Digit> grid);

}  // namespace quadrille
