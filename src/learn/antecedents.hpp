// Spelling out a reason: the true literals from which a literal follows.
#pragma once

#include "learn/assignment.hpp"
#include "learn/clauses.hpp"
#include "learn/matching.hpp"

namespace quadrille::learn {

/// What is known when analysis begins.
struct Knowledge {
    const Assignment& assignment;
    const Clauses& clauses;
    const Matching& matching;
};

/// Calls `visit` with each antecedent of `reason` but `implied`, the literal it is the reason for (or
/// no_literal), until it returns false. False if it did.
template <class Visit>
bool all_of_antecedents(const Knowledge& known, Reason reason, Literal implied, Visit visit) {
    switch (reason.kind()) {
        case Reason::Kind::none: return true;
        case Reason::Kind::rival: return visit(chosen(reason.index()));
        case Reason::Kind::last:
            for (const Variable member : known.assignment.members_of(reason.index())) {
                if (chosen(member) != implied && !visit(excluded(member))) return false;
            }
            return true;
        case Reason::Kind::filled:
            return known.matching.all_of_excluded(
                reason.index(), [&](Variable variable) { return visit(excluded(variable)); });
        case Reason::Kind::clause:
            for (const Literal literal : known.clauses.literals_of(reason.index())) {
                if (literal != implied && !visit(negated(literal))) return false;
            }
            return true;
    }
    return true;
}

}  // namespace quadrille::learn
