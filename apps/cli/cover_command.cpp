// cover: every question of include/quadrille/cover.hpp, asked of the problem in each file.
#include <fmt/core.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "cover_asker.hpp"
#include "source.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

/// One file; `name` as on the command line. The output names it where it is not the only one.
ExitCode answer_file(const CoverArguments& arguments, const cover::TextSettings& reading,
                     const std::string& name) {
    const std::string shown = name == "-" ? "stdin" : name;
    const bool several = arguments.files.size() > 1;
    const Result<std::string> text = read_whole({name});
    const Result<cover::Problem> problem = text ? cover::read_problem(*text, reading) : text.error();
    if (problem) return CoverAsker(arguments, *problem, several ? shown : "").ask();
    say(at_fault(shown, problem.error()));
    if (several && !write_out(fault_line(arguments, shown, problem.error()))) return ExitCode::output_lost;
    return ExitCode::malformed_input;
}

void refuse_idle_arguments(const CLI::App& app, const CoverArguments& told) {
    const bool writes = told.reduce || !told.rewrite.empty();
    const bool walks = told.rule != "fewest" || told.engine == "links" || told.engine == "cells" ||
                       told.engine == "rows" || told.cheapest != 0;
    const bool remembers = !writes && told.estimate == 0 && (told.samples != 0 || !walks);
    const bool draws = told.samples != 0 || told.estimate != 0 || told.progress;
    const bool counts = told.count || told.estimate != 0;
    const bool descends = told.engine != "memo" && told.engine != "twins" && told.engine != "cost";
    refuse_idle(app,
                {
                    {"--to", writes, "--to is for answers, not for a problem that is written"},
                    {"--to", counts && told.to != "json", "where a number is printed --to may only be json"},
                    {"--engine", writes, "--engine is for searches, not for a problem that is written"},
                    {"--engine", told.estimate != 0 && !descends, "--estimate goes by links, cells or rows"},
                    {"--limit", told.count && told.engine == "twins" && told.limit.value_or(0) != 0,
                     "--limit stops a walk; the twins engine counts all at once"},
                    {"--rule", writes, "--rule is for searches, not for a problem that is written"},
                    {"--rule", told.cheapest != 0, "--rule is for walks; --cheapest has rules of its own"},
                    {"--seed", !draws, "--seed is for --sample, --estimate and --progress"},
                    {"--memory", !remembers, "--memory is for the engines memo and twins, and for --sample"},
                    {"--nodes", writes && !told.reduce, "--nodes is for searches; --rewrite makes none"},
                    {"--timeout", writes && !told.reduce, "--timeout is for searches; --rewrite makes none"},
                });
}

ExitCode run(CoverArguments& arguments) {
    const cover::TextSettings reading{.format = text_format("--from", arguments.from),
                                      .allow_uncovered = arguments.allow_uncovered};
    if (arguments.files.empty()) arguments.files.emplace_back("-");
    if (arguments.files.size() > 1 && (arguments.reduce || !arguments.rewrite.empty()))
        throw CLI::ValidationError("--reduce and --rewrite take one file: they write one problem");
    ExitCode code = ExitCode::answered;
    for (const std::string& file : arguments.files) {
        code = worse(code, answer_file(arguments, reading, file));
        if (interrupt_flag().requested() || code == ExitCode::output_lost) break;
    }
    return code;
}

/// A command asks one question.
void add_questions(CLI::App& app, CoverArguments& arguments) {
    const auto positive = at_least_one();
    const std::vector<CLI::Option*> questions{
        app.add_flag("--count", arguments.count, "Only count the solutions: all, or up to --limit"),
        app.add_option("--cheapest", arguments.cheapest, "The so many cheapest solutions")->check(positive),
        app.add_option("--sample", arguments.samples, "So many solutions at random")->check(positive),
        app.add_option("--estimate", arguments.estimate, "Estimate numbers from so many random descents")
            ->check(positive)};
    const std::vector<CLI::Option*> rewritings{
        app.add_flag(
            "--reduce", arguments.reduce,
            "Write the problem without options that are forced or blocked; comments tell which these are"),
        app.add_option("--rewrite", arguments.rewrite, "Write the problem as knuth, matrix or json")
            ->type_name("FORMAT")};
    CLI::Option* limit = app.add_option("--limit", arguments.limit, "How many solutions to print; 0 for all")
                             ->check(whole_number())
                             ->default_str("1");
    for (CLI::Option* question : questions) {
        for (CLI::Option* other : questions) {
            if (question != other) question->excludes(other);
        }
        for (CLI::Option* rewriting : rewritings) question->excludes(rewriting);
        if (question != questions.front()) limit->excludes(question);
    }
    for (CLI::Option* rewriting : rewritings) limit->excludes(rewriting);
}

void add_search(CLI::App& app, CoverArguments& arguments) {
    app.add_option("--engine", arguments.engine, "automatic, links, cells, rows, memo, twins or cost")
        ->type_name("ENGINE");
    app.add_option(
           "--rule", arguments.rule,
           "Branch on the item with the fewest options, or sharp (first those whose names begin with #), "
           "or first (the first that is open); engine cells does all three")
        ->type_name("RULE")
        ->capture_default_str();
    app.add_option("--nodes", arguments.nodes, "Stop after so many nodes")->check(whole_number());
    app.add_option("--timeout", arguments.timeout, "Stop after so many seconds")->check(seconds_number());
    app.add_option("--jobs", arguments.jobs, "Threads; all processors if not given")
        ->check(whole_number(std::numeric_limits<unsigned>::max()));
    app.add_option("--seed", arguments.seed, "Seed of samples and estimates")->check(whole_number());
    app.add_option("--memory", arguments.memory, "Megabytes the memo and twins engines may fill")
        ->check(whole_number(largest_number >> 20))
        ->capture_default_str();
    app.add_flag("--progress", arguments.progress, "Say every second how far the search has come");
    app.add_flag("--stats", arguments.stats, "Say what the search took, on standard error");
}

}  // namespace

std::function<ExitCode()> add_cover(CLI::App& app) {
    auto arguments = std::make_shared<CoverArguments>();
    add_files(
        app, arguments->files,
        "A problem each; of several, each line of an answer begins with the file's name, also where there is "
        "no solution, and that of a fault with error; standard input if none");
    app.add_option("--from", arguments->from, "automatic, knuth, matrix or json")->type_name("FORMAT");
    app.add_option("--to", arguments->to, "Solutions as options, rows or json; json also for numbers")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_flag("--allow-uncovered", arguments->allow_uncovered, "Accept items that no option covers");
    add_questions(app, *arguments);
    add_search(app, *arguments);
    return [arguments, &app] {
        refuse_idle_arguments(app, *arguments);
        return run(*arguments);
    };
}

}  // namespace quadrille::cli
