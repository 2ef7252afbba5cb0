// The state of a search on any geometry: candidates as bit rows, and how many places each digit has left.
//
//   candidates   one Row a cell              r1c1 [1.3..6...]  r1c2 [.......8.]  ...       and its count
//   places       for each region and digit   row 1, digit 3: how many cells can take it, and their xor
//   open cells   for each region one list    row 1: | r1c1 r1c5 r1c4 | r1c2 r1c3 ... |
//                                                   0 .. open        ^ placed
//   singles      cells and places that one choice is left for, still to be placed
//
// Invariant: a placed cell has one candidate, and that digit has been taken from its open peers. Counts and
// xors are those of the candidates (given cells are not counted); the xor of one place is that place. Of a
// list only the split point is ever restored, never the order behind it (a reversible sparse set). Cost: each
// candidate that goes costs one step for its cell and one for each region through it, whatever the side is;
// so the way down from an empty board is linear in cells times side. Undoing is the same. Source: sparse sets
// after Briggs and Torczon (1993); as reversible sets, le Clement de Saint-Marcq, Schaus, Solnon and Lecoutre
// (2013); the xor that becomes the survivor is folklore. Tried and lost: see docs/measuring.md, "general".
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "general/row.hpp"
#include "general/stack.hpp"
#include "general/sweep.hpp"
#include "general/topology.hpp"

namespace quadrille::general {

/// `digit` in `cell`.
struct Choice {
    Cell cell;
    Digit digit;
};

/// The cells of a region that can take a digit: how many, and the xor of their numbers; in one word.
class Places {
  public:
    void add(Cell cell) { word_ = (word_ ^ cell) + one; }
    void take(Cell cell) { word_ = (word_ ^ cell) - one; }
    /// Where the digit is placed, or the region need not hold it, few places mean nothing.
    void settle() { word_ += settled; }
    void unsettle() { word_ -= settled; }

    /// Their number if they are not settled; large if they are.
    std::uint32_t open_count() const { return static_cast<std::uint32_t>(word_ >> 32); }
    std::uint32_t count() const { return static_cast<std::uint16_t>(word_ >> 32); }
    Cell xored() const { return static_cast<Cell>(word_); }

  private:
    static constexpr std::uint64_t one = std::uint64_t{1} << 32;
    static constexpr std::uint64_t settled = std::uint64_t{1} << 48;
    std::uint64_t word_ = 0;
};

/// Candidates side by side in one row: the digits of a cell or, with a digit, the places of that digit in a
/// region (bit i: its i-th cell).
template <int W>
struct Strip {
    std::uint32_t where;
    Digit digit;
    Row<W> bits;

    /// There must be one.
    Choice first(const Topology& topology) const {
        const Digit at = bits.first();
        return digit == 0 ? Choice{where, at} : Choice{topology.cells_of(where)[at - 1u], digit};
    }
};

template <int W>
class Board {
  public:
    using Bits = Row<W>;

    explicit Board(const Topology& topology);

    /// Forgets everything and starts from a puzzle's givens and candidates: what sweeps settle is placed, the
    /// singles that they leave are listed, all regions are crossed. False: a contradiction in region
    /// failed_in(), or the budget is spent.
    bool start(const Puzzle& puzzle, Budget& budget);

    const Topology& topology() const { return topology_; }
    const Bits& candidates(Cell cell) const { return candidates_[cell]; }
    unsigned count(Cell cell) const { return counts_[cell]; }
    /// The places of each digit in a region, from digit 1 on.
    std::span<const Places> places(RegionIndex region) const {
        return {places_.data() + std::size_t{region} * side_, side_};
    }

    /// Takes candidates away from a cell: all but those of `keep`. False: a contradiction.
    bool restrict(Cell cell, const Bits& keep) {
        Bits left = candidates_[cell] - keep;
        if (left.empty()) return true;
        const Bits gone = left;
        bool possible = true;
        for (; possible && !left.empty(); left.drop_first()) possible = remove(cell, left.first());
        if constexpr (is_wide) log({cell, 0, gone - left});
        return possible;
    }
    /// Puts a candidate into a cell and takes it from the cell's peers. False: a contradiction.
    bool place(const Choice& choice);

    /// The next cell or place with one choice left, or nothing.
    bool take_single(Choice& choice);
    /// The next region where a digit may have become locked, or nothing.
    bool take_crossed(RegionIndex& region);
    /// The next region that has lost a candidate since it was last taken here.
    bool take_changed(RegionIndex& region);
    void clear_queues();
    /// Notes a contradiction in `region`. Always false.
    bool fail(RegionIndex region) {
        failed_in_ = region;
        return false;
    }
    /// Where the last contradiction showed.
    RegionIndex failed_in() const { return failed_in_; }

    /// The open cells of a region, in no particular order.
    std::span<const Cell> open_cells(RegionIndex region) const {
        return {lists_.data() + topology_.region_start[region], open_[region]};
    }
    std::span<const Cell> all_open() const { return {all_.data(), all_open_}; }
    /// Nothing is tried yet: all that is known is true of every solution.
    bool at_root() const { return !undoable_; }

    /// A place in time to go back to.
    struct Mark {
        std::size_t gone;
        std::size_t placed;
    };
    /// From here on what is done can be undone by back_to.
    Mark mark_level() {
        undoable_ = true;
        return {gone_.size(), placed_.size()};
    }
    void back_to(const Mark& mark);

  private:
    /// On giant boards candidates taken away are logged together, or an empty 400x400 would take 900 MB; on
    /// others one by one, which is a twentieth faster.
    static constexpr bool is_wide = W > 2;
    using Gone = std::conditional_t<is_wide, Strip<W>, Choice>;

    void log(const Gone& gone) {
        if (undoable_) gone_.push(gone);
    }
    bool is_placed(Cell cell) const { return all_at_[cell] >= all_open_; }
    /// Where the places of a digit in a region are counted.
    std::size_t place_at(RegionIndex region, Digit digit) const {
        return std::size_t{region} * side_ + digit - 1u;
    }
    void cross(RegionIndex region) {
        if (is_crossed_[region]) return;
        is_crossed_[region] = true;
        crossed_.push(region);
    }
    bool remove(Cell cell, Digit digit);
    void put_back(const Choice& candidate);
    void put_back_together(const Strip<W>& gone);
    void take_out(Cell cell);
    bool clear_others(RegionIndex region, const Choice& choice);
    void start_lists();
    bool count_places(Budget& budget);
    bool find_singles();

    const Topology& topology_;
    const std::size_t side_;
    const Bits all_digits_;
    Sweeper<W> sweeper_;
    std::vector<Bits> candidates_;
    std::vector<std::uint16_t> counts_;  // candidates a cell
    std::vector<Places> places_;         // at place_at
    std::vector<Cell> lists_;            // all regions' lists, at topology_.region_start
    std::vector<std::uint32_t> at_;      // where a cell stands in each of its regions' lists
    std::vector<std::uint32_t> open_;    // open cells a region
    std::vector<Cell> all_;              // one list of all cells
    std::vector<std::uint32_t> all_at_;  // and where a cell stands there
    std::uint32_t all_open_ = 0;
    Stack<Choice> singles_;  // last in, first out; digit 0: the only candidate
    Stack<RegionIndex> crossed_;
    std::vector<char> is_crossed_;
    std::vector<char> is_changed_;
    RegionIndex failed_in_ = 0;

    bool undoable_ = false;  // whether what is done now may be undone
    Stack<Gone> gone_;       // candidates taken away, in order
    Stack<Choice> placed_;   // digits placed, in order
};

template <int W>
Board<W>::Board(const Topology& topology)
    : topology_(topology),
      side_(static_cast<std::size_t>(topology.side)),
      all_digits_(Bits::first_digits(topology.side)),
      sweeper_(topology),
      candidates_(topology.geometry->cell_count()),
      counts_(candidates_.size()),
      places_(topology.region_count() * side_),
      lists_(topology.region_cells.size()),
      at_(topology.cell_regions.size()),
      open_(topology.region_count()),
      all_(candidates_.size()),
      all_at_(candidates_.size()),
      is_crossed_(topology.region_count()),
      is_changed_(topology.region_count()) {}

template <int W>
bool Board<W>::start(const Puzzle& puzzle, Budget& budget) {
    undoable_ = false;
    gone_.clear();
    placed_.clear();
    clear_queues();
    typename Sweeper<W>::State state{candidates_, all_, 0};
    if (!sweeper_.run(puzzle, budget, state)) return fail(sweeper_.failed_in());
    all_open_ = state.open;
    start_lists();
    if (all_open_ == 0) return true;
    std::fill(is_changed_.begin(), is_changed_.end(), char{true});
    return count_places(budget) && find_singles();
}

template <int W>
void Board<W>::start_lists() {
    for (std::uint32_t at = 0; at < all_.size(); ++at) all_at_[all_[at]] = at;
    std::fill(open_.begin(), open_.end(), 0);
    for (Cell cell : all_open()) {
        const auto regions = topology_.regions_of(cell);
        for (std::size_t i = 0; i < regions.size(); ++i) {
            const std::uint32_t at = open_[regions[i]]++;
            lists_[topology_.region_start[regions[i]] + at] = cell;
            at_[topology_.cell_start[cell] + i] = at;
        }
    }
}

/// False: the budget is spent.
template <int W>
bool Board<W>::count_places(Budget& budget) {
    for (RegionIndex region = 0; region < open_.size(); ++region) {
        const bool full = topology_.holds_every_digit(region);
        Places* const places = places_.data() + place_at(region, 1);
        std::fill_n(places, side_, Places{});
        for (Bits settled = full ? sweeper_.held(region) : all_digits_; !settled.empty();
             settled.drop_first())
            places[settled.first() - 1u].settle();
        cross(region);
    }
    for (Cell cell : std::span(all_).subspan(all_open_)) counts_[cell] = 1;
    for (std::uint32_t i = 0; i < all_open_; ++i) {
        if (i % 1024 == 1023 && !budget.poll()) return false;
        const Cell cell = all_[i];
        std::uint16_t count = 0;
        const auto regions = topology_.regions_of(cell);
        for (Bits left = candidates_[cell]; !left.empty(); left.drop_first()) {
            ++count;
            for (RegionIndex region : regions) places_[place_at(region, left.first())].add(cell);
        }
        counts_[cell] = count;
    }
    return true;
}

template <int W>
bool Board<W>::find_singles() {
    for (RegionIndex region = 0; region < open_.size(); ++region) {
        Digit digit = 0;
        for (const Places& places : this->places(region)) {
            ++digit;
            if (places.open_count() > 1) continue;
            if (places.open_count() == 0) return fail(region);
            singles_.push({places.xored(), digit});
        }
    }
    for (Cell cell : all_open()) {
        if (counts_[cell] == 1) singles_.push({cell, 0});
        if (counts_[cell] == 0) return fail(topology_.regions_of(cell).front());
    }
    return true;
}

template <int W>
bool Board<W>::remove(Cell cell, Digit digit) {
    candidates_[cell] -= Bits::of(digit);
    if constexpr (!is_wide) log({cell, digit});
    bool possible = true;
    const auto regions = topology_.regions_of(cell);
    if (--counts_[cell] < 2) {
        if (counts_[cell] == 0) possible = fail(regions.front());
        else if (!is_placed(cell)) singles_.push({cell, 0});
    }
    for (RegionIndex region : regions) {
        Places& places = places_[place_at(region, digit)];
        places.take(cell);
        is_changed_[region] = true;
        const std::uint32_t left = places.open_count();
        if (left > topology_.longest_segment[region]) continue;
        cross(region);
        if (left > 1) continue;
        if (left == 0) possible = fail(region);
        else singles_.push({places.xored(), digit});
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
    const auto regions = topology_.regions_of(choice.cell);
    if (!candidates_[choice.cell].meets(digit)) return fail(regions.front());
    take_out(choice.cell);
    if (undoable_) placed_.push(choice);
    for (RegionIndex region : regions) places_[place_at(region, choice.digit)].settle();
    if (!restrict(choice.cell, digit)) return false;
    for (RegionIndex region : regions) {
        if (!clear_others(region, choice)) return false;
    }
    return true;
}

/// Takes a digit just placed from the other cells of a region. False: a contradiction.
template <int W>
bool Board<W>::clear_others(RegionIndex region, const Choice& choice) {
    const Places places = places_[place_at(region, choice.digit)];
    if (places.count() == 1) return true;
    const Bits digit = Bits::of(choice.digit);
    if (places.count() == 2) {
        const Cell other = places.xored() ^ choice.cell;
        if constexpr (is_wide) log({other, 0, digit});
        return remove(other, choice.digit);
    }
    Bits gone;
    bool possible = true;
    const auto cells = open_cells(region);
    for (std::size_t i = 0; possible && i < cells.size(); ++i) {
        if (!candidates_[cells[i]].meets(digit)) continue;
        if constexpr (is_wide) gone.add(topology_.place_in(region, cells[i]));
        possible = remove(cells[i], choice.digit);
    }
    if constexpr (is_wide) log({region, choice.digit, gone});
    return possible;
}

template <int W>
bool Board<W>::take_single(Choice& choice) {
    while (!singles_.empty()) {
        choice = singles_.pop();
        if (is_placed(choice.cell)) continue;
        if (choice.digit == 0) choice.digit = candidates_[choice.cell].first();
        return true;
    }
    return false;
}

template <int W>
bool Board<W>::take_crossed(RegionIndex& region) {
    if (crossed_.empty()) return false;
    region = crossed_.pop();
    is_crossed_[region] = false;
    return true;
}

template <int W>
bool Board<W>::take_changed(RegionIndex& region) {
    const auto first = std::find(is_changed_.begin(), is_changed_.end(), char{true});
    if (first == is_changed_.end()) return false;
    *first = false;
    region = static_cast<RegionIndex>(first - is_changed_.begin());
    return true;
}

template <int W>
void Board<W>::clear_queues() {
    std::fill(is_changed_.begin(), is_changed_.end(), char{false});
    while (!crossed_.empty()) is_crossed_[crossed_.pop()] = false;
    singles_.clear();
}

template <int W>
void Board<W>::put_back(const Choice& candidate) {
    const auto [cell, digit] = candidate;
    candidates_[cell] |= Bits::of(digit);
    ++counts_[cell];
    for (RegionIndex region : topology_.regions_of(cell)) places_[place_at(region, digit)].add(cell);
}

template <int W>
void Board<W>::put_back_together(const Strip<W>& gone) {
    for (Strip<W> left = gone; !left.bits.empty(); left.bits.drop_first()) put_back(left.first(topology_));
}

template <int W>
void Board<W>::back_to(const Mark& mark) {
    while (gone_.size() > mark.gone) {
        const Gone gone = gone_.pop();
        if constexpr (is_wide) put_back_together(gone);
        else put_back(gone);
    }
    while (placed_.size() > mark.placed) {
        const auto [cell, digit] = placed_.pop();
        for (RegionIndex region : topology_.regions_of(cell)) {
            ++open_[region];
            places_[place_at(region, digit)].unsettle();
        }
        ++all_open_;
    }
    clear_queues();
}

}  // namespace quadrille::general
