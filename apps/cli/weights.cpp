#include "weights.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "source.hpp"

namespace quadrille::cli {

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
    Result<Objective> named = Objective::named(side, name_);
    if (named || named.error().code != ErrorCode::unknown_name) return named;
    if (access(name_.c_str(), F_OK) != 0)
        return Error{ErrorCode::unreadable, fmt::format("no weights '{}': neither a name nor a file", name_)};
    const Result<std::string> text = read_whole({name_});
    if (!text) return text.error();
    Result<Objective> read = Objective::read(side, *text);
    if (read) return read;
    const Error& fault = read.error();
    const std::string where =
        fault.line == 0 ? name_ : fmt::format("{}:{}:{}", name_, fault.line, fault.column);
    return Error{fault.code, fmt::format("{}: {}", where, fault.text)};
}

}  // namespace quadrille::cli
