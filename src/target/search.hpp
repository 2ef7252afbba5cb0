// Branch and bound on the template bound. See search.cpp for the loop.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "target/falls.hpp"
#include "target/tighten.hpp"
#include "target/witness.hpp"

namespace quadrille::target {

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

/// What a dive follows, on boards that are large.
struct Course {
    const std::vector<float>& shares;  ///< of the root's candidates
    float bold;                        ///< candidates of at least this share are set at once
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

    /// Searches the completions of `root`, which has been tightened, that score at least run.cutoff.
    RunEnd run(const Node& root, const Run& run, const Collector& collect);

    /// Goes down from `root`, which has been tightened, once (dive.cpp). True if a completion of interest was
    /// found.
    bool dive(const Node& root, const Course& course, const Run& run, const Collector& collect);

    /// The templates within the candidates as paths. False: there are too many, or none.
    bool find_paths(std::span<const DigitBits> masks, Paths& paths) {
        return worth_ > 0 && finder_.find(masks, worth_, paths);
    }
    /// What makes the bounds of its nodes low; the root's is up to the caller.
    Tightener& tightener() { return tightener_; }
    const Tightener& tightener() const { return tightener_; }
    /// Inside a run, or after one that was stopped: a bound (scaled) on all that it left open, what it was
    /// not interested in aside.
    std::int64_t open_bound() const;
    /// The score that a completion must reach now to be of interest.
    std::int64_t cutoff() const { return run_.cutoff; }
    /// Called at every node.
    std::function<void()> at_node;

  private:
    struct Trial {
        int cell;
        int digit;
        std::int16_t loss;
    };
    struct Level {
        Node node;
        Paths paths;
        std::vector<Trial> trials;
    };

    std::size_t index_of(int cell, int digit) const {
        return static_cast<std::size_t>(cell * board_.lanes + digit);
    }
    /// A cell and the digit that it is about to hold.
    struct Wish {
        float share;
        int cell;
        int digit;
    };

    void begin(const Run& run, const Collector& collect);
    std::vector<Wish> wishes_of(const Node& node) const;
    std::size_t grant(std::span<const Wish> wishes, float least, Node& node);
    bool remove(const Wish& wish, Node& node);
    bool reach(Node& node, Paths& own);
    void visit(std::size_t depth);
    void descend(std::size_t depth);
    bool may_enter();
    bool reduce_child(Node& node);
    bool reduce(Node& node, bool is_tight);
    bool remove_beyond(Node& node);
    void find_paths(Node& node);
    bool narrow_paths(Node& node, Paths& own);
    bool propagate_changes(Node& node);
    bool is_completion(const DigitBits* masks) const;
    bool close_by_templates();
    void collect(const Grid& grid);
    void collect_completion(const Node& node);
    int choose(const Node& node) const;
    void list_trials(int cell, Level& level) const;
    Level& level_at(std::size_t depth);

    const Board& board_;
    const ScaledObjective& scaled_;
    Budget& budget_;
    std::function<std::int64_t(Cell, Digit)> value_;
    Tightener tightener_;
    Propagator propagator_;
    PathFinder finder_;
    std::size_t worth_;                // of paths
    std::size_t dear_candidates_ = 0;  // with so many candidates there were too many paths
    Paths wider_;
    std::vector<DigitBits> masks_;
    float span_;   // of the scaled values
    Falls falls_;  // by index_of
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<std::int64_t> open_;  // by depth: a bound on the trials of that node still to come
    std::int64_t entered_ = 0;        // a bound on the node last entered
    std::size_t entered_by_ = 0;      // the candidate that led to it
    Grid grid_;
    Run run_;
    const Collector* collect_ = nullptr;
    std::int64_t required_ = 0;  // scaled: what a bound must reach to be of interest
#ifdef QUADRILLE_CHECKED
    Witness witness_;
#endif
    std::uint64_t run_nodes_ = 0;
    RunEnd end_ = RunEnd::exhausted;
};

}  // namespace quadrille::target
