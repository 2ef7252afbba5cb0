// The judges that ask for a completed grid. They differ in the header, the symbols, and what stands
// between cases; a case without a solution, which most statements exclude, prints nothing.
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "judges/judge.hpp"
#include "quadrille/solve.hpp"

namespace quadrille::cli {

namespace {

int letter_digit(char symbol) {
    if (symbol == '-') return 0;
    return symbol >= 'A' && symbol <= 'P' ? symbol - 'A' + 1 : -1;
}

int decimal_digit(char symbol) {
    if (symbol == '.' || symbol == '?') return 0;
    return symbol >= '0' && symbol <= '9' ? symbol - '0' : -1;
}

char letter_of(Digit digit) { return static_cast<char>('A' + digit - 1); }
char decimal_of(Digit digit) { return static_cast<char>('0' + digit); }

/// How one judge writes a grid.
struct Look {
    int side;
    char (*symbol)(Digit);
    std::string_view between_cells;
};

void append_grid(const Look& look, const Grid& grid, std::string& out) {
    const auto side = static_cast<std::size_t>(look.side);
    for (std::size_t i = 0; i < grid.size(); ++i) {
        out += look.symbol(grid[i]);
        if (i % side + 1 < side) out += look.between_cells;
        else out += '\n';
    }
}

constexpr Look letters16{16, letter_of, ""};
constexpr Look digits9{9, decimal_of, ""};
constexpr Look spaced9{9, decimal_of, " "};

/// A first word of digits is a count of cases; without it they go on to the end of the input.
Result<std::size_t> count_of_cases(Words& words) {
    if (words.at_end() || words.peek().find_first_not_of("0123456789") != std::string_view::npos) {
        return std::numeric_limits<std::size_t>::max();
    }
    const Result<int> count = words.number(0, 1 << 30, "a count of cases");
    if (!count) return count.error();
    return static_cast<std::size_t>(*count);
}

std::optional<Error> answer_letters(std::string_view input, Trial& trial, bool line_after_each) {
    Words words(input);
    const Result<std::size_t> cases = count_of_cases(words);
    if (!cases) return cases.error();
    const bool counted = *cases != std::numeric_limits<std::size_t>::max();
    for (std::size_t number = 1; number <= *cases && (counted || !words.at_end()); ++number) {
        if (auto interruption = trial.interruption(number)) return interruption;
        Result<Grid> givens = read_symbols(words, 16, letter_digit);
        if (!givens) return givens.error();
        const Grid solution = any_solution(boxed_puzzle(4, std::move(*givens)), number, trial);
        if (number > 1 && !line_after_each) trial.output += '\n';
        append_grid(letters16, solution, trial.output);
        if (line_after_each) trial.output += '\n';
    }
    return words.expect_end();
}

/// Reads a 9x9 and solves it.
Result<Grid> next_nine(Words& words, std::size_t number, Trial& trial) {
    if (auto interruption = trial.interruption(number)) return *interruption;
    Result<Grid> givens = read_symbols(words, 9, decimal_digit);
    if (!givens) return givens;
    return any_solution(boxed_puzzle(3, std::move(*givens)), number, trial);
}

}  // namespace

std::optional<Error> answer_uva1309(std::string_view input, Trial& trial) {
    return answer_letters(input, trial, false);
}
std::optional<Error> answer_acwing171(std::string_view input, Trial& trial) {
    return answer_letters(input, trial, true);
}

std::optional<Error> answer_p1784(std::string_view input, Trial& trial) {
    Words words(input);
    const Result<Grid> solution = next_nine(words, 1, trial);
    if (!solution) return solution.error();
    append_grid(spaced9, *solution, trial.output);
    // As in the judge's sample: a space ends every line but the last.
    for (std::size_t at = trial.output.find('\n'); at + 1 < trial.output.size();
         at = trial.output.find('\n', at + 2)) {
        trial.output.insert(at, " ");
    }
    return words.expect_end();
}

std::optional<Error> answer_poj2676(std::string_view input, Trial& trial) {
    Words words(input);
    const Result<int> cases = words.number(0, 1 << 30, "a count of cases");
    if (!cases) return cases.error();
    for (int number = 1; number <= *cases; ++number) {
        const Result<Grid> solution = next_nine(words, static_cast<std::size_t>(number), trial);
        if (!solution) return solution.error();
        append_grid(digits9, *solution, trial.output);
    }
    return words.expect_end();
}

std::optional<Error> answer_poj2918(std::string_view input, Trial& trial) {
    Words words(input);
    const Result<int> cases = words.number(0, 1 << 30, "a count of scenarios");
    if (!cases) return cases.error();
    for (int number = 1; number <= *cases; ++number) {
        const Result<Grid> solution = next_nine(words, static_cast<std::size_t>(number), trial);
        if (!solution) return solution.error();
        trial.output += fmt::format("Scenario #{}:\n", number);
        append_grid(digits9, *solution, trial.output);
        trial.output += '\n';
    }
    return words.expect_end();
}

std::optional<Error> answer_poj3074(std::string_view input, Trial& trial) {
    Words words(input);
    for (std::size_t number = 1; !words.at_end() && words.peek() != "end"; ++number) {
        if (words.peek().size() != 81) {
            const std::string_view word = words.take();
            return words.error(fmt::format("a case is a word of 81 cells, not of {}", word.size()));
        }
        const Result<Grid> solution = next_nine(words, number, trial);
        if (!solution) return solution.error();
        for (Digit digit : *solution) trial.output += decimal_of(digit);
        trial.output += '\n';
    }
    return {};
}

std::optional<Error> answer_hdu1426(std::string_view input, Trial& trial) {
    Words words(input);
    for (std::size_t number = 1; !words.at_end(); ++number) {
        const Result<Grid> solution = next_nine(words, number, trial);
        if (!solution) return solution.error();
        if (number > 1) trial.output += '\n';
        append_grid(spaced9, *solution, trial.output);
    }
    return {};
}

std::optional<Error> answer_uva989(std::string_view input, Trial& trial) {
    Words words(input);
    Workbench bench;
    for (std::size_t number = 1; !words.at_end(); ++number) {
        if (auto interruption = trial.interruption(number)) return interruption;
        const Result<int> box = words.number(1, 3, "the side of a box");
        if (!box) return box.error();
        const int side = *box * *box;
        Grid givens;
        for (int i = 0; i < side * side; ++i) {
            const Result<int> digit = words.number(0, side, "a digit");
            if (!digit) return digit.error();
            givens.push_back(static_cast<Digit>(*digit));
        }
        const Result<Grid> solution =
            first_in_order(bench, boxed_puzzle(*box, std::move(givens)), trial.bounds);
        if (number > 1) trial.output += '\n';
        const ExitCode stopped = trial.interruption(number) ? ExitCode::interrupted : ExitCode::stopped;
        if (!solution) trial.fail(number, solution.error().text, stopped);
        else if (solution->empty()) trial.output += "NO SOLUTION\n";
        else append_grid({side, decimal_of, " "}, *solution, trial.output);
    }
    return {};
}

}  // namespace quadrille::cli
