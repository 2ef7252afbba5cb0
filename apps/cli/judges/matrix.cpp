// Luogu P4929: the rows of a 0/1 matrix that cover every column exactly once.
#include <fmt/format.h>

#include <algorithm>

#include "judges/judge.hpp"
#include "quadrille/cover.hpp"

namespace quadrille::cli {

namespace {

/// Columns are items, rows are options.
Result<cover::Problem> read_matrix(Words& words) {
    const Result<int> rows = words.number(0, 1 << 20, "a count of rows");
    if (!rows) return rows.error();
    const Result<int> columns = words.number(0, 1 << 20, "a count of columns");
    if (!columns) return columns.error();
    cover::Builder builder;
    builder.add_items(static_cast<cover::Item>(*columns));
    std::vector<cover::Item> items;
    for (int row = 0; row < *rows; ++row) {
        items.clear();
        for (int column = 0; column < *columns; ++column) {
            const Result<int> value = words.number(0, 1, "an entry of the matrix");
            if (!value) return value.error();
            if (*value == 1) items.push_back(static_cast<cover::Item>(column));
        }
        builder.add_option(items);
    }
    if (auto surplus = words.expect_end()) return *surplus;
    return builder.build();
}

}  // namespace

std::optional<Error> answer_p4929(std::string_view input, Trial& trial) {
    Words words(input);
    const Result<cover::Problem> problem = read_matrix(words);
    if (!problem) return problem.error();
    cover::Settings settings{.bounds = trial.bounds};
    settings.bounds.solutions = 1;
    const Result<cover::Found> found = cover::solve(*problem, settings);
    if (!found) return found.error();
    if (found->solutions.empty() && !found->answer.complete()) {
        trial.fail(1, fmt::format("stopped ({}), no solution found yet", name_of(found->answer.stop)),
                   code_of(found->answer.stop));
        return {};
    }
    if (found->solutions.empty()) {
        trial.output += "No Solution!\n";
        return {};
    }
    cover::Solution rows = found->solutions.front();
    std::sort(rows.begin(), rows.end());
    for (cover::Option& row : rows) ++row;  // the judge counts from 1
    trial.output += fmt::format("{}\n", fmt::join(rows, " "));
    return {};
}

}  // namespace quadrille::cli
