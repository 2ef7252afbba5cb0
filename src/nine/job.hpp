// What the engine hands to a kernel, and the memory a kernel works in. Plain data, no vectors, so that
// every instruction set sees the same.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quadrille/nine.hpp"

namespace quadrille::nine {

/// The candidate bits and the guard bits of a word's three cells (drawn in kernel.cpp).
inline constexpr std::uint32_t field_bits = 0x1ffu | 0x1ffu << 10 | 0x1ffu << 20;
inline constexpr std::uint32_t guard_bits = 0x200u | 0x200u << 10 | 0x200u << 20;

inline constexpr std::size_t max_lanes = 16;
inline constexpr std::size_t max_groups = 2;
/// Pending nodes of one lane: each belongs to an ancestor that fixed a cell, so 81 are enough.
inline constexpr std::size_t max_depth = 81;

/// One search node outside the lanes: 27 words (see kernel.cpp), padded to whole vectors.
struct alignas(64) Node {
    std::uint32_t words[32];
};

/// A candidate to fix or to remove; bit 0 where the node has no open cell.
struct Choice {
    std::uint32_t word, bit;
};

inline std::uint32_t lowest(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }

/// One call: a batch of puzzles, as marks or as lines of text, and where the answers go.
struct Job {
    const NineMarks* marks = nullptr;  ///< else text
    const char* text = nullptr;
    std::size_t size = 0;  ///< of marks, or bytes of text
    NineAnswer* answers = nullptr;
    std::size_t capacity = 0;  ///< of answers
    Bounds bounds;
    const NineVisitor* visitor = nullptr;
    bool together = false;  ///< one puzzle: its branches may fill the lanes

    /// The bounds that hold for the call, not for each puzzle.
    Bounds call_bounds() const {
        return {.seconds = bounds.seconds, .stop = bounds.stop, .watch = bounds.watch};
    }

    NineProgress progress;
    const char* kernel = "";  ///< set by the kernel that ran
};

/// How much each cell is worth branching on: keys[band][word], 0 behind word 26.
struct Ranking {
    alignas(64) std::uint32_t keys[3][32];
};

/// Where a node stands in the order of a search by one lane alone: its way down, the highest bit first, 1
/// where a candidate went. Levels from 64 on add nothing; such nodes stay in their lane.
struct Place {
    std::uint64_t way;
    std::uint32_t level;
};

/// The search of one puzzle in one lane.
struct Lane {
    NineAnswer* answer;
    std::uint64_t branchings;
    Ranking ranking;    ///< from the second branching on
    std::size_t depth;  ///< pending nodes
    std::size_t first;  ///< where the pending nodes begin; the ones before went to other lanes
    Node pending[max_depth];
    Place places[max_depth];  ///< of the pending nodes, where lanes work together
    Place place;              ///< of the node in the lane
};

/// Kept from call to call, so that no puzzle costs an allocation.
struct Workspace {
    Lane lanes[max_lanes * max_groups];
};

/// Runs a job to its end or to a bound of the call.
using Kernel = void (*)(Job& job, Workspace& workspace);
/// Whether a grid solves a puzzle: what each kernel asks of every grid before it hands it out.
using Check = bool (*)(std::span<const std::uint8_t, 81> grid, const NineMarks& puzzle);

struct NamedKernel {
    const char* name;
    Kernel run;
    Check solves;
};
/// The kernels that were compiled in and that this machine runs, the fastest first.
std::vector<NamedKernel> find_kernels();

}  // namespace quadrille::nine
