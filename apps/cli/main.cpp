// quadrille: parses the command line, runs one command, turns what happened into an exit code.
#include <fmt/core.h>

#include <exception>
#include <new>

#include "command.hpp"
#include "source.hpp"
#include "terminal.hpp"

namespace quadrille::cli {
namespace {

/// The command that the first word names, or nothing where it is an option. Throws where it should be a
/// command and is none.
std::string_view command_name(int count, char** words) {
    if (count < 2 || *words[1] == '-') return {};
    std::string known;
    for (const Command& command : commands()) {
        if (command.name == words[1]) return command.name;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", command.name);
    }
    throw CLI::ValidationError(fmt::format("no command is named '{}'; there are {}", words[1], known));
}

/// Prints what an option like --help asks for.
ExitCode print_help(const CommandLine& line) {
    const auto chosen = line.app.get_subcommands();
    const CLI::App* asked = chosen.empty() ? &line.app : chosen.front();
    const bool version = line.app.get_version_ptr() != nullptr && line.app.get_version_ptr()->count() > 0;
    return write_out(version ? "quadrille " QUADRILLE_VERSION "\n" : asked->help()) ? ExitCode::answered
                                                                                    : ExitCode::output_lost;
}

ExitCode act(CommandLine& line, int count, char** words) {
    try {
        line.app.parse(count, words);
    } catch (const CLI::Success&) {
        return print_help(line);
    }
    watch_interrupts();
    for (const auto& [command, act] : line.actions) {
        if (command->parsed()) return act();
    }
    return ExitCode::internal_error;
}

ExitCode run(int count, char** words) {
    try {
        // Never destroyed: the process is about to end, and to take it apart takes a third of its making.
        static CommandLine& line = *new CommandLine(command_name(count, words));
        return act(line, count, words);
    } catch (const CLI::Error& error) {
        say(fmt::format("{} (try quadrille --help)", error.what()));
        return ExitCode::usage;
    }
}

}  // namespace
}  // namespace quadrille::cli

int main(int count, char** words) {
    using quadrille::cli::ExitCode;
    try {
        const ExitCode code = quadrille::cli::run(count, words);
        if (code == ExitCode::output_lost) quadrille::cli::say("cannot write the output");
        return static_cast<int>(code);
    } catch (const quadrille::cli::InterruptedReading& interruption) {
        quadrille::cli::say(interruption.what());
        return static_cast<int>(ExitCode::interrupted);
    } catch (const std::bad_alloc&) {
        quadrille::cli::say("not enough memory");
        return static_cast<int>(ExitCode::internal_error);
    } catch (const std::exception& fault) {
        quadrille::cli::say(fmt::format("internal error: {}", fault.what()));
        return static_cast<int>(ExitCode::internal_error);
    }
}
