// The questions that walk over solutions: visit, solve, count. Each picks an engine, runs it within the
// bounds and says what it knows.
#include <fmt/core.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "cover/components.hpp"
#include "cover/engines.hpp"
#include "cover/names.hpp"
#include "quadrille/parallel.hpp"

namespace quadrille::cover {

namespace {

constexpr std::array<std::pair<ItemRule, std::string_view>, 3> rule_names{{
    {ItemRule::fewest, "fewest"},
    {ItemRule::sharp, "sharp"},
    {ItemRule::first, "first"},
}};

constexpr std::array<std::pair<Engine, std::string_view>, 7> engine_names{{
    {Engine::automatic, "automatic"},
    {Engine::links, "links"},
    {Engine::cells, "cells"},
    {Engine::rows, "rows"},
    {Engine::memo, "memo"},
    {Engine::twins, "twins"},
    {Engine::cost, "cost"},
}};

/// What is done with solutions: handed out, or only counted if there is no visitor.
struct Taker {
    const Visitor* visitor;

    /// False if no more is wanted.
    bool take(std::span<const Option> solution, Pace& pace) const {
        const bool more = pace.count_solution();
        if (visitor != nullptr && !(*visitor)(solution) && more) pace.stop(StopReason::visitor);
        return !pace.stopped();
    }
};

/// Walks to the end, or for about so many nodes; false if the end was not reached.
bool walk_alone(Walker& walker, const Taker& taker, Pace& pace, std::uint64_t most_nodes = 0) {
    for (std::uint64_t nodes = 0; !pace.stopped() && (most_nodes == 0 || nodes < most_nodes);) {
        Budget budget = pace.slice(most_nodes == 0 ? 0 : most_nodes - nodes);
        bool more = true;
        if (taker.visitor == nullptr) {
            walker.count(budget);
            pace.count_solutions(budget.solutions());
            more = budget.stopped();
        } else {
            while ((more = walker.next(budget)) && taker.take(walker.chosen(), pace)) {
            }
            more |= budget.stopped();
        }
        pace.end_slice(budget, walker);
        if (!more) return true;
        nodes += budget.nodes();
    }
    return pace.stopped();
}

/// Counts by walking and, lap by lap, by twins if there is symmetry, and by memo, with as much work as the
/// walk has had: that costs at most two or three times what the best of them needs. What they know when a
/// bound ends them is what the walk knows, or twins if that is more. So where time is bounded a walk has half
/// of it, by the clock, and as much work as twins are given; elsewhere a short walk beside twins will do.
class Race {
  public:
    Race(const Problem& problem, Chosen& chosen, Pace& pace)
        : problem_(problem), chosen_(chosen), pace_(pace), by_clock_(pace.settings().bounds.seconds > 0) {}

    /// False: what is left is for several threads.
    bool run() {
        const bool may_share = pace_.settings().jobs > 1 && !chosen_.twins;
        constexpr std::uint64_t last_lap_before_sharing = std::uint64_t{1} << 19;
        for (lap_.nodes = std::uint64_t{1} << (chosen_.twins ? 19 : 15);; lap_.nodes *= 4) {
            if (walk() || (chosen_.twins && count_on_by_twins(chosen_, lap_, pace_))) return true;
            if (chosen_.may_count_by_memo && count_by_memo()) return true;
            if (may_share && (!chosen_.may_count_by_memo || lap_.nodes >= last_lap_before_sharing))
                return false;
        }
    }

  private:
    /// True if it came to its end; the others must end it for a bound, since they may know more.
    bool walk() {
        const std::uint64_t twins_share = by_clock_ ? 1 : 16;
        const double begin = pace_.seconds();
        const bool done =
            walk_alone(*chosen_.walker, {nullptr}, pace_, lap_.nodes / (chosen_.twins ? twins_share : 1));
        if (by_clock_) lap_.seconds = (pace_.seconds() - begin) / (chosen_.twins ? 2 : 1);
        return done && (!pace_.stopped() || !chosen_.twins);
    }
    bool count_by_memo() {
        auto counted = try_memo_again(problem_, chosen_, lap_, pace_);
        if (!counted) return false;
        if (counted->stop == StopReason::exhausted) {
            chosen_ = std::move(*counted);
        } else {
            pace_.stop(counted->stop);
            if (chosen_.twins)
                (void)count_on_by_twins(chosen_, lap_, pace_);  // no further: it says what is known
        }
        return true;
    }

    const Problem& problem_;
    Chosen& chosen_;
    Pace& pace_;
    bool by_clock_;
    Lap lap_;
};

// ---- several threads ---------------------------------------------------------------------------

/// A node of the tree, for one worker.
struct Task {
    Walker::Path path;
    double fraction;     // what lies before it
    std::size_t number;  // in the order of the tree
};

/// A walk in the middle of a task that the caller goes on with; `back` once the caller is done.
struct Loan {
    std::unique_ptr<Walker> walker;
    std::atomic<bool> back = false;
};

/// Solutions on their way to the caller. The worker fills it again once it is `back`: memory that is new each
/// time costs more than what is written there.
struct Basket {
    std::vector<Option> options;       // the solutions, one after the other
    std::vector<std::uint32_t> sizes;  // of each solution
    std::atomic<bool> back = false;
};

/// What a worker found below a node. Too much to be kept or to be waited for is left to the caller: `rest`
/// goes on.
struct Product {
    std::shared_ptr<Basket> basket;  // if there is a visitor
    std::uint64_t solutions = 0;     // when only counting
    std::uint64_t nodes = 0;
    StopReason stop = StopReason::exhausted;
    std::shared_ptr<Loan> rest;
    Task task;
};

constexpr std::size_t most_kept = std::size_t{1} << 19;        // options a product may hold
constexpr std::uint64_t most_waited = std::uint64_t{1} << 14;  // nodes, if the caller is waiting for it
constexpr std::size_t tasks_wanted = 400;

/// The least depth that has enough nodes to share out; 0 if the tree is too small.
std::size_t depth_to_split(const std::function<std::unique_ptr<Walker>()>& another) {
    constexpr std::size_t deepest = 12;
    const auto walker = another();
    for (std::size_t depth = 1; depth <= deepest; ++depth) {
        walker->rewind();
        walker->stop_at_depth(depth);
        Budget budget{Bounds{.nodes = 100 * tasks_wanted}};
        std::size_t nodes = 0;
        while (nodes < tasks_wanted && walker->next(budget)) ++nodes;
        if (nodes == tasks_wanted) return depth;
        if (budget.stopped()) return depth;
    }
    return 0;
}

/// What the threads of one question share.
struct Together {
    const Chosen& chosen;
    const Settings& settings;
    const Taker& taker;
    Pace& pace;
    Bounds bounds = pace.rest();
    StopFlag over = StopFlag(bounds.stop);  // ends what nobody waits for any more
    Budget clock = Budget({});
    std::atomic<std::size_t> taken = 0;  // how many products the caller is done with

    Bounds rest() const {
        Bounds rest = bounds.after(clock.seconds());
        rest.stop = &over;
        return rest;
    }
    bool is_waited_for(const Task& task) const { return task.number == taken; }
    /// The same work, but its exception ends the others too.
    template <class Work>
    auto or_end(Work work) {
        return [this, work](auto&&... arguments) {
            try {
                return work(std::forward<decltype(arguments)>(arguments)...);
            } catch (...) {
                over.request();
                throw;
            }
        };
    }
};

/// One thread that works on tasks.
class Worker {
  public:
    explicit Worker(const Together& together) : together_(together) {}

    Product work_below(const Task& task) {
        Product product;
        product.task = task;
        if (together_.over.requested()) {
            product.stop = StopReason::interrupted;
            return product;
        }
        take_back();
        walker_->start_below(task.path);
        if (together_.taker.visitor != nullptr) {
            product.basket = empty_basket();
            collect(product, *product.basket);
        } else {
            Budget budget(together_.rest());
            walker_->count(budget);
            product.solutions = budget.solutions();
            product.nodes = budget.nodes();
            product.stop = budget.reason();
        }
        return product;
    }

  private:
    /// The caller works in this one's place for as long as it has the loan.
    void take_back() {
        while (lent_ && !lent_->back && sleep_unless(together_.over, 0.001)) {
        }
        if (lent_ && lent_->back) walker_ = std::move(lent_->walker);
        lent_.reset();
        if (!walker_) walker_ = together_.chosen.another();
    }

    std::shared_ptr<Basket> empty_basket() {
        auto basket = std::ranges::find_if(baskets_, [](const auto& each) { return each->back.load(); });
        if (basket == baskets_.end()) basket = baskets_.insert(basket, std::make_shared<Basket>());
        (*basket)->options.clear();
        (*basket)->sizes.clear();
        (*basket)->back = false;
        return *basket;
    }

    void collect(Product& product, Basket& basket) {
        for (bool more = true; more;) {
            Bounds bounds = together_.rest();
            bounds.nodes = most_waited;
            if (bounds.solutions != 0) bounds.solutions -= basket.sizes.size();
            Budget budget(bounds);
            while (basket.options.size() <= most_kept && (more = walker_->next(budget))) {
                const Solution& solution = walker_->chosen();
                basket.options.insert(basket.options.end(), solution.begin(), solution.end());
                basket.sizes.push_back(static_cast<std::uint32_t>(solution.size()));
                if (!budget.count_solution()) break;
            }
            product.nodes += budget.nodes();
            more |= budget.stopped();
            if (budget.stopped() && budget.reason() != StopReason::nodes) {
                product.stop = budget.reason();
                return;
            }
            const bool waited_for = together_.is_waited_for(product.task);
            if (!more || (!waited_for && basket.options.size() <= most_kept)) continue;
            product.rest = std::make_shared<Loan>();
            product.rest->walker = std::move(walker_);
            if (waited_for) lent_ = product.rest;
            return;
        }
    }

    const Together& together_;
    std::unique_ptr<Walker> walker_;
    std::shared_ptr<Loan> lent_;
    std::vector<std::shared_ptr<Basket>> baskets_;
};

/// Hands on the solutions; false if no more are wanted.
bool empty_out(Basket& basket, const Taker& taker, Pace& pace) {
    const Option* at = basket.options.data();
    for (const std::uint32_t size : basket.sizes) {
        if (!taker.take({at, size}, pace)) return false;
        at += size;
    }
    basket.back = true;
    return true;
}

/// Hands on what a worker found; false ends the line.
bool take_product(Product product, const Taker& taker, Pace& pace) {
    pace.count_nodes(product.nodes);
    pace.count_solutions(product.solutions);
    if (product.basket && !empty_out(*product.basket, taker, pace)) return false;
    if (product.rest) {
        (void)walk_alone(*product.rest->walker, taker, pace);
        product.rest->back = true;
    }
    if (product.stop != StopReason::exhausted && !pace.stopped()) pace.stop(product.stop);
    pace.report(product.task.fraction, product.task.path);
    return !pace.stopped();
}

/// Shares the tree out at a depth; the products come in the order of the tree.
void walk_together(const Chosen& chosen, const Settings& settings, const Taker& taker, Pace& pace) {
    const std::size_t depth = depth_to_split(chosen.another);
    if (depth == 0) {
        chosen.walker->rewind();
        (void)walk_alone(*chosen.walker, taker, pace);
        return;
    }
    Together together{chosen, settings, taker, pace};
    const auto frontier = chosen.another();
    frontier->stop_at_depth(depth);
    Budget frontier_budget(together.rest());
    std::size_t produced = 0;
    const auto produce = [&]() -> std::optional<Task> {
        if (!frontier_budget.poll() || !frontier->next(frontier_budget)) return {};
        return Task{frontier->path(), frontier->fraction_done(), produced++};
    };
    const auto make_worker = [&] {
        return together.or_end([worker = std::make_shared<Worker>(together)](const Task& task) {
            return worker->work_below(task);
        });
    };
    const auto consume = [&](Product product) {
        const bool more = take_product(std::move(product), taker, pace);
        if (more) ++together.taken;
        else together.over.request();
        return more || taker.visitor == nullptr;  // what was counted until the end counts
    };
    OrderedLine<Task, Product>::run(settings.jobs,
                                    {together.or_end(produce), make_worker, together.or_end(consume)});
    pace.count_nodes(frontier_budget.nodes());
    if (frontier_budget.stopped() && !pace.stopped()) pace.stop(frontier_budget.reason());
}

// ---- one question ------------------------------------------------------------------------------

void walk(const Problem& problem, Chosen& chosen, const Taker& taker, Pace& pace) {
    const Settings& settings = pace.settings();
    if (chosen.may_count_by_memo || (chosen.twins && chosen.walker)) {
        if (Race(problem, chosen, pace).run()) return;
    }
    const bool together = settings.jobs > 1 && chosen.another && settings.bounds.nodes == 0;
    if (together) {
        pace.set_solutions(0);  // all begins again
        walk_together(chosen, settings, taker, pace);
    } else {
        (void)walk_alone(*chosen.walker, taker, pace);
    }
}

/// Decimal digits as a number, or the largest there is.
std::uint64_t capped(const std::string& digits) {
    return digits.size() < 20 ? std::stoull(digits) : std::numeric_limits<std::uint64_t>::max();
}

Result<Count> ask(const Problem& problem, const Visitor* visitor, const Settings& settings) {
    Pace pace(settings);
    auto chosen = choose_engine(problem, visitor == nullptr ? Question::number : Question::solutions, pace);
    if (!chosen) return chosen.error();
    pace.count_nodes(chosen->nodes);
    pace.expect_solutions(chosen->solutions);
    if (chosen->stop != StopReason::exhausted && chosen->engine == Engine::memo) pace.stop(chosen->stop);
    if (chosen->walker && !chosen->counted && !pace.stopped()) walk(problem, *chosen, {visitor}, pace);
    Count result;
    result.answer.engine = chosen->engine;
    result.answer.why = chosen->why;
    result.number = chosen->number;
    pace.fill(result.answer);
    if (result.number.empty()) {
        result.number = std::to_string(result.answer.solutions);
    } else {
        result.answer.solutions = capped(result.number);
    }
    return result;
}

/// The product of the counts of independent parts. Once one has no solution, the others need not be counted.
Result<Count> count_parts(const std::vector<Problem>& parts, const Settings& settings) {
    const Pace pace(settings);
    Count result;
    mpz_class product = 1;
    for (const Problem& part : parts) {
        Settings rest = settings;
        rest.bounds = pace.rest();
        if (rest.bounds.nodes != 0) rest.bounds.nodes -= std::min(result.answer.nodes, rest.bounds.nodes - 1);
        auto counted = ask(part, nullptr, rest);
        if (!counted) return counted;
        product *= mpz_class(counted->number);
        counted->answer.nodes += result.answer.nodes;
        result.answer = std::move(counted->answer);
        if (!result.answer.complete()) break;
        if (product == 0) break;
    }
    if (!result.answer.complete()) product = 0;  // a part not looked at may have no solution
    result.answer.why = fmt::format("the last of {} independent parts: {}", parts.size(), result.answer.why);
    result.answer.seconds = pace.seconds();
    result.number = product.get_str();
    result.answer.solutions = capped(result.number);
    return result;
}

}  // namespace

std::string_view name_of(Engine engine) { return name_among(engine_names, engine); }
std::optional<Engine> engine_named(std::string_view wanted) { return value_among(engine_names, wanted); }
std::string_view name_of(ItemRule rule) { return name_among(rule_names, rule); }
std::optional<ItemRule> item_rule_named(std::string_view wanted) { return value_among(rule_names, wanted); }

Result<Answer> visit(const Problem& problem, const Visitor& visitor, const Settings& settings) {
    auto result = ask(problem, &visitor, settings);
    if (!result) return result.error();
    return std::move(result->answer);
}

Result<Found> solve(const Problem& problem, const Settings& settings) {
    Found found;
    const Visitor keep = [&](std::span<const Option> solution) {
        found.solutions.emplace_back(solution.begin(), solution.end());
        return true;
    };
    auto answer = visit(problem, keep, settings);
    if (!answer) return answer.error();
    found.answer = std::move(*answer);
    return found;
}

Result<Count> count(const Problem& problem, const Settings& settings) {
    const bool may_split = settings.engine == Engine::automatic || settings.engine == Engine::memo;
    if (may_split && settings.bounds.solutions == 0) {
        const std::vector<Problem> parts = independent_parts(problem);
        if (!parts.empty()) return count_parts(parts, settings);
    }
    return ask(problem, nullptr, settings);
}

}  // namespace quadrille::cover
