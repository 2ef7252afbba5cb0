// Dives: what they find is real and of interest; what is not there they do not find.
#include "boards.hpp"
#include "target/search.hpp"

namespace quadrille::target {
namespace {

/// A search on a board, its root tightened.
class Dives {
  public:
    Dives(const Puzzle& puzzle, const Objective& objective)
        : board_(puzzle.geometry),
          bound_(make_bound(board_)),
          masks_(initial_masks(puzzle)),
          scaled_(board_, objective, Goal::maximum, {masks_.data(), bound_->range().span}),
          budget_(Bounds{}),
          search_(board_, scaled_, *bound_,
                  Means{budget_, [&](Cell cell, Digit digit) { return objective.value(cell, digit); }}) {
        root_.masks = masks_;
        root_.price.assign(static_cast<std::size_t>(bound_->prices()), 0);
        search_.tightener().tighten_root(root_);
        shares_ = search_.tightener().shares();
    }
    std::int64_t bound() const { return scaled_.score_at_most(root_.bound); }
    const std::vector<float>& shares() const { return shares_; }
    int lanes() const { return board_.lanes; }

    /// The completion found, scored by the search; nothing where none was.
    std::optional<ScoredGrid> find(std::int64_t cutoff, float bold) {
        std::optional<ScoredGrid> found;
        const bool said = search_.dive(root_, {shares_, bold}, {.cutoff = cutoff, .ceiling = bound()},
                                       [&](std::span<const Digit> grid, std::int64_t score) {
                                           found = ScoredGrid{score, Grid(grid.begin(), grid.end())};
                                           return score + 1;
                                       });
        EXPECT_EQ(said, found.has_value());
        return found;
    }

  private:
    Board board_;
    std::unique_ptr<TemplateBound> bound_;
    std::vector<DigitBits> masks_;
    ScaledObjective scaled_;
    Budget budget_;
    Search search_;
    Node root_;
    std::vector<float> shares_;
};

TEST(Dive, FindsCompletionsOfInterestAndNoOthers) {
    Dice dice(51);
    const auto geometry = board_of(Layout::usual(16));
    const Objective rings = classic(16);
    int found = 0;
    for (int round = 0; round < 6; ++round) {
        const Puzzle puzzle = puzzle_from(dice, geometry, pattern_grid(dice, Layout::usual(16)), 64);
        Dives dives(puzzle, rings);
        for (const float bold : {0.7f, 0.9f}) {
            for (const std::int64_t gap : {8, 30, 2000}) {
                const auto completion = dives.find(dives.bound() - gap, bold);
                if (!completion) continue;
                ++found;
                EXPECT_FALSE(verify(puzzle, completion->grid));
                EXPECT_EQ(completion->score, rings.score(completion->grid));
                EXPECT_GE(completion->score, dives.bound() - gap);
                EXPECT_LE(completion->score, dives.bound());
            }
        }
        EXPECT_FALSE(dives.find(dives.bound() + 1, 0.8f));
    }
    EXPECT_GE(found, 18);
}

TEST(Dive, SharesAddUpToOneInEachRowOfADigit) {
    Dives dives(empty_board(Layout::usual(12)), classic(12));
    const auto lanes = static_cast<std::size_t>(dives.lanes());
    for (std::size_t row = 0; row < 12; ++row) {
        for (std::size_t digit = 0; digit < 12; ++digit) {
            float sum = 0;
            for (std::size_t cell = 12 * row; cell < 12 * row + 12; ++cell)
                sum += dives.shares()[cell * lanes + digit];
            EXPECT_NEAR(sum, 1, 0.01) << row << ' ' << digit;
        }
    }
}

}  // namespace
}  // namespace quadrille::target
