// The checks that need no search: of what is given, and of what claims to be a solution.
#include <fmt/core.h>

#include <vector>

#include "quadrille/puzzle.hpp"

namespace quadrille {

namespace {

using Fault = std::optional<std::string>;

Fault size_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    if (grid.size() == puzzle.geometry->cell_count()) return {};
    return fmt::format("the grid has {} cells, not {}", grid.size(), puzzle.geometry->cell_count());
}

/// The first digit outside 0..side.
Fault range_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] <= puzzle.side()) continue;
        return fmt::format("{} holds {}, which is more than the side of {}",
                           name_of_cell(puzzle.side(), cell), grid[cell], puzzle.side());
    }
    return {};
}

/// False only if no two cells of the region hold the same digit; exact up to a side of 63. Nearly every
/// region that is ever checked is clean, and this tells so many times faster than finding out who holds what.
bool may_repeat(const Region& region, std::span<const Digit> grid) {
    std::uint64_t seen = 0;
    std::uint64_t again = 0;
    for (Cell cell : region.cells) {
        const Digit digit = grid[cell];
        const std::uint64_t bit = std::uint64_t{digit != 0} << (digit % 64);
        again |= seen & bit;
        seen |= bit;
    }
    return again != 0;
}

/// The first two cells of one region that hold the same digit; empty cells do not count.
Fault repeat_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    const int side = puzzle.side();
    std::vector<Cell> holder;
    for (const Region& region : puzzle.geometry->regions()) {
        if (!may_repeat(region, grid)) continue;
        constexpr Cell nobody = ~Cell{0};
        holder.assign(static_cast<std::size_t>(side) + 1, nobody);
        for (Cell cell : region.cells) {
            const Digit digit = grid[cell];
            if (digit == 0) continue;
            if (holder[digit] != nobody) {
                return fmt::format("{} and {} both hold {} ({})", name_of_cell(side, holder[digit]),
                                   name_of_cell(side, cell), digit, name_of(region));
            }
            holder[digit] = cell;
        }
    }
    return {};
}

Fault candidate_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    if (!puzzle.candidates) return {};
    const int side = puzzle.side();
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] != 0 && !puzzle.candidates->has(cell, grid[cell])) {
            return fmt::format("{} holds {}, which is not among its candidates", name_of_cell(side, cell),
                               grid[cell]);
        }
        if (puzzle.candidates->count(cell) == 0) return name_of_cell(side, cell) + " has no candidate left";
    }
    return {};
}

Fault unsolved_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    const int side = puzzle.side();
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] == 0) return name_of_cell(side, cell) + " is empty";
        if (puzzle.givens[cell] != 0 && puzzle.givens[cell] != grid[cell]) {
            return fmt::format("{} holds {}, but {} is given", name_of_cell(side, cell), grid[cell],
                               puzzle.givens[cell]);
        }
    }
    return {};
}

/// The checks that hold for givens and solutions alike, cheapest first.
Fault common_fault(const Puzzle& puzzle, std::span<const Digit> grid) {
    if (Fault fault = size_fault(puzzle, grid)) return fault;
    if (Fault fault = range_fault(puzzle, grid)) return fault;
    if (Fault fault = repeat_fault(puzzle, grid)) return fault;
    return candidate_fault(puzzle, grid);
}

/// True only if `grid` solves `puzzle`: a quick look that suffices for nearly every grid that is ever
/// verified. A region that holds every digit shows it by one full set of bits.
bool is_plainly_solved(const Puzzle& puzzle, std::span<const Digit> grid) {
    const int side = puzzle.side();
    if (side > 63 || puzzle.candidates || grid.size() != puzzle.geometry->cell_count()) return false;
    unsigned wrong = 0;
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        const Digit given = puzzle.givens[cell];
        wrong |= static_cast<unsigned>(grid[cell] > side) |
                 static_cast<unsigned>(given != 0 && given != grid[cell]);
    }
    if (wrong != 0) return false;
    const std::uint64_t all = ((std::uint64_t{1} << side) - 1) << 1;
    for (const Region& region : puzzle.geometry->regions()) {
        if (region.cells.size() != static_cast<std::size_t>(side)) return false;
        std::uint64_t seen = 0;
        for (Cell cell : region.cells) seen |= std::uint64_t{1} << grid[cell];
        if (seen != all) return false;
    }
    return true;
}

}  // namespace

Fault contradiction(const Puzzle& puzzle) { return common_fault(puzzle, puzzle.givens); }

Fault verify(const Puzzle& puzzle, std::span<const Digit> grid) {
    if (is_plainly_solved(puzzle, grid)) return {};
    if (Fault fault = common_fault(puzzle, grid)) return fault;
    return unsolved_fault(puzzle, grid);
}

}  // namespace quadrille
