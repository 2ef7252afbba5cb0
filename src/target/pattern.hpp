// A completion that is at hand without a search.
#pragma once

#include <optional>
#include <span>

#include "target/board.hpp"

namespace quadrille::target {

/// The usual pattern of a board of plain boxes, its digits named as the candidates want them; nothing on
/// other boards, or where the pattern does not fit whatever the names.
std::optional<Grid> fitting_pattern(const Board& board, std::span<const DigitBits> masks);

}  // namespace quadrille::target
