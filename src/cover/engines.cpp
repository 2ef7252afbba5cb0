// The chooser. What wins where, as measured (docs/measuring.md):
//     memo   wherever states repeat: tilings of strips, matchings, set partitions, latin squares. Whether
//            they do is not to be seen from outside, so it gets a trial: a budget of transitions that is a
//            fraction of the work the walk is estimated to need, so that a trial in vain costs little.
//            Estimates of deep trees are often far too low; so a count tries again while it walks, see
//            visit.cpp
//     twins  counts of problems with symmetry, in turns with memo: designs, packings of regular boards. It is
//            seen at the root: an item whose options are of fewer kinds than they are
//     rows   everything else whose rows fit in memory
//     cells  what is too large for rows
#include "cover/engines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cover/rows_table.hpp"

namespace quadrille::cover {

namespace {

constexpr std::size_t most_row_bytes = std::size_t{64} << 20;
constexpr double work_per_transition = 4;   // the estimate of a walk's nodes that one transition may cost
constexpr double least_trial = 2000;        // transitions; a smaller walk is over before the trial
constexpr double least_count_trial = 8000;  // the same for a count, whose walk is the faster one
constexpr std::uint64_t first_walk = 4096;  // nodes of a count that are walked over before anything else
constexpr std::size_t most_words_tried_again = 4;  // longer states hardly ever repeat; once is enough
constexpr double few_trial = 1e6;                  // when only a few solutions are wanted
constexpr int many_descents = 100;
constexpr int few_descents = 25;         // after the first walk of a count
constexpr double least_for_twins = 1e5;  // nodes; a smaller walk is over before symmetry is looked for
constexpr double least_symmetry = 1.5;   // of each thread that a walk could use
constexpr std::size_t least_twins_bytes = std::size_t{1} << 20;
constexpr double much_symmetry = 4;      // twins then come before a long count by memo
constexpr double short_trial = 1 << 17;  // transitions, before symmetry is looked for
constexpr double twins_trial = 1 << 22;  // transitions of memo before twins of symmetry 1 come in

std::function<std::unique_ptr<Walker>()> maker_of(Engine engine, const Problem& problem, ItemRule rule) {
    switch (engine) {
        case Engine::cells: return [&problem, rule] { return make_cells(problem, rule); };
        case Engine::rows: return [&] { return make_rows(problem); };
        default: return [&] { return make_links(problem); };
    }
}

Chosen walking(Engine engine, std::string why, const Problem& problem, Pace& pace) {
    Chosen chosen;
    chosen.engine = engine;
    chosen.why = std::move(why);
    chosen.another = maker_of(engine, problem, pace.settings().rule);
    chosen.walker = chosen.another();
    pace.look_ahead_with(chosen.another, engine == Engine::rows);
    return chosen;
}

/// Rows or cells, by size alone.
Chosen choose_walk(const Problem& problem, Pace& pace) {
    const auto bytes = RowsTable::bytes_for(problem);
    if (bytes && *bytes <= most_row_bytes) {
        auto why = fmt::format("its bit rows take {} kB", (*bytes + 1023) / 1024);
        return walking(Engine::rows, std::move(why), problem, pace);
    }
    return walking(Engine::cells, "too large for bit rows", problem, pace);
}

/// Begins the walk of a count; true if it came to its end. What is gained: no estimate, which takes as long.
bool count_at_once(Walker& walker, Pace& pace) {
    Budget budget = pace.slice(first_walk);
    walker.count(budget);
    pace.count_solutions(budget.solutions());
    pace.end_slice(budget, walker);
    return !budget.stopped();
}

/// How many nodes a walk may enter: the mean of a few descents, of fewer where each takes long.
double estimated_nodes(const Problem& problem, Walker& walker, std::size_t most, const Pace& pace) {
    constexpr std::size_t enough_entries = 5'000'000;
    std::size_t entries = 1;
    for (Option option = 0; option < problem.option_count(); ++option)
        entries += problem.items_of(option).size();
    const std::size_t descents = std::clamp<std::size_t>(enough_entries / entries, 1, most);
    std::mt19937_64 random(1);
    Budget clock(pace.rest());
    double sum = 0;
    for (std::size_t i = 0; i < descents && clock.poll(); ++i) {
        double product = 1;
        for (std::uint32_t children : walker.dive(random).children) sum += product *= children;
    }
    return sum / static_cast<double>(descents);
}

/// The same for a count that has begun: by a few descents of a second walker, or, where to make that one
/// costs more than to walk for a while, by the share of the tree that lies behind.
double nodes_of_begun(const Problem& problem, const Chosen& chosen, const Pace& pace) {
    constexpr std::size_t large_table = std::size_t{1} << 21;  // bits
    if (std::size_t{problem.option_count()} * problem.item_count() < large_table)
        return estimated_nodes(problem, *chosen.another(), few_descents, pace);
    return static_cast<double>(first_walk) / std::max(chosen.walker->fraction_done(), 1e-12);
}

/// What memo came to.
struct Trial {
    Chosen chosen;
    bool enough = true;  // false: the limits were not enough; chosen has only the nodes spent
};

/// Counts or builds the graph within `limits`.
Trial try_memo(const MemoPlan& plan, Question question, MemoLimits limits, Pace& pace) {
    Bounds bounds = pace.rest();
    bounds.solutions = 0;
    const bool ends_first = limits.seconds > 0 && limits.seconds < bounds.seconds;
    if (ends_first) bounds.seconds = limits.seconds;
    Budget budget(bounds);
    limits.report = [&](double share) { pace.report_within(budget, share); };
    Trial trial;
    Chosen& chosen = trial.chosen;
    chosen.engine = Engine::memo;
    if (question == Question::number) {
        const MemoCount counted = memo_count(plan, limits, budget);
        trial.enough = counted.enough;
        chosen.memo_vain_from = counted.vain_from;
        if (counted.full) chosen.stop = StopReason::memory;
        chosen.number = counted.number;
        chosen.why = fmt::format("its partial solutions are only {} states", budget.nodes());
    } else if (auto graph = MemoGraph::build(plan, limits, budget)) {
        chosen.why = fmt::format("{:.6g} solutions are the paths of a graph of {} edges", graph->path_count(),
                                 graph->edge_count());
        chosen.solutions = graph->path_count();
        chosen.walker = make_memo_walk(std::move(*graph));
    } else {
        trial.enough = budget.stopped();
    }
    chosen.nodes = budget.nodes();
    if (ends_first && budget.reason() == StopReason::seconds) trial.enough = false;
    else if (budget.stopped()) chosen.stop = budget.reason();
    return trial;
}

Result<Chosen> choose_twins(const Problem& problem, Question question, Pace& pace) {
    if (const auto obstacle = TwinsSearch::obstacle(problem))
        return Error{.code = ErrorCode::too_large, .text = *obstacle};
    if (question != Question::number)
        return Error{.code = ErrorCode::unknown_name, .text = "the twins engine only counts"};
    Chosen chosen;
    chosen.twins =
        std::make_unique<TwinsSearch>(problem, TwinsSearch::Limits{.bytes = pace.settings().memory});
    (void)count_on_by_twins(chosen, {}, pace);
    chosen.engine = Engine::twins;
    chosen.why = "asked for";
    return chosen;
}

/// Twins, if the problem has enough symmetry for a count of about so many nodes.
std::unique_ptr<TwinsSearch> twins_for(const Problem& problem, double nodes, const Settings& settings) {
    if (nodes < least_for_twins || settings.bounds.solutions != 0 || settings.bounds.nodes != 0) return {};
    if (settings.memory < least_twins_bytes) return {};
    if (TwinsSearch::obstacle(problem)) return {};
    auto twins = std::make_unique<TwinsSearch>(problem, TwinsSearch::Limits{.bytes = settings.memory});
    const bool enough = twins->symmetry() >= least_symmetry * std::max(1u, settings.jobs);
    return enough ? std::move(twins) : nullptr;
}

/// Whether a trial of memo that does well may go on, or twins will do better.
bool may_extend(const Chosen& beside) { return !beside.twins || beside.twins->symmetry() < much_symmetry; }

/// False, and memo is out of question, if there is none.
bool make_plan(const Problem& problem, Chosen& beside) {
    if (beside.plan) return true;
    if (Result<MemoPlan> plan = MemoPlan::make(problem))
        beside.plan = std::make_shared<const MemoPlan>(std::move(plan).value());
    if (!beside.plan) beside.may_count_by_memo = false;
    return beside.plan != nullptr;
}

struct Asked {
    const Problem& problem;
    Question question;
    Pace& pace;
};

/// What memo came to within the limits; nothing if they were not enough.
std::optional<Chosen> try_memo_beside(const Asked& asked, Chosen& beside, const MemoLimits& limits) {
    if (VainTrial::first_look(limits.transitions) < 2 * beside.memo_vain_from)
        return {};  // it would be as before
    if (!make_plan(asked.problem, beside)) return {};
    if (beside.memo_vain_from != 0 && beside.plan->key_words > most_words_tried_again) return {};
    Trial trial = try_memo(*beside.plan, asked.question, limits, asked.pace);
    if (trial.enough) return std::move(trial.chosen);
    beside.nodes += trial.chosen.nodes;
    beside.memo_vain_from = std::max(beside.memo_vain_from, trial.chosen.memo_vain_from);
    if (trial.chosen.stop == StopReason::memory) beside.may_count_by_memo = false;
    return {};
}

/// Symmetry is looked for only where a short trial of memo was in vain, and before a long one.
std::optional<Chosen> try_memo_or_find_twins(const Asked& asked, Chosen& beside, double nodes) {
    const Settings& settings = asked.pace.settings();
    constexpr double most = 1e18;
    double trial = std::min(nodes / work_per_transition, most);
    if (settings.bounds.solutions != 0) trial = std::min(trial, few_trial);
    if (settings.bounds.nodes != 0) trial = std::min(trial, static_cast<double>(settings.bounds.nodes));
    const auto try_it = [&](double transitions, bool extend) {
        return try_memo_beside(asked, beside,
                               {settings.memory, static_cast<std::uint64_t>(transitions), extend});
    };
    if (asked.question != Question::number) return trial < least_trial ? std::nullopt : try_it(trial, false);
    if (trial < least_count_trial) return {};
    if (auto counted = try_it(std::min(trial, short_trial), false)) return counted;
    beside.twins = twins_for(asked.problem, nodes, settings);
    if (beside.twins) trial = std::min(trial, twins_trial / beside.twins->symmetry());
    if (trial <= short_trial) return {};
    return try_it(trial, beside.twins && may_extend(beside));
}

Result<Chosen> choose_memo(const Problem& problem, Question question, Pace& pace) {
    const Result<MemoPlan> plan = MemoPlan::make(problem);
    if (!plan) return plan.error();
    if (question == Question::stream) {
        return Error{.code = ErrorCode::unknown_name, .text = "the memo engine does not stream"};
    }
    Trial trial = try_memo(*plan, question, {.bytes = pace.settings().memory}, pace);
    trial.chosen.why = "asked for";
    if (!trial.enough) trial.chosen.stop = StopReason::memory;
    return std::move(trial.chosen);
}

}  // namespace

std::optional<Chosen> try_memo_again(const Problem& problem, Chosen& beside, const Lap& lap, Pace& pace) {
    // In the time of a node: a few transitions, and more where nodes have long rows.
    const std::uint64_t transitions = lap.nodes * (4 + problem.option_count() / 85);
    return try_memo_beside({problem, Question::number, pace}, beside,
                           {pace.settings().memory, transitions, may_extend(beside), lap.seconds});
}

bool count_on_by_twins(Chosen& chosen, const Lap& lap, Pace& pace) {
    const double until = lap.seconds > 0 ? pace.seconds() + lap.seconds : 0;
    const TwinsSearch::Found found = chosen.twins->run(lap.nodes, pace, until);
    if (!found.all && !pace.stopped()) return false;
    const mpz_class walked(std::to_string(pace.solutions()));
    chosen.number = (found.all || found.number > walked ? found.number : walked).get_str();
    chosen.engine = Engine::twins;
    chosen.why =
        fmt::format("up to names, its partial solutions leave only {} problems", chosen.twins->shapes());
    if (chosen.twins->forgotten() != 0) {
        chosen.why =
            fmt::format("of the problems that its partial solutions leave, memory held {}, and not {}",
                        chosen.twins->shapes(), chosen.twins->forgotten());
    }
    return true;
}

Result<Chosen> choose_engine(const Problem& problem, Question question, Pace& pace) {
    const Settings& settings = pace.settings();
    if (settings.rule != ItemRule::fewest) {
        if (settings.engine != Engine::automatic && settings.engine != Engine::cells) {
            return Error{.code = ErrorCode::unknown_name,
                         .text = "only the cells engine has more than one rule to choose items"};
        }
        return walking(Engine::cells, "the one with that rule", problem, pace);
    }
    switch (settings.engine) {
        case Engine::automatic: break;
        case Engine::memo: return choose_memo(problem, question, pace);
        case Engine::twins: return choose_twins(problem, question, pace);
        case Engine::cost:
            return Error{.code = ErrorCode::unknown_name,
                         .text = "the cost engine finds cheapest solutions only"};
        case Engine::rows:
            if (!RowsTable::bytes_for(problem)) {
                return Error{.code = ErrorCode::too_large, .text = "too many items and colours for bit rows"};
            }
            [[fallthrough]];
        default: return walking(settings.engine, "asked for", problem, pace);
    }
    Chosen chosen = choose_walk(problem, pace);
    if (question == Question::stream || problem.primary_count() == 0) return chosen;
    chosen.counted = question == Question::number && count_at_once(*chosen.walker, pace);
    if (chosen.counted || pace.stopped()) return chosen;
    const double nodes = question == Question::number
                             ? nodes_of_begun(problem, chosen, pace)
                             : estimated_nodes(problem, *chosen.walker, many_descents, pace);
    chosen.may_count_by_memo = question == Question::number && settings.bounds.nodes == 0;
    if (auto by_memo = try_memo_or_find_twins({problem, question, pace}, chosen, nodes))
        return std::move(*by_memo);
    if (chosen.nodes != 0)
        chosen.why += fmt::format(", and {} states did not suffice for memo", chosen.nodes);
    return chosen;
}

}  // namespace quadrille::cover
