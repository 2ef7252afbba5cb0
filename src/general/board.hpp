// The state of a search on any geometry: candidates as bit rows, and how many places each digit has left.
//
//   candidates   one Row a cell              r1c1 [1.3..6...]  r1c2 [.......8.]  ...       and its count
//   places       for each region and digit   row 1, digit 3: | how many open cells | the xor of their numbers
//   | open cells   for each region one list    row 1: | r1c1 r1c5 r1c4 | r1c2 r1c3 ... |
//                                                   0 .. open        ^ placed
//   singles      cells and places that one choice is left for, still to be placed
//
// Invariant: a placed cell has one candidate, and that digit has been taken from its open peers. Counts and
// xors are those of the candidates; where a digit has one place left, the xor is that place. Of a list only
// the split point is ever restored, never the order behind it (a reversible sparse set).
// Cost: each candidate that goes costs one step for its cell and one for each region through it, whatever
// the side is; so the way down from an empty board is linear in cells times side. Undoing is the same.
// Source: sparse sets after Briggs and Torczon (1993); as reversible sets, le Clement de Saint-Marcq,
// Schaus, Solnon and Lecoutre (2013); the xor that becomes the survivor is folklore.
// Tried and lost: see docs/measuring.md, "general".
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "general/row.hpp"
#include "general/topology.hpp"

namespace quadrille::general {

/// `digit` in `cell`.
struct Choice {
    Cell cell;
    Digit digit;
};

template <int W>
class Board {
  public:
    using Bits = Row<W>;

    explicit Board(const Topology& topology);

    /// Forgets everything and starts from a puzzle's givens and candidates: givens are placed, the singles
    /// that they leave are listed, all regions are crossed. False: a contradiction in region failed_in().
    bool start(const Puzzle& puzzle);

    const Topology& topology() const { return topology_; }
    const Bits& candidates(Cell cell) const { return candidates_[cell]; }
    unsigned count(Cell cell) const { return counts_[cell]; }
    /// How many cells of a region that holds every digit can take each digit, from digit 1 on; 1 for a digit
    /// that is placed.
    std::span<const std::uint16_t> place_counts(RegionIndex region) const {
        return {place_counts_.data() + std::size_t{region} * side_, side_};
    }

    /// Takes candidates away from a cell: all but those of `keep`. False: a contradiction.
    bool restrict(Cell cell, const Bits& keep) {
        for (Bits gone = candidates_[cell] - keep; !gone.empty(); gone.drop_first()) {
            if (!remove(cell, gone.first())) return false;
        }
        return true;
    }
    /// Puts a candidate into a cell and takes it from the cell's peers. False: a contradiction.
    bool place(const Choice& choice);

    /// The next cell or place with one choice left, or nothing.
    bool take_single(Choice& choice);
    /// The next region where a digit may have become locked, or nothing.
    bool take_crossed(RegionIndex& region);
    void clear_queues();
    /// Where the last contradiction showed.
    RegionIndex failed_in() const { return failed_in_; }

    /// The open cells of a region, in no particular order.
    std::span<const Cell> open_cells(RegionIndex region) const {
        return {lists_.data() + topology_.region_start[region], open_[region]};
    }
    std::span<const Cell> all_open() const { return {all_.data(), all_open_}; }

    /// A place in time to go back to.
    struct Mark {
        std::size_t gone;
        std::size_t placed;
    };
    Mark mark_level() const { return {gone_.size(), placed_.size()}; }
    void back_to(const Mark& mark);

  private:
    static constexpr std::uint16_t not_counted = 1 << 15;  // places of regions that do not hold every digit

    bool is_placed(Cell cell) const { return all_at_[cell] >= all_open_; }
    /// Where the places of a digit in a region are counted.
    std::size_t place_at(RegionIndex region, Digit digit) const {
        return std::size_t{region} * side_ + digit - 1u;
    }
    bool fail(RegionIndex region) {
        failed_in_ = region;
        return false;
    }
    void cross(RegionIndex region) {
        if (is_crossed_[region]) return;
        is_crossed_[region] = true;
        crossed_.push_back(region);
    }
    bool remove(Cell cell, Digit digit);
    void take_out(Cell cell);
    bool start_cells(const Puzzle& puzzle);
    void start_lists();
    void count_places();
    bool find_singles();

    const Topology& topology_;
    const std::size_t side_;
    const Bits all_digits_;
    std::vector<Bits> candidates_;
    std::vector<std::uint16_t> counts_;        // candidates a cell
    std::vector<std::uint16_t> place_counts_;  // at place_at
    std::vector<Cell> place_xors_;
    std::vector<Cell> lists_;            // all regions' lists, at topology_.region_start
    std::vector<std::uint32_t> at_;      // where a cell stands in each of its regions' lists
    std::vector<std::uint32_t> open_;    // open cells a region
    std::vector<Cell> all_;              // one list of all cells
    std::vector<std::uint32_t> all_at_;  // and where a cell stands there
    std::uint32_t all_open_ = 0;
    std::vector<Bits> held_;  // while starting: the digits given in each region

    std::vector<Choice> singles_;  // last in, first out; digit 0: the only candidate
    std::vector<RegionIndex> crossed_;
    std::vector<char> is_crossed_;
    RegionIndex failed_in_ = 0;

    std::vector<Choice> gone_;  // candidates taken away, in order
    std::vector<Cell> placed_;  // cells placed, in order
};

template <int W>
Board<W>::Board(const Topology& topology)
    : topology_(topology),
      side_(static_cast<std::size_t>(topology.side)),
      all_digits_(Bits::first_digits(topology.side)),
      candidates_(topology.geometry->cell_count()),
      counts_(candidates_.size()),
      place_counts_(topology.region_count() * side_),
      place_xors_(place_counts_.size()),
      lists_(topology.region_cells.size()),
      at_(topology.cell_regions.size()),
      open_(topology.region_count()),
      all_(candidates_.size()),
      all_at_(candidates_.size()),
      held_(topology.region_count()),
      is_crossed_(topology.region_count()) {}

template <int W>
bool Board<W>::start(const Puzzle& puzzle) {
    gone_.clear();
    placed_.clear();
    clear_queues();
    if (!start_cells(puzzle)) return false;
    start_lists();
    count_places();
    return find_singles();
}

/// Gives each cell what givens and pencilmarks leave it.
template <int W>
bool Board<W>::start_cells(const Puzzle& puzzle) {
    held_.assign(held_.size(), Bits{});
    for (Cell cell = 0; cell < candidates_.size(); ++cell) {
        if (puzzle.givens[cell] == 0) continue;
        const Bits given = Bits::of(puzzle.givens[cell]);
        for (RegionIndex region : topology_.regions_of(cell)) {
            if (held_[region].meets(given)) return fail(region);
            held_[region] |= given;
        }
    }
    for (Cell cell = 0; cell < candidates_.size(); ++cell) {
        Bits left = puzzle.candidates ? Bits::copy(puzzle.candidates->row(cell)) : all_digits_;
        const auto regions = topology_.regions_of(cell);
        if (puzzle.givens[cell] != 0) {
            left &= Bits::of(puzzle.givens[cell]);
        } else {
            for (RegionIndex region : regions) left -= held_[region];
        }
        if (left.empty()) return fail(regions.front());
        candidates_[cell] = left;
        counts_[cell] = static_cast<std::uint16_t>(left.count());
        all_at_[cell] = puzzle.givens[cell];  // for start_lists
    }
    return true;
}

/// Fills the lists: open cells first, given ones behind them.
template <int W>
void Board<W>::start_lists() {
    std::uint32_t last = static_cast<std::uint32_t>(all_.size());
    all_open_ = 0;
    for (Cell cell = 0; cell < candidates_.size(); ++cell) {
        const std::uint32_t at = all_at_[cell] == 0 ? all_open_++ : --last;
        all_[at] = cell;
        all_at_[cell] = at;
    }
    std::fill(open_.begin(), open_.end(), 0);
    for (Cell cell = 0; cell < candidates_.size(); ++cell) {
        if (is_placed(cell)) continue;
        const auto regions = topology_.regions_of(cell);
        for (std::size_t i = 0; i < regions.size(); ++i) {
            const std::uint32_t at = open_[regions[i]]++;
            lists_[topology_.region_start[regions[i]] + at] = cell;
            at_[topology_.cell_start[cell] + i] = at;
        }
    }
}

template <int W>
void Board<W>::count_places() {
    for (RegionIndex region = 0; region < open_.size(); ++region) {
        const bool full = topology_.holds_every_digit(region);
        const auto first = static_cast<std::ptrdiff_t>(place_at(region, 1));
        std::fill_n(place_counts_.begin() + first, side_, full ? std::uint16_t{0} : not_counted);
        std::fill_n(place_xors_.begin() + first, side_, Cell{0});
        for (Bits held = full ? held_[region] : Bits{}; !held.empty(); held.drop_first())
            place_counts_[place_at(region, held.first())] = 1;
        cross(region);
    }
    for (Cell cell : all_open()) {
        for (RegionIndex region : topology_.regions_of(cell)) {
            for (Bits left = candidates_[cell]; !left.empty(); left.drop_first()) {
                const std::size_t at = place_at(region, left.first());
                ++place_counts_[at];
                place_xors_[at] ^= cell;
            }
        }
    }
}

template <int W>
bool Board<W>::find_singles() {
    for (RegionIndex region = 0; region < open_.size(); ++region) {
        if (!topology_.holds_every_digit(region)) continue;
        for (Bits left = all_digits_ - held_[region]; !left.empty(); left.drop_first()) {
            const std::size_t at = place_at(region, left.first());
            if (place_counts_[at] == 0) return fail(region);
            if (place_counts_[at] == 1) singles_.push_back({place_xors_[at], left.first()});
        }
    }
    for (Cell cell : all_open()) {
        if (counts_[cell] == 1) singles_.push_back({cell, 0});
    }
    return true;
}

template <int W>
bool Board<W>::remove(Cell cell, Digit digit) {
    candidates_[cell] -= Bits::of(digit);
    gone_.push_back({cell, digit});
    bool possible = true;
    const auto regions = topology_.regions_of(cell);
    if (--counts_[cell] < 2) {
        singles_.push_back({cell, 0});
        if (counts_[cell] == 0) possible = fail(regions.front());
    }
    for (RegionIndex region : regions) {
        const std::size_t at = place_at(region, digit);
        place_xors_[at] ^= cell;
        const std::uint16_t left = --place_counts_[at];
        if (left <= topology_.longest_segment[region]) cross(region);
        if (left > 1) continue;
        if (left == 0) possible = fail(region);
        else singles_.push_back({place_xors_[at], digit});
    }
    return possible;
}

template <int W>
void Board<W>::take_out(Cell cell) {
    const auto swap_out = [cell](Cell* list, std::uint32_t at, std::uint32_t last) {
        const Cell moved = list[last];
        list[last] = cell;
        list[at] = moved;
        return moved;
    };
    placed_.push_back(cell);
    const auto regions = topology_.regions_of(cell);
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const std::uint32_t last = --open_[regions[i]];
        std::uint32_t& at = at_[topology_.cell_start[cell] + i];
        const Cell moved = swap_out(lists_.data() + topology_.region_start[regions[i]], at, last);
        at_[topology_.place_of(moved, regions[i])] = at;
        at = last;
    }
    const std::uint32_t last = --all_open_;
    const Cell moved = swap_out(all_.data(), all_at_[cell], last);
    all_at_[moved] = all_at_[cell];
    all_at_[cell] = last;
}

template <int W>
bool Board<W>::place(const Choice& choice) {
    const Bits digit = Bits::of(choice.digit);
    if (!candidates_[choice.cell].meets(digit)) return fail(topology_.regions_of(choice.cell).front());
    if (!restrict(choice.cell, digit)) return false;
    take_out(choice.cell);
    for (RegionIndex region : topology_.regions_of(choice.cell)) {
        for (Cell cell : open_cells(region)) {
            if (candidates_[cell].meets(digit) && !remove(cell, choice.digit)) return false;
        }
    }
    return true;
}

template <int W>
bool Board<W>::take_single(Choice& choice) {
    while (!singles_.empty()) {
        choice = singles_.back();
        singles_.pop_back();
        if (is_placed(choice.cell)) continue;
        if (choice.digit == 0) choice.digit = candidates_[choice.cell].first();
        return true;
    }
    return false;
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
    for (RegionIndex region : crossed_) is_crossed_[region] = false;
    crossed_.clear();
    singles_.clear();
}

template <int W>
void Board<W>::back_to(const Mark& mark) {
    for (; gone_.size() > mark.gone; gone_.pop_back()) {
        const auto [cell, digit] = gone_.back();
        candidates_[cell] |= Bits::of(digit);
        ++counts_[cell];
        for (RegionIndex region : topology_.regions_of(cell)) {
            const std::size_t at = place_at(region, digit);
            ++place_counts_[at];
            place_xors_[at] ^= cell;
        }
    }
    for (; placed_.size() > mark.placed; placed_.pop_back()) {
        for (RegionIndex region : topology_.regions_of(placed_.back())) ++open_[region];
        ++all_open_;
    }
    clear_queues();
}

}  // namespace quadrille::general
