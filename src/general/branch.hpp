// Where to branch: the cell or place with the fewest choices.
//
// A cell's choices are its candidates; a place's (a digit in a region) are the cells that can take it.
// Cells are scanned first; only if none has two candidates are places looked at, which the board counts.
// Among equals, the cell whose regions have failed most often (weighted degree; Boussemart, Hemery, Lecoutre
// and Sais, 2004), and after a new beginning the one that chance prefers.
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
        state_ = seed;
        mixer_ = 0;
    }
    /// From here on another of equal cells is taken.
    void shuffle() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX generator
        mixer_ = state_ | 1;
    }

    /// Appends the choices of the best cell or place, the one to take first at the back: together they
    /// cover every solution, and no two of them share one. Appends nothing if every cell is single.
    void append_choices(std::vector<Choice>& choices) {
        const auto cells = cells_to_scan();
        if (cells.empty()) return;
        if (givens_ != nullptr) guide_.follow(*std::exchange(givens_, nullptr));
        const std::size_t begin = choices.size();
        const Cell cell = best_cell(cells);
        const unsigned count = board_.count(cell);
        if (count == 2 || is_large() || !append_place(count, choices)) append_digits(cell, choices);
        const auto favourite =
            std::find_if(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end(),
                         [&](const Choice& choice) { return guide_.favours(choice.cell, choice.digit); });
        if (favourite != choices.end()) std::swap(*favourite, choices.back());
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

    void append_digits(Cell cell, std::vector<Choice>& choices) const {
        const std::size_t begin = choices.size();
        for (Bits left = board_.candidates(cell); !left.empty(); left.drop_first()) {
            choices.push_back({cell, left.first()});
        }
        std::reverse(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end());
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

    /// Appends the places of the digit with the fewest places, if these are fewer than `count`.
    bool append_place(unsigned count, std::vector<Choice>& choices) const {
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
        for (Cell cell : board_.open_cells(best)) {
            if (board_.candidates(cell).meets(Bits::of(digit))) choices.push_back({cell, digit});
        }
        return true;
    }

    Board<W>& board_;
    const std::vector<std::uint32_t>& failures_;
    Guide guide_;
    const Grid* givens_ = nullptr;  // those the guide is still to follow
    std::uint64_t state_ = 1;       // of the generator
    std::uint64_t mixer_ = 0;       // 0 until the first shuffle: the cell met first
};

}  // namespace quadrille::general
