// Propagation on bit rows: naked and hidden singles in every region, then locked candidates.
//
// One visit to a region is three passes over its open cells:
//   1. sweep out the cells that have become single; their digits are `placed`
//   2. take `placed` from the cells that stay open            (naked singles)
//   3. add the rows up: once = at least one cell has the digit, twice = at least two;
//      once & ~twice has one place left                        (hidden singles)
// Only regions with a changed cell are visited. When none is left, locked candidates are looked for: a
// region is cut into segments by the regions that cross it (a box by its rows); the digits of each
// segment are added up in the same way, and a digit of one segment only goes from the rest of the
// region that crosses there.
//
// Cost: a visit is linear in the cells of the region, whatever the digits are.
// Source: carry-save counting of bit rows is folklore of bitboard programs.
// Tried and lost: see docs/measuring.md, "general".
#pragma once

#include "general/board.hpp"

namespace quadrille::general {

template <int W>
class Propagator {
  public:
    using Bits = Row<W>;

    explicit Propagator(Board<W>& board)
        : board_(board),
          failures_(board.topology().region_count()),
          segment_stamp_(board.topology().geometry->cell_count()) {}

    /// To the fixpoint of all rules. False: a contradiction (or the budget is spent, as it says itself), and
    /// the board's queues are cleared.
    bool run(Budget& budget) {
        RegionIndex region;
        for (;;) {
            if (steps_ % steps_between_looks == 0 && !budget.poll()) {
                board_.clear_queues();
                return false;
            }
            if (board_.take_dirty(region)) {
                if (!visit(region)) return fail(region);
            } else if (board_.take_crossed(region)) {
                if (!lock(region)) return fail(region);
            } else {
                return true;
            }
        }
    }

    /// Region visits and partition checks so far.
    std::uint64_t steps() const { return steps_; }
    /// How often a contradiction showed in each region: a heuristic for the choice of the next cell.
    const std::vector<std::uint32_t>& failures() const { return failures_; }
    void forget_failures() { failures_.assign(failures_.size(), 0); }

  private:
    static constexpr std::uint64_t steps_between_looks = 4096;

    bool fail(RegionIndex region) {
        ++failures_[region];
        board_.clear_queues();
        return false;
    }

    /// Singles in one region. False: a contradiction.
    bool visit(RegionIndex region) {
        ++steps_;
        Bits placed;
        if (!board_.sweep_out(region, placed)) return false;
        const auto cells = board_.open_cells(region);
        Bits once, twice;
        for (Cell cell : cells) {
            if (board_.candidates(cell).meets(placed) && !board_.restrict(cell, all_ones() - placed))
                return false;
            twice |= once & board_.candidates(cell);
            once |= board_.candidates(cell);
        }
        if (!board_.topology().holds_every_digit(region)) return true;
        if (once != board_.open_digits(region)) return false;
        const Bits hidden = once - twice;
        return hidden.empty() || place(hidden, cells);
    }

    /// Gives each cell its hidden single. False: one cell would have to hold two.
    bool place(const Bits& hidden, std::span<const Cell> cells) {
        for (Cell cell : cells) {
            const Bits here = board_.candidates(cell) & hidden;
            if (here.empty()) continue;
            if (!here.single() || !board_.restrict(cell, here)) return false;
        }
        return true;
    }

    /// Locked candidates: digits with all their places of `region` in one segment. False: a contradiction.
    bool lock(RegionIndex region) {
        const Topology& topology = board_.topology();
        for (const Partition& partition : topology.partitions_of(region)) {
            ++steps_;
            Bits once, twice;
            inside_.clear();
            for (const Segment& segment : topology.segments_of(partition)) {
                Bits inside;
                for (Cell cell : topology.cells_of(segment)) inside |= board_.candidates(cell);
                inside_.push_back(inside);
                twice |= once & inside;
                once |= inside;
            }
            const Bits locked = (once - twice) & board_.open_digits(region);
            if (!locked.empty() && !clear_crossings(topology.segments_of(partition), locked)) return false;
        }
        return true;
    }

    /// Takes each locked digit from the region that crosses at its segment, outside the segment.
    bool clear_crossings(std::span<const Segment> segments, const Bits& locked) {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const Bits digits = inside_[i] & locked;
            if (digits.empty() || segments[i].other == no_region) continue;
            ++stamp_;
            for (Cell cell : board_.topology().cells_of(segments[i])) segment_stamp_[cell] = stamp_;
            for (Cell cell : board_.open_cells(segments[i].other)) {
                if (segment_stamp_[cell] != stamp_ && !board_.restrict(cell, all_ones() - digits))
                    return false;
            }
        }
        return true;
    }

    static Bits all_ones() {
        Bits bits;
        bits.words.fill(~std::uint64_t{0});
        return bits;
    }

    Board<W>& board_;
    std::vector<std::uint32_t> failures_;
    std::vector<Bits> inside_;  // the digits in each segment of the partition at hand
    std::vector<std::uint64_t> segment_stamp_;
    std::uint64_t stamp_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace quadrille::general
