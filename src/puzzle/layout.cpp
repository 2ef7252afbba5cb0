#include <cmath>

#include "quadrille/puzzle.hpp"

namespace quadrille {

Layout Layout::boxed(int box_rows, int box_columns) {
    Layout layout;
    layout.side = box_rows * box_columns;
    layout.box_rows = box_rows;
    layout.box_columns = box_columns;
    return layout;
}

Layout Layout::latin(int side) {
    Layout layout;
    layout.side = side;
    layout.box_rows = layout.box_columns = 0;
    return layout;
}

Layout Layout::jigsaw(std::vector<int> region_map) {
    Layout layout = latin(static_cast<int>(std::lround(std::sqrt(static_cast<double>(region_map.size())))));
    layout.region_map = std::move(region_map);
    return layout;
}

Layout Layout::usual(int side) {
    int rows = 1;
    for (int divisor = 2; divisor * divisor <= side; ++divisor) {
        if (side % divisor == 0) rows = divisor;
    }
    return rows == 1 ? latin(side) : boxed(rows, side / rows);
}

}  // namespace quadrille
