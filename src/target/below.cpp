// What optimise finds from below: completions, better and better ones, while guesses lower the bound.
//
//      nodes   0        30                  100                 a guess given up         refutations dear
//              |         |                   |                        |                        |
//              guesses   a dive a guess      any completion, dives    dives, nearer each       parts improved
//                                            (for early answers)      time
//
// A dive (dive.cpp) goes for what the next guess supposes. What is found for early answers has any score, so
// that the search does not go by it: it is kept aside, until the search knows of a completion itself.
// Invariant: every completion in the ledger is real, and none of this lowers the bound. Cost: a dive takes 5
// to 40 nodes. Tried and lost: dives before each guess from the first node on (30 boards of 16x16 rings with
// 48 clues: a twentieth more evaluations).
#include "target/optimiser.hpp"

#include <algorithm>
#include <iterator>

namespace quadrille::target {

namespace {

constexpr std::uint64_t early_nodes = 100;  // after which an early answer is looked for
constexpr std::uint64_t dear_nodes = 30;    // of a refutation: a dive is then no dearer
constexpr std::uint64_t part_nodes = 30;
/// What may be spent on a completion when the search has been stopped. The time, where it was not stopped by
/// nodes, whose answer must not depend on the clock; there fewer turns on boards where they take seconds.
constexpr std::uint64_t late_turns = 6;
constexpr std::uint64_t late_turns_of_large_boards = 2;
constexpr int large_side = 37;
constexpr double late_seconds = 0.1;
constexpr std::size_t most_dives = 20;
constexpr float bold_shares[] = {0.8f, 0.7f, 0.9f};  // what dives set at once

}  // namespace

/// For no more than half of the time there is.
void Optimiser::take_first() {
    if (!ledger_.empty()) return;
    Bounds bounds = settings_.bounds.after(budget_.seconds());
    bounds.seconds /= 2;
    bounds.nodes = 0;  // it has a measure of its own
    first_.seek(root_.masks, bounds);
    if (first_.is_none()) upper_ = scaled_->lowest() - scaled_->step();
}

/// Once the first nodes have found nothing: a completion of any score, and a better one by a dive.
void Optimiser::look_early() {
    if (!ledger_.empty() || first_.has_looked() || budget_.nodes() < early_nodes) return;
    take_first();
    const auto& first = first_.found();
    if (!first || !board_.is_large() || budget_.stopped()) return;
    const std::int64_t cutoff = first->score + (upper_ - first->score) / 16;
    const Collector offer = [this](std::span<const Digit> grid, std::int64_t score) {
        first_.offer(grid, score);
        return score + scaled_->step();
    };
    for (const float bold : bold_shares) {
        if (dive_once(cutoff, bold, offer)) break;
    }
}

/// True if that found something of at least this score.
bool Optimiser::dive_once(std::int64_t cutoff, float bold, const Collector& collect) {
    is_part_ = true;
    const bool found = search_->dive(root_, {shares_, bold}, {.cutoff = cutoff, .ceiling = upper_}, collect);
    is_part_ = false;
    return found;
}

/// Before a guess, while nothing is known: one dive for what it supposes.
void Optimiser::dive_ahead(std::int64_t cutoff) {
    if (board_.is_large() && ledger_.empty() && refutations_.nodes() >= dear_nodes)
        dive_once(std::max(scaled_->lowest(), cutoff), bold_shares[0], better());
}

/// What was found whatever its score is kept where it is the best known, once the search knows of any, or the
/// best there is.
void Optimiser::keep_first() {
    const auto& first = first_.found();
    if (!first || (ledger_.empty() ? first->score < upper_ : first->score <= ledger_.best().score)) return;
    ledger_.keep(first->grid, first->score, 1);
}

/// Stopped before the search has found anything: then what is found at once will do. It may be the answer.
void Optimiser::fall_back() {
    const bool has_time = budget_.reason() == StopReason::nodes;
    const bool few = has_time && puzzle_.side() >= large_side;
    const Bounds late{.seconds = has_time ? 0 : late_seconds};
    Budget clock(late);
    while (ledger_.empty() && first_.may_look(few ? late_turns_of_large_boards : late_turns) && clock.poll())
        first_.seek(root_.masks, late);
    if (first_.is_none()) ledger_.answer.status = TargetStatus::no_completion;
    else if (first_.found() && ledger_.empty()) ledger_.keep(first_.found()->grid, first_.found()->score, 1);
    else keep_first();
    if (!ledger_.empty() && ledger_.best().score == upper_) ledger_.answer.status = TargetStatus::optimal;
    if (ledger_.answer.status == TargetStatus::stopped) return;
    const bool is_all = first_.is_none() || (!settings_.all_optimal && settings_.best_count == 1);
    if (is_all) budget_.stop(StopReason::exhausted);
}

/// Dives until one finds something and the next does not: first for what lies within `gap` of the bound, then
/// for what is twice as far; once something is found, for what is half as far.
void Optimiser::dive(std::int64_t gap) {
    if (const auto& first = first_.found(); first && ledger_.empty())
        gap = std::max(gap, (upper_ - first->score) / 8);
    for (std::size_t turn = 0; turn < most_dives && !is_settled() && !budget_.stopped(); ++turn) {
        std::int64_t cutoff = std::max(scaled_->lowest(), upper_ - gap);
        if (!ledger_.empty()) cutoff = std::max(cutoff, ledger_.best().score + scaled_->step());
        const bool found = dive_once(cutoff, bold_shares[turn % std::size(bold_shares)], better());
        if (ledger_.empty()) gap = std::min(2 * gap, upper_ - scaled_->lowest());
        else if (found) gap = (upper_ - ledger_.best().score) / 2;
        else break;
    }
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
        part.paths = nullptr;
        neighbourhood_.draw(ledger_.best().grid, part.masks);
        propagator.mark_all();
        if (!propagator.run(part.masks.data())) require(false, "optimise: a completion lost in its own part");
        const RunEnd how = search_->run(part,
                                        {.cutoff = ledger_.best().score + scaled_->step(),
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

}  // namespace quadrille::target
