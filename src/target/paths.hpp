// The templates that a node has left of each digit, as paths through a graph of a few hundred states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "target/lines.hpp"

namespace quadrille::target {

/// A step over one row: from a state before it, through one of the digit's cells.
struct PathEdge {
    std::uint16_t from;
    std::uint16_t place;  ///< an index into DigitPaths::cells
};

/// The templates of one digit: the paths from the first state to the last.
struct DigitPaths {
    std::vector<std::uint16_t> cells;  ///< of the digit, in the rows that leave it more than one
    std::vector<std::uint16_t> fixed;  ///< in the rows that leave it one
    std::vector<std::uint16_t> first;  ///< by layer, its first state; then the number of all states
    std::vector<std::uint32_t> ends;   ///< by state: where the edges into it end and those of the next begin
    std::vector<PathEdge> edges;
    struct Run {
        std::uint16_t degree;
        std::uint16_t states;
    };
    std::vector<Run> runs;  ///< how many states in turn have as many edges into them; without the first

    std::size_t states() const { return ends.size(); }
};

struct Paths {
    std::vector<DigitPaths> digits;
    std::size_t edges = 0;  ///< of all digits
};

/// Copies paths that are left of others.
class PathKeeper {
  public:
    /// Keeps the marked edges (1, the others 0) that lie on whole paths of such, and unmarks the others. A
    /// row that leaves one cell is a layer no more. False: nothing is left.
    bool keep(const DigitPaths& from, std::vector<char>& marks, DigitPaths& to);

  private:
    struct Layer {
        std::uint16_t lowest;   // place
        std::uint16_t highest;  // place
        std::uint16_t most;     // edges into one state
    };

    void unmark_dead_ends(const DigitPaths& paths, std::vector<char>& marks);
    Layer measure(const DigitPaths& from, const std::vector<char>& marks, std::size_t layer);
    void merge(const DigitPaths& from, const std::vector<char>& marks, std::size_t layer);
    void number(const DigitPaths& from, std::size_t layer, const Layer& seen, DigitPaths& to);

    std::vector<char> is_met_;           // by state
    std::vector<std::uint16_t> degree_;  // by state: marked edges into it
    std::vector<std::uint16_t> number_;  // by state: its number among those left
    std::vector<std::uint16_t> place_;   // by place: whether it is used, then its number
    std::vector<std::uint16_t> order_;   // of the states of a layer
};

/// Makes paths of candidates.
class PathFinder {
  public:
    explicit PathFinder(const Board& board) : board_(board) {}

    /// All templates within `masks`. False, and nothing to be used, if that takes more than `most` edges, or
    /// if a digit has none.
    bool find(std::span<const DigitBits> masks, std::size_t most, Paths& paths);

  private:
    struct Slot {
        Used used;
        std::uint32_t stamp;
        std::uint16_t state;
    };
    struct Step {
        std::uint16_t from;
        std::uint16_t to;
        std::uint16_t place;
    };

    void prepare();
    bool find_digit(std::span<const DigitBits> masks, int digit, std::size_t most);
    bool step_over(const std::vector<std::uint16_t>& cells, Used ending, Used live);
    std::uint16_t state_of(Used used);
    void group_steps(std::size_t begin);

    const Board& board_;
    std::optional<LineOrder> order_;
    // Of the digit at hand.
    DigitPaths raw_;           // dead ends and all
    std::vector<Used> live_;   // by layer: what the lines from there on touch
    std::vector<Used> used_;   // by state
    std::vector<Step> steps_;  // over one line
    std::vector<Slot> slots_;  // of the states after one line
    std::uint32_t stamp_ = 0;
    std::vector<char> marks_;  // by edge
    PathKeeper keeper_;
};

}  // namespace quadrille::target
