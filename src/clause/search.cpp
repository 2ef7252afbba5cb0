// Groups to clauses, solutions back, one question to CaDiCaL after the other.
//
//   exactly one of a b c d e f     (a or b or c or d or e or f) and at most one of them
//   at most one of a b c d e f     each pair of  d e f y  excludes the other, and each pair of  a b c -y
//
// Cost: three clauses a member, instead of one for each pair of members: 225x225 fits.
// Invariant: solutions visited are forbidden by their chosen variables; they differ in these alone.
#include <cadical.hpp>

#include "quadrille/clause.hpp"

namespace quadrille::clause {

namespace {

constexpr int true_answer = 10;
constexpr std::size_t chained = 6;  // members of one link of the chain

int literal_of(std::uint32_t variable) { return static_cast<int>(variable) + 1; }

class Writer {
  public:
    Writer(CaDiCaL::Solver& solver, const Groups& groups, std::size_t pairs_up_to)
        : solver_(solver), groups_(groups), next_(literal_of(groups.variables)), pairs_up_to_(pairs_up_to) {}

    /// Writes all groups, or as many as the budget allows.
    void write(Budget& budget) {
        for (std::size_t group = 0; group < groups_.size() && budget.poll(); ++group) {
            std::vector<int> literals;
            for (const std::uint32_t member : groups_.members_of(group))
                literals.push_back(literal_of(member));
            if (groups_.kinds[group] == GroupKind::exactly_one) add(literals);
            add_at_most_one(std::move(literals));
        }
    }

  private:
    void add(const std::vector<int>& clause) {
        for (const int literal : clause) solver_.add(literal);
        solver_.add(0);
    }
    void add_at_most_one(std::vector<int> literals) {
        while (literals.size() > pairs_up_to_) {
            const auto split = literals.end() - (static_cast<std::ptrdiff_t>(pairs_up_to_) - 1);
            std::vector<int> link(split, literals.end());
            literals.erase(split, literals.end());
            link.push_back(next_);
            add_pairs(link);
            literals.push_back(-next_++);
        }
        add_pairs(literals);
    }
    void add_pairs(const std::vector<int>& literals) {
        for (std::size_t i = 0; i < literals.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) add({-literals[j], -literals[i]});
    }

    CaDiCaL::Solver& solver_;
    const Groups& groups_;
    int next_;  // the next new variable
    std::size_t pairs_up_to_;
};

/// Lets the bounds speak while the solver is at work.
class Watchman final : public CaDiCaL::Terminator {
  public:
    explicit Watchman(Budget& budget) : budget_(budget) {}
    bool terminate() override { return !budget_.poll(); }

  private:
    Budget& budget_;
};

void forbid(CaDiCaL::Solver& solver, std::span<const std::uint32_t> chosen) {
    for (const std::uint32_t variable : chosen) solver.add(-literal_of(variable));
    solver.add(0);
}

}  // namespace

Outcome search(const Groups& groups, std::span<const std::vector<std::uint32_t>> forbidden,
               const Bounds& bounds, const Visitor& visit) {
    Budget budget(bounds);
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    Watchman watchman(budget);
    Writer(solver, groups, chained).write(budget);
    for (const auto& solution : forbidden) forbid(solver, solution);
    solver.connect_terminator(&watchman);
    std::vector<std::uint32_t> chosen;
    while (budget.poll() && budget.enter_node() && solver.solve() == true_answer) {
        chosen.clear();
        for (std::uint32_t v = 0; v < groups.variables; ++v)
            if (solver.val(literal_of(v)) > 0) chosen.push_back(v);
        const bool more = budget.count_solution();
        if (!visit(chosen)) {
            if (more) budget.stop(StopReason::visitor);
            break;
        }
        if (!more) break;
        forbid(solver, chosen);
    }
    solver.disconnect_terminator();
    return {budget.reason(), budget.solutions(), budget.nodes(), budget.seconds()};
}

bool write_dimacs(const Groups& groups, const std::string& path) {
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    Budget budget({});
    Writer(solver, groups, groups.members.size()).write(budget);
    return solver.write_dimacs(path.c_str()) == nullptr;
}

}  // namespace quadrille::clause
