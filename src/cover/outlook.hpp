// What lies ahead of a walk, estimated while it runs.
#pragma once

#include <algorithm>
#include <memory>
#include <random>

#include "cover/walker.hpp"

namespace quadrille::cover {

/// Knuth's estimate of the part of a tree that comes after a node: random descents of a second walker, of
/// which only those count that end behind the node. The mean is right wherever the walk stands.
class Outlook {
  public:
    struct Rest {
        double solutions = 0;
        double nodes = 0;  ///< with those that are solutions
    };

    Outlook(std::unique_ptr<Walker> scout, std::uint64_t seed) : scout_(std::move(scout)), random_(seed) {}

    Rest beyond(const Walker::Path& here) {
        constexpr int descents = 200;
        Rest rest;
        for (int i = 0; i < descents; ++i) {
            const Walker::Dive dive = scout_->dive(random_);
            const auto [mine, its] = std::ranges::mismatch(dive.path, here);
            if (mine == dive.path.end() || its == here.end() || *mine < *its) continue;
            rest.solutions += dive.solutions() / descents;
            rest.nodes += dive.nodes_below(static_cast<std::size_t>(mine - dive.path.begin())) / descents;
        }
        return rest;
    }

  private:
    std::unique_ptr<Walker> scout_;
    std::mt19937_64 random_;
};

}  // namespace quadrille::cover
