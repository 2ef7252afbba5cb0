// Where a count by memo looks for equal states, and where it goes on state by state.
//
// The idea: looking a state up pays only if many partial solutions meet in it. In a Latin square they
// meet at the end of a row and nowhere within it; in a matching they meet after each pair:
//
//     bits that may differ   36      42  42  42  42      36      42  42 ...
//                            |--- row, gone through ---|--- row ...
//                          merge                     merge
//
// So the plan is run on a small random crowd of states, thinned out again and again, which tells how many
// partial solutions cross each place. Let that be `growth` times as many as at the last place that merges;
// the number of different states is taken to grow by 2^(density x more bits). A place merges where the
// first clearly exceeds the second, or where too much would be gone through without merging.
// Cost: a fixed number of transitions. The count is right wherever the merges are.
// Source: the thinning is that of population Monte Carlo; the criterion is ours.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "cover/memo.hpp"
#include "cover/memo_table.hpp"

namespace quadrille::cover {

namespace {

constexpr double density = 0.9;
constexpr double clear_gain = 2;
constexpr double most_growth = 2000;
constexpr std::size_t crowd_work = 60000;  // masks looked at
constexpr std::size_t largest_crowd = 200;

template <std::size_t words>
class Crowd {
  public:
    explicit Crowd(const MemoPlan& plan)
        : plan_(plan), at_(plan.buckets()), crossing_(plan.buckets() + 1, 0) {}

    /// By bucket: how many partial solutions cross its place.
    std::vector<double> crossings() {
        const std::size_t size =
            std::clamp<std::size_t>(crowd_work / (plan_.choices.size() + 1), 8, largest_crowd);
        at_[0].push_back({{}, 1});
        crossing_[0] = 1;
        crossing_[1] = -1;
        for (std::size_t b = 0; b < at_.size(); ++b) {
            // Taken out first: a choice may lead to a later place of the same bucket. Such members are not
            // followed: the figures are estimates.
            std::vector<Member> members = std::exchange(at_[b], {});
            thin_out(members, size);
            for (const Member& member : members) pass_on(b, member);
        }
        for (std::size_t b = 1; b < at_.size(); ++b) crossing_[b] += crossing_[b - 1];
        return crossing_;
    }

  private:
    struct Member {
        std::uint64_t key[words];
        double weight;
    };

    void thin_out(std::vector<Member>& members, std::size_t size) {
        if (members.size() <= size) return;
        const double factor = static_cast<double>(members.size()) / static_cast<double>(size);
        for (std::size_t i = 0; i < size; ++i) {
            std::swap(members[i], members[i + random_() % (members.size() - i)]);
            members[i].weight *= factor;
        }
        members.resize(size);
    }
    void pass_on(std::size_t bucket, const Member& member) {
        const std::uint64_t* optional = plan_.optional_bits.data() + bucket * words;
        for (std::uint32_t c = plan_.start[bucket]; c < plan_.start[bucket + 1]; ++c) {
            std::uint64_t used[words];
            if (!take_choice<words>(plan_, c, member.key, used)) continue;
            const Successor<words> next(used, optional);
            const std::size_t place = plan_.place_of[bucket] + next.advance;
            const std::size_t to = place < plan_.places ? plan_.bucket_of[place] : at_.size();
            if (to < at_.size()) {
                if (plan_.is_dead_end(static_cast<std::uint32_t>(to))) continue;
                at_[to].push_back({{}, member.weight});
                std::memcpy(at_[to].back().key, next.key, sizeof next.key);
            }
            crossing_[bucket + 1] += member.weight;
            if (to < at_.size()) crossing_[to + 1] -= member.weight;
        }
    }

    const MemoPlan& plan_;
    std::mt19937_64 random_{1};
    std::vector<std::vector<Member>> at_;
    std::vector<double> crossing_;  // differences, until they are summed up
};

/// By bucket: how many bits behind its item may have been set before.
std::vector<int> widths_of(const MemoPlan& plan) {
    std::vector<std::uint8_t> touched(plan.places, 0);
    std::vector<int> widths;
    int width = 0;
    std::size_t passed = 0;
    for (std::size_t b = 0; b < plan.buckets(); ++b) {
        for (; passed <= plan.place_of[b]; ++passed) width -= touched[passed];
        widths.push_back(width);
        for (std::uint32_t c = plan.start[b]; c < plan.start[b + 1]; ++c) {
            const std::uint64_t* set = plan.masks.data() + plan.choices[c].masks + plan.key_words;
            for (std::size_t bit = 1; bit < plan.key_words * 64; ++bit) {
                if ((set[bit / 64] >> (bit % 64) & 1) == 0 || touched[plan.place_of[b] + bit] != 0) continue;
                touched[plan.place_of[b] + bit] = 1;
                ++width;
            }
        }
    }
    return widths;
}

/// What a bucket costs is spent at the first bucket of its stage.
std::vector<double> shares_of(const MemoPlan& plan, const std::vector<double>& crossings,
                              const std::vector<int>& widths) {
    std::vector<double> before(plan.buckets() + 1, 0);
    std::size_t first = 0;
    for (std::size_t b = 0; b < plan.buckets(); ++b) {
        if (plan.stage[b] != plan.stage[first]) first = b;
        const double states = std::max(1.0, std::min(crossings[first], std::exp2(density * widths[first])));
        const double growth = crossings[first] > 0 ? crossings[b] / crossings[first] : 1;
        before[first + 1] += states * growth * (plan.start[b + 1] - plan.start[b] + 1);
    }
    std::partial_sum(before.begin(), before.end(), before.begin());
    const double all = before.back();
    before.pop_back();
    for (double& share : before) share /= all;
    return before;
}

}  // namespace

void MemoPlan::choose_stages() {
    if (buckets() == 0 || !fields.empty()) return;
    const std::vector<double> crossings = key_words == 1   ? Crowd<1>(*this).crossings()
                                          : key_words == 2 ? Crowd<2>(*this).crossings()
                                          : key_words == 4 ? Crowd<4>(*this).crossings()
                                                           : Crowd<8>(*this).crossings();
    const std::vector<int> widths = widths_of(*this);
    std::size_t last = 0;
    stage[0] = 0;
    for (std::size_t b = 1; b < buckets(); ++b) {
        stage[b] = stage[b - 1];
        if (start[b] == start[b + 1]) continue;  // without options: such a state is dead
        const double growth = crossings[last] > 0 ? crossings[b] / crossings[last] : most_growth;
        const double states = std::exp2(density * (widths[b] - widths[last]));
        if (growth < std::min(clear_gain * states, most_growth)) continue;
        ++stage[b];
        last = b;
    }
    share_before = shares_of(*this, crossings, widths);
}

}  // namespace quadrille::cover
