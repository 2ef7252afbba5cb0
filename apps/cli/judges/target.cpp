// Luogu P1074, target Sudoku: the best sum of weight x digit over all completions; the weights rise from 6 at
// the rim to 10 in the centre.
#include <fmt/format.h>

#include <algorithm>

#include "judges/judge.hpp"
#include "quadrille/solve.hpp"

namespace quadrille::cli {

namespace {

int weight_of(std::size_t cell) {
    const auto row = static_cast<int>(cell / 9);
    const auto column = static_cast<int>(cell % 9);
    return 6 + std::min({row, column, 8 - row, 8 - column});
}

int decimal_digit(char symbol) { return symbol >= '0' && symbol <= '9' ? symbol - '0' : -1; }

}  // namespace

std::optional<Error> answer_p1074(std::string_view input, Trial& trial) {
    Words words(input);
    Result<Grid> givens = read_symbols(words, 9, decimal_digit);
    if (!givens) return givens.error();
    int best = -1;
    SolveSettings settings{.bounds = trial.bounds, .visit = [&](std::span<const Digit> grid) {
                               int score = 0;
                               for (std::size_t cell = 0; cell < grid.size(); ++cell)
                                   score += weight_of(cell) * grid[cell];
                               best = std::max(best, score);
                               return true;
                           }};
    settings.bounds.solutions = 0;
    const Result<Answer> answer = Workbench().solve(boxed_puzzle(3, std::move(*givens)), settings);
    if (!answer) return answer.error();
    if (answer->exact()) {
        trial.output += fmt::format("{}\n", best);
        return {};
    }
    const bool interrupted = answer->ended == StopReason::interrupted;
    trial.fail(1, fmt::format("{}; best score so far {}", statement(*answer, settings.bounds), best),
               interrupted ? ExitCode::interrupted : ExitCode::stopped);
    return {};
}

}  // namespace quadrille::cli
