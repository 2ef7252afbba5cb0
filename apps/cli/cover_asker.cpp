#include "cover_asker.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "quadrille/parallel.hpp"
#include "reply.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

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

/// A string of JSON, whatever its bytes.
std::string json_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Names the file in each line that is not empty; within the object where a line is JSON.
std::string with_file(std::string_view text, const std::string& file, bool json) {
    std::string named;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        const std::string_view line = text.substr(at, end - at);
        if (line.size() < 2) named += line;
        else if (json) named += fmt::format("{{\"file\":{},{}", json_text(file), line.substr(1));
        else named += fmt::format("{}: {}", file, line);
        at = end;
    }
    return named;
}

}  // namespace

std::string fault_line(const CoverArguments& arguments, const std::string& file, const Error& error) {
    if (arguments.to != "json") return error_line({file, error.line}, error.text);
    return fmt::format("{{\"file\":{},\"error\":{},\"line\":{},\"column\":{}}}\n", json_text(file),
                       json_text(error.text), error.line, error.column);
}

std::string at_fault(const std::string& file, const Error& error) {
    if (error.line == 0) return error.text;
    return fmt::format("{}:{}:{}: {}", file, error.line, error.column, error.text);
}

cover::TextFormat text_format(const char* argument, const std::string& name) {
    return value_named(cover::text_format_named(name), argument, name);
}

CoverAsker::CoverAsker(const CoverArguments& arguments, const cover::Problem& problem,
                       const std::string& file)
    : arguments_(arguments),
      problem_(problem),
      file_(file),
      format_(value_named(cover::solution_format_named(arguments.to), "--to", arguments.to)) {
    settings_.engine = value_named(cover::engine_named(arguments.engine), "--engine", arguments.engine);
    settings_.rule = value_named(cover::item_rule_named(arguments.rule), "--rule", arguments.rule);
    settings_.bounds = {
        .solutions = 0, .nodes = arguments.nodes, .seconds = arguments.timeout, .stop = &interrupt_flag()};
    settings_.jobs = arguments.jobs == 0 ? processor_count() : arguments.jobs;
    settings_.seed = arguments.seed;
    settings_.memory = static_cast<std::size_t>(arguments.memory) << 20;
    if (arguments.progress) settings_.progress = show_progress;
}

ExitCode CoverAsker::ask() {
    if (arguments_.reduce) return reduce();
    if (!arguments_.rewrite.empty()) return rewrite(problem_);
    if (arguments_.estimate != 0) return estimate();
    if (arguments_.samples != 0) return sample();
    if (arguments_.cheapest != 0) return find_cheapest();
    return arguments_.count ? count() : visit();
}

void CoverAsker::tell(const std::string& text) const { say(file_.empty() ? text : file_ + ": " + text); }

ExitCode CoverAsker::refuse(const Error& error) const {
    tell(error.text);
    return ExitCode::usage;
}

ExitCode CoverAsker::end(const cover::Answer& answer, bool answered) {
    if (arguments_.stats) {
        write_messages(fmt::format("{}{}{} solutions, {} nodes, {:.3f} s; {} ({}); {}\n", file_,
                                   file_.empty() ? "" : ": ", answer.solutions, answer.nodes, answer.seconds,
                                   name_of(answer.engine), answer.why, name_of(answer.stop)));
    }
    const bool none = answer.complete() && answer.solutions == 0;
    std::string known = ", no solution found yet";
    if (answer.solutions != 0)
        known =
            fmt::format(", {}at least {} solutions", printed_ ? "" : "none drawn yet of ", answer.solutions);
    if (!file_.empty() && !printed_) print_text(line_of_none(none));
    if (!write_out(std::exchange(out_, {})) || lost_) return ExitCode::output_lost;
    if (answered) return none ? ExitCode::no_solution : ExitCode::answered;
    tell(stop_words(answer.stop, settings_.bounds) + known);
    return code_of(answer.stop);
}

/// What stands in the place of an answer where no solution was printed: `none`, there is none.
std::string CoverAsker::line_of_none(bool none) const {
    if (as_json()) return fmt::format("{{\"solutions\":0,\"complete\":{}}}\n", none);
    return none ? "no solution\n" : "no solution found\n";
}

bool CoverAsker::print_text(std::string text) {
    printed_ = true;
    out_ += file_.empty() ? std::move(text) : with_file(text, file_, as_json());
    constexpr std::size_t enough = std::size_t{1} << 16;
    constexpr double soon = 0.001;  // what comes one by one is written at once
    if (out_.size() >= enough || clock_.seconds() >= next_write_) {
        lost_ |= !write_out(std::exchange(out_, {}));
        next_write_ = clock_.seconds() + soon;
    }
    return !lost_;
}

bool CoverAsker::print(std::span<const cover::Option> solution) {
    const bool lines = format_ == cover::SolutionFormat::options;  // with an empty one behind them
    if (solution.empty() && !file_.empty() && !as_json()) out_ += file_ + (lines ? ":\n" : ":");
    return print_text(cover::write_solution(problem_, solution, format_) + '\n');
}

ExitCode CoverAsker::visit() {
    settings_.bounds.solutions = arguments_.limit.value_or(1);
    const auto answer = cover::visit(
        problem_, [this](std::span<const cover::Option> s) { return print(s); }, settings_);
    if (!answer) return refuse(answer.error());
    return end(*answer, answer->complete() || answer->stop == StopReason::solutions);
}

ExitCode CoverAsker::count() {
    Result<cover::Count> counted = cover::Count{};
    settings_.bounds.solutions = arguments_.limit.value_or(0);
    if (settings_.bounds.solutions != 0) {
        const auto answer = cover::visit(
            problem_, [](std::span<const cover::Option>) { return true; }, settings_);
        if (!answer) return refuse(answer.error());
        counted = cover::Count{*answer, std::to_string(answer->solutions)};
    } else {
        counted = cover::count(problem_, settings_);
    }
    if (!counted) return refuse(counted.error());
    const bool complete = counted->answer.complete();
    print_text(as_json() ? fmt::format("{{\"count\":{},\"complete\":{}}}\n", counted->number, complete)
                         : fmt::format("{}{}\n", complete ? "" : "at least ", counted->number));
    return end(counted->answer, complete || counted->answer.stop == StopReason::solutions);
}

ExitCode CoverAsker::find_cheapest() {
    const auto found = cover::cheapest(problem_, arguments_.cheapest, settings_);
    if (!found) return refuse(found.error());
    for (const cover::Priced& priced : found->solutions) print(priced.options);
    if (!found->answer.complete()) tell(fmt::format("not proven; none costs less than {}", found->bound));
    return end(found->answer, found->answer.complete());
}

ExitCode CoverAsker::sample() {
    const auto drawn = cover::sample(problem_, arguments_.samples, settings_);
    if (!drawn) return refuse(drawn.error());
    for (const cover::Solution& solution : drawn->solutions) print(solution);
    return end(drawn->answer, drawn->answer.complete());
}

ExitCode CoverAsker::estimate() {
    const auto guess = cover::estimate(problem_, arguments_.estimate, settings_);
    if (!guess) return refuse(guess.error());
    const char* form = as_json() ? "{{\"solutions\":{:.6g},\"solutions_error\":{:.2g},\"nodes\":{:.6g},"
                                   "\"nodes_error\":{:.2g}}}\n"
                                 : "solutions {:.6g} (standard error {:.2g})\n"
                                   "nodes {:.6g} (standard error {:.2g})\n";
    print_text(fmt::format(fmt::runtime(form), guess->solutions, guess->solutions_error, guess->nodes,
                           guess->nodes_error));
    if (!guess->answer.complete()) tell(stop_words(guess->answer.stop, settings_.bounds));
    tell(fmt::format("{} descents; to walk over all may take one thread {:.2g} s", guess->descents,
                     guess->seconds));
    return write_out(out_) ? code_of(guess->answer.stop) : ExitCode::output_lost;
}

ExitCode CoverAsker::reduce() {
    const cover::Reduction reduction = cover::reduce(problem_, settings_);
    const cover::Cost paid = problem_.cost_of(reduction.forced);
    const std::string price = paid == 0 ? "" : fmt::format(" at a cost of {}", paid);
    tell(fmt::format("{} option{} forced{}, {} blocked, {} left", reduction.forced.size(),
                     reduction.forced.size() == 1 ? "" : "s", price, reduction.blocked.size(),
                     reduction.problem.option_count()));
    if (arguments_.rewrite.empty() || arguments_.rewrite == "knuth") {
        out_ = comment("forced", reduction.forced);
        if (paid != 0) out_ += fmt::format("| cost of the forced: {}\n", paid);
        out_ += comment("blocked", reduction.blocked);
    }
    const ExitCode code = rewrite(reduction.problem);
    if (reduction.stop != StopReason::exhausted) {
        tell(stop_words(reduction.stop, settings_.bounds) + ", more may be forced or blocked");
        return worse(code, code_of(reduction.stop));
    }
    return reduction.impossible ? worse(code, ExitCode::no_solution) : code;
}

ExitCode CoverAsker::rewrite(const cover::Problem& problem) {
    const std::string& name = arguments_.rewrite.empty() ? "knuth" : arguments_.rewrite;
    const auto text = cover::write_problem(problem, text_format("--rewrite", name));
    if (!text) return refuse(text.error());
    return write_out(out_ + *text) ? ExitCode::answered : ExitCode::output_lost;
}

}  // namespace quadrille::cli
