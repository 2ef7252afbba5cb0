// Regions of any shape in a frame: the borders between cells say which hang together.
#pragma once

#include <vector>

#include "format/page.hpp"

namespace quadrille::text {

/// True where some rule between rows has gaps: only a frame of odd shapes has them.
bool has_gaps_in_rules(const Page& page);
/// The cells of a framed grid and, as a region map, what its borders enclose.
MaybeFault gather_drawn(const Page& page, Cells& cells, std::vector<int>& map);
/// True if a drawing of these regions reads as them: each hangs together, and they are not all rows or all
/// columns, whose borders look like those of boxes.
bool can_be_drawn(const std::vector<int>& map, std::size_t side);

}  // namespace quadrille::text
