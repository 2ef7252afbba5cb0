// cover: every question of include/quadrille/cover.hpp, asked of a problem in a file.
#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "quadrille/cover_text.hpp"
#include "quadrille/parallel.hpp"
#include "source.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

struct Arguments {
    std::vector<std::string> files;
    std::string from = "automatic";
    std::string to = "options";
    std::string engine = "automatic";
    std::string rule = "fewest";
    std::uint64_t limit = 1;
    std::uint64_t nodes = 0;
    double timeout = 0;
    unsigned jobs = 0;
    std::uint64_t seed = 1;
    std::uint64_t memory = 1024;
    bool count = false;
    std::uint64_t cheapest = 0;
    std::uint64_t samples = 0;
    std::uint64_t estimate = 0;
    std::string rewrite;
    bool reduce = false;
    bool allow_uncovered = false;
    bool progress = false;
    bool stats = false;
};

template <class Value>
Value value_named(std::optional<Value> value, const char* argument, const std::string& name) {
    if (!value) throw CLI::ValidationError(argument, fmt::format("there is no '{}'", name));
    return *value;
}

void show_progress(const cover::Progress& progress) {
    const std::string expected =
        progress.solutions_expected < 0 ? "" : fmt::format(" of about {:.3g}", progress.solutions_expected);
    const std::string left =
        progress.seconds_left < 0 ? "" : fmt::format(", about {:.0f} s left", progress.seconds_left);
    write_messages(fmt::format("{:.2f}% after {:.0f} s, {} solutions{}{}\n", 100 * progress.fraction,
                               progress.seconds, progress.solutions, expected, left));
}

ExitCode code_of(StopReason stop) {
    if (stop == StopReason::exhausted) return ExitCode::answered;
    return stop == StopReason::interrupted ? ExitCode::interrupted : ExitCode::stopped;
}

/// The numbers of options, counted from 1, as comments of Knuth's format.
std::string comment(const char* what, std::span<const cover::Option> options) {
    constexpr std::size_t width = 100;
    std::string lines;
    std::string line;
    for (const cover::Option option : options) {
        if (line.empty()) line = fmt::format("| {}:", what);
        line += fmt::format(" {}", option + std::uint64_t{1});
        if (line.size() > width) lines += std::exchange(line, {}) + '\n';
    }
    return line.empty() ? lines : lines + line + '\n';
}

/// Asks the question of the arguments and prints the answer.
class Asker {
  public:
    Asker(const Arguments& arguments, const cover::Problem& problem)
        : arguments_(arguments),
          problem_(problem),
          format_(value_named(cover::solution_format_named(arguments.to), "--to", arguments.to)) {
        settings_.engine = value_named(cover::engine_named(arguments.engine), "--engine", arguments.engine);
        settings_.rule = value_named(cover::item_rule_named(arguments.rule), "--rule", arguments.rule);
        settings_.bounds = {.solutions = 0,
                            .nodes = arguments.nodes,
                            .seconds = arguments.timeout,
                            .stop = &interrupt_flag()};
        settings_.jobs = arguments.jobs == 0 ? processor_count() : arguments.jobs;
        settings_.seed = arguments.seed;
        settings_.memory = static_cast<std::size_t>(arguments.memory) << 20;
        if (arguments.progress) settings_.progress = show_progress;
    }

    ExitCode ask() {
        if (arguments_.reduce) return reduce();
        if (!arguments_.rewrite.empty()) return rewrite(problem_);
        if (arguments_.estimate != 0) return estimate();
        if (arguments_.samples != 0) return sample();
        if (arguments_.cheapest != 0) return find_cheapest();
        return arguments_.count ? count() : visit();
    }

  private:
    ExitCode refuse(const Error& error) const {
        say(error.text);
        return ExitCode::usage;
    }
    ExitCode end(const cover::Answer& answer, bool answered) {
        if (arguments_.stats) {
            write_messages(fmt::format("{} solutions, {} nodes, {:.3f} s; {} ({}); {}\n", answer.solutions,
                                       answer.nodes, answer.seconds, name_of(answer.engine), answer.why,
                                       name_of(answer.stop)));
        }
        if (!write_out(out_)) return ExitCode::output_lost;
        if (answer.stop == StopReason::interrupted) return ExitCode::interrupted;
        if (!answered) return ExitCode::stopped;
        return answer.complete() && answer.solutions == 0 ? ExitCode::no_solution : ExitCode::answered;
    }
    bool print(std::span<const cover::Option> solution) {
        out_ += cover::write_solution(problem_, solution, format_);
        out_ += '\n';
        constexpr std::size_t enough = std::size_t{1} << 16;
        if (out_.size() < enough) return true;
        lost_ |= !write_out(out_);
        out_.clear();
        return !lost_;
    }

    ExitCode visit() {
        settings_.bounds.solutions = arguments_.limit;
        const cover::Visitor visitor = [this](std::span<const cover::Option> s) { return print(s); };
        const auto answer = cover::visit(problem_, visitor, settings_);
        if (!answer) return refuse(answer.error());
        const ExitCode code = end(*answer, answer->complete() || answer->stop == StopReason::solutions);
        return lost_ ? ExitCode::output_lost : code;
    }
    ExitCode count() {
        const auto counted = cover::count(problem_, settings_);
        if (!counted) return refuse(counted.error());
        out_ = fmt::format("{}{}\n", counted->answer.complete() ? "" : "at least ", counted->number);
        return end(counted->answer, counted->answer.complete());
    }
    ExitCode find_cheapest() {
        const auto found = cover::cheapest(problem_, arguments_.cheapest, settings_);
        if (!found) return refuse(found.error());
        for (const cover::Priced& priced : found->solutions) print(priced.options);
        if (!found->answer.complete()) say(fmt::format("not proven; none costs less than {}", found->bound));
        return end(found->answer, found->answer.complete());
    }
    ExitCode sample() {
        const auto drawn = cover::sample(problem_, arguments_.samples, settings_);
        if (!drawn) return refuse(drawn.error());
        for (const cover::Solution& solution : drawn->solutions) print(solution);
        return end(drawn->answer, drawn->answer.complete());
    }
    ExitCode estimate() {
        const auto guess = cover::estimate(problem_, arguments_.estimate, settings_);
        if (!guess) return refuse(guess.error());
        out_ = fmt::format("solutions {:.6g} (standard error {:.2g})\nnodes {:.6g} (standard error {:.2g})\n",
                           guess->solutions, guess->solutions_error, guess->nodes, guess->nodes_error);
        say(fmt::format("{} descents; to walk over all may take one thread {:.2g} s", guess->descents,
                        guess->seconds));
        return write_out(out_) ? code_of(guess->answer.stop) : ExitCode::output_lost;
    }
    ExitCode reduce() {
        const cover::Reduction reduction = cover::reduce(problem_, settings_);
        say(fmt::format("{} options forced, {} blocked, {} left", reduction.forced.size(),
                        reduction.blocked.size(), reduction.problem.option_count()));
        if (arguments_.rewrite.empty() || arguments_.rewrite == "knuth")
            out_ = comment("forced", reduction.forced) + comment("blocked", reduction.blocked);
        const ExitCode code = rewrite(reduction.problem);
        if (reduction.stop != StopReason::exhausted) return worse(code, code_of(reduction.stop));
        return reduction.impossible ? worse(code, ExitCode::no_solution) : code;
    }
    ExitCode rewrite(const cover::Problem& problem) {
        const std::string& name = arguments_.rewrite.empty() ? "knuth" : arguments_.rewrite;
        const auto text =
            cover::write_problem(problem, value_named(cover::text_format_named(name), "--rewrite", name));
        if (!text) return refuse(text.error());
        return write_out(out_ + *text) ? ExitCode::answered : ExitCode::output_lost;
    }

    const Arguments& arguments_;
    const cover::Problem& problem_;
    cover::SolutionFormat format_;
    cover::Settings settings_;
    std::string out_;
    bool lost_ = false;
};

ExitCode run(const Arguments& arguments) {
    const cover::TextSettings reading{
        .format = value_named(cover::text_format_named(arguments.from), "--from", arguments.from),
        .allow_uncovered = arguments.allow_uncovered};
    const Result<std::string> text = read_whole(arguments.files);
    if (!text) {
        say(text.error().text);
        return ExitCode::malformed_input;
    }
    const auto problem = cover::read_problem(*text, reading);
    if (problem) return Asker(arguments, *problem).ask();
    say(fmt::format("{}:{}:{}: {}", arguments.files.empty() ? "stdin" : arguments.files.front(),
                    problem.error().line, problem.error().column, problem.error().text));
    return ExitCode::malformed_input;
}

void add_questions(CLI::App& app, Arguments& arguments) {
    app.add_option("--limit", arguments.limit, "How many solutions to print; 0 for all")
        ->check(whole_number())
        ->capture_default_str();
    app.add_flag("--count", arguments.count, "Only count the solutions, all of them");
    app.add_option("--cheapest", arguments.cheapest, "The so many cheapest solutions")->check(whole_number());
    app.add_option("--sample", arguments.samples, "So many solutions at random")->check(whole_number());
    app.add_option("--estimate", arguments.estimate, "Estimate numbers from so many random descents")
        ->check(whole_number());
    app.add_flag(
        "--reduce", arguments.reduce,
        "Write the problem without options that are forced or blocked; comments tell which these are");
    app.add_option("--rewrite", arguments.rewrite, "Write the problem as knuth, matrix or json")
        ->type_name("FORMAT");
}

}  // namespace

std::function<ExitCode()> add_cover(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    app.add_option("files", arguments->files, "A problem; standard input if none")->type_name("FILE");
    app.add_option("--from", arguments->from, "automatic, knuth, matrix or json")->type_name("FORMAT");
    app.add_option("--to", arguments->to, "Solutions as options, rows or json")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_flag("--allow-uncovered", arguments->allow_uncovered, "Accept items that no option covers");
    add_questions(app, *arguments);
    app.add_option("--engine", arguments->engine, "automatic, links, cells, rows, memo or cost")
        ->type_name("ENGINE");
    app.add_option(
           "--rule", arguments->rule,
           "Branch on the item with the fewest options, or sharp (first those whose names begin with #), "
           "or first (the first that is open); engine cells does all three")
        ->type_name("RULE")
        ->capture_default_str();
    app.add_option("--nodes", arguments->nodes, "Stop after so many nodes")->check(whole_number());
    app.add_option("--timeout", arguments->timeout, "Stop after so many seconds")->check(seconds_number());
    app.add_option("--jobs", arguments->jobs, "Threads; all processors if not given")->check(whole_number());
    app.add_option("--seed", arguments->seed, "Seed of samples and estimates")->check(whole_number());
    app.add_option("--memory", arguments->memory, "Megabytes the memo engine may fill")
        ->check(whole_number())
        ->capture_default_str();
    app.add_flag("--progress", arguments->progress, "Say every second how far the search has come");
    app.add_flag("--stats", arguments->stats, "Say what the search took, on standard error");
    return [arguments] { return run(*arguments); };
}

}  // namespace quadrille::cli
