// The weights that a command is told, for boards of any side.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "quadrille/target.hpp"

namespace quadrille::cli {

inline constexpr const char* weights_help =
    "classic (rings, 6 at the rim), centre, flat, or a file: a number a cell, or one a cell and digit";

/// What --weights said: a name of the library's, or a file of numbers.
struct ToldWeights {
    std::string name;
    std::optional<std::vector<std::int64_t>> numbers;  ///< of the file; nothing: the name is the library's
};

/// Reads the file, if it is one. Throws CLI::ValidationError: neither a name nor a file of
/// numbers.
ToldWeights read_weights(const std::string& name);

/// The objectives these weights make, one for each side met.
class Weights {
  public:
    explicit Weights(const ToldWeights& told) : told_(told) {}

    /// The objective for boards of this side; it lives as long as this. Refused: a file of another side.
    Result<const Objective*> of(int side);

  private:
    Result<Objective> make(int side) const;

    const ToldWeights& told_;
    std::map<int, Objective> made_;
};

}  // namespace quadrille::cli
