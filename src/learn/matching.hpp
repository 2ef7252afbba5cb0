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
// The reason is the set of digits and the set of their cells: the digits are excluded everywhere else. It is
// kept while its literals are on the trail, and spelt out (antecedents.hpp) when analysis asks.
//
// Invariant: a block is looked at again once a member of it was excluded.
// Cost: a few words a digit of the block, a bit for each member that was excluded, there and back.
// Tried: docs/measuring.md, "learn"; at every fixpoint it halves the conflicts of hard puzzles, each dearer.
// Source: Regin (1994), components by Tarjan (1972); sets as reasons, after Katsirelos (2008).
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "learn/assignment.hpp"

namespace quadrille::learn {

class Matching {
  public:
    explicit Matching(const Groups& groups);

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
            const Row& row = block.rows[static_cast<std::size_t>(std::countr_zero(left))];
            for (const Member& member : row)
                if ((filled.cells >> member.cell & 1) == 0 && !visit(member.variable)) return false;
        }
        return true;
    }

  private:
    struct Member {
        Variable variable;
        std::uint32_t cell;
    };
    using Row = std::vector<Member>;  // the members of a digit's group
    struct Block {
        std::vector<Row> rows;
        std::vector<std::uint64_t>
            live;  // a digit's cells, but for those that the trail up to head_ excludes
        std::vector<std::uint8_t> owned;  // the cell that a digit owned last
        bool waits = true;
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

    bool add_block(const Groups& groups, GroupBlock range, const std::vector<GroupIndex>& home);
    void wake(const Assignment& assignment);
    std::optional<Conflict> look_at(std::uint32_t block, Assignment& assignment);
    void prepare(Block& block);
    bool own_cell(std::uint32_t digit);
    std::uint64_t followers(std::uint32_t digit) const;
    void find_components(std::uint32_t digit);
    void exclude_others(std::uint64_t component);

    std::vector<Block> blocks_;
    std::vector<std::uint32_t> place_start_;  // variable v's places in blocks begin at place_start_[v]
    std::vector<Place> places_;
    std::vector<Filled> filled_;
    std::vector<std::uint32_t> waiting_;
    std::size_t head_ = 0;  // trail literals from here on have not woken their blocks

    // of the block that is looked at
    static constexpr std::size_t most = 64;
    Assignment* assignment_ = nullptr;
    std::uint32_t block_ = 0;
    std::uint64_t open_ = 0;                     // digits with two live members or more
    std::array<std::uint64_t, most> live_{};     // a digit's live cells
    std::array<std::uint8_t, most> cell_of_{};   // the cell a digit owns
    std::array<std::uint8_t, most> owner_of_{};  // and the digit that owns a cell
    std::uint64_t owned_ = 0;
    std::uint64_t met_ = 0, met_cells_ = 0;  // digits and cells met on the way to a free cell
    std::array<std::uint8_t, most> number_{}, low_{};
    std::array<std::uint64_t, most> leads_to_{};  // with itself
    std::vector<std::uint8_t> stack_;
    std::uint64_t on_stack_ = 0, numbered_ = 0;
    std::uint8_t next_number_ = 0;
};

}  // namespace quadrille::learn
