// Reads no file and prints one fact: a library program in ten lines.
#include <cstdio>

#include "quadrille/puzzle.hpp"

int main() {
    const auto board = quadrille::Geometry::make(quadrille::Layout::boxed(2, 2));
    const quadrille::Puzzle puzzle{*board, {1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {}};
    const auto fault = quadrille::contradiction(puzzle);
    std::puts(fault ? fault->c_str() : "nothing wrong at first sight");
}
