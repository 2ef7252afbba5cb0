// One question of the cover command, asked of one problem.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "quadrille/cover_text.hpp"

namespace quadrille::cli {

/// What the cover command is told.
struct CoverArguments {
    std::vector<std::string> files;
    std::string from = "automatic";
    std::string to = "options";
    std::string engine = "automatic";
    std::string rule = "fewest";
    std::optional<std::uint64_t> limit;  ///< of solutions; 1 where they are printed, all where counted
    std::uint64_t nodes = 0;
    double timeout = 0;
    unsigned jobs = 0;
    std::uint64_t seed = 1;
    std::uint64_t memory = 1024;
    bool count = false;
    std::uint64_t cheapest = 0;
    std::uint64_t samples = 0;
    std::uint64_t estimate = 0;
    std::string rewrite;
    bool reduce = false;
    bool allow_uncovered = false;
    bool progress = false;
    bool stats = false;
};

/// Asks the question of the arguments and prints the answer.
class CoverAsker {
  public:
    /// `file` is named in each line of the output and of the messages; empty: in none. Throws
    /// CLI::ValidationError where an argument names what there is not.
    CoverAsker(const CoverArguments& arguments, const cover::Problem& problem, const std::string& file);

    ExitCode ask();

  private:
    ExitCode visit();
    ExitCode count();
    ExitCode find_cheapest();
    ExitCode sample();
    ExitCode estimate();
    ExitCode reduce();
    ExitCode rewrite(const cover::Problem& problem);

    bool as_json() const { return format_ == cover::SolutionFormat::json; }
    void tell(const std::string& text) const;
    ExitCode refuse(const Error& error) const;
    ExitCode end(const cover::Answer& answer, bool answered);
    bool print(std::span<const cover::Option> solution);
    bool print_text(std::string text);
    std::string line_of_none(bool none) const;

    const CoverArguments& arguments_;
    const cover::Problem& problem_;
    std::string file_;
    cover::SolutionFormat format_;
    cover::Settings settings_;
    std::string out_;
    Budget clock_{{}};
    double next_write_ = 0;
    bool lost_ = false;
    bool printed_ = false;
};

/// A fault in a file, as a message.
std::string at_fault(const std::string& file, const Error& error);
/// The same as a line in the place of the answer.
std::string fault_line(const CoverArguments& arguments, const std::string& file, const Error& error);
/// The value of that name; throws CLI::ValidationError where there is none.
cover::TextFormat text_format(const char* argument, const std::string& name);

}  // namespace quadrille::cli
