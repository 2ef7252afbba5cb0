// How the command line ends. Documented in the README; kept in one table.
#pragma once

#include <array>
#include <string_view>

#include "quadrille/base.hpp"

namespace quadrille::cli {

enum class ExitCode {
    answered = 0,
    no_solution = 1,
    several_solutions = 2,
    malformed_input = 3,
    stopped = 4,
    usage = 64,
    internal_error = 70,
    output_lost = 74,
    interrupted = 130,
};

struct ExitCodeInfo {
    ExitCode code;
    std::string_view meaning;
};

/// Most serious first: where several apply, the first in this table is the one that counts.
inline constexpr std::array<ExitCodeInfo, 9> exit_codes{{
    {ExitCode::internal_error, "an internal error, or the set-up failed"},
    {ExitCode::output_lost, "the output could not be written"},
    {ExitCode::interrupted, "interrupted (Ctrl-C)"},
    {ExitCode::usage, "wrong use of the command line"},
    {ExitCode::malformed_input, "some input could not be read"},
    {ExitCode::stopped, "some search was stopped by a bound before its question was answered"},
    {ExitCode::no_solution, "some puzzle has no solution"},
    {ExitCode::several_solutions, "some puzzle has several solutions where one was asked for"},
    {ExitCode::answered, "all that was asked is answered"},
}};

/// The more serious of two.
inline ExitCode worse(ExitCode a, ExitCode b) {
    for (const ExitCodeInfo& info : exit_codes) {
        if (info.code == a || info.code == b) return info.code;
    }
    return a;
}

/// What it means that a search ended so.
inline ExitCode code_of(StopReason stop) {
    if (stop == StopReason::exhausted) return ExitCode::answered;
    return stop == StopReason::interrupted ? ExitCode::interrupted : ExitCode::stopped;
}

}  // namespace quadrille::cli
