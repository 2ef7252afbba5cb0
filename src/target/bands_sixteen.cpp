// The template bound on plain 16x16 boards: 4x4 boxes and nothing else.
//
// The idea is that of bands_nine.cpp, with one more step. In a band of four rows a digit stands in one column
// of each of four stacks, in some order of the rows: 256 column quadruples. Two bands that fit together take
// an unordered pair of columns from each stack; the other two bands take the other pairs.
//
//      t = a + 4b + 16c + 64d                columns of stacks 0..3 in one band: band[b][t], best of 24 row
//      orders left[b][p][a + 4b], right[b][5 - p]   rows of pair p on stacks 0 and 1, the other two rows on 2
//      and 3 s = p0 + 6 p1 + 36 p2 + 216 p3        pairs of columns (01 02 03 12 13 23): half[h][s], best of
//      16 ways the complement of pair p is 5 - p, so the other half takes 1295 - s
//
// Invariant: weights are at most 0 (normalise), so sums saturate only at the low end: still a bound.
// Cost: 55,000 additions of one vector for 16 digits an evaluation; twice that more for losses.
// Why Highway in this room: see bands_nine.cpp.
// Source: as bands_nine.cpp. Tried and lost: the template graph (graph_bound.cpp), whose tables leave the
// nearest cache; all four bands in turn (256 x 81 x 256 ways).
#include <algorithm>
#include <array>

#include "target/bound.hpp"

#include "target/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "target/bands_sixteen.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "target/lanes-inl.hpp"

#ifndef QUADRILLE_TARGET_SIXTEEN_TABLES
#define QUADRILLE_TARGET_SIXTEEN_TABLES
namespace quadrille::target {

using SixteenVector = std::array<std::int16_t, 16>;

/// The two members of each of the six pairs of 0..3; the complement of pair p is pair 5 - p.
inline constexpr std::size_t pairs_of_four[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
/// The pair that two different numbers make.
inline constexpr std::size_t pair_index[4][4] = {{9, 0, 1, 2}, {0, 9, 3, 4}, {1, 3, 9, 5}, {2, 4, 5, 9}};

struct alignas(64) SixteenTables {
    SixteenVector weight[256];
    SixteenVector left[4][6][16];   // band, pair of rows, columns a + 4b of stacks 0 and 1
    SixteenVector right[4][6][16];  // band, pair of rows, columns c + 4d of stacks 2 and 3
    SixteenVector band[4][256];
    SixteenVector half[2][1296];
    SixteenVector rest[4][256];  // the best of the other three bands
    SixteenVector rest_left[6][16];
    SixteenVector rest_right[6][16];
    SixteenVector best;
    SixteenVector state;  // the s of half 0 that attains it
};

}  // namespace quadrille::target
#endif

HWY_BEFORE_NAMESPACE();
namespace quadrille::target::HWY_NAMESPACE {

HWY_INLINE V load(const SixteenVector& from, std::size_t lane) { return load(from.data() + lane); }
HWY_INLINE void store(V value, SixteenVector& to, std::size_t lane) { store(value, to.data() + lane); }

/// Both orders of a pair of rows on two neighbouring stacks, the first of which begins at `column`.
QUADRILLE_STEP void fill_pairs(const SixteenVector* weight, std::size_t column, SixteenVector (*pairs)[16],
                               std::size_t lane) {
    for (std::size_t p = 0; p < 6; ++p) {
        const SixteenVector* one = weight + pairs_of_four[p][0] * 16 + column;
        const SixteenVector* two = weight + pairs_of_four[p][1] * 16 + column;
        for (std::size_t b = 0; b < 4; ++b) {
            for (std::size_t a = 0; a < 4; ++a) {
                const V down = add(load(one[a], lane), load(two[4 + b], lane));
                const V up = add(load(two[a], lane), load(one[4 + b], lane));
                store(hn::Max(down, up), pairs[p][a + 4 * b], lane);
            }
        }
    }
}

QUADRILLE_STEP void fill_band(SixteenTables& t, std::size_t b, std::size_t lane) {
    fill_pairs(t.weight + b * 64, 0, t.left[b], lane);
    fill_pairs(t.weight + b * 64, 8, t.right[b], lane);
    for (std::size_t cd = 0; cd < 16; ++cd) {
        V right[6];
        for (std::size_t p = 0; p < 6; ++p) right[p] = load(t.right[b][5 - p][cd], lane);
        for (std::size_t ab = 0; ab < 16; ++ab) {
            V most = add(load(t.left[b][0][ab], lane), right[0]);
            for (std::size_t p = 1; p < 6; ++p)
                most = hn::Max(most, add(load(t.left[b][p][ab], lane), right[p]));
            store(most, t.band[b][ab + 16 * cd], lane);
        }
    }
}

/// The two columns of a pair in stack 0 and in stack 1.
struct ColumnPairs {
    const std::size_t* first;
    const std::size_t* second;
};

/// The best of the four ways to share out the columns of stacks 0 and 1.
HWY_INLINE V best_of_four(const SixteenVector* one, const SixteenVector* two, const ColumnPairs& pairs,
                          std::size_t lane) {
    const std::size_t a = pairs.first[0];
    const std::size_t b = pairs.first[1];
    const std::size_t c = 4 * pairs.second[0];
    const std::size_t d = 4 * pairs.second[1];
    const V x = hn::Max(add(load(one[a + c], lane), load(two[b + d], lane)),
                        add(load(one[b + c], lane), load(two[a + d], lane)));
    const V y = hn::Max(add(load(one[a + d], lane), load(two[b + c], lane)),
                        add(load(one[b + d], lane), load(two[a + c], lane)));
    return hn::Max(x, y);
}

/// half[h][s] from its two bands.
QUADRILLE_STEP void fill_half(SixteenTables& t, std::size_t h, std::size_t lane) {
    SixteenVector* half = t.half[h];
    for (std::size_t p3 = 0; p3 < 6; ++p3) {
        for (std::size_t p2 = 0; p2 < 6; ++p2) {
            const SixteenVector* one[4];
            const SixteenVector* two[4];
            for (std::size_t way = 0; way < 4; ++way) {
                const std::size_t c = pairs_of_four[p2][way & 1];
                const std::size_t d = pairs_of_four[p3][way >> 1];
                one[way] = t.band[2 * h] + 16 * c + 64 * d;
                two[3 - way] = t.band[2 * h + 1] + 16 * c + 64 * d;
            }
            for (std::size_t p1 = 0; p1 < 6; ++p1) {
                for (std::size_t p0 = 0; p0 < 6; ++p0) {
                    const ColumnPairs pairs{&pairs_of_four[p0][0], &pairs_of_four[p1][0]};
                    const V a = best_of_four(one[0], two[0], pairs, lane);
                    const V b = best_of_four(one[1], two[1], pairs, lane);
                    const V c = best_of_four(one[2], two[2], pairs, lane);
                    const V d = best_of_four(one[3], two[3], pairs, lane);
                    store(hn::Max(hn::Max(a, b), hn::Max(c, d)), *half++, lane);
                }
            }
        }
    }
}

QUADRILLE_STEP void choose_state(SixteenTables& t, std::size_t lane) {
    V most = none();
    V index = hn::Zero(Tag());
    V now = hn::Zero(Tag());
    for (std::size_t s = 0; s < 1296; ++s) {
        const V sum = add(load(t.half[0][s], lane), load(t.half[1][1295 - s], lane));
        index = hn::IfThenElse(hn::Gt(sum, most), now, index);
        most = hn::Max(most, sum);
        now = hn::Add(now, hn::Set(Tag(), 1));
    }
    store(most, t.best, lane);
    store(index, t.state, lane);
}

void evaluate_sixteen(SixteenTables& t) {
    for (std::size_t lane = 0; lane < 16; lane += hn::Lanes(Tag())) {
        for (std::size_t b = 0; b < 4; ++b) fill_band(t, b, lane);
        fill_half(t, 0, lane);
        fill_half(t, 1, lane);
        choose_state(t, lane);
    }
}

/// rest[out][t]: for each column the partner band has one of the three others in each stack, and the other
/// half the complement of the pair they make.
QUADRILLE_STEP void fill_rest(SixteenTables& t, std::size_t out, std::size_t lane) {
    const SixteenVector* partner = t.band[out ^ 1];
    const SixteenVector* other = t.half[1 - out / 2];
    for (std::size_t all = 0; all < 256; ++all) {
        const std::size_t mine[4] = {all & 3, all >> 2 & 3, all >> 4 & 3, all >> 6};
        std::size_t column[4][3];
        std::size_t pair[4][3];
        std::size_t scale = 1;
        for (std::size_t stack = 0; stack < 4; ++stack, scale *= 6) {
            for (std::size_t way = 0; way < 3; ++way) {
                const std::size_t theirs = way < mine[stack] ? way : way + 1;
                column[stack][way] = theirs << (2 * stack);
                pair[stack][way] = pair_index[mine[stack]][theirs] * scale;
            }
        }
        V most = none();
        for (std::size_t d = 0; d < 3; ++d) {
            for (std::size_t c = 0; c < 3; ++c) {
                const SixteenVector* theirs = partner + column[3][d] + column[2][c];
                const SixteenVector* remaining = other + (1295 - pair[3][d] - pair[2][c]);
                for (std::size_t b = 0; b < 3; ++b) {
                    const SixteenVector* in_stack = theirs + column[1][b];
                    const SixteenVector* left = remaining - pair[1][b];
                    const V x = add(load(in_stack[column[0][0]], lane), load(*(left - pair[0][0]), lane));
                    const V y = add(load(in_stack[column[0][1]], lane), load(*(left - pair[0][1]), lane));
                    const V z = add(load(in_stack[column[0][2]], lane), load(*(left - pair[0][2]), lane));
                    most = hn::Max(most, hn::Max(hn::Max(x, y), z));
                }
            }
        }
        store(most, t.rest[out][all], lane);
    }
}

/// What the rest allows a pair of rows on two stacks: the best over the other pair's columns.
QUADRILLE_STEP void fold_rest(SixteenTables& t, std::size_t b, std::size_t lane) {
    for (std::size_t p = 0; p < 6; ++p) {
        V right[16];
        for (V& most : right) most = none();
        for (std::size_t ab = 0; ab < 16; ++ab) {
            const V left = load(t.left[b][p][ab], lane);
            V most = none();
            for (std::size_t cd = 0; cd < 16; ++cd) {
                const V rest = load(t.rest[b][ab + 16 * cd], lane);
                most = hn::Max(most, add(rest, load(t.right[b][5 - p][cd], lane)));
                right[cd] = hn::Max(right[cd], add(rest, left));
            }
            store(most, t.rest_left[p][ab], lane);
        }
        for (std::size_t cd = 0; cd < 16; ++cd) store(right[cd], t.rest_right[5 - p][cd], lane);
    }
}

/// Two neighbouring stacks of one band: their weights from column `first` on, what the rest of the board adds
/// for each pair of rows and columns, and where the losses go.
struct StackPair {
    const SixteenVector* weight;
    std::size_t first;
    const SixteenVector (*rest)[16];
    std::int16_t* losses;
};

/// Losses in two neighbouring stacks of one band: for a cell, the other row and column of its pair.
QUADRILLE_STEP void pair_losses(const StackPair& stacks, V best, std::size_t lane) {
    const auto& [weight, first, rest, losses] = stacks;
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t x = 0; x < 4; ++x) {
            V most_left = none();
            V most_right = none();
            for (std::size_t other = 0; other < 4; ++other) {
                if (other == row) continue;
                const std::size_t p = pair_index[row][other];
                for (std::size_t y = 0; y < 4; ++y) {
                    const V from_right = load(weight[other * 16 + first + 4 + y], lane);
                    const V from_left = load(weight[other * 16 + first + y], lane);
                    most_left = hn::Max(most_left, add(from_right, load(rest[p][x + 4 * y], lane)));
                    most_right = hn::Max(most_right, add(from_left, load(rest[p][y + 4 * x], lane)));
                }
            }
            const std::size_t at = row * 16 + first + x;
            const V left = add(most_left, load(weight[at], lane));
            const V right = add(most_right, load(weight[at + 4], lane));
            hn::StoreU(hn::SaturatedSub(best, left), Tag(), losses + at * 16 + lane);
            hn::StoreU(hn::SaturatedSub(best, right), Tag(), losses + (at + 4) * 16 + lane);
        }
    }
}

void losses_sixteen(SixteenTables& t, std::int16_t* losses) {
    for (std::size_t lane = 0; lane < 16; lane += hn::Lanes(Tag())) {
        const V best = load(t.best, lane);
        for (std::size_t b = 0; b < 4; ++b) {
            fill_rest(t, b, lane);
            fold_rest(t, b, lane);
            pair_losses({t.weight + b * 64, 0, t.rest_left, losses + b * 1024}, best, lane);
            pair_losses({t.weight + b * 64, 8, t.rest_right, losses + b * 1024}, best, lane);
        }
    }
}

}  // namespace quadrille::target::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::target {

namespace {

int saturate(int sum) { return std::max<int>(sum, dead); }

class SixteenBound final : public TemplateBound {
  public:
    explicit SixteenBound(const Board& board)
        : TemplateBound(board), tables_(std::make_unique<SixteenTables>()) {}

    std::string_view name() const override { return "pair bands"; }
    Range range() const override { return {4000, 8000}; }
    std::size_t worth() const override { return 28'000; }

    std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) override {
        std::int64_t sum = normalise(board_, values, price, tables_->weight[0].data());
        QUADRILLE_PICK(board_.kernel, evaluate_sixteen)(*tables_);
        std::fill(cover_.begin(), cover_.end(), std::int16_t{0});
        for (std::size_t digit = 0; digit < 16; ++digit) {
            sum += tables_->best[digit];
            follow(digit);
            for (const std::uint16_t cell : chosen_[digit]) ++cover_[cell];
        }
        return sum;
    }
    void find_own_losses() override {
        QUADRILLE_PICK(board_.kernel, losses_sixteen)(*tables_, losses_.data());
    }
    void chosen(int digit, std::uint16_t* cells) const override {
        const auto& mine = chosen_[static_cast<std::size_t>(digit)];
        std::copy(mine.begin(), mine.end(), cells);
    }

  private:
    void follow(std::size_t digit) {
        const auto state = static_cast<std::size_t>(tables_->state[digit]);
        follow_half(digit, 0, state);
        follow_half(digit, 1, 1295 - state);
    }

    /// The way to share out the columns of a half that explains its sum.
    void follow_half(std::size_t digit, std::size_t h, std::size_t state) {
        const int sum = tables_->half[h][state][digit];
        for (std::size_t way = 0; way < 16; ++way) {
            std::size_t one = 0;
            std::size_t two = 0;
            std::size_t left = state;
            for (std::size_t stack = 0; stack < 4; ++stack, left /= 6) {
                const std::size_t* pair = pairs_of_four[left % 6];
                one |= pair[way >> stack & 1] << (2 * stack);
                two |= pair[1 - (way >> stack & 1)] << (2 * stack);
            }
            if (saturate(tables_->band[2 * h][one][digit] + tables_->band[2 * h + 1][two][digit]) != sum)
                continue;
            follow_band(digit, 2 * h, one);
            follow_band(digit, 2 * h + 1, two);
            return;
        }
    }

    void follow_band(std::size_t digit, std::size_t b, std::size_t columns) {
        const int sum = tables_->band[b][columns][digit];
        for (std::size_t p = 0; p < 6; ++p) {
            const int left = tables_->left[b][p][columns & 15][digit];
            const int right = tables_->right[b][5 - p][columns >> 4][digit];
            if (saturate(left + right) != sum) continue;
            follow_pair({digit, b, p, 0}, left, columns & 15);
            follow_pair({digit, b, 5 - p, 8}, right, columns >> 4);
            return;
        }
    }

    struct Place {
        std::size_t digit, band, pair, column;
    };
    void follow_pair(const Place& place, int sum, std::size_t columns) {
        const std::size_t one = place.band * 64 + pairs_of_four[place.pair][0] * 16 + place.column;
        const std::size_t two = place.band * 64 + pairs_of_four[place.pair][1] * 16 + place.column;
        const std::size_t a = columns & 3;
        const std::size_t b = 4 + (columns >> 2);
        const int down =
            saturate(tables_->weight[one + a][place.digit] + tables_->weight[two + b][place.digit]);
        std::uint16_t* cells = chosen_[place.digit].data() + place.band * 4 + place.column / 4;
        cells[0] = static_cast<std::uint16_t>(down == sum ? one + a : two + a);
        cells[1] = static_cast<std::uint16_t>(down == sum ? two + b : one + b);
    }

    std::unique_ptr<SixteenTables> tables_;
    std::array<std::array<std::uint16_t, 16>, 16> chosen_{};  // digit; cells by box
};

}  // namespace

std::unique_ptr<TemplateBound> make_sixteen_bound(const Board& board) {
    return std::make_unique<SixteenBound>(board);
}

}  // namespace quadrille::target
#endif
