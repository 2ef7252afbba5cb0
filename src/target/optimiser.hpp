// One call of optimise at work: from above in optimise.cpp, from below in below.cpp.
#pragma once

#include <memory>
#include <vector>

#include "quadrille/target.hpp"
#include "target/first.hpp"
#include "target/ledger.hpp"
#include "target/neighbourhood.hpp"
#include "target/refutations.hpp"
#include "target/search.hpp"

namespace quadrille::target {

/// Everything one call of optimise works with. Scores are negated for a minimum, until the answer is made.
class Optimiser {
  public:
    Optimiser(const Puzzle& puzzle, const Objective& objective, const TargetSettings& settings, Kernel kernel)
        : puzzle_(puzzle),
          objective_(objective),
          settings_(settings),
          ledger_(puzzle, objective, settings.goal),
          budget_(settings.bounds),
          board_(puzzle.geometry, kernel),
          first_(puzzle, board_, [this](Cell cell, Digit digit) { return ledger_.value(cell, digit); }),
          neighbourhood_(board_) {}

    TargetAnswer answer();

  private:
    static constexpr double seconds_between_reports = 0.5;

    bool prepare();
    bool list_completions();
    bool scale();
    void take_any();
    void take_first();
    void look_early();
    void keep_first();
    void make_bound_tight();
    void refine_root();
    void note_root();
    Collector better();
    RunEnd run(Run run, const Collector& collect);
    RunEnd search_from(const Run& guess);
    bool is_settled();
    std::int64_t supposed(std::int64_t root) const;
    bool find_best();
    bool find_any(std::int64_t gap);
    void dive(std::int64_t gap);
    bool dive_once(std::int64_t cutoff, float bold, const Collector& collect);
    void dive_ahead(std::int64_t cutoff);
    bool look_from_below(std::int64_t root);
    bool improve(std::uint64_t nodes);
    void find_all_optimal();
    void find_best_k();
    void count(std::span<const Digit> grid, std::int64_t score);
    void report(bool always);
    void fall_back();
    TargetAnswer finished();

    const Puzzle& puzzle_;
    const Objective& objective_;
    const TargetSettings& settings_;
    Ledger ledger_;
    Budget budget_;
    Board board_;
    Node root_;
    Paths root_paths_;
    FirstCompletion first_;
    std::unique_ptr<TemplateBound> bound_;
    std::unique_ptr<ScaledObjective> scaled_;
    std::unique_ptr<Search> search_;
    Refutations refutations_;
    Neighbourhood neighbourhood_;
    std::vector<float> shares_;  // of the candidates, at the root
    bool is_refined_ = false;    // the root's prices
    bool is_part_ = false;       // the search is not of the whole board
    std::int64_t upper_ = 0;
    double next_report_ = seconds_between_reports;
};

}  // namespace quadrille::target
