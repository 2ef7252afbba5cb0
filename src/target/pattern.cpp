// The idea. Each row of the pattern is the one before moved on by a box, and by one more cell from band to
// band:
//
//      A B | C D      symbol A stands in these four cells: it may be named by the digits that are candidates
//      C D | A B      in all of them. Names for all symbols are a matching of symbols and digits.
//      B C | D A
//      D A | B C
//
// Invariant: every cell has a candidate of its own, and every region each digit once. Cost: side^2 to find
// what a symbol may be named, side^3 at most to match. Source: folklore; Kuhn, 1955 (matching by augmenting
// paths).
#include "target/pattern.hpp"

#include <bit>

namespace quadrille::target {

namespace {

/// Names for symbols, one digit each.
class Names {
  public:
    explicit Names(std::vector<DigitBits> allowed)
        : allowed_(std::move(allowed)), symbol_of_(max_digits, nobody) {}

    /// False: there are none that suit all.
    bool match() {
        for (std::size_t symbol = 0; symbol < allowed_.size(); ++symbol) {
            met_ = 0;
            if (!augment(symbol)) return false;
        }
        return true;
    }
    std::size_t symbol_of(std::size_t digit) const { return symbol_of_[digit]; }

  private:
    static constexpr std::size_t nobody = ~std::size_t{0};
    static constexpr std::size_t max_digits = 64;

    bool augment(std::size_t symbol) {
        for (DigitBits rest = allowed_[symbol] & ~met_; rest != 0; rest = allowed_[symbol] & ~met_) {
            const auto digit = static_cast<std::size_t>(std::countr_zero(rest));
            met_ |= DigitBits{1} << digit;
            if (symbol_of_[digit] != nobody && !augment(symbol_of_[digit])) continue;
            symbol_of_[digit] = symbol;
            return true;
        }
        return false;
    }

    std::vector<DigitBits> allowed_;  // by symbol
    std::vector<std::size_t> symbol_of_;
    DigitBits met_ = 0;
};

}  // namespace

std::optional<Grid> fitting_pattern(const Board& board, std::span<const DigitBits> masks) {
    const Layout& layout = board.geometry->layout();
    if (layout != Layout::boxed(layout.box_rows, layout.box_columns)) return {};
    const auto side = static_cast<std::size_t>(board.side);
    const auto box_rows = static_cast<std::size_t>(layout.box_rows);
    const auto box_columns = static_cast<std::size_t>(layout.box_columns);
    const auto symbol_at = [&](std::size_t cell) {
        const std::size_t row = cell / side;
        return (cell + row % box_rows * box_columns + row / box_rows) % side;
    };
    std::vector<DigitBits> allowed(side, board.all);
    for (std::size_t cell = 0; cell < masks.size(); ++cell) allowed[symbol_at(cell)] &= masks[cell];
    Names names(std::move(allowed));
    if (!names.match()) return {};
    std::vector<Digit> name(side);
    for (std::size_t digit = 0; digit < side; ++digit)
        name[names.symbol_of(digit)] = static_cast<Digit>(digit + 1);
    Grid grid;
    for (std::size_t cell = 0; cell < masks.size(); ++cell) grid.push_back(name[symbol_at(cell)]);
    return grid;
}

}  // namespace quadrille::target
