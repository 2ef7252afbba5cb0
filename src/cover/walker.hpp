// The loop that links, cells and rows share: depth-first, one solution at a time, on an explicit stack.
#pragma once

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// A walk over all solutions, seen from outside. A node of the tree is named by the number of the
/// child taken at each level; the same problem and engine always give the same tree.
class Walker {
  public:
    using Path = std::vector<std::uint32_t>;

    virtual ~Walker() = default;
    /// Goes on to the next solution. False: none is left, or the budget stopped the walk; in the
    /// latter case a later call, with a fresh budget, goes on from there.
    virtual bool next(Budget& budget) = 0;
    /// Walks to the end and counts what next() would find. Not to be gone on with afterwards.
    virtual void count(Budget& budget) = 0;
    /// The options of the solution found by next().
    virtual const Solution& chosen() const = 0;
    /// How much of the tree lies behind, from 0 to 1: every child of a node counts as an equal share.
    virtual double fraction_done() const = 0;
    /// Before the first next(): the walk is over the nodes at this depth, and the solutions above it.
    virtual void stop_at_depth(std::size_t depth) = 0;
    /// The node where next() stopped.
    virtual Path path() const = 0;
    /// Begins again, below this node only. Quick where the node is soon after one whose tree was walked to
    /// its end.
    virtual void start_below(const Path& path) = 0;

    /// Begins again, with the first solution.
    virtual void rewind() = 0;

    /// One random descent from the root: how many children each node of it had, and which was gone to.
    struct Dive {
        std::vector<std::uint32_t> children;
        Path path;
        bool solved = false;
        bool passed_over = false;  // the last child was dead, and would never have been entered

        /// How many nodes there would be at each depth if all were like those met; summed from a depth on.
        double nodes_below(std::size_t depth) const {
            double product = 1;
            double sum = 0;
            for (std::size_t level = 0; level < children.size() - passed_over; ++level) {
                product *= children[level];
                if (level >= depth) sum += product;
            }
            return sum;
        }
        /// How many solutions there would be.
        double solutions() const {
            double product = solved ? 1 : 0;
            for (const std::uint32_t count : children) product *= count;
            return product;
        }
    };
    /// Goes down at random to a solution or a dead end, and begins again.
    virtual Dive dive(std::mt19937_64& random) = 0;
};

/// What an engine does when asked for the next child.
enum class Step {
    none,      ///< there is no further child: the node is closed
    child,     ///< went to a child, which is to be entered
    solution,  ///< went to a child that is a solution and needs no entering
};

/// The walk. An Engine has
///     bool solved() const               nothing is left to cover
///     std::uint32_t enter(bool leaves)  opens a node, returns its children; 0: dead, nothing is opened.
///                                       Without `leaves` advance() may not answer `solution`
///     Step advance(tried)               leaves the child it is in, goes to the next and counts it in
///                                       `tried`; dead children may be counted and passed over
///     void skip(children)               in a node just entered: passes over so many children
///     bool tallies() const              in a node just entered: tally() can count what lies below
///     bool tally(Budget&)               counts it and closes the node; false: the budget has ended, and a
///                                       later call goes on
///     void close()                      leaves the child and closes the node
///     void restart()                    after the last node is closed: back to the beginning
///     const Solution& chosen() const
///     void check() const                throws BrokenContract if its structure is damaged
template <class Engine>
class Walk final : public Walker {
  public:
    template <class... Arguments>
    explicit Walk(Arguments&&... arguments) : engine_(std::forward<Arguments>(arguments)...) {}

    bool next(Budget& budget) override { return go_on<false>(budget); }

    void count(Budget& budget) override {
        while (go_on<true>(budget)) {
            if (!budget.count_solution()) return;
        }
    }

    const Solution& chosen() const override { return engine_.chosen(); }

    double fraction_done() const override {
        if (finished_) return 1;
        double share = 1;
        double done = 0;
        for (std::size_t level = base_; level < levels_.size(); ++level) {
            share /= levels_[level].children;
            done += share * (levels_[level].tried - 1);
        }
        return done;
    }

    void stop_at_depth(std::size_t depth) override { limit_ = depth; }

    Path path() const override {
        Path path;
        for (const Level& level : levels_) path.push_back(level.tried - 1);
        return path;
    }

    void start_below(const Path& path) override {
        if (!goes_on_to(path)) rewind();
        limit_ = path.size() + 1;  // no leaves: every node of the path has to be entered
        for (; base_ < path.size(); ++base_) {
            const std::uint32_t child = path[base_];
            if (levels_.size() == base_) {
                require(enter() && child < levels_.back().children, "the path is not of this tree");
                require(skip_to(child) == Step::child, "the path is not of this tree");
            }
            while (levels_.back().tried <= child)
                require(advance() == Step::child, "the path is not of this tree");
        }
        limit_ = no_limit;
    }

    void rewind() override {
        for (; !levels_.empty(); levels_.pop_back()) engine_.close();
        engine_.restart();
        base_ = 0;
        limit_ = no_limit;
        started_ = finished_ = pending_ = tallying_ = false;
    }

    Dive dive(std::mt19937_64& random) override {
        Dive dive{{}, {}, engine_.solved()};
        limit_ = no_limit - 1;  // as in start_below
        while (!engine_.solved()) {
            if (!enter()) break;
            dive.children.push_back(levels_.back().children);
            const auto child = static_cast<std::uint32_t>(random() % levels_.back().children);
            dive.path.push_back(child);
            dive.passed_over = skip_to(child) != Step::child || levels_.back().tried != child + 1;
            if (dive.passed_over) break;
            dive.solved = engine_.solved();
        }
        rewind();
        return dive;
    }

    const Engine& engine() const { return engine_; }
    Engine& engine() { return engine_; }

  private:
    struct Level {
        std::uint32_t children;
        std::uint32_t tried;
    };
    static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

    /// Once what lies below one path is done: closes what a later one does not share with it; false if it is
    /// no later one.
    bool goes_on_to(const Path& path) {
        if (!finished_ || base_ == 0) return false;
        std::size_t shared = 0;
        while (shared < base_ && shared < path.size() && levels_[shared].tried == path[shared] + 1) ++shared;
        if (shared == std::min(base_, path.size()) || levels_[shared].tried > path[shared]) return false;
        for (; levels_.size() > shared + 1; levels_.pop_back()) engine_.close();
        base_ = shared;
        started_ = finished_ = false;
        return true;
    }

    /// To the next solution; where they are only counted, past those that the engine tallies.
    template <bool counting>
    bool go_on(Budget& budget) {
        if (finished_ || (tallying_ && !tally(budget))) return false;
        Step step = started_ && !pending_ ? Step::none : Step::child;
        if (started_ && !pending_) step = advance();
        started_ = true;
        for (;;) {
            if (step == Step::solution) return true;
            if (step == Step::child) {
                if (at_limit()) return true;
                pending_ = !budget.enter_node();
                if (pending_) return false;
                if (engine_.solved()) return true;
                const bool opened = enter();
                if (counting && opened && engine_.tallies() && !tally(budget)) return false;
            }
            if (levels_.size() == base_) return finish();
            step = advance();
        }
    }

    bool tally(Budget& budget) {
        tallying_ = !engine_.tally(budget);
        if (!tallying_) levels_.pop_back();
        return !tallying_;
    }

    bool at_limit() const { return levels_.size() == limit_; }

    /// False: a dead end.
    bool enter() {
#ifdef QUADRILLE_CHECKED
        engine_.check();
#endif
        const std::uint32_t children = engine_.enter(limit_ == no_limit);
        if (children != 0) levels_.push_back({children, 0});
        return children != 0;
    }

    Step advance() {
        if (levels_.size() == base_) return Step::none;
        const Step step = engine_.advance(levels_.back().tried);
        if (step == Step::none) levels_.pop_back();
        return step;
    }

    /// In a node just entered: goes to that child, or to the next one that is not dead.
    Step skip_to(std::uint32_t child) {
        engine_.skip(child);
        levels_.back().tried = child;
        return advance();
    }

    bool finish() {
        finished_ = true;
        engine_.check();
        return false;
    }

    Engine engine_;
    std::vector<Level> levels_;
    std::size_t base_ = 0;
    std::size_t limit_ = no_limit;
    bool started_ = false;
    bool finished_ = false;
    bool pending_ = false;   // stopped by a budget before entering a node
    bool tallying_ = false;  // stopped by a budget within a tally
};

std::unique_ptr<Walker> make_links(const Problem& problem);
std::unique_ptr<Walker> make_cells(const Problem& problem, ItemRule rule);
std::unique_ptr<Walker> make_rows(const Problem& problem);

/// What the options of a solution may cost above a lower bound.
struct NetLimit {
    std::vector<Cost> net;  ///< by option, not below 0
    Cost most = 0;          ///< of their sum; may become less while the walk goes on
};
/// A walk that need not find solutions beyond the limit; children with a low net come first. The limit must
/// outlive it. Without a limit: all solutions.
std::unique_ptr<Walker> make_priced_rows(const Problem& problem, const NetLimit& limit);

}  // namespace quadrille::cover
