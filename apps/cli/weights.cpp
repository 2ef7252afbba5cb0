#include "weights.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

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
    std::ifstream file(name_);
    std::stringstream text;
    text << file.rdbuf();
    if (!file)
        return Error{ErrorCode::unreadable, fmt::format("no weights '{}': neither a name nor a file", name_)};
    Result<Objective> read = Objective::read(side, text.str());
    if (read || read.error().line == 0) return read;
    return Error{read.error().code, fmt::format("{}:{}:{}: {}", name_, read.error().line, read.error().column,
                                                read.error().text)};
}

}  // namespace quadrille::cli
