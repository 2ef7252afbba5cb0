// The templates of any board as paths of a layered graph, one layer a row.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "target/board.hpp"

namespace quadrille::target {

/// A step from a state before a row to a state after it, through the cell in `column`.
struct TemplateEdge {
    std::uint32_t state;  ///< the other end, counted within its layer
    std::uint32_t column;
};

/// What leads over one row.
struct TemplateRow {
    // Into each state after the row: into[into_start[s] .. into_start[s + 1]), their other ends before it.
    std::vector<std::uint32_t> into_start;
    std::vector<TemplateEdge> into;
    // Out of each state before the row, likewise.
    std::vector<std::uint32_t> out_start;
    std::vector<TemplateEdge> out;
};

/// One path from the only state before the first row to the only one after the last is one template.
struct TemplateGraph {
    std::vector<TemplateRow> rows;
    std::vector<std::uint32_t> states;  ///< in each layer: side + 1 of them
};

/// Nothing if the graph would have more than `most_edges`, or the board more than 64 regions besides rows.
std::optional<TemplateGraph> build_template_graph(const Board& board, std::size_t most_edges);

}  // namespace quadrille::target
