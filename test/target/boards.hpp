// Boards and weights for the tests of this room, made from a seed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "oracle.hpp"
#include "quadrille/target.hpp"

namespace quadrille {

inline GeometryPtr board_of(const Layout& layout) { return Geometry::make(layout).value(); }

/// Numbers from low to high, the same everywhere (std distributions are not).
class Dice {
  public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    std::int64_t roll(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }

  private:
    std::mt19937_64 engine_;
};

inline Objective random_weights(Dice& dice, int side, std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> weights(static_cast<std::size_t>(side * side));
    for (std::int64_t& weight : weights) weight = dice.roll(low, high);
    return Objective::weights(side, weights).value();
}

inline Objective random_table(Dice& dice, int side, std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(side * side * side));
    for (std::int64_t& value : values) value = dice.roll(low, high);
    return Objective::table(side, values).value();
}

/// A full grid of plain boxes by the usual pattern, its digits renamed at random.
inline Grid pattern_grid(Dice& dice, const Layout& layout) {
    std::vector<Digit> name;
    for (int digit = 1; digit <= layout.side; ++digit) {
        name.insert(name.begin() + dice.roll(0, digit - 1), static_cast<Digit>(digit));
    }
    Grid grid;
    for (int row = 0; row < layout.side; ++row) {
        const int shift = row % layout.box_rows * layout.box_columns + row / layout.box_rows;
        for (int column = 0; column < layout.side; ++column) {
            grid.push_back(name[static_cast<std::size_t>((column + shift) % layout.side)]);
        }
    }
    return grid;
}

/// A grid of this board found with the digits of each cell tried in a random order.
inline Grid random_grid(Dice& dice, const GeometryPtr& geometry) {
    const Objective wishes = random_table(dice, geometry->side(), 0, 99);
    const Puzzle empty{geometry, Grid(geometry->cell_count(), 0), {}};
    TargetSettings settings;
    settings.progress = [](const TargetProgress& progress) { return !progress.best; };  // the first will do
    return optimise(empty, wishes, settings).value().grids.at(0).grid;  // throws where there is none
}

/// `grid` with all but `clues` cells emptied.
inline Puzzle puzzle_from(Dice& dice, const GeometryPtr& geometry, const Grid& grid, std::size_t clues) {
    Puzzle puzzle{geometry, Grid(grid.size(), 0), {}};
    for (std::size_t placed = 0; placed < clues;) {
        const auto cell = static_cast<std::size_t>(dice.roll(0, static_cast<std::int64_t>(grid.size()) - 1));
        if (puzzle.givens[cell] != 0) continue;
        puzzle.givens[cell] = grid[cell];
        ++placed;
    }
    return puzzle;
}

/// What the oracle says of all completions: best first, equal ones in lexicographic order.
inline std::vector<ScoredGrid> ranked(const std::vector<Grid>& grids, const Objective& objective, Goal goal) {
    std::vector<ScoredGrid> list;
    for (const Grid& grid : grids) list.push_back({objective.score(grid), grid});
    std::stable_sort(list.begin(), list.end(), [&](const ScoredGrid& a, const ScoredGrid& b) {
        return goal == Goal::maximum ? a.score > b.score : a.score < b.score;
    });
    return list;
}

/// The boards beside 9x9 and 16x16 that every bound must serve.
inline std::vector<Layout> small_layouts() {
    std::vector<Layout> layouts = {Layout::usual(1), Layout::latin(2), Layout::usual(4), Layout::latin(4),
                                   Layout::latin(5), Layout::usual(6), Layout::latin(6)};
    Layout diagonal = Layout::usual(4);
    diagonal.extra = {{0, 5, 10}, {12, 9}};
    layouts.push_back(diagonal);
    layouts.push_back(Layout::jigsaw({1, 2, 2, 2, 1, 1, 2, 3, 1, 4, 3, 3, 4, 4, 4, 3}));
    Layout crossed = Layout::latin(5);
    crossed.diagonals = true;
    layouts.push_back(crossed);
    return layouts;
}

inline std::string shared_file(const std::string& name) {
    std::string path = QUADRILLE_SOURCE_DIR;
    path += "/../shared/data/target/";
    return path += name;
}

/// A file of the shared data as text, empty where it is not there.
inline std::string read_shared(const std::string& name) {
    std::ifstream file(shared_file(name));
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A square board of numbers with usual boxes.
inline Puzzle puzzle_of_numbers(const std::string& text) {
    std::istringstream stream(text);
    Grid givens;
    for (int number = 0; stream >> number;) givens.push_back(static_cast<Digit>(number));
    int side = 1;
    while (static_cast<std::size_t>(side) * static_cast<std::size_t>(side) < givens.size()) ++side;
    return {board_of(Layout::usual(side)), givens, {}};
}

/// A 9x9 board whose regions are no boxes.
inline Layout nine_jigsaw() {
    return Layout::jigsaw({4, 4, 2, 2, 3, 3, 3, 3, 3, 4, 4, 1, 2, 2, 3, 3, 3, 3, 4, 4, 1, 2, 2, 2, 2, 2, 6,
                           4, 1, 1, 1, 5, 5, 6, 6, 6, 4, 1, 1, 5, 5, 5, 5, 6, 9, 4, 1, 1, 5, 5, 5, 6, 6, 9,
                           7, 7, 7, 7, 8, 8, 6, 6, 9, 7, 7, 8, 8, 8, 8, 9, 9, 9, 7, 7, 7, 8, 8, 8, 9, 9, 9});
}

inline Objective classic(int side = 9) { return Objective::named(side, "classic").value(); }
inline Puzzle empty_board(const Layout& layout) {
    const auto geometry = board_of(layout);
    return {geometry, Grid(geometry->cell_count(), 0), {}};
}
inline TargetAnswer solve(const Puzzle& puzzle, const Objective& objective, Goal goal = Goal::maximum) {
    TargetSettings settings;
    settings.goal = goal;
    return optimise(puzzle, objective, settings).value();
}

/// Best, all optimal and k best of one puzzle, both goals, against the list of its completions.
inline void expect_like_oracle(const Puzzle& puzzle, const Objective& objective,
                               const std::vector<Grid>& completions) {
    for (const Goal goal : {Goal::maximum, Goal::minimum}) {
        const auto expected = ranked(completions, objective, goal);
        TargetSettings settings;
        settings.goal = goal;
        const auto one = optimise(puzzle, objective, settings).value();
        if (expected.empty()) {
            EXPECT_EQ(one.status, TargetStatus::no_completion);
            EXPECT_TRUE(one.grids.empty());
            continue;
        }
        ASSERT_EQ(one.status, TargetStatus::optimal);
        EXPECT_EQ(one.best(), expected.front().score);
        EXPECT_EQ(one.bound, expected.front().score);

        settings.all_optimal = true;
        const auto all = optimise(puzzle, objective, settings).value();
        const auto optimal = std::count_if(expected.begin(), expected.end(), [&](const ScoredGrid& entry) {
            return entry.score == expected.front().score;
        });
        EXPECT_EQ(all.count, static_cast<std::uint64_t>(optimal));
        const auto kept = std::min<std::size_t>(settings.keep, static_cast<std::size_t>(optimal));
        ASSERT_EQ(all.grids.size(), kept);
        if (kept == static_cast<std::size_t>(optimal)) {
            EXPECT_TRUE(std::equal(all.grids.begin(), all.grids.end(), expected.begin()));
        }

        settings.all_optimal = false;
        settings.best_count = 7;
        const auto few = optimise(puzzle, objective, settings).value();
        ASSERT_EQ(few.grids.size(), std::min<std::size_t>(7, expected.size()));
        for (std::size_t i = 0; i < few.grids.size(); ++i) EXPECT_EQ(few.grids[i].score, expected[i].score);
        EXPECT_EQ(std::adjacent_find(few.grids.begin(), few.grids.end()), few.grids.end());
    }
}

}  // namespace quadrille
