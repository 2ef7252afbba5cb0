// What never changes a count: relabelling, transposing, permuting rows within a band and bands.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "quadrille/solve.hpp"
#include "random_puzzles.hpp"

namespace quadrille {
namespace {

constexpr std::uint64_t most = 300;

std::uint64_t count(const Puzzle& puzzle, Engine engine) {
    return Workbench().solve(puzzle, {.engine = engine, .bounds = {.solutions = most}}).value().solutions;
}

/// The puzzle whose cell i is cell from(i) of `puzzle`, digits renamed by `name`.
template <class From>
Puzzle moved(const Puzzle& puzzle, GeometryPtr board, From from, const std::vector<Digit>& name) {
    Puzzle result{std::move(board), Grid(puzzle.givens.size(), 0), {}};
    for (Cell cell = 0; cell < result.givens.size(); ++cell)
        result.givens[cell] = name[puzzle.givens[from(cell)]];
    if (!puzzle.candidates) return result;
    result.candidates = Candidates(puzzle.side(), false);
    for (Cell cell = 0; cell < result.givens.size(); ++cell) {
        for (Digit digit = 1; digit <= puzzle.side(); ++digit) {
            if (puzzle.candidates->has(from(cell), digit)) result.candidates->insert(cell, name[digit]);
        }
    }
    return result;
}

std::vector<Digit> names(int side) {
    std::vector<Digit> name(static_cast<std::size_t>(side) + 1);
    std::iota(name.begin(), name.end(), Digit{0});
    return name;
}

/// Rows in a random order that keeps bands together.
std::vector<Cell> shuffled_lines(test::Random& random, int side, int in_band) {
    std::vector<std::vector<Cell>> bands(static_cast<std::size_t>(side / in_band));
    for (int line = 0; line < side; ++line)
        bands[static_cast<std::size_t>(line / in_band)].push_back(static_cast<Cell>(line));
    for (auto& band : bands) std::shuffle(band.begin(), band.end(), random);
    std::shuffle(bands.begin(), bands.end(), random);
    std::vector<Cell> order;
    for (const auto& band : bands) order.insert(order.end(), band.begin(), band.end());
    return order;
}

Engine some_engine(test::Random& random, const Puzzle& puzzle) {
    for (;;) {
        const auto which = static_cast<std::size_t>(test::below(random, static_cast<int>(engines().size())));
        if (takes(engines()[which].engine, *puzzle.geometry)) return engines()[which].engine;
    }
}

Puzzle sparse_puzzle(test::Random& random, GeometryPtr geometry) {
    const double density = 3.0 / geometry->side() - 0.05;
    return test::random_puzzle(random, std::move(geometry), density);
}

RC_GTEST_PROP(Symmetry, RelabellingKeepsTheCount, (std::uint64_t seed)) {
    test::Random random(seed);
    const GeometryPtr geometry = Geometry::make(test::random_layout(random, 9)).value();
    const Puzzle puzzle = sparse_puzzle(random, geometry);
    std::vector<Digit> name = names(puzzle.side());
    std::shuffle(name.begin() + 1, name.end(), random);
    const Puzzle other = moved(
        puzzle, geometry, [](Cell cell) { return cell; }, name);
    RC_ASSERT(count(puzzle, some_engine(random, puzzle)) == count(other, some_engine(random, other)));
}

RC_GTEST_PROP(Symmetry, TransposingKeepsTheCount, (std::uint64_t seed)) {
    test::Random random(seed);
    Layout layout = test::random_layout(random, 9);
    const auto side = static_cast<Cell>(layout.side);
    const auto transpose = [side](Cell cell) { return cell % side * side + cell / side; };
    Layout turned = layout;
    std::swap(turned.box_rows, turned.box_columns);
    for (Cell cell = 0; cell < turned.region_map.size(); ++cell)
        turned.region_map[cell] = layout.region_map[transpose(cell)];
    for (auto& region : turned.extra) std::transform(region.begin(), region.end(), region.begin(), transpose);
    const Puzzle puzzle = sparse_puzzle(random, Geometry::make(layout).value());
    const Puzzle other = moved(puzzle, Geometry::make(turned).value(), transpose, names(layout.side));
    RC_ASSERT(count(puzzle, some_engine(random, puzzle)) == count(other, some_engine(random, other)));
}

RC_GTEST_PROP(Symmetry, PermutingRowsWithinBandsKeepsTheCount, (std::uint64_t seed)) {
    test::Random random(seed);
    const int sides[] = {4, 6, 8, 9, 10};
    const Layout layout = Layout::usual(sides[test::below(random, 5)]);
    const GeometryPtr geometry = Geometry::make(layout).value();
    const auto side = static_cast<Cell>(layout.side);
    const std::vector<Cell> rows = shuffled_lines(random, layout.side, layout.box_rows);
    const std::vector<Cell> columns = shuffled_lines(random, layout.side, layout.box_columns);
    const Puzzle puzzle = sparse_puzzle(random, geometry);
    const auto from = [&](Cell cell) { return rows[cell / side] * side + columns[cell % side]; };
    const Puzzle other = moved(puzzle, geometry, from, names(layout.side));
    RC_ASSERT(count(puzzle, some_engine(random, puzzle)) == count(other, some_engine(random, other)));
}

}  // namespace
}  // namespace quadrille
