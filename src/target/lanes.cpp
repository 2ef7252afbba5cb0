// What every bound does with its table of losses: comparing a row of lanes with the slack.
// Highway here for the same reason as in bands_nine.cpp: one comparison a cell in a portable build.
#include <algorithm>

#include "quadrille/target.hpp"
#include "target/bound.hpp"

#include "target/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "target/lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace quadrille::target::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void compare_losses(const Board& board, const std::int16_t* losses, std::int16_t slack, DigitBits* beyond) {
    using Tag = hn::CappedTag<std::int16_t, 16>;
    const std::size_t step = hn::Lanes(Tag());
    const auto limit = hn::Set(Tag(), slack);
    const auto lanes = static_cast<std::size_t>(board.lanes);
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(board.cells); ++cell) {
        DigitBits bits = 0;
        for (std::size_t lane = 0; lane < lanes; lane += step) {
            std::uint8_t bytes[8] = {};
            hn::StoreMaskBits(Tag(), hn::Gt(hn::LoadU(Tag(), losses + cell * lanes + lane), limit), bytes);
            bits |= (DigitBits{bytes[0]} | DigitBits{bytes[1]} << 8) << lane;
        }
        beyond[cell] = bits & board.all;
    }
}

/// Adds to the losses of one row what those lose that are best in a cell and have to leave it.
void sharpen_row(const Board& board, std::int16_t* losses) {
    using Tag = hn::CappedTag<std::int16_t, 16>;
    const std::size_t step = hn::Lanes(Tag());
    const auto lanes = static_cast<std::size_t>(board.lanes);
    const auto side = static_cast<std::size_t>(board.side);
    std::int16_t leaving[max_target_side];  // by digit: its second least loss
    std::int16_t best[max_target_side];     // by digit: the column of the least
    int others[max_target_side] = {};       // by column: what all that are best there lose
    for (std::size_t lane = 0; lane < lanes; lane += step) {
        auto least = hn::Set(Tag(), 32767);
        auto second = least;
        auto at = hn::Zero(Tag());
        for (std::size_t column = 0; column < side; ++column) {
            const auto loss = hn::LoadU(Tag(), losses + column * lanes + lane);
            at = hn::IfThenElse(hn::Lt(loss, least), hn::Set(Tag(), static_cast<std::int16_t>(column)), at);
            second = hn::Min(second, hn::Max(least, loss));
            least = hn::Min(least, loss);
        }
        // Two of the largest fit, so that the sum without a digit's own stays right up to there.
        hn::StoreU(hn::Min(second, hn::Set(Tag(), 16383)), Tag(), leaving + lane);
        hn::StoreU(at, Tag(), best + lane);
    }
    for (std::size_t digit = 0; digit < side; ++digit) others[best[digit]] += leaving[digit];
    for (std::size_t column = 0; column < side; ++column) {
        if (others[column] == 0) continue;
        const auto sum = hn::Set(Tag(), static_cast<std::int16_t>(std::min(others[column], 32767)));
        for (std::size_t lane = 0; lane < lanes; lane += step) {
            const auto is_best =
                hn::Eq(hn::LoadU(Tag(), best + lane), hn::Set(Tag(), static_cast<std::int16_t>(column)));
            const auto own = hn::IfThenElseZero(is_best, hn::LoadU(Tag(), leaving + lane));
            std::int16_t* loss = losses + column * lanes + lane;
            hn::StoreU(hn::SaturatedAdd(hn::LoadU(Tag(), loss), hn::SaturatedSub(sum, own)), Tag(), loss);
        }
    }
}

void sharpen_rows(const Board& board, std::int16_t* losses) {
    for (int row = 0; row < board.side; ++row) sharpen_row(board, losses + row * board.side * board.lanes);
}

/// One row of one vector of lanes: what it is made from, and where it goes.
struct RowOfLanes {
    const std::int16_t* values;
    const std::int16_t* price;
    std::int16_t* weights;
    std::int16_t* best;
};

HWY_INLINE void normalise_row(const RowOfLanes& row, const Board& board) {
    const auto& [values, price, weights, best] = row;
    using Tag = hn::CappedTag<std::int16_t, 16>;
    const auto lanes = static_cast<std::size_t>(board.lanes);
    const auto side = static_cast<std::size_t>(board.side);
    auto most = hn::Set(Tag(), dead);
    for (std::size_t column = 0; column < side; ++column) {
        const auto value = hn::LoadU(Tag(), values + column * lanes);
        const auto weight = hn::SaturatedSub(value, hn::Set(Tag(), price[column]));
        hn::StoreU(weight, Tag(), weights + column * lanes);
        most = hn::Max(most, weight);
    }
    for (std::size_t column = 0; column < side; ++column) {
        std::int16_t* weight = weights + column * lanes;
        hn::StoreU(hn::SaturatedSub(hn::LoadU(Tag(), weight), most), Tag(), weight);
    }
    hn::StoreU(most, Tag(), best);
}

std::int64_t normalise_rows(const Board& board, const std::int16_t* values, const std::int16_t* price,
                            std::int16_t* weights) {
    const std::size_t step = hn::Lanes(hn::CappedTag<std::int16_t, 16>());
    const auto lanes = static_cast<std::size_t>(board.lanes);
    const auto side = static_cast<std::size_t>(board.side);
    std::int64_t sum = 0;
    std::int16_t best[max_target_side];
    for (std::size_t row = 0; row < side; ++row) {
        const std::size_t at = row * side * lanes;
        for (std::size_t lane = 0; lane < lanes; lane += step) {
            normalise_row({values + at + lane, price + row * side, weights + at + lane, best + lane}, board);
        }
        for (std::size_t digit = 0; digit < side; ++digit) sum += best[digit];
        for (std::size_t column = 0; column < side; ++column) sum += price[row * side + column];
    }
    return sum;
}

}  // namespace quadrille::target::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::target {

std::int64_t normalise(const Board& board, const std::int16_t* values, const std::int16_t* price,
                       std::int16_t* weights) {
    return QUADRILLE_PICK(board.kernel, normalise_rows)(board, values, price, weights);
}

void sharpen(const Board& board, std::int16_t* losses) {
    QUADRILLE_PICK(board.kernel, sharpen_rows)(board, losses);
}

void cells_beyond(const Board& board, const std::int16_t* losses, int slack, DigitBits* beyond) {
    const auto limit = static_cast<std::int16_t>(slack < 0 ? -1 : slack > 32767 ? 32767 : slack);
    QUADRILLE_PICK(board.kernel, compare_losses)(board, losses, limit, beyond);
}

std::span<const Kernel> kernels() {
    static const std::vector<Kernel> found = [] {
        std::vector<Kernel> list;
#if defined(__x86_64__) && defined(__GNUC__)
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
            __builtin_cpu_supports("fma")) {
            list.push_back(Kernel::avx2);
        }
        if (__builtin_cpu_supports("sse4.2")) list.push_back(Kernel::sse4);
#endif
        list.push_back(Kernel::portable);
        return list;
    }();
    return found;
}

TemplateBound::TemplateBound(const Board& board)
    : board_(board),
      first_bounded_(board.cells),
      cover_(static_cast<std::size_t>(board.cells), 1),
      losses_(static_cast<std::size_t>(board.cells) * static_cast<std::size_t>(board.lanes) + 16, 0) {}

void TemplateBound::find_losses() {
    find_own_losses();
    own_losses_ = losses_;
    sharpen(board_, losses_.data());
}

void TemplateBound::add_prices(int equal, int bounded) {
    first_bounded_ += equal;
    cover_.resize(cover_.size() + static_cast<std::size_t>(equal + bounded), 1);
}

std::unique_ptr<TemplateBound> make_bound(const Board& board) {
    if (board.geometry->is_classic_nine()) return make_nine_bound(board);
    if (board.geometry->layout() == Layout::boxed(4, 4)) return make_sixteen_bound(board);
    if (auto graph = make_graph_bound(board)) return graph;
    return make_assignment_bound(board);
}

}  // namespace quadrille::target

namespace quadrille {

std::span<const std::string_view> target_kernels() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> list;
        for (const target::Kernel kernel : target::kernels()) {
            list.push_back(kernel == target::Kernel::avx2   ? "avx2"
                           : kernel == target::Kernel::sse4 ? "sse4"
                                                            : "portable");
        }
        return list;
    }();
    return names;
}

}  // namespace quadrille
#endif
