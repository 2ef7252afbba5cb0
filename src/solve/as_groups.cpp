#include "solve/as_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "quadrille/clause.hpp"
#include "quadrille/learn.hpp"
#include "quadrille/solve.hpp"
#include "solve/as_cover.hpp"

namespace quadrille {

namespace {

using Variable = std::uint32_t;

/// Calls `visit` with each candidate of a cell.
template <class Visit>
void for_each_candidate(const Candidates& left, Cell cell, Visit visit) {
    unsigned before = 1;
    for (std::uint64_t word : left.row(cell)) {
        for (; word != 0; word &= word - 1)
            visit(static_cast<Digit>(before + static_cast<unsigned>(std::countr_zero(word))));
        before += 64;
    }
}

std::size_t member_count(const Geometry& geometry, const Candidates& left) {
    std::size_t members = 0;
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        const auto count = static_cast<std::size_t>(left.count(cell));
        if (count != 1) members += count * (1 + geometry.regions_of(cell).size());
    }
    return members;
}

/// Makes the groups of one puzzle.
class Maker {
  public:
    explicit Maker(PuzzleGroups& made) : made_(made), count_(made.side + 1), next_(made.side + 1) {}

    /// Numbers the candidates of the open cells, cell by cell, while the budget lasts.
    void add_cells(const Candidates& left, std::size_t cells, Budget& budget) {
        for (Cell cell = 0; cell < cells; ++cell) {
            if (cell % 1024 == 1023 && !budget.poll()) return;
            first_.push_back(made_.groups.variables);
            if (left.count(cell) == 1) {
                for_each_candidate(left, cell, [&](Digit digit) { made_.fixed.push_back(digit); });
                continue;
            }
            made_.fixed.push_back(0);
            for_each_candidate(left, cell, [&](Digit digit) {
                made_.meaning.emplace_back(cell, digit);
                made_.groups.members.push_back(made_.groups.variables++);
            });
            made_.groups.close(GroupKind::exactly_one);
        }
        first_.push_back(made_.groups.variables);
    }

    /// One group for each digit that no single cell of the region holds.
    void add_region(const Region& region) {
        Groups& groups = made_.groups;
        const GroupKind kind =
            region.cells.size() == made_.side ? GroupKind::exactly_one : GroupKind::at_most_one;
        count_digits(region);
        const auto first_group = static_cast<std::uint32_t>(groups.size());
        for (std::size_t digit = 1; digit <= made_.side; ++digit) {
            next_[digit] = nowhere;
            if (count_[digit] == held || (count_[digit] < 2 && kind == GroupKind::at_most_one)) continue;
            next_[digit] = groups.members.size();
            groups.members.resize(groups.members.size() + count_[digit]);
            groups.close(kind);
        }
        for (Cell cell : region.cells) {
            for (Variable v = first_[cell]; v < first_[cell + 1]; ++v) {
                std::size_t& next = next_[made_.meaning[v].second];
                if (next != nowhere) groups.members[next++] = v;
            }
        }
        if (kind == GroupKind::exactly_one)
            groups.blocks.push_back({first_group, static_cast<std::uint32_t>(groups.size())});
    }

  private:
    static constexpr std::size_t nowhere = ~std::size_t{0};
    static constexpr std::uint32_t held = ~std::uint32_t{0};

    /// In how many open cells of the region each digit may go, or that a single cell holds it.
    void count_digits(const Region& region) {
        std::fill(count_.begin(), count_.end(), 0);
        for (Cell cell : region.cells)
            for (Variable v = first_[cell]; v < first_[cell + 1]; ++v) ++count_[made_.meaning[v].second];
        for (Cell cell : region.cells) count_[made_.fixed[cell]] = held;
    }

    PuzzleGroups& made_;
    std::vector<Variable> first_;  // where each cell's variables begin
    std::vector<std::uint32_t> count_;
    std::vector<std::size_t> next_;  // where the next member of each digit's group goes
};

void clear(PuzzleGroups& made) {
    made.groups.variables = 0;
    made.groups.start.assign(1, 0);
    made.groups.members.clear();
    made.groups.kinds.clear();
    made.groups.blocks.clear();
    made.meaning.clear();
    made.fixed.clear();
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

bool PuzzleGroups::holds(std::span<const Digit> grid) const {
    std::size_t chosen = 0;
    for (const auto& [cell, digit] : meaning) chosen += grid[cell] == digit;
    std::size_t open = 0;
    for (Cell cell = 0; cell < fixed.size(); ++cell) {
        if (fixed[cell] == 0) ++open;
        else if (fixed[cell] != grid[cell]) return false;
    }
    return chosen == open;
}

std::optional<Error> as_groups(const Geometry& geometry, const Candidates& left, Budget& budget,
                               PuzzleGroups& made) {
    const std::size_t members = member_count(geometry, left);
    if (members > learn::max_members) {
        return Error{ErrorCode::too_large, fmt::format("as groups this puzzle has {} members, more than {}",
                                                       members, learn::max_members)};
    }
    clear(made);
    made.side = static_cast<std::size_t>(geometry.side());
    Maker maker(made);
    maker.add_cells(left, geometry.cell_count(), budget);
    for (const Region& region : geometry.regions()) {
        if (!budget.poll()) break;
        maker.add_region(region);
    }
    return {};
}

std::optional<Error> write_clauses(const Puzzle& puzzle, const std::string& path) {
    PuzzleGroups made;
    Budget unbounded({});
    if (auto error = as_groups(*puzzle.geometry, without_givens(puzzle), unbounded, made)) return error;
    if (clause::write_dimacs(made.groups, path)) return {};
    return Error{ErrorCode::unreadable, fmt::format("{} cannot be written", path)};
}

}  // namespace quadrille
