// Where to decide: in the open group with few live members and many conflicts, the member that led furthest.
//
// A group's weight grows with each conflict it had a part in, as a reason or filled by a variable of the
// conflict, a variable's likewise, and all older weight fades; the group with the greatest weight by the
// square of its live members is taken. In it a variable is chosen (never excluded: that says little): one
// that was chosen on the longest trail without conflict so far, else the one with the greatest weight. So the
// search stays near what almost was a solution. Cost: one look at each open group a decision, one at the
// trail when it is the longest. Source: fewest choices by weighted degree, Boussemart, Hemery, Lecoutre and
// Sais (2004); fading weights, Moskewicz and others (2001); the longest trail as a target, Biere and Fleury
// (2020). Tried beside it: docs/measuring.md, "learn".
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "learn/assignment.hpp"
#include "quadrille/random.hpp"

namespace quadrille::learn {

class Chooser {
  public:
    explicit Chooser(const Assignment& assignment) : assignment_(assignment) {}

    /// Forgets everything and takes up groups, which the assignment has taken up.
    void start(const Groups& groups) {
        group_weights_.assign(groups.size(), 1);
        variable_weights_.assign(groups.variables, 0);
        led_furthest_.assign(groups.variables, 0);
        furthest_ = 0;
        gain_ = 1;
        exact_.clear();
        std::size_t largest = 0;
        for (GroupIndex group = 0; group < groups.size(); ++group) {
            if (!assignment_.is_exact(group)) continue;
            exact_.push_back(group);
            largest = std::max(largest, groups.members_of(group).size());
        }
        shares_.assign(2, -std::numeric_limits<double>::infinity());
        for (std::size_t live = 2; live <= largest; ++live)
            shares_.push_back(1 / static_cast<double>(live * live));
    }

    /// Prefers some of equal variables by chance. To be called before the first conflict.
    void shuffle(std::uint64_t seed) {
        for (double& weight : variable_weights_) {
            seed = next_random(seed);
            weight = static_cast<double>(seed >> 32) * 0x1p-40;  // far below a conflict's
        }
    }

    /// The variable to choose next, or false if every exact group has its one.
    bool choose(Variable& best) const {
        double most = -1;  // below any weight: those that fade reach 0
        GroupIndex best_group = 0;
        for (const GroupIndex group : exact_) {
            const double worth = group_weights_[group] * shares_[assignment_.live_count(group)];
            if (!(worth > most)) continue;  // nor where infinity made no number of a weight of 0
            most = worth;
            best_group = group;
        }
        if (most < 0) return false;
        best = best_member(best_group);
        return true;
    }

    void bump_group(GroupIndex group) { group_weights_[group] += gain_; }
    /// To be called with each true literal of a conflict: a chosen one has filled its groups.
    void bump(Literal literal) {
        const Variable variable = variable_of(literal);
        variable_weights_[variable] += gain_;
        if (is_chosen(literal))
            for (const GroupIndex group : assignment_.groups_of(variable)) bump_group(group);
    }
    /// Makes what comes later weigh more. To be called once a conflict.
    void age() {
        gain_ /= fade;
        if (gain_ < largest_gain) return;
        for (double& weight : group_weights_) weight /= gain_;
        for (double& weight : variable_weights_) weight /= gain_;
        gain_ = 1;
    }

    /// Remembers the trail if it is the longest yet. To be called at a conflict.
    void note_trail() {
        if (assignment_.settled() <= furthest_) return;
        furthest_ = assignment_.settled();
        for (const Literal literal : assignment_.trail())
            led_furthest_[variable_of(literal)] = is_chosen(literal) ? 1 : 0;
    }

  private:
    Variable best_member(GroupIndex group) const {
        Variable best = 0;
        std::pair most(-1, 0.0);
        assignment_.for_each_live(group, [&](Variable variable) {
            const std::pair worth(int{led_furthest_[variable]}, variable_weights_[variable]);
            if (worth <= most) return;
            most = worth;
            best = variable;
        });
        return best;
    }

    static constexpr double fade = 0.98;
    static constexpr double largest_gain = 1e100;

    const Assignment& assignment_;
    std::vector<GroupIndex> exact_;
    std::vector<double> shares_;  // by live members: what their square makes of a weight; below any if one
    std::vector<double> group_weights_;
    std::vector<double> variable_weights_;
    std::vector<char> led_furthest_;  // 1: chosen on the longest trail without conflict
    std::size_t furthest_ = 0;        // and how long that was
    double gain_ = 1;
};

}  // namespace quadrille::learn
