// Luogu P1074, target Sudoku: the best sum of weight x digit over all completions; the weights rise from 6 at
// the rim to 10 in the centre.
#include <fmt/core.h>

#include "judges/judge.hpp"
#include "quadrille/target.hpp"

namespace quadrille::cli {

namespace {

int decimal_digit(char symbol) { return symbol >= '0' && symbol <= '9' ? symbol - '0' : -1; }

}  // namespace

std::optional<Error> answer_p1074(std::string_view input, Trial& trial) {
    Words words(input);
    Result<Grid> givens = read_symbols(words, 9, decimal_digit);
    if (!givens) return givens.error();
    if (auto surplus = words.expect_end()) return surplus;
    const Result<Objective> weights = Objective::named(9, "classic");
    TargetSettings settings;
    settings.bounds = trial.bounds;
    settings.bounds.solutions = 0;
    const Result<TargetAnswer> answer = optimise(boxed_puzzle(3, std::move(*givens)), *weights, settings);
    if (!answer) return answer.error();
    const std::int64_t best = answer->best().value_or(-1);
    if (answer->status != TargetStatus::stopped) {
        trial.output += fmt::format("{}\n", best);
        return {};
    }
    trial.fail(1,
               fmt::format("stopped: {}; best score so far {}, none above {}", name_of(answer->reason), best,
                           answer->bound),
               code_of(answer->reason));
    return {};
}

}  // namespace quadrille::cli
