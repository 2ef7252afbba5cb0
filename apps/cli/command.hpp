// The table of commands: what the program can do, and what each adds to the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string_view>

#include "exit_code.hpp"

namespace quadrille::cli {

struct Command {
    std::string_view name;
    std::string_view summary;
    /// Adds its arguments to `app` and returns what to do once they are parsed.
    std::function<ExitCode()> (*add)(CLI::App& app);
};

/// Every command, in the order in which help lists them.
std::span<const Command> commands();

std::function<ExitCode()> add_solve(CLI::App& app);
std::function<ExitCode()> add_count(CLI::App& app);
std::function<ExitCode()> add_check(CLI::App& app);
std::function<ExitCode()> add_target(CLI::App& app);
std::function<ExitCode()> add_convert(CLI::App& app);
std::function<ExitCode()> add_formats(CLI::App& app);
std::function<ExitCode()> add_cover(CLI::App& app);
std::function<ExitCode()> add_judge(CLI::App& app);
std::function<ExitCode()> add_completion(CLI::App& app);
std::function<ExitCode()> add_manual(CLI::App& app);

/// The command line; `actions` run a command each.
struct CommandLine {
    /// With the command named alone, which takes a fraction of the time; empty: with all.
    explicit CommandLine(std::string_view only = {});
    CLI::App app;
    std::vector<std::pair<CLI::App*, std::function<ExitCode()>>> actions;
};

}  // namespace quadrille::cli
