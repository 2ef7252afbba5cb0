#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "judges/judge.hpp"
#include "source.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

struct Arguments {
    std::string name;
    std::vector<std::string> files;
    std::uint64_t nodes = 0;
    double timeout = 0;
};

ExitCode run(const Arguments& arguments) {
    const auto judge = std::find_if(judges().begin(), judges().end(),
                                    [&](const Judge& j) { return j.name == arguments.name; });
    const Result<std::string> input = read_whole(arguments.files);
    if (!input) {
        say(input.error().text);
        return ExitCode::malformed_input;
    }
    Trial trial{.bounds = {.solutions = 0,
                           .nodes = arguments.nodes,
                           .seconds = arguments.timeout,
                           .stop = &interrupt_flag()},
                .output = {},
                .messages = {}};
    const auto error = judge->answer(*input, trial);
    const bool written = write_out(trial.output);
    write_messages(trial.messages);
    if (error) {
        const std::string file = arguments.files.empty() ? "stdin" : arguments.files.front();
        const std::string place =
            error->line == 0 ? file : fmt::format("{}:{}:{}", file, error->line, error->column);
        say(fmt::format("{}: {}", place, error->text));
        const bool interrupted = interrupt_flag().requested();
        trial.code = worse(trial.code, interrupted ? ExitCode::interrupted : ExitCode::malformed_input);
    }
    return written ? trial.code : ExitCode::output_lost;
}

}  // namespace

std::function<ExitCode()> add_judge(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    std::vector<std::string> names;
    std::string list = "Problems:";
    for (const Judge& judge : judges()) {
        names.emplace_back(judge.name);
        list += fmt::format("\n  {:<11}{}", judge.name, judge.problem);
    }
    app.add_option("name", arguments->name, "The problem")
        ->required()
        ->check(CLI::IsMember(names))
        ->type_name("NAME");
    add_files(app, arguments->files, "The judge's input; none for standard input");
    app.add_option("--nodes", arguments->nodes, "Stop after N search points a case; 0 for no bound")
        ->type_name("N")
        ->check(whole_number());
    app.add_option("--timeout", arguments->timeout, "Stop after so many seconds a case; 0 for no bound")
        ->type_name("SECONDS")
        ->check(seconds_number());
    app.footer(list);
    return [arguments] { return run(*arguments); };
}

}  // namespace quadrille::cli
