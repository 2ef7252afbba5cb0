// The idea. Where most candidates have gone, few templates of a digit are left. A state is what the rows
// below must know of the part of a template above them: which columns and which regions that reach further
// down hold the digit (template_graph.cpp does the same for all candidates of an empty board). Rows where the
// digit has one cell alone are no layers; their cells are taken from the start.
//
//      row 0   . x x .     first           cells   1 2 | 8 10 | ...       place of an edge
//      row 1   1 . . .      |  \           layer   0: the first state; then one a row; the last state alone
//      row 2   x . x .      s1  s2         ends    where the edges into a state end: they stand together
//      row 3   . x . x      ...
//
// Invariant: every template within the masks is a path, and every path is one; all edges lie on paths.
// Cost: some ten nanoseconds an edge to find, a few to narrow. States come in the order of their layers, so
// one pass from front to back is a sweep over the rows. Source: decision diagrams that lose edges by their
// reduced costs, Bergman, Cire, van Hoeve and Hooker, 2016.
#include "target/paths.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "quadrille/target.hpp"

namespace quadrille::target {

namespace {

constexpr std::size_t slot_count = 1 << 13;
constexpr std::uint16_t nowhere = std::numeric_limits<std::uint16_t>::max();

}  // namespace

/// Once, for whom there are paths to find.
void PathFinder::prepare() {
    if (order_) return;
    order_.emplace(board_);
    slots_.resize(slot_count);
}

bool PathFinder::find(std::span<const DigitBits> masks, std::size_t most, Paths& paths) {
    if (board_.areas.size() > static_cast<std::size_t>(board_.side) + 64) return false;
    prepare();
    paths.digits.resize(static_cast<std::size_t>(board_.side));
    paths.edges = 0;
    for (int digit = 0; digit < board_.side; ++digit) {
        DigitPaths& found = paths.digits[static_cast<std::size_t>(digit)];
        if (!find_digit(masks, digit, most - paths.edges)) return false;
        marks_.assign(raw_.edges.size(), 1);
        if (!keeper_.keep(raw_, marks_, found)) return false;
        paths.edges += found.edges.size();
    }
    return true;
}

/// The number of a state after the row at hand, a new one where it has not been met.
std::uint16_t PathFinder::state_of(Used used) {
    for (std::size_t at = used * 0x9e3779b97f4a7c15u >> 51;; at = (at + 1) % slot_count) {
        Slot& slot = slots_[at];
        if (slot.stamp == stamp_ && slot.used == used) return slot.state;
        if (slot.stamp == stamp_) continue;
        slot = {used, stamp_, static_cast<std::uint16_t>(used_.size())};
        used_.push_back(used);
        return slot.state;
    }
}

/// Edges from the last layer over a line. `ending`: the full regions that no later line touches; `live`:
/// what later lines touch. False: there would be too many states.
bool PathFinder::step_over(const std::vector<std::uint16_t>& cells, Used ending, Used live) {
    ++stamp_;
    steps_.clear();
    const std::vector<Used>& of_cell = order_->direction().of_cell;
    const std::size_t begin = raw_.first.back();
    const std::size_t end = used_.size();
    const auto place = static_cast<std::uint16_t>(raw_.cells.size());
    for (std::size_t from = begin; from < end; ++from) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Used through = of_cell[cells[i]];
            const Used used = used_[from] | through;
            if ((used_[from] & through) != 0 || (ending & ~used) != 0) continue;
            steps_.push_back({static_cast<std::uint16_t>(from), state_of(used & live),
                              static_cast<std::uint16_t>(place + i)});
        }
        if (used_.size() - end > slot_count / 2 || used_.size() >= nowhere - slot_count) return false;
    }
    raw_.cells.insert(raw_.cells.end(), cells.begin(), cells.end());
    raw_.first.push_back(static_cast<std::uint16_t>(end));
    group_steps(end);
    return true;
}

/// Appends the steps as edges, those into one state together.
void PathFinder::group_steps(std::size_t begin) {
    const auto before = static_cast<std::uint32_t>(raw_.edges.size());
    raw_.edges.resize(before + steps_.size());
    raw_.ends.resize(used_.size(), 0);
    for (const Step& step : steps_) ++raw_.ends[step.to];
    std::uint32_t next = before;
    for (std::size_t state = begin; state < used_.size(); ++state) {
        const std::uint32_t count = raw_.ends[state];
        raw_.ends[state] = next;
        next += count;
    }
    for (const Step& step : steps_) raw_.edges[raw_.ends[step.to]++] = {step.from, step.place};
}

/// Fills raw_.
bool PathFinder::find_digit(std::span<const DigitBits> masks, int digit, std::size_t most) {
    if (!order_->arrange(masks, digit)) return false;
    const Lines& lines = order_->lines();
    const Used full = order_->direction().across | order_->direction().others;
    const std::size_t layers = lines.order.size();
    live_.assign(layers + 1, 0);
    for (std::size_t i = layers; i > 0; --i) live_[i - 1] = live_[i] | lines.through[lines.order[i - 1]];
    if ((full & ~(lines.start | live_[0])) != 0) return false;
    raw_.cells.clear();
    raw_.edges.clear();
    raw_.fixed = lines.fixed;
    raw_.first = {0};
    raw_.ends = {0};
    used_ = {lines.start & live_[0]};
    for (std::size_t i = 0; i < layers; ++i) {
        const Used ending = live_[i] & ~live_[i + 1] & full;
        if (!step_over(lines.open[lines.order[i]], ending, live_[i + 1]) || raw_.edges.size() > most)
            return false;
    }
    raw_.first.push_back(static_cast<std::uint16_t>(used_.size()));
    return used_.size() > raw_.first[raw_.first.size() - 2];
}

/// Leaves the marks of edges on whole paths of marked edges.
void PathKeeper::unmark_dead_ends(const DigitPaths& paths, std::vector<char>& marks) {
    is_met_.assign(paths.states(), 0);
    is_met_.front() = 1;
    for (std::size_t state = 1; state < paths.states(); ++state) {
        char met = 0;
        for (std::size_t e = paths.ends[state - 1]; e < paths.ends[state]; ++e) {
            marks[e] = marks[e] & is_met_[paths.edges[e].from];
            met |= marks[e];
        }
        is_met_[state] = met;
    }
    std::fill(is_met_.begin(), is_met_.end() - 1, char{0});
    for (std::size_t state = paths.states() - 1; state > 0; --state) {
        const char met = is_met_[state];
        for (std::size_t e = paths.ends[state - 1]; e < paths.ends[state]; ++e) {
            marks[e] = marks[e] & met;
            is_met_[paths.edges[e].from] |= marks[e];
        }
    }
}

/// Looks at the marked edges into the states of a layer.
PathKeeper::Layer PathKeeper::measure(const DigitPaths& from, const std::vector<char>& marks,
                                      std::size_t layer) {
    Layer seen{nowhere, 0, 0};
    for (std::size_t state = from.first[layer]; state < from.first[layer + 1]; ++state) {
        std::uint16_t degree = 0;
        for (std::size_t e = from.ends[state - 1]; e < from.ends[state]; ++e) {
            const std::uint16_t place = from.edges[e].place;
            degree = static_cast<std::uint16_t>(degree + marks[e]);
            place_[place] |= static_cast<std::uint16_t>(marks[e]);
            seen.lowest = std::min(seen.lowest, marks[e] != 0 ? place : nowhere);
            seen.highest = std::max(seen.highest, marks[e] != 0 ? place : std::uint16_t{0});
        }
        degree_[state] = degree;
        seen.most = std::max(seen.most, degree);
    }
    return seen;
}

/// All edges use one cell: the states after it are those before.
void PathKeeper::merge(const DigitPaths& from, const std::vector<char>& marks, std::size_t layer) {
    for (std::size_t state = from.first[layer]; state < from.first[layer + 1]; ++state) {
        for (std::size_t e = from.ends[state - 1]; e < from.ends[state]; ++e) {
            if (marks[e] != 0) number_[state] = number_[from.edges[e].from];
        }
    }
}

/// Numbers the places and the states of a layer that are left, states of like degree together: what sweeps
/// over them then guesses right how many edges come next.
void PathKeeper::number(const DigitPaths& from, std::size_t layer, const Layer& seen, DigitPaths& to) {
    for (std::size_t place = seen.lowest; place <= seen.highest; ++place) {
        if (place_[place] == 0) continue;
        place_[place] = static_cast<std::uint16_t>(to.cells.size());
        to.cells.push_back(from.cells[place]);
    }
    std::array<std::uint16_t, max_target_side + 1> next{};  // by degree: how many states, then where one goes
    for (std::size_t state = from.first[layer]; state < from.first[layer + 1]; ++state)
        ++next[degree_[state]];
    std::uint16_t total = 0;
    for (std::uint16_t degree = 1; degree <= seen.most; ++degree) {
        if (next[degree] != 0) to.runs.push_back({degree, next[degree]});
        total = static_cast<std::uint16_t>(total + std::exchange(next[degree], total));
    }
    order_.resize(total);
    for (std::uint16_t state = from.first[layer]; state < from.first[layer + 1]; ++state) {
        if (degree_[state] == 0) continue;
        const std::uint16_t at = next[degree_[state]]++;
        order_[at] = state;
        number_[state] = static_cast<std::uint16_t>(to.ends.size() + at);
    }
}

bool PathKeeper::keep(const DigitPaths& from, std::vector<char>& marks, DigitPaths& to) {
    unmark_dead_ends(from, marks);
    to.cells.clear();
    to.fixed = from.fixed;
    to.ends = {0};
    to.runs.clear();
    to.first = {0};
    to.edges.resize(from.edges.size() + 1);
    degree_.resize(from.states());
    number_.assign(from.states(), nowhere);
    number_[0] = 0;
    place_.assign(from.cells.size(), 0);
    std::uint32_t edges = 0;
    for (std::size_t layer = 1; layer + 1 < from.first.size(); ++layer) {
        const Layer seen = measure(from, marks, layer);
        if (seen.lowest == seen.highest && seen.most == 1) {
            to.fixed.push_back(from.cells[seen.lowest]);
            merge(from, marks, layer);
            continue;
        }
        to.first.push_back(static_cast<std::uint16_t>(to.states()));
        number(from, layer, seen, to);
        for (const std::uint16_t state : order_) {
            for (std::size_t e = from.ends[state - 1u]; e < from.ends[state]; ++e) {
                const auto [before, place] = from.edges[e];
                to.edges[edges] = {number_[before], place_[place]};
                edges += static_cast<std::uint32_t>(marks[e]);
            }
            to.ends.push_back(edges);
        }
    }
    to.edges.resize(edges);
    to.first.push_back(static_cast<std::uint16_t>(to.states()));
    return number_.back() != nowhere;
}

}  // namespace quadrille::target
