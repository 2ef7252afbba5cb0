// The search of 9x9 boards: one node a SIMD lane, all lanes advanced by the same operations.
//
// THE IDEA. The fast programs of today put one puzzle into vector registers and wait for the latency of
// its chain of deductions. Here a lane is a search node of its own, so the operations of a round are
// independent of each other, nothing is shuffled and nothing branches inside a round.
//
// A NODE is 27 words. A word holds three cells: those at the same place (row r of the band, stack s,
// column c of the stack) in each of the three bands; nine candidate bits a cell and a guard bit above.
//
//     bit 31 30 | 29 28 ........ 20 | 19 18 ........ 10 |  9  8 ......... 0
//          0  0 |  0 [9 8 7 ... 1]  |  0 [9 8 7 ... 1]  |  0 [9 8 7 ... 1]     word 9 * r + 3 * s + c
//                 guard   band 2       guard   band 1      guard   band 0
//
// Why so: OR over c of three words gives, for 9 digits and 3 bands at once, which MINIROW (r, s) holds the
// digit; OR over r which MINICOLUMN (s, c). In each band the minirows of a digit form a 3x3 matrix (row,
// box) and must contain a permutation matrix; its nine entries are nine words, so the whole test for all
// digits and bands is 36 plain ANDs and ORs. In each stack the minicolumns form a matrix (band, column)
// whose rows are the fields of a word: the same test with six rotations by ten bits. What is not part of
// a permutation goes. That is pointing, claiming and the elimination along rows and columns in one.
// A box with one minirow and one minicolumn left for a digit has its cell: a hidden single. A field f has
// several candidates if f & (f - 1) is not 0, and adding 0x1ff to a field carries into the guard unless
// it is empty: naked singles cost seven operations for three cells.
//
// A ROUND is some 700 operations for all lanes, 90 of them shifts, in the order: single cells, minirows,
// cells, minicolumns, cells, known cells. A lane that changed goes on; a lane that did not branches.
//
// THE INVARIANT. No round removes a candidate of a solution. All 81 cells known in one round means: each
// box has each digit in one minirow and one minicolumn, these form permutations in every band and stack,
// and no cell is without a digit; so each cell has exactly one and the node is a solution.
//
// SOURCES. Minirows and minicolumns (triads) as permutations of a band: tdoku, the fastdoku band tables and
// JCZSolve. Counting by guards (SWAR): Knuth, TAOCP 7.1.3.

#include "nine/job.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nine/kernel.cpp"
// Vectors whose length is unknown at compile time cannot be kept in arrays.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
// Highway avoids its portable fallback for compilers with GCC bug 106322 (high halves of products, which
// this file has none of) and would take one-lane vectors instead. The tests compare all kernels.
#define HWY_BROKEN_EMU128 0
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef QUADRILLE_NINE_KERNEL_ONCE
#define QUADRILLE_NINE_KERNEL_ONCE
namespace quadrille::nine {
inline constexpr std::uint32_t field_bits = 0x1ffu | 0x1ffu << 10 | 0x1ffu << 20;
inline constexpr std::uint32_t guard_bits = 0x200u | 0x200u << 10 | 0x200u << 20;
}  // namespace quadrille::nine
#endif

#include "nine/round-inl.hpp"
#include "nine/text-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

/// Hands out the puzzles of a job in order.
class Source {
  public:
    explicit Source(Job& job) : job_(job) {}

    /// The next puzzle as a node; false where there is none, or none that this engine can read.
    bool next(Node& node) {
        NineProgress& progress = job_.progress;
        if (progress.puzzles == job_.capacity) return false;
        if (job_.marks != nullptr) {
            if (progress.puzzles == job_.size) return false;
            read_marks(job_.marks[progress.puzzles], node);
        } else if (!next_line(node)) {
            return false;
        }
        ++progress.puzzles;
        return true;
    }

  private:
    bool next_line(Node& node) {
        NineProgress& progress = job_.progress;
        const std::size_t left = job_.size - progress.bytes;
        if (left == 0 || progress.foreign_line) return false;
        const char* line = job_.text + progress.bytes;
        char padded[96];
        if (left < sizeof padded) {
            std::memset(padded, 0, sizeof padded);
            std::memcpy(padded, line, left);
            line = padded;
        }
        std::size_t length = 0;
        if (left == 81)
            length = 81;
        else if (left > 81 && line[81] == '\n')
            length = 82;
        else if (left > 82 && line[81] == '\r' && line[82] == '\n')
            length = 83;
        progress.foreign_line = length == 0 || !parse(line, node);
        if (progress.foreign_line) return false;
        progress.bytes += length;
        return true;
    }

    Job& job_;
};

/// Advances all lanes round by round; between rounds settles the lanes that came to an end, one by one.
class Search {
  public:
    Search(Job& job, Workspace& workspace)
        : job_(job), lanes_(workspace.lanes), source_(job), budget_(call_bounds(job.bounds)) {}

    void run() {
        for (std::uint32_t lane = 0; lane < lane_count; ++lane) take_puzzle(lane);
        for (std::uint32_t round = 1; busy_ != 0; ++round) {
            const Verdict verdict = advance(block_);
            std::uint32_t ended = (verdict.dead | verdict.solved | verdict.stuck) & busy_;
            for (; ended != 0; ended &= ended - 1) settle(lowest(ended), verdict);
            if (round % rounds_a_look == 0 && !budget_.poll()) return abandon();
        }
    }

  private:
    static constexpr std::uint32_t rounds_a_look = 256;

    static std::uint32_t lowest(std::uint32_t bits) {
        return static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
    }
    static Bounds call_bounds(Bounds bounds) {
        bounds.solutions = bounds.nodes = 0;
        return bounds;
    }

    void settle(std::uint32_t lane, const Verdict& verdict) {
        if ((verdict.dead >> lane & 1) != 0) return backtrack(lane);
        if ((verdict.solved >> lane & 1) == 0) return branch(lane);
        if (count_solution(lane)) return backtrack(lane);
        take_puzzle(lane);
    }

    /// False: the puzzle is finished.
    bool count_solution(std::uint32_t lane) {
        NineAnswer& answer = *lanes_[lane].answer;
        ++answer.solutions;
        if (answer.solutions == 1 || job_.visitor != nullptr) {
            Node node;
            take_out(lane, node);
            std::uint8_t digits[81];
            write_digits(node, digits);
            if (answer.solutions == 1) std::memcpy(answer.grid.data(), digits, sizeof digits);
            if (job_.visitor != nullptr && !(*job_.visitor)(std::span<const std::uint8_t, 81>(digits))) {
                answer.reason = StopReason::visitor;
            }
        }
        if (answer.solutions == job_.bounds.solutions) answer.reason = StopReason::solutions;
        return answer.reason == StopReason::exhausted;
    }

    /// Goes on with the last pending node of the lane's puzzle, else with the next puzzle.
    void backtrack(std::uint32_t lane) {
        Lane& own = lanes_[lane];
        if (own.depth == 0) return take_puzzle(lane);
        if (!enter_node(lane)) return;
        put_in(own.pending[--own.depth], lane);
    }

    /// Splits a node: one candidate of a cell fixed, to go on with; the candidate gone, to come back to.
    void branch(std::uint32_t lane) {
        if (!enter_node(lane)) return;
        Lane& own = lanes_[lane];
        Node& other = own.pending[own.depth++];
        take_out(lane, other);
        const Choice choice = choose(other);
        const std::uint32_t field = choice.bit < 1u << 10   ? 0x1ffu
                                    : choice.bit < 1u << 20 ? 0x1ffu << 10
                                                            : 0x1ffu << 20;
        block_.words[choice.word][lane] &= ~field | choice.bit;
        block_.sum[lane] = 0;
        other.words[choice.word] &= ~choice.bit;
    }

    struct Choice {
        std::uint32_t word, bit;
    };
    /// The first cell with two candidates, else the first with the fewest.
    static Choice choose(const Node& node) {
        Choice best{0, 0};
        std::size_t fewest = 10;
        for (std::uint32_t word = 0; word < 27; ++word) {
            for (std::uint32_t field = 0x1ff; field != 0x1ffu << 30; field <<= 10) {
                const std::uint32_t cell = node.words[word] & field;
                const std::size_t count = hwy::PopCount(cell);
                if (count < 2 || count >= fewest) continue;
                best = {word, cell & (0 - cell)};
                if (count == 2) return best;
                fewest = count;
            }
        }
        return best;
    }

    /// Counts a node against the puzzle's bound. False: the bound is reached, the lane has moved on.
    bool enter_node(std::uint32_t lane) {
        NineAnswer& answer = *lanes_[lane].answer;
        if (answer.nodes == job_.bounds.nodes && answer.nodes != 0) {
            answer.reason = StopReason::nodes;
            take_puzzle(lane);
            return false;
        }
        ++answer.nodes;
        return true;
    }

    void take_puzzle(std::uint32_t lane) {
        Node node;
        const std::size_t index = job_.progress.puzzles;
        if (!source_.next(node)) {
            busy_ &= ~(1u << lane);
            return;
        }
        busy_ |= 1u << lane;
        Lane& own = lanes_[lane];
        own.depth = 0;
        own.answer = &job_.answers[index];
        *own.answer = NineAnswer{};
        own.answer->nodes = 1;
        put_in(node, lane);
    }

    /// A bound of the call is reached: says so in the answers that are not finished.
    void abandon() {
        for (; busy_ != 0; busy_ &= busy_ - 1) lanes_[lowest(busy_)].answer->reason = budget_.reason();
        if (job_.marks == nullptr) return;
        for (std::size_t i = job_.progress.puzzles; i < job_.size; ++i) {
            job_.answers[i] = NineAnswer{};
            job_.answers[i].reason = budget_.reason();
        }
    }

    void put_in(const Node& node, std::uint32_t lane) {
        for (std::size_t i = 0; i < 27; ++i) block_.words[i][lane] = node.words[i];
        block_.sum[lane] = 0;
    }
    void take_out(std::uint32_t lane, Node& node) const {
        for (std::size_t i = 0; i < 27; ++i) node.words[i] = block_.words[i][lane];
    }

    Block block_{};
    Job& job_;
    Lane* lanes_;
    Source source_;
    Budget budget_;
    std::uint32_t busy_ = 0;
};

void run(Job& job, Workspace& workspace) {
    job.kernel = hwy::TargetName(HWY_TARGET);
    Search(job, workspace).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::nine {

HWY_EXPORT(run);

std::int64_t kernel_targets() {
    return hwy::SupportedTargets() & HWY_TARGETS;
}

Kernel kernel_of(std::int64_t target) {
    hwy::ChosenTarget chosen;
    chosen.Update(target);
    return HWY_DISPATCH_TABLE(run)[chosen.GetIndex()];
}

}  // namespace quadrille::nine
#endif
