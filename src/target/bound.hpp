// The Lagrangian bound by digit templates, as the search sees it. A template of a digit is a set of cells,
// one in each row, column and full region and at most one in each other region: where the digit stands in
// some completion of an empty board. Give every cell a price. For each digit alone find the best template
// under value - price; the sum of these and of all prices is a bound on every completion, because a
// completion is a set of templates that uses each cell once and so pays every price once.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "target/board.hpp"

namespace quadrille::target {

/// What stands in a table of values where a digit is no candidate. Sums saturate, so a template through
/// such a cell can only look better than it is: the bound stays a bound.
inline constexpr std::int16_t dead = -32768;
/// What a bound can take: values within +-span, prices within +-price.
struct Range {
    std::int16_t span;
    std::int16_t price;
};

/// One way to find the best templates. Holds the working tables; not to be shared by threads.
class TemplateBound {
  public:
    explicit TemplateBound(const Board& board);
    virtual ~TemplateBound() = default;
    TemplateBound(const TemplateBound&) = delete;
    TemplateBound& operator=(const TemplateBound&) = delete;

    virtual std::string_view name() const = 0;
    virtual Range range() const = 0;
    /// An evaluation takes about as long as one of so many edges of paths (paths.hpp).
    virtual std::size_t worth() const = 0;
    /// How many prices there are: one a cell first; then one for each constraint besides, if the bound leaves
    /// others than "a cell holds one digit" to prices.
    int prices() const { return static_cast<int>(cover_.size()); }
    /// The prices from this one on belong to constraints "at most one" and must not be negative.
    int first_bounded_price() const { return first_bounded_; }
    /// Finds the best templates. values: cells x lanes, `dead` where no candidate; price: prices() of them.
    /// Returns a bound on the scaled sum of all digits, the prices included.
    virtual std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) = 0;
    /// After evaluate with the same arguments: loss[cell x lanes], by how much the bound falls if the digit
    /// is put into the cell (or less, never more).
    void find_losses();

    /// How often the chosen templates use each cell (and what else has a price): 1 is right.
    const std::int16_t* cover() const { return cover_.data(); }
    /// The cells of the chosen template of a digit (0-based): side of them.
    virtual void chosen(int digit, std::uint16_t* cells) const = 0;
    const std::int16_t* losses() const { return losses_.data(); }
    /// What of them is the digit's own.
    const std::int16_t* own_losses() const { return own_losses_.data(); }

  protected:
    void add_prices(int equal, int bounded);
    /// Fills losses_ with what putting the digit into the cell costs the digit itself.
    virtual void find_own_losses() = 0;

    const Board& board_;
    int first_bounded_;
    std::vector<std::int16_t> cover_;
    std::vector<std::int16_t> losses_;  // cells x lanes

  private:
    std::vector<std::int16_t> own_losses_;
};

/// The bound that serves this board best.
std::unique_ptr<TemplateBound> make_bound(const Board& board);

/// Removes from `masks` every candidate whose loss exceeds `slack`; calls changed(cell) for each cell
/// that lost one. A slack of 32767 or more removes nothing.
void cells_beyond(const Board& board, const std::int16_t* losses, int slack, DigitBits* beyond);

/// Adds to each loss, the digit's own, what the other digits lose that have to leave the cell: their second
/// least loss in its row, if their least is there.
void sharpen(const Board& board, std::int16_t* losses);

/// weights = values - price less the best of each row of each digit, so that none exceeds 0: sums then
/// saturate only at the low end. Returns the sum of what was taken out of the real digits, all prices
/// included.
std::int64_t normalise(const Board& board, const std::int16_t* values, const std::int16_t* price,
                       std::int16_t* weights);

// The kernels that each bound is made of, one file each.
std::unique_ptr<TemplateBound> make_nine_bound(const Board& board);
std::unique_ptr<TemplateBound> make_sixteen_bound(const Board& board);
std::unique_ptr<TemplateBound> make_graph_bound(
    const Board& board);  // nullptr where its graph would be too large
std::unique_ptr<TemplateBound> make_assignment_bound(const Board& board);

}  // namespace quadrille::target
