#include "command.hpp"

#include <array>

namespace quadrille::cli {

namespace {

constexpr std::array<Command, 10> command_table{{
    {"solve", "Solve puzzles, and say of each whether its solution is the only one", add_solve},
    {"count", "Count solutions, up to a limit or all", add_count},
    {"check", "Check puzzles: valid, unique, minimal, redundant clues", add_check},
    {"target", "Find the completion with the best sum of weight x digit, proven", add_target},
    {"convert", "Rewrite puzzles in another format", add_convert},
    {"formats", "List the formats", add_formats},
    {"cover", "Exact cover: solve, count, find the cheapest, draw samples", add_cover},
    {"judge", "Answer a judge's problem in that judge's exact format", add_judge},
    {"completion", "Print the completion script of a shell", add_completion},
    {"manual", "Print the manual page", add_manual},
}};

}  // namespace

std::span<const Command> commands() { return command_table; }

CommandLine::CommandLine(std::string_view only)
    : app("Quadrille: solves Sudoku of any size and shape, and says what is true of it", "quadrille") {
    app.require_subcommand(1);
    app.set_version_flag("--version", "quadrille " QUADRILLE_VERSION);
    for (const Command& command : commands()) {
        if (!only.empty() && only != command.name) continue;
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
        actions.emplace_back(sub, command.add(*sub));
    }
}

}  // namespace quadrille::cli
