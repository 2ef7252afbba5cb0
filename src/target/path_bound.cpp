// The template bound where few templates are left.
//
// The idea. The kernels that find the best template of each digit among all of an empty board take the same
// time however few are left. A node whose candidates have thinned out keeps the templates themselves, as
// paths (paths.hpp), and the best is the longest path. What cannot reach the cutoff goes from the paths edge
// by edge, not candidate by candidate: a node's descendants never see these templates again, whatever their
// prices, so their bounds are lower, too.
//
//      down[s]    best way from the first state to s           (evaluate)
//      up[s]      best way from s to the last                  (find_losses)
//      an edge:   loses best - (down[from] + weight + up[to])
//
// Invariant: sums are exact. Cost: one addition and one comparison an edge, five for losses. On 16x16 with 64
// clues some 600 edges a digit, a third of the time of bands_sixteen.cpp. Source: as paths.cpp.
#include "target/path_bound.hpp"

#include <algorithm>

namespace quadrille::target {

namespace {

/// Less than any sum of a template; even a hundred of them fit.
constexpr int none = -(1 << 24);

}  // namespace

PathBound::PathBound(const Board& board, Range range)
    : TemplateBound(board), range_(range), sums_(static_cast<std::size_t>(board.side)) {}

void PathBound::weigh(std::size_t digit, const std::int16_t* values, const std::int16_t* price) {
    const DigitPaths& paths = paths_->digits[digit];
    std::vector<int>& weight = sums_[digit].weight;
    weight.resize(paths.cells.size());
    const auto lanes = static_cast<std::size_t>(board_.lanes);
    for (std::size_t place = 0; place < weight.size(); ++place) {
        const std::size_t cell = paths.cells[place];
        const std::int16_t value = values[cell * lanes + digit];
        weight[place] = value == dead ? none : value - price[cell];
    }
}

void PathBound::sweep_down(const DigitPaths& paths, Sums& sums) const {
    sums.down.resize(paths.states());
    int* down = sums.down.data();
    const int* weight = sums.weight.data();
    const PathEdge* edge = paths.edges.data();
    down[0] = 0;
    int* to = down + 1;
    const auto over = [&](std::size_t i) { return down[edge[i].from] + weight[edge[i].place]; };
    for (const auto [degree, states] : paths.runs) {
        int* const end = to + states;
        if (degree == 1) {
            for (; to != end; ++to, ++edge) *to = over(0);
        } else if (degree == 2) {
            for (; to != end; ++to, edge += 2) *to = std::max(over(0), over(1));
        } else if (degree == 3) {
            for (; to != end; ++to, edge += 3) *to = std::max(std::max(over(0), over(1)), over(2));
        } else {
            for (; to != end; ++to, edge += degree) {
                int most = std::max(std::max(over(0), over(1)), std::max(over(2), over(3)));
                for (std::size_t i = 4; i < degree; ++i) most = std::max(most, over(i));
                *to = most;
            }
        }
    }
}

/// From the last state back: at each state the first edge that explains its sum.
void PathBound::follow(const DigitPaths& paths, Sums& sums) const {
    sums.chosen.assign(paths.fixed.begin(), paths.fixed.end());
    for (std::size_t state = paths.states() - 1; state != 0;) {
        const PathEdge* edge = paths.edges.data() + paths.ends[state - 1];
        while (sums.down[edge->from] + sums.weight[edge->place] != sums.down[state]) ++edge;
        sums.chosen.push_back(paths.cells[edge->place]);
        state = edge->from;
    }
}

std::int64_t PathBound::evaluate(const std::int16_t* values, const std::int16_t* price) {
    const auto lanes = static_cast<std::size_t>(board_.lanes);
    std::int64_t sum = 0;
    for (int cell = 0; cell < board_.cells; ++cell) sum += price[cell];
    std::fill(cover_.begin(), cover_.end(), std::int16_t{0});
    for (std::size_t digit = 0; digit < sums_.size(); ++digit) {
        const DigitPaths& paths = paths_->digits[digit];
        weigh(digit, values, price);
        sweep_down(paths, sums_[digit]);
        follow(paths, sums_[digit]);
        sum += sums_[digit].down.back();
        for (const std::uint16_t cell : paths.fixed) sum += values[cell * lanes + digit] - price[cell];
        for (const std::uint16_t cell : sums_[digit].chosen) ++cover_[cell];
    }
    return sum;
}

/// The best way up from every state of a digit, and the best way through each of its places.
void PathBound::sweep_up(std::size_t digit) {
    const DigitPaths& paths = paths_->digits[digit];
    Sums& sums = sums_[digit];
    sums.up.assign(paths.states(), none);
    sums.up.back() = 0;
    sums.through.assign(paths.cells.size(), none);
    for (std::size_t state = paths.states() - 1; state != 0; --state) {
        for (std::size_t e = paths.ends[state - 1]; e < paths.ends[state]; ++e) {
            const auto [from, place] = paths.edges[e];
            const int on = sums.weight[place] + sums.up[state];
            sums.up[from] = std::max(sums.up[from], on);
            sums.through[place] = std::max(sums.through[place], sums.down[from] + on);
        }
    }
}

void PathBound::find_own_losses() {
    constexpr int most = 32767;
    const auto lanes = static_cast<std::size_t>(board_.lanes);
    std::fill(losses_.begin(), losses_.end(), static_cast<std::int16_t>(most));
    for (std::size_t digit = 0; digit < sums_.size(); ++digit) {
        sweep_up(digit);
        const DigitPaths& paths = paths_->digits[digit];
        const int best = sums_[digit].down.back();
        for (const std::uint16_t cell : paths.fixed) losses_[cell * lanes + digit] = 0;
        for (std::size_t place = 0; place < paths.cells.size(); ++place) {
            losses_[paths.cells[place] * lanes + digit] =
                static_cast<std::int16_t>(std::min(best - sums_[digit].through[place], most));
        }
    }
}

void PathBound::chosen(int digit, std::uint16_t* cells) const {
    const auto& mine = sums_[static_cast<std::size_t>(digit)].chosen;
    std::copy(mine.begin(), mine.end(), cells);
}

bool PathBound::narrow(std::int64_t slack, std::span<DigitBits> masks, Paths& narrower) {
    const auto most = static_cast<int>(std::clamp<std::int64_t>(slack, -1, -none / 2));
    narrower.digits.resize(sums_.size());
    narrower.edges = 0;
    left_.assign(masks.size(), 0);
    for (std::size_t digit = 0; digit < sums_.size(); ++digit) {
        DigitPaths& kept = narrower.digits[digit];
        const DigitPaths& paths = paths_->digits[digit];
        if (mark(digit, most) * 20 <= paths.edges.size()) kept = paths;
        else if (!keeper_.keep(paths, marks_, kept)) return false;
        narrower.edges += kept.edges.size();
        for (const std::uint16_t cell : kept.cells) left_[cell] |= DigitBits{1} << digit;
        for (const std::uint16_t cell : kept.fixed) left_[cell] |= DigitBits{1} << digit;
    }
    for (std::size_t cell = 0; cell < masks.size(); ++cell) masks[cell] &= left_[cell];
    return true;
}

/// Marks the edges of a digit that lose no more than `most`. Returns how many it leaves unmarked.
std::size_t PathBound::mark(std::size_t digit, int most) {
    const DigitPaths& paths = paths_->digits[digit];
    Sums& sums = sums_[digit];
    const int best = sums.down.back();
    for (std::size_t place = 0; place < paths.cells.size(); ++place) {
        const int loss = losses_[paths.cells[place] * static_cast<std::size_t>(board_.lanes) + digit];
        sums.weight[place] -= loss - std::min(best - sums.through[place], 32767);
    }
    const int least = best - most;
    marks_.resize(paths.edges.size());
    std::size_t marked = 0;
    for (std::size_t state = 1; state < paths.states(); ++state) {
        const int up = sums.up[state] - least;
        for (std::size_t e = paths.ends[state - 1]; e < paths.ends[state]; ++e) {
            const auto [from, place] = paths.edges[e];
            marks_[e] = sums.down[from] + sums.weight[place] + up >= 0;
            marked += static_cast<std::size_t>(marks_[e]);
        }
    }
    return paths.edges.size() - marked;
}

}  // namespace quadrille::target
