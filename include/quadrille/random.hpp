// The one generator behind every choice by chance: small, and the same on every machine.
#pragma once

#include <cstdint>

namespace quadrille {

/// What follows `state` in Knuth's MMIX generator; the high bits are the better ones.
constexpr std::uint64_t next_random(std::uint64_t state) {
    return state * 6364136223846793005u + 1442695040888963407u;
}

}  // namespace quadrille
