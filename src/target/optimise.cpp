// optimise: from the puzzle to the proven answer. The root bound is made tight once. Then the optimum is
// guessed: suppose it is the bound itself, then a little less, then less still. A high supposed cutoff
// removes nearly every candidate, so a wrong guess is refuted (and lowers the bound) within few nodes, and a
// right one finds the optimum; each guess has a limit on nodes. What is found is proven by one run without.
// Two kinds of board need none of this: where few candidates are left all completions are listed, and where
// the weights decide nothing (all equal, say) any completion is the best, and finding one is plain search.
#include <algorithm>
#include <memory>

#include "quadrille/general.hpp"
#include "quadrille/target.hpp"
#include "target/listing.hpp"
#include "target/search.hpp"

namespace quadrille {

using namespace target;

namespace {

constexpr std::uint64_t first_probe_nodes = 100;
constexpr double seconds_between_reports = 0.5;
/// Boards with no more candidates in open cells are listed, unless that takes more nodes than this.
constexpr int few_candidates = 100;
constexpr std::uint64_t few_nodes = 100;

/// Everything one call of optimise works with. Scores are negated for a minimum, until the answer is made.
class Optimiser {
  public:
    Optimiser(const Puzzle& puzzle, const Objective& objective, const TargetSettings& settings, Kernel kernel)
        : puzzle_(puzzle),
          objective_(objective),
          settings_(settings),
          sign_(settings.goal == Goal::maximum ? 1 : -1),
          budget_(settings.bounds),
          board_(puzzle.geometry, kernel) {}

    TargetAnswer answer();

  private:
    bool prepare();
    bool has_few_candidates() const;
    bool list_completions();
    void take_any();
    void make_bound_tight();
    void find_best();
    void find_all_optimal();
    void find_best_k();
    RunEnd run(Run run, const Collector& collect);
    void keep(std::span<const Digit> grid, std::int64_t score, std::uint64_t most);
    void count(std::span<const Digit> grid, std::int64_t score);
    void report(bool always);
    TargetAnswer finished();

    const Puzzle& puzzle_;
    const Objective& objective_;
    const TargetSettings& settings_;
    std::int64_t sign_;
    Budget budget_;
    Board board_;
    Node root_;
    std::unique_ptr<TemplateBound> bound_;
    std::unique_ptr<ScaledObjective> scaled_;
    std::unique_ptr<Search> search_;
    std::int64_t upper_ = 0;
    double next_report_ = seconds_between_reports;
    TargetAnswer answer_;
};

/// The root, propagated, and the objective scaled to it. False: there is nothing to search.
bool Optimiser::prepare() {
    answer_.status = TargetStatus::no_completion;
    if (contradiction(puzzle_)) return false;
    root_.masks = initial_masks(puzzle_);
    Propagator propagator(board_);
    propagator.mark_all();
    if (!propagator.run(root_.masks.data())) return false;
    answer_.status = TargetStatus::stopped;
    bound_ = make_bound(board_);
    answer_.bound_name = bound_->name();
    scaled_ = std::make_unique<ScaledObjective>(board_, objective_, settings_.goal,
                                                Live{root_.masks.data(), bound_->range().span});
    upper_ = scaled_->highest();
    return true;
}

bool Optimiser::has_few_candidates() const {
    int left = few_candidates;
    for (const DigitBits mask : root_.masks) {
        if (!is_single(mask)) left -= count_up_to(mask, left);
        if (left < 0) return false;
    }
    return true;
}

/// True if all completions have been listed and the answer made of them.
bool Optimiser::list_completions() {
    if (!has_few_candidates()) return false;
    std::vector<ScoredGrid> all;
    Listing listing(board_, budget_, few_nodes);
    const ListingEnd end = listing.run(root_.masks, [&](std::span<const Digit> grid) {
        all.push_back({sign_ * objective_.score(grid), Grid(grid.begin(), grid.end())});
        return true;
    });
    if (end != ListingEnd::complete) return false;
    answer_.status = all.empty() ? TargetStatus::no_completion : TargetStatus::optimal;
    std::int64_t best = scaled_->lowest();
    for (const ScoredGrid& entry : all) best = std::max(best, entry.score);
    upper_ = best;
    for (const ScoredGrid& entry : all) {
        if (!settings_.all_optimal) keep(entry.grid, entry.score, settings_.best_count);
        else if (entry.score == best && !budget_.stopped()) count(entry.grid, best);
    }
    return true;
}

/// Every completion has the same score.
void Optimiser::take_any() {
    Bounds bounds = settings_.bounds;
    bounds.solutions = settings_.all_optimal ? bounds.solutions : settings_.best_count;
    const auto outcome = general::Engine(puzzle_.geometry).search(puzzle_, bounds, [&](auto grid) {
        if (settings_.all_optimal) count(grid, upper_);
        else keep(grid, upper_, settings_.best_count);
        return true;
    });
    answer_.nodes = outcome.nodes;
    const bool is_enough = outcome.ended == StopReason::solutions && !settings_.all_optimal;
    if (outcome.ended != StopReason::exhausted && !is_enough) budget_.stop(outcome.ended);
    answer_.bound_name = "none";
    if (!answer_.grids.empty()) answer_.status = TargetStatus::optimal;
    else if (outcome.ended == StopReason::exhausted) answer_.status = TargetStatus::no_completion;
}

void Optimiser::make_bound_tight() {
    search_ = std::make_unique<Search>(
        board_, *scaled_, *bound_,
        Means{budget_, [this](Cell cell, Digit digit) { return sign_ * objective_.value(cell, digit); }});
    if (settings_.progress) search_->at_node = [this] { report(false); };
    root_.price.assign(static_cast<std::size_t>(bound_->prices()), 0);
    search_->tighten_root(root_);
    upper_ = std::min(upper_, scaled_->score_at_most(root_.bound));
}

RunEnd Optimiser::run(Run run, const Collector& collect) {
    if (run.cutoff > upper_) return RunEnd::exhausted;
    run.ceiling = upper_;
    return search_->run(root_, run, collect);
}

/// Keeps a completion in its place, and no more than `most` of them.
void Optimiser::keep(std::span<const Digit> grid, std::int64_t score, std::uint64_t most) {
    ScoredGrid entry{score, Grid(grid.begin(), grid.end())};
    const auto place = std::upper_bound(answer_.grids.begin(), answer_.grids.end(), entry,
                                        [](const ScoredGrid& a, const ScoredGrid& b) {
                                            return a.score != b.score ? a.score > b.score : a.grid < b.grid;
                                        });
    answer_.grids.insert(place, std::move(entry));
    if (answer_.grids.size() > most) answer_.grids.pop_back();
}

/// One more completion with the best score.
void Optimiser::count(std::span<const Digit> grid, std::int64_t score) {
    ++answer_.count;
    keep(grid, score, std::max<std::uint64_t>(1, settings_.keep));
    budget_.count_solution();
}

void Optimiser::find_best() {
    const std::int64_t step = scaled_->step();
    const Collector collect = [&](std::span<const Digit> grid, std::int64_t score) {
        keep(grid, score, 1);
        report(true);
        return score + step;
    };
    std::int64_t gap = 0;
    std::uint64_t limit = first_probe_nodes;
    for (;; gap = 2 * gap + step) {
        const bool is_found = !answer_.grids.empty();
        std::int64_t cutoff = gap < upper_ - scaled_->lowest() ? upper_ - gap : scaled_->lowest();
        if (is_found) cutoff = answer_.grids.front().score + step;
        const bool is_last = is_found || cutoff == scaled_->lowest();
        const RunEnd end = run({.cutoff = cutoff, .node_limit = is_last ? 0 : limit}, collect);
        if (end == RunEnd::stopped) {
            upper_ = std::min(upper_, std::max(scaled_->score_at_most(search_->open_bound()), cutoff - step));
            return;
        }
        if (end == RunEnd::gave_up) {
            limit *= 2;
            continue;
        }
        upper_ = answer_.grids.empty() ? cutoff - step : answer_.grids.front().score;
        if (answer_.grids.empty() && !is_last) continue;
        answer_.status = answer_.grids.empty() ? TargetStatus::no_completion : TargetStatus::optimal;
        return;
    }
}

void Optimiser::find_all_optimal() {
    const std::int64_t best = upper_;
    answer_.grids.clear();
    answer_.count = 0;
    const Collector collect = [&](std::span<const Digit> grid, std::int64_t score) {
        count(grid, score);
        return best;
    };
    run({.cutoff = best, .every = true}, collect);
}

void Optimiser::find_best_k() {
    const std::int64_t best = upper_;
    const std::int64_t step = scaled_->step();
    const ScoredGrid first = answer_.grids.front();
    for (std::int64_t gap = step;; gap = 2 * gap + step) {
        const std::int64_t cutoff = gap < best - scaled_->lowest() ? best - gap : scaled_->lowest();
        answer_.grids.clear();
        const Collector collect = [&](std::span<const Digit> grid, std::int64_t score) {
            keep(grid, score, settings_.best_count);
            if (answer_.grids.size() < settings_.best_count) return cutoff;
            return std::max(cutoff, answer_.grids.back().score + step);
        };
        const RunEnd end = run({.cutoff = cutoff, .every = true}, collect);
        const bool is_full = answer_.grids.size() == settings_.best_count;
        if (end == RunEnd::exhausted && !is_full && cutoff > scaled_->lowest()) continue;
        if (answer_.grids.empty() || answer_.grids.front().score < first.score)
            keep(first.grid, first.score, settings_.best_count);
        return;
    }
}

/// Tells the caller how far the search is: at each better completion, and now and then.
void Optimiser::report(bool always) {
    if (!settings_.progress) return;
    const double seconds = budget_.seconds();
    if (!always && seconds < next_report_) return;
    next_report_ = seconds + seconds_between_reports;
    TargetProgress progress;
    std::int64_t bound = upper_;
    if (!answer_.grids.empty()) {
        const std::int64_t best = answer_.grids.front().score;
        bound = std::max(best, std::min(bound, scaled_->score_at_most(search_->open_bound())));
        progress.best = sign_ * best;
        const double scale = best < 0 ? -static_cast<double>(best) : static_cast<double>(best);
        progress.gap = static_cast<double>(bound - best) / std::max(1.0, scale);
    }
    progress.bound = sign_ * bound;
    progress.nodes = budget_.nodes();
    progress.seconds = seconds;
    if (!settings_.progress(progress)) budget_.stop(StopReason::visitor);
}

/// Turns scores back, and lets nothing out that verify does not pass.
TargetAnswer Optimiser::finished() {
    answer_.reason = budget_.reason();
    answer_.nodes += budget_.nodes();
    answer_.seconds = budget_.seconds();
    answer_.bound = sign_ * upper_;
    if (search_) answer_.evaluations = search_->evaluations();
    if (!settings_.all_optimal) answer_.count = answer_.grids.size();
    for (ScoredGrid& entry : answer_.grids) {
        require(!verify(puzzle_, entry.grid), "optimise: a grid that does not complete the puzzle");
        require(objective_.score(entry.grid) == sign_ * entry.score, "optimise: a wrong score");
        entry.score *= sign_;
    }
    return std::move(answer_);
}

TargetAnswer Optimiser::answer() {
    if (!prepare()) return finished();
    if (scaled_->lowest() == scaled_->highest()) take_any();
    else if (!list_completions()) {
        make_bound_tight();
        find_best();
        if (answer_.status == TargetStatus::optimal) {
            if (settings_.all_optimal) find_all_optimal();
            else if (settings_.best_count > 1) find_best_k();
        }
    }
    return finished();
}

}  // namespace

std::span<const std::string_view> target_kernels() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> list;
        for (const Kernel kernel : kernels()) {
            list.push_back(kernel == Kernel::avx2 ? "avx2" : kernel == Kernel::sse4 ? "sse4" : "portable");
        }
        return list;
    }();
    return names;
}

Result<TargetAnswer> optimise(const Puzzle& puzzle, const Objective& objective,
                              const TargetSettings& settings) {
    if (objective.side() != puzzle.side()) {
        return Error{ErrorCode::malformed_input, "the weights are for a board of another side"};
    }
    const auto names = target_kernels();
    const auto named = std::find(names.begin(), names.end(), settings.kernel);
    if (named == names.end() && !settings.kernel.empty()) {
        return Error{ErrorCode::unknown_name, "this machine has no kernel " + settings.kernel};
    }
    const Kernel kernel = settings.kernel.empty()
                              ? fastest_kernel()
                              : kernels()[static_cast<std::size_t>(named - names.begin())];
    require(settings.best_count >= 1, "optimise: best_count is at least 1");
    return Optimiser(puzzle, objective, settings, kernel).answer();
}

}  // namespace quadrille
