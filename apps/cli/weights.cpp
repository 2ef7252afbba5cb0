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
    Result<std::string> text = read_whole({name});
    if (!text) throw CLI::ValidationError("--weights", text.error().text);
    return {name, std::move(*text)};
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
    if (!told_.text) return Objective::named(side, told_.name);
    Result<Objective> read = Objective::read(side, *told_.text);
    if (read) return read;
    const Error& fault = read.error();
    const std::string where =
        fault.line == 0 ? told_.name : fmt::format("{}:{}:{}", told_.name, fault.line, fault.column);
    return Error{fault.code, fmt::format("{}: {}", where, fault.text)};
}

}  // namespace quadrille::cli
