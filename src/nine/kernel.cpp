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
// THE COST. Some 290 cycles a round with eight lanes of AVX2, 36 a lane; 3.6 rounds a node. Taking a node out
// of its lane, choosing the cell, putting the next one in: about 100 cycles.
//
// SOURCES. Minirows and minicolumns (triads) as permutations of a band: tdoku (T. Dillon); fastdoku's exact
// closure tables for a band; JCZSolve (zhouyundong) for a node of 27 words. Counting by guard bits (SWAR):
// Knuth, TAOCP 7.1.3. Many nodes in lanes, and these cells side by side in a word: our own.
//
// TRIED AND LOST (figures in docs/measuring.md). Digit-major band words of 27 bits: twice the operations a
// round, most of them to turn matrices that here are nine words. A first stage for easy puzzles in lanes of
// 16 bits: these rounds are as cheap. To look for cells with two known digits: 4 % fewer rounds, 7 % more
// operations. To branch when a round finds no new cell: as many rounds, more nodes. To put nodes into lanes
// by blending whole vectors, to take them out by permutations: slower than 27 plain words.

#include "nine/job.hpp"
#include "nine/ranking.hpp"

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
// Highway is used as headers only: loading its library runs a timer calibration of some milliseconds, more
// than solving a thousand puzzles. So the table of kernels at the end of this file is our own, and the
// instructions that nothing here uses need no check.
#define HWY_IS_DEBUG_BUILD 0
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_F16C
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "nine/branch-inl.hpp"
#include "nine/round-inl.hpp"
#include "nine/text-inl.hpp"
#include "nine/together-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

constexpr char wrong_grid[] = "the engine nine is wrong: its grid does not solve the puzzle";

bool check(std::span<const std::uint8_t, 81> grid, const NineMarks& marks) {
    Node puzzle, node;
    read_marks(marks, puzzle);
    return read_grid(grid.data(), node) && solves(node, puzzle);
}

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
        std::size_t length = 0;
        if (left == 81) length = 81;
        else if (left > 81 && line[81] == '\n') length = 82;
        else if (left > 82 && line[81] == '\r' && line[82] == '\n') length = 83;
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
    Search(Job& job, Workspace& workspace) : job_(job), source_(job), budget_(job.call_bounds()) {
        for (std::size_t i = 0; i < group_count; ++i) groups_[i].lanes = workspace.lanes + i * lane_count;
    }

    void run() {
        for (Group& group : groups_) {
            for (std::uint32_t lane = 0; lane < lane_count; ++lane) take_puzzle(group, lane);
        }
        for (std::uint32_t round = 1; any_busy(); ++round) {
            for (std::size_t i = 0; i < group_count; ++i) {
                if (groups_[i].busy != 0) groups_[i].verdict = advance(groups_[i].block);
                settle(groups_[i == 0 ? group_count - 1 : i - 1]);
            }
            if (round % rounds_a_look == 0 && !budget_.poll()) return abandon();
        }
    }

  private:
    static constexpr std::uint32_t rounds_a_look = 256;
    /// While the lanes of one group are settled, the other's round is under way: its vectors need not wait
    /// for the words that were just written.
    static constexpr std::size_t group_count = 2;
    static constexpr std::uint64_t branchings_to_rank = 12;

    struct Group {
        Block block{};
        Verdict verdict{};
        std::uint32_t busy = 0;
        Lane* lanes = nullptr;
    };

    bool any_busy() const {
        std::uint32_t busy = 0;
        for (const Group& group : groups_) busy |= group.busy;
        return busy != 0;
    }

    void settle(Group& group) {
        const Verdict& verdict = group.verdict;
        std::uint32_t ended = (verdict.dead | verdict.solved | verdict.stuck) & group.busy;
        for (; ended != 0; ended &= ended - 1) {
            const std::uint32_t lane = lowest(ended);
            if ((verdict.dead >> lane & 1) != 0) backtrack(group, lane);
            else if ((verdict.solved >> lane & 1) == 0) branch(group, lane);
            else if (count_solution(group, lane)) backtrack(group, lane);
            else take_puzzle(group, lane);
        }
        group.verdict = Verdict{};
    }

    /// False: the puzzle is finished.
    bool count_solution(Group& group, std::uint32_t lane) {
        NineAnswer& answer = *group.lanes[lane].answer;
        ++answer.solutions;
        if (answer.solutions == 1 || job_.visitor != nullptr) {
            Node node;
            take_out(group.block, lane, node);
            std::uint8_t digits[81];
            write_digits(node, digits);
            if (answer.solutions == 1) std::memcpy(answer.grid.data(), digits, sizeof digits);
            if (job_.visitor != nullptr && !shown(std::span<const std::uint8_t, 81>(digits))) {
                answer.reason = StopReason::visitor;
            }
        }
        if (answer.solutions == job_.bounds.solutions) answer.reason = StopReason::solutions;
        return answer.reason == StopReason::exhausted;
    }

    /// Shows a solution to the visitor; false if he wants no more.
    bool shown(std::span<const std::uint8_t, 81> digits) const {
        require(check(digits, job_.marks[0]), wrong_grid);
        return (*job_.visitor)(digits);
    }

    /// Goes on with the last pending node of the lane's puzzle, else with the next puzzle.
    void backtrack(Group& group, std::uint32_t lane) {
        Lane& own = group.lanes[lane];
        if (own.depth == 0) return take_puzzle(group, lane);
        if (!enter_node(group, lane)) return;
        put_in(own.pending[--own.depth], group.block, lane);
    }

    /// Splits a node: one candidate of a cell fixed, to go on with; the candidate gone, to come back to.
    void branch(Group& group, std::uint32_t lane) {
        if (!enter_node(group, lane)) return;
        Lane& own = group.lanes[lane];
        Node& other = own.pending[own.depth];
        take_out(group.block, lane, other);
        if (++own.branchings == branchings_to_rank) rank_cells(own.pending[0], own.ranking);
        const bool ranked = own.branchings >= branchings_to_rank;
        if (split(group.block, lane, other, ranked ? choose(other, own.ranking) : choose_any(other)))
            ++own.depth;
    }

    /// Counts a node against the puzzle's bound. False: the bound is reached, the lane has moved on.
    bool enter_node(Group& group, std::uint32_t lane) {
        NineAnswer& answer = *group.lanes[lane].answer;
        if (answer.nodes == job_.bounds.nodes) {
            answer.reason = StopReason::nodes;
            take_puzzle(group, lane);
            return false;
        }
        ++answer.nodes;
        return true;
    }

    void take_puzzle(Group& group, std::uint32_t lane) {
        Node node;
        const std::size_t index = job_.progress.puzzles;
        if (!source_.next(node)) {
            group.busy &= ~(1u << lane);
            return;
        }
        group.busy |= 1u << lane;
        Lane& own = group.lanes[lane];
        own.depth = 0;
        own.branchings = 0;
        own.answer = &job_.answers[index];
        *own.answer = NineAnswer{};
        own.answer->nodes = 1;
        put_in(node, group.block, lane);
    }

    /// A bound of the call is reached: says so in the answers that are not finished.
    void abandon() {
        for (Group& group : groups_) {
            for (; group.busy != 0; group.busy &= group.busy - 1) {
                group.lanes[lowest(group.busy)].answer->reason = budget_.reason();
            }
        }
        if (job_.marks == nullptr) return;
        for (std::size_t i = job_.progress.puzzles; i < job_.size; ++i) {
            job_.answers[i] = NineAnswer{};
            job_.answers[i].reason = budget_.reason();
        }
    }

    Group groups_[group_count];
    Job& job_;
    Source source_;
    Budget budget_;
};

#if HWY_TARGET == HWY_AVX3
constexpr char kernel_name[] = "avx3";
#elif HWY_TARGET == HWY_AVX2
constexpr char kernel_name[] = "avx2";
#elif HWY_TARGET == HWY_SSE4
constexpr char kernel_name[] = "sse4";
#elif HWY_TARGET == HWY_EMU128
constexpr char kernel_name[] = "portable";
#else
constexpr char kernel_name[] = "native";
#endif

/// Holds every grid to its puzzle, which is read once more: some at a time, as what was just written cannot
/// be read back in other pieces without a wait. That is also why the search does not do it.
void check_answers(const Job& job) {
    constexpr std::size_t at_once = 16;
    Node puzzles[at_once], grids[at_once];
    Job again = job;
    again.progress = {};
    Source source(again);
    for (std::size_t begin = 0; begin < job.progress.puzzles; begin += at_once) {
        const std::size_t count = std::min(at_once, job.progress.puzzles - begin);
        const NineAnswer* const answers = job.answers + begin;
        for (std::size_t i = 0; i < count; ++i) {
            source.next(puzzles[i]);
            require(read_grid(answers[i].grid.data(), grids[i]) || answers[i].solutions == 0, wrong_grid);
        }
        for (std::size_t i = 0; i < count; ++i)
            require(answers[i].solutions == 0 || solves(grids[i], puzzles[i]), wrong_grid);
    }
}

void run(Job& job, Workspace& workspace) {
    job.kernel = kernel_name;
    if (Together::takes(job)) Together(job, workspace).run();
    else Search(job, workspace).run();
    check_answers(job);
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::nine {

std::vector<NamedKernel> find_kernels() {
    std::vector<NamedKernel> kernels;
#if HWY_TARGETS & HWY_AVX3
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
        kernels.push_back({N_AVX3::kernel_name, N_AVX3::run, N_AVX3::check});
    }
#endif
#if HWY_TARGETS & HWY_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")) {
        kernels.push_back({N_AVX2::kernel_name, N_AVX2::run, N_AVX2::check});
    }
#endif
#if HWY_TARGETS & HWY_SSE4
    if (__builtin_cpu_supports("sse4.2"))
        kernels.push_back({N_SSE4::kernel_name, N_SSE4::run, N_SSE4::check});
#endif
        // What the whole program was compiled for is there in any case.
#if HWY_STATIC_TARGET != HWY_AVX3 && HWY_STATIC_TARGET != HWY_AVX2 && HWY_STATIC_TARGET != HWY_SSE4
    kernels.push_back(
        {HWY_STATIC_DISPATCH(kernel_name), HWY_STATIC_DISPATCH(run), HWY_STATIC_DISPATCH(check)});
#endif
    return kernels;
}

}  // namespace quadrille::nine
#endif
