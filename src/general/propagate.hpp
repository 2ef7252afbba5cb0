// Propagation: singles first, then locked candidates.
//
// A single (a cell with one candidate, a digit with one place in a region) is placed, which takes its digit
// from its peers; the board's counts tell at once which singles that leaves. When none is left, locked
// candidates are looked for where a digit has become rare enough: a region is cut into segments by the
// regions that cross it (a box by its rows); the digits of each segment are added up by carry-save: once =
// in at least one segment, twice = in at least two; a digit of once & ~twice goes from the rest of the
// region that crosses there.
//
// Cost: a candidate that goes costs a step for each region through its cell; a look at a region is linear
// in its cells, whatever the digits are.
// Source: carry-save counting of bit rows is folklore of bitboard programs.
// Tried and lost: see docs/measuring.md, "general".
#pragma once

#include "general/board.hpp"
#include "general/matching.hpp"

namespace quadrille::general {

template <int W>
class Propagator {
  public:
    using Bits = Row<W>;

    explicit Propagator(Board<W>& board)
        : board_(board),
          matcher_(board),
          failures_(board.topology().region_count()),
          inside_(board.topology().region_count()),
          segment_stamp_(board.topology().geometry->cell_count()) {}

    /// To the fixpoint of all rules. False: a contradiction (or the budget is spent, as it says itself), and
    /// the board's queues are cleared.
    bool run(Budget& budget) {
        Choice single;
        RegionIndex region;
        const bool matches = may_match();
        bool look = true;  // at the clock
        for (;;) {
            if (look && !budget.poll()) {
                board_.clear_queues();
                return false;
            }
            look = steps_ % steps_between_looks == 0;
            if (board_.take_single(single)) {
                ++steps_;
                if (!board_.place(single)) return fail();
            } else if (board_.all_open().empty()) {
                board_.clear_queues();
                return true;
            } else if (board_.take_crossed(region)) {
                if (!lock(region)) return fail();
            } else if (matches && board_.take_changed(region)) {
                if (!match(region)) return fail();
                look = is_giant();
            } else {
                return true;
            }
        }
    }

    /// Notes where the board failed, and clears its queues. Always false.
    bool fail() {
        ++failures_[board_.failed_in()];
        board_.clear_queues();
        return false;
    }

    /// Cells placed and partitions looked at so far.
    std::uint64_t steps() const { return steps_; }
    /// How often a contradiction showed in each region: a heuristic for the choice of the next cell.
    const std::vector<std::uint32_t>& failures() const { return failures_; }
    void forget_failures() { failures_.assign(failures_.size(), 0); }

  private:
    // Matching pays from 16x16 on; on giant boards a look at every changed region takes too long, but for the
    // time before anything is tried.
    static constexpr int least_matched = 16;
    static constexpr int most_matched = 64;
    static constexpr std::uint64_t steps_between_looks = 1024;

    bool is_giant() const { return board_.topology().side > most_matched; }
    bool may_match() const { return is_giant() ? board_.at_root() : board_.topology().side >= least_matched; }

    /// All-different matching, where it can find what singles do not. False: a contradiction.
    bool match(RegionIndex region) {
        if (board_.open_cells(region).size() < 4 || !board_.topology().holds_every_digit(region)) return true;
        if (matcher_.finds_nothing(region)) return true;
        ++steps_;
        return matcher_.run(region);
    }

    /// Locked candidates: digits with all their places of `region` in one segment. False: a contradiction.
    bool lock(RegionIndex region) {
        if (board_.open_cells(region).size() < 2) return true;
        const Topology& topology = board_.topology();
        for (Cell cell : board_.open_cells(region)) {
            for (RegionIndex other : topology.regions_of(cell)) inside_[other] |= board_.candidates(cell);
        }
        bool possible = true;
        for (const Partition& partition : topology.partitions_of(region)) {
            ++steps_;
            Bits once, twice;
            for (const Segment& segment : topology.segments_of(partition)) {
                const Bits inside = digits_of(segment);
                twice |= once & inside;
                once |= inside;
            }
            const Bits locked = once - twice;
            if (locked.empty()) continue;
            possible = clear_crossings(topology.segments_of(partition), locked);
            if (!possible) break;
        }
        for (Cell cell : board_.open_cells(region)) {
            for (RegionIndex other : topology.regions_of(cell)) inside_[other] = Bits{};
        }
        return possible;
    }

    /// The candidates of the open cells of a segment of the region at hand.
    Bits digits_of(const Segment& segment) const {
        if (segment.other != no_region) return inside_[segment.other];
        Bits inside;
        for (Cell cell : board_.topology().cells_of(segment)) {
            if (board_.count(cell) > 1) inside |= board_.candidates(cell);
        }
        return inside;
    }

    /// Takes each locked digit from the region that crosses at its segment, outside the segment.
    bool clear_crossings(std::span<const Segment> segments, const Bits& locked) {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            if (segments[i].other == no_region) continue;
            const Bits digits = inside_[segments[i].other] & locked;
            if (digits.empty()) continue;
            ++stamp_;
            for (Cell cell : board_.topology().cells_of(segments[i])) segment_stamp_[cell] = stamp_;
            for (Cell cell : board_.open_cells(segments[i].other)) {
                if (segment_stamp_[cell] != stamp_ &&
                    !board_.restrict(cell, board_.candidates(cell) - digits))
                    return false;
            }
        }
        return true;
    }

    Board<W>& board_;
    Matcher<W> matcher_;
    std::vector<std::uint32_t> failures_;
    std::vector<Bits> inside_;  // the candidates that the region at hand shares with each region
    std::vector<std::uint64_t> segment_stamp_;
    std::uint64_t stamp_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace quadrille::general
