// The arguments that several commands share, each group added to a command by one call.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "batch.hpp"
#include "quadrille/solve.hpp"
#include "reply.hpp"

namespace quadrille::cli {

/// Checks for numbers of the command line, with messages of our own.
constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();
CLI::Validator whole_number(std::uint64_t most = largest_number);
CLI::Validator at_least_one(std::uint64_t most = largest_number);
CLI::Validator seconds_number();

/// An argument that changes nothing beside the others where `idle`, and why.
struct IdleRule {
    const char* argument;
    bool idle;
    std::string reason;
};
/// What cannot change the answer is refused, not taken in silence.
void refuse_idle(const CLI::App& app, std::initializer_list<IdleRule> rules);

/// The files to read; standard input may be named only once.
CLI::Option* add_files(CLI::App& app, std::vector<std::string>& files, const std::string& description);

/// Files, --from, --board and its parts, --jobs, --quiet, --verbose.
struct InputArguments {
    std::vector<std::string> files;
    std::string from;
    int side = 0;
    std::string boxes;
    std::string regions;
    bool latin = false;
    bool diagonals = false;
    bool windows = false;
    std::vector<std::string> extra;
    unsigned jobs = 0;
    bool quiet = false;
    bool verbose = false;

    void add_to(CLI::App& app);
    /// What the reader is told; throws CLI::ValidationError on a board that cannot exist.
    ReadSettings reading() const;
    unsigned job_count() const;
};

/// --engine, --limit, --nodes, --timeout.
struct SearchArguments {
    std::string engine = "auto";
    std::uint64_t limit = 2;
    std::uint64_t nodes = 0;
    double timeout = 0;
    std::optional<std::uint64_t> seed;

    void add_to(CLI::App& app);
    void add_seed_to(CLI::App& app);
    /// Throws CLI::ValidationError where a seed could change nothing.
    void refuse_idle_seed() const;
    void add_limit_to(CLI::App& app, const std::string& description);
    SolveSettings settings() const;
};

/// --to for answers, --colour, --stats.
struct OutputArguments {
    std::string to;
    std::string colour = "auto";
    bool stats = false;

    void add_to(CLI::App& app);
    Printer printer(std::vector<std::string_view> columns) const;
};

/// A plan for run_batch with all but make_work filled in.
BatchPlan plan_of(const InputArguments& input, const Printer& printer);

}  // namespace quadrille::cli
