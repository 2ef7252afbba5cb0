// Where to branch: the cell or place with the fewest choices.
//
// A cell's choices are its candidates; a place's (a digit in a region) are the cells that can take it.
// Cells are scanned first; only if none has two candidates are places looked at, which the board counts.
// Among equals, the cell whose regions have failed most often (weighted degree; Boussemart, Hemery, Lecoutre
// and Sais, 2004), and after a new beginning, or with a seed from the start, the one that chance prefers.
//
// On boards beyond 4096 cells a scan of every open cell at every node would cost more than the search:
// there only the region with the fewest open cells is scanned, and places are not counted.
//
// The choice taken first is the guide's (guide.hpp), so that open boards fill without backtracking.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "general/board.hpp"
#include "general/guide.hpp"

namespace quadrille::general {

template <int W>
class Brancher {
  public:
    using Bits = Row<W>;

    Brancher(Board<W>& board, const std::vector<std::uint32_t>& failures)
        : board_(board), failures_(failures), guide_(*board.topology().geometry) {}

    /// Prepares for the search of one puzzle, which must outlive it.
    void start(const Puzzle& puzzle, std::uint64_t seed) {
        givens_ = &puzzle.givens;
        seed_ = seed;
        state_ = seed + 1;
        mixer_ = 0;
        if (seed != 0) shuffle();
    }
    /// From here on another of equal cells is taken.
    void shuffle() {
        state_ = next_random(state_);
        mixer_ = state_ | 1;
    }

    /// Sets `choices` to those of the best cell or place: together they cover every solution, and no two of
    /// them share one. False: every cell is placed.
    bool choose(Strip<W>& choices) {
        const auto cells = cells_to_scan();
        if (cells.empty()) return false;
        if (givens_ != nullptr) guide_.follow(*std::exchange(givens_, nullptr), seed_);
        const Cell cell = best_cell(cells);
        const unsigned count = board_.count(cell);
        if (count == 2 || is_large() || !choose_place(count, choices))
            choices = {cell, 0, board_.candidates(cell)};
        return true;
    }

    /// Takes out of `choices`, which must hold one, that which is to be tried next.
    Choice take(Strip<W>& choices) const {
        const Topology& topology = board_.topology();
        std::size_t best = choices.bits.first() - 1u;
        if (choices.digit == 0) {
            const Digit favourite = guide_.digit_of(choices.where);
            if (favourite != 0 && choices.bits.has(favourite - 1u)) best = favourite - 1u;
        } else {
            for (Bits left = choices.bits; !left.empty(); left.drop_first()) {
                const std::size_t place = left.first() - 1u;
                if (guide_.digit_of(topology.cells_of(choices.where)[place]) == choices.digit) best = place;
            }
        }
        Strip<W> taken{choices.where, choices.digit, {}};
        taken.bits.add(best);
        choices.bits.remove(best);
        return taken.first(topology);
    }

  private:
    static constexpr unsigned most_places = 3;

    bool is_large() const { return board_.topology().geometry->cell_count() > 4096; }

    /// Open cells, among them one worth branching on if there is any at all.
    std::span<const Cell> cells_to_scan() {
        if (!is_large()) return board_.all_open();
        std::span<const Cell> smallest;
        for (RegionIndex region = 0; region < failures_.size(); ++region) {
            const auto cells = board_.open_cells(region);
            if (!cells.empty() && (smallest.empty() || cells.size() < smallest.size())) smallest = cells;
        }
        return smallest;
    }

    /// The failures of a cell's regions; in the low bits what decides between equals.
    std::uint64_t weight(Cell cell) const {
        std::uint64_t sum = 0;
        for (RegionIndex region : board_.topology().regions_of(cell)) sum += failures_[region];
        return sum << 16 | (mixer_ * cell) >> 48;
    }

    Cell best_cell(std::span<const Cell> cells) const {
        Cell best = cells.front();
        unsigned fewest = board_.count(best);
        std::uint64_t heaviest = weight(best);
        for (Cell cell : cells) {
            const unsigned count = board_.count(cell);
            if (count > fewest) continue;
            const std::uint64_t heavy = weight(cell);
            if (count == fewest && heavy <= heaviest) continue;
            best = cell;
            fewest = count;
            heaviest = heavy;
        }
        return best;
    }

    /// Chooses the places of the digit with the fewest places, if these are fewer than `count`.
    bool choose_place(unsigned count, Strip<W>& choices) const {
        const auto regions = board_.topology().region_count();
        unsigned fewest = std::min(count, most_places + 1);
        RegionIndex best = regions;
        Digit digit = 0;
        for (RegionIndex region = 0; region < regions && fewest > 2; ++region) {
            if (board_.open_cells(region).empty()) continue;
            const auto places = board_.places(region);
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (places[i].open_count() >= fewest) continue;
                fewest = places[i].open_count();
                best = region;
                digit = static_cast<Digit>(i + 1);
            }
        }
        if (best == regions) return false;
        choices = {best, digit, {}};
        for (Cell cell : board_.open_cells(best)) {
            if (board_.candidates(cell).meets(Bits::of(digit)))
                choices.bits.add(board_.topology().place_in(best, cell));
        }
        return true;
    }

    Board<W>& board_;
    const std::vector<std::uint32_t>& failures_;
    Guide guide_;
    const Grid* givens_ = nullptr;  // those the guide is still to follow
    std::uint64_t seed_ = 0;
    std::uint64_t state_ = 1;  // of the generator
    std::uint64_t mixer_ = 0;  // 0 until the first shuffle: the cell met first
};

}  // namespace quadrille::general
