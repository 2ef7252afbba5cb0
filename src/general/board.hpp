// The state of a search on any geometry: candidates as bit rows, open cells as reversible sparse sets.
//
//   candidates   one Row a cell              r1c1 [1.3..6...]  r1c2 [.......8.]  ...
//   open cells   for each region one list    row 1: | r1c1 r1c5 r1c4 | r1c2 r1c3 ... |
//                                                   0 .. open        ^ solved and swept out
//   open digits  for each region one Row     the digits none of its swept-out cells holds
//
// Invariant: a swept-out cell has one candidate, and that digit has been taken from the other cells of
// the region. Only the split point of a list is ever restored, never the order behind it: the cells
// beyond the split may be permuted at will, so undoing costs one word a region (a reversible sparse set).
// Undoing: everything is saved once a level, found by a stamp, and put back from the trail.
// Source: sparse sets after Briggs and Torczon (1993); as reversible sets, le Clement de Saint-Marcq,
// Schaus, Solnon and Lecoutre (2013).
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "general/row.hpp"
#include "general/topology.hpp"

namespace quadrille::general {

template <int W>
class Board {
  public:
    using Bits = Row<W>;

    explicit Board(const Topology& topology);

    /// Forgets everything and starts from a puzzle's givens and candidates; all regions are dirty.
    /// False if a cell has no candidate.
    bool start(const Puzzle& puzzle);

    const Topology& topology() const { return topology_; }
    const Bits& candidates(Cell cell) const { return candidates_[cell]; }

    /// Leaves a cell only the digits of `keep`. False if none is left.
    bool restrict(Cell cell, const Bits& keep) {
        const Bits left = candidates_[cell] & keep;
        if (left == candidates_[cell]) return true;
        save(cell, left);
        candidates_[cell] = left;
        for (RegionIndex region : topology_.regions_of(cell)) mark(region);
        return !left.empty();
    }

    /// The open cells of a region, in no particular order.
    std::span<const Cell> open_cells(RegionIndex region) const {
        return {lists_.data() + topology_.region_start[region], regions_[region].open};
    }
    const Bits& open_digits(RegionIndex region) const { return regions_[region].digits; }
    /// Sweeps out the region's cells that have become single; their digits go into `placed`.
    /// False if two of them, or an earlier one, hold the same digit.
    bool sweep_out(RegionIndex region, Bits& placed);

    /// The next region with a changed cell, or none.
    bool take_dirty(RegionIndex& region);
    /// The next region that has changed since its crossings were last looked at, or none.
    bool take_crossed(RegionIndex& region);
    void clear_queues();

    /// Cells with more than one candidate (and perhaps some newly single ones: see tidy_open).
    std::span<const Cell> all_open() const { return {all_.data(), all_open_}; }
    /// Drops the single cells from all_open.
    void tidy_open();

    /// A place in time to go back to.
    struct Mark {
        std::size_t words;
        std::size_t regions;
        std::uint32_t all_open;
    };
    /// Starts a level: what changes from here on is undone by back_to.
    Mark mark_level();
    void back_to(const Mark& mark);

  private:
    struct RegionState {
        std::uint32_t open;
        Bits digits;
    };

    /// Saves the words of a cell that differ from `next`.
    void save(Cell cell, const Bits& next) {
        for (unsigned i = 0; i < W; ++i) {
            const std::size_t word = std::size_t{cell} * W + i;
            if (next.words[i] == candidates_[cell].words[i] || word_stamp_[word] == level_) continue;
            word_stamp_[word] = level_;
            word_trail_.push_back({candidates_[cell].words[i], static_cast<std::uint32_t>(word)});
        }
    }
    void save_region(RegionIndex region) {
        if (region_stamp_[region] == level_) return;
        region_stamp_[region] = level_;
        region_trail_.push_back({region, regions_[region]});
    }
    void mark(RegionIndex region) {
        if (is_dirty_[region]) return;
        is_dirty_[region] = true;
        dirty_.push_back(region);
    }

    const Topology& topology_;
    const Bits all_digits_;
    std::vector<Bits> candidates_;
    std::vector<Cell> lists_;  // all regions' lists, at topology_.region_start
    std::vector<RegionState> regions_;
    std::vector<Cell> all_;
    std::uint32_t all_open_ = 0;

    std::vector<RegionIndex> dirty_;  // first in, first out: dirty_head_ is the next
    std::size_t dirty_head_ = 0;
    std::vector<char> is_dirty_;
    std::vector<RegionIndex> crossed_;
    std::vector<char> is_crossed_;

    std::uint64_t level_ = 0;  // never reused, so that stamps of undone levels cannot match
    std::vector<std::uint64_t> word_stamp_;
    std::vector<std::uint64_t> region_stamp_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> word_trail_;  // old word, where it stood
    std::vector<std::pair<RegionIndex, RegionState>> region_trail_;
};

template <int W>
Board<W>::Board(const Topology& topology)
    : topology_(topology),
      all_digits_(Bits::first_digits(topology.side)),
      candidates_(topology.geometry->cell_count()),
      lists_(topology.region_cells),
      regions_(topology.region_count()),
      all_(topology.geometry->cell_count()),
      is_dirty_(regions_.size()),
      is_crossed_(regions_.size()),
      word_stamp_(candidates_.size() * W),
      region_stamp_(regions_.size()) {}

template <int W>
bool Board<W>::start(const Puzzle& puzzle) {
    bool possible = true;
    for (Cell cell = 0; cell < candidates_.size(); ++cell) {
        const Digit given = puzzle.givens[cell];
        candidates_[cell] = puzzle.candidates ? Bits::copy(puzzle.candidates->row(cell)) : all_digits_;
        if (given != 0) candidates_[cell] &= Bits::of(given);
        possible &= !candidates_[cell].empty();
        all_[cell] = cell;
    }
    all_open_ = static_cast<std::uint32_t>(all_.size());
    lists_ = topology_.region_cells;
    word_trail_.clear();
    region_trail_.clear();
    clear_queues();
    for (RegionIndex region = 0; region < regions_.size(); ++region) {
        regions_[region] = {static_cast<std::uint32_t>(topology_.cells_of(region).size()), all_digits_};
        mark(region);
    }
    ++level_;
    word_stamp_.assign(word_stamp_.size(), level_);  // the root is never undone
    region_stamp_.assign(region_stamp_.size(), level_);
    return possible;
}

template <int W>
bool Board<W>::sweep_out(RegionIndex region, Bits& placed) {
    Cell* cells = lists_.data() + topology_.region_start[region];
    std::uint32_t open = regions_[region].open;
    bool clash = false;
    for (std::uint32_t i = 0; i < open;) {
        const Bits& here = candidates_[cells[i]];
        if (!here.single()) {
            ++i;
            continue;
        }
        clash |= placed.meets(here);
        placed |= here;
        std::swap(cells[i], cells[--open]);
    }
    if (open == regions_[region].open) return true;
    save_region(region);
    clash |= !(placed - regions_[region].digits).empty();
    regions_[region].open = open;
    regions_[region].digits -= placed;
    return !clash;
}

template <int W>
bool Board<W>::take_dirty(RegionIndex& region) {
    if (dirty_head_ == dirty_.size()) return false;
    region = dirty_[dirty_head_++];
    if (dirty_head_ == dirty_.size()) {
        dirty_.clear();
        dirty_head_ = 0;
    }
    is_dirty_[region] = false;
    if (!is_crossed_[region]) crossed_.push_back(region);
    is_crossed_[region] = true;
    return true;
}

template <int W>
bool Board<W>::take_crossed(RegionIndex& region) {
    if (crossed_.empty()) return false;
    region = crossed_.back();
    crossed_.pop_back();
    is_crossed_[region] = false;
    return true;
}

template <int W>
void Board<W>::clear_queues() {
    for (RegionIndex region : dirty_) is_dirty_[region] = false;
    for (RegionIndex region : crossed_) is_crossed_[region] = false;
    dirty_.clear();
    dirty_head_ = 0;
    crossed_.clear();
}

template <int W>
void Board<W>::tidy_open() {
    for (std::uint32_t i = 0; i < all_open_;) {
        if (candidates_[all_[i]].single()) std::swap(all_[i], all_[--all_open_]);
        else ++i;
    }
}

template <int W>
typename Board<W>::Mark Board<W>::mark_level() {
    ++level_;
    return {word_trail_.size(), region_trail_.size(), all_open_};
}

template <int W>
void Board<W>::back_to(const Mark& mark) {
    for (; word_trail_.size() > mark.words; word_trail_.pop_back()) {
        const auto [old, word] = word_trail_.back();
        candidates_[word / W].words[word % W] = old;
    }
    for (; region_trail_.size() > mark.regions; region_trail_.pop_back()) {
        regions_[region_trail_.back().first] = region_trail_.back().second;
    }
    all_open_ = mark.all_open;
    clear_queues();
    ++level_;
}

}  // namespace quadrille::general
