// Where to decide: in the open group with few live members and many conflicts, its most active member.
//
// A group's weight grows with each conflict it had a part in, a variable's likewise, and all older weight
// fades; the group with the greatest weight by the square of its live members is taken, and in it the
// variable with the greatest weight is chosen (never excluded: that says little).
// Cost: one look at each open group a decision.
// Source: fewest choices by weighted degree, Boussemart, Hemery, Lecoutre and Sais (2004); fading weights,
// Moskewicz and others (2001). Tried beside it: docs/measuring.md, "learn".
#pragma once

#include <vector>

#include "learn/assignment.hpp"

namespace quadrille::learn {

class Chooser {
  public:
    Chooser(const Groups& groups, const Assignment& assignment)
        : assignment_(assignment),
          group_weights_(groups.weights.begin(), groups.weights.end()),
          variable_weights_(groups.variables) {
        for (GroupIndex group = 0; group < assignment.group_count(); ++group)
            if (assignment.is_exact(group)) exact_.push_back(group);
    }

    /// The variable to choose next, or false if every exact group has its one.
    bool choose(Variable& best) const {
        double most = -1;  // below any weight: those that fade reach 0
        GroupIndex best_group = 0;
        for (const GroupIndex group : exact_) {
            const std::uint32_t live = assignment_.live_count(group);
            if (live <= 1) continue;
            const double worth = group_weights_[group] / (static_cast<double>(live) * live);
            if (worth <= most) continue;
            most = worth;
            best_group = group;
        }
        if (most < 0) return false;
        double heaviest = -1;
        assignment_.for_each_live(best_group, [&](Variable variable) {
            if (variable_weights_[variable] <= heaviest) return;
            heaviest = variable_weights_[variable];
            best = variable;
        });
        return true;
    }

    void bump_group(GroupIndex group) { group_weights_[group] += gain_; }
    void bump_variable(Variable variable) { variable_weights_[variable] += gain_; }
    /// Makes what comes later weigh more. To be called once a conflict.
    void age() {
        gain_ /= fade;
        if (gain_ < largest_gain) return;
        for (double& weight : group_weights_) weight /= gain_;
        for (double& weight : variable_weights_) weight /= gain_;
        gain_ = 1;
    }

  private:
    static constexpr double fade = 0.95;
    static constexpr double largest_gain = 1e100;

    const Assignment& assignment_;
    std::vector<GroupIndex> exact_;
    std::vector<double> group_weights_;
    std::vector<double> variable_weights_;
    double gain_ = 1;
};

}  // namespace quadrille::learn
