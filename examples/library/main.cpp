// Solves a puzzle of side 4, says how many solutions it has and prints the first.
#include <cstdio>

#include "quadrille/solve.hpp"

int main() {
    const auto board = quadrille::Geometry::make(quadrille::Layout::boxed(2, 2)).value();
    const quadrille::Puzzle puzzle{board, {1, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 2}, {}};
    const quadrille::SolveSettings settings;  // two solutions at most
    const quadrille::Answer answer = quadrille::Workbench{}.solve(puzzle, settings).value();
    std::printf("%s:", statement(answer, settings.bounds).c_str());
    for (const quadrille::Digit digit : answer.first) std::printf(" %d", digit);
    std::printf("\n");
}
