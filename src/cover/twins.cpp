// Counting by likeness: what is left of a problem is counted once for all that differ in names only.
//
// The idea: choose an item, and take its options in turn. What each leaves is a problem of its own. Many of
// these are alike but for the names of their items, in a Steiner system all of them; and some fall apart into
// parts that have no item in common:
//
//     pairs of 7 points, by triples       12 13 14 ... 67       30 = 5 x 6
//        |-- 123 --|-- 124 --|-- ... --|-- 127                  five twins: 6 each
//        14 15 ... 67 without 23
//        |-- 145 --|-- 146 --|-- 147                            three twins: 2 each
//
// A problem that a short walk by bit rows does not finish is written down as its shape (twins_shape.cpp), a
// text that equals those of its twins, and looked up among the shapes counted before; if it is new, it is
// branched on. The parts of a problem are counted one by one, and their numbers multiplied.
//
// Invariant: equal shapes are equal problems, item by item and option by option, once renamed.
// Cost: a node that is branched on costs as much as some thousand nodes of a walk: a problem without likeness
// takes about twice the time of a walk. Memory: the shapes; once it is full, new ones are not kept.
// Source: isomorph rejection is as old as the counting of designs; see P. Kaski and P. Ostergard,
// Classification Algorithms for Codes and Designs, 2006, and for parts the search for dancing with
// decision diagrams, M. Nishino et al., AAAI 2017.
#include "cover/twins.hpp"

#include <algorithm>

#include "cover/components.hpp"
#include "cover/remainder.hpp"
#include "cover/rows_table.hpp"

namespace quadrille::cover {

/// What is known of one run.
struct TwinsSearch::Run {
    Pace& pace;
    std::uint64_t allowed;
    double until;
    std::uint64_t spent = 0;
    double done = 0;
};

std::optional<std::string> TwinsSearch::obstacle(const Problem& problem) {
    constexpr std::size_t most_work = std::size_t{1} << 25;
    if (problem.entry_count() * problem.item_count() > most_work) return "too large for the twins engine";
    return {};
}

TwinsSearch::TwinsSearch(const Problem& problem, const Limits& limits) : problem_(problem), limits_(limits) {
    std::uint64_t work = 0;
    const Branching root = fewest_kinds(problem_, Uses(problem_), work);
    if (root.children == 0) return;
    symmetry_ = static_cast<double>(root.children) / static_cast<double>(root.different());
}

TwinsSearch::Found TwinsSearch::run(std::uint64_t work, Pace& pace, double until) {
    Run run{pace, work, until};
    run_ = &run;
    const mpz_class number = count(problem_, 1, Likeness::unknown);
    if (number > at_least_) at_least_ = number;
    const Found found{at_least_, !over()};
    run_ = nullptr;
    return found;
}

bool TwinsSearch::over() const {
    return run_->pace.stopped() || (run_->allowed != 0 && run_->spent > run_->allowed) ||
           (run_->until != 0 && run_->pace.seconds() > run_->until);
}
/// Adds the time of so many looks at entries to what is spent: a node of a walk takes as long as some sixty
/// of them, and more where its rows are long.
void TwinsSearch::look_at(std::uint64_t entries) {
    run_->spent += entries / (64 + problem_.option_count() / 2);
}
void TwinsSearch::done(double share) {
    run_->done += share;
    run_->pace.report(std::min(run_->done, 1.0));
}

/// The number of solutions; no more than it if over(). The `share` of all the work is done here.
mpz_class TwinsSearch::count(const Problem& problem, double share, Likeness likeness) {
    mpz_class number;
    if (over()) return number;
    const bool short_walk = likeness == Likeness::unknown && walk(problem, number);
    if (short_walk || over()) {
        done(share);
        return number;
    }
    if (const auto parts = independent_parts(problem); !parts.empty()) return count_parts(parts, share);
    std::uint64_t work = 0;
    std::string shape = shape_of(problem, work);
    look_at(work);
    if (const auto twin = known_.find(shape); twin != known_.end()) {
        ++twins_;
        done(share);
        return twin->second;
    }
    if (likeness == Likeness::expected && walk(problem, number)) done(share);
    else number = branch(problem, share);
    if (!over()) remember(std::move(shape), number);
    return number;
}

/// True if a short walk finds the number.
bool TwinsSearch::walk(const Problem& problem, mpz_class& number) {
    Budget budget = run_->pace.short_slice(limits_.walk_nodes);
    const auto walker =
        RowsTable::bytes_for(problem) ? make_rows(problem) : make_cells(problem, ItemRule::fewest);
    walker->count(budget);
    run_->pace.end_slice(budget);
    run_->spent += budget.nodes();
    look_at(4 * problem.entry_count());
    number = budget.solutions();
    return !budget.stopped();
}

mpz_class TwinsSearch::count_parts(const std::vector<Problem>& parts, double share) {
    mpz_class product = 1;
    for (const Problem& part : parts) {
        product *= count(part, share / static_cast<double>(parts.size()), Likeness::unknown);
        if (product == 0) break;
    }
    return product;
}

mpz_class TwinsSearch::branch(const Problem& problem, double share) {
    const Uses uses(problem);
    std::uint64_t work = 0;
    const Branching branching = fewest_kinds(problem, uses, work);
    look_at(work);
    const auto options = uses.of(branching.item);
    const double part = share / static_cast<double>(branching.children);
    mpz_class sum;
    Remainder untried(problem, uses);
    for (std::size_t child = 0; child < branching.children && !over(); ++child) {
        Remainder left = untried;
        if (child < options.size()) {
            left.take(options[child].option);
            untried.drop(options[child].option);
        }
        if (!left.take_needed()) {
            done(part);
            continue;
        }
        const Likeness likeness = branching.has_twin(child) ? Likeness::expected : Likeness::unknown;
        sum += count(left.rest(Remainder::Names::left_out).problem, part, likeness);
    }
    return sum;
}

void TwinsSearch::remember(std::string shape, const mpz_class& number) {
    constexpr std::size_t for_itself = 128;
    const std::size_t bytes = shape.size() + for_itself;
    if (bytes_ + bytes > limits_.bytes) {
        ++forgotten_;
        return;
    }
    bytes_ += bytes;
    known_.emplace(std::move(shape), number);
}

}  // namespace quadrille::cover
