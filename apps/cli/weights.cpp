#include "weights.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "source.hpp"

namespace quadrille::cli {

ToldWeights read_weights(const std::string& name) {
    if (Objective::named(1, name)) return {name, {}};
    if (access(name.c_str(), F_OK) != 0)
        throw CLI::ValidationError("--weights", fmt::format("'{}' is neither a name nor a file", name));
    const Result<std::string> text = read_whole({name});
    if (!text) throw CLI::ValidationError("--weights", text.error().text);
    auto numbers = Objective::read_numbers(*text);
    if (numbers) return {name, std::move(*numbers)};
    const Error& fault = numbers.error();
    const std::string where =
        fault.line == 0 ? name : fmt::format("{}:{}:{}", name, fault.line, fault.column);
    throw CLI::ValidationError("--weights", fmt::format("{}: {}", where, fault.text));
}

Result<const Objective*> Weights::of(int side) {
    auto found = made_.find(side);
    if (found == made_.end()) {
        const Result<Objective> objective = make(side);
        if (!objective) return objective.error();
        found = made_.emplace(side, *objective).first;
    }
    return &found->second;
}

Result<Objective> Weights::make(int side) const {
    if (!told_.numbers) return Objective::named(side, told_.name);
    const Result<Objective> made = Objective::numbers(side, *told_.numbers);
    if (made) return made;
    return Error{made.error().code, fmt::format("{}: {}", told_.name, made.error().text)};
}

}  // namespace quadrille::cli
