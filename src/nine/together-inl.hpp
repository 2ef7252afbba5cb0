// One puzzle in all lanes: its branches fill them. Included once for each instruction set.
//
// A lane that has run dry takes the oldest pending node of the lane with most of them. So that the answer is
// the same however many lanes there are, every node knows its place in the order of a search by one lane
// alone. Of the solutions the first in that order count, and nodes behind them are dropped. All nodes are
// branched by one ranking, made at the root.

#if defined(QUADRILLE_NINE_TOGETHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADRILLE_NINE_TOGETHER_INL
#undef QUADRILLE_NINE_TOGETHER_INL
#else
#define QUADRILLE_NINE_TOGETHER_INL
#endif

#include <cstring>

#include <hwy/highway.h>

#include "nine/branch-inl.hpp"
#include "nine/round-inl.hpp"
#include "nine/text-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

class Together {
  public:
    /// More than two solutions wanted in order, or a bound on nodes: one lane does as well.
    static bool takes(const Job& job) {
        return job.together && job.bounds.nodes == 0 && job.bounds.solutions <= 2;
    }

    Together(Job& job, Workspace& workspace)
        : job_(job), answer_(job.answers[0]), lanes_(workspace.lanes), budget_(job.call_bounds()) {}

    void run() {
        start();
        for (std::uint32_t round = 1; busy_ != 0; ++round) {
            const Verdict verdict = advance(block_);
            std::uint32_t ended = (verdict.dead | verdict.solved | verdict.stuck) & busy_;
            for (; ended != 0; ended &= ended - 1) settle(lowest(ended), verdict);
            if (round % 256 == 0 && !budget_.poll()) break;
            if (busy_ != 0) share();
        }
        const std::uint64_t limit = job_.bounds.solutions;
        answer_.solutions = found_;
        answer_.reason = limit != 0 && found_ == limit ? StopReason::solutions : budget_.reason();
    }

  private:
    void start() {
        Node root;
        read_marks(job_.marks[0], root);
        answer_ = NineAnswer{};
        answer_.nodes = 1;
        job_.progress.puzzles = 1;
        for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes_[lane].first = lanes_[lane].depth = 0;
        lanes_[0].place = {0, 0};
        put_in(root, block_, 0);
        busy_ = 1;
    }

    void settle(std::uint32_t lane, const Verdict& verdict) {
        if ((verdict.dead >> lane & 1) == 0) {
            if ((verdict.solved >> lane & 1) == 0 && wanted(lanes_[lane].place)) return branch(lane);
            if ((verdict.solved >> lane & 1) != 0) record(lane);
        }
        backtrack(lane);
    }

    /// Could a solution here still be among the first?
    bool wanted(const Place& place) const {
        return job_.bounds.solutions == 0 || found_ < job_.bounds.solutions || place.way <= last_way_;
    }

    /// Keeps the first solutions in order; where all are counted, only the very first of them.
    void record(std::uint32_t lane) {
        const std::uint64_t way = lanes_[lane].place.way;
        if (!wanted(lanes_[lane].place) || (full() && way == last_way_)) return;
        if (found_ == 0 || way < first_way_) {
            Node node;
            take_out(block_, lane, node);
            write_digits(node, answer_.grid.data());
            last_way_ = first_way_;
            first_way_ = way;
        } else if (!full() || way < last_way_) {
            last_way_ = way;
        }
        if (!full()) ++found_;
        if (job_.bounds.solutions == 1) last_way_ = first_way_;
        if (found_ == 1) last_way_ = first_way_;
    }
    bool full() const { return job_.bounds.solutions != 0 && found_ == job_.bounds.solutions; }

    void branch(std::uint32_t lane) {
        Lane& own = lanes_[lane];
        if (own.first == own.depth) own.first = own.depth = 0;
        Node& other = own.pending[own.depth];
        take_out(block_, lane, other);
        if (answer_.nodes == 1) rank_cells(other, lanes_[0].ranking);
        const Choice choice = choose(other, lanes_[0].ranking);
        if (!split(block_, lane, other, choice)) return;
        ++answer_.nodes;
        const std::uint32_t level = own.place.level++;
        own.places[own.depth++] = {own.place.way | (level < 64 ? std::uint64_t{1} << (63 - level) : 0),
                                   level + 1};
    }

    void backtrack(std::uint32_t lane) {
        Lane& own = lanes_[lane];
        while (own.depth > own.first) {
            --own.depth;
            if (!wanted(own.places[own.depth])) continue;
            return enter(own.pending[own.depth], own.places[own.depth], lane);
        }
        busy_ &= ~(1u << lane);
    }

    void enter(const Node& node, const Place& place, std::uint32_t lane) {
        ++answer_.nodes;
        lanes_[lane].place = place;
        put_in(node, block_, lane);
        busy_ |= 1u << lane;
    }

    /// Hands pending nodes to lanes that have none.
    void share() {
        std::uint32_t idle = ~busy_ & ((1u << lane_count) - 1);
        for (; idle != 0; idle &= idle - 1) {
            Lane* richest = nullptr;
            for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
                Lane& other = lanes_[lane];
                if (other.depth == other.first || other.places[other.first].level > 64) continue;
                if (richest == nullptr || other.depth - other.first > richest->depth - richest->first)
                    richest = &other;
            }
            if (richest == nullptr) return;
            const std::size_t oldest = richest->first++;
            if (wanted(richest->places[oldest]))
                enter(richest->pending[oldest], richest->places[oldest], lowest(idle));
        }
    }

    Block block_{};
    Job& job_;
    NineAnswer& answer_;
    Lane* lanes_;
    Budget budget_;
    std::uint32_t busy_ = 0;
    std::uint64_t found_ = 0;      ///< solutions kept, never more than the bound
    std::uint64_t first_way_ = 0;  ///< of the first of them
    std::uint64_t last_way_ = 0;   ///< of the last of them
};

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#endif  // QUADRILLE_NINE_TOGETHER_INL
