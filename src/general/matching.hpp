// All-different matching in one region: candidates that no way of filling the region can use.
//
//   cells  r1c1 --- 3        a matching (===) gives each open cell a digit of its own. A candidate that is
//               \\            not in it can be used only on a cycle: from the cell's digit to the candidate,
//          r1c4 === 5        from there to what the candidate's cell could hold instead, ... and back.
//   digit -> candidates of the cell that is matched to it; the cycles are the strongly connected components
//
// A candidate outside the component of its cell's digit goes. Without a matching there is no solution.
// Only for regions that hold every digit: as many open cells as digits, so no digit stays free.
// Cost: for n open cells n searches for a better matching, each linear in the rows it looks at; components
// in one walk. Several times a look for locked candidates: called when no cheaper rule has anything left.
// Source: Régin, A filtering algorithm for constraints of difference in CSPs (1994); components after
// Tarjan, Depth-first search and linear graph algorithms (1972).
#pragma once

#include <algorithm>
#include <vector>

#include "general/board.hpp"

namespace quadrille::general {

template <int W>
class Matcher {
  public:
    using Bits = Row<W>;

    explicit Matcher(Board<W>& board)
        : board_(board),
          holder_(static_cast<std::size_t>(board.topology().side) + 1),
          order_(holder_.size()),
          low_(holder_.size()) {}

    /// True where cells have so many candidates and digits so many places that run() would take nothing: k
    /// cells for just k digits have at most k candidates each, and the other digits only the other cells.
    bool finds_nothing(RegionIndex region) const {
        const auto cells = board_.open_cells(region);
        std::size_t fewest = cells.size();
        for (Cell cell : cells) fewest = std::min<std::size_t>(fewest, board_.count(cell));
        const auto too_rare = [&](const Places& places) {
            return places.open_count() + fewest <= cells.size();
        };
        return std::ranges::none_of(board_.places(region), too_rare);
    }

    /// Takes away what no matching uses. False: a contradiction.
    bool run(RegionIndex region) {
        const auto cells = board_.open_cells(region);
        free_ = Bits{};
        for (Cell cell : cells) free_ |= board_.candidates(cell);
        const Bits all = free_;
        for (Cell cell : cells) {
            unseen_ = all;
            if (!match(cell)) return board_.fail(region);
        }
        std::fill(order_.begin(), order_.end(), 0);
        next_ = 0;
        open_ = all;
        kept_.clear();
        for (Bits left = all; !left.empty(); left.drop_first()) {
            if (order_[left.first()] == 0) walk(left.first());
        }
        for (const auto& [cell, component] : kept_) {
            if (!board_.restrict(cell, component)) return false;
        }
        return true;
    }

  private:
    /// Gives `cell` a digit, moving others on; false if there is no way.
    bool match(Cell cell) {
        const Bits at_once = board_.candidates(cell) & free_;
        if (!at_once.empty()) {
            free_ -= Bits::of(at_once.first());
            holder_[at_once.first()] = cell;
            return true;
        }
        for (;;) {
            const Bits left = board_.candidates(cell) & unseen_;
            if (left.empty()) return false;
            const Digit digit = left.first();
            unseen_ -= Bits::of(digit);
            if (!match(holder_[digit])) continue;
            holder_[digit] = cell;
            return true;
        }
    }

    /// Tarjan's walk from a digit; closes the components that it finishes.
    void walk(Digit digit) {
        order_[digit] = low_[digit] = ++next_;
        stack_.push(digit);
        for (Bits left = board_.candidates(holder_[digit]) & open_; !left.empty(); left.drop_first()) {
            const Digit other = left.first();
            if (order_[other] == 0) {
                walk(other);
                low_[digit] = std::min(low_[digit], low_[other]);
            } else if (open_.meets(Bits::of(other))) {
                low_[digit] = std::min(low_[digit], order_[other]);
            }
        }
        if (low_[digit] == order_[digit]) close(digit);
    }

    void close(Digit root) {
        Bits component;
        const std::size_t first = kept_.size();
        for (Digit digit = 0; digit != root;) {
            digit = stack_.pop();
            component |= Bits::of(digit);
            kept_.push_back({holder_[digit], {}});
        }
        open_ -= component;
        for (std::size_t i = first; i < kept_.size(); ++i) kept_[i].second = component;
    }

    Board<W>& board_;
    std::vector<Cell> holder_;          // the cell matched to each digit
    Bits free_, unseen_;                // digits without a cell; digits not tried yet
    std::vector<std::uint32_t> order_;  // of each digit, when the walk came to it; 0: not yet
    std::vector<std::uint32_t> low_;    // and the earliest that can be reached from there
    std::uint32_t next_ = 0;
    Bits open_;  // digits whose component is not closed
    Stack<Digit> stack_;
    std::vector<std::pair<Cell, Bits>> kept_;  // each cell, and the candidates it may keep
};

}  // namespace quadrille::general
