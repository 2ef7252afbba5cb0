// Exact cover in ten lines: all solutions, one by one, and how many there are.
#include <cstdio>

#include "quadrille/cover.hpp"

int main() {
    quadrille::cover::Builder builder;
    builder.add_items(3);
    builder.add_option({0, 1});
    builder.add_option({2});
    builder.add_option({0});
    builder.add_option({1, 2});
    const auto problem = builder.build().value();
    quadrille::cover::Stream stream(problem);
    for (const auto solution : stream) std::printf("options %u and %u\n", solution[0], solution[1]);
    std::printf("%s solutions\n", quadrille::cover::count(problem)->number.c_str());
}
