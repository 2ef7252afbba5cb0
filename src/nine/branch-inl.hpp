// Where to branch. Included once for each instruction set.
//
// A cell with two candidates whose digits many peers hold, peers with two candidates above all. Only peers
// outside the cell's minirow and minicolumn count. Scoring every node costs more than it saves, so the cells
// of a puzzle are ranked once, when it has shown to be hard, by the node nearest to its root that is still
// pending; from then on a node takes the best ranked of its cells with two candidates, without a jump.
// Before, it takes any such cell, words apart from each other first.

#if defined(QUADRILLE_NINE_BRANCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADRILLE_NINE_BRANCH_INL
#undef QUADRILLE_NINE_BRANCH_INL
#else
#define QUADRILLE_NINE_BRANCH_INL
#endif

#include <hwy/highway.h>

#include "nine/round-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The weighted digits of a cell: byte d-1 is its weight where it may hold d.
using DigitTag = hn::FixedTag<std::uint8_t, 16>;
using Digits = hn::Vec<DigitTag>;

HWY_INLINE std::uint32_t cell_of(const Node& node, std::size_t cell) {
    return node.words[cell % 27] >> (10 * (cell / 27)) & 0x1ff;
}

/// The sums of weights that give each cell the sum over its peers outside its minirow and minicolumn:
/// rows[27] and columns[27] by minirow and minicolumn, boxes[9].
struct Sums {
    alignas(16) std::uint8_t rows[27][16], columns[27][16], boxes[9][16];
};

HWY_INLINE void sum_boxes(const std::uint16_t* cells, Sums& sums) {
    const DigitTag d;
    for (std::size_t band = 0; band < 3; ++band) {
        for (std::size_t stack = 0; stack < 3; ++stack) {
            const std::uint16_t* corner = cells + 27 * band + 3 * stack;
            const auto cell = [&](std::size_t at) HWY_ATTR { return hn::Load(d, weights.bytes[corner[at]]); };
            const Digits row0 = hn::Add(hn::Add(cell(0), cell(1)), cell(2));
            const Digits row1 = hn::Add(hn::Add(cell(9), cell(10)), cell(11));
            const Digits row2 = hn::Add(hn::Add(cell(18), cell(19)), cell(20));
            hn::Store(row0, d, sums.rows[9 * band + stack]);
            hn::Store(row1, d, sums.rows[9 * band + 3 + stack]);
            hn::Store(row2, d, sums.rows[9 * band + 6 + stack]);
            hn::Store(hn::Add(hn::Add(row0, row1), row2), d, sums.boxes[3 * band + stack]);
            hn::Store(hn::Add(hn::Add(cell(0), cell(9)), cell(18)), d, sums.columns[9 * stack + band]);
            hn::Store(hn::Add(hn::Add(cell(1), cell(10)), cell(19)), d, sums.columns[9 * stack + 3 + band]);
            hn::Store(hn::Add(hn::Add(cell(2), cell(11)), cell(20)), d, sums.columns[9 * stack + 6 + band]);
        }
    }
}

/// Three minilines to what the other two hold less their own.
HWY_INLINE void balance(std::uint8_t (*lines)[16]) {
    const DigitTag d;
    const Digits a = hn::Load(d, lines[0]), b = hn::Load(d, lines[1]), c = hn::Load(d, lines[2]);
    hn::Store(hn::Sub(hn::Add(b, c), a), d, lines[0]);
    hn::Store(hn::Sub(hn::Add(a, c), b), d, lines[1]);
    hn::Store(hn::Sub(hn::Add(a, b), c), d, lines[2]);
}

/// The score of a cell: the weights of its digits in `around`, summed.
HWY_INLINE std::uint32_t score_of(std::uint16_t cell, Digits around) {
    const DigitTag d;
    const Digits own = hn::Load(d, weights.bytes[cell]);
    const auto sum = hn::SumsOf8(hn::IfThenZeroElse(hn::Eq(own, hn::Zero(d)), hn::Add(around, own)));
    const auto score = hn::Add(sum, hn::ShiftRightLanes<1>(hn::Repartition<std::uint64_t, DigitTag>(), sum));
    return static_cast<std::uint32_t>(hn::GetLane(score)) * weights.scale[cell];
}

HWY_NOINLINE void rank_cells(const Node& node, Ranking& ranking) {
    const DigitTag d;
    std::uint16_t cells[81];
    for (std::size_t i = 0; i < 27; ++i) cells[i] = node.words[i] & 0x1ff;
    for (std::size_t i = 0; i < 27; ++i) cells[27 + i] = node.words[i] >> 10 & 0x1ff;
    for (std::size_t i = 0; i < 27; ++i) cells[54 + i] = node.words[i] >> 20 & 0x1ff;
    Sums sums;
    sum_boxes(cells, sums);
    for (std::size_t line = 0; line < 9; ++line) {
        balance(sums.rows + 3 * line);
        balance(sums.columns + 3 * line);
    }
    for (std::size_t band = 0; band < 3; ++band) {
        for (std::size_t stack = 0; stack < 3; ++stack) {
            const Digits box = hn::Load(d, sums.boxes[3 * band + stack]);
            const std::uint8_t(*rows)[16] = sums.rows + 9 * band + stack;
            const std::uint8_t(*columns)[16] = sums.columns + 9 * stack + band;
            const std::size_t corner = 27 * band + 3 * stack;
            for (std::size_t r = 0; r < 3; ++r) {
                const Digits with_row = hn::Add(box, hn::Load(d, rows[3 * r]));
                const auto rank = [&](std::size_t c) HWY_ATTR {
                    const std::size_t cell = corner + 9 * r + c;
                    const Digits around = hn::Add(with_row, hn::Load(d, columns[3 * c]));
                    ranking.keys[band][9 * r + 3 * stack + c] =
                        ranking_key(score_of(cells[cell], around), cell);
                };
                rank(0);
                rank(1);
                rank(2);
            }
        }
    }
}

/// The first cell with the fewest candidates above one.
inline Choice fewest(const Node& node) {
    Choice best{0, 0};
    std::size_t least = 10;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const std::size_t count = hwy::PopCount(cell_of(node, cell));
        if (count < 2 || count >= least) continue;
        const std::uint32_t bits = cell_of(node, cell);
        best = {static_cast<std::uint32_t>(cell % 27), (bits & (0 - bits)) << (10 * (cell / 27))};
        least = count;
    }
    return best;
}

/// A cell with two candidates, the search jumping over the board; else a cell with the fewest.
HWY_INLINE Choice choose_any(const Node& node) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 27; ++k) {
        const std::uint32_t x = node.words[word];
        const std::uint32_t second = x & (x + field_bits), several = second + field_bits;
        const std::uint32_t two = several & ~((second & several) + field_bits) & guard_bits;
        if (two != 0) {
            const std::uint32_t bits = x & (two - (two >> 9));
            return {word, bits & (0 - bits)};
        }
        word = word >= 16 ? word - 16 : word + 11;
    }
    return fewest(node);
}

/// The best ranked cell with two candidates, its lower digit; else a cell with the fewest.
HWY_INLINE Choice choose(const Node& node, const Ranking& ranking) {
    const LaneTag d;
    const hn::RebindToSigned<LaneTag> signed_d;
    const auto full = hn::Set(d, field_bits);
    auto best = hn::Zero(d);
    const auto consider = [&](auto guards, const std::uint32_t* keys) HWY_ATTR {
        const auto mask = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(signed_d, guards)));
        best = hn::Max(best, hn::And(mask, hn::Load(d, keys)));
    };
    for (std::size_t i = 0; i < 27; i += lane_count) {
        const auto x = hn::Load(d, node.words + i);
        const auto second = hn::And(x, hn::Add(x, full));  // the lowest candidate of each field gone
        const auto several = hn::Add(second, full);
        const auto two = hn::AndNot(hn::Add(hn::And(second, several), full), several);
        consider(hn::ShiftLeft<22>(two), ranking.keys[0] + i);
        consider(hn::ShiftLeft<12>(two), ranking.keys[1] + i);
        consider(hn::ShiftLeft<2>(two), ranking.keys[2] + i);
    }
    const std::uint32_t key = hn::GetLane(hn::MaxOfLanes(d, best));
    if (HWY_UNLIKELY(key == 0)) return fewest(node);
    const std::uint32_t cell = key & 0xff, band = cell >= 54 ? 2 : cell >= 27 ? 1 : 0;
    const std::uint32_t word = cell - 27 * band;
    const std::uint32_t bits = node.words[word] & 0x1ffu << (10 * band);
    return {word, bits & (0 - bits)};
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#endif  // QUADRILLE_NINE_BRANCH_INL
