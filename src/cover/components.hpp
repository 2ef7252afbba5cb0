// Parts of a problem that have no item in common.
#pragma once

#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// The parts, in the order of their first primary items; none if there is only one (or far too many). Each
/// solution of the problem is one solution of every part, so their numbers multiply. Options without primary
/// items are left out.
std::vector<Problem> independent_parts(const Problem& problem);

}  // namespace quadrille::cover
