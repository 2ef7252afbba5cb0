// What up to 64 items with multiplicities still need and allow, in binary.
//
//     item      A B C D         each needs     2 1 0 3
//     low[0]    0 1 0 1         digit 0 of all items
//     low[1]    1 0 0 1         digit 1
//
// Taking an option with A and D: one subtraction with borrow for all its items at once, a few words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quadrille::cover {

/// Bit i of low[d] is digit d of what item i needs at least; room: of what it allows at most.
struct Needs {
    static constexpr std::uint32_t most = 127;  // an item has at most 64 options there
    using Digits = std::array<std::uint64_t, 7>;
    Digits low{};
    Digits room{};

    static std::uint64_t any(const Digits& digits) {
        std::uint64_t any = 0;
        for (const std::uint64_t digit : digits) any |= digit;
        return any;
    }
    static void count_down(Digits& digits, std::uint64_t items) {
        for (std::size_t d = 0; items != 0; ++d) {
            digits[d] ^= items;
            items &= digits[d];  // what was 0 borrows from the next digit
        }
    }
    static void set(Digits& digits, std::size_t item, std::uint32_t value) {
        for (std::size_t d = 0; d < digits.size(); ++d) digits[d] |= std::uint64_t{value >> d & 1} << item;
    }
    std::uint32_t low_of(std::size_t item) const {
        std::uint32_t value = 0;
        for (std::size_t d = 0; d < low.size(); ++d)
            value |= static_cast<std::uint32_t>(low[d] >> item & 1) << d;
        return value;
    }
    void take(std::uint64_t items) {
        count_down(low, items & any(low));
        count_down(room, items);
    }
};

}  // namespace quadrille::cover
