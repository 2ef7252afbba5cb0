// Solutions one at a time, random ones, and estimates of how many there are.
#include <fmt/core.h>
#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

#include "cover/engines.hpp"
#include "cover/memo.hpp"

namespace quadrille::cover {

// ---- one at a time -----------------------------------------------------------------------------

struct Stream::State {
    State(const Problem& problem, const Settings& given)
        : settings(given), pace(settings), budget(pace.slice()) {
        auto choice = choose_engine(problem, Question::stream, pace);
        require(static_cast<bool>(choice), "this engine cannot stream");
        chosen = std::move(*choice);
        answer.engine = chosen.engine;
        answer.why = chosen.why;
    }
    /// Goes to the next solution, slice by slice.
    bool advance() {
        Walker& walker = *chosen.walker;
        while (!pace.stopped()) {
            if (walker.next(budget)) {
                pace.count_solution();
                return true;
            }
            const bool end = !budget.stopped();
            pace.end_slice(budget, walker);
            budget = pace.slice();
            if (end) return false;
        }
        return false;
    }
    void note() {
        pace.fill(answer);
        answer.nodes += budget.nodes();
    }

    Settings settings;
    Pace pace;
    Chosen chosen;
    Budget budget;  // the slice under way
    Answer answer;
};

Stream::Stream(const Problem& problem, const Settings& settings)
    : state_(std::make_unique<State>(problem, settings)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

std::optional<std::span<const Option>> Stream::next() {
    const bool found = state_->advance();
    state_->note();
    if (!found) return {};
    return std::span<const Option>(state_->chosen.walker->chosen());
}

void Stream::restart() {
    state_->chosen.walker->rewind();
    state_->pace.restart();
    state_->budget = state_->pace.slice();
    state_->note();
}

const Answer& Stream::answer() const { return state_->answer; }

// ---- at random ---------------------------------------------------------------------------------

namespace {

/// A number from 0 to below - 1, each as likely as the other.
mpz_class random_below(const mpz_class& below, std::mt19937_64& random) {
    const std::size_t bits = mpz_sizeinbase(below.get_mpz_t(), 2);
    std::vector<std::uint64_t> words((bits + 63) / 64);
    for (;;) {
        for (std::uint64_t& word : words) word = random();
        if (bits % 64 != 0) words.back() >>= 64 - bits % 64;
        mpz_class number;
        mpz_import(number.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
        if (number < below) return number;
    }
}

/// Whether so many solutions, of `options` options each, would not fit.
bool are_too_many(std::size_t wanted, std::size_t options, const Settings& settings) {
    constexpr std::size_t for_itself = sizeof(Solution) + 2 * sizeof(std::size_t);
    constexpr std::size_t always = std::size_t{1} << 20;
    return wanted > std::max(settings.memory, always) / (for_itself + options * sizeof(Option));
}
Error too_many(std::size_t wanted, const Settings& settings) {
    return {.code = ErrorCode::too_large,
            .text = fmt::format("{} samples do not fit in the {} MB allowed", wanted, settings.memory >> 20)};
}

/// Draws paths of the graph, each weighed by how many paths go on from its states; none if the budget ends.
Result<std::vector<Solution>> draw_paths(const MemoGraph& graph, std::size_t wanted, const Settings& settings,
                                         Budget& budget) {
    std::vector<Solution> drawn;
    if (graph.empty()) return drawn;
    std::mt19937_64 random(settings.seed);
    std::vector<mpz_class> paths(graph.state_count());
    paths[MemoGraph::goal] = 1;
    for (std::uint32_t state = 1; state < graph.state_count(); ++state) {
        for (const auto& edge : graph.edges_of(state)) paths[state] += paths[edge.target];
    }
    while (drawn.size() < wanted && (drawn.size() % 64 != 0 || budget.poll())) {
        Solution& solution = drawn.emplace_back();
        mpz_class left = random_below(paths[graph.root()], random);
        for (std::uint32_t state = graph.root(); state != MemoGraph::goal;) {
            for (const auto& edge : graph.edges_of(state)) {
                if (left >= paths[edge.target]) {
                    left -= paths[edge.target];
                    continue;
                }
                if (edge.option != MemoGraph::no_option) solution.push_back(edge.option);
                state = edge.target;
                break;
            }
        }
        if (drawn.size() == 1 && are_too_many(wanted, solution.size(), settings))
            return too_many(wanted, settings);
    }
    if (budget.stopped()) drawn.clear();
    return drawn;
}

/// Draws while all solutions pass by: the n-th takes each place with probability 1/n. So a place that was
/// taken by the n-th keeps it up to the m-th with probability n/m, and the next to take it is known in
/// advance.
class Reservoir {
  public:
    Reservoir(std::size_t places, std::uint64_t seed) : random_(seed), kept_(places) {
        for (std::size_t place = 0; place < places; ++place) next_.emplace(1, place);
    }
    void pass(std::span<const Option> solution) {
        for (++seen_; !next_.empty() && next_.top().first <= static_cast<double>(seen_);) {
            const std::size_t place = next_.top().second;
            next_.pop();
            kept_[place].assign(solution.begin(), solution.end());
            const double chance = 1 - std::uniform_real_distribution<double>(0, 1)(random_);  // above 0
            next_.emplace(std::max(static_cast<double>(seen_) / chance, static_cast<double>(seen_ + 1)),
                          place);
        }
    }
    bool empty() const { return seen_ == 0; }
    std::vector<Solution> take() { return std::move(kept_); }

  private:
    using Turn = std::pair<double, std::size_t>;  // the number of a solution (rounded up), the place it takes
    std::mt19937_64 random_;
    std::vector<Solution> kept_;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> next_;
    std::uint64_t seen_ = 0;
};

Result<Samples> draw_from_all(const Problem& problem, std::size_t wanted, Settings settings) {
    settings.bounds.solutions = 0;
    Samples samples;
    Reservoir reservoir(wanted, settings.seed);
    bool fits = true;
    const Visitor visitor = [&](std::span<const Option> solution) {
        if (reservoir.empty()) fits = !are_too_many(wanted, solution.size(), settings);
        if (fits) reservoir.pass(solution);
        return fits;
    };
    auto answer = visit(problem, visitor, settings);
    if (!answer) return answer.error();
    if (!fits) return too_many(wanted, settings);
    samples.answer = std::move(*answer);
    if (samples.answer.complete() && !reservoir.empty()) samples.solutions = reservoir.take();
    return samples;
}

/// True if a walk over all solutions would take hours.
bool are_beyond_a_walk(const Problem& problem, const Settings& settings) {
    constexpr double most = 1e10;
    constexpr std::uint64_t descents = 100;
    const auto guess = estimate(problem, descents, settings);
    return guess && guess->solutions > most;
}

/// Nothing if the memory was not enough for the graph.
std::optional<Result<Samples>> draw_by_memo(const MemoPlan& plan, std::size_t wanted, Pace& pace) {
    const Settings& settings = pace.settings();
    Bounds bounds = settings.bounds;
    bounds.solutions = 0;
    Budget budget(bounds);
    const MemoLimits limits{.bytes = settings.memory,
                            .report = [&](double share) { pace.report_within(budget, share); }};
    const auto graph = MemoGraph::build(plan, limits, budget);
    if (!graph && !budget.stopped()) return {};
    Samples samples;
    if (graph) {
        auto drawn = draw_paths(*graph, wanted, settings, budget);
        if (!drawn) return drawn.error();
        samples.solutions = std::move(*drawn);
    }
    pace.end_slice(budget);
    pace.fill(samples.answer);
    samples.answer.engine = Engine::memo;
    samples.answer.why = "drawn from the graph of all solutions";
    samples.answer.solutions = samples.solutions.size();
    return samples;
}

}  // namespace

Result<Samples> sample(const Problem& problem, std::size_t wanted, const Settings& settings) {
    if (are_too_many(wanted, 0, settings)) return too_many(wanted, settings);
    const bool by_memo = settings.rule == ItemRule::fewest &&
                         (settings.engine == Engine::automatic || settings.engine == Engine::memo);
    Settings rest = settings;
    Pace pace(settings);
    std::optional<Result<MemoPlan>> plan;
    if (by_memo) plan = MemoPlan::make(problem);
    if (settings.engine == Engine::memo && plan && !*plan) return plan->error();
    if (plan && *plan) {
        auto samples = draw_by_memo(**plan, wanted, pace);
        if (samples) return *std::move(samples);
        if (settings.engine == Engine::memo || are_beyond_a_walk(problem, settings)) {
            Samples none;
            none.answer.engine = Engine::memo;
            none.answer.why = "the graph of all solutions needs more memory";
            none.answer.stop = StopReason::memory;
            none.answer.seconds = pace.seconds();
            return none;
        }
        rest.bounds = pace.rest();
    }
    return draw_from_all(problem, wanted, rest);
}

// ---- estimates ---------------------------------------------------------------------------------

namespace {

/// Mean and standard error of what is added, which is cut where its square would be beyond all numbers.
class Mean {
  public:
    void add(double value) {
        constexpr double most = 1e150;
        value = std::min(value, most);
        ++count_;
        const double delta = value - mean_;
        mean_ += delta / count_;
        squares_ += delta * (value - mean_);
    }
    double mean() const { return mean_; }
    double error() const { return count_ > 1 ? std::sqrt(squares_ / (count_ - 1) / count_) : mean_; }

  private:
    double count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

/// By the first nodes and solutions of a walk; soon done, whatever a node takes.
double seconds_for_node(Walker& walker) {
    constexpr std::uint64_t few = 20000;
    Budget budget(Bounds{.solutions = few, .nodes = few, .seconds = 0.05});
    while (walker.next(budget) && budget.count_solution()) {
    }
    return budget.seconds() /
           static_cast<double>(std::max<std::uint64_t>(budget.nodes() + budget.solutions(), 1));
}

}  // namespace

Result<Estimate> estimate(const Problem& problem, std::uint64_t descents, const Settings& settings) {
    Settings walking = settings;
    walking.bounds.solutions = 0;
    if (walking.engine == Engine::memo || walking.engine == Engine::cost) walking.engine = Engine::automatic;
    Pace pace(walking);
    auto chosen = choose_engine(problem, Question::stream, pace);
    if (!chosen) return chosen.error();
    std::mt19937_64 random(settings.seed);
    Mean solutions, nodes;
    Estimate result;
    Budget budget(walking.bounds);
    for (; result.descents < descents && budget.poll() && budget.enter_node(); ++result.descents) {
        const Walker::Dive dive = chosen->walker->dive(random);
        solutions.add(dive.solutions());
        nodes.add(1 + dive.nodes_below(0));
        pace.report_within(budget, static_cast<double>(result.descents) / static_cast<double>(descents));
    }
    pace.end_slice(budget);
    pace.fill(result.answer);
    result.answer.engine = chosen->engine;
    result.answer.why = std::move(chosen->why);
    result.solutions = solutions.mean();
    result.solutions_error = solutions.error();
    result.nodes = nodes.mean();
    result.nodes_error = nodes.error();
    result.seconds = result.nodes * seconds_for_node(*chosen->walker);
    return result;
}

}  // namespace quadrille::cover
