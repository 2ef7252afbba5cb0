// The bound on boards too large for template graphs: 20x20 and more, large jigsaws and Latin squares.
//
// The idea. Of the template of a digit keep only "one in each row and column": that is an assignment, found
// exactly by shortest augmenting paths. Every other region becomes one more priced constraint a digit, beside
// "one digit a cell": its price is charged in all of its cells, and paid back once.
//
//      prices:  | cells | full boxes and the like x digits | regions of fewer cells x digits (>= 0) |
//
// Invariant: row[i] + column[j] <= cost[i][j] for the digit at hand, with equality on the chosen cells; so
// the reduced cost of a cell is a lower bound on what choosing it loses. Cost: side^3 a digit at first; later
// the column prices of the last evaluation leave few rows to augment. Source: Jonker and Volgenant, 1987, for
// the warm start by column prices. Tried and lost: exact losses by a shortest path from every cell (side
// times the work for few removals).
#include <algorithm>
#include <limits>

#include "target/bound.hpp"

namespace quadrille::target {

namespace {

constexpr int no_candidate = 1 << 24;

/// One digit's assignment: rows to columns at least cost.
class Assignment {
  public:
    explicit Assignment(std::size_t side)
        : column_price(side, 0), row_of(side, 0), row_price_(side, 0), side_(side), free_(side) {}

    /// cost: side x side. Returns the least sum; fills row_of.
    std::int64_t solve(const int* cost) {
        start(cost);
        for (std::size_t row = 0; row < side_; ++row) {
            if (free_[row]) augment(cost, row);
        }
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < side_; ++i) sum += row_price_[i] + column_price[i];
        return sum;
    }
    int reduced(const int* cost, std::size_t row, std::size_t column) const {
        return cost[row * side_ + column] - row_price_[row] - column_price[column];
    }

    std::vector<int> column_price;
    std::vector<std::size_t> row_of;  // by column

  private:
    static constexpr std::size_t nobody = ~std::size_t{0};

    /// Rows take their cheapest column where it is still free.
    void start(const int* cost) {
        std::fill(row_of.begin(), row_of.end(), nobody);
        for (std::size_t row = 0; row < side_; ++row) {
            std::size_t cheapest = 0;
            for (std::size_t column = 0; column < side_; ++column) {
                if (cost[row * side_ + column] - column_price[column] <
                    cost[row * side_ + cheapest] - column_price[cheapest]) {
                    cheapest = column;
                }
            }
            row_price_[row] = cost[row * side_ + cheapest] - column_price[cheapest];
            free_[row] = row_of[cheapest] != nobody;
            if (!free_[row]) row_of[cheapest] = row;
        }
    }

    /// Dijkstra over columns from a free row to a free column, then the prices of what was reached.
    void augment(const int* cost, std::size_t start_row) {
        std::vector<int> distance(side_);
        std::vector<std::size_t> before(side_, start_row);
        std::vector<char> done(side_, 0);
        for (std::size_t column = 0; column < side_; ++column)
            distance[column] = reduced(cost, start_row, column);
        std::size_t end = nobody;
        int least = 0;
        while (end == nobody) {
            std::size_t next = nobody;
            for (std::size_t column = 0; column < side_; ++column) {
                if (!done[column] && (next == nobody || distance[column] < distance[next])) next = column;
            }
            least = distance[next];
            if (row_of[next] == nobody) {
                end = next;
                break;
            }
            done[next] = 1;
            for (std::size_t column = 0; column < side_; ++column) {
                if (done[column]) continue;
                const int through = least + reduced(cost, row_of[next], column);
                if (through >= distance[column]) continue;
                distance[column] = through;
                before[column] = row_of[next];
            }
        }
        row_price_[start_row] += least;
        for (std::size_t column = 0; column < side_; ++column) {
            if (!done[column]) continue;
            column_price[column] -= least - distance[column];
            row_price_[row_of[column]] += least - distance[column];
        }
        flip(end, before, start_row);
    }

    void flip(std::size_t column, const std::vector<std::size_t>& before, std::size_t start_row) {
        for (;;) {
            const std::size_t row = before[column];
            std::size_t previous = nobody;
            for (std::size_t other = 0; other < side_ && row != start_row; ++other) {
                if (row_of[other] == row) previous = other;
            }
            row_of[column] = row;
            if (row == start_row) return;
            column = previous;
        }
    }

    std::vector<int> row_price_;
    std::size_t side_;
    std::vector<char> free_;
};

class AssignmentBound final : public TemplateBound {
  public:
    explicit AssignmentBound(const Board& board)
        : TemplateBound(board),
          side_(static_cast<std::size_t>(board.side)),
          cost_(side_ * side_ * side_, 0),
          digits_(side_, Assignment(side_)) {
        for (const bool full : {true, false}) {
            for (std::size_t i = 2 * side_; i < board.areas.size(); ++i) {
                if (board.areas[i].full == full) priced_.push_back(&board.areas[i]);
            }
            (full ? equal_ : bounded_) = static_cast<int>(priced_.size()) * board.side;
        }
        bounded_ -= equal_;
        add_prices(equal_, bounded_);
    }

    std::string_view name() const override { return "assignment"; }
    Range range() const override { return {2000, 6000}; }
    std::size_t worth() const override { return side_ * side_ * side_; }

    std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) override {
        std::int64_t sum = 0;
        for (int i = 0; i < prices(); ++i) sum += price[i];
        std::fill(cover_.begin(), cover_.end(), std::int16_t{0});
        for (std::size_t digit = 0; digit < side_; ++digit) {
            fill_cost(digit, values, price);
            sum -= digits_[digit].solve(cost_of(digit));
            count(digit);
        }
        return sum;
    }

    void find_own_losses() override {
        for (std::size_t digit = 0; digit < side_; ++digit) {
            for (std::size_t row = 0; row < side_; ++row) {
                for (std::size_t column = 0; column < side_; ++column) {
                    const int loss = digits_[digit].reduced(cost_of(digit), row, column);
                    const std::size_t cell = row * side_ + column;
                    losses_[cell * static_cast<std::size_t>(board_.lanes) + digit] =
                        static_cast<std::int16_t>(std::clamp(loss, 0, 32767));
                }
            }
        }
    }

    void chosen(int digit, std::uint16_t* cells) const override {
        const Assignment& assignment = digits_[static_cast<std::size_t>(digit)];
        for (std::size_t column = 0; column < side_; ++column) {
            *cells++ = static_cast<std::uint16_t>(assignment.row_of[column] * side_ + column);
        }
    }

  private:
    int* cost_of(std::size_t digit) { return cost_.data() + digit * side_ * side_; }

    void fill_cost(std::size_t digit, const std::int16_t* values, const std::int16_t* price) {
        int* cost = cost_of(digit);
        const auto lanes = static_cast<std::size_t>(board_.lanes);
        for (std::size_t cell = 0; cell < side_ * side_; ++cell) {
            const std::int16_t value = values[cell * lanes + digit];
            cost[cell] = value == dead ? no_candidate : price[cell] - value;
        }
        const std::int16_t* charged = price + board_.cells + digit;
        for (const Board::Area* area : priced_) {
            for (const std::uint16_t cell : area->cells) cost[cell] += *charged;
            charged += side_;
        }
    }

    void count(std::size_t digit) {
        for (std::size_t column = 0; column < side_; ++column) {
            ++cover_[digits_[digit].row_of[column] * side_ + column];
        }
        std::int16_t* used = cover_.data() + board_.cells + digit;
        for (const Board::Area* area : priced_) {
            for (const std::uint16_t cell : area->cells) {
                *used =
                    static_cast<std::int16_t>(*used + (digits_[digit].row_of[cell % side_] == cell / side_));
            }
            used += side_;
        }
    }

    std::size_t side_;
    std::vector<const Board::Area*> priced_;  // full ones first
    int equal_ = 0;
    int bounded_ = 0;
    std::vector<int> cost_;  // digit, cell
    std::vector<Assignment> digits_;
};

}  // namespace

std::unique_ptr<TemplateBound> make_assignment_bound(const Board& board) {
    return std::make_unique<AssignmentBound>(board);
}

}  // namespace quadrille::target
