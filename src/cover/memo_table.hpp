// States to numbers: a hash table with full keys.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "cover/memo.hpp"
#include "quadrille/base.hpp"

namespace quadrille::cover {

/// Keys of `words` words, numbered from 0 in the order in which they came. Equal keys are found by
/// comparing them, never by their hash alone.
template <std::size_t words>
class StateTable {
  public:
    using Word = std::uint64_t;

    std::size_t size() const { return keys_.size() / words; }
    const Word* key(std::size_t number) const { return keys_.data() + number * words; }
    std::size_t bytes() const {
        return keys_.capacity() * sizeof(Word) + slots_.capacity() * sizeof(std::uint32_t);
    }

    /// The number of a key, and whether it is new.
    std::pair<std::uint32_t, bool> insert(const Word* key) {
        if ((size() + 1) * 2 > slots_.size()) grow();
        std::size_t slot = hash(key) >> shift_;
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::uint32_t number = slots_[slot] - 1;
            if (std::memcmp(keys_.data() + number * words, key, words * sizeof(Word)) == 0)
                return {number, false};
        }
        const auto number = static_cast<std::uint32_t>(size());
        slots_[slot] = number + 1;
        keys_.insert(keys_.end(), key, key + words);
        return {number, true};
    }
    void clear() {
        keys_ = {};
        slots_ = {};
    }

  private:
    static std::uint64_t hash(const Word* key) {
        std::uint64_t h = 0;
        for (std::size_t w = 0; w < words; ++w) {
            h = (h ^ key[w]) * 0x9E3779B97F4A7C15u;
            h ^= h >> 29;
        }
        return h * 0xBF58476D1CE4E5B9u;
    }
    void grow() {
        const std::size_t size_now = slots_.empty() ? 16 : slots_.size() * 2;
        require(size_now <= std::size_t{1} << 32, "a table of states is too large");
        slots_.assign(size_now, 0);
        shift_ = 64;
        for (std::size_t s = size_now; s > 1; s /= 2) --shift_;
        for (std::size_t number = 0; number < size(); ++number) {
            std::size_t slot = hash(key(number)) >> shift_;
            while (slots_[slot] != 0) slot = (slot + 1) & (size_now - 1);
            slots_[slot] = static_cast<std::uint32_t>(number + 1);
        }
    }

    std::vector<Word> keys_;
    std::vector<std::uint32_t> slots_;  // number + 1, or 0 for none
    unsigned shift_ = 64;
};

/// Takes a choice of a plan in a state; false if it does not fit.
template <std::size_t words>
bool take_choice(const MemoPlan& plan, std::uint32_t choice, const std::uint64_t* state,
                 std::uint64_t* used) {
    const MemoPlan::Choice& taken = plan.choices[choice];
    const std::uint64_t* need = plan.masks.data() + taken.masks;
    std::uint64_t clash = 0;
    for (std::size_t w = 0; w < words; ++w) clash |= state[w] & need[w];
    if (clash != 0) return false;
    for (std::size_t w = 0; w < words; ++w) used[w] = state[w] | need[words + w];
    for (std::uint32_t f = taken.fields; f < taken.fields_end; ++f) {
        const MemoPlan::Field field = plan.fields[f];
        for (std::uint32_t bit = field.bit; bit < field.bit + field.size; ++bit) {
            if ((used[bit / 64] >> (bit % 64) & 1) != 0) continue;
            used[bit / 64] |= std::uint64_t{1} << (bit % 64);
            break;
        }
    }
    return true;
}

/// True if an item with a multiplicity, at bit 0, has as many uses as it needs.
inline bool has_enough_uses(const MemoPlan& plan, std::size_t bucket, const std::uint64_t* state) {
    const std::uint32_t low = plan.low[bucket];
    return low == 0 || (state[low / 64] >> (low % 64) & 1) != 0;
}

/// What follows a state whose first item is settled.
template <std::size_t words>
struct Successor {
    std::uint64_t key[words];
    std::size_t advance;  ///< how many places the first open item has moved on

    /// `used` is the state after the choice, `optional` are the bits that need not be set.
    Successor(const std::uint64_t* used, const std::uint64_t* optional) {
        advance = words * 64;
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t open = ~(used[w] | optional[w]);
            if (open == 0) continue;
            advance = w * 64 + static_cast<std::size_t>(std::countr_zero(open));
            break;
        }
        const std::size_t whole = advance / 64;
        const std::size_t part = advance % 64;
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t low = w + whole < words ? used[w + whole] : 0;
            const std::uint64_t high = w + whole + 1 < words ? used[w + whole + 1] : 0;
            key[w] = part == 0 ? low : low >> part | high << (64 - part);
        }
    }
};

}  // namespace quadrille::cover
