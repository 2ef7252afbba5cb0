// optimise: from the puzzle to the proven answer. The root bound is made tight once. Then the optimum is
// guessed: suppose it is the bound itself, then a little less, then less still. A high supposed cutoff
// removes nearly every candidate, so a wrong guess is refuted (and lowers the bound) within few nodes, and a
// right one finds the optimum; each guess has a limit on nodes. What is found is proven by one run without.
//
//      score   bound |== refuted ==|== refuted ==|... cutoff now ...   best | parts improved ->
//      nodes              100           300            1000
//
// Large boards go on from both sides: refutations from above, each some three times as dear as the last, and
// parts of the best completion improved from below (neighbourhood.cpp). Two kinds of board need none of this:
// where few candidates are left all completions are listed, and where the weights decide nothing (all equal,
// say) any completion is the best, and finding one is plain search.
// Invariant: no completion scores above upper_, and every one in answer_.grids is real.
// Tried and lost: one exhaustive run as soon as a first, poor completion is known; guesses that reach twice
// as far each time, whatever the last one cost (16x16, 64 clues, random weights: not proven in 45 s, then
// 27).
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "quadrille/general.hpp"
#include "quadrille/target.hpp"
#include "target/listing.hpp"
#include "target/neighbourhood.hpp"
#include "target/search.hpp"

namespace quadrille {

using namespace target;

namespace {

constexpr std::uint64_t first_probe_nodes = 100;
constexpr std::uint64_t part_nodes = 30;
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
          board_(puzzle.geometry, kernel),
          neighbourhood_(board_) {}

    TargetAnswer answer();

  private:
    bool prepare();
    bool has_few_candidates() const;
    bool list_completions();
    bool scale();
    void take_any();
    void make_bound_tight();
    bool refine_bound();
    Collector better();
    RunEnd search_from(std::int64_t cutoff, std::uint64_t node_limit);
    bool is_settled() const;
    bool guess();
    bool improve(std::uint64_t nodes);
    void find_best();
    bool prove();
    bool close_in();
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
    struct Pace {
        std::int64_t reach = 1;   // how far below the bound a cutoff was
        std::uint64_t nodes = 1;  // that it took to refute it
    } pace_;
    Neighbourhood neighbourhood_;
    bool is_part_ = false;  // the search is not of the whole board
    std::int64_t upper_ = 0;
    double next_report_ = seconds_between_reports;
    TargetAnswer answer_;
};

/// The candidates of the root, propagated. False: there is nothing to search.
bool Optimiser::prepare() {
    answer_.status = TargetStatus::no_completion;
    if (contradiction(puzzle_)) return false;
    root_.masks = initial_masks(puzzle_);
    Propagator propagator(board_);
    propagator.mark_all();
    if (!propagator.run(root_.masks.data())) return false;
    answer_.status = TargetStatus::stopped;
    answer_.bound_name = "none";
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
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (const ScoredGrid& entry : all) best = std::max(best, entry.score);
    if (!all.empty()) upper_ = best;
    for (const ScoredGrid& entry : all) {
        if (!settings_.all_optimal) keep(entry.grid, entry.score, settings_.best_count);
        else if (entry.score == best && !budget_.stopped()) count(entry.grid, best);
    }
    return true;
}

/// The objective scaled to the candidates. True if the weights decide something.
bool Optimiser::scale() {
    bound_ = make_bound(board_);
    scaled_ = std::make_unique<ScaledObjective>(board_, objective_, settings_.goal,
                                                Live{root_.masks.data(), bound_->range().span});
    upper_ = scaled_->highest();
    return scaled_->lowest() < upper_;
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
    if (!answer_.grids.empty()) answer_.status = TargetStatus::optimal;
    else if (outcome.ended == StopReason::exhausted) answer_.status = TargetStatus::no_completion;
}

void Optimiser::make_bound_tight() {
    answer_.bound_name = bound_->name();
    search_ = std::make_unique<Search>(
        board_, *scaled_, *bound_,
        Means{budget_, [this](Cell cell, Digit digit) { return sign_ * objective_.value(cell, digit); }});
    if (settings_.progress) search_->at_node = [this] { report(false); };
    root_.price.assign(static_cast<std::size_t>(bound_->prices()), 0);
    search_->tighten_root(root_);
    upper_ = std::min(upper_, scaled_->score_at_most(root_.bound));
}

bool Optimiser::refine_bound() {
    const std::int64_t before = upper_;
    search_->tighten_root_finely(root_);
    upper_ = std::min(upper_, scaled_->score_at_most(root_.bound));
    return upper_ < before;
}

RunEnd Optimiser::run(Run run, const Collector& collect) {
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

/// Keeps the better completions that a run finds.
Collector Optimiser::better() {
    return [this](std::span<const Digit> grid, std::int64_t score) {
        keep(grid, score, 1);
        report(true);
        return score + scaled_->step();
    };
}

/// Searches the whole board for a completion of at least `cutoff`, and lowers the bound by what it learns.
/// Where it exhausts them the answer may be known.
RunEnd Optimiser::search_from(std::int64_t cutoff, std::uint64_t node_limit) {
    const RunEnd end =
        run({.cutoff = cutoff, .node_limit = node_limit, .keep_limit = board_.is_large()}, better());
    const std::int64_t below = std::max(cutoff, search_->cutoff()) - scaled_->step();
    if (end == RunEnd::exhausted) upper_ = std::min(upper_, below);
    else upper_ = std::min(upper_, std::max(below, scaled_->score_at_most(search_->open_bound())));
    return end;
}

bool Optimiser::is_settled() const {
    return answer_.grids.empty() ? upper_ < scaled_->lowest() : answer_.grids.front().score == upper_;
}

/// Guesses at the optimum from the bound downwards, until a completion is found or there is none. False: a
/// bound of the whole search was reached.
bool Optimiser::guess() {
    const std::int64_t step = scaled_->step();
    const bool is_large = board_.is_large();
    std::uint64_t limit = is_large ? first_probe_nodes / 2 : first_probe_nodes;
    bool is_refined = false;
    for (std::int64_t gap = 0;;) {
        const bool is_last = gap >= upper_ - scaled_->lowest();
        const std::int64_t cutoff = is_last ? scaled_->lowest() : upper_ - gap;
        const std::uint64_t before = budget_.nodes();
        const RunEnd end = search_from(cutoff, is_last && !is_large ? 0 : limit);
        if (end == RunEnd::stopped) return false;
        if (end == RunEnd::exhausted) pace_ = {std::max(gap, step), budget_.nodes() - before + 1};
        if (!answer_.grids.empty() || is_settled()) return true;
        gap = (is_large ? 4 : 2) * gap + step;
        if (end != RunEnd::gave_up) continue;
        if (!is_refined) {
            is_refined = true;
            if (refine_bound()) gap = 0;
            limit = 2 * first_probe_nodes;
        } else if (!is_large || is_last) {
            limit *= 2;
        } else {
            limit = first_probe_nodes;
        }
    }
}

void Optimiser::find_best() {
    if (!guess()) return;
    if (board_.is_large() ? !close_in() : !prove()) return;
    answer_.status = answer_.grids.empty() ? TargetStatus::no_completion : TargetStatus::optimal;
}

bool Optimiser::prove() {
    return is_settled() || search_from(answer_.grids.front().score + scaled_->step(), 0) != RunEnd::stopped;
}

/// From both sides, with more nodes each time: parts of the best completion are improved, and completions
/// that reach a little less than the bound are sought or refuted. How much less is steered so that each
/// refutation takes a few times the nodes of the last: their sum is then not much more than the last one.
bool Optimiser::close_in() {
    const std::int64_t step = scaled_->step();
    std::int64_t reach = pace_.reach;
    std::uint64_t limit = 4 * first_probe_nodes;
    while (!is_settled()) {
        if (!improve(std::max<std::uint64_t>(40, pace_.nodes / 2))) return false;
        if (is_settled()) break;
        const std::int64_t least = answer_.grids.front().score + step;
        const std::int64_t cutoff = std::max(least, upper_ - reach);
        const std::uint64_t before = budget_.nodes();
        const RunEnd end = search_from(cutoff, limit);
        if (end == RunEnd::stopped) return false;
        if (end == RunEnd::gave_up) {
            limit *= 2;
            if (cutoff > least) reach = reach / 2 / step * step;
            continue;
        }
        const std::uint64_t used = budget_.nodes() - before + 1;
        constexpr double wanted = 1.35;  // growth of nodes, as a logarithm
        const double growth = std::log(static_cast<double>(used) / static_cast<double>(pace_.nodes));
        const double factor = std::clamp(wanted / std::max(growth, 0.1), 0.5, 2.5);
        reach = static_cast<std::int64_t>(static_cast<double>(reach / step) * factor) * step + step;
        pace_ = {reach, used};
        limit = std::max(limit, 10 * used);
    }
    return true;
}

/// Spends about so many nodes on parts of the best completion. False: a bound of the whole search was
/// reached.
bool Optimiser::improve(std::uint64_t nodes) {
    is_part_ = true;
    Propagator propagator(board_);
    const std::uint64_t end = budget_.nodes() + nodes;
    Node part = root_;
    while (budget_.nodes() < end && !is_settled()) {
        part.masks = root_.masks;
        neighbourhood_.draw(answer_.grids.front().grid, part.masks);
        propagator.mark_all();
        if (!propagator.run(part.masks.data())) require(false, "optimise: a completion lost in its own part");
        const RunEnd how = search_->run(part,
                                        {.cutoff = answer_.grids.front().score + scaled_->step(),
                                         .ceiling = upper_,
                                         .node_limit = part_nodes + nodes / 16,
                                         .keep_limit = true,
                                         .is_tight = false},
                                        better());
        if (how == RunEnd::stopped) break;
        neighbourhood_.learn(how == RunEnd::exhausted);
    }
    is_part_ = false;
    return !budget_.stopped();
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
    if (!is_part_)
        bound = std::min(bound, std::max(search_->cutoff() - scaled_->step(),
                                         scaled_->score_at_most(search_->open_bound())));
    if (!answer_.grids.empty()) {
        const std::int64_t best = answer_.grids.front().score;
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
    if (list_completions()) return finished();
    if (!scale()) take_any();
    else {
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
