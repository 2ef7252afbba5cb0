// Solutions one at a time, random ones, and estimates of how many there are.
#include <gmpxx.h>

#include <cmath>
#include <limits>
#include <random>

#include "cover/engines.hpp"
#include "cover/memo.hpp"
#include "cover/pace.hpp"

namespace quadrille::cover {

// ---- one at a time -----------------------------------------------------------------------------

struct Stream::State {
    State(const Problem& problem, const Settings& given) : settings(given), budget(given.bounds) {
        auto choice = choose_engine(problem, Question::stream, settings);
        require(static_cast<bool>(choice), "this engine cannot stream");
        chosen = std::move(*choice);
        answer.engine = chosen.engine;
        answer.why = chosen.why;
    }
    void note() {
        answer.stop = budget.reason();
        answer.solutions = budget.solutions();
        answer.nodes = budget.nodes();
        answer.seconds = budget.seconds();
    }

    Settings settings;
    Chosen chosen;
    Budget budget;
    Answer answer;
};

Stream::Stream(const Problem& problem, const Settings& settings)
    : state_(std::make_unique<State>(problem, settings)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

std::optional<std::span<const Option>> Stream::next() {
    State& state = *state_;
    if (state.budget.stopped() || !state.chosen.walker->next(state.budget)) {
        state.note();
        return {};
    }
    state.budget.count_solution();
    state.note();
    return std::span<const Option>(state.chosen.walker->chosen());
}

void Stream::restart() {
    state_->chosen.walker->rewind();
    state_->budget = Budget(state_->settings.bounds);
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

/// Draws paths of the graph, each weighed by how many paths go on from its states.
std::vector<Solution> draw_paths(const MemoGraph& graph, std::size_t wanted, std::mt19937_64& random) {
    std::vector<mpz_class> paths(graph.state_count());
    paths[MemoGraph::goal] = 1;
    for (std::uint32_t state = 1; state < graph.state_count(); ++state) {
        for (const auto& edge : graph.edges_of(state)) paths[state] += paths[edge.target];
    }
    std::vector<Solution> drawn(wanted);
    for (Solution& solution : drawn) {
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
    }
    return drawn;
}

/// Draws while all solutions pass by: the n-th takes each place with probability 1/n.
Result<Samples> draw_from_all(const Problem& problem, std::size_t wanted, const Settings& settings) {
    Samples samples;
    std::mt19937_64 random(settings.seed);
    std::vector<Solution> kept(wanted);
    std::uint64_t seen = 0;
    const Visitor visitor = [&](std::span<const Option> solution) {
        ++seen;
        for (Solution& place : kept) {
            if (std::uniform_int_distribution<std::uint64_t>(1, seen)(random) == 1) {
                place.assign(solution.begin(), solution.end());
            }
        }
        return true;
    };
    auto answer = visit(problem, visitor, settings);
    if (!answer) return answer.error();
    samples.answer = std::move(*answer);
    if (samples.answer.complete() && seen > 0) samples.solutions = std::move(kept);
    return samples;
}

}  // namespace

Result<Samples> sample(const Problem& problem, std::size_t wanted, const Settings& settings) {
    const bool by_memo = settings.engine == Engine::automatic || settings.engine == Engine::memo;
    const auto obstacle = MemoPlan::obstacle(problem);
    if (settings.engine == Engine::memo && obstacle)
        return Error{.code = ErrorCode::too_large, .text = *obstacle};
    if (by_memo && !obstacle) {
        Pace pace(settings);
        Budget budget(pace.rest());
        const auto graph = MemoGraph::build(MemoPlan(problem), {settings.memory, 0}, budget);
        if (graph || budget.stopped()) {
            Samples samples;
            std::mt19937_64 random(settings.seed);
            if (graph && !graph->empty()) samples.solutions = draw_paths(*graph, wanted, random);
            pace.end_slice(budget, 1);
            pace.fill(samples.answer);
            samples.answer.engine = Engine::memo;
            samples.answer.why = "drawn from the graph of all solutions";
            samples.answer.solutions = samples.solutions.size();
            return samples;
        }
        if (settings.engine == Engine::memo) {
            return Error{.code = ErrorCode::too_large,
                         .text = "the graph of all solutions needs more memory"};
        }
    }
    return draw_from_all(problem, wanted, settings);
}

// ---- estimates ---------------------------------------------------------------------------------

namespace {

/// Mean and standard error of what is added.
class Mean {
  public:
    void add(double value) {
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

}  // namespace

Result<Estimate> estimate(const Problem& problem, std::uint64_t descents, const Settings& settings) {
    Settings walking = settings;
    if (walking.engine == Engine::memo || walking.engine == Engine::cost) walking.engine = Engine::automatic;
    auto chosen = choose_engine(problem, Question::stream, walking);
    if (!chosen) return chosen.error();
    std::mt19937_64 random(settings.seed);
    Mean solutions, nodes;
    Estimate result;
    for (Budget budget(settings.bounds); result.descents < descents && budget.poll(); ++result.descents) {
        const Walker::Dive dive = chosen->walker->dive(random);
        double product = 1;
        double sum = 1;
        for (const std::uint32_t children : dive.children) sum += product *= children;
        solutions.add(dive.solved ? product : 0);
        nodes.add(sum);
    }
    result.solutions = solutions.mean();
    result.solutions_error = solutions.error();
    result.nodes = nodes.mean();
    result.nodes_error = nodes.error();
    return result;
}

}  // namespace quadrille::cover
