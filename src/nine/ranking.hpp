// The tables behind the choice of a branching cell (see branch-inl.hpp), the same for every kernel.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "nine/job.hpp"

namespace quadrille::nine {

/// The larger key is the better cell; its low byte is the cell. No key is 0.
constexpr std::uint32_t ranking_key(std::uint32_t score, std::size_t cell) {
    return (score + 1) << 8 | static_cast<std::uint32_t>(cell);
}

/// For each set of candidates the weight of its digits: 3 where there are two, 0 where there is one, else 1.
struct Weights {
    alignas(64) std::uint8_t bytes[512][16];
    /// What a score is multiplied by, so that cells with many candidates do not win by their number; with
    /// more than four they are too far from being branched on.
    std::uint16_t scale[512];
};
inline constexpr Weights weights = [] {
    Weights table{};
    for (unsigned cell = 0; cell < 512; ++cell) {
        const int count = std::popcount(cell);
        table.scale[cell] = static_cast<std::uint16_t>(count < 2 || count > 4 ? 0 : 24 / count);
        for (unsigned digit = 0; digit < 9; ++digit) {
            const bool counts = (cell >> digit & 1) != 0 && count > 1;
            table.bytes[cell][digit] = !counts      ? std::uint8_t{0}
                                       : count == 2 ? std::uint8_t{3}
                                                    : std::uint8_t{1};
        }
    }
    return table;
}();

}  // namespace quadrille::nine
