#include "target/scale.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace quadrille::target {

namespace {

using Values = std::vector<std::int64_t>;
constexpr int sweeps = 3;

std::int64_t ceil_divide(std::int64_t value, std::int64_t divisor) {
    const std::int64_t quotient = value / divisor;
    return quotient + (value % divisor > 0 ? 1 : 0);
}
std::int64_t floor_divide(std::int64_t value, std::int64_t divisor) { return -ceil_divide(-value, divisor); }

/// Collects the live members of one group of values and takes their mean out of all of them.
class Group {
  public:
    Group(Values& values, std::int64_t& offset) : values_(values), offset_(offset) {}
    void add(std::size_t index) { members_.push_back(index); }
    void flatten() {
        if (members_.empty()) return;
        const auto size = static_cast<std::int64_t>(members_.size());
        std::int64_t sum = 0;
        std::int64_t rest = 0;
        for (const std::size_t index : members_) sum += values_[index] / size, rest += values_[index] % size;
        const std::int64_t mean = sum + rest / size;
        for (const std::size_t index : members_) values_[index] -= mean;
        offset_ += mean;
        members_.clear();
    }

  private:
    Values& values_;
    std::int64_t& offset_;
    std::vector<std::size_t> members_;
};

template <class Visit>
void for_each_digit(DigitBits mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

void ScaledObjective::remove_effects(const Board& board, const DigitBits* masks, Values& values) {
    const auto at = [&](int cell, int digit) { return static_cast<std::size_t>(cell * board.side + digit); };
    Group group(values, offset_);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (const Board::Area& area : board.areas) {
            if (!area.full) continue;
            for (int digit = 0; digit < board.side; ++digit) {
                for (const std::uint16_t cell : area.cells) {
                    if ((masks[cell] >> digit & 1) != 0) group.add(at(cell, digit));
                }
                group.flatten();
            }
        }
        for (int cell = 0; cell < board.cells; ++cell) {
            for_each_digit(masks[cell], [&](int digit) { group.add(at(cell, digit)); });
            group.flatten();
        }
    }
}

ScaledObjective::ScaledObjective(const Board& board, const Objective& objective, Goal goal, Live live)
    : scaled_(static_cast<std::size_t>(board.cells * board.lanes), 0) {
    const auto [masks, span] = live;
    Values values(static_cast<std::size_t>(board.cells * board.side), 0);
    std::int64_t common = 0;
    std::vector<std::int64_t> leasts;
    for (int cell = 0; cell < board.cells; ++cell) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        std::int64_t most = std::numeric_limits<std::int64_t>::min();
        for_each_digit(masks[cell], [&](int digit) {
            const auto raw = objective.value(static_cast<Cell>(cell), static_cast<Digit>(digit + 1));
            const std::int64_t value = goal == Goal::maximum ? raw : -raw;
            values[static_cast<std::size_t>(cell * board.side + digit)] = value;
            if (most >= least) common = std::gcd(common, value - least);
            least = std::min(least, value);
            most = std::max(most, value);
        });
        leasts.push_back(least);
        lowest_ += least;
        highest_ += most;
    }
    step_ = std::max<std::int64_t>(1, common);
    for (int cell = 0; cell < board.cells; ++cell) {
        for_each_digit(masks[cell], [&](int digit) {
            std::int64_t& value = values[static_cast<std::size_t>(cell * board.side + digit)];
            value = (value - leasts[static_cast<std::size_t>(cell)]) / step_;
        });
    }
    remove_effects(board, masks, values);
    std::int64_t largest = 0;
    for (const std::int64_t value : values) largest = std::max(largest, value < 0 ? -value : value);
    if (largest > span) divisor_ = ceil_divide(largest, span);
    else if (largest > 0) multiplier_ = span / largest;
    for (int cell = 0; cell < board.cells; ++cell) {
        for (int digit = 0; digit < board.side; ++digit) {
            const std::int64_t value = values[static_cast<std::size_t>(cell * board.side + digit)];
            scaled_[static_cast<std::size_t>(cell * board.lanes + digit)] =
                static_cast<std::int16_t>(ceil_divide(value * multiplier_, divisor_));
        }
    }
}

std::int64_t ScaledObjective::required(std::int64_t score) const {
    const std::int64_t steps = ceil_divide(score - lowest_, step_);
    return ceil_divide((steps - offset_) * multiplier_, divisor_);
}

std::int64_t ScaledObjective::score_at_most(std::int64_t scaled) const {
    std::int64_t rest = 0;
    if (__builtin_mul_overflow(floor_divide(scaled, multiplier_), divisor_, &rest)) {
        return scaled > 0 ? highest_ : lowest_ - 1;
    }
    std::int64_t steps = 0;
    if (__builtin_add_overflow(offset_, rest, &steps)) return rest > 0 ? highest_ : lowest_ - 1;
    if (steps >= (highest_ - lowest_) / step_) return highest_;
    return steps < 0 ? lowest_ - 1 : lowest_ + steps * step_;
}

}  // namespace quadrille::target
