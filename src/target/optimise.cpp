// optimise: from the puzzle to the proven answer. The root's bound is made tight once. Then the optimum is
// guessed: suppose it is the bound itself, then a little less, then less still. A high supposed optimum
// removes nearly every candidate, so a wrong guess is refuted (and lowers the bound) within few nodes, and a
// right one finds the optimum and goes on to its proof. Each guess is as far below the last as makes it some
// three times as dear (refutations.hpp).
//
//      score   bound |= refuted =|=== refuted ===|====== cutoff now ...       best | parts improved ->
//      nodes             100            300             1000
//
// A guess has a limit on nodes; one that reaches it is followed by dives (on large boards) or by guesses far
// lower, for some completion, and then by nearer ones. Large boards go on from both sides (below.cpp):
// between guesses parts of the best completion are improved. Whoever stops the search before it has found
// anything is told of a completion that lies at hand (first.cpp). Two kinds of board need none of this: where
// few candidates are left all completions are listed, and where the weights decide nothing (all equal, say)
// any completion is the best, and finding one is plain search. Invariant: no completion scores above upper_,
// and every one in the ledger is real. Tried and lost: limits on nodes for 9x9, which once passed led to a
// guess far too low (66 random tables: 1736 nodes in the mean, 6667 at worst; then 802 and 2118); guesses
// that reach twice as far each time, whatever the last one cost (16x16, 64 clues, random weights: not proven
// in 45 s, then 27).
#include <algorithm>
#include <limits>

#include "quadrille/general.hpp"
#include "target/listing.hpp"
#include "target/optimiser.hpp"

namespace quadrille::target {

namespace {

/// What a guess may cost before anything is refuted; refutations that cost more are dear. And what a guess
/// may cost beside the last refutation.
constexpr std::uint64_t first_nodes_small = 1000;
constexpr std::uint64_t first_nodes_large = 200;
constexpr std::uint64_t next_nodes = 10;
constexpr std::uint64_t any_nodes = 100;
/// Boards with no more candidates in open cells are listed, unless that takes more nodes than this.
constexpr int few_candidates = 100;
constexpr std::uint64_t few_nodes = 100;

}  // namespace

/// The candidates of the root, propagated. False: there is nothing to search.
bool Optimiser::prepare() {
    ledger_.answer.status = TargetStatus::no_completion;
    if (contradiction(puzzle_)) return false;
    root_.masks = initial_masks(puzzle_);
    Propagator propagator(board_);
    propagator.mark_all();
    if (!propagator.run(root_.masks.data())) return false;
    ledger_.answer.status = TargetStatus::stopped;
    ledger_.answer.bound_name = "none";
    return true;
}

/// True if all completions have been listed and the answer made of them.
bool Optimiser::list_completions() {
    if (!has_few_candidates(root_.masks, few_candidates)) return false;
    std::vector<ScoredGrid> all;
    Listing listing(board_, budget_, few_nodes);
    const ListingEnd end = listing.run(root_.masks, [&](std::span<const Digit> grid) {
        all.push_back({ledger_.score(grid), Grid(grid.begin(), grid.end())});
        return true;
    });
    if (end != ListingEnd::complete) return false;
    ledger_.answer.status = all.empty() ? TargetStatus::no_completion : TargetStatus::optimal;
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (const ScoredGrid& entry : all) best = std::max(best, entry.score);
    if (!all.empty()) upper_ = best;
    for (const ScoredGrid& entry : all) {
        if (!settings_.all_optimal) ledger_.keep(entry.grid, entry.score, settings_.best_count);
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

/// Every completion has the same score: one that lies at hand will do, where more are not asked for.
void Optimiser::take_any() {
    if (!settings_.all_optimal && settings_.best_count == 1) first_.seek(root_.masks, settings_.bounds);
    if (first_.found() || first_.is_none()) return fall_back();
    Bounds bounds = settings_.bounds.after(budget_.seconds());
    bounds.solutions = settings_.all_optimal ? bounds.solutions : settings_.best_count;
    const auto outcome = general::Engine(puzzle_.geometry).search(puzzle_, bounds, [&](auto grid) {
        if (settings_.all_optimal) count(grid, upper_);
        else ledger_.keep(grid, upper_, settings_.best_count);
        return true;
    });
    ledger_.answer.nodes = outcome.nodes;
    const bool is_enough = outcome.ended == StopReason::solutions && !settings_.all_optimal;
    if (outcome.ended != StopReason::exhausted && !is_enough) budget_.stop(outcome.ended);
    if (!ledger_.empty()) ledger_.answer.status = TargetStatus::optimal;
    else if (outcome.ended == StopReason::exhausted) ledger_.answer.status = TargetStatus::no_completion;
    else fall_back();
}

void Optimiser::make_bound_tight() {
    ledger_.answer.bound_name = bound_->name();
    search_ = std::make_unique<Search>(
        board_, *scaled_, *bound_,
        Means{budget_, [this](Cell cell, Digit digit) { return ledger_.value(cell, digit); }});
    if (settings_.progress) search_->at_node = [this] { report(false); };
    root_.price.assign(static_cast<std::size_t>(bound_->prices()), 0);
    if (search_->find_paths(root_.masks, root_paths_)) root_.paths = &root_paths_;
    search_->tightener().tighten_root(root_);
    shares_ = search_->tightener().shares();
    note_root();
}

/// Once, where guesses are dear.
void Optimiser::refine_root() {
    if (is_refined_) return;
    is_refined_ = true;
    search_->tightener().tighten_root_finely(root_);
    note_root();
}

void Optimiser::note_root() { upper_ = std::min(upper_, scaled_->score_at_most(root_.bound)); }

RunEnd Optimiser::run(Run run, const Collector& collect) {
    run.ceiling = upper_;
    return search_->run(root_, run, collect);
}

/// One more completion with the best score.
void Optimiser::count(std::span<const Digit> grid, std::int64_t score) {
    ledger_.count(grid, score, std::max<std::uint64_t>(1, settings_.keep));
    budget_.count_solution();
}

/// Keeps the better completions that a run finds.
Collector Optimiser::better() {
    return [this](std::span<const Digit> grid, std::int64_t score) {
        ledger_.keep(grid, score, 1);
        report(true);
        return score + scaled_->step();
    };
}

/// Searches the whole board for a completion of at least guess.cutoff, and lowers the bound by what it
/// learns. Where it exhausts them the answer may be known.
RunEnd Optimiser::search_from(const Run& guess) {
    const RunEnd end = run(guess, better());
    const std::int64_t below = std::max(guess.cutoff, search_->cutoff()) - scaled_->step();
    if (end == RunEnd::exhausted) upper_ = std::min(upper_, below);
    else upper_ = std::min(upper_, std::max(below, scaled_->score_at_most(search_->open_bound())));
    return end;
}

bool Optimiser::is_settled() {
    keep_first();
    return ledger_.empty() ? upper_ < scaled_->lowest() : ledger_.best().score == upper_;
}

/// Supposes that the optimum is ever further below the bound, until it is proven what it is, or that there is
/// none. False: a bound of the whole search was reached.
bool Optimiser::find_best() {
    const std::int64_t step = scaled_->step();
    const std::int64_t root = upper_;
    std::uint64_t limit = board_.is_large() ? first_nodes_large : first_nodes_small;
    while (!is_settled()) {
        look_early();
        if (!look_from_below(root)) return false;
        dive_ahead(supposed(root));
        if (is_settled()) break;
        const std::int64_t least = ledger_.empty() ? scaled_->lowest() : ledger_.best().score + step;
        const std::int64_t cutoff = std::max(least, supposed(root));
        const std::uint64_t before = budget_.nodes();
        const RunEnd end =
            search_from({.cutoff = cutoff, .node_limit = limit, .keep_limit = board_.is_large()});
        if (end == RunEnd::stopped) return false;
        if (end == RunEnd::exhausted) {
            const std::uint64_t used = budget_.nodes() - before;
            // On small boards reached from one above the bound: there longer strides pay.
            const std::int64_t reach = (root - upper_) / step + (board_.is_large() ? 0 : 1);
            refutations_.learn(static_cast<double>(reach), used);
            limit = std::max(limit, next_nodes * used);
            continue;
        }
        refine_root();
        if (ledger_.empty() && !find_any(2 * (upper_ - cutoff) + step)) return false;
        limit *= 2;
        refutations_.overshot();
    }
    return true;
}

/// Where refutations are dear: is there a completion yet, and can parts of it be improved? False as above.
bool Optimiser::look_from_below(std::int64_t root) {
    if (refutations_.nodes() <= (board_.is_large() ? first_nodes_large : first_nodes_small)) return true;
    refine_root();
    if (ledger_.empty()) return find_any(2 * (root - upper_));
    return !board_.is_large() || improve(refutations_.nodes() / 2);
}

/// What the optimum shall be supposed to be next: not above the bound, and so far below the root's.
std::int64_t Optimiser::supposed(std::int64_t root) const {
    const std::int64_t step = scaled_->step();
    const auto widest = static_cast<double>((root - scaled_->lowest()) / step);
    if (refutations_.next() >= widest) return scaled_->lowest();
    return std::min(upper_, root - static_cast<std::int64_t>(refutations_.next()) * step);
}

/// Supposes less and less, for few nodes each time, until some completion is found or there is none: first
/// that the optimum lies within `gap` of the bound.
bool Optimiser::find_any(std::int64_t gap) {
    const std::int64_t step = scaled_->step();
    take_first();
    if (board_.is_large()) dive(gap);
    if (budget_.stopped()) return false;
    // Enough to go down to a completion once.
    std::uint64_t limit = std::max(any_nodes, static_cast<std::uint64_t>(board_.cells / 2));
    for (; ledger_.empty() && !is_settled(); gap = 4 * gap + step) {
        const bool is_last = gap >= upper_ - scaled_->lowest();
        const std::int64_t cutoff = is_last ? scaled_->lowest() : upper_ - gap;
        const Run guess{.cutoff = cutoff, .node_limit = limit, .keep_limit = true};
        if (search_from(guess) == RunEnd::stopped) return false;
        take_first();
        if (is_last) {
            limit *= 2;
            gap = upper_ - scaled_->lowest();
        }
    }
    return true;
}

void Optimiser::find_all_optimal() {
    const std::int64_t best = upper_;
    const ScoredGrid first = ledger_.best();
    ledger_.answer.grids.clear();
    ledger_.answer.count = 0;
    const Collector collect = [&](std::span<const Digit> grid, std::int64_t score) {
        count(grid, score);
        return best;
    };
    run({.cutoff = best, .every = true}, collect);
    if (ledger_.empty()) ledger_.keep(first.grid, first.score, 1);  // stopped before it was met again
}

void Optimiser::find_best_k() {
    const std::int64_t best = upper_;
    const std::int64_t step = scaled_->step();
    const ScoredGrid first = ledger_.best();
    for (std::int64_t gap = step;; gap = 2 * gap + step) {
        const std::int64_t cutoff = gap < best - scaled_->lowest() ? best - gap : scaled_->lowest();
        ledger_.answer.grids.clear();
        const Collector collect = [&](std::span<const Digit> grid, std::int64_t score) {
            ledger_.keep(grid, score, settings_.best_count);
            if (ledger_.answer.grids.size() < settings_.best_count) return cutoff;
            return std::max(cutoff, ledger_.answer.grids.back().score + step);
        };
        const RunEnd end = run({.cutoff = cutoff, .every = true}, collect);
        const bool is_full = ledger_.answer.grids.size() == settings_.best_count;
        if (end == RunEnd::exhausted && !is_full && cutoff > scaled_->lowest()) continue;
        if (ledger_.empty() || ledger_.best().score < first.score)
            ledger_.keep(first.grid, first.score, settings_.best_count);
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
    if (!ledger_.empty()) progress.best = ledger_.sign() * ledger_.best().score;
    else if (first_.found()) progress.best = ledger_.sign() * first_.found()->score;
    progress.bound = ledger_.sign() * bound;
    progress.gap = gap_between(progress.best, progress.bound);
    progress.nodes = budget_.nodes();
    progress.seconds = seconds;
    if (!settings_.progress(progress)) budget_.stop(StopReason::visitor);
}

TargetAnswer Optimiser::finished() {
    TargetAnswer& answer = ledger_.answer;
    answer.reason = budget_.reason();
    answer.nodes += budget_.nodes();
    answer.seconds = budget_.seconds();
    if (search_) answer.evaluations = search_->tightener().evaluations();
    if (!settings_.all_optimal || answer.count == 0) answer.count = answer.grids.size();
    return ledger_.finish(upper_);
}

TargetAnswer Optimiser::answer() {
    if (!prepare()) return finished();
    if (list_completions()) return finished();
    if (!scale()) take_any();
    else {
        if (board_.is_huge()) take_first();
        make_bound_tight();
        if (find_best())
            ledger_.answer.status = ledger_.empty() ? TargetStatus::no_completion : TargetStatus::optimal;
        else fall_back();
        if (ledger_.answer.status == TargetStatus::optimal) {
            if (settings_.all_optimal) find_all_optimal();
            else if (settings_.best_count > 1) find_best_k();
        }
    }
    return finished();
}

}  // namespace quadrille::target

namespace quadrille {

using namespace target;

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
