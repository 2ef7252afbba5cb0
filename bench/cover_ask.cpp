// Asks one question of an exact cover problem and prints one number:
//     cover_ask visit|count|cheapest FILE [ENGINE [THREADS]]
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "quadrille/cover_text.hpp"

namespace {

using namespace quadrille;

/// The number asked for as text, or an Error.
Result<std::string> ask(const std::string& question, const cover::Problem& problem,
                        const cover::Settings& settings) {
    if (question == "count") {
        auto counted = cover::count(problem, settings);
        if (!counted) return counted.error();
        return counted->number;
    }
    if (question == "cheapest") {
        auto found = cover::cheapest(problem, 1, settings);
        if (!found) return found.error();
        return std::to_string(found->bound);
    }
    std::size_t options = 0;
    const cover::Visitor visitor = [&](std::span<const cover::Option> solution) {
        options += solution.size();
        return true;
    };
    auto answer = cover::visit(problem, visitor, settings);
    if (!answer) return answer.error();
    return std::to_string(answer->solutions);
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) return 64;
    std::ifstream in(words[2]);
    std::stringstream text;
    text << in.rdbuf();
    const auto problem = cover::read_problem(text.str(), {.allow_uncovered = true});
    const auto engine = cover::engine_named(count > 3 ? words[3] : "automatic");
    if (!problem || !engine) return 3;
    const auto jobs = static_cast<unsigned>(count > 4 ? std::atoi(words[4]) : 1);
    const auto number = ask(words[1], *problem, {.engine = *engine, .jobs = jobs});
    std::cout << (number ? *number : number.error().text) << '\n';
    return number ? 0 : 1;
}
