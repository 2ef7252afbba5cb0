// What every puzzle pays besides its search: making the board, and verifying a solution.
#include <benchmark/benchmark.h>

#include "quadrille/puzzle.hpp"

namespace {

using namespace quadrille;

/// The grid whose row r, column c holds the digit that a shift of rows within and between bands gives.
Grid shifted_grid(int box) {
    const int side = box * box;
    Grid grid;
    for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) {
            grid.push_back(static_cast<Digit>((r % box * box + r / box + c) % side + 1));
        }
    }
    return grid;
}

void make_board(benchmark::State& state) {
    const int box = static_cast<int>(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(Geometry::make(Layout::boxed(box, box)));
}
BENCHMARK(make_board)->Arg(3)->Arg(5)->Arg(10);

void verify_solution(benchmark::State& state) {
    const int box = static_cast<int>(state.range(0));
    const GeometryPtr board = *Geometry::make(Layout::boxed(box, box));
    const Puzzle puzzle{board, Grid(board->cell_count()), {}};
    const Grid grid = shifted_grid(box);
    if (verify(puzzle, grid)) state.SkipWithError("the grid is no solution");
    for (auto _ : state) benchmark::DoNotOptimize(verify(puzzle, grid));
}
BENCHMARK(verify_solution)->Arg(3)->Arg(5)->Arg(10);

}  // namespace
