// The template bound on any board whose template graph is small: jigsaws, diagonals, windows, Latin
// squares, sides 4 to 15.
//
// The idea. The best template of a digit is the best path through the template graph (template_graph.cpp).
// As in bands_nine.cpp all digits stand in the lanes of vectors; a state has one vector of best sums.
//
//      down[row][state]   best way from the top to the state          (evaluate)
//      up[row][state]     best way from the state to the bottom       (find_losses)
//      through a cell:    the best of down[from] + weight + up[to] over the edges that use it
//
// Invariant: weights are at most 0 (normalise), so sums saturate only at the low end: still a bound.
// Cost: two vector operations an edge, and five more for losses.
// Why Highway in this room: see bands_nine.cpp.
// Source: dynamic programming over rows. Tried and lost for plain 9x9 and 16x16: twice the work of the
// kernels made for these boards.
#include <algorithm>

#include "target/bound.hpp"
#include "target/template_graph.hpp"

#include "target/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "target/graph_bound.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "target/lanes-inl.hpp"

#ifndef QUADRILLE_TARGET_GRAPH_TABLES
#define QUADRILLE_TARGET_GRAPH_TABLES
namespace quadrille::target {

/// The working tables: state s of layer l stands at (first[l] + s) * lanes.
struct GraphTables {
    std::vector<std::size_t> first;
    std::vector<std::int16_t> down;
    std::vector<std::int16_t> up;
    std::vector<std::int16_t> weights;  // cells x lanes
};

}  // namespace quadrille::target
#endif

HWY_BEFORE_NAMESPACE();
namespace quadrille::target::HWY_NAMESPACE {

/// The sums at both ends of a row's edges, and the row's weights.
struct Step {
    const std::int16_t* weights;
    const std::int16_t* from;
    std::int16_t* to;
};

/// For each state of `to`, the best over its edges of the other end's sum in `from` and the weight.
HWY_INLINE void relax(const std::vector<std::uint32_t>& start, const std::vector<TemplateEdge>& edges,
                      const Step& step, std::size_t lanes) {
    const auto& [weights, from, to] = step;
    for (std::size_t state = 0; state + 1 < start.size(); ++state) {
        V most = none();
        for (std::size_t e = start[state]; e < start[state + 1]; ++e) {
            const V sum = add(load(from + edges[e].state * lanes), load(weights + edges[e].column * lanes));
            most = hn::Max(most, sum);
        }
        store(most, to + state * lanes);
    }
}

void sweep_down(const TemplateGraph& graph, GraphTables& t, std::size_t lanes) {
    const std::size_t side = graph.rows.size();
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(Tag())) {
        for (std::size_t row = 0; row < side; ++row) {
            const Step step{t.weights.data() + row * side * lanes + lane,
                            t.down.data() + t.first[row] * lanes + lane,
                            t.down.data() + t.first[row + 1] * lanes + lane};
            relax(graph.rows[row].into_start, graph.rows[row].into, step, lanes);
        }
    }
}

/// One row's weights, the sums above and below it, and where its losses go.
struct RowSums {
    const std::int16_t* weights;
    const std::int16_t* down;
    const std::int16_t* up;
    std::int16_t* losses;
    std::size_t lanes;
    std::size_t side;
};

/// Best sums through each cell of one row, as losses.
HWY_INLINE void row_losses(const TemplateRow& row, const RowSums& sums, V best) {
    const auto& [weights, down, up, losses, lanes, side] = sums;
    for (std::size_t column = 0; column < side; ++column) {
        store(none(), losses + column * lanes);
    }
    for (std::size_t state = 0; state + 1 < row.out_start.size(); ++state) {
        const V above = load(down + state * lanes);
        for (std::size_t e = row.out_start[state]; e < row.out_start[state + 1]; ++e) {
            std::int16_t* loss = losses + row.out[e].column * lanes;
            store(hn::Max(load(loss), add(above, load(up + row.out[e].state * lanes))), loss);
        }
    }
    for (std::size_t column = 0; column < side; ++column) {
        const V through = add(load(losses + column * lanes), load(weights + column * lanes));
        store(hn::SaturatedSub(best, through), losses + column * lanes);
    }
}

void sweep_up(const TemplateGraph& graph, GraphTables& t, std::size_t lanes, std::int16_t* losses) {
    const std::size_t side = graph.rows.size();
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(Tag())) {
        const V best = load(t.down.data() + t.first[side] * lanes + lane);
        for (std::size_t row = side; row-- > 0;) {
            const std::int16_t* weights = t.weights.data() + row * side * lanes + lane;
            std::int16_t* below = t.up.data() + t.first[row + 1] * lanes + lane;
            relax(graph.rows[row].out_start, graph.rows[row].out,
                  {weights, below, t.up.data() + t.first[row] * lanes + lane}, lanes);
            row_losses(graph.rows[row],
                       {weights, t.down.data() + t.first[row] * lanes + lane, below,
                        losses + row * side * lanes + lane, lanes, side},
                       best);
        }
    }
}

}  // namespace quadrille::target::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::target {

namespace {

constexpr std::size_t most_edges = 600'000;

class GraphBound final : public TemplateBound {
  public:
    GraphBound(const Board& board, TemplateGraph graph)
        : TemplateBound(board),
          graph_(std::move(graph)),
          chosen_(static_cast<std::size_t>(board.cells), 0),
          lanes_(static_cast<std::size_t>(board.lanes)) {
        std::size_t total = 0;
        for (const std::uint32_t states : graph_.states) {
            tables_.first.push_back(total);
            total += states;
        }
        // All digits of an edge together take a quarter of the time of an edge of paths.
        for (const TemplateRow& row : graph_.rows) worth_ += row.into.size() * (lanes_ / 16) / 4;
        tables_.down.assign(total * lanes_, 0);
        tables_.up.assign(total * lanes_, 0);
        tables_.weights.assign(static_cast<std::size_t>(board.cells) * lanes_, 0);
    }

    std::string_view name() const override { return "templates"; }
    Range range() const override { return {4000, 8000}; }
    std::size_t worth() const override { return worth_; }

    std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) override {
        std::int64_t sum = normalise(board_, values, price, tables_.weights.data());
        QUADRILLE_PICK(board_.kernel, sweep_down)(graph_, tables_, lanes_);
        std::fill(cover_.begin(), cover_.begin() + board_.cells, std::int16_t{0});
        for (int digit = 0; digit < board_.side; ++digit) {
            sum += tables_.down[tables_.first[graph_.rows.size()] * lanes_ + static_cast<std::size_t>(digit)];
            follow(static_cast<std::size_t>(digit));
        }
        return sum;
    }
    void find_own_losses() override {
        QUADRILLE_PICK(board_.kernel, sweep_up)(graph_, tables_, lanes_, losses_.data());
    }
    void chosen(int digit, std::uint16_t* cells) const override {
        const auto side = static_cast<std::size_t>(board_.side);
        std::copy_n(chosen_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(digit) * side),
                    side, cells);
    }

  private:
    /// From the last row up: at each state the first edge that explains its sum.
    void follow(std::size_t digit) {
        const std::size_t side = graph_.rows.size();
        std::size_t state = 0;
        for (std::size_t row = side; row-- > 0;) {
            const TemplateRow& edges = graph_.rows[row];
            const int sum = tables_.down[(tables_.first[row + 1] + state) * lanes_ + digit];
            for (std::size_t e = edges.into_start[state]; e < edges.into_start[state + 1]; ++e) {
                const std::size_t cell = row * side + edges.into[e].column;
                const int above = tables_.down[(tables_.first[row] + edges.into[e].state) * lanes_ + digit];
                if (std::max<int>(above + tables_.weights[cell * lanes_ + digit], dead) != sum) continue;
                chosen_[digit * side + row] = static_cast<std::uint16_t>(cell);
                ++cover_[cell];
                state = edges.into[e].state;
                break;
            }
        }
    }

    TemplateGraph graph_;
    GraphTables tables_;
    std::vector<std::uint16_t> chosen_;  // digit * side + row
    std::size_t lanes_;
    std::size_t worth_ = 0;
};

}  // namespace

std::unique_ptr<TemplateBound> make_graph_bound(const Board& board) {
    auto graph = build_template_graph(board, most_edges);
    if (!graph || graph->states.front() == 0) return nullptr;
    return std::make_unique<GraphBound>(board, std::move(*graph));
}

}  // namespace quadrille::target
#endif
