#include <bit>

#include "quadrille/puzzle.hpp"

namespace quadrille {

namespace {
constexpr int word_bits = 64;

std::size_t word_index(int words, Cell cell, Digit digit) {
    return std::size_t{cell} * static_cast<std::size_t>(words) + (digit - 1u) / word_bits;
}
std::uint64_t bit_of(Digit digit) { return std::uint64_t{1} << ((digit - 1u) % word_bits); }
}  // namespace

Candidates::Candidates(int side, bool all)
    : side_(side),
      words_((side + word_bits - 1) / word_bits),
      bits_(
          static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * static_cast<std::size_t>(words_),
          all ? ~std::uint64_t{0} : 0) {
    const int used_in_last = side % word_bits;
    if (!all || used_in_last == 0) return;
    const auto step = static_cast<std::size_t>(words_);
    for (std::size_t last = step - 1; last < bits_.size(); last += step) {
        bits_[last] = (std::uint64_t{1} << used_in_last) - 1;
    }
}

bool Candidates::has(Cell cell, Digit digit) const {
    return (bits_[word_index(words_, cell, digit)] & bit_of(digit)) != 0;
}
void Candidates::insert(Cell cell, Digit digit) { bits_[word_index(words_, cell, digit)] |= bit_of(digit); }
void Candidates::erase(Cell cell, Digit digit) { bits_[word_index(words_, cell, digit)] &= ~bit_of(digit); }

int Candidates::count(Cell cell) const {
    int total = 0;
    for (std::uint64_t word : row(cell)) total += std::popcount(word);
    return total;
}

std::span<const std::uint64_t> Candidates::row(Cell cell) const {
    const auto words = static_cast<std::size_t>(words_);
    return {bits_.data() + cell * words, words};
}

Candidates initial_candidates(const Puzzle& puzzle) {
    Candidates result = puzzle.candidates ? *puzzle.candidates : Candidates(puzzle.side(), true);
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        const Digit given = puzzle.givens[cell];
        if (given == 0) continue;
        const bool allowed = result.has(cell, given);
        for (Digit digit = 1; digit <= puzzle.side(); ++digit) result.erase(cell, digit);
        if (allowed) result.insert(cell, given);
    }
    return result;
}

}  // namespace quadrille
