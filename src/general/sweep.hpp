// The opening of a puzzle: singles by sweeps over all cells, before anything is counted or listed.
//
//   held      for each region the digits placed in it
//   a sweep   each open cell loses what its regions hold; the only candidate left is placed; the others are
//             added up for each of its regions by carry-save: once = in at least one cell, twice = in two
//   then      digits of once & ~twice have one place left: the cells that have them are found in a second
//             pass over the open cells
//
// Sweeps go on while they settle a good part of what is open: the rest is for the board, which works by
// what changes. Where singles suffice a few sweeps are all there is to do.
// Invariant: once and twice hold at least what is still possible, so what seems to have one place has no
// more. Cost: a sweep is linear in open cells, with no branch but on what is placed. Source: carry-save
// counting of bit rows is folklore of bitboard programs. Tried and lost: counting from the givens on (see
// docs/measuring.md, "general").
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "general/row.hpp"
#include "general/topology.hpp"

namespace quadrille::general {

template <int W>
class Sweeper {
  public:
    using Bits = Row<W>;

    explicit Sweeper(const Topology& topology)
        : topology_(topology),
          all_digits_(Bits::first_digits(topology.side)),
          regions_(topology.region_count()) {}

    /// What is known of the cells: those beyond `open` in `cells` have one candidate.
    struct State {
        std::vector<Bits>& candidates;
        std::vector<Cell>& cells;
        std::uint32_t open;
    };
    /// Fills `state` from a puzzle. False: a contradiction in region failed_in(), or the budget is spent.
    bool run(const Puzzle& puzzle, Budget& budget, State& state) {
        for (Region& region : regions_) region = {};
        list_cells(puzzle, state);
        if (!start_cells(puzzle, state)) return false;
        for (;;) {
            const std::uint32_t before = state.open;
            if (!budget.poll() || !sweep(state) || !place_hidden(state)) return false;
            if ((before - state.open) * least_part <= before) return finish(state);
        }
    }

    const Bits& held(RegionIndex region) const { return regions_[region].held; }
    RegionIndex failed_in() const { return failed_in_; }

  private:
    static constexpr std::uint32_t least_part = 32;  // a sweep must settle one cell in so many

    struct Region {
        Bits held, once, twice;
    };

    bool fail(RegionIndex region) {
        failed_in_ = region;
        return false;
    }

    /// Open cells first, given ones behind them. Without branches, which nothing could predict.
    void list_cells(const Puzzle& puzzle, State& state) {
        given_.resize(state.cells.size());
        std::uint32_t open = 0;
        std::uint32_t given = 0;
        for (Cell cell = 0; cell < state.cells.size(); ++cell) {
            const bool is_given = puzzle.givens[cell] != 0;
            state.cells[open] = cell;
            given_[given] = cell;
            open += !is_given;
            given += is_given;
        }
        std::copy_n(given_.begin(), given, state.cells.begin() + open);
        state.open = open;
    }

    bool start_cells(const Puzzle& puzzle, State& state) {
        for (std::size_t i = 0; i < state.cells.size(); ++i) {
            const Cell cell = state.cells[i];
            Bits& here = state.candidates[cell];
            here = i < state.open ? all_digits_ : Bits::of(puzzle.givens[cell]);
            if (puzzle.candidates) here &= Bits::copy(puzzle.candidates->row(cell));
            if (here.empty()) return fail(topology_.regions_of(cell).front());
            if (i >= state.open && !hold(cell, here)) return false;
        }
        return true;
    }

    /// Notes in a cell's regions the digit it holds. False: another cell holds it.
    bool hold(Cell cell, const Bits& digit) {
        for (RegionIndex index : topology_.regions_of(cell)) {
            Region& region = regions_[index];
            if (region.held.meets(digit)) return fail(index);
            region.held |= digit;
        }
        return true;
    }

    /// What a cell's regions leave it.
    Bits left_in(Cell cell, const State& state) const {
        Bits left = state.candidates[cell];
        for (RegionIndex region : topology_.regions_of(cell)) left -= regions_[region].held;
        return left;
    }

    void settle(std::uint32_t at, State& state) { std::swap(state.cells[at], state.cells[--state.open]); }

    bool sweep(State& state) {
        for (Region& region : regions_) region.once = region.twice = Bits{};
        for (std::uint32_t i = 0; i < state.open;) {
            const Cell cell = state.cells[i];
            const Bits left = state.candidates[cell] = left_in(cell, state);
            if (left.single()) {
                if (!hold(cell, left)) return false;
                settle(i, state);
                continue;
            }
            if (left.empty()) return fail(topology_.regions_of(cell).front());
            for (RegionIndex index : topology_.regions_of(cell)) {
                Region& region = regions_[index];
                region.twice |= region.once & left;
                region.once |= left;
            }
            ++i;
        }
        return true;
    }

    bool place_hidden(State& state) {
        for (RegionIndex index = 0; index < regions_.size(); ++index) {
            Region& region = regions_[index];
            if (!topology_.holds_every_digit(index)) region.once = Bits{};
            else if ((region.once | region.held) != all_digits_) return fail(index);
        }
        for (std::uint32_t i = 0; i < state.open;) {
            const Cell cell = state.cells[i];
            Bits hidden;
            for (RegionIndex index : topology_.regions_of(cell)) {
                const Region& region = regions_[index];
                hidden |= region.once - region.twice - region.held;
            }
            hidden &= state.candidates[cell];
            if (hidden.empty()) {
                ++i;
                continue;
            }
            if (!hidden.single()) return fail(topology_.regions_of(cell).front());
            state.candidates[cell] = hidden;
            if (!hold(cell, hidden)) return false;
            settle(i, state);
        }
        return true;
    }

    /// Leaves the open cells what the last ones placed leave them.
    bool finish(State& state) const {
        for (Cell cell : std::span(state.cells).first(state.open))
            state.candidates[cell] = left_in(cell, state);
        return true;
    }

    const Topology& topology_;
    const Bits all_digits_;
    std::vector<Region> regions_;
    std::vector<Cell> given_;
    RegionIndex failed_in_ = 0;
};

}  // namespace quadrille::general
