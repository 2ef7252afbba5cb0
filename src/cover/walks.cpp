// Walks to the end of a tree. Several threads share it out at a depth that has some hundreds of nodes: each
// is a task, its solutions a product, and products are handed on in the order of the tree.
//
//                     root
//              ______/ | \______
//     depth d  0 1 2 3 4 5 6 7 ...     the frontier, one task each
//              = = - = .               = handed on, - under way, = kept until 2 is done, . the next
//
// Invariant: the tasks are numbered in the order of the tree; `taken` of them are handed on.
// Cost: the nodes above the frontier twice; a solution is copied once. A subtree with too many solutions to
// be kept is left to the caller, who goes on with it when it is its turn.
#include "cover/walks.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "quadrille/crew.hpp"

namespace quadrille::cover {

bool walk_alone(Walker& walker, const Taker& taker, Pace& pace, std::uint64_t most_nodes) {
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

namespace {

/// A node of the tree, for one worker.
struct Task {
    Walker::Path path;
    double fraction;     // what lies before it
    std::size_t number;  // in the order of the tree
};

/// A walk in the middle of a task that the caller goes on with; `back` once it is done with.
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

constexpr std::size_t most_kept = std::size_t{1} << 19;         // options a product may hold
constexpr std::uint64_t at_a_stretch = std::uint64_t{1} << 14;  // nodes; then a look at who is waiting
constexpr std::size_t tasks_wanted = 400;

/// The least depth that has enough nodes to share out, or the one where too many nodes were looked at, or a
/// bound was reached, to find that; 0 if the tree is too small.
std::size_t depth_to_split(const Chosen& chosen, Bounds bounds) {
    constexpr std::size_t deepest = 12;
    bounds.solutions = 0;
    bounds.nodes = 10 * tasks_wanted;
    Budget budget(bounds);
    const auto walker = chosen.another();
    for (std::size_t depth = 1; depth <= deepest; ++depth) {
        walker->rewind();
        walker->stop_at_depth(depth);
        std::size_t nodes = 0;
        // Near the root a node may take long: no time to wait for the budget's own look.
        while (nodes < tasks_wanted && budget.poll() && walker->next(budget)) ++nodes;
        if (nodes == tasks_wanted || budget.stopped()) return depth;
    }
    return 0;
}

/// What the threads of one question share.
struct Together {
    const Chosen& chosen;
    const Taker& taker;
    Pace& pace;
    Bounds bounds = pace.rest();
    StopFlag over = StopFlag(bounds.stop);  // ends what nobody waits for any more
    Budget clock = Budget({});
    std::atomic<std::size_t> taken = 0;  // how many products the caller is done with
    std::optional<Task> reached{};       // the last of them; the caller's alone

    Bounds rest() const {
        Bounds rest = bounds.after(clock.seconds());
        rest.stop = &over;
        return rest;
    }
    bool is_waited_for(const Task& task) const { return task.number == taken; }
    void report() const {
        if (reached) pace.report(reached->fraction, reached->path);
        else pace.report(0);
    }
};

/// One thread that works on tasks; `serve` hands on what is done, and is true, if the thread is the caller's.
class Worker {
  public:
    Worker(const Together& together, std::function<bool()> serve)
        : together_(together), serve_(std::move(serve)) {}

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
            count(product);
        }
        return product;
    }

  private:
    /// Waits where much is lent, since each walker has memory of its own. What is waited for is lent by
    /// earlier tasks, so somebody works on what must be done before.
    void take_back() {
        constexpr std::size_t most_lent = 2;
        const auto is_back = [](const auto& loan) { return loan->back.load(); };
        while (lent_.size() >= most_lent && std::ranges::none_of(lent_, is_back)) {
            serve();
            if (!sleep_unless(together_.over, 0.001)) break;
        }
        for (const auto& loan : lent_)
            if (!walker_ && is_back(loan)) walker_ = std::move(loan->walker);
        std::erase_if(lent_, is_back);
        if (!walker_) walker_ = together_.chosen.another();
    }

    void serve() {
        if (serve_()) together_.report();
    }

    void count(Product& product) {
        for (bool more = true; more; serve()) {
            Bounds bounds = together_.rest();
            bounds.nodes = at_a_stretch;
            Budget budget(bounds);
            walker_->count(budget);
            product.solutions += budget.solutions();
            product.nodes += budget.nodes();
            more = budget.reason() == StopReason::nodes;
            if (!more) product.stop = budget.reason();
        }
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
            bounds.nodes = at_a_stretch;
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
            if (more && (waited_for || basket.options.size() > most_kept)) {
                product.rest = std::make_shared<Loan>();
                product.rest->walker = std::move(walker_);
                lent_.push_back(product.rest);
                return;
            }
            serve();
        }
    }

    const Together& together_;
    std::function<bool()> serve_;
    std::unique_ptr<Walker> walker_;
    std::vector<std::shared_ptr<Loan>> lent_;
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

/// Hands on what a worker found; false ends it all.
bool take_product(Product product, Together& together) {
    const Taker& taker = together.taker;
    Pace& pace = together.pace;
    pace.count_nodes(product.nodes);
    pace.count_solutions(product.solutions);
    if (product.basket && !empty_out(*product.basket, taker, pace)) return false;
    if (product.rest) {
        // In stretches, so that it ends when another thread has failed.
        while (!together.over.requested() && !walk_alone(*product.rest->walker, taker, pace, at_a_stretch)) {
        }
        product.rest->back = true;
    }
    if (product.stop != StopReason::exhausted && !pace.stopped()) pace.stop(product.stop);
    together.reached = std::move(product.task);
    together.report();
    return !pace.stopped();
}

}  // namespace

void walk_together(const Chosen& chosen, const Settings& settings, const Taker& taker, Pace& pace) {
    const std::size_t depth = depth_to_split(chosen, pace.rest());
    if (depth == 0) {
        chosen.walker->rewind();
        (void)walk_alone(*chosen.walker, taker, pace);
        return;
    }
    Together together{chosen, taker, pace};
    const auto frontier = chosen.another();
    frontier->stop_at_depth(depth);
    Budget frontier_budget(together.rest());
    std::size_t produced = 0;
    const auto produce = [&]() -> std::optional<Task> {
        if (!frontier_budget.poll() || !frontier->next(frontier_budget)) return {};
        return Task{frontier->path(), frontier->fraction_done(), produced++};
    };
    const auto make_worker = [&](std::function<bool()> serve) {
        const auto worker = std::make_shared<Worker>(together, std::move(serve));
        return [worker](const Task& task) { return worker->work_below(task); };
    };
    const auto consume = [&](Product product) {
        const bool more = take_product(std::move(product), together);
        if (more) ++together.taken;
        else together.over.request();
        return more || taker.visitor == nullptr;  // what was counted until the end counts
    };
    const auto report = [&] { together.report(); };
    const auto give_up = [&] { together.over.request(); };
    Crew<Task, Product>::run(settings.jobs, {produce, make_worker, consume, report, give_up});
    pace.count_nodes(frontier_budget.nodes());
    if (frontier_budget.stopped() && !pace.stopped()) pace.stop(frontier_budget.reason());
}

}  // namespace quadrille::cover
