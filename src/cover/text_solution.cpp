// Solutions and problems as text.
#include <fmt/format.h>

#include <algorithm>

#include "cover/text.hpp"

namespace quadrille::cover {

std::string write_solution(const Problem& problem, std::span<const Option> solution, SolutionFormat format) {
    Solution sorted(solution.begin(), solution.end());
    std::ranges::sort(sorted);
    std::string out;
    if (format == SolutionFormat::options) {
        for (Option option : sorted) out += write_option(problem, option) + '\n';
        return out;
    }
    const bool json = format == SolutionFormat::json;
    constexpr std::size_t usual_width = 6;
    out.reserve(sorted.size() * usual_width);
    for (Option option : sorted) {
        if (!out.empty()) out += json ? ',' : ' ';
        const fmt::format_int number(std::uint64_t{option} + 1);
        out.append(number.data(), number.size());
    }
    if (!json) return out;
    if (!problem.has_costs()) return fmt::format("{{\"rows\":[{}]}}", out);
    return fmt::format("{{\"rows\":[{}],\"cost\":{}}}", out, problem.cost_of(solution));
}

Result<std::string> write_problem(const Problem& problem, TextFormat format) {
    switch (format) {
        case TextFormat::json: return write_json(problem);
        case TextFormat::matrix: return write_matrix(problem);
        default: return write_knuth(problem);
    }
}

}  // namespace quadrille::cover
