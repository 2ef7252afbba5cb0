// The 9x9 engine: many search nodes at once, one a SIMD lane. It works on numbers, not on puzzles:
// 81 cells of 9 candidate bits in, counts and grids out. It is a public door because the command line,
// the generator and the C interface all hand it whole batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "quadrille/base.hpp"

namespace quadrille {

/// A 9x9 board with boxes of 3x3: the candidates of each cell in row order, bit d-1 for digit d.
/// Any set of candidates is a puzzle: a given is a cell with one bit, an empty cell has all nine.
struct NineMarks {
    std::array<std::uint16_t, 81> cells;  ///< each at most 0x1ff; bits above are ignored

    /// From 81 digits in row order, 0 for an empty cell; throws BrokenContract for a digit above 9.
    static NineMarks from_givens(std::span<const std::uint8_t, 81> digits);
};

/// How a NineEngine works.
struct NineSettings {
    /// `solutions` and `nodes` bound each puzzle for itself; `seconds` and `stop` bound each call.
    /// The default finds one solution.
    Bounds bounds{.solutions = 1};
    std::string kernel{};  ///< a name of nine_kernels(), or empty for the fastest this machine runs
};

/// What is known of one puzzle.
struct NineAnswer {
    std::uint64_t solutions = 0;  ///< solutions found, never more than the bound
    std::uint64_t nodes = 0;      ///< search points entered, the root included; 0: not begun
    /// exhausted: `solutions` is the exact number; solutions: the bound was reached, there may be more;
    /// else the search was cut short and `solutions` is a lower bound.
    StopReason reason = StopReason::exhausted;
    std::array<std::uint8_t, 81> grid{};  ///< the first solution, digits 1 to 9; all 0 where none was found
};

/// Called with each solution (81 digits); returns whether to go on.
using NineVisitor = std::function<bool(std::span<const std::uint8_t, 81>)>;

/// How far NineEngine::solve_lines came.
struct NineProgress {
    std::size_t puzzles = 0;    ///< lines taken; answers[0 .. puzzles) are filled, in the order of the lines
    std::size_t bytes = 0;      ///< length of those lines with their line ends
    bool foreign_line = false;  ///< the next line is not 81 plain characters: it is the caller's to read
};

/// The kernels this machine can run, the fastest first: "avx3" (AVX-512), "avx2", "sse4", "portable"; on
/// other processors "native"
std::span<const std::string> nine_kernels();

/// Solves, counts and enumerates 9x9 puzzles. Keeps its working memory (some hundred KiB) between calls;
/// one engine serves one thread at a time. Answers do not depend on the kernel or on the company a
/// puzzle comes in (but see solve_alone). Every grid is held to its puzzle before it is handed out; throws
/// BrokenContract if one does not solve it.
class NineEngine {
  public:
    /// Fails with unknown_name where `settings.kernel` is not among nine_kernels().
    static Result<NineEngine> make(const NineSettings& settings);
    NineEngine(NineEngine&&) noexcept;
    NineEngine& operator=(NineEngine&&) noexcept;
    ~NineEngine();

    /// Bounds for the calls to come, instead of those it was made with.
    void set_bounds(const Bounds& bounds);

    /// Answers puzzles[i] in answers[i]; the spans have one length. After a stop the answers that were
    /// finished stand, the others say why they were not.
    void solve(std::span<const NineMarks> puzzles, std::span<NineAnswer> answers);
    /// Answers one puzzle as in a batch.
    NineAnswer solve(const NineMarks& puzzle);
    /// Answers one puzzle in the shortest time: without a bound on nodes and with no more than two solutions
    /// asked for, its branches fill all lanes. Solutions and reason are those of `solve`; the first solution
    /// of several may be another (on every kernel the same), and `nodes` depends on the kernel.
    NineAnswer solve_alone(const NineMarks& puzzle);
    /// Calls `visitor` with every solution up to the bound, in an order that is always the same.
    NineAnswer visit(const NineMarks& puzzle, const NineVisitor& visitor);

    /// Answers text with a puzzle a line: 81 characters 1 to 9, or 0 or . for an empty cell, then "\n",
    /// "\r\n" or the end of the text. Takes lines until the answers are full, the text ends, a bound of the
    /// call is reached or a line is of another kind (which is not an error: see NineProgress). `text`
    /// must not end inside a line unless the input does. Allocates nothing.
    NineProgress solve_lines(std::string_view text, std::span<NineAnswer> answers);

    /// The kernel that the last call ran on, as the kernel itself reported it; empty before the first.
    std::string_view kernel() const;

  private:
    struct State;
    explicit NineEngine(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace quadrille
