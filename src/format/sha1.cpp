#include "format/sha1.hpp"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <cstdint>

namespace quadrille::text {

namespace {

using State = std::array<std::uint32_t, 5>;
constexpr std::size_t block_bytes = 64;

void mix_block(std::string_view block, State& state) {
    std::array<std::uint32_t, 80> word{};
    for (std::size_t i = 0; i < block_bytes; ++i)
        word[i / 4] = word[i / 4] << 8 | static_cast<unsigned char>(block[i]);
    for (std::size_t i = 16; i < word.size(); ++i)
        word[i] = std::rotl(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < word.size(); ++i) {
        std::uint32_t mixed = 0;
        if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5A827999u;
        else if (i < 40) mixed = (b ^ c ^ d) + 0x6ED9EBA1u;
        else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu;
        else mixed = (b ^ c ^ d) + 0xCA62C1D6u;
        const std::uint32_t next = std::rotl(a, 5) + mixed + e + word[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const State added{a, b, c, d, e};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

}  // namespace

std::string sha1_of(std::string_view bytes) {
    std::string padded(bytes);
    padded += '\x80';
    while (padded.size() % block_bytes != block_bytes - 8) padded += '\0';
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift);
    State state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u};
    for (std::size_t at = 0; at < padded.size(); at += block_bytes)
        mix_block(std::string_view(padded).substr(at, block_bytes), state);
    std::string digest;
    for (const std::uint32_t word : state) digest += fmt::format("{:08x}", word);
    return digest;
}

}  // namespace quadrille::text
