// What the engine hands to a kernel, and the memory a kernel works in. Plain data, no vectors, so that
// every instruction set sees the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "quadrille/nine.hpp"

namespace quadrille::nine {

inline constexpr std::size_t max_lanes = 16;
/// Pending nodes of one lane: each belongs to an ancestor that fixed a cell, so 81 are enough.
inline constexpr std::size_t max_depth = 81;

/// One search node outside the lanes: 27 words (see kernel.cpp), padded to whole vectors.
struct alignas(64) Node {
    std::uint32_t words[32];
};

/// One call: a batch of puzzles, as marks or as lines of text, and where the answers go.
struct Job {
    const NineMarks* marks = nullptr;  ///< else text
    const char* text = nullptr;
    std::size_t size = 0;  ///< of marks, or bytes of text
    NineAnswer* answers = nullptr;
    std::size_t capacity = 0;  ///< of answers
    Bounds bounds;
    const NineVisitor* visitor = nullptr;

    NineProgress progress;
    const char* kernel = "";  ///< set by the kernel that ran
};

/// The search of one puzzle in one lane.
struct Lane {
    NineAnswer* answer;
    std::size_t depth;  ///< pending nodes
    Node pending[max_depth];
};

/// Kept from call to call, so that no puzzle costs an allocation.
struct Workspace {
    Lane lanes[max_lanes];
};

/// Runs a job to its end or to a bound of the call.
using Kernel = void (*)(Job& job, Workspace& workspace);

/// The kernel of one of Highway's targets; null if it was not compiled in or this machine lacks it.
Kernel kernel_of(std::int64_t target);
/// The targets that were compiled in and that this machine runs, as Highway's bits.
std::int64_t kernel_targets();

}  // namespace quadrille::nine
