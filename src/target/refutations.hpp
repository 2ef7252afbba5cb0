// How far below the bound the optimum shall be supposed next.
#pragma once

#include <cstdint>

namespace quadrille::target {

/// What refutations took so far. The nodes of a refutation grow like a power of its reach (how far below the
/// root's bound the supposed optimum lay); the last two tell the power, and with it the reach that takes some
/// three times as many nodes as the last. All refutations together then cost about one and a half times the
/// last of them.
class Refutations {
  public:
    /// Nothing scores within `reach` of the root's bound; that took so many nodes.
    void learn(double reach, std::uint64_t nodes);
    /// next() could not be refuted with the nodes it was given.
    void overshot() { factor_ = 1 + (factor_ - 1) / 2; }
    double next() const { return reach_ * factor_; }
    /// Of the last refutation; at least 1.
    std::uint64_t nodes() const { return nodes_; }

  private:
    double reach_ = 0;
    double factor_ = 2;
    std::uint64_t nodes_ = 1;
};

}  // namespace quadrille::target
