// In a checked build: is the bound of every node above every completion found, before or later?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quadrille/target.hpp"
#include "target/scale.hpp"

namespace quadrille::target {

/// Holds what the search claimed at each node against the best completion it knows. The claims so far are
/// kept, until there are too many of them, and held against a better completion when one is found.
class Witness {
  public:
    explicit Witness(const ScaledObjective& scaled) : scaled_(scaled) {}

    /// A node whose candidates were `before`, of which everything that reaches `required` scores `bound` at
    /// most (scaled) and is left in `after` (empty: nothing reaches it).
    struct Claim {
        std::vector<DigitBits> before;
        std::vector<DigitBits> after;
        std::int64_t bound;
        std::int64_t required;
    };
    void see(Claim claim);
    void find(std::span<const Digit> grid, std::int64_t score);

  private:
    void check(const Claim& claim) const;

    const ScaledObjective& scaled_;
    std::optional<ScoredGrid> best_;
    std::vector<Claim> claims_;
};

}  // namespace quadrille::target
