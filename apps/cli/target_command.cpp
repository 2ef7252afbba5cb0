// target: the best completion under weights, proven; or by the plain searches, for study.
#include <fmt/core.h>

#include <array>
#include <map>
#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "quadrille/target.hpp"
#include "terminal.hpp"
#include "weights.hpp"

namespace quadrille::cli {

namespace {

constexpr std::array<std::string_view, 9> csv_names{"file",  "line",   "status", "score",   "bound",
                                                    "count", "number", "reason", "solution"};
constexpr std::array<std::string_view, 3> stats_names{"nodes", "evaluations", "seconds"};

struct Arguments {
    InputArguments input;
    OutputArguments output;
    std::string weights = "classic";
    std::string engine = "bound";
    std::string order = "rows";
    bool minimum = false;
    bool descending = false;
    bool all = false;
    bool json = false;
    bool bounds = false;
    std::uint64_t best_count = 1;
    std::uint64_t limit = 0;
    std::uint64_t nodes = 0;
    double timeout = 0;

    Goal goal() const { return minimum ? Goal::minimum : Goal::maximum; }
    Bounds search_bounds() const {
        return {.solutions = limit, .nodes = nodes, .seconds = timeout, .stop = &interrupt_flag()};
    }
};

/// The line that tells how far long work is, on a terminal only.
bool show_progress(const TargetProgress& progress) {
    const std::string best = progress.best
                                 ? fmt::format("best {}, gap {:.3f} %", *progress.best, 100 * progress.gap)
                                 : "no completion yet";
    write_messages(fmt::format("\r\x1b[K{}, bound {}, {} nodes, {:.0f} s\r", best, progress.bound,
                               progress.nodes, progress.seconds));
    return true;
}

struct Desk {
    const Arguments& arguments;
    Printer printer;
    Weights weights;
    const Watch* watch;  ///< where no line of our own is shown
};

Result<TargetAnswer> search(const Desk& desk, const Puzzle& puzzle, const Objective& objective) {
    const Arguments& told = desk.arguments;
    if (told.engine == "enumerate") {
        static const std::map<std::string, EnumerationOrder> orders = {
            {"cells", EnumerationOrder::cells},
            {"rows", EnumerationOrder::rows},
            {"static", EnumerationOrder::static_cells}};
        Bounds bounds = told.search_bounds();
        bounds.solutions = 0;
        return enumerate_target(puzzle, objective,
                                {orders.at(told.order), told.descending, told.goal(), bounds});
    }
    TargetSettings settings;
    settings.goal = told.goal();
    settings.best_count = told.best_count;
    settings.all_optimal = told.all;
    if (told.limit != 0) settings.keep = told.limit;
    settings.bounds = told.search_bounds();
    if (messages_are_terminal() && !told.input.quiet && told.input.job_count() == 1)
        settings.progress = show_progress;
    else settings.bounds.watch = desk.watch;
    const Result<TargetAnswer> answer = optimise(puzzle, objective, settings);
    if (settings.progress) write_messages("\r\x1b[K");
    return answer;
}

Result<TargetAnswer> ask(Desk& desk, const Puzzle& puzzle) {
    const auto objective = desk.weights.of(puzzle.side());
    if (!objective) return objective.error();
    return search(desk, puzzle, **objective);
}

/// "2906, optimal", "2900, bound 2906, gap 0.207 % (stopped after 50 nodes)", "no completion".
std::string words_of(const Desk& desk, const TargetAnswer& answer) {
    std::string text = answer.best() ? std::to_string(*answer.best()) : "no score";
    if (answer.status == TargetStatus::no_completion) text = "no completion";
    else if (answer.status == TargetStatus::optimal) text += ", optimal";
    if (answer.status == TargetStatus::stopped || desk.arguments.bounds)
        text += fmt::format(", bound {}", answer.bound);
    if (answer.status == TargetStatus::stopped && answer.best())
        text += fmt::format(", gap {:.3f} %", 100 * answer.gap());
    if (desk.arguments.all) {
        text += fmt::format(", {}{} with this score",
                            answer.reason == StopReason::exhausted ? "" : "at least ", answer.count);
    }
    if (answer.reason != StopReason::exhausted)
        text += fmt::format(" ({})", stop_words(answer.reason, desk.arguments.search_bounds()));
    if (desk.arguments.engine == "enumerate") {
        text += fmt::format("; {}{} completion{}, {} nodes",
                            answer.reason == StopReason::exhausted ? "" : "at least ", answer.count,
                            answer.count == 1 ? "" : "s", answer.nodes);
    } else if (desk.arguments.output.stats) {
        text += fmt::format("; {} nodes, {} evaluations of {}, {:.6f} s", answer.nodes, answer.evaluations,
                            answer.bound_name, answer.seconds);
    }
    return text;
}

Facts facts_of(const Place& place, const TargetAnswer& answer, const Arguments& told) {
    Facts facts = Printer::place_facts(place);
    facts["status"] = name_of(answer.status);
    facts["score"] = answer.best() ? Facts(*answer.best()) : Facts(nullptr);
    facts["bound"] = answer.status == TargetStatus::no_completion ? Facts(nullptr) : Facts(answer.bound);
    facts["count"] = answer.count;
    facts["number"] = 1;
    facts["reason"] = name_of(answer.reason);
    facts["solution"] = nullptr;
    if (!told.output.stats) return facts;
    facts["nodes"] = answer.nodes;
    facts["evaluations"] = answer.evaluations;
    facts["seconds"] = answer.seconds;
    return facts;
}

ExitCode code_of(const TargetAnswer& answer) {
    if (answer.reason == StopReason::interrupted) return ExitCode::interrupted;
    if (answer.status == TargetStatus::no_completion) return ExitCode::no_solution;
    const bool asked_for = answer.reason == StopReason::exhausted || answer.reason == StopReason::solutions;
    return answer.status == TargetStatus::stopped || !asked_for ? ExitCode::stopped : ExitCode::answered;
}

ExitCode answer_record(Desk& desk, const ReadRecord& record, const Place& place, std::string& out) {
    const Result<TargetAnswer> answer = ask(desk, record.puzzle);
    if (!answer) {
        desk.printer.print_error(answer.error(), place, out);
        say(fmt::format("{}:{}: {}", place.file, place.line, answer.error().text));
        return ExitCode::malformed_input;
    }
    Reply reply{words_of(desk, *answer), {}, {}};
    if (desk.printer.wants_facts()) reply.facts = facts_of(place, *answer, desk.arguments);
    std::size_t number = 0;
    for (const ScoredGrid& entry : answer->grids) {
        if (++number > 1) reply.words = fmt::format("{}, number {}", entry.score, number);
        reply.grid = entry.grid;
        if (desk.printer.wants_facts()) {
            reply.facts["score"] = entry.score;
            reply.facts["number"] = number;
            reply.facts["solution"] = grid_fact(record.puzzle, entry.grid);
        }
        desk.printer.print(reply, record, place, out);
    }
    if (answer->grids.empty()) desk.printer.print(reply, record, place, out);
    return code_of(*answer);
}

/// What one of the two engines alone can do is refused for the other.
void refuse_idle_arguments(const CLI::App& app, const Arguments& arguments) {
    const bool enumerates = arguments.engine == "enumerate";
    refuse_idle(app, {{"--k", enumerates, "--k is for the engine bound"},
                      {"--all", enumerates, "--all is for the engine bound"},
                      {"--bounds", enumerates, "--bounds is for the engine bound"},
                      {"--order", !enumerates, "--order is for the engine enumerate"},
                      {"--descending", !enumerates, "--descending is for the engine enumerate"}});
}

ExitCode run(Arguments& arguments) {
    if (arguments.json) arguments.output.to = "json";
    std::vector<std::string_view> columns(csv_names.begin(), csv_names.end());
    if (arguments.output.stats) columns.insert(columns.end(), stats_names.begin(), stats_names.end());
    const Printer printer = arguments.output.printer(std::move(columns));
    const ToldWeights weights = read_weights(arguments.weights);
    BatchPlan plan = plan_of(arguments.input, printer);
    plan.prologue = printer.header();
    plan.make_work = [&](Progress& progress) {
        auto desk = std::make_shared<Desk>(Desk{arguments, printer, Weights(weights), progress.watch()});
        return Work{{}, [desk](const ReadRecord& record, const Place& place, std::string& out) {
                        return answer_record(*desk, record, place, out);
                    }};
    };
    return run_batch(plan);
}

void add_search(CLI::App& app, Arguments& arguments) {
    app.add_option("--engine", arguments.engine,
                   "bound: branch and bound; enumerate: every completion, for study")
        ->check(CLI::IsMember({"bound", "enumerate"}))
        ->type_name("NAME");
    app.add_option("--order", arguments.order,
                   "How enumerate goes: cells, rows (fullest first) or static (fewest candidates first)")
        ->check(CLI::IsMember({"cells", "rows", "static"}))
        ->type_name("NAME");
    app.add_flag("--descending", arguments.descending, "enumerate tries the largest digit first");
    app.add_option("--nodes", arguments.nodes, "Stop after N search points a puzzle; 0 for no bound")
        ->type_name("N")
        ->check(whole_number());
    app.add_option("--timeout", arguments.timeout, "Stop after so many seconds a puzzle; 0 for no bound")
        ->type_name("SECONDS")
        ->check(seconds_number());
}

}  // namespace

std::function<ExitCode()> add_target(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    arguments->input.add_to(app);
    arguments->output.add_to(app);
    app.add_option("--weights", arguments->weights, weights_help)->type_name("NAME|FILE");
    app.add_flag("--min", arguments->minimum, "The least score instead of the greatest");
    CLI::Option* best_count = app.add_option("--k", arguments->best_count, "Print the K best completions")
                                  ->type_name("K")
                                  ->check(at_least_one());
    CLI::Option* all = app.add_flag(
        "--all", arguments->all,
        "Count the completions that share the best score; print up to 1000, or as many as --limit");
    all->excludes(best_count);
    app.add_option("--limit", arguments->limit, "With --all, count up to N; 0 counts all")
        ->type_name("N")
        ->check(whole_number())
        ->needs(all);
    app.add_flag("--json", arguments->json, "The same as --to json");
    app.add_flag("--bounds", arguments->bounds, "Also say the bound where the score is proven");
    add_search(app, *arguments);
    return [arguments, &app] {
        refuse_idle_arguments(app, *arguments);
        return run(*arguments);
    };
}

}  // namespace quadrille::cli
