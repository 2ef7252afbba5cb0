// Branch and bound on the template bound. See search.cpp for the loop.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "target/bound.hpp"
#include "target/scale.hpp"

namespace quadrille::target {

/// A search point: the candidates left, the prices that gave its bound.
struct Node {
    std::vector<DigitBits> masks;
    std::vector<std::int16_t> price;
    std::int64_t bound = 0;  // scaled
};

/// Receives a completion; returns the score that a completion must reach to be of interest from now on.
using Collector = std::function<std::int64_t(std::span<const Digit> grid, std::int64_t score)>;

/// How one run of the search is bounded and what it does at completions.
struct Run {
    std::int64_t cutoff = 0;       ///< only completions of at least this score are of interest
    std::int64_t ceiling = 0;      ///< no completion scores more: known beforehand
    std::uint64_t node_limit = 0;  ///< give up after so many nodes; 0: never
    bool keep_limit = false;       ///< node_limit holds even when something is found
    bool is_tight = true;          ///< the bound of the root belongs to its candidates
    bool every = false;            ///< visit every completion of interest, not only better and better ones
};

/// How a run ended.
enum class RunEnd {
    exhausted,  ///< every completion of interest has been collected
    gave_up,    ///< node_limit
    stopped,    ///< the budget
};

/// What a search spends, and what a digit in a cell is worth (unscaled, to be maximised).
struct Means {
    Budget& budget;
    std::function<std::int64_t(Cell, Digit)> value;
};

/// One line of the search at a time; its tables are reused from run to run.
class Search {
  public:
    Search(const Board& board, const ScaledObjective& scaled, TemplateBound& bound, Means means);

    /// Lowers the bound of a node without prices step by step, from far off and towards no target.
    void tighten_root(Node& node);
    /// The same from the prices it has, in many small steps: for boards that a few nodes do not settle.
    void tighten_root_finely(Node& node);
    /// Searches the completions of `root`, which has been tightened, that score at least run.cutoff.
    RunEnd run(const Node& root, const Run& run, const Collector& collect);

    std::uint64_t evaluations() const { return evaluations_; }
    /// Inside a run, or after one that was stopped: a bound (scaled) on all that it left open, what it was
    /// not interested in aside.
    std::int64_t open_bound() const;
    /// The score that a completion must reach now to be of interest.
    std::int64_t cutoff() const { return run_.cutoff; }
    /// Called at every node.
    std::function<void()> at_node;

  private:
    /// How prices move: the first step, in thousandths of the span of values; what it shrinks to after
    /// `stalls` evaluations without progress; the most evaluations.
    struct Pace {
        double first;
        double shrink;
        int stalls;
        int most;
        double memory;   // how much of the last move is made again
        double settled;  // steps that may be the last if they gain little
    };
    struct Trial {
        int digit;
        std::int16_t loss;
    };
    struct Choice {
        int cell;
        std::vector<Trial> digits;  // least loss first
    };

    void visit(std::size_t depth);
    bool may_enter();
    bool may_go_on(int trial);
    bool reduce(Node& node, bool is_tight);
    void tighten(Node& node);
    void begin_moves(Node& node);
    void descend(Node& node, const Pace& pace);
    bool evaluate(Node& node);
    void check_bound(const Node& node) const;
    int remove_beyond(Node& node);
    bool close_by_templates();
    bool is_completion(const DigitBits* masks) const;
    void collect(const Grid& grid);
    Choice choose(const Node& node) const;
    void move_prices(double step, double memory);
    void synchronise(const Node& node);
    Node& node_at(std::size_t depth);

    const Board& board_;
    const ScaledObjective& scaled_;
    TemplateBound& bound_;
    Budget& budget_;
    std::function<std::int64_t(Cell, Digit)> value_;
    Propagator propagator_;
    std::vector<std::int16_t> live_;     // scaled values, dead where no candidate
    std::vector<DigitBits> live_masks_;  // what live_ was made for
    std::vector<std::int16_t> price_;    // under trial
    std::vector<float> exact_;           // what is rounded to price_
    std::vector<float> momentum_;        // how it was moved last
    std::vector<DigitBits> beyond_;
    std::vector<std::unique_ptr<Node>> nodes_;
    std::vector<std::int64_t> open_;  // by depth: a bound on the trials of that node still to come
    std::int64_t entered_ = 0;        // a bound on the node last entered
    Grid grid_;
    Run run_;
    const Collector* collect_ = nullptr;
    std::int64_t required_ = 0;     // scaled: what a bound must reach to be of interest
    bool at_best_ = false;          // the bound's tables belong to the node's best prices
    std::int64_t trial_bound_ = 0;  // of the last evaluation (scaled)
    int conflict_ = 0;              // of the last evaluation: how far its choice is from a completion
#ifdef QUADRILLE_CHECKED
    std::optional<ScoredGrid> witness_;  // the best completion seen
#endif
    std::uint64_t run_nodes_ = 0;
    std::uint64_t evaluations_ = 0;
    RunEnd end_ = RunEnd::exhausted;
};

}  // namespace quadrille::target
