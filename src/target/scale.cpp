#include "target/scale.hpp"

#include <algorithm>
#include <array>
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
    void add(std::size_t index) { members_[size_++] = index; }
    void flatten() {
        if (size_ == 0) return;
        const std::int64_t mean = mean_of_members();
        for (std::size_t i = 0; i < size_; ++i) values_[members_[i]] -= mean;
        offset_ += mean;
        size_ = 0;
    }

  private:
    /// About: any number taken out will do, and a whole division costs more than all else here. Only where
    /// the sum does not fit is each value divided.
    std::int64_t mean_of_members() const {
        std::int64_t sum = 0;
        bool fits = true;
        for (std::size_t i = 0; i < size_; ++i)
            fits = !__builtin_add_overflow(sum, values_[members_[i]], &sum) && fits;
        if (fits) return static_cast<std::int64_t>(static_cast<double>(sum) / static_cast<double>(size_));
        const auto size = static_cast<std::int64_t>(size_);
        std::int64_t mean = 0;
        for (std::size_t i = 0; i < size_; ++i) mean += values_[members_[i]] / size;
        return mean;
    }

    Values& values_;
    std::int64_t& offset_;
    std::array<std::size_t, max_target_side> members_;
    std::size_t size_ = 0;
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

/// [lowest, highest] by the rests, where their sums fit.
void ScaledObjective::narrow(const Board& board, const DigitBits* masks, const Values& rests) {
    std::int64_t low = offset_;
    std::int64_t high = offset_;
    bool fits = true;
    for (int cell = 0; cell < board.cells; ++cell) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        std::int64_t most = std::numeric_limits<std::int64_t>::min();
        for_each_digit(masks[cell], [&](int digit) {
            const std::int64_t rest = rests[static_cast<std::size_t>(cell * board.side + digit)];
            least = std::min(least, rest);
            most = std::max(most, rest);
        });
        fits =
            fits && !__builtin_add_overflow(low, least, &low) && !__builtin_add_overflow(high, most, &high);
    }
    if (!fits) return;
    const std::int64_t widest = (highest_ - base_) / step_;
    if (low > 0) lowest_ = base_ + std::min(low, widest) * step_;
    if (high < widest) highest_ = base_ + std::max<std::int64_t>(high, 0) * step_;
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
        base_ += least;
        highest_ += most;
    }
    lowest_ = base_;
    step_ = std::max<std::int64_t>(1, common);
    for (int cell = 0; cell < board.cells; ++cell) {
        for_each_digit(masks[cell], [&](int digit) {
            std::int64_t& value = values[static_cast<std::size_t>(cell * board.side + digit)];
            value = (value - leasts[static_cast<std::size_t>(cell)]) / step_;
        });
    }
    remove_effects(board, masks, values);
    narrow(board, masks, values);
    std::int64_t largest = 0;
    for (const std::int64_t value : values) largest = std::max(largest, value < 0 ? -value : value);
    if (largest > span) divisor_ = ceil_divide(largest, span);
    else multiplier_ = span / std::max<std::int64_t>(largest, 1);  // so that a step outweighs uneven prices
    for (int cell = 0; cell < board.cells; ++cell) {
        for (int digit = 0; digit < board.side; ++digit) {
            const std::int64_t value = values[static_cast<std::size_t>(cell * board.side + digit)];
            scaled_[static_cast<std::size_t>(cell * board.lanes + digit)] =
                static_cast<std::int16_t>(ceil_divide(value * multiplier_, divisor_));
        }
    }
}

std::int64_t ScaledObjective::required(std::int64_t score) const {
    const std::int64_t steps = ceil_divide(score - base_, step_);
    return ceil_divide((steps - offset_) * multiplier_, divisor_);
}

std::int64_t ScaledObjective::score_at_most(std::int64_t scaled) const {
    std::int64_t rest = 0;
    if (__builtin_mul_overflow(floor_divide(scaled, multiplier_), divisor_, &rest)) {
        return scaled > 0 ? highest_ : lowest_ - 1;
    }
    std::int64_t steps = 0;
    if (__builtin_add_overflow(offset_, rest, &steps)) return rest > 0 ? highest_ : lowest_ - 1;
    if (steps >= (highest_ - base_) / step_) return highest_;
    return steps < (lowest_ - base_) / step_ ? lowest_ - 1 : base_ + steps * step_;
}

}  // namespace quadrille::target
