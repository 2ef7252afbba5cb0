// Lines that cross: of one digit, the rows and the columns that are still open, as a block for the matching.
//
//           c1  c2  c3
//   r1       v   .   v       one variable at most where two lines cross, so each row has to find a column of
//   r2       v   .   v       its own: r1 and r2 take c1 and c3, and r3 goes without these
//   r3       v   v   v
//
// Nothing says what rows and columns are: the second group of a variable runs across, the third runs down,
// and the lines that one leads to belong together. Cost: each live variable is looked at once for each member
// of the line down through it.
#pragma once

#include <vector>

#include "learn/assignment.hpp"
#include "quadrille/groups.hpp"

namespace quadrille::learn {

struct Crossings {
    std::vector<GroupIndex> down;  ///< one a variable
    Groups lines;  ///< the live members of lines across, a block for those that belong together
};

/// From what the assignment leaves at level 0.
Crossings find_crossings(const Assignment& assignment);

}  // namespace quadrille::learn
