// quadrille: parses the command line, runs one command, turns what happened into an exit code.
#include <fmt/format.h>

#include <exception>

#include "command.hpp"
#include "terminal.hpp"

namespace quadrille::cli {
namespace {

/// Throws where the first word should be a command and is none.
void check_command_name(int count, char** words) {
    if (count < 2 || *words[1] == '-') return;
    std::string known;
    for (const Command& command : commands()) {
        if (command.name == words[1]) return;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", command.name);
    }
    throw CLI::ValidationError(fmt::format("no command is named '{}'; there are {}", words[1], known));
}

ExitCode run(int count, char** words) {
    CommandLine line;
    try {
        check_command_name(count, words);
        line.app.parse(count, words);
        watch_interrupts();
        for (const auto& [command, act] : line.actions) {
            if (command->parsed()) return act();
        }
    } catch (const CLI::Success&) {
        const CLI::App* asked =
            line.app.get_subcommands().empty() ? &line.app : line.app.get_subcommands().front();
        const bool version = line.app.get_version_ptr() != nullptr && line.app.get_version_ptr()->count() > 0;
        return write_out(version ? "quadrille " QUADRILLE_VERSION "\n" : asked->help())
                   ? ExitCode::answered
                   : ExitCode::output_lost;
    } catch (const CLI::Error& error) {
        say(fmt::format("{} (try quadrille --help)", error.what()));
        return ExitCode::usage;
    }
    return ExitCode::internal_error;
}

}  // namespace
}  // namespace quadrille::cli

int main(int count, char** words) {
    using quadrille::cli::ExitCode;
    try {
        const ExitCode code = quadrille::cli::run(count, words);
        if (code == ExitCode::output_lost) quadrille::cli::say("cannot write the output");
        return static_cast<int>(code);
    } catch (const std::exception& fault) {
        quadrille::cli::say(fmt::format("internal error: {}", fault.what()));
        return static_cast<int>(ExitCode::internal_error);
    }
}
