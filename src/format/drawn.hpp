// Regions of any shape in a frame: the borders between cells say which hang together.
#pragma once

#include <vector>

#include "format/page.hpp"

namespace quadrille::text {

/// True where some rule between rows has gaps: only a frame of odd shapes has them.
bool has_gaps_in_rules(const Page& page);
/// The cells of a framed grid and, as a region map, what its borders enclose.
MaybeFault gather_drawn(const Page& page, Cells& cells, std::vector<int>& map);

}  // namespace quadrille::text
