// The idea: decide, follow the groups and the learned clauses to the fixpoint, and learn from each conflict
// the clause that would have foreseen it; go back to where that clause speaks first. (learn's loop)
//
//   decide --> propagate --> all decided: visit, forbid, go on
//     ^            |
//     |            v conflict
//     +-- back <-- analyse: clause, level
//
// Propagation: the groups to their fixpoint, the clauses until one says something, and again; when all is
// quiet the matchings.
// Invariant: the clauses follow from the groups and from the solutions already visited or forbidden.
// A solution is forbidden by its decisions alone: the rest follows from them. What is without level is
// true of every solution not yet visited; a conflict there ends the search.
// Cost: a conflict costs its propagation, about twenty spelt-out reasons, and a clause to keep.
// Source: conflict-driven clause learning, Marques-Silva and Sakallah (1996); restarts after the sequence of
// Luby, Sinclair and Zuckerman (1993).
// Tried and lost: docs/measuring.md, "learn".
#include <optional>

#include "learn/analysis.hpp"
#include "quadrille/learn.hpp"

namespace quadrille::learn {

namespace {

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: Knuth's form of the sequence.
class Luby {
  public:
    std::uint64_t next() {
        const std::uint64_t term = v_;
        if ((u_ & (~u_ + 1)) == v_) ++u_, v_ = 1;
        else v_ *= 2;
        return term;
    }

  private:
    std::uint64_t u_ = 1, v_ = 1;
};

}  // namespace

struct Engine::Body {
    bool start(const Groups& groups, Budget& budget);
    Outcome search(const Settings& settings, const Visitor& visit);
    void forbid(std::span<const Variable> chosen_variables);

  private:
    std::optional<Conflict> propagate();
    bool learn_from(const Conflict& conflict);
    bool add(std::span<const Literal> clause, std::uint32_t glue);
    bool report(Budget& budget, const Visitor& visit);
    bool forbid_decisions();
    void go_back(std::uint32_t level);
    void tidy(const Settings& settings);

    Assignment assignment;
    Matching matching;
    Clauses clauses;
    Chooser chooser{assignment};
    Analysis analysis{assignment, matching, clauses, chooser};
    Luby luby;
    bool alive = true;  // false: no solution is left
    std::uint64_t conflicts = 0;
    std::uint64_t next_restart = 0;
    std::uint64_t restarts = 0;
    std::uint64_t next_reduction = 0;
    std::uint64_t reductions = 0;
    std::vector<Variable> solution;
};

bool Engine::Body::start(const Groups& groups, Budget& budget) {
    luby = {};
    alive = true;
    conflicts = 0;
    restarts = reductions = 0;
    if (!assignment.start(groups, budget) || !matching.start(groups, budget)) return false;
    if (!clauses.start(groups.variables, budget)) return false;
    chooser.start(groups);
    analysis.start(groups.variables);
    return budget.poll();
}

Outcome Engine::Body::search(const Settings& settings, const Visitor& visit) {
    Budget budget(settings.bounds);
    if (settings.seed != 0) chooser.shuffle(settings.seed);
    next_restart = conflicts + settings.restart_unit * luby.next();
    next_reduction = conflicts + settings.reduce_every;
    alive = alive && budget.enter_node();
    while (alive) {
        if (const auto conflict = propagate()) {
            alive = learn_from(*conflict);
            tidy(settings);
            continue;
        }
        Variable variable = 0;
        if (!chooser.choose(variable)) {
            alive = report(budget, visit) && forbid_decisions();
        } else {
            if (!budget.enter_node()) break;
            assignment.open_level();
            assignment.assign(chosen(variable), {});
        }
    }
    return {budget.reason(), budget.solutions(),        budget.nodes(),
            conflicts,       assignment.propagations(), budget.seconds()};
}

std::optional<Conflict> Engine::Body::propagate() {
    for (;;) {
        if (const auto conflict = assignment.propagate_groups()) return conflict;
        const std::size_t before = assignment.trail().size();
        if (const auto reason = clauses.propagate(assignment)) return Conflict{*reason};
        if (assignment.trail().size() > before) continue;
        if (const auto conflict = matching.propagate(assignment)) return conflict;
        if (assignment.trail().size() == before) return {};
    }
}

/// False: the conflict has no way out.
bool Engine::Body::learn_from(const Conflict& conflict) {
    ++conflicts;
    if (assignment.level() == 0) return false;
    chooser.note_trail();
    analysis.run(conflict);
    go_back(analysis.back_level());
    return add(analysis.clause(), analysis.glue());
}

void Engine::Body::go_back(std::uint32_t level) {
    if (level >= assignment.level()) return;
    matching.back_to(assignment, assignment.start_of(level));
    assignment.back_to(level);
}

/// Adds a clause all but whose first literal is false, the second the latest, and makes the first true.
bool Engine::Body::add(std::span<const Literal> clause, std::uint32_t glue) {
    if (clause.empty()) return false;
    const Reason reason =
        clause.size() == 1 ? Reason() : Reason(Reason::Kind::clause, clauses.add(clause, glue));
    assignment.assign(clause[0], reason);
    return true;
}

/// Restarts and reductions, when they are due.
void Engine::Body::tidy(const Settings& settings) {
    if (conflicts >= next_restart) {
        next_restart = conflicts + settings.restart_unit * luby.next();
        go_back(0);
        if (restarts++ == 0) matching.add_crossings(assignment);
    }
    if (conflicts < next_reduction) return;
    next_reduction = conflicts + settings.reduce_every * (++reductions + 1);
    clauses.reduce(assignment);
}

/// Hands a solution out. False: the search must end.
bool Engine::Body::report(Budget& budget, const Visitor& visit) {
    solution.clear();
    for (Variable variable = 0; variable < assignment.variable_count(); ++variable)
        if (assignment.value(chosen(variable)) > 0) solution.push_back(variable);
    const bool more = budget.count_solution();
    if (visit(solution)) return more;
    if (more) budget.stop(StopReason::visitor);
    return false;
}

/// Excludes the present solution by its decisions. False: there were none.
bool Engine::Body::forbid_decisions() {
    std::vector<Literal> clause;
    for (std::uint32_t level = assignment.level(); level > 0; --level)
        clause.push_back(negated(assignment.decision_at(level)));
    if (clause.empty()) return false;
    go_back(assignment.level() - 1);
    return add(clause, 1);
}

void Engine::Body::forbid(std::span<const Variable> chosen_variables) {
    std::vector<Literal> clause;
    for (const Variable variable : chosen_variables) clause.push_back(excluded(variable));
    if (clause.size() > 1) clauses.add(clause, 1);
    else if (clause.empty()) alive = false;
    else if (assignment.is_open(variable_of(clause[0]))) assignment.assign(clause[0], {});
    else alive = alive && assignment.value(clause[0]) > 0;
}

Engine::Engine() : body_(std::make_unique<Body>()) {}
Engine::Engine(const Groups& groups) : Engine() {
    Budget unbounded({});
    start(groups, unbounded);
}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

bool Engine::start(const Groups& groups, Budget& budget) {
    require(groups.members.size() <= max_members, "groups have at most max_members members");
    return body_->start(groups, budget);
}
void Engine::forbid(std::span<const std::uint32_t> chosen_variables) { body_->forbid(chosen_variables); }

Outcome Engine::search(const Settings& settings, const Visitor& visit) {
    return body_->search(settings, visit);
}

}  // namespace quadrille::learn
