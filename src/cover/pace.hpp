// A question's bounds and progress while the search runs in slices.
#pragma once

#include <algorithm>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// Keeps count over all slices and reports progress between them.
class Pace {
  public:
    explicit Pace(const Settings& settings) : settings_(settings), total_(settings.bounds) {}

    /// A budget for the next piece of work: what is left of all bounds, and short if there is
    /// progress to report, and of at most so many nodes unless that is 0.
    Budget slice(std::uint64_t most_nodes = 0) const {
        Bounds bounds = rest();
        if (most_nodes != 0)
            bounds.nodes = bounds.nodes == 0 ? most_nodes : std::min(bounds.nodes, most_nodes);
        if (settings_.progress)
            bounds.nodes = bounds.nodes == 0 ? slice_nodes : std::min(bounds.nodes, slice_nodes);
        return Budget(bounds);
    }
    /// The bounds as far as they are not used up.
    Bounds rest() const {
        Bounds bounds = settings_.bounds;
        if (bounds.nodes != 0) bounds.nodes -= nodes_;
        if (bounds.seconds > 0) bounds.seconds = std::max(bounds.seconds - total_.seconds(), 1e-9);
        if (bounds.solutions != 0) bounds.solutions -= std::min(solutions_, bounds.solutions - 1);
        return bounds;
    }
    /// A slice has ended; one that ended for its own length does not end the search.
    void end_slice(const Budget& budget, double fraction) {
        nodes_ += budget.nodes();
        if (budget.reason() != StopReason::nodes || nodes_bound_reached()) {
            if (budget.stopped() && !stopped()) stop(budget.reason());
        }
        report(fraction);
    }

    /// False: the search must end now.
    bool count_solution() {
        ++solutions_;
        if (solutions_ == settings_.bounds.solutions) stop(StopReason::solutions);
        return !stopped();
    }
    void count_solutions(std::uint64_t more) {
        solutions_ += more;
        if (settings_.bounds.solutions == 0 || solutions_ < settings_.bounds.solutions) return;
        solutions_ = settings_.bounds.solutions;
        stop(StopReason::solutions);
    }
    std::uint64_t solutions() const { return solutions_; }
    /// A walk begins again: what it had counted is not counted twice.
    void forget_solutions_after(std::uint64_t solutions) { solutions_ = solutions; }
    void count_nodes(std::uint64_t more) {
        nodes_ += more;
        if (nodes_bound_reached() && !stopped()) stop(StopReason::nodes);
    }
    void stop(StopReason reason) { total_.stop(reason); }
    bool stopped() const { return total_.stopped(); }
    double seconds() const { return total_.seconds(); }
    const Settings& settings() const { return settings_; }

    void report(double fraction) {
        if (!settings_.progress) return;
        const double now = total_.seconds();
        if (now - reported_ < settings_.progress_seconds) return;
        reported_ = now;
        const double left = fraction > 0 ? now * (1 - fraction) / fraction : -1;
        settings_.progress({fraction, solutions_, nodes_, now, left});
    }
    void fill(Answer& answer) const {
        answer.stop = total_.reason();
        answer.solutions = solutions_;
        answer.nodes = nodes_;
        answer.seconds = total_.seconds();
    }

  private:
    static constexpr std::uint64_t slice_nodes = std::uint64_t{1} << 14;
    bool nodes_bound_reached() const {
        return settings_.bounds.nodes != 0 && nodes_ >= settings_.bounds.nodes;
    }

    const Settings& settings_;
    Budget total_;
    std::uint64_t solutions_ = 0;
    std::uint64_t nodes_ = 0;
    double reported_ = 0;
};

}  // namespace quadrille::cover
