// Large neighbourhood search: keep most of a good completion, set a part free, and let the exact search say
// whether that part can be had better.
//
//      digits 2 and 5 free        rows 1 and 3 free          boxes free
//      | 1 . | 3 4 |              | . . | . . |              | . . | 3 4 |
//      | 3 4 | 1 . |              | 3 4 | 1 2 |              | . . | 1 2 |
//      | . 1 | 4 3 |              | . . | . . |              | 2 1 | . . |
//      | 4 3 | . 1 |              | 4 3 | 2 1 |              | 4 3 | . . |
//
// Digits keep to their own cells and trade them among each other; regions keep to their cells and trade
// digits. Invariant: the completion itself is always among those left. Cost: a few nodes a draw; each kind of
// part grows by a little when a draw is exhausted and shrinks when it is given up. Source: Shaw, 1998. Tried
// and lost: digits alone (they get stuck where whole bands must change).
#include "target/neighbourhood.hpp"

#include <algorithm>
#include <numeric>

#include "quadrille/random.hpp"

namespace quadrille::target {

Neighbourhood::Neighbourhood(const Board& board)
    : board_(board),
      chosen_(std::max(board.areas.size(), static_cast<std::size_t>(board.side)), 0),
      free_(static_cast<std::size_t>(board.cells), 0) {
    std::fill(std::begin(size_), std::end(size_), std::max(2.0, board.side / 4.0));
}

int Neighbourhood::roll(int below) {
    state_ = next_random(state_);
    return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(below));
}

/// Marks `many` of the numbers below `from`.
void Neighbourhood::choose(int from, int many) {
    order_.resize(static_cast<std::size_t>(from));
    std::iota(order_.begin(), order_.end(), 0);
    std::fill(chosen_.begin(), chosen_.end(), char{0});
    for (int i = 0; i < std::min(many, from); ++i) {
        std::swap(order_[static_cast<std::size_t>(i)], order_[static_cast<std::size_t>(i + roll(from - i))]);
        chosen_[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])] = 1;
    }
}

void Neighbourhood::draw(std::span<const Digit> completion, std::vector<DigitBits>& masks) {
    const int others = static_cast<int>(board_.areas.size()) - 2 * board_.side;
    kind_ = static_cast<Kind>((static_cast<int>(kind_) + 1) % kinds);
    if (kind_ == Kind::others && others == 0) kind_ = Kind::digits;
    const auto many = static_cast<int>(size_[static_cast<std::size_t>(kind_)]);
    choose(kind_ == Kind::others ? others : board_.side, many);
    const int first = kind_ == Kind::rows ? 0 : kind_ == Kind::columns ? board_.side : 2 * board_.side;
    std::fill(free_.begin(), free_.end(), char{0});
    if (kind_ == Kind::digits) {
        for (std::size_t cell = 0; cell < free_.size(); ++cell) free_[cell] = chosen_[completion[cell] - 1u];
    } else {
        for (int i = 0; i < many && i < static_cast<int>(order_.size()); ++i) {
            const auto area = static_cast<std::size_t>(first + order_[static_cast<std::size_t>(i)]);
            for (const std::uint16_t cell : board_.areas[area].cells) free_[cell] = 1;
        }
    }
    for (std::size_t cell = 0; cell < free_.size(); ++cell) {
        if (free_[cell] == 0) masks[cell] = DigitBits{1} << (completion[cell] - 1);
    }
}

void Neighbourhood::learn(bool exhausted) {
    double& size = size_[static_cast<std::size_t>(kind_)];
    size = std::clamp(size * (exhausted ? 1.03 : 0.9), 2.0, static_cast<double>(board_.side));
}

}  // namespace quadrille::target
