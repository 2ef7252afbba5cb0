#include "solve/as_cover.hpp"

#include <fmt/core.h>

#include "quadrille/puzzle_view.hpp"

namespace quadrille {

namespace {

/// Numbers the items: cells, then full regions' digits, then the secondary items of the others.
std::vector<cover::Item> add_items(const Geometry& geometry, cover::Builder& builder) {
    const auto side = static_cast<cover::Item>(geometry.side());
    builder.add_items(geometry.cell_count());
    std::vector<cover::Item> first(geometry.regions().size());
    for (std::size_t r = 0; r < first.size(); ++r) {
        if (geometry.regions()[r].cells.size() == side) first[r] = builder.add_items(side);
    }
    for (std::size_t r = 0; r < first.size(); ++r) {
        if (geometry.regions()[r].cells.size() != side) first[r] = builder.add_secondary_items(side);
    }
    return first;
}

std::size_t entry_count(const Geometry& geometry, const Candidates& left) {
    std::size_t entries = 0;
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        entries += static_cast<std::size_t>(left.count(cell)) * (1 + geometry.regions_of(cell).size());
    }
    return entries;
}

}  // namespace

Candidates without_givens(const Puzzle& puzzle) {
    return without_seen(*puzzle.geometry, puzzle.givens, initial_candidates(puzzle));
}

Grid PuzzleCover::grid_of(std::span<const cover::Option> solution) const {
    Grid grid(solution.size());
    for (cover::Option option : solution) grid.at(meaning[option].first) = meaning[option].second;
    return grid;
}

Result<PuzzleCover> as_cover(const Puzzle& puzzle) {
    const Geometry& geometry = *puzzle.geometry;
    const Candidates left = without_givens(puzzle);
    const std::size_t entries = entry_count(geometry, left);
    if (entries > max_cover_entries) {
        return Error{ErrorCode::too_large,
                     fmt::format("as exact cover this puzzle has {} entries, more than {}", entries,
                                 max_cover_entries)};
    }
    cover::Builder builder;
    const std::vector<cover::Item> first = add_items(geometry, builder);
    std::vector<std::pair<Cell, Digit>> meaning;
    std::vector<cover::Item> items;
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        for (Digit digit = 1; digit <= geometry.side(); ++digit) {
            if (!left.has(cell, digit)) continue;
            items.assign(1, cell);
            for (std::uint32_t r : geometry.regions_of(cell)) items.push_back(first[r] + digit - 1u);
            builder.add_option(items);
            meaning.emplace_back(cell, digit);
        }
    }
    Result<cover::Problem> problem = builder.build();
    if (!problem) return problem.error();
    return PuzzleCover{std::move(*problem), std::move(meaning)};
}

}  // namespace quadrille
