// The weights that a command is told, for boards of any side.
#pragma once

#include <map>
#include <string>

#include "quadrille/target.hpp"

namespace quadrille::cli {

inline constexpr const char* weights_help =
    "classic (rings, 6 at the rim), centre, flat, or a file: a number a cell, or one a cell and digit";

/// A name of the library's, else a file of numbers, which is read once for each side met.
class Weights {
  public:
    explicit Weights(std::string name) : name_(std::move(name)) {}

    /// The objective for boards of this side; it lives as long as this.
    Result<const Objective*> of(int side);

  private:
    Result<Objective> make(int side) const;

    std::string name_;
    std::map<int, Objective> made_;
};

}  // namespace quadrille::cli
