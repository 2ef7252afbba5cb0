#include "learn/clauses.hpp"

#include <algorithm>
#include <tuple>

namespace quadrille::learn {

bool Clauses::start(std::uint32_t variables, Budget& budget) {
    constexpr std::size_t between_looks = std::size_t{1} << 20;
    const std::size_t wanted = std::size_t{variables} * 2;
    arena_.clear();
    clauses_.clear();
    watches_.resize(std::min(watches_.size(), wanted));
    for (std::vector<Watch>& watches : watches_) watches.clear();
    watches_.reserve(wanted);
    while (watches_.size() < wanted && budget.poll())
        watches_.resize(std::min(wanted, watches_.size() + between_looks));
    return watches_.size() == wanted;
}

ClauseRef Clauses::add(std::span<const Literal> literals, std::uint32_t glue) {
    const auto clause = static_cast<ClauseRef>(arena_.size());
    arena_.push_back(static_cast<std::uint32_t>(literals.size()));
    arena_.push_back(glue << 2 | fresh);
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    clauses_.push_back(clause);
    watches_[literals[0]].push_back({clause, literals[1]});
    watches_[literals[1]].push_back({clause, literals[0]});
    return clause;
}

/// Moves a literal that is not false into the second place. False if there is none.
bool Clauses::find_watch(const Assignment& assignment, ClauseRef clause) {
    Literal* const literals = arena_.data() + clause + header;
    for (std::uint32_t i = 2; i < arena_[clause]; ++i) {
        if (assignment.value(literals[i]) < 0) continue;
        std::swap(literals[1], literals[i]);
        return true;
    }
    return false;
}

std::optional<Reason> Clauses::propagate(Assignment& assignment) {
    const std::size_t before = assignment.trail().size();
    while (assignment.trail().size() == before) {
        const Literal literal = assignment.take_unseen();
        if (literal == no_literal) break;
        if (watches_[negated(literal)].empty()) continue;
        if (const auto conflict = visit_watches(assignment, negated(literal))) return conflict;
    }
    return {};
}

std::optional<Reason> Clauses::visit_watches(Assignment& assignment, Literal falsified) {
    std::vector<Watch>& watches = watches_[falsified];
    std::optional<Reason> conflict;
    auto keep = watches.begin();
    auto next = watches.begin();
    while (next != watches.end() && !conflict) {
        const Watch watch = *next++;
        if (assignment.value(watch.blocker) > 0) {
            *keep++ = watch;
            continue;
        }
        Literal* const literals = arena_.data() + watch.clause + header;
        if (literals[0] == falsified) std::swap(literals[0], literals[1]);
        const Literal other = literals[0];
        const int value = assignment.value(other);
        if (value <= 0 && find_watch(assignment, watch.clause)) {
            watches_[literals[1]].push_back({watch.clause, other});
            continue;
        }
        *keep++ = {watch.clause, other};
        const Reason reason(Reason::Kind::clause, watch.clause);
        if (value < 0) conflict = reason;
        else if (value == 0) assignment.assign(other, reason);
    }
    watches.erase(std::move(next, watches.end(), keep), watches.end());
    return conflict;
}

void Clauses::reduce(Assignment& assignment) {
    const std::vector<ClauseRef> victims = choose_victims(assignment);
    std::vector<std::uint32_t> old = std::move(arena_);
    for (const ClauseRef victim : victims) old[victim] = moved;
    arena_.clear();
    arena_.reserve(old.size());
    std::vector<ClauseRef> kept;
    for (const ClauseRef clause : clauses_) {
        if (old[clause] == moved) continue;
        const auto begin = old.begin() + clause;
        kept.push_back(static_cast<ClauseRef>(arena_.size()));
        arena_.insert(arena_.end(), begin, begin + header + old[clause]);
        old[clause + 1] = kept.back();
    }
    clauses_ = std::move(kept);
    for (std::vector<Watch>& watches : watches_) {
        std::erase_if(watches, [&](const Watch& watch) { return old[watch.clause] == moved; });
        for (Watch& watch : watches) watch.clause = old[watch.clause + 1];
    }
    assignment.relocate_clauses([&](ClauseRef clause) { return old[clause + 1]; });
}

std::vector<ClauseRef> Clauses::choose_victims(const Assignment& assignment) {
    std::vector<ClauseRef> reasons;
    for (const Literal literal : assignment.trail()) {
        const Reason reason = assignment.reason_of(variable_of(literal));
        if (reason.kind() == Reason::Kind::clause) reasons.push_back(reason.index());
    }
    std::sort(reasons.begin(), reasons.end());
    std::vector<ClauseRef> victims;
    for (const ClauseRef clause : clauses_) {
        const std::uint32_t used = arena_[clause + 1] & 3;
        if (used > 0) --arena_[clause + 1];
        const std::uint32_t glue = glue_of(clause);
        if (glue <= 2 || used == fresh || (used > 0 && glue <= 6)) continue;
        if (!std::binary_search(reasons.begin(), reasons.end(), clause)) victims.push_back(clause);
    }
    const auto rank = [&](ClauseRef clause) { return std::tuple(glue_of(clause), arena_[clause], clause); };
    std::sort(victims.begin(), victims.end(), [&](ClauseRef a, ClauseRef b) { return rank(a) > rank(b); });
    victims.resize(victims.size() * 3 / 4);
    return victims;
}

}  // namespace quadrille::learn
