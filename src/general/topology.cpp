#include "general/topology.hpp"

#include <algorithm>
#include <map>

namespace quadrille::general {

namespace {

/// The class of a line in windoku: 0 between the windows (and at both rims), else the window it lies in.
std::size_t window_class(const Layout& layout, std::size_t line) {
    const auto step = static_cast<std::size_t>(layout.box_rows) + 1;
    return line % step == 0 ? 0 : line / step + 1;
}

/// The regions that windows imply. The rows of a band of windows hold every digit box_rows times, each
/// window once; so the cells of those rows outside the windows hold every digit once. The same goes for
/// columns, and then for the cells between all windows.
std::vector<Region> implied_regions(const Geometry& geometry) {
    std::vector<Region> implied;
    const Layout& layout = geometry.layout();
    if (!layout.windows) return implied;
    const auto side = static_cast<std::size_t>(layout.side);
    const auto classes = static_cast<std::size_t>(layout.box_rows);
    implied.resize(2 * classes - 1, {RegionKind::window, 0, {}});
    for (Cell cell = 0; cell < side * side; ++cell) {
        const std::size_t row = window_class(layout, cell / side);
        const std::size_t column = window_class(layout, cell % side);
        if (row == 0) implied[column].cells.push_back(cell);
        else if (column == 0) implied[classes + row - 1].cells.push_back(cell);
    }
    return implied;
}

void append_region(Topology& topology, const Region& region) {
    topology.region_cells.insert(topology.region_cells.end(), region.cells.begin(), region.cells.end());
    topology.region_start.push_back(static_cast<std::uint32_t>(topology.region_cells.size()));
}

void index_cells(Topology& topology) {
    std::vector<std::vector<RegionIndex>> through(topology.geometry->cell_count());
    for (RegionIndex region = 0; region < topology.region_count(); ++region) {
        for (Cell cell : topology.cells_of(region)) through[cell].push_back(region);
    }
    topology.cell_start.push_back(0);
    for (const auto& list : through) {
        topology.cell_regions.insert(topology.cell_regions.end(), list.begin(), list.end());
        topology.cell_start.push_back(static_cast<std::uint32_t>(topology.cell_regions.size()));
    }
}

/// Regions of one family are disjoint: all rows, all boxes, ... Diagonals and extra regions may share
/// cells, so each is a family of its own; implied regions are windows by family.
std::pair<RegionKind, int> family_of(const Geometry& geometry, RegionIndex region) {
    if (region >= geometry.regions().size()) return {RegionKind::window, 0};
    const Region& stated = geometry.regions()[region];
    const bool alone = stated.kind == RegionKind::diagonal || stated.kind == RegionKind::extra;
    return {stated.kind, alone ? stated.index : 0};
}

/// For each family that meets `region`, its cells grouped by the family's member.
using Groups = std::map<std::pair<RegionKind, int>, std::map<RegionIndex, std::vector<Cell>>>;

Groups group_cells(const Topology& topology, RegionIndex region) {
    Groups groups;
    for (Cell cell : topology.cells_of(region)) {
        for (RegionIndex other : topology.regions_of(cell)) {
            if (other != region) groups[family_of(*topology.geometry, other)][other].push_back(cell);
        }
    }
    return groups;
}

void append_segment(Topology& topology, RegionIndex other, std::span<const Cell> cells) {
    const auto begin = static_cast<std::uint32_t>(topology.segment_cells.size());
    topology.segment_cells.insert(topology.segment_cells.end(), cells.begin(), cells.end());
    topology.segments.push_back({other, begin, static_cast<std::uint32_t>(topology.segment_cells.size())});
}

void append_partitions(Topology& topology, RegionIndex region) {
    const auto cells = topology.cells_of(region);
    for (const auto& [family, members] : group_cells(topology, region)) {
        const bool cuts =
            std::any_of(members.begin(), members.end(), [](const auto& m) { return m.second.size() > 1; });
        if (!cuts) continue;
        const auto begin = static_cast<std::uint32_t>(topology.segments.size());
        std::vector<Cell> outside(cells.begin(), cells.end());
        for (const auto& [other, shared] : members) {
            append_segment(topology, other, shared);
            std::erase_if(outside, [&shared = shared](Cell cell) {
                return std::binary_search(shared.begin(), shared.end(), cell);
            });
        }
        if (!outside.empty()) append_segment(topology, no_region, outside);
        topology.partitions.push_back({begin, static_cast<std::uint32_t>(topology.segments.size())});
    }
}

}  // namespace

Topology::Topology(GeometryPtr board) : geometry(std::move(board)), side(geometry->side()) {
    region_start.push_back(0);
    for (const Region& region : geometry->regions()) append_region(*this, region);
    for (const Region& region : implied_regions(*geometry)) append_region(*this, region);
    index_cells(*this);
    for (RegionIndex region = 0; region < region_count(); ++region) {
        partition_start.push_back(static_cast<std::uint32_t>(partitions.size()));
        if (holds_every_digit(region)) append_partitions(*this, region);
    }
    partition_start.push_back(static_cast<std::uint32_t>(partitions.size()));
}

}  // namespace quadrille::general
