// Counting by memo: bucket after bucket, every state hands its count on to those that follow it.
//
// The counts are whole numbers of a fixed number of words; where one overflows, all begins again with
// twice as many. Tables of buckets that are done are thrown away, so that memory is what is alive.
#include <gmp.h>

#include <bit>

#include "cover/memo.hpp"
#include "cover/memo_table.hpp"

namespace quadrille::cover {

namespace {

template <std::size_t words>
class Counter {
  public:
    Counter(const MemoPlan& plan, const MemoLimits& limits, std::size_t limbs)
        : plan_(plan), limits_(limits), limbs_(limbs), buckets_(plan.buckets()), total_(limbs, 0) {}

    enum class End { done, overflow, limit, stopped };

    End run(Budget& budget) {
        const std::uint64_t none[words] = {};
        const std::vector<mp_limb_t> one = [&] {
            std::vector<mp_limb_t> limbs(limbs_, 0);
            limbs[0] = 1;
            return limbs;
        }();
        if (plan_.buckets() == 0) total_ = one;
        else add(0, none, one.data());
        for (std::size_t b = 0; b < plan_.buckets(); ++b) {
            for (std::size_t state = 0; state < buckets_[b].table.size(); ++state) {
                const std::vector<mp_limb_t>& counts = buckets_[b].counts;
                const End end = pass_on(b, buckets_[b].table.key(state), counts.data() + state * limbs_, budget);
                if (end != End::done) return end;
                if (bytes_ > limits_.bytes) return End::limit;
                if (limits_.transitions != 0 && transitions_ > limits_.transitions) return End::limit;
            }
            bytes_ -= buckets_[b].bytes;
            buckets_[b] = {};
        }
        return End::done;
    }
    std::string total() const {
        mpz_t number;
        mpz_init(number);
        mpz_import(number, limbs_, -1, sizeof(mp_limb_t), 0, 0, total_.data());
        std::string digits(mpz_sizeinbase(number, 10) + 2, '\0');
        mpz_get_str(digits.data(), 10, number);
        mpz_clear(number);
        digits.resize(std::char_traits<char>::length(digits.c_str()));
        return digits;
    }

  private:
    struct Bucket {
        StateTable<words> table;
        std::vector<mp_limb_t> counts;
        std::size_t bytes = 0;
    };

    /// False on overflow.
    bool add(std::size_t bucket, const std::uint64_t* key, const mp_limb_t* count) {
        Bucket& to = buckets_[bucket];
        const auto [number, fresh] = to.table.insert(key);
        if (fresh) {
            to.counts.insert(to.counts.end(), count, count + limbs_);
            if (std::has_single_bit(std::size_t{number} + 1)) {
                bytes_ -= to.bytes;
                to.bytes = to.table.bytes() + to.counts.capacity() * sizeof(mp_limb_t);
                bytes_ += to.bytes;
            }
            return true;
        }
        mp_limb_t* sum = to.counts.data() + number * limbs_;
        return mpn_add_n(sum, sum, count, static_cast<mp_size_t>(limbs_)) == 0;
    }

    /// Hands `count` on to what follows a state; states of buckets that do not merge are gone through at once.
    End pass_on(std::size_t bucket, const std::uint64_t* key, const mp_limb_t* count, Budget& budget) {
        if (!budget.enter_node()) return End::stopped;
        const std::uint64_t* optional = plan_.optional_bits.data() + bucket * words;
        for (std::uint32_t c = plan_.start[bucket]; c < plan_.start[bucket + 1]; ++c) {
            const std::uint64_t* need = plan_.masks.data() + plan_.choices[c].masks;
            std::uint64_t clash = 0;
            for (std::size_t w = 0; w < words; ++w) clash |= key[w] & need[w];
            if (clash != 0) continue;
            ++transitions_;
            const Successor<words> next(key, need + words, optional);
            const std::size_t place = plan_.place_of[bucket] + next.advance;
            if (place >= plan_.places) {
                if (mpn_add_n(total_.data(), total_.data(), count, static_cast<mp_size_t>(limbs_)) != 0)
                    return End::overflow;
                continue;
            }
            const std::uint32_t to = plan_.bucket_of[place];
            if (plan_.start[to] == plan_.start[to + 1]) continue;
            if (plan_.stage[to] != plan_.stage[bucket]) {
                if (!add(to, next.key, count)) return End::overflow;
            } else if (const End end = pass_on(to, next.key, count, budget); end != End::done) {
                return end;
            }
        }
        return End::done;
    }

    const MemoPlan& plan_;
    const MemoLimits& limits_;
    std::size_t limbs_;
    std::vector<Bucket> buckets_;
    std::vector<mp_limb_t> total_;
    std::size_t bytes_ = 0;
    std::uint64_t transitions_ = 0;
};

template <std::size_t words>
MemoCount count_with(const MemoPlan& plan, const MemoLimits& limits, Budget& budget) {
    for (std::size_t limbs = 2;; limbs *= 2) {
        Counter<words> counter(plan, limits, limbs);
        switch (counter.run(budget)) {
            case Counter<words>::End::done: return {counter.total(), true};
            case Counter<words>::End::limit: return {{}, false};
            case Counter<words>::End::stopped: return {};
            case Counter<words>::End::overflow: break;
        }
    }
}

}  // namespace

MemoCount memo_count(const MemoPlan& plan, const MemoLimits& limits, Budget& budget) {
    switch (plan.key_words) {
        case 1: return count_with<1>(plan, limits, budget);
        case 2: return count_with<2>(plan, limits, budget);
        case 4: return count_with<4>(plan, limits, budget);
        default: return count_with<8>(plan, limits, budget);
    }
}

}  // namespace quadrille::cover
