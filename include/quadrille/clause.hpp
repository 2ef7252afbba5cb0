// Groups as clauses, searched by CaDiCaL: an oracle for the tests and a second opinion on large grids.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/groups.hpp"

namespace quadrille::clause {

/// Called with each solution, the chosen variables in ascending order, valid during the call; false ends
/// the search.
using Visitor = std::function<bool(std::span<const std::uint32_t>)>;

struct Outcome {
    StopReason ended = StopReason::exhausted;
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;  ///< questions put to the solver: one a solution, and the last
    double seconds = 0;       ///< wall-clock time
};

/// Visits each solution of `groups` once, but for those that choose exactly the variables of one of
/// `forbidden`. A node is one question put to the solver, which does not count its own. Time and stop flag
/// are looked at within the solver, which may take a moment to notice.
/// Source: at most one of n by splitting off with a new variable (the commander encoding, Klieber and Kwon,
/// 2007, with groups in a chain); solver: CaDiCaL, Biere and others.
Outcome search(const Groups& groups, std::span<const std::vector<std::uint32_t>> forbidden,
               const Bounds& bounds, const Visitor& visit);

/// Writes `groups` as clauses in the DIMACS format, variable v as v + 1, at most one as a clause for each
/// pair. False if the file cannot be written.
bool write_dimacs(const Groups& groups, const std::string& path);

}  // namespace quadrille::clause
