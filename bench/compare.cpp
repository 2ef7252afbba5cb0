// Compares the 9x9 engine with other programs, text to text, in one run.
//
//   compare [--seed N] [--puzzles N] [--turns N] [--kernel NAME] [--clock] [--peer PEER]... FILE...
//
// A FILE holds a puzzle a line. Its lines are shuffled, and the digits of each renamed, by the seed. All
// peers and our engine take turns on the same lines, finding one solution (limit 1) and counting up to two
// (limit 2). Every answer is compared before a time is told: counts with ours, solutions with the rules.
// A wrong answer ends the program with code 1 and no table. Times are processor time, or by the clock with
// --clock: for programs of several threads.
//
// PEER is NAME=COMMAND or NAME=LIBRARY.so:FUNCTION.
//   A command reads the lines on its standard input and writes one line a puzzle: for limit 1 the solution,
//   anything else for none; for limit 2 a number. "{limit}" in it becomes the limit; without it, the command
//   takes part in limit 1 only. Its processor time is the user and system time of the process.
//   A function has the C signature
//       size_t FUNCTION(const char* puzzle, size_t limit, uint32_t zero, char* solution, size_t* effort)
//   with 81 characters of puzzle (. for empty; a line end follows) and room for 81 of solution, and returns
//   the number of solutions up to the limit. It is called line by line.
// qqwing, where it is installed, and `dancing` beside this program always take part.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "quadrille/nine.hpp"

namespace {

using namespace quadrille;

struct Outcome {
    std::vector<int> counts;         ///< solutions up to the limit, a puzzle
    std::vector<std::string> grids;  ///< 81 digits or empty; only for limit 1
    double seconds = 0;              ///< processor time, or by the clock
};
using Contestant = std::function<Outcome(const std::string& text, std::size_t puzzles, int limit)>;
struct Peer {
    std::string name;
    Contestant run;
    bool counts = true;  ///< takes part in limit 2
};

struct Settings {
    unsigned seed = 1;
    std::size_t puzzles = 2000;
    int turns = 5;
    std::string kernel;
    bool clock = false;
    std::vector<std::string> files;
    std::vector<Peer> peers;
};

[[noreturn]] void fail(const std::string& text) {
    std::cerr << "compare: " << text << '\n';
    std::exit(1);
}

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The time that a piece of work of this process takes.
class Stopwatch {
  public:
    static inline bool by_clock = false;
    double seconds() const { return now() - start_; }

  private:
    static double now() { return seconds_of(by_clock ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID); }
    double start_ = now();
};

/// Ours: from text to text in memory.
Outcome run_engine(NineEngine& engine, const std::string& text, std::size_t puzzles, int limit) {
    static std::vector<NineAnswer> answers(4096);
    static std::string out;
    Outcome outcome;
    outcome.counts.reserve(puzzles);
    out.assign(82 * puzzles, '\n');
    const Stopwatch watch;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const NineProgress progress = engine.solve_lines(std::string_view(text).substr(at), answers);
        if (progress.foreign_line) fail("a line is not 81 plain characters");
        for (std::size_t i = 0; i < progress.puzzles; ++i, ++done) {
            char* line = out.data() + 82 * done;
            for (std::size_t cell = 0; cell < 81; ++cell)
                line[cell] = static_cast<char>('0' + answers[i].grid[cell]);
            outcome.counts.push_back(static_cast<int>(answers[i].solutions));
        }
        at += progress.bytes;
    }
    outcome.seconds = watch.seconds();
    for (std::size_t i = 0; limit == 1 && i < puzzles; ++i) {
        outcome.grids.push_back(outcome.counts[i] == 0 ? std::string() : out.substr(82 * i, 81));
    }
    return outcome;
}

using Function = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);

Outcome run_function(Function function, const std::string& text, std::size_t puzzles, int limit) {
    Outcome outcome;
    outcome.counts.reserve(puzzles);
    std::string grids(81 * puzzles, '.');
    std::size_t effort = 0;
    const Stopwatch watch;
    for (std::size_t i = 0; i < puzzles; ++i) {
        outcome.counts.push_back(static_cast<int>(function(
            text.data() + 82 * i, static_cast<std::size_t>(limit), 0, grids.data() + 81 * i, &effort)));
    }
    outcome.seconds = watch.seconds();
    for (std::size_t i = 0; limit == 1 && i < puzzles; ++i) {
        outcome.grids.push_back(outcome.counts[i] == 0 ? std::string() : grids.substr(81 * i, 81));
    }
    return outcome;
}

/// Runs a command with files as its input and output; returns the time of the process.
double run_process(const std::string& command, const std::string& input, const std::string& output) {
    const Stopwatch watch;
    const pid_t child = fork();
    if (child == 0) {
        const int in = open(input.c_str(), O_RDONLY);
        const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(in, 0);
        dup2(out, 1);
        execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) fail("cannot run " + command);
    if (Stopwatch::by_clock) return watch.seconds();
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Outcome run_command(std::string command, const std::string& text, std::size_t puzzles, int limit) {
    const std::string folder =
        std::filesystem::temp_directory_path() / ("compare." + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/in") << text;
    if (const auto at = command.find("{limit}"); at != std::string::npos) {
        command.replace(at, 7, std::to_string(limit));
    }
    Outcome outcome;
    outcome.seconds = run_process(command, folder + "/in", folder + "/out");
    std::ifstream out(folder + "/out");
    std::string line;
    while (std::getline(out, line)) {
        const bool solved = line.size() >= 81 && line.find_first_not_of("123456789") >= 81;
        if (limit == 1) outcome.grids.push_back(solved ? line.substr(0, 81) : std::string());
        outcome.counts.push_back(limit == 1 ? (solved ? 1 : 0) : std::atoi(line.c_str()));
    }
    std::filesystem::remove_all(folder);
    if (outcome.counts.size() != puzzles) fail(command + " did not write one line a puzzle");
    return outcome;
}

Peer make_peer(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) fail("a peer is NAME=COMMAND or NAME=LIBRARY.so:FUNCTION, not " + text);
    const std::string name = text.substr(0, equals), what = text.substr(equals + 1);
    const auto library = what.find(".so:");
    if (library == std::string::npos) {
        return {name, std::bind_front(run_command, what), what.find("{limit}") != std::string::npos};
    }
    void* handle = dlopen(what.substr(0, library + 3).c_str(), RTLD_NOW);
    if (handle == nullptr) fail(dlerror());
    void* symbol = dlsym(handle, what.substr(library + 4).c_str());
    if (symbol == nullptr) fail(dlerror());
    return {name, std::bind_front(run_function, reinterpret_cast<Function>(symbol)), true};
}

Settings read_arguments(int count, char** arguments) {
    Settings settings;
    const std::string here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    settings.peers.push_back(make_peer("dancing=" + here + "/dancing {limit}"));
    if (std::system("command -v qqwing > /dev/null") == 0) {
        settings.peers.push_back(make_peer("qqwing=qqwing --solve --one-line"));
    }
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        const auto value = [&] {
            return ++i < count ? std::string(arguments[i]) : (fail(word + " needs a value"), "");
        };
        if (word == "--seed") settings.seed = static_cast<unsigned>(std::stoul(value()));
        else if (word == "--puzzles") settings.puzzles = std::stoul(value());
        else if (word == "--turns") settings.turns = std::stoi(value());
        else if (word == "--kernel") settings.kernel = value();
        else if (word == "--clock") settings.clock = true;
        else if (word == "--peer") settings.peers.push_back(make_peer(value()));
        else settings.files.push_back(word);
    }
    if (settings.files.empty()) fail("no file of puzzles");
    return settings;
}

/// The lines of a file, shuffled and renamed: 81 characters and a line end each.
std::string read_puzzles(const std::string& path, const Settings& settings) {
    std::ifstream file(path);
    if (!file) fail("cannot read " + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.size() >= 81 && line[0] != '#') lines.push_back(line.substr(0, 81));
    }
    std::mt19937 random(settings.seed);
    std::shuffle(lines.begin(), lines.end(), random);
    lines.resize(std::min(lines.size(), settings.puzzles));
    std::string text;
    for (std::string& line : lines) {
        std::string digits = "123456789";
        std::shuffle(digits.begin(), digits.end(), random);
        for (char& letter : line)
            letter = letter >= '1' && letter <= '9' ? digits[static_cast<std::size_t>(letter - '1')] : '.';
        text += line + '\n';
    }
    return text;
}

bool solves(const std::string& grid, const char* puzzle) {
    std::array<unsigned, 27> seen{};
    for (std::size_t cell = 0; cell < 81; ++cell) {
        if (puzzle[cell] != '.' && puzzle[cell] != grid[cell]) return false;
        const unsigned bit = 1u << (grid[cell] - '0');
        for (const std::size_t unit : {cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3})
            seen[unit] |= bit;
    }
    return std::all_of(seen.begin(), seen.end(), [](unsigned digits) { return digits == 0x3fe; });
}

void check(const Peer& peer, const Outcome& outcome, const Outcome& ours, const std::string& text) {
    for (std::size_t i = 0; i < ours.counts.size(); ++i) {
        const std::string puzzle = text.substr(82 * i, 81);
        if (outcome.counts[i] != ours.counts[i]) {
            fail(peer.name + " and our engine count differently: " + puzzle + ", no times are told");
        }
        if (!outcome.grids.empty() && outcome.counts[i] > 0 && !solves(outcome.grids[i], puzzle.data())) {
            fail(peer.name + " has a wrong solution: " + puzzle + ", no times are told");
        }
    }
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// One row of the table: our time a puzzle, and for each peer its time and how many times faster we are.
void compare(const std::string& path, int limit, const Settings& settings) {
    const std::string text = read_puzzles(path, settings);
    const std::size_t puzzles = text.size() / 82;
    NineEngine engine = NineEngine::make({.bounds = {.solutions = static_cast<std::uint64_t>(limit)},
                                          .kernel = settings.kernel})
                            .value();
    std::vector<double> ours;
    std::vector<std::vector<double>> times(settings.peers.size()), ratios(settings.peers.size());
    for (int turn = 0; turn <= settings.turns; ++turn) {
        const Outcome own = run_engine(engine, text, puzzles, limit);
        if (turn == 0) check({"our engine", {}}, own, own, text);
        if (turn > 0) ours.push_back(own.seconds);
        for (std::size_t k = 0; k < settings.peers.size(); ++k) {
            if (limit > 1 && !settings.peers[k].counts) continue;
            const Outcome outcome = settings.peers[k].run(text, puzzles, limit);
            if (turn == 0) check(settings.peers[k], outcome, own, text);
            if (turn == 0) continue;  // not counted
            times[k].push_back(outcome.seconds);
            ratios[k].push_back(outcome.seconds / own.seconds);
        }
    }
    const auto microseconds = [&](double seconds) { return seconds * 1e6 / static_cast<double>(puzzles); };
    std::cout << "| " << std::filesystem::path(path).stem().string() << " | " << puzzles << " | " << limit
              << " | " << microseconds(median(ours)) << " |";
    for (std::size_t k = 0; k < settings.peers.size(); ++k) {
        if (times[k].empty()) std::cout << " - |";
        else std::cout << ' ' << microseconds(median(times[k])) << " (" << median(ratios[k]) << ") |";
    }
    std::cout << std::endl;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

}  // namespace

int main(int count, char** arguments) {
    const Settings settings = read_arguments(count, arguments);
    Stopwatch::by_clock = settings.clock;
    auto engine = NineEngine::make({.kernel = settings.kernel});
    if (!engine) fail(engine.error().text);
    engine->solve(NineMarks{});
    std::cout << std::fixed;
    std::cout.precision(2);
    std::cout << processor_name() << ", kernel " << engine->kernel() << ", compiler " << __VERSION__
              << ", seed " << settings.seed << ", medians of " << settings.turns << " turns, microseconds "
              << (settings.clock ? "by the clock" : "of processor time") << " a puzzle (ratio to ours)\n\n"
              << "| set | puzzles | limit | ours |";
    for (const Peer& peer : settings.peers) std::cout << ' ' << peer.name << " |";
    std::cout << "\n|---|---|---|---|";
    for (std::size_t k = 0; k < settings.peers.size(); ++k) std::cout << "---|";
    std::cout << std::endl;
    for (const std::string& file : settings.files) {
        compare(file, 1, settings);
        compare(file, 2, settings);
    }
}
