// The questions that walk over solutions: visit, solve, count. Each picks an engine, runs it within the
// bounds and says what it knows.
#include <fmt/core.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "cover/components.hpp"
#include "cover/engines.hpp"
#include "cover/names.hpp"
#include "cover/walks.hpp"

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
