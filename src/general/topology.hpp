// What the engine needs of a geometry, laid flat once: regions, and how they cut each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quadrille/puzzle.hpp"

namespace quadrille::general {

using RegionIndex = std::uint32_t;

/// The cells of one region that lie in one other region (or in none of its family).
struct Segment {
    RegionIndex other;    ///< the crossing region, or no_region
    std::uint32_t begin;  ///< its cells: Topology::segment_cells[begin .. end)
    std::uint32_t end;
};
inline constexpr RegionIndex no_region = ~RegionIndex{0};

/// One region cut into segments by a family of disjoint regions: a box by the rows, a row by the boxes.
struct Partition {
    std::uint32_t begin;  ///< its segments: Topology::segments[begin .. end)
    std::uint32_t end;
};

/// Immutable; one for each geometry. Its regions are the geometry's, then those that these imply.
struct Topology {
    explicit Topology(GeometryPtr board);

    RegionIndex region_count() const { return static_cast<RegionIndex>(region_start.size() - 1); }
    std::span<const Cell> cells_of(RegionIndex region) const {
        return {region_cells.data() + region_start[region], region_cells.data() + region_start[region + 1]};
    }
    std::span<const RegionIndex> regions_of(Cell cell) const {
        return {cell_regions.data() + cell_start[cell], cell_regions.data() + cell_start[cell + 1]};
    }

    std::span<const Cell> cells_of(const Segment& segment) const {
        return {segment_cells.data() + segment.begin, segment_cells.data() + segment.end};
    }
    std::span<const Segment> segments_of(const Partition& partition) const {
        return {segments.data() + partition.begin, segments.data() + partition.end};
    }
    /// The ways in which other regions cut this one into segments of which some has two cells or more.
    std::span<const Partition> partitions_of(RegionIndex region) const {
        return {partitions.data() + partition_start[region], partitions.data() + partition_start[region + 1]};
    }
    /// Where `region`, one of a cell's regions, stands among cell_regions.
    std::size_t place_of(Cell cell, RegionIndex region) const {
        std::size_t at = cell_start[cell];
        while (cell_regions[at] != region) ++at;
        return at;
    }
    /// Which of the region's cells a cell is.
    std::size_t place_in(RegionIndex region, Cell cell) const { return cell_places[place_of(cell, region)]; }
    /// True where the region has as many cells as there are digits and so must hold each.
    bool holds_every_digit(RegionIndex region) const {
        return cells_of(region).size() == static_cast<std::size_t>(side);
    }

    GeometryPtr geometry;
    int side;
    std::vector<std::uint32_t>
        region_start;  ///< region r's cells stand at region_start[r] .. region_start[r + 1]
    std::vector<Cell> region_cells;
    std::vector<std::uint32_t> cell_start;  ///< cell c's regions: cell_regions[cell_start[c] ..)
    std::vector<RegionIndex> cell_regions;
    std::vector<std::uint16_t> cell_places;      ///< which of the region's cells it is, beside cell_regions
    std::vector<std::uint32_t> partition_start;  ///< region r's partitions start here
    std::vector<Partition> partitions;
    std::vector<std::uint32_t> longest_segment;  ///< that another region has with region r; or 1
    std::vector<Segment> segments;
    std::vector<Cell> segment_cells;
};

}  // namespace quadrille::general
