// What no matching of a block's digits to its cells can use: the all-different of a whole region.
//
//   live     a .11.   b .11.   c ..11   d 1..1    the cells a digit may still take
//   owned    a .1..   b ..1.   c ...1   d 1...    one each: a matching, kept from one time to the next
//   follow   a <-> b   c -> b   d -> c            from a digit to those that own a cell it could take
//
// A component of the graph "follow" and all it leads to is a set of digits that fill exactly the cells they
// own; another digit is excluded from these. So above c is excluded from the third cell, since a and b need
// it, and then d from the last. Where a digit finds no cell by moving others, the digits it met have one
// cell too few: a conflict.
//
// The component of a digit is what it leads to and what leads to it, both found in bit rows: a row of cells
// for each digit, a row of digits for each cell. When a block was looked at last, "follow" led nowhere out of
// a component. So nothing has come apart, and nothing can be excluded, if all digits that lost a cell lead to
// one of them, and this one leads to all cells lost: whatever went by what is gone may go through it. As a
// rule few steps show that. Else the components of the digits that lost a cell are found, and where what such
// a digit leads to is not what leads to it, those of all that led to it as well: that holds all digits that
// shared a component with it.
//
// Lines that cross are blocks of their own: a digit's rows find their columns as a block's digits find their
// cells (two rows with the same two columns: others do not go there). What is called across and down is the
// second and the third group of a variable; the lines that one leads to are a block, whatever they stand for.
//
// The reason is the set of digits and the set of their cells: the digits are excluded everywhere else. It is
// kept while its literals are on the trail, and spelt out (antecedents.hpp) when analysis asks.
//
// Invariant: a block is looked at again once a member of it was excluded; a digit that owns a cell may take
// it, unless it is among those without; where a cell is chosen for a digit and the groups are at their
// fixpoint, nothing else leads to either.
// Cost: a look at some or all of the digits and cells that a touched digit's component holds, a few bits for
// each member that was excluded, there and back.
// Tried and lost: components by Tarjan of all open digits of the block, three times as dear; a digit's boxes
// that find their rows or columns; docs/measuring.md, "learn". Source: Regin (1994); components by what leads
// where both ways, Fleischer, Hendrickson and Pinar (2000); sets as reasons, after Katsirelos (2008).
#pragma once

#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "learn/crossings.hpp"

namespace quadrille::learn {

class Matching {
  public:
    Matching() = default;
    explicit Matching(const Groups& groups) {
        Budget unbounded({});
        start(groups, unbounded);
    }
    /// Forgets everything and takes up groups. False: the budget is spent.
    bool start(const Groups& groups, Budget& budget);
    /// Adds the crossings, from what the assignment leaves. To be called at level 0.
    void add_crossings(const Assignment& assignment);

    /// Excludes what the blocks exclude, until one of them has excluded something; or a conflict.
    std::optional<Conflict> propagate(Assignment& assignment);
    /// To be called before the assignment goes back to a trail of that size.
    void back_to(const Assignment& assignment, std::size_t trail_size);

    /// Calls `visit` with each variable whose exclusion the reason names, until it returns false.
    template <class Visit>
    bool all_of_excluded(std::uint32_t reason, Visit visit) const {
        const Filled& filled = filled_[reason];
        const Block& block = blocks_[filled.block];
        for (std::uint64_t left = filled.digits; left != 0; left &= left - 1) {
            for (const Member& member : row(block, static_cast<std::uint32_t>(std::countr_zero(left))))
                if ((filled.cells >> member.cell & 1) == 0 && !visit(member.variable)) return false;
        }
        return true;
    }

  private:
    struct Member {
        Variable variable;
        std::uint32_t cell;
    };
    /// One digit and one cell of a block, the n-th of each.
    struct Pair {
        // but for what the trail up to head_ excludes:
        std::uint64_t live = 0;     // the digit's cells
        std::uint64_t takers = 0;   // the cell's digits
        std::uint32_t members = 0;  // where the members of the digit's group begin
        std::uint8_t cell_of = 0;   // the cell the digit owns
        std::uint8_t owner_of = 0;  // the digit that owns the cell
    };
    struct Block {
        std::uint32_t first = 0;        // its pairs: pairs_[first], pairs_[first + 1], ...
        std::uint64_t open_digits = 0;  // digits that have no cell chosen yet
        std::uint64_t open_cells = 0;   // and cells that have no digit
        std::uint64_t touched = 0;      // digits that lost a cell since the block was looked at
        std::uint64_t lost = 0;         // and those cells
        std::uint64_t without = 0;      // digits that own no cell
        std::uint64_t free = 0;         // cells that nobody owns
        bool waits = true;
    };
    /// Digits that cannot do without each other's cells, and all cells that they lead to.
    struct Component {
        std::uint64_t digits;
        std::uint64_t cells;
    };
    struct Place {
        std::uint32_t block;
        std::uint8_t digit;
        std::uint8_t cell;
    };
    /// These digits fill these cells (or are one too many for them).
    struct Filled {
        std::uint32_t block;
        std::uint64_t digits;
        std::uint64_t cells;
        std::size_t trail_size;
    };

    Pair& pair(const Block& block, std::uint32_t index) { return pairs_[block.first + index]; }
    const Pair& pair(const Block& block, std::uint32_t index) const { return pairs_[block.first + index]; }
    std::span<const Member> row(const Block& block, std::uint32_t digit) const {
        const Pair* const pair = pairs_.data() + block.first + digit;
        return {members_.data() + pair[0].members, members_.data() + pair[1].members};
    }

    template <class Visit>
    void for_each_place(Variable variable, Visit visit) {
        const Place* const end = places_.data() + place_start_[variable + 1];
        for (const Place* place = places_.data() + place_start_[variable]; place != end; ++place)
            visit(blocks_[place->block], *place);
    }

    void find_homes(const Groups& groups);
    bool find_cells(const Groups& groups, GroupBlock range);
    void add_block(const Groups& groups, GroupBlock range);
    void index_variables(std::uint32_t variables);
    void let_wait(std::uint32_t first);
    void toggle(Variable variable);
    void wake(const Assignment& assignment);
    std::optional<Conflict> look_at(std::uint32_t block, Assignment& assignment);
    bool own_cell(Block& block, std::uint32_t digit);
    std::uint64_t led_to(const Block& block, std::uint32_t digit, std::uint64_t wanted) const;
    std::uint64_t leading_to(const Block& block, std::uint32_t digit, std::uint64_t wanted) const;
    bool is_whole(const Block& block, std::uint64_t touched, std::uint64_t lost) const;
    std::uint64_t owned_by(const Block& block, std::uint64_t digits) const;
    std::uint64_t owners_of(const Block& block, std::uint64_t cells) const;
    bool find_components(const Block& block, std::uint64_t touched);
    void exclude_others(std::uint32_t index, const Component& component, Assignment& assignment);

    std::vector<Block> blocks_;
    std::vector<Pair> pairs_;  // of all blocks, and one more behind each block's
    std::vector<Member> members_;
    std::vector<std::uint32_t> place_start_;  // variable v's places in blocks begin at place_start_[v]
    std::vector<Place> places_;
    std::vector<Filled> filled_;
    std::vector<std::uint32_t> queue_;  // the blocks to be looked at,
    std::size_t waiting_ = 0;           // so many, and one place more for what waits already
    std::size_t head_ = 0;              // trail literals from here on have not woken their blocks

    static constexpr std::size_t most = 64;  // digits of a block
    std::uint64_t met_ = 0, met_cells_ = 0;  // digits and cells met on the way to a free cell
    std::vector<Component> components_;

    // Used by start alone:
    std::vector<GroupIndex> home_;         // a variable's first group: its cell
    std::vector<std::uint32_t> cell_met_;  // by home: the last block, counted from 1, that it was met in
    std::vector<std::uint32_t> cell_at_;   // and where it stands among that block's cells
    std::vector<GroupIndex> cells_;        // the homes of a block
};

}  // namespace quadrille::learn
