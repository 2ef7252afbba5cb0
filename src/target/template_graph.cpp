// A state is what the rows below must know: which columns and which other regions, of those that reach
// further down, already hold the digit. Partial templates that agree on this share a state:
//
//      before row 1        after row 1              after row 3 of boxes 3x3
//       { }  --column 1->  {c1, box 1}  --...-->    {c1, c5, c9}
//            --column 2->  {c2, box 1}              the three boxes are done and forgotten
//
// States from which the last row cannot be reached (a full region that ended without the digit) are cut.
// Cost: on plain 9x9 about 400 states; on 16x16 with 4x4 boxes 100,000 edges.
#include "target/template_graph.hpp"

#include <bit>
#include <unordered_map>

namespace quadrille::target {

namespace {

using Used = std::uint64_t;  // one bit for each region that is not a row

struct RawEdge {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t column;
};

/// What the builder must know of the regions that are not rows.
struct Regions {
    std::vector<Used> of_cell;
    std::vector<Used> ending_full;  // by row: full regions whose last cell it holds
    std::vector<Used> ending;       // by row: all of them
};

std::optional<Regions> regions_of(const Board& board) {
    const auto side = static_cast<std::size_t>(board.side);
    if (board.areas.size() > side + 64) return {};
    Regions regions{std::vector<Used>(side * side, 0), std::vector<Used>(side, 0),
                    std::vector<Used>(side, 0)};
    for (std::size_t i = side; i < board.areas.size(); ++i) {
        const Board::Area& area = board.areas[i];
        const Used bit = Used{1} << (i - side);
        for (const std::uint16_t cell : area.cells) regions.of_cell[cell] |= bit;
        const std::size_t last_row = area.cells.back() / side;
        regions.ending[last_row] |= bit;
        if (area.full) regions.ending_full[last_row] |= bit;
    }
    return regions;
}

/// Cuts edges into states that lead nowhere and numbers the states that stay; from the last layer back.
void cut_dead_ends(std::vector<std::vector<RawEdge>>& layers, std::vector<std::uint32_t>& states) {
    std::vector<std::uint32_t> number(states.back(), 0);
    for (std::size_t row = layers.size(); row-- > 0;) {
        constexpr std::uint32_t nowhere = ~std::uint32_t{0};
        std::vector<std::uint32_t> before(states[row], nowhere);
        std::vector<RawEdge> kept;
        for (const RawEdge& edge : layers[row]) {
            if (number[edge.to] == nowhere) continue;
            before[edge.from] = 0;
            kept.push_back({edge.from, number[edge.to], edge.column});
        }
        std::uint32_t next = 0;
        for (std::uint32_t& state : before) {
            if (state != nowhere) state = next++;
        }
        for (RawEdge& edge : kept) edge.from = before[edge.from];
        layers[row] = std::move(kept);
        states[row] = next;
        number = std::move(before);
    }
}

/// Edges grouped by one end: start[s] is where those of state s begin.
struct Grouped {
    std::vector<std::uint32_t> start;
    std::vector<TemplateEdge> edges;
};

Grouped group_by(const std::vector<RawEdge>& edges, std::uint32_t RawEdge::*end, std::uint32_t states) {
    Grouped result;
    auto& [start, grouped] = result;
    start.assign(states + 1, 0);
    for (const RawEdge& edge : edges) ++start[edge.*end + 1];
    for (std::size_t s = 1; s < start.size(); ++s) start[s] += start[s - 1];
    grouped.resize(edges.size());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for (const RawEdge& edge : edges) {
        const std::uint32_t other = end == &RawEdge::to ? edge.from : edge.to;
        grouped[next[edge.*end]++] = {other, edge.column};
    }
    return result;
}

}  // namespace

std::optional<TemplateGraph> build_template_graph(const Board& board, std::size_t most_edges) {
    const std::optional<Regions> regions = regions_of(board);
    if (!regions) return {};
    const auto side = static_cast<std::size_t>(board.side);
    std::vector<std::vector<RawEdge>> layers(side);
    std::vector<std::uint32_t> states = {1};
    std::vector<Used> current = {0};
    std::size_t edges = 0;
    for (std::size_t row = 0; row < side; ++row) {
        std::unordered_map<Used, std::uint32_t> index;
        std::vector<Used> next;
        for (std::uint32_t from = 0; from < current.size(); ++from) {
            for (std::uint32_t column = 0; column < side; ++column) {
                const Used through = regions->of_cell[row * side + column];
                Used used = current[from];
                if ((used & through) != 0) continue;
                used |= through;
                if ((regions->ending_full[row] & ~used) != 0) continue;
                used &= ~regions->ending[row];
                const auto [place, is_new] = index.try_emplace(used, static_cast<std::uint32_t>(next.size()));
                if (is_new) next.push_back(used);
                layers[row].push_back({from, place->second, column});
                if (++edges > most_edges) return {};
            }
        }
        states.push_back(static_cast<std::uint32_t>(next.size()));
        current = std::move(next);
    }
    cut_dead_ends(layers, states);
    TemplateGraph graph{std::vector<TemplateRow>(side), states};
    for (std::size_t row = 0; row < side; ++row) {
        TemplateRow& made = graph.rows[row];
        Grouped into = group_by(layers[row], &RawEdge::to, states[row + 1]);
        Grouped out = group_by(layers[row], &RawEdge::from, states[row]);
        made.into_start = std::move(into.start);
        made.into = std::move(into.edges);
        made.out_start = std::move(out.start);
        made.out = std::move(out.edges);
    }
    return graph;
}

}  // namespace quadrille::target
