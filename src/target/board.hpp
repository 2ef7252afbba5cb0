// What the engines of this room share about a board: its regions as flat lists, and propagation on
// one word of candidate bits a cell.
#pragma once

#include <cstdint>
#include <vector>

#include "quadrille/puzzle.hpp"
#include "target/kernels.hpp"

namespace quadrille::target {

/// Bit d - 1 stands for digit d.
using DigitBits = std::uint64_t;

/// True for one bit. (std::has_single_bit counts them all, by a library call where the build may not assume
/// an instruction for it; the same goes for std::popcount.)
inline bool is_single(DigitBits bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

/// The number of bits, but no more than `most` + 1 of them are counted.
inline int count_up_to(DigitBits bits, int most) {
    int count = 0;
    for (; bits != 0 && count <= most; bits &= bits - 1) ++count;
    return count;
}

/// A geometry laid out for loops.
struct Board {
    explicit Board(GeometryPtr geometry_, Kernel kernel_ = fastest_kernel());

    /// Boards whose evaluations are dear and whose empty parts are wide.
    bool is_large() const { return cells > 100; }
    /// Boards of which one evaluation takes a fair part of a millisecond, or more.
    bool is_huge() const { return cells > 256; }

    GeometryPtr geometry;
    Kernel kernel;  ///< what the vector code of its bounds runs on
    int side;
    int cells;
    int lanes;  ///< side rounded up to a multiple of 16: the stride of every table by cell and digit
    DigitBits all;
    struct Area {
        std::vector<std::uint16_t> cells;
        bool full;  ///< has `side` cells, so holds every digit
    };
    std::vector<Area> areas;                           ///< the geometry's regions, in its order
    std::vector<std::vector<std::uint16_t>> areas_of;  ///< for each cell
};

/// Removes candidates that singles, naked and hidden, rule out.
class Propagator {
  public:
    explicit Propagator(const Board& board);

    /// The regions through `cell` must be looked at again.
    void mark(int cell) {
        for (const std::uint16_t area : board_.areas_of[static_cast<std::size_t>(cell)]) {
            dirty_[area / 64] |= std::uint64_t{1} << (area % 64);
        }
    }
    void mark_all();
    void forget() { dirty_.assign(dirty_.size(), 0); }
    /// Works on what is marked until nothing changes. False: some cell or region has no candidate left.
    bool run(DigitBits* masks);

  private:
    bool visit(const Board::Area& area, DigitBits* masks);

    const Board& board_;
    std::vector<std::uint64_t> dirty_;
};

/// The candidates that givens and pencilmarks leave each cell; a word of no bits where there is none.
std::vector<DigitBits> initial_masks(const Puzzle& puzzle);

}  // namespace quadrille::target
