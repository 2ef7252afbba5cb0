// A question's bounds and progress while the search runs in slices.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "cover/outlook.hpp"

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
    /// The same for so many nodes of a search that is not ended by solutions.
    Budget short_slice(std::uint64_t nodes) const {
        Bounds bounds = rest();
        bounds.solutions = 0;
        bounds.nodes = bounds.nodes == 0 ? nodes : std::min(bounds.nodes, nodes);
        return Budget(bounds);
    }
    /// The bounds as far as they are not used up.
    Bounds rest() const {
        Bounds bounds = settings_.bounds.after(total_.seconds());
        if (bounds.nodes != 0) bounds.nodes -= nodes_;
        if (bounds.solutions != 0) bounds.solutions -= std::min(solutions_, bounds.solutions - 1);
        return bounds;
    }
    /// A slice of a walk has ended; one that ended for its own length does not end the search.
    void end_slice(const Budget& budget, const Walker& walker) {
        end_slice(budget);
        if (is_due()) report(walker.fraction_done(), walker.path());
    }
    void end_slice(const Budget& budget) {
        nodes_ += budget.nodes();
        if (budget.reason() != StopReason::nodes || nodes_bound_reached()) {
            if (budget.stopped() && !stopped()) stop(budget.reason());
        }
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
    std::uint64_t nodes() const { return nodes_; }
    /// Where a search tells itself how many it has, or begins to count again.
    void set_solutions(std::uint64_t solutions) { solutions_ = solutions; }
    void count_nodes(std::uint64_t more) {
        nodes_ += more;
        if (nodes_bound_reached() && !stopped()) stop(StopReason::nodes);
    }
    /// All begins again, with fresh bounds.
    void restart() {
        total_ = Budget(settings_.bounds);
        solutions_ = nodes_ = 0;
        reported_ = 0;
    }
    void stop(StopReason reason) { total_.stop(reason); }
    bool stopped() const { return total_.stopped(); }
    double seconds() const { return total_.seconds(); }
    const Settings& settings() const { return settings_; }

    /// How to get a second walker over the tree that is walked, to look ahead with. `leaves_apart`: solutions
    /// are not among its nodes.
    void look_ahead_with(std::function<std::unique_ptr<Walker>()> another, bool leaves_apart) {
        another_ = std::move(another);
        leaves_apart_ = leaves_apart;
    }
    /// The number of all solutions, where it is known before they are walked over.
    void expect_solutions(double number) { expected_ = number; }

    /// True once it is time to report.
    bool is_due() const {
        return settings_.progress && total_.seconds() - reported_ >= settings_.progress_seconds;
    }
    /// Reports that so much is done; the walk, if it is one, is `here`.
    void report(double fraction, const std::optional<Walker::Path>& here = {}) {
        if (!is_due()) return;
        Progress progress{fraction, solutions_, nodes_, total_.seconds(), -1, expected_};
        reported_ = progress.seconds;
        if (here && another_ && fraction < 1) {
            if (!outlook_) outlook_.emplace(another_(), settings_.seed);
            const Outlook::Rest rest = outlook_->beyond(*here);
            const auto done = static_cast<double>(nodes_ + (leaves_apart_ ? solutions_ : 0));
            progress.solutions_expected = static_cast<double>(solutions_) + rest.solutions;
            progress.seconds_left = progress.seconds * rest.nodes / std::max(done, 1.0);
        } else if (fraction > 0) {
            progress.seconds_left = progress.seconds * (1 - fraction) / fraction;
        }
        settings_.progress(progress);
    }
    /// The same in the middle of a slice.
    void report_within(const Budget& running, double fraction) {
        nodes_ += running.nodes();
        report(fraction);
        nodes_ -= running.nodes();
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
    double expected_ = -1;
    std::function<std::unique_ptr<Walker>()> another_;
    bool leaves_apart_ = false;
    std::optional<Outlook> outlook_;
};

}  // namespace quadrille::cover
