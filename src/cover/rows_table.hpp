// What the bit-row engine needs of a problem: which options, which rows, and the rows of the first frame.
#pragma once

#include <optional>
#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// Rows 0 to primary - 1 are those of the primary items. A secondary item has one row for each colour
/// it takes (the options that disagree) and one for "no colour"; rows that exclude nothing are left out.
struct RowsTable {
    /// With `net`, by option, the bits are in ascending order of it.
    explicit RowsTable(const Problem& problem, const std::vector<Cost>* net = nullptr);

    /// Bytes a table of this problem would take; nothing if its rows are too many for the engine.
    static std::optional<std::size_t> bytes_for(const Problem& problem);

    std::size_t words = 0;                 ///< of 64 bits in a row
    std::uint32_t row_count = 0;           ///< rows, without the empty one
    std::uint32_t primary = 0;             ///< of these, rows of primary items
    std::vector<Option> option;            ///< by bit: its number in the problem
    std::vector<std::uint32_t> start;      ///< by bit: its entries are entry_row[start[b] .. start[b + 1])
    std::vector<std::uint16_t> entry_row;  ///< by entry: its row
    std::vector<std::uint32_t>
        member_start;  ///< by bit: its primary items are member_row[member_start[b] .. [b + 1])
    std::vector<std::uint16_t> member_row;
    std::vector<std::uint64_t> bits;  ///< row r is bits[(r + 1) * words ...]; the empty row comes first
    bool ranged = false;              ///< some primary item has a multiplicity other than 1:1
    std::vector<Multiplicity> range;  ///< by primary item, if ranged

    /// How many primary items an option has, on average and rounded up.
    std::size_t rows_per_option() const { return member_row.size() / (option.size() + 1) + 1; }
};

}  // namespace quadrille::cover
