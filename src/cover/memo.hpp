// Counting and walking by memory: partial solutions that leave the same open items are one state.
// See memo_plan.cpp for the states, memo_count.cpp and memo_graph.cpp for what is done with them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cover/walker.hpp"

namespace quadrille::cover {

/// In which order the items are settled, and each option as bits of a state. A state says what the
/// options chosen so far have used up, from the first open primary item on: bit 0 is that item.
struct MemoPlan {
    using Word = std::uint64_t;

    /// With its stages; an Error says why this problem has none.
    static Result<MemoPlan> make(const Problem& problem);

    /// An option in the bucket of the first of its primary items.
    struct Choice {
        Option option;
        std::uint32_t masks;               // need is masks_[masks ...], then set: key_words words each
        std::uint32_t fields, fields_end;  // fields[fields ...]: items whose uses it counts up
    };
    /// Bits in which the uses of an item with a multiplicity are counted, from the lowest on.
    struct Field {
        std::uint32_t bit;  // the first, within a state of the choice's bucket
        std::uint32_t size;
    };

    std::size_t key_words = 1;  ///< 64-bit words in a state
    std::size_t places = 0;     ///< bits there are in all; a state that begins here is complete
    std::vector<std::uint32_t>
        bucket_of;  ///< by place: the bucket whose item is there or next; buckets() if none
    std::vector<std::uint32_t> place_of;  ///< by bucket: the place of its item
    std::vector<std::uint32_t> start;     ///< bucket b's options are choices[start[b] .. start[b + 1])
    std::vector<Choice> choices;
    std::vector<Field> fields;
    /// By bucket: how many uses the item needs, if it has a multiplicity: any number of the choices may be
    /// taken then, and bits 1 to `low` of the state tell the uses. `plain`: exactly one choice.
    std::vector<std::uint32_t> low;
    static constexpr std::uint32_t plain = ~std::uint32_t{0};
    std::vector<Word> masks;
    std::vector<Word> optional_bits;  ///< by bucket, key_words each: the bits that need not be set
    /// By bucket: equal states are looked for only on the way from one stage to a later one.
    std::vector<std::uint32_t> stage;

    /// By bucket: about which share of all work comes before it.
    std::vector<double> share_before;
    /// What is done once so many of a bucket's states are.
    double share_done(std::size_t bucket, std::size_t states, std::size_t of_states) const {
        const double own = (bucket + 1 < buckets() ? share_before[bucket + 1] : 1) - share_before[bucket];
        return share_before[bucket] + own * static_cast<double>(states) / static_cast<double>(of_states);
    }

    std::size_t buckets() const { return place_of.size(); }
    /// No state of this bucket can be completed.
    bool is_dead_end(std::uint32_t bucket) const {
        return start[bucket] == start[bucket + 1] && low[bucket] == plain;
    }

  private:
    explicit MemoPlan(const Problem& problem);
    void close_gaps();
    /// Makes few stages of many; before that, every bucket is one. See memo_stages.cpp.
    void choose_stages();
};

/// What a memo engine may use.
struct MemoLimits {
    std::size_t bytes = std::size_t{1} << 30;
    std::uint64_t transitions = 0;            ///< give up after so many; 0: never
    bool may_extend = false;                  ///< a count may go on where most states are known
    double seconds = 0;                       ///< give up after so long, where time is bounded; 0: never
    std::function<void(double)> report = {};  ///< called now and then with the share of the work that is done

    /// True for one of so many states that reports cost nothing.
    bool reports_at(std::size_t state) const { return report && state % 1024 == 0; }
};

/// Whether a trial is still worth its work: at 1/64, 1/16 and 1/4 of the transitions allowed, a growing part
/// of the states reached must be known already. Where states repeat in the end, they do so soon; where they
/// hardly ever do, the trial costs a small part of what it was allowed. A trial that may be extended goes on
/// for 16 times as long where two in three of the states reached are known.
class VainTrial {
  public:
    /// 0: no trial, but for good.
    explicit VainTrial(std::uint64_t allowed, bool may_extend)
        : allowed_(allowed),
          first_look_(first_look(allowed)),
          next_look_(first_look_),
          may_extend_(may_extend) {}

    void count_transition() { ++transitions_; }
    void count(bool known) {
        ++reached_;
        known_ += known;
    }
    bool given_up() { return transitions_ > next_look_ && look(); }
    /// Its first look, if any look found it in vain, else 0: a trial with looks hardly later would be so
    /// again.
    std::uint64_t vain_from() const { return vain_ ? first_look_ : 0; }

    static std::uint64_t first_look(std::uint64_t allowed) {
        constexpr std::uint64_t soonest = 8192;
        return allowed == 0 ? ~std::uint64_t{0} : std::min(allowed, std::max(allowed / 64, soonest));
    }

  private:
    bool look() {
        constexpr double wanted[] = {0.10, 0.15, 0.25, 0.25};
        const double share = wanted[std::min(looks_++, 3)];
        vain_ = static_cast<double>(known_) < share * static_cast<double>(reached_);
        if (transitions_ > allowed_) {
            if (!may_extend_ || known_ * 3 < reached_ * 2) return true;
            allowed_ *= 16;
        }
        next_look_ = std::min(next_look_ * 4, allowed_);
        return vain_;
    }

    std::uint64_t allowed_;
    std::uint64_t first_look_, next_look_;
    bool may_extend_;
    std::uint64_t transitions_ = 0;
    std::uint64_t reached_ = 0;
    std::uint64_t known_ = 0;
    bool vain_ = false;
    int looks_ = 0;
};

/// A number of solutions by memo.
struct MemoCount {
    std::string number;           ///< decimal digits; empty if it was not finished
    bool enough = true;           ///< false: the limits were not enough
    bool full = false;            ///< then: it was the memory
    std::uint64_t vain_from = 0;  ///< as VainTrial says
};

/// Counts all solutions; enters one node of the budget a state.
MemoCount memo_count(const MemoPlan& plan, const MemoLimits& limits, Budget& budget);

/// All solutions as paths of a graph without dead ends. Every edge leads to a state of a lower number.
class MemoGraph {
  public:
    struct Edge {
        Option option;
        std::uint32_t target;
    };
    static constexpr std::uint32_t goal = 0;  ///< the state in which all is covered
    /// In place of an option: a step that takes none, after the options of an item with a multiplicity.
    static constexpr Option no_option = ~Option{0};

    /// Nothing if the limits are not enough or the budget is spent.
    static std::optional<MemoGraph> build(const MemoPlan& plan, const MemoLimits& limits, Budget& budget);

    std::uint32_t root() const { return root_; }
    bool empty() const { return empty_; }
    std::span<const Edge> edges_of(std::uint32_t state) const {
        return {edges_.data() + start_[state], start_[state + 1] - start_[state]};
    }
    std::size_t state_count() const { return start_.size() - 1; }
    std::size_t edge_count() const { return edges_.size(); }
    /// How many paths lead to the goal, roughly (exact below 2^53).
    double path_count() const { return path_count_; }

  private:
    friend class GraphBuilder;
    std::uint32_t root_ = goal;
    bool empty_ = false;
    double path_count_ = 0;
    std::vector<std::size_t> start_;
    std::vector<Edge> edges_;
};

std::unique_ptr<Walker> make_memo_walk(MemoGraph graph);

}  // namespace quadrille::cover
