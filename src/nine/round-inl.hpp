// One round of propagation for all lanes together. Included once for each instruction set; the idea and
// the drawing are at the top of kernel.cpp.

#if defined(QUADRILLE_NINE_ROUND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADRILLE_NINE_ROUND_INL
#undef QUADRILLE_NINE_ROUND_INL
#else
#define QUADRILLE_NINE_ROUND_INL
#endif

#include <utility>

#include <hwy/highway.h>

#include "nine/job.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<std::uint32_t, max_lanes>;
using Words = hn::Vec<LaneTag>;
constexpr std::size_t lane_count = hn::MaxLanes(LaneTag());

/// A search node a lane: words[9 * r + 3 * s + c][lane].
struct Block {
    alignas(64) std::uint32_t words[27][lane_count];
    alignas(64) std::uint32_t sum[lane_count];  ///< of a lane's words after its last round; 0 for a new node
};

/// What a round found out, a bit a lane.
struct Verdict {
    std::uint32_t dead;    ///< no solution below this node
    std::uint32_t solved;  ///< the node is a solution (unless dead)
    std::uint32_t stuck;   ///< the round changed nothing
};

/// Three candidate words of one row or column of a matrix.
struct Triple {
    Words a, b, c;
};

HWY_INLINE Words load(const std::uint32_t* from) { return hn::Load(LaneTag(), from); }
HWY_INLINE void store(Words words, std::uint32_t* to) { hn::Store(words, LaneTag(), to); }
HWY_INLINE Words any_of(const Triple& t) { return hn::Or(t.a, hn::Or(t.b, t.c)); }
/// For guard bits: all nine bits of the fields whose guard is set.
HWY_INLINE Words fields_of(Words guards) { return hn::Sub(guards, hn::ShiftRight<9>(guards)); }
/// The three fields of each word moved round by one; leaves rubbish above bit 29.
HWY_INLINE Words turned(Words words) { return hn::Or(hn::ShiftRight<10>(words), hn::ShiftLeft<20>(words)); }

/// The digits that two rows of a 3x3 matrix can place in two different columns, by the column left over.
HWY_INLINE Triple pairs_of(const Triple& x, const Triple& y) {
    return {hn::Or(hn::And(x.b, y.c), hn::And(x.c, y.b)), hn::Or(hn::And(x.a, y.c), hn::And(x.c, y.a)),
            hn::Or(hn::And(x.a, y.b), hn::And(x.b, y.a))};
}
HWY_INLINE Triple both(const Triple& x, const Triple& y) {
    return {hn::And(x.a, y.a), hn::And(x.b, y.b), hn::And(x.c, y.c)};
}
/// What a has that the other two have not, and so on.
HWY_INLINE Triple only_ones(const Triple& t) {
    return {hn::AndNot(hn::Or(t.b, t.c), t.a), hn::AndNot(hn::Or(t.a, t.c), t.b),
            hn::AndNot(hn::Or(t.a, t.b), t.c)};
}

/// The matrices of a round: minirows[3 * r + s], and what single cells forbid in the minicolumns [3 * s + c].
struct Matrices {
    alignas(64) std::uint32_t minirows[9][lane_count];
    alignas(64) std::uint32_t barred[9][lane_count];
};

/// Reads one stack of boxes: which minirows hold each digit, single cells ruling out the other minirows
/// and minicolumns of their box. Clears a guard in `filled` where a cell has no candidate.
HWY_INLINE void fold_stack(const Block& block, std::size_t s, Matrices& m, Words& filled) {
    const LaneTag d;
    const Words full = hn::Set(d, field_bits), guard = hn::Set(d, guard_bits);
    Words any[3], single[3];
    Triple columns{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    const auto read = [&](std::size_t r, std::size_t c, Words& column, Words& singles) HWY_ATTR {
        const Words x = load(block.words[9 * r + 3 * s + c]);
        const Words less_one = hn::Add(x, full);  // the guard stays clear where the field is empty
        filled = hn::And(filled, less_one);
        const Words several = hn::And(hn::Add(hn::And(x, less_one), full), guard);
        const Words n = hn::AndNot(fields_of(several), x);
        column = hn::Or(column, n);
        singles = hn::Or(singles, n);
        return x;
    };
    for (std::size_t r = 0; r < 3; ++r) {
        single[r] = hn::Zero(d);
        any[r] = read(r, 0, columns.a, single[r]);
        any[r] = hn::Or(any[r], read(r, 1, columns.b, single[r]));
        any[r] = hn::Or(any[r], read(r, 2, columns.c, single[r]));
    }
    // Two equal single cells in a box rule out each other's minirows or minicolumns, and so all of them.
    store(hn::AndNot(hn::Or(single[1], single[2]), any[0]), m.minirows[s]);
    store(hn::AndNot(hn::Or(single[0], single[2]), any[1]), m.minirows[3 + s]);
    store(hn::AndNot(hn::Or(single[0], single[1]), any[2]), m.minirows[6 + s]);
    store(hn::Or(columns.b, columns.c), m.barred[3 * s]);
    store(hn::Or(columns.a, columns.c), m.barred[3 * s + 1]);
    store(hn::Or(columns.a, columns.b), m.barred[3 * s + 2]);
}

/// In each band keeps the minirows that are part of a permutation. Returns the digits that have one.
HWY_INLINE Words permute_minirows(Matrices& m) {
    const auto row = [&](std::size_t r) HWY_ATTR {
        return Triple{load(m.minirows[3 * r]), load(m.minirows[3 * r + 1]), load(m.minirows[3 * r + 2])};
    };
    const auto keep = [&](std::size_t r, const Triple& t) HWY_ATTR {
        store(t.a, m.minirows[3 * r]);
        store(t.b, m.minirows[3 * r + 1]);
        store(t.c, m.minirows[3 * r + 2]);
    };
    const Triple x = row(0), y = row(1), z = row(2);
    const Triple top = both(x, pairs_of(y, z));
    keep(0, top);
    keep(1, both(y, pairs_of(x, z)));
    keep(2, both(z, pairs_of(x, y)));
    return any_of(top);
}

/// In one stack keeps the minicolumns that are part of a permutation: rows of the matrix are the fields.
HWY_INLINE Triple permuted_minicolumns(const Triple& t) {
    const Triple next{turned(t.a), turned(t.b), turned(t.c)};
    const Triple pairs = pairs_of(t, next);
    return both(t, {turned(pairs.a), turned(pairs.b), turned(pairs.c)});
}

struct Progress {
    Words placed;  ///< a digit has a column in each box
    Words known;   ///< guards of the cells whose digit is known
    Words sum;
};

/// Writes one stack of boxes: minirows and minicolumns back to cells, hidden singles to known cells.
HWY_INLINE void unfold_stack(Block& block, std::size_t s, const Matrices& m, Progress& progress) {
    const LaneTag d;
    const Words full = hn::Set(d, field_bits), guard = hn::Set(d, guard_bits);
    const Triple rows{load(m.minirows[s]), load(m.minirows[3 + s]), load(m.minirows[6 + s])};
    const auto column = [&](std::size_t c) HWY_ATTR {
        const Triple cells{hn::And(load(block.words[3 * s + c]), rows.a),
                           hn::And(load(block.words[9 + 3 * s + c]), rows.b),
                           hn::And(load(block.words[18 + 3 * s + c]), rows.c)};
        return hn::AndNot(load(m.barred[3 * s + c]), any_of(cells));
    };
    const Triple columns = permuted_minicolumns({column(0), column(1), column(2)});
    progress.placed = hn::And(progress.placed, any_of(columns));
    const Triple only_row = only_ones(rows), only_column = only_ones(columns);
    const auto write = [&](std::size_t word, Words row, Words column_, Words hidden) HWY_ATTR {
        Words x = hn::And(load(block.words[word]), hn::And(row, column_));
        const Words e = hn::And(hn::Add(hidden, full), guard);
        progress.known = hn::And(progress.known, e);
        x = hn::AndNot(hn::Xor(fields_of(e), hidden), x);
        progress.sum = hn::Add(progress.sum, x);
        store(x, block.words[word]);
    };
    const auto write_row = [&](std::size_t r, Words row, Words only) HWY_ATTR {
        write(9 * r + 3 * s, row, columns.a, hn::And(only, only_column.a));
        write(9 * r + 3 * s + 1, row, columns.b, hn::And(only, only_column.b));
        write(9 * r + 3 * s + 2, row, columns.c, hn::And(only, only_column.c));
    };
    write_row(0, rows.a, only_row.a);
    write_row(1, rows.b, only_row.b);
    write_row(2, rows.c, only_row.c);
}

HWY_INLINE std::uint32_t bits_of(hn::Mask<LaneTag> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(LaneTag(), mask, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}

// Three stacks in a row are 4 % faster from GCC and 15 % slower from Clang, which then runs out of registers.
#undef QUADRILLE_NINE_UNROLL
#if HWY_COMPILER_GCC_ACTUAL
#define QUADRILLE_NINE_UNROLL _Pragma("GCC unroll 3")
#else
#define QUADRILLE_NINE_UNROLL
#endif

/// Advances every lane by one round.
HWY_NOINLINE Verdict advance(Block& block) {
    const LaneTag d;
    const Words full = hn::Set(d, field_bits), guard = hn::Set(d, guard_bits);
    Matrices matrices;
    Words filled = guard;
    QUADRILLE_NINE_UNROLL for (std::size_t s = 0; s < 3; ++s) fold_stack(block, s, matrices, filled);
    Progress progress{permute_minirows(matrices), guard, hn::Zero(d)};
    QUADRILLE_NINE_UNROLL for (std::size_t s = 0; s < 3; ++s) unfold_stack(block, s, matrices, progress);
    const Words sound = hn::Or(hn::And(progress.placed, full), hn::And(filled, guard));
    Verdict verdict;
    verdict.dead = bits_of(hn::Ne(sound, hn::Or(full, guard)));
    verdict.solved = bits_of(hn::Eq(progress.known, guard));
    verdict.stuck = bits_of(hn::Eq(progress.sum, load(block.sum)));
    store(progress.sum, block.sum);
    return verdict;
}

template <std::size_t... word>
HWY_INLINE void scatter(const Node& node, std::uint32_t* column, std::index_sequence<word...>) {
    ((column[word * lane_count] = node.words[word]), ...);
}
template <std::size_t... word>
HWY_INLINE void gather(const std::uint32_t* column, Node& node, std::index_sequence<word...>) {
    ((node.words[word] = column[word * lane_count]), ...);
}
/// A node into a lane, as new.
HWY_INLINE void put_in(const Node& node, Block& block, std::uint32_t lane) {
    scatter(node, &block.words[0][lane], std::make_index_sequence<27>());
    block.sum[lane] = 0;
}
HWY_INLINE void take_out(const Block& block, std::uint32_t lane, Node& node) {
    gather(&block.words[0][lane], node, std::make_index_sequence<27>());
}

/// Splits the node of a lane, of which `other` is a copy: in the lane the chosen candidate is fixed, in the
/// copy it is gone. False where the node has no open cell: equal sums hid a change, one more round tells.
HWY_INLINE bool split(Block& block, std::uint32_t lane, Node& other, const Choice& choice) {
    block.sum[lane] = 0;
    if (choice.bit == 0) return false;
    const std::uint32_t field = choice.bit < 1u << 10   ? 0x1ffu
                                : choice.bit < 1u << 20 ? 0x1ffu << 10
                                                        : 0x1ffu << 20;
    block.words[choice.word][lane] &= ~field | choice.bit;
    other.words[choice.word] &= ~choice.bit;
    return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#endif  // QUADRILLE_NINE_ROUND_INL
