// A row of bits: the set of digits 1 to side that a cell can still hold, bit d-1 for digit d.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "quadrille/puzzle.hpp"

namespace quadrille::general {

/// W words of 64 bits; sides up to 64 * W. With W = 1 every operation is one machine word.
template <int W>
struct Row {
    std::array<std::uint64_t, W> words{};

    /// The row that holds only `digit`.
    static Row of(Digit digit) {
        Row row;
        row.words[(digit - 1u) / 64] = std::uint64_t{1} << ((digit - 1u) % 64);
        return row;
    }
    /// The row of digits 1 to `count`.
    static Row first_digits(int count) {
        Row row;
        for (int i = 0; i < count; ++i) row |= of(static_cast<Digit>(i + 1));
        return row;
    }
    static Row copy(std::span<const std::uint64_t> source) {
        Row row;
        for (std::size_t i = 0; i < source.size(); ++i) row.words[i] = source[i];
        return row;
    }

    /// Adds bit `index`, counted from 0.
    void add(std::size_t index) { words[index / 64] |= std::uint64_t{1} << (index % 64); }

    bool has(std::size_t index) const { return (words[index / 64] >> (index % 64) & 1) != 0; }
    void remove(std::size_t index) { words[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }

    bool empty() const {
        std::uint64_t any = 0;
        for (std::uint64_t word : words) any |= word;
        return any == 0;
    }
    int count() const {
        int total = 0;
        for (std::uint64_t word : words) total += std::popcount(word);
        return total;
    }
    /// Exactly one digit. Without popcount, which is a call where the processor's own may not be used.
    bool single() const {
        std::uint64_t seen = 0;
        std::uint64_t more = 0;
        for (std::uint64_t word : words) {
            more |= (word & (word - 1)) | (seen != 0 ? word : 0);
            seen |= word;
        }
        return seen != 0 && more == 0;
    }
    bool meets(const Row& other) const { return !(*this & other).empty(); }
    /// The smallest digit; the row must not be empty.
    Digit first() const {
        unsigned at = 0;
        while (words[at] == 0) ++at;
        return static_cast<Digit>(at * 64 + static_cast<unsigned>(std::countr_zero(words[at])) + 1);
    }

    /// Takes the smallest digit away; the row must not be empty.
    void drop_first() {
        unsigned at = 0;
        while (words[at] == 0) ++at;
        words[at] &= words[at] - 1;
    }

    Row& operator|=(const Row& other) {
        for (unsigned i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    Row& operator&=(const Row& other) {
        for (unsigned i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    /// Takes the digits of `other` away.
    Row& operator-=(const Row& other) {
        for (unsigned i = 0; i < W; ++i) words[i] &= ~other.words[i];
        return *this;
    }
    friend Row operator|(Row a, const Row& b) { return a |= b; }
    friend Row operator&(Row a, const Row& b) { return a &= b; }
    friend Row operator-(Row a, const Row& b) { return a -= b; }
    friend bool operator==(const Row&, const Row&) = default;
};

}  // namespace quadrille::general
