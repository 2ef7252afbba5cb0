// Asks for the best score of target Sudoku in process, and prints it with the processor time it took:
//     target_ask [--weights NAME|FILE] [--turns N] [--seconds N] FILE...
// A FILE holds one board, numbers between white space, 0 for an empty cell. A line each: file, status, best
// score, bound, nodes, evaluations, seconds of processor time (the least of the turns).
#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include "quadrille/target.hpp"

namespace {

using namespace quadrille;

double processor_time() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Asked {
    std::string weights = "classic";
    int turns = 1;
    double seconds = 0;
};

int ask(const std::string& path, const Asked& asked) {
    std::istringstream text(text_of(path));
    Grid givens;
    for (int number = 0; text >> number;) givens.push_back(static_cast<Digit>(number));
    int side = 1;
    while (static_cast<std::size_t>(side * side) < givens.size()) ++side;
    const auto geometry = Geometry::make(Layout::usual(side));
    auto objective = Objective::named(side, asked.weights);
    if (!objective) objective = Objective::read(side, text_of(asked.weights));
    if (!geometry || !objective || givens.size() != (*geometry)->cell_count()) {
        std::cerr << "target_ask: cannot read " << path << " or " << asked.weights << '\n';
        return 3;
    }
    TargetSettings settings;
    settings.bounds.seconds = asked.seconds;
    double least = std::numeric_limits<double>::max();
    TargetAnswer answer;
    for (int turn = 0; turn < asked.turns; ++turn) {
        const double start = processor_time();
        answer = optimise({*geometry, givens, {}}, *objective, settings).value();
        least = std::min(least, processor_time() - start);
    }
    std::cout << path << ' ' << name_of(answer.status) << ' ' << answer.best().value_or(-1) << ' '
              << answer.bound << ' ' << answer.nodes << ' ' << answer.evaluations << ' ' << least
              << std::endl;
    return 0;
}

}  // namespace

int main(int count, char** words) {
    Asked asked;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool is_setting = word.starts_with("--") && i + 1 < count;
        if (word == "--weights" && is_setting) asked.weights = words[++i];
        else if (word == "--turns" && is_setting) asked.turns = std::stoi(words[++i]);
        else if (word == "--seconds" && is_setting) asked.seconds = std::stod(words[++i]);
        else if (const int fault = ask(word, asked); fault != 0) return fault;
    }
}
