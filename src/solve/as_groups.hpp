// A puzzle as groups: what the clause-learning engines are fed.
//
//   variables  one a candidate (cell, digit) of the cells that are still open
//   groups     one a cell, exactly one digit; one a (region, digit), exactly one place where the region must
//              hold every digit, else at most one
#pragma once

#include <span>
#include <vector>

#include "quadrille/groups.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// The groups, and what the variables stand for.
struct PuzzleGroups {
    Groups groups;
    std::vector<std::pair<Cell, Digit>> meaning;  ///< one a variable
    Grid fixed;                                   ///< the digits of the cells that have one candidate

    std::size_t side = 0;
    Grid grid_of(std::span<const std::uint32_t> chosen) const;
    /// The variables that `grid`, a solution, chooses.
    std::vector<std::uint32_t> chosen_in(std::span<const Digit> grid) const;
    /// True if a solution `grid` is among those of the groups: its digits were all left.
    bool holds(std::span<const Digit> grid) const;
};

/// `left`: the candidates that are left, no digit that a single cell of a region holds among those of its
/// other cells. What `made` held is forgotten, its memory used again; it is of no use if the budget is spent
/// before it is made. Refuses with too_large what the engines cannot hold.
std::optional<Error> as_groups(const Geometry& geometry, const Candidates& left, Budget& budget,
                               PuzzleGroups& made);

}  // namespace quadrille
