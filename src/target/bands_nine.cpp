// The template bound on plain 9x9 boards: 3x3 boxes and nothing else.
//
// The idea. All nine digits stand in the lanes of one vector of 16-bit numbers, so one pass of plain
// additions and maxima finds the best template of every digit at once.
//
//      stack 0   stack 1   stack 2        In a band a digit stands in three cells: one column of each
//    +---------+---------+---------+      stack, in some order of the three rows. A column triple
//    | . x .   | . . .   | . . .   |      t = 9i + 3j + k names the columns i, j, k of the three stacks:
//    | . . .   | . . x   | . . .   |      here i = 1, j = 2, k = 0. band[b][t] is the best of the six
//    | . . .   | . . .   | x . .   |      row orders. Three bands fit together if in each stack their
//    +---------+---------+---------+      columns are 0, 1, 2 in some order: for each of the 27 triples
//      band 0: t = 9 + 6 + 0 = 15         of one band there are 8 ways to fill the other two (rest[b][t]).
//
//      a vector:  | digit 1 | digit 2 | ... | digit 9 | 7 idle lanes |      (two vectors with 128 bits)
//
// Invariant: no weight exceeds span + price_limit = 3600, so no sum of nine exceeds 16 bits. Sums saturate
// only at the low end, where a wrong value is too high: a bound stays a bound.
// Cost: about 2000 vector operations an evaluation, the choice of cells included, and as many for losses.
// Why Highway in this room: plain loops over lanes reach SSE2 only in a portable build, without the 256-bit
// vector that holds all nine digits.
// Source: the decomposition is Lagrangian relaxation as in Held and Karp, 1970; the tables are ours.
// Tried and lost: 32-bit lanes (twice the vectors); following the choice back digit by digit in scalar code
// (27 unpredictable branches cost as much as the evaluation).
#include <algorithm>
#include <array>

#include "target/bound.hpp"

#include "target/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "target/bands_nine.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef QUADRILLE_TARGET_NINE_TABLES
#define QUADRILLE_TARGET_NINE_TABLES
namespace quadrille::target {

inline constexpr int nine_lanes = 16;
using NineVector = std::array<std::int16_t, nine_lanes>;

/// The working tables of one board, each entry one lane a digit.
struct alignas(64) NineTables {
    NineVector weight[81];     // value - price
    NineVector pair[3][3][9];  // band, row left out, columns 3i + j of stacks 0 and 1
    NineVector band[3][27];
    NineVector rest[3][27];  // the best of the other two bands
    NineVector best;         // the best template
    NineVector cell[9];      // its cell in each box
};

}  // namespace quadrille::target
#endif

HWY_BEFORE_NAMESPACE();
namespace quadrille::target::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::int16_t, nine_lanes>;
using V = hn::Vec<Tag>;
using M = hn::Mask<Tag>;

HWY_INLINE V load(const NineVector& vector, std::size_t lane) {
    return hn::Load(Tag(), vector.data() + lane);
}
HWY_INLINE void store(V value, NineVector& vector, std::size_t lane) {
    hn::Store(value, Tag(), vector.data() + lane);
}
HWY_INLINE V add(V a, V b) { return hn::SaturatedAdd(a, b); }
HWY_INLINE V subtract(V a, V b) { return hn::SaturatedSub(a, b); }
HWY_INLINE V number(int value) { return hn::Set(Tag(), static_cast<std::int16_t>(value)); }

/// weight = value - price.
QUADRILLE_STEP void fill_weights(const std::int16_t* values, const std::int16_t* price, NineTables& t,
                                 std::size_t lane) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const V value = hn::LoadU(Tag(), values + cell * nine_lanes + lane);
        store(subtract(value, hn::Set(Tag(), price[cell])), t.weight[cell], lane);
    }
}

QUADRILLE_STEP void fill_band(NineTables& t, std::size_t b, std::size_t lane) {
    const NineVector* weight = t.weight + b * 27;
    for (std::size_t out = 0; out < 3; ++out) {
        const std::size_t one = out == 0 ? 1 : 0;
        const std::size_t two = out == 2 ? 1 : 2;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const V down = add(load(weight[one * 9 + i], lane), load(weight[two * 9 + 3 + j], lane));
                const V up = add(load(weight[two * 9 + i], lane), load(weight[one * 9 + 3 + j], lane));
                store(hn::Max(down, up), t.pair[b][out][3 * i + j], lane);
            }
        }
    }
    for (std::size_t ij = 0; ij < 9; ++ij) {
        const V pair0 = load(t.pair[b][0][ij], lane);
        const V pair1 = load(t.pair[b][1][ij], lane);
        const V pair2 = load(t.pair[b][2][ij], lane);
        for (std::size_t k = 0; k < 3; ++k) {
            const V order0 = add(pair0, load(weight[6 + k], lane));
            const V order1 = add(pair1, load(weight[15 + k], lane));
            const V order2 = add(pair2, load(weight[24 + k], lane));
            store(hn::Max(hn::Max(order0, order1), order2), t.band[b][3 * ij + k], lane);
        }
    }
}

/// The best of the eight sums of an entry of one band and an entry of another that share no column: x[0..3]
/// are the first one's rows of three entries for the columns (low, low), (low, high), (high, low), (high,
/// high) of stacks 0 and 1, y likewise; e and f are the columns of stack 2.
HWY_INLINE V best_of_eight(const NineVector* const* x, const NineVector* const* y, const std::size_t (&ef)[2],
                           std::size_t lane) {
    const std::size_t e = ef[0];
    const std::size_t f = ef[1];
    const V a =
        hn::Max(add(load(x[0][e], lane), load(y[3][f], lane)), add(load(x[0][f], lane), load(y[3][e], lane)));
    const V b =
        hn::Max(add(load(x[1][e], lane), load(y[2][f], lane)), add(load(x[1][f], lane), load(y[2][e], lane)));
    const V c =
        hn::Max(add(load(x[2][e], lane), load(y[1][f], lane)), add(load(x[2][f], lane), load(y[1][e], lane)));
    const V d =
        hn::Max(add(load(x[3][e], lane), load(y[0][f], lane)), add(load(x[3][f], lane), load(y[0][e], lane)));
    return hn::Max(hn::Max(a, b), hn::Max(c, d));
}

/// rest[out][t] for the band `out`: the other two with the six columns that t leaves.
QUADRILLE_STEP void fill_rest(NineTables& t, std::size_t out, std::size_t lane) {
    const NineVector* one = t.band[out == 0 ? 1 : 0];
    const NineVector* two = t.band[out == 2 ? 1 : 2];
    constexpr std::size_t others[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const NineVector* x[4];
            const NineVector* y[4];
            for (std::size_t m = 0; m < 4; ++m) {
                const std::size_t at = 9 * others[i][m / 2] + 3 * others[j][m % 2];
                x[m] = one + at;
                y[m] = two + at;
            }
            NineVector* rest = t.rest[out] + 9 * i + 3 * j;
            store(best_of_eight(x, y, others[0], lane), rest[0], lane);
            store(best_of_eight(x, y, others[1], lane), rest[1], lane);
            store(best_of_eight(x, y, others[2], lane), rest[2], lane);
        }
    }
}

/// The columns chosen in one band, lane by lane.
struct Columns {
    V stack[3];
};

/// The triple of band 0 that attains the best sum.
QUADRILLE_STEP Columns choose_first(NineTables& t, std::size_t lane) {
    V most = number(dead);
    V index = number(0);
    for (std::size_t triple = 0; triple < 27; ++triple) {
        const V sum = add(load(t.band[0][triple], lane), load(t.rest[0][triple], lane));
        index = hn::IfThenElse(hn::Gt(sum, most), number(static_cast<int>(triple)), index);
        most = hn::Max(most, sum);
    }
    store(most, t.best, lane);
    const V i = hn::MulHigh(index, number(7282));  // index / 9 for 0..26
    const V left = hn::Sub(index, hn::Mul(i, number(9)));
    const V j = hn::MulHigh(left, number(21846));  // left / 3 for 0..8
    return {{i, j, hn::Sub(left, hn::Mul(j, number(3)))}};
}

/// From 27 entries the eight whose columns are the low or high one of those that `first` leaves, by stack.
QUADRILLE_STEP void select_eight(const NineVector* band, const Columns& first, std::size_t lane, V* eight) {
    M is0[3];
    M is2[3];
    for (std::size_t s = 0; s < 3; ++s) {
        is0[s] = hn::Eq(first.stack[s], number(0));
        is2[s] = hn::Eq(first.stack[s], number(2));
    }
    V one[2][9];
    for (std::size_t jk = 0; jk < 9; ++jk) {
        const V middle = load(band[9 + jk], lane);
        one[0][jk] = hn::IfThenElse(is0[0], middle, load(band[jk], lane));
        one[1][jk] = hn::IfThenElse(is2[0], middle, load(band[18 + jk], lane));
    }
    V two[4][3];
    for (std::size_t a = 0; a < 2; ++a) {
        for (std::size_t k = 0; k < 3; ++k) {
            two[a][k] = hn::IfThenElse(is0[1], one[a][3 + k], one[a][k]);
            two[a + 2][k] = hn::IfThenElse(is2[1], one[a][3 + k], one[a][6 + k]);
        }
    }
    for (std::size_t a = 0; a < 4; ++a) {
        eight[a] = hn::IfThenElse(is0[2], two[a][1], two[a][0]);
        eight[a + 4] = hn::IfThenElse(is2[2], two[a][1], two[a][2]);
    }
}

/// The columns of bands 1 and 2, given those of band 0.
QUADRILLE_STEP void choose_others(const NineTables& t, std::size_t lane, Columns* columns) {
    V eight1[8];
    V eight2[8];
    select_eight(t.band[1], columns[0], lane, eight1);
    select_eight(t.band[2], columns[0], lane, eight2);
    V most = add(eight1[0], eight2[7]);
    V way = number(0);
    for (int next = 1; next < 8; ++next) {
        const V sum = add(eight1[next], eight2[7 - next]);
        way = hn::IfThenElse(hn::Gt(sum, most), number(next), way);
        most = hn::Max(most, sum);
    }
    for (int s = 0; s < 3; ++s) {
        const V first = columns[0].stack[s];
        const V low = hn::IfThenElse(hn::Eq(first, number(0)), number(1), number(0));
        const V high = hn::IfThenElse(hn::Eq(first, number(2)), number(1), number(2));
        const M is_high = hn::Ne(hn::And(way, number(1 << s)), number(0));
        columns[1].stack[s] = hn::IfThenElse(is_high, high, low);
        columns[2].stack[s] = hn::IfThenElse(is_high, low, high);
    }
}

/// The order of rows in one band whose columns are chosen, and with it the cells.
QUADRILLE_STEP void choose_rows(NineTables& t, std::size_t b, const Columns& columns, std::size_t lane) {
    V at[3][3];
    for (std::size_t s = 0; s < 3; ++s) {
        const M is1 = hn::Eq(columns.stack[s], number(1));
        const M is2 = hn::Eq(columns.stack[s], number(2));
        for (std::size_t r = 0; r < 3; ++r) {
            const NineVector* weight = t.weight + b * 27 + r * 9 + s * 3;
            const V left = hn::IfThenElse(is1, load(weight[1], lane), load(weight[0], lane));
            at[r][s] = hn::IfThenElse(is2, load(weight[2], lane), left);
        }
    }
    constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    V most = number(dead);
    V rows = number(orders[0][0] | orders[0][1] << 2 | orders[0][2] << 4);
    for (const auto& order : orders) {
        const V sum = add(add(at[order[0]][0], at[order[1]][1]), at[order[2]][2]);
        rows = hn::IfThenElse(hn::Gt(sum, most), number(order[0] | order[1] << 2 | order[2] << 4), rows);
        most = hn::Max(most, sum);
    }
    for (int s = 0; s < 3; ++s) {
        const V row = hn::And(rows, number(3));
        rows = hn::ShiftRight<2>(rows);
        const V in_band = add(hn::Mul(row, number(9)), columns.stack[s]);
        store(add(in_band, number(static_cast<int>(b) * 27 + s * 3)),
              t.cell[b * 3 + static_cast<std::size_t>(s)], lane);
    }
}

void evaluate_nine(const std::int16_t* values, const std::int16_t* price, NineTables& t) {
    for (std::size_t lane = 0; lane < 9; lane += hn::Lanes(Tag())) {
        fill_weights(values, price, t, lane);
        for (std::size_t b = 0; b < 3; ++b) fill_band(t, b, lane);
        fill_rest(t, 0, lane);
        Columns columns[3];
        columns[0] = choose_first(t, lane);
        choose_others(t, lane, columns);
        for (std::size_t b = 0; b < 3; ++b) choose_rows(t, b, columns[b], lane);
    }
}

/// loss = best - best through the cell, for the cells of one band.
QUADRILLE_STEP void band_losses(const NineTables& t, std::size_t b, std::size_t lane, std::int16_t* losses) {
    const V best = load(t.best, lane);
    const NineVector* weight = t.weight + b * 27;
    const NineVector* rest = t.rest[b];
    for (std::size_t r = 0; r < 3; ++r) {
        const std::size_t one = r == 0 ? 1 : 0;
        const std::size_t two = r == 2 ? 1 : 2;
        V most[3][3];  // stack, column
        for (auto& stack : most) {
            for (V& column : stack) column = number(dead);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const V pair01 = load(t.pair[b][r][3 * i + j], lane);
                for (std::size_t k = 0; k < 3; ++k) {
                    const V others = load(rest[9 * i + 3 * j + k], lane);
                    most[2][k] = hn::Max(most[2][k], add(pair01, others));
                }
            }
        }
        for (std::size_t x = 0; x < 3; ++x) {
            for (std::size_t k = 0; k < 3; ++k) {
                const V third1 = load(weight[one * 9 + 6 + k], lane);
                const V third2 = load(weight[two * 9 + 6 + k], lane);
                const V pair02 = hn::Max(add(load(weight[one * 9 + x], lane), third2),
                                         add(load(weight[two * 9 + x], lane), third1));
                const V pair12 = hn::Max(add(load(weight[one * 9 + 3 + x], lane), third2),
                                         add(load(weight[two * 9 + 3 + x], lane), third1));
                for (std::size_t y = 0; y < 3; ++y) {
                    most[1][y] = hn::Max(most[1][y], add(pair02, load(rest[9 * x + 3 * y + k], lane)));
                    most[0][y] = hn::Max(most[0][y], add(pair12, load(rest[9 * y + 3 * x + k], lane)));
                }
            }
        }
        for (std::size_t column = 0; column < 9; ++column) {
            const V through = add(most[column / 3][column % 3], load(weight[r * 9 + column], lane));
            hn::StoreU(subtract(best, through), Tag(),
                       losses + (b * 27 + r * 9 + column) * nine_lanes + lane);
        }
    }
}

void losses_nine(NineTables& t, std::int16_t* losses) {
    for (std::size_t lane = 0; lane < 9; lane += hn::Lanes(Tag())) {
        fill_rest(t, 1, lane);
        fill_rest(t, 2, lane);
        for (std::size_t b = 0; b < 3; ++b) band_losses(t, b, lane, losses);
    }
}

}  // namespace quadrille::target::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::target {

namespace {

class NineBound final : public TemplateBound {
  public:
    explicit NineBound(const Board& board) : TemplateBound(board), tables_(std::make_unique<NineTables>()) {}

    std::string_view name() const override { return "bands"; }
    Range range() const override { return {1000, 2600}; }
    std::size_t worth() const override { return 0; }

    std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) override {
        QUADRILLE_PICK(board_.kernel, evaluate_nine)(values, price, *tables_);
        std::int32_t sum = 0;
        for (int cell = 0; cell < 81; ++cell) sum += price[cell];
        for (std::size_t digit = 0; digit < 9; ++digit) sum += tables_->best[digit];
        std::fill(cover_.begin(), cover_.end(), std::int16_t{0});
        for (const NineVector& box : tables_->cell) {
            for (std::size_t digit = 0; digit < 9; ++digit) ++cover_[static_cast<std::size_t>(box[digit])];
        }
        return sum;
    }
    void find_own_losses() override { QUADRILLE_PICK(board_.kernel, losses_nine)(*tables_, losses_.data()); }
    void chosen(int digit, std::uint16_t* cells) const override {
        for (const NineVector& box : tables_->cell)
            *cells++ = static_cast<std::uint16_t>(box[static_cast<std::size_t>(digit)]);
    }

  private:
    std::unique_ptr<NineTables> tables_;
};

}  // namespace

std::unique_ptr<TemplateBound> make_nine_bound(const Board& board) {
    return std::make_unique<NineBound>(board);
}

}  // namespace quadrille::target
#endif
