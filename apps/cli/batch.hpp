// The stream through the command line: files in, records read and worked on by several threads, output in
// order.
//
//   Source -> Splitter -> tasks -> [ Reader, work ] x jobs -> output, messages
//
// Plain lines of 81 characters go past Splitter and Reader where a command can answer them as they are.
// Memory is bounded by the tasks under way. Tasks grow while records are quick and shrink to one record
// while they are slow, so that neither a million easy puzzles nor ten hard ones leave a thread idle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.hpp"
#include "progress.hpp"
#include "quadrille/format.hpp"

namespace quadrille::cli {

/// Where a record stands: for messages and captions.
struct Place {
    std::string_view file;
    std::size_t line;
};

/// What became of a number of lines.
struct LinesAnswered {
    ExitCode code = ExitCode::answered;
    std::uint64_t puzzles = 0;  ///< how many were not interrupted
};

/// One thread's work on records that were read.
struct Work {
    /// Told of the records to come, in order, so that they can be worked on together; may be empty.
    std::function<void(std::span<const ReadRecord* const> records)> prepare;
    /// Answers the next of them: appends to `out`, returns what it means for the exit code.
    std::function<ExitCode(const ReadRecord& record, const Place& place, std::string& out)> answer;
    /// Answers plain lines likewise, all at once; used where BatchPlan::lines_wanted.
    std::function<LinesAnswered(const PlainLines& lines, std::string& out)> answer_lines{};
};

struct BatchPlan {
    std::vector<std::string> files;  ///< none: standard input
    ReadSettings reading;
    unsigned jobs = 1;
    bool quiet = false;
    std::string_view unit = "puzzles";  ///< what is counted while it runs
    bool one_by_one = false;            ///< a task is one record: for answers written as they are found
    bool lines_wanted = false;          ///< plain lines need not become records: Work::answer_lines
    bool verbose = false;               ///< says of each record what it was taken for
    std::string prologue;               ///< printed first
    std::string epilogue;               ///< printed last
    /// Called once a thread. The searches it makes may be watched by `progress`.
    std::function<Work(Progress& progress)> make_work;
    /// Keeps the place of a record that could not be read; place.line and error.column say where.
    std::function<void(const Error& error, const Place& place, std::string& out)> on_error;
};

/// Runs the whole batch; returns the most serious of its records' codes.
ExitCode run_batch(const BatchPlan& plan);

}  // namespace quadrille::cli
