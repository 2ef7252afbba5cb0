// Target Sudoku: the completion with the best score, proven. Where each cell has a weight, the score of a
// completed grid is the sum of weight x digit (NOIP 2009, Luogu P1074); here any value for each cell and
// digit will do. Nothing is enumerated but a few nodes: a bound over all completions does the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// The largest side the target room works on; Luogu's boards have side 9.
inline constexpr int max_target_side = 64;

/// What a completed grid is worth: the sum over its cells of value(cell, digit), in 64-bit integers.
class Objective {
  public:
    /// One weight a cell, side * side of them in row order: value(cell, digit) = weight * digit.
    /// Refused (too_large): values whose largest magnitudes, one a cell, reach 2^58 together, so that no sum
    /// of the search leaves 64 bits; a side beyond max_target_side.
    static Result<Objective> weights(int side, std::span<const std::int64_t> weights);
    /// side values a cell (for digit 1, 2, ...), cells in row order. Refused as above.
    static Result<Objective> table(int side, std::vector<std::int64_t> values);
    /// A weighting by name: "classic" (6 at the rim, one more in each ring inward: up to 10 on a 9x9),
    /// "centre" (the side less the distance from the centre, in steps along rows and columns),
    /// "flat" (1 everywhere). Refused: unknown_name, too_large.
    static Result<Objective> named(int side, std::string_view name);
    /// side * side weights, or side * side * side values: what the numbers of a text are, by how many there
    /// are. Refused as above, and any other count.
    static Result<Objective> numbers(int side, std::vector<std::int64_t> numbers);
    /// The whole numbers of a text, between white space, a comma or both; at least one.
    /// Refused with line and column: anything else.
    static Result<std::vector<std::int64_t>> read_numbers(std::string_view text);
    /// Both in one.
    static Result<Objective> read(int side, std::string_view text);

    int side() const { return side_; }
    std::int64_t value(Cell cell, Digit digit) const {
        return values_[std::size_t{cell} * static_cast<std::size_t>(side_) + digit - 1u];
    }
    /// The score of a full grid of this side: every digit 1 to side.
    std::int64_t score(std::span<const Digit> grid) const;

  private:
    Objective(int side, std::vector<std::int64_t> values) : side_(side), values_(std::move(values)) {}
    int side_;
    std::vector<std::int64_t> values_;
};

/// Which end of the scores is asked for.
enum class Goal { maximum, minimum };

/// How far a bound is from the best score: |bound - best| / max(1, |best|); 1 where nothing is found yet.
double gap_between(std::optional<std::int64_t> best, std::int64_t bound);

/// What is known while a search runs.
struct TargetProgress {
    std::optional<std::int64_t> best;  ///< score of the best completion so far
    std::int64_t bound = 0;            ///< no completion is better than this
    double gap = 1;                    ///< gap_between(best, bound)
    std::uint64_t nodes = 0;
    double seconds = 0;
};

/// What is asked of optimise.
struct TargetSettings {
    Goal goal = Goal::maximum;
    std::uint64_t best_count = 1;  ///< the k best completions; at least 1
    bool all_optimal = false;      ///< count every completion with the best score (best_count is then 1)
    std::uint64_t keep =
        1000;              ///< of all the optimal ones, how many grids to keep: the first by their digits
    Bounds bounds;         ///< bounds.solutions: with all_optimal, stop counting there
    std::string kernel{};  ///< a name of target_kernels(), or empty for the fastest this machine runs
    /// Called at most about twice a second, and at each better completion; false ends the search (visitor).
    std::function<bool(const TargetProgress&)> progress;
};

/// What optimise can say in the end.
enum class TargetStatus {
    optimal,  ///< the best score is proven; what was asked beyond it is complete where reason is exhausted
    stopped,  ///< a bound was reached first: best so far (if any) and bound
    no_completion,  ///< proven: nothing completes the puzzle
};

/// "optimal", "stopped", "no completion" as written in JSON.
std::string_view name_of(TargetStatus status);

/// A completion and what it is worth.
struct ScoredGrid {
    std::int64_t score = 0;
    Grid grid;
    friend bool operator==(const ScoredGrid&, const ScoredGrid&) = default;
};

/// The answer. Every grid in it has passed verify() of puzzle.hpp and been scored anew.
struct TargetAnswer {
    TargetStatus status = TargetStatus::stopped;
    StopReason reason = StopReason::exhausted;  ///< what ended the search
    std::vector<ScoredGrid> grids;              ///< best first, equal ones in lexicographic order
    std::int64_t bound = 0;         ///< no completion is better; the best score where it is proven
    std::uint64_t count = 0;        ///< completions counted: with all_optimal, those with the best score
    std::uint64_t nodes = 0;        ///< nodes of the search
    std::uint64_t evaluations = 0;  ///< evaluations of the bound
    double seconds = 0;             ///< wall clock
    std::string_view bound_name;    ///< which bound served: "bands", "pair bands", "templates", "assignment"

    /// The best score found.
    std::optional<std::int64_t> best() const {
        return grids.empty() ? std::nullopt : std::optional(grids.front().score);
    }
    /// As in TargetProgress.
    double gap() const { return gap_between(best(), bound); }
};

/// The instruction sets this machine can run, the fastest first: "avx2", "sse4", "portable". Answers and
/// nodes are the same on all.
std::span<const std::string_view> target_kernels();

/// The best completion of `puzzle`, with proof, by branch and bound on digit templates. Deterministic.
/// A puzzle whose givens contradict each other is an answer (no_completion).
/// Refused: an objective of another side, a kernel that is not among target_kernels().
Result<TargetAnswer> optimise(const Puzzle& puzzle, const Objective& objective,
                              const TargetSettings& settings = {});

/// The orders in which people write this search: kept for study and as a second opinion.
enum class EnumerationOrder {
    cells,         ///< empty cells in row order
    rows,          ///< rows with the fewest empty cells first
    static_cells,  ///< cells with the fewest candidates at the start first
};

/// What is asked of enumerate_target.
struct EnumerationSettings {
    EnumerationOrder order = EnumerationOrder::rows;
    bool descending = false;  ///< try the digits from side to 1
    Goal goal = Goal::maximum;
    Bounds bounds;
};

/// Visits every completion without any bound: the plain search, with the nodes it takes (digits placed).
/// status optimal if all were visited; count is then the number of completions; grids holds the first best
/// one. The bound of a stopped search is the sum of the best value in every cell.
Result<TargetAnswer> enumerate_target(const Puzzle& puzzle, const Objective& objective,
                                      const EnumerationSettings& settings = {});

/// The same problem as an integer program in CPLEX LP text, which glpsol --lp and cbc read: a variable
/// x_R_C_D for each candidate, one equation a cell, and a region and digit.
Result<std::string> as_lp_text(const Puzzle& puzzle, const Objective& objective, Goal goal = Goal::maximum);

}  // namespace quadrille
