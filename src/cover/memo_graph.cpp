// The graph of all solutions: states as nodes, options as edges, dead ends taken out.
//
//     root --AB--> (CD open) --CD--> goal        a path is a solution; two paths may share their ends,
//        \--AC--> (BD open) --BD--^              which is why the graph is so much smaller than the tree
//
// It is built forwards, bucket after bucket, as memo_count counts; then backwards from the goal all
// that leads nowhere is left out and the rest is numbered such that every edge leads to a lower number.
// Walking it never fails: the time is that of the solutions themselves.
// Source: zero-suppressed decision diagrams as in D. E. Knuth, TAOCP 7.1.4 and 7.2.2.1, Algorithm Z.
#include <algorithm>

#include "cover/memo.hpp"
#include "cover/memo_table.hpp"

namespace quadrille::cover {

class GraphBuilder {
  public:
    GraphBuilder(const MemoPlan& plan, const MemoLimits& limits) : plan_(plan), limits_(limits) {}

    template <std::size_t words>
    bool expand(Budget& budget);
    MemoGraph finish() const;

  private:
    static constexpr std::uint32_t goal = 0;
    template <std::size_t words>
    struct Bucket {
        StateTable<words> table;
        std::vector<std::uint32_t> made;  // by number in the table: which state of all
    };
    template <std::size_t words>
    void expand_state(std::vector<Bucket<words>>& buckets, std::size_t b, std::size_t number);
    template <std::size_t words>
    void expand_sets(std::vector<Bucket<words>>& buckets, std::size_t b, std::size_t number);
    template <std::size_t words>
    void add_edge(std::vector<Bucket<words>>& buckets, std::size_t b, Option option,
                  const std::uint64_t* used);
    void begin_edges(std::uint32_t state) {
        order_.push_back(state);
        start_.push_back(edges_.size());
    }
    /// Twice the edges, as finish() copies them; its numbers of all states; the keys of those to be expanded.
    bool within_limits() const {
        constexpr std::size_t state_bytes = 64;
        const std::size_t open = made_ - order_.size();
        const std::size_t bytes = edges_.size() * sizeof(MemoGraph::Edge) * 2 + made_ * state_bytes +
                                  open * plan_.key_words * sizeof(MemoPlan::Word);
        return (limits_.transitions == 0 || edges_.size() <= limits_.transitions) && bytes <= limits_.bytes;
    }

    /// In a trial: so few edges lead to states already met that it is given up. Where states repeat in the
    /// end, one in ten does after 16,000 edges; where they do not, hardly any ever does.
    bool is_in_vain() const {
        constexpr std::size_t few_edges = 4096, more_edges = 16384;
        if (limits_.transitions == 0 || edges_.size() < few_edges) return false;
        const std::size_t met = edges_.size() + 2 - made_;  // the goal and the root have no edge of their own
        if (edges_.size() > 2 * more_edges)
            return edges_.size() > limits_.transitions / 4 && met * 5 < edges_.size();
        return met * (edges_.size() < more_edges ? 50 : 12) < edges_.size();
    }

    const MemoPlan& plan_;
    const MemoLimits& limits_;
    std::uint32_t made_ = 1;            // states made so far, with the goal
    std::vector<std::uint32_t> order_;  // states in the order of their expansion
    std::vector<std::size_t> start_;    // the edges of order_[i] are edges_[start_[i] .. start_[i + 1])
    std::vector<MemoGraph::Edge> edges_;
};

template <std::size_t words>
bool GraphBuilder::expand(Budget& budget) {
    std::vector<Bucket<words>> buckets(plan_.buckets());
    if (plan_.buckets() == 0) return true;
    const std::uint64_t none[words] = {};
    buckets[0].table.insert(none);
    buckets[0].made.push_back(made_++);
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        for (std::size_t number = 0; number < buckets[b].table.size(); ++number) {
            if (!budget.enter_node()) return false;
            if (limits_.reports_at(number))
                limits_.report(plan_.share_done(b, number, buckets[b].table.size()));
            expand_state<words>(buckets, b, number);
            if (!within_limits() || is_in_vain()) return false;
        }
        buckets[b] = {};
    }
    start_.push_back(edges_.size());
    return true;
}

template <std::size_t words>
void GraphBuilder::expand_state(std::vector<Bucket<words>>& buckets, std::size_t b, std::size_t number) {
    if (plan_.low[b] != MemoPlan::plain) return expand_sets<words>(buckets, b, number);
    begin_edges(buckets[b].made[number]);
    std::uint64_t used[words];
    for (std::uint32_t c = plan_.start[b]; c < plan_.start[b + 1]; ++c) {
        if (!take_choice<words>(plan_, c, buckets[b].table.key(number), used)) continue;
        add_edge<words>(buckets, b, plan_.choices[c].option, used);
    }
}

/// An item with a multiplicity: a state for each set of its choices, and a step without option to end it.
template <std::size_t words>
void GraphBuilder::expand_sets(std::vector<Bucket<words>>& buckets, std::size_t b, std::size_t number) {
    struct Set {
        std::uint64_t key[words];
        std::uint32_t made;
        std::uint32_t choice;  // this one and later ones may still be taken
    };
    std::vector<Set> sets(1, {{}, buckets[b].made[number], plan_.start[b]});
    std::copy(buckets[b].table.key(number), buckets[b].table.key(number) + words, sets[0].key);
    for (std::size_t i = 0; i < sets.size() && within_limits(); ++i) {
        begin_edges(sets[i].made);
        std::uint64_t used[words];
        if (has_enough_uses(plan_, b, sets[i].key)) {
            std::copy(sets[i].key, sets[i].key + words, used);
            used[0] |= 1;
            add_edge<words>(buckets, b, MemoGraph::no_option, used);
        }
        for (std::uint32_t c = sets[i].choice; c < plan_.start[b + 1]; ++c) {
            Set next{{}, made_, c + 1};
            if (!take_choice<words>(plan_, c, sets[i].key, next.key)) continue;
            edges_.push_back({plan_.choices[c].option, made_++});
            sets.push_back(next);
        }
    }
}

/// An edge to the state that follows when the item of a bucket is settled.
template <std::size_t words>
void GraphBuilder::add_edge(std::vector<Bucket<words>>& buckets, std::size_t b, Option option,
                            const std::uint64_t* used) {
    const Successor<words> next(used, plan_.optional_bits.data() + b * words);
    const std::size_t place = plan_.place_of[b] + next.advance;
    std::uint32_t target = goal;
    if (place < plan_.places && plan_.bucket_of[place] < plan_.buckets()) {
        Bucket<words>& to = buckets[plan_.bucket_of[place]];
        const auto [index, fresh] = to.table.insert(next.key);
        if (fresh) to.made.push_back(made_++);
        target = to.made[index];
    }
    edges_.push_back({option, target});
}

MemoGraph GraphBuilder::finish() const {
    MemoGraph graph;
    graph.start_ = {0, 0};  // the goal has no edges
    if (plan_.buckets() == 0) {
        graph.path_count_ = 1;
        return graph;
    }
    constexpr std::uint32_t dead = ~std::uint32_t{0};
    std::vector<std::uint32_t> number(made_, dead);
    std::vector<double> paths{1};
    number[goal] = MemoGraph::goal;
    for (std::size_t i = order_.size(); i-- > 0;) {
        double sum = 0;
        for (std::size_t e = start_[i]; e < start_[i + 1]; ++e) {
            const std::uint32_t target = number[edges_[e].target];
            if (target == dead) continue;
            graph.edges_.push_back({edges_[e].option, target});
            sum += paths[target];
        }
        if (graph.edges_.size() == graph.start_.back()) continue;
        number[order_[i]] = static_cast<std::uint32_t>(graph.start_.size() - 1);
        graph.start_.push_back(graph.edges_.size());
        paths.push_back(sum);
    }
    graph.empty_ = number[order_[0]] == dead;
    if (graph.empty_) return graph;
    graph.root_ = number[order_[0]];
    graph.path_count_ = paths.back();
    return graph;
}

std::optional<MemoGraph> MemoGraph::build(const MemoPlan& plan, const MemoLimits& limits, Budget& budget) {
    GraphBuilder builder(plan, limits);
    const bool built = plan.key_words == 1   ? builder.expand<1>(budget)
                       : plan.key_words == 2 ? builder.expand<2>(budget)
                       : plan.key_words == 4 ? builder.expand<4>(budget)
                                             : builder.expand<8>(budget);
    if (!built) return {};
    return builder.finish();
}

namespace {

/// Walks the paths of the graph in the order of their edges.
class MemoWalk final : public Walker {
  public:
    explicit MemoWalk(MemoGraph graph) : graph_(std::move(graph)) { rewind(); }

    bool next(Budget& budget) override {
        if (finished_) return false;
        if (graph_.root() == MemoGraph::goal) {
            finished_ = true;
            ++handed_out_;
            return true;
        }
        if (!budget.enter_node()) return false;
        while (!path_.empty()) {
            Level& level = path_.back();
            if (level.next == level.end) {
                path_.pop_back();
                continue;
            }
            chosen_.resize(level.chosen);
            const MemoGraph::Edge edge = *level.next++;
            if (edge.option != MemoGraph::no_option) chosen_.push_back(edge.option);
            if (edge.target == MemoGraph::goal) {
                ++handed_out_;
                return true;
            }
            push(edge.target);
        }
        finished_ = true;
        return false;
    }
    void count(Budget& budget) override {
        while (next(budget)) {
            if (!budget.count_solution()) return;
        }
    }
    const Solution& chosen() const override { return chosen_; }
    /// Here the number of all solutions is known.
    double fraction_done() const override {
        return finished_ ? 1 : std::min(1.0, static_cast<double>(handed_out_) / graph_.path_count());
    }
    void rewind() override {
        path_.clear();
        chosen_.clear();
        handed_out_ = 0;
        finished_ = graph_.empty();
        if (!finished_ && graph_.root() != MemoGraph::goal) push(graph_.root());
    }
    void stop_at_depth(std::size_t) override { require(false, "a walk by memo is not split"); }
    Path path() const override { return {}; }
    void start_below(const Path&) override { require(false, "a walk by memo is not split"); }
    Dive dive(std::mt19937_64& random) override {
        Dive dive{{}, {}, !graph_.empty()};
        if (graph_.empty()) return dive;
        for (std::uint32_t state = graph_.root(); state != MemoGraph::goal;) {
            const auto edges = graph_.edges_of(state);
            dive.children.push_back(static_cast<std::uint32_t>(edges.size()));
            dive.path.push_back(static_cast<std::uint32_t>(random() % edges.size()));
            state = edges[dive.path.back()].target;
        }
        return dive;
    }

  private:
    struct Level {
        const MemoGraph::Edge* first;
        const MemoGraph::Edge* next;
        const MemoGraph::Edge* end;
        std::size_t chosen;  // options chosen before
    };
    void push(std::uint32_t state) {
        const auto edges = graph_.edges_of(state);
        path_.push_back({edges.data(), edges.data(), edges.data() + edges.size(), chosen_.size()});
    }

    MemoGraph graph_;
    std::vector<Level> path_;
    Solution chosen_;
    std::uint64_t handed_out_ = 0;
    bool finished_ = false;
};

}  // namespace

std::unique_ptr<Walker> make_memo_walk(MemoGraph graph) {
    return std::make_unique<MemoWalk>(std::move(graph));
}

}  // namespace quadrille::cover
