// Large grids in process, and the same as clauses for other programs: see bench/compare_large.
//     large_ask solve ENGINE SECONDS FILE    a line a puzzle: processor seconds, verdict
//     large_ask clauses DIR FILE             writes DIR/1.cnf, DIR/2.cnf, ...
// A line of FILE is box rows, box columns, the cells in row order, 0 for empty; # begins a comment.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>

#include "quadrille/solve.hpp"

using namespace quadrille;

namespace {

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::vector<Puzzle> read(const char* path) {
    std::map<std::pair<int, int>, GeometryPtr> boards;
    std::vector<Puzzle> puzzles;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        int rows = 0, columns = 0;
        words >> rows >> columns;
        GeometryPtr& board = boards[{rows, columns}];
        if (!board)
            board = Geometry::make(rows == 1 ? Layout::latin(columns) : Layout::boxed(rows, columns)).value();
        Puzzle puzzle{board, {}, {}};
        for (Digit digit; words >> digit;) puzzle.givens.push_back(digit);
        puzzles.push_back(std::move(puzzle));
    }
    return puzzles;
}

void solve(Engine engine, double seconds, const std::vector<Puzzle>& puzzles) {
    Workbench bench;
    for (const Puzzle& puzzle : puzzles) {
        const double before = processor_seconds();
        const auto answer =
            bench.solve(puzzle, {.engine = engine, .bounds = {.solutions = 1, .seconds = seconds}});
        const double took = processor_seconds() - before;
        fmt::print("{:.6f} {}\n", took, answer ? name_of(answer->verdict()) : answer.error().text);
        std::fflush(stdout);
    }
}

int write_all(const std::string& folder, const std::vector<Puzzle>& puzzles) {
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        if (write_clauses(puzzles[i], fmt::format("{}/{}.cnf", folder, i + 1))) return 1;
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const std::string task = count > 3 ? words[1] : "";
    if (task == "solve" && count == 5) {
        const auto engine = engine_named(words[2]);
        if (!engine) return 64;
        solve(*engine, std::atof(words[3]), read(words[4]));
        return 0;
    }
    if (task == "clauses" && count == 4) return write_all(words[2], read(words[3]));
    fmt::print(stderr, "usage: large_ask solve ENGINE SECONDS FILE | large_ask clauses DIR FILE\n");
    return 64;
}
