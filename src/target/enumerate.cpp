// The plain searches that people write for target Sudoku: every completion, one cell after another in an
// order fixed beforehand, no bound. Kept to follow what has been written about them, and as a second opinion.
//
//      cells          r1c1 r1c2 r1c3 ...                       thousands of dead ends where the top rows are
//      empty rows           the fullest row first, then the next     each row is finished before the next is
//      begun static_cells   fewest candidates first                  what was scarce at the start may not be
//      so later
//
// Invariant: used[region] holds the digits placed in it. Cost: exponential in the empty cells; a node is one
// digit placed. Source: the contest solutions of NOIP 2009.
#include <algorithm>
#include <bit>

#include "quadrille/target.hpp"
#include "target/board.hpp"

namespace quadrille {

using namespace target;

namespace {

class Enumeration {
  public:
    Enumeration(const Puzzle& puzzle, const Objective& objective, const EnumerationSettings& settings)
        : puzzle_(puzzle),
          objective_(objective),
          settings_(settings),
          budget_(settings.bounds),
          board_(puzzle.geometry),
          masks_(initial_masks(puzzle)),
          used_(board_.areas.size(), 0),
          grid_(puzzle.givens) {}

    TargetAnswer answer();

  private:
    bool place_givens();
    void order_cells();
    int candidates(Cell cell) const { return std::popcount(allowed(cell)); }
    DigitBits allowed(Cell cell) const;
    void toggle(Cell cell, DigitBits bit) {
        for (const std::uint16_t area : board_.areas_of[cell]) used_[area] ^= bit;
    }
    bool is_better(std::int64_t score) const;
    void complete(std::int64_t score);
    void visit(std::size_t depth, std::int64_t score);
    std::int64_t trivial_bound() const;

    const Puzzle& puzzle_;
    const Objective& objective_;
    const EnumerationSettings& settings_;
    Budget budget_;
    Board board_;
    std::vector<DigitBits> masks_;
    std::vector<DigitBits> used_;
    std::vector<Cell> order_;
    Grid grid_;
    TargetAnswer answer_;
};

DigitBits Enumeration::allowed(Cell cell) const {
    DigitBits bits = masks_[cell];
    for (const std::uint16_t area : board_.areas_of[cell]) bits &= ~used_[area];
    return bits;
}

bool Enumeration::place_givens() {
    if (contradiction(puzzle_)) return false;
    for (Cell cell = 0; cell < grid_.size(); ++cell) {
        if (grid_[cell] != 0) toggle(cell, DigitBits{1} << (grid_[cell] - 1));
        else order_.push_back(cell);
    }
    return true;
}

void Enumeration::order_cells() {
    if (settings_.order == EnumerationOrder::cells) return;
    std::vector<int> key(grid_.size(), 0);
    const auto side = static_cast<Cell>(board_.side);
    for (const Cell cell : order_) {
        if (settings_.order == EnumerationOrder::static_cells) key[cell] = candidates(cell);
        else
            for (Cell column = 0; column < side; ++column) ++key[cell / side * side + column];
    }
    std::stable_sort(order_.begin(), order_.end(), [&](Cell a, Cell b) { return key[a] < key[b]; });
}

bool Enumeration::is_better(std::int64_t score) const {
    if (answer_.grids.empty()) return true;
    const std::int64_t best = answer_.grids.front().score;
    return settings_.goal == Goal::maximum ? score > best : score < best;
}

void Enumeration::complete(std::int64_t score) {
    ++answer_.count;
    if (is_better(score)) answer_.grids.assign(1, {score, grid_});
    budget_.count_solution();
}

void Enumeration::visit(std::size_t depth, std::int64_t score) {
    if (depth == order_.size()) return complete(score);
    const Cell cell = order_[depth];
    DigitBits left = allowed(cell);
    while (left != 0 && budget_.enter_node()) {
        const int index =
            settings_.descending ? static_cast<int>(std::bit_width(left)) - 1 : std::countr_zero(left);
        const DigitBits bit = DigitBits{1} << index;
        left ^= bit;
        const auto digit = static_cast<Digit>(index + 1);
        grid_[cell] = digit;
        toggle(cell, bit);
        visit(depth + 1, score + objective_.value(cell, digit));
        toggle(cell, bit);
    }
    grid_[cell] = 0;
}

std::int64_t Enumeration::trivial_bound() const {
    std::int64_t sum = 0;
    for (Cell cell = 0; cell < grid_.size(); ++cell) {
        std::int64_t best = 0;
        bool is_first = true;
        for (DigitBits left = masks_[cell]; left != 0; left &= left - 1, is_first = false) {
            const std::int64_t value = objective_.value(cell, static_cast<Digit>(std::countr_zero(left) + 1));
            if (is_first || (settings_.goal == Goal::maximum ? value > best : value < best)) best = value;
        }
        sum += best;
    }
    return sum;
}

TargetAnswer Enumeration::answer() {
    answer_.bound_name = "none";
    answer_.status = TargetStatus::no_completion;
    if (place_givens()) {
        order_cells();
        std::int64_t score = 0;
        for (Cell cell = 0; cell < grid_.size(); ++cell) {
            if (grid_[cell] != 0) score += objective_.value(cell, grid_[cell]);
        }
        visit(0, score);
        if (!answer_.grids.empty()) answer_.status = TargetStatus::optimal;
        if (budget_.stopped()) answer_.status = TargetStatus::stopped;
        answer_.bound =
            answer_.status == TargetStatus::optimal ? answer_.grids.front().score : trivial_bound();
    }
    for (const ScoredGrid& entry : answer_.grids) {
        require(!verify(puzzle_, entry.grid), "enumerate_target: a grid that does not complete the puzzle");
    }
    answer_.reason = budget_.reason();
    answer_.nodes = budget_.nodes();
    answer_.seconds = budget_.seconds();
    return std::move(answer_);
}

}  // namespace

Result<TargetAnswer> enumerate_target(const Puzzle& puzzle, const Objective& objective,
                                      const EnumerationSettings& settings) {
    if (objective.side() != puzzle.side()) {
        return Error{ErrorCode::malformed_input, "the weights are for a board of another side"};
    }
    return Enumeration(puzzle, objective, settings).answer();
}

}  // namespace quadrille
