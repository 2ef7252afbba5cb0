// Builds a Geometry from a Layout: each family of regions is a small function that appends its
// regions or says why it cannot. The layout is checked here once, so that no engine checks again.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "quadrille/puzzle.hpp"

namespace quadrille {

namespace {

using Fault = std::optional<std::string>;
using Regions = std::vector<Region>;

Cell cell_at(const Layout& layout, int row, int column) {
    return static_cast<Cell>(row) * static_cast<Cell>(layout.side) + static_cast<Cell>(column);
}

struct Rectangle {
    int row, column;  ///< of the upper left corner
    int rows, columns;
};

std::vector<Cell> cells_of(const Layout& layout, const Rectangle& area) {
    std::vector<Cell> cells;
    for (int r = area.row; r < area.row + area.rows; ++r) {
        for (int c = area.column; c < area.column + area.columns; ++c) cells.push_back(cell_at(layout, r, c));
    }
    return cells;
}

void add_lines(const Layout& layout, Regions& regions) {
    for (int r = 0; r < layout.side; ++r) {
        regions.push_back({RegionKind::row, r, cells_of(layout, {r, 0, 1, layout.side})});
    }
    for (int c = 0; c < layout.side; ++c) {
        regions.push_back({RegionKind::column, c, cells_of(layout, {0, c, layout.side, 1})});
    }
}

Fault add_boxes(const Layout& layout, Regions& regions) {
    const int rows = layout.box_rows;
    const int columns = layout.box_columns;
    if (rows == 0 && columns == 0) return {};
    if (!layout.region_map.empty()) return "a layout has boxes or a region map, not both";
    if (rows < 1 || columns < 1 || rows > layout.side || columns > layout.side ||
        rows * columns != layout.side) {
        return fmt::format("boxes of {}x{} do not fit a side of {}", rows, columns, layout.side);
    }
    int index = 0;
    for (int r = 0; r < layout.side; r += rows) {
        for (int c = 0; c < layout.side; c += columns) {
            regions.push_back({RegionKind::box, index++, cells_of(layout, {r, c, rows, columns})});
        }
    }
    return {};
}

Fault add_jigsaw(const Layout& layout, Regions& regions) {
    if (layout.region_map.empty()) return {};
    const auto side = static_cast<std::size_t>(layout.side);
    if (layout.region_map.size() != side * side) {
        return fmt::format("the region map has {} cells, not {}", layout.region_map.size(), side * side);
    }
    std::map<int, int> index_of_label;
    Regions found;
    for (Cell cell = 0; cell < side * side; ++cell) {
        const int next = static_cast<int>(found.size());
        const auto [place, is_new] = index_of_label.try_emplace(layout.region_map[cell], next);
        if (is_new) found.push_back({RegionKind::jigsaw, next, {}});
        found[static_cast<std::size_t>(place->second)].cells.push_back(cell);
    }
    for (const Region& region : found) {
        if (region.cells.size() == side) continue;
        return fmt::format("{} (the one of {}) has {} cells, not {}", name_of(region),
                           name_of_cell(layout.side, region.cells.front()), region.cells.size(), side);
    }
    regions.insert(regions.end(), found.begin(), found.end());
    return {};
}

void add_diagonals(const Layout& layout, Regions& regions) {
    if (!layout.diagonals) return;
    Region down{RegionKind::diagonal, 0, {}};
    Region up{RegionKind::diagonal, 1, {}};
    for (int r = 0; r < layout.side; ++r) {
        down.cells.push_back(cell_at(layout, r, r));
        up.cells.push_back(cell_at(layout, r, layout.side - 1 - r));
    }
    regions.push_back(std::move(down));
    regions.push_back(std::move(up));
}

Fault add_windows(const Layout& layout, Regions& regions) {
    if (!layout.windows) return {};
    const int box = layout.box_rows;
    if (box < 2 || box != layout.box_columns) return "windows need square boxes of 2x2 or more";
    int index = 0;
    for (int r = 1; r + box < layout.side; r += box + 1) {
        for (int c = 1; c + box < layout.side; c += box + 1) {
            regions.push_back({RegionKind::window, index++, cells_of(layout, {r, c, box, box})});
        }
    }
    return {};
}

Fault add_extra(const Layout& layout, Regions& regions) {
    const auto side = static_cast<std::size_t>(layout.side);
    int index = 0;
    for (const std::vector<Cell>& cells : layout.extra) {
        Region region{RegionKind::extra, index++, cells};
        std::sort(region.cells.begin(), region.cells.end());
        const auto twice = std::adjacent_find(region.cells.begin(), region.cells.end());
        if (cells.size() < 2 || cells.size() > side) {
            return fmt::format("{} has {} cells, not 2 to {}", name_of(region), cells.size(), side);
        }
        if (region.cells.back() >= side * side) return name_of(region) + " has a cell off the board";
        if (twice != region.cells.end()) {
            return fmt::format("{} has {} twice", name_of(region), name_of_cell(layout.side, *twice));
        }
        regions.push_back(std::move(region));
    }
    return {};
}

Fault add_all(const Layout& layout, Regions& regions) {
    add_lines(layout, regions);
    if (Fault fault = add_boxes(layout, regions)) return fault;
    if (Fault fault = add_jigsaw(layout, regions)) return fault;
    add_diagonals(layout, regions);
    if (Fault fault = add_windows(layout, regions)) return fault;
    return add_extra(layout, regions);
}

}  // namespace

Result<GeometryPtr> Geometry::make(const Layout& layout) {
    if (layout.side < 1 || layout.side > max_side) {
        return Error{ErrorCode::illegal_layout,
                     fmt::format("a side of {} is outside 1 to {}", layout.side, max_side)};
    }
    std::shared_ptr<Geometry> geometry(new Geometry);
    geometry->layout_ = layout;
    if (Fault fault = add_all(layout, geometry->regions_)) return Error{ErrorCode::illegal_layout, *fault};

    std::vector<std::uint32_t>& start = geometry->region_start_;
    start.assign(geometry->cell_count() + 1, 0);
    for (const Region& region : geometry->regions_) {
        for (Cell cell : region.cells) ++start[cell + 1];
    }
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    geometry->region_list_.resize(start.back());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for (std::uint32_t r = 0; r < geometry->regions_.size(); ++r) {
        for (Cell cell : geometry->regions_[r].cells) geometry->region_list_[next[cell]++] = r;
    }
    return GeometryPtr(std::move(geometry));
}

std::span<const std::uint32_t> Geometry::regions_of(Cell cell) const {
    return {region_list_.data() + region_start_[cell], region_list_.data() + region_start_[cell + 1]};
}

bool Geometry::is_classic_nine() const { return layout_ == Layout::boxed(3, 3); }

std::string Geometry::describe() const {
    std::string text = fmt::format("{0}x{0}", layout_.side);
    if (!layout_.region_map.empty()) text += ", jigsaw";
    else if (layout_.box_rows == 0) text += ", no boxes";
    else text += fmt::format(", boxes {}x{}", layout_.box_rows, layout_.box_columns);
    if (layout_.diagonals) text += ", diagonals";
    if (layout_.windows) text += ", windows";
    if (!layout_.extra.empty()) text += fmt::format(", {} extra regions", layout_.extra.size());
    return text;
}

}  // namespace quadrille
