#include "solve/as_groups.hpp"

#include <fmt/core.h>

#include <cmath>

#include "quadrille/clause.hpp"
#include "quadrille/learn.hpp"
#include "quadrille/solve.hpp"
#include "solve/as_cover.hpp"

namespace quadrille {

namespace {

using Variable = std::uint32_t;

/// The only candidate of a cell, or 0 where it has several.
Digit single_of(const Candidates& left, Cell cell) {
    if (left.count(cell) != 1) return 0;
    Digit digit = 1;
    while (!left.has(cell, digit)) ++digit;
    return digit;
}

std::size_t member_count(const Geometry& geometry, const Candidates& left) {
    std::size_t members = 0;
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        const auto count = static_cast<std::size_t>(left.count(cell));
        if (count != 1) members += count * (1 + geometry.regions_of(cell).size());
    }
    return members;
}

/// Numbers the candidates of the open cells, cell by cell; first[cell]: where a cell's begin.
std::vector<Variable> add_cells(const Geometry& geometry, const Candidates& left, PuzzleGroups& made) {
    std::vector<Variable> first;
    std::vector<Variable> group;
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        first.push_back(static_cast<Variable>(made.meaning.size()));
        made.fixed.push_back(single_of(left, cell));
        if (made.fixed[cell] != 0) continue;
        group.clear();
        for (Digit digit = 1; digit <= geometry.side(); ++digit) {
            if (!left.has(cell, digit)) continue;
            group.push_back(static_cast<Variable>(made.meaning.size()));
            made.meaning.emplace_back(cell, digit);
        }
        made.groups.add(group, GroupKind::exactly_one);
    }
    first.push_back(static_cast<Variable>(made.meaning.size()));
    made.groups.variables = first.back();
    return first;
}

/// One group for each digit that no single cell of the region holds.
void add_region(const Region& region, float weight, const std::vector<Variable>& first, PuzzleGroups& made) {
    const std::size_t side = made.side;
    const GroupKind kind = region.cells.size() == side ? GroupKind::exactly_one : GroupKind::at_most_one;
    std::vector<std::vector<Variable>> places(side + 1);
    std::vector<char> held(side + 1);
    for (Cell cell : region.cells) {
        held[made.fixed[cell]] = 1;
        for (Variable v = first[cell]; v < first[cell + 1]; ++v) places[made.meaning[v].second].push_back(v);
    }
    const auto first_group = static_cast<std::uint32_t>(made.groups.size());
    for (std::size_t digit = 1; digit <= side; ++digit) {
        if (held[digit] || (places[digit].size() < 2 && kind == GroupKind::at_most_one)) continue;
        made.groups.add(places[digit], kind, weight);
    }
    if (kind == GroupKind::exactly_one)
        made.groups.blocks.push_back({first_group, static_cast<std::uint32_t>(made.groups.size())});
}

}  // namespace

Grid PuzzleGroups::grid_of(std::span<const std::uint32_t> chosen) const {
    Grid grid = fixed;
    for (const Variable variable : chosen) grid[meaning[variable].first] = meaning[variable].second;
    return grid;
}

std::vector<std::uint32_t> PuzzleGroups::chosen_in(std::span<const Digit> grid) const {
    std::vector<Variable> chosen;
    for (Variable variable = 0; variable < groups.variables; ++variable)
        if (grid[meaning[variable].first] == meaning[variable].second) chosen.push_back(variable);
    return chosen;
}

Result<PuzzleGroups> as_groups(const Geometry& geometry, const Candidates& left,
                               std::span<const std::uint32_t> failures) {
    const std::size_t members = member_count(geometry, left);
    if (members > learn::max_members) {
        return Error{ErrorCode::too_large, fmt::format("as groups this puzzle has {} members, more than {}",
                                                       members, learn::max_members)};
    }
    PuzzleGroups made{
        .groups = {}, .meaning = {}, .fixed = {}, .side = static_cast<std::size_t>(geometry.side())};
    const std::vector<Variable> first = add_cells(geometry, left, made);
    for (std::size_t r = 0; r < geometry.regions().size(); ++r)
        add_region(geometry.regions()[r], std::sqrt(1 + static_cast<float>(failures[r])), first, made);
    return made;
}

std::optional<Error> write_clauses(const Puzzle& puzzle, const std::string& path) {
    const std::vector<std::uint32_t> failures(puzzle.geometry->regions().size());
    const auto made = as_groups(*puzzle.geometry, without_givens(puzzle), failures);
    if (!made) return made.error();
    if (clause::write_dimacs(made->groups, path)) return {};
    return Error{ErrorCode::unreadable, fmt::format("{} cannot be written", path)};
}

}  // namespace quadrille
