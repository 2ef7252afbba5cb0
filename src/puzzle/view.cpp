#include "quadrille/puzzle_view.hpp"

namespace quadrille {

std::vector<int> drawn_regions(const Geometry& geometry) {
    std::vector<int> regions(geometry.cell_count(), 0);
    for (const Region& region : geometry.regions()) {
        if (region.kind != RegionKind::box && region.kind != RegionKind::jigsaw) continue;
        for (const Cell cell : region.cells) regions[cell] = region.index;
    }
    return regions;
}

Candidates without_seen(const Geometry& geometry, std::span<const Digit> grid, Candidates from) {
    for (const Region& region : geometry.regions()) {
        for (const Cell cell : region.cells) {
            if (grid[cell] == 0) continue;
            for (const Cell other : region.cells) {
                if (other != cell) from.erase(other, grid[cell]);
            }
        }
    }
    return from;
}

Candidates reduced_candidates(const Geometry& geometry, std::span<const Digit> grid, Candidates from) {
    from = without_seen(geometry, grid, std::move(from));
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] == 0) continue;
        for (Digit digit = 1; digit <= geometry.side(); ++digit) from.erase(cell, digit);
        from.insert(cell, grid[cell]);
    }
    return from;
}

Candidates shown_candidates(const Puzzle& puzzle, std::span<const Digit> grid) {
    Candidates from = puzzle.candidates ? *puzzle.candidates : Candidates(puzzle.side(), true);
    return reduced_candidates(*puzzle.geometry, grid, std::move(from));
}

}  // namespace quadrille
