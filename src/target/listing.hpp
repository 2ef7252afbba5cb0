// All completions of a board with few candidates left, one after another.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "quadrille/base.hpp"
#include "target/board.hpp"

namespace quadrille::target {

/// Whether cells that are not settled have no more than `most` candidates together.
bool has_few_candidates(std::span<const DigitBits> masks, int most);

/// Called with each completion; false ends the listing.
using CompletionVisitor = std::function<bool(std::span<const Digit>)>;

/// How a listing ended.
enum class ListingEnd {
    complete,  ///< every completion has been visited
    gave_up,   ///< more than node_limit nodes, or the visitor wanted no more
    stopped,   ///< the budget
};

/// Places digits cell by cell, the cell with the fewest candidates first, with singles after each.
class Listing {
  public:
    Listing(const Board& board, Budget& budget, std::uint64_t node_limit)
        : board_(board),
          budget_(budget),
          nodes_left_(node_limit),
          propagator_(board),
          grid_(static_cast<std::size_t>(board.cells), 0) {}

    /// masks: what is left after propagation.
    ListingEnd run(const std::vector<DigitBits>& masks, const CompletionVisitor& visit);

  private:
    void descend(std::size_t depth);
    void complete(const std::vector<DigitBits>& masks);

    const Board& board_;
    Budget& budget_;
    std::uint64_t nodes_left_;
    Propagator propagator_;
    Grid grid_;
    std::vector<std::unique_ptr<std::vector<DigitBits>>> levels_;
    const CompletionVisitor* visit_ = nullptr;
    ListingEnd end_ = ListingEnd::complete;
};

}  // namespace quadrille::target
