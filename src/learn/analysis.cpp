#include "learn/analysis.hpp"

#include <algorithm>
#include <utility>

#include "quadrille/base.hpp"

namespace quadrille::learn {

void Analysis::run(const Conflict& conflict) {
    clause_.assign(1, no_literal);
    marked_.clear();
    clause_[0] = negated(resolve(conflict));
    drop_implied();
    join_excluded();
    for (const Variable variable : marked_) marks_[variable] = Mark::none;
    settle_levels();
    chooser_.age();
#ifdef QUADRILLE_CHECKED
    check_clause();
#endif
}

/// Collects the clause's other literals and returns the unique implication point.
Literal Analysis::resolve(const Conflict& conflict) {
    open_ = 0;
    if (conflict.broken != no_literal) meet(negated(conflict.broken));
    Reason reason = conflict.reason;
    Literal implied = conflict.broken;
    auto next = assignment_.trail().rbegin();
    for (;;) {
        note(reason);
        all_of_antecedents({assignment_, clauses_, matching_}, reason, implied,
                           [&](Literal literal) { return meet(literal); });
        while (marks_[variable_of(*next)] == Mark::none) ++next;
        implied = *next++;
        if (--open_ == 0) return implied;
        reason = assignment_.reason_of(variable_of(implied));
    }
}

/// Takes up one true literal of the conflict.
bool Analysis::meet(Literal literal) {
    const Variable variable = variable_of(literal);
#ifdef QUADRILLE_CHECKED
    require(assignment_.value(literal) > 0, "the antecedents of a reason are true");
#endif
    if (marks_[variable] != Mark::none) return true;
    const std::uint32_t level = assignment_.level_of(variable);
    if (level == 0) return true;
    marks_[variable] = Mark::seen;
    marked_.push_back(variable);
    chooser_.bump(literal);
    if (level == assignment_.level()) ++open_;
    else clause_.push_back(negated(literal));
    return true;
}

void Analysis::note(const Reason& reason) {
    if (reason.kind() == Reason::Kind::last) chooser_.bump_group(reason.index());
    if (reason.kind() != Reason::Kind::clause || clauses_.glue_of(reason.index()) <= 1) return;
    clauses_.note_use(reason.index(), count_levels(clauses_.literals_of(reason.index())) - 1);
}

void Analysis::drop_implied() {
    level_in_clause_.assign(assignment_.level() + 1, 0);
    for (const Literal literal : clause_) level_in_clause_[assignment_.level_of(variable_of(literal))] = 1;
    const auto implied = [&](Literal literal) {
        const Reason reason = assignment_.reason_of(variable_of(literal));
        return reason.exists() &&
               all_of_antecedents({assignment_, clauses_, matching_}, reason, negated(literal),
                                  [&](Literal antecedent) { return is_implied(antecedent, 0); });
    };
    clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(), implied), clause_.end());
}

/// Puts the rival in the place of several variables that it excluded.
void Analysis::join_excluded() {
    const auto reason_of = [&](Literal literal) { return assignment_.reason_of(variable_of(literal)); };
    const auto is_rival = [](Reason reason) { return reason.kind() == Reason::Kind::rival; };
    for (auto literal = clause_.begin() + 1; literal != clause_.end(); ++literal)
        if (is_rival(reason_of(*literal))) ++excluded_by_[reason_of(*literal).index()];
    const auto joined = [&](Literal& literal) {
        const Reason reason = reason_of(literal);
        if (!is_rival(reason)) return false;
        const std::uint32_t together = std::exchange(excluded_by_[reason.index()], 0);
        if (together > 1) literal = excluded(reason.index());
        return together == 0;
    };
    auto kept = clause_.begin() + 1;
    for (auto literal = kept; literal != clause_.end(); ++literal)
        if (!joined(*literal)) *kept++ = *literal;
    clause_.erase(kept, clause_.end());
}

/// True if the literals marked seen imply a true literal (or no reason leads so far).
bool Analysis::is_implied(Literal literal, int depth) {
    constexpr int deepest = 200;
    const Variable variable = variable_of(literal);
    if (marks_[variable] != Mark::none) return marks_[variable] != Mark::needed;
    const std::uint32_t level = assignment_.level_of(variable);
    if (level == 0) return true;
    const Reason reason = assignment_.reason_of(variable);
    if (!reason.exists() || depth > deepest || !level_in_clause_[level]) return false;
    const bool implied =
        all_of_antecedents({assignment_, clauses_, matching_}, reason, literal,
                           [&](Literal antecedent) { return is_implied(antecedent, depth + 1); });
    marks_[variable] = implied ? Mark::implied : Mark::needed;
    marked_.push_back(variable);
    return implied;
}

/// Finds the level to go back to, puts its literal second, and counts the levels.
void Analysis::settle_levels() {
    const auto level = [&](Literal literal) { return assignment_.level_of(variable_of(literal)); };
    glue_ = count_levels(clause_) - 1;
    back_level_ = 0;
    if (clause_.size() == 1) return;
    const auto latest = std::max_element(clause_.begin() + 1, clause_.end(),
                                         [&](Literal a, Literal b) { return level(a) < level(b); });
    std::swap(clause_[1], *latest);
    back_level_ = level(clause_[1]);
}

template <class Literals>
std::uint32_t Analysis::count_levels(const Literals& literals) {
    ++stamp_;
    level_stamps_.resize(std::max<std::size_t>(level_stamps_.size(), assignment_.level() + 1));
    std::uint32_t count = 0;
    for (const Literal literal : literals) {
        std::uint64_t& stamp = level_stamps_[assignment_.level_of(variable_of(literal))];
        if (stamp != stamp_) ++count;
        stamp = stamp_;
    }
    return std::max(count, 1u);
}

void Analysis::check_clause() const {
    for (const Literal literal : clause_)
        require(assignment_.value(literal) < 0, "a learned clause is false when it is learned");
}

}  // namespace quadrille::learn
