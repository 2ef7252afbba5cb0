#include "general/topology.hpp"

#include <algorithm>
#include <iterator>

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
    std::vector<std::uint32_t>& start = topology.cell_start;
    start.assign(topology.geometry->cell_count() + 1, 0);
    for (Cell cell : topology.region_cells) ++start[cell + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    topology.cell_regions.resize(start.back());
    topology.cell_places.resize(start.back());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for (RegionIndex region = 0; region < topology.region_count(); ++region) {
        std::uint16_t place = 0;
        for (Cell cell : topology.cells_of(region)) {
            topology.cell_regions[next[cell]] = region;
            topology.cell_places[next[cell]++] = place++;
        }
    }
}

/// Regions of one family are disjoint: all rows, all boxes, ... Diagonals and extra regions may share
/// cells, so each is a family of its own; implied regions are windows by family.
using Family = std::pair<RegionKind, int>;

Family family_of(const Geometry& geometry, RegionIndex region) {
    if (region >= geometry.regions().size()) return {RegionKind::window, 0};
    const Region& stated = geometry.regions()[region];
    const bool alone = stated.kind == RegionKind::diagonal || stated.kind == RegionKind::extra;
    return {stated.kind, alone ? stated.index : 0};
}

/// Cuts regions into segments. Linear in the cells of all regions times the regions through a cell.
class Cutter {
  public:
    explicit Cutter(Topology& topology) : topology_(topology), shared_(topology.region_count()) {
        for (RegionIndex region = 0; region < topology.region_count(); ++region)
            families_.push_back(family_of(*topology.geometry, region));
    }

    void append_partitions(RegionIndex region) {
        find_crossings(region);
        for (auto first = crossing_.begin(); first != crossing_.end();) {
            const Family family = families_[*first];
            const auto last = std::find_if(first, crossing_.end(),
                                           [&](RegionIndex other) { return families_[other] != family; });
            const bool cuts =
                std::any_of(first, last, [&](RegionIndex other) { return shared_[other].size() > 1; });
            if (cuts) append_partition(region, {first, last});
            first = last;
        }
        for (RegionIndex other : crossing_) shared_[other].clear();
    }

  private:
    /// The other regions that meet `region`, family by family, and which of its cells each shares.
    void find_crossings(RegionIndex region) {
        crossing_.clear();
        for (Cell cell : topology_.cells_of(region)) {
            for (RegionIndex other : topology_.regions_of(cell)) {
                if (other == region) continue;
                if (shared_[other].empty()) crossing_.push_back(other);
                shared_[other].push_back(cell);
            }
        }
        std::sort(crossing_.begin(), crossing_.end(), [&](RegionIndex a, RegionIndex b) {
            return std::pair(families_[a], a) < std::pair(families_[b], b);
        });
    }

    void append_partition(RegionIndex region, std::span<const RegionIndex> members) {
        const auto begin = static_cast<std::uint32_t>(topology_.segments.size());
        const auto cells = topology_.cells_of(region);
        std::uint32_t& longest = topology_.longest_segment[region];
        std::size_t inside = 0;
        for (RegionIndex other : members) {
            append_segment(other, shared_[other]);
            longest = std::max(longest, static_cast<std::uint32_t>(shared_[other].size()));
            inside += shared_[other].size();
        }
        if (inside < cells.size()) {
            std::vector<Cell> outside;
            std::copy_if(cells.begin(), cells.end(), std::back_inserter(outside), [&](Cell cell) {
                return std::none_of(members.begin(), members.end(), [&](RegionIndex other) {
                    return std::binary_search(shared_[other].begin(), shared_[other].end(), cell);
                });
            });
            append_segment(no_region, outside);
        }
        topology_.partitions.push_back({begin, static_cast<std::uint32_t>(topology_.segments.size())});
    }

    void append_segment(RegionIndex other, std::span<const Cell> cells) {
        auto& all = topology_.segment_cells;
        const auto begin = static_cast<std::uint32_t>(all.size());
        all.insert(all.end(), cells.begin(), cells.end());
        topology_.segments.push_back({other, begin, static_cast<std::uint32_t>(all.size())});
    }

    Topology& topology_;
    std::vector<Family> families_;           // by region
    std::vector<std::vector<Cell>> shared_;  // by region: the cells it shares with the one being cut
    std::vector<RegionIndex> crossing_;      // those that share some
};

}  // namespace

Topology::Topology(GeometryPtr board) : geometry(std::move(board)), side(geometry->side()) {
    region_start.push_back(0);
    for (const Region& region : geometry->regions()) append_region(*this, region);
    for (const Region& region : implied_regions(*geometry)) append_region(*this, region);
    index_cells(*this);
    longest_segment.resize(region_count(), 1);
    Cutter cutter(*this);
    for (RegionIndex region = 0; region < region_count(); ++region) {
        partition_start.push_back(static_cast<std::uint32_t>(partitions.size()));
        if (holds_every_digit(region)) cutter.append_partitions(region);
    }
    partition_start.push_back(static_cast<std::uint32_t>(partitions.size()));
}

}  // namespace quadrille::general
