// The idea. Paths (paths.cpp) go through the lines of a digit, rows or columns, one after the other; between
// two lines there is a state for each set of regions that those before can use of the regions that those
// after may still want. In a good order these are few: lines that have their columns in common come together.
//
//      x x . .     natural: after row 1 {1} {2}, after row 2 {1 3} {1 4} {2 3} {2 4}, ...
//      . . x x     better: rows 1 3 2 4: {1} {2}, then {1 2} alone, ...
//      x x . .
//      . . x x
//
// How many states there are is guessed: of n regions that both sides touch k are used, one of n over k sets,
// for the lines across and for the boxes. From each of some first lines the next line is the one that leaves
// the fewest regions touched by both sides; of these orders, in both directions, the one of least guessed
// cost is taken. The guess is some forty times too high, but in like measure.
// Invariant: none; any order is right. Cost: a microsecond an order; the more paths are expected, the more
// orders are tried. On 16x16 boards of rings with 64 and 96 clues 0.63 of the natural order's edges are left;
// the best order that climbing finds leaves 0.58. Source: orders of decision diagrams by least frontier;
// folklore. Tried and lost: rows alone (0.68), whole bands in the best of their 24 orders (0.70).
#include "target/lines.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace quadrille::target {

namespace {

constexpr float paths_an_order = 4000;
constexpr std::size_t most_orders = 12;  // in each direction

/// std::popcount where the build may not assume an instruction for it.
int count_bits(Used bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(bits * 0x0101010101010101u >> 56);
}

}  // namespace

LineOrder::LineOrder(const Board& board) : board_(board) {
    const auto side = static_cast<std::size_t>(board.side);
    for (std::size_t way = 0; way < 2; ++way) {
        Direction& direction = directions_[way];
        direction.of_cell.resize(static_cast<std::size_t>(board.cells), 0);
        std::size_t next = 0;
        for (std::size_t i = 0; i < board.areas.size(); ++i) {
            if (i / side == way) continue;  // rows come first, then columns
            const Used bit = Used{1} << next++;
            for (const std::uint16_t cell : board.areas[i].cells) direction.of_cell[cell] |= bit;
            if (i < 2 * side) direction.across |= bit;
            else if (board.areas[i].full) direction.others |= bit;
        }
    }
    binomial_.resize(65 * (side + 1), 0);
    for (std::size_t n = 0; n < 65; ++n) {
        float* const row = binomial_.data() + n * (side + 1);
        row[0] = 1;
        for (std::size_t k = 1; k <= std::min(n, side); ++k) {
            const float* const before = row - (side + 1);
            row[k] = before[k - 1] + before[k];
        }
    }
}

/// The digit's cells, line by line. False: two that stand alone share a region, or a line has none.
bool LineOrder::split(std::span<const DigitBits> masks, int digit, std::size_t way) {
    Lines& lines = lines_[way];
    const Direction& direction = directions_[way];
    const auto side = static_cast<std::size_t>(board_.side);
    const std::size_t to_next = way == 0 ? 1 : side;
    lines.open.resize(side);
    lines.through.clear();
    lines.fixed.clear();
    lines.start = 0;
    for (std::size_t line = 0; line < side; ++line) {
        std::vector<std::uint16_t>& cells = lines.open[lines.through.size()];
        cells.clear();
        Used through = 0;
        std::size_t cell = way == 0 ? line * side : line;
        for (std::size_t i = 0; i < side; ++i, cell += to_next) {
            if ((masks[cell] >> digit & 1) == 0) continue;
            cells.push_back(static_cast<std::uint16_t>(cell));
            through |= direction.of_cell[cell];
        }
        if (cells.empty()) return false;
        if (cells.size() > 1) {
            lines.through.push_back(through);
            continue;
        }
        if ((lines.start & through) != 0) return false;
        lines.start |= through;
        lines.fixed.push_back(cells.front());
    }
    lines.order.resize(lines.through.size());
    std::iota(lines.order.begin(), lines.order.end(), std::uint16_t{0});
    return true;
}

/// The guess after `count` open lines, which touch `seen`, before those that touch `rest`.
float LineOrder::states(const Direction& direction, Used seen, Used rest, int count) const {
    float product = 1;
    for (const Used kind : {direction.across, direction.others}) {
        const int both = count_bits(seen & rest & kind);
        const int used = count - count_bits(seen & ~rest & kind);
        if (used > 0 && used < both)
            product *= binomial_[static_cast<std::size_t>(both * (board_.side + 1) + used)];
    }
    return product;
}

/// The guessed number of edges of paths through the lines in this order.
float LineOrder::cost(std::size_t way, std::span<const std::uint16_t> order) {
    const Lines& lines = lines_[way];
    rest_.assign(order.size() + 1, 0);
    for (std::size_t i = order.size(); i > 0; --i) rest_[i - 1] = rest_[i] | lines.through[order[i - 1]];
    float sum = 0;
    float before = 1;
    Used seen = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        sum += before * static_cast<float>(lines.open[order[i]].size());
        seen |= lines.through[order[i]];
        before = states(directions_[way], seen, rest_[i + 1], static_cast<int>(i) + 1);
    }
    return sum;
}

/// Into order_, from the line `first` on.
void LineOrder::choose_order(std::size_t way, std::size_t first) {
    const Lines& lines = lines_[way];
    order_.resize(lines.order.size());
    std::iota(order_.begin(), order_.end(), std::uint16_t{0});
    std::swap(order_[0], order_[first]);
    Used seen = lines.through[first];
    for (std::size_t i = 1; i < order_.size(); ++i) {
        Used once = 0;
        Used twice = 0;
        for (std::size_t j = i; j < order_.size(); ++j) {
            const Used through = lines.through[order_[j]];
            twice |= once & through;
            once |= through;
        }
        int least = std::numeric_limits<int>::max();
        std::size_t next = i;
        for (std::size_t j = i; j < order_.size(); ++j) {
            const Used through = lines.through[order_[j]];
            const int both = count_bits((seen | through) & (twice | (once & ~through)));
            if (both >= least) continue;
            least = both;
            next = j;
        }
        std::swap(order_[i], order_[next]);
        seen |= lines.through[order_[i]];
    }
}

bool LineOrder::arrange(std::span<const DigitBits> masks, int digit) {
    if (!split(masks, digit, 0) || !split(masks, digit, 1)) return false;
    float least[2];
    for (std::size_t way = 0; way < 2; ++way) least[way] = cost(way, lines_[way].order);
    const float expected = std::min(least[0], least[1]) / paths_an_order;
    const auto orders = static_cast<std::size_t>(std::min(expected, static_cast<float>(most_orders)));
    for (std::size_t way = 0; way < 2; ++way) {
        for (std::size_t first = 0; first < std::min(orders, lines_[way].through.size()); ++first) {
            choose_order(way, first);
            const float now = cost(way, order_);
            if (now >= least[way]) continue;
            least[way] = now;
            lines_[way].order = order_;
        }
    }
    chosen_ = least[0] <= least[1] ? 0 : 1;
    return true;
}

}  // namespace quadrille::target
