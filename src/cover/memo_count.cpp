// Counting by memo: bucket after bucket, every state hands its count on to those that follow it.
//
// The counts are whole numbers of a fixed number of words; where one overflows, all begins again with
// twice as many. Tables of buckets that are done are thrown away, so that memory is what is alive. Equal
// states are looked for only at the ends of stages (memo_stages.cpp); within one, states are gone through.
#include <gmp.h>

#include <algorithm>
#include <bit>

#include "cover/memo.hpp"
#include "cover/memo_table.hpp"

namespace quadrille::cover {

namespace {

template <std::size_t words>
class Counter {
  public:
    Counter(const MemoPlan& plan, const MemoLimits& limits, std::size_t limbs)
        : plan_(plan),
          limits_(limits),
          limbs_(limbs),
          buckets_(plan.buckets()),
          total_(limbs, 0),
          vain_(limits.transitions, limits.may_extend) {}

    enum class End { done, overflow, limit, full, stopped };

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
                if (limits_.reports_at(state))
                    limits_.report(plan_.share_done(b, state, buckets_[b].table.size()));
                const std::vector<mp_limb_t>& counts = buckets_[b].counts;
                const End end =
                    pass_on(b, buckets_[b].table.key(state), counts.data() + state * limbs_, budget);
                if (end != End::done) return end;
                if (bytes_ > limits_.bytes) return End::full;
            }
            bytes_ -= buckets_[b].bytes;
            buckets_[b] = {};
        }
        return End::done;
    }
    std::uint64_t vain_from() const { return vain_.vain_from(); }
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
        vain_.count(!fresh);
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

    /// Hands `count` on to what follows a state.
    End pass_on(std::size_t bucket, const std::uint64_t* key, const mp_limb_t* count, Budget& budget) {
        if (plan_.low[bucket] != MemoPlan::plain)
            return pass_on_sets(bucket, key, {plan_.start[bucket], count}, budget);
        if (!budget.enter_node()) return End::stopped;
        if (vain_.given_up()) return End::limit;
        std::uint64_t used[words];
        for (std::uint32_t c = plan_.start[bucket]; c < plan_.start[bucket + 1]; ++c) {
            if (!take_choice<words>(plan_, c, key, used)) continue;
            if (const End end = arrive(bucket, used, count, budget); end != End::done) return end;
        }
        return End::done;
    }

    struct Remaining {
        std::uint32_t choice;  // this one and later ones may still be taken
        const mp_limb_t* count;
    };
    /// The same for an item with a multiplicity: any set of its choices that is large enough.
    End pass_on_sets(std::size_t bucket, const std::uint64_t* key, Remaining remaining, Budget& budget) {
        vain_.count_transition();
        if (!budget.enter_node()) return End::stopped;
        if (vain_.given_up()) return End::limit;
        std::uint64_t used[words];
        if (has_enough_uses(plan_, bucket, key)) {
            std::copy(key, key + words, used);
            used[0] |= 1;
            if (const End end = arrive(bucket, used, remaining.count, budget); end != End::done) return end;
        }
        for (std::uint32_t c = remaining.choice; c < plan_.start[bucket + 1]; ++c) {
            if (!take_choice<words>(plan_, c, key, used)) continue;
            const End end = pass_on_sets(bucket, used, {c + 1, remaining.count}, budget);
            if (end != End::done) return end;
        }
        return End::done;
    }

    /// The item of the bucket is settled; states of the same stage are gone through at once.
    End arrive(std::size_t bucket, const std::uint64_t* used, const mp_limb_t* count, Budget& budget) {
        vain_.count_transition();
        const Successor<words> next(used, plan_.optional_bits.data() + bucket * words);
        const std::size_t place = plan_.place_of[bucket] + next.advance;
        const auto end = static_cast<std::uint32_t>(plan_.buckets());
        const std::uint32_t to = place < plan_.places ? plan_.bucket_of[place] : end;
        if (to == end) {
            const bool carry =
                mpn_add_n(total_.data(), total_.data(), count, static_cast<mp_size_t>(limbs_)) != 0;
            return carry ? End::overflow : End::done;
        }
        if (plan_.is_dead_end(to)) return End::done;
        if (plan_.stage[to] == plan_.stage[bucket]) return pass_on(to, next.key, count, budget);
        return add(to, next.key, count) ? End::done : End::overflow;
    }

    const MemoPlan& plan_;
    const MemoLimits& limits_;
    std::size_t limbs_;
    std::vector<Bucket> buckets_;
    std::vector<mp_limb_t> total_;
    std::size_t bytes_ = 0;
    VainTrial vain_;
};

template <std::size_t words>
MemoCount count_with(const MemoPlan& plan, const MemoLimits& limits, Budget& budget) {
    for (std::size_t limbs = 2;; limbs *= 2) {
        Counter<words> counter(plan, limits, limbs);
        switch (counter.run(budget)) {
            case Counter<words>::End::done: return {counter.total(), true};
            case Counter<words>::End::limit: return {{}, false, false, counter.vain_from()};
            case Counter<words>::End::full: return {{}, false, true};
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
