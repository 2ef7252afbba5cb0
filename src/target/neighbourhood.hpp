// Parts of a completion to be set free, for a search that improves it: large neighbourhood search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "target/board.hpp"

namespace quadrille::target {

/// Draws neighbourhoods, larger ones while they are soon exhausted. The same draws on every machine.
class Neighbourhood {
  public:
    explicit Neighbourhood(const Board& board);

    /// Writes into `masks`, which holds the candidates of the whole board, what a draw leaves of them: all of
    /// them in the cells set free, the completion's digit elsewhere.
    void draw(std::span<const Digit> completion, std::vector<DigitBits>& masks);
    /// How the last draw ended: exhausted, or given up as too large.
    void learn(bool exhausted);

  private:
    enum class Kind { digits, rows, columns, others };
    static constexpr int kinds = 4;

    int roll(int below);
    void choose(int from, int many);

    const Board& board_;
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
    std::vector<int> order_;    // a shuffled list; the chosen come first
    std::vector<char> chosen_;  // digits or regions
    std::vector<char> free_;    // cells
    double size_[kinds];        // how many digits or regions a draw sets free
    Kind kind_ = Kind::others;
};

}  // namespace quadrille::target
