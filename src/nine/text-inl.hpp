// Text and marks to nodes, nodes to digits, by vectors. Included once for each instruction set.

#if defined(QUADRILLE_NINE_TEXT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADRILLE_NINE_TEXT_INL
#undef QUADRILLE_NINE_TEXT_INL
#else
#define QUADRILLE_NINE_TEXT_INL
#endif

#include <cstring>

#include <hwy/highway.h>

#include "nine/round-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadrille::nine {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ByteTag = hn::FixedTag<std::uint8_t, 16>;
using CellTag = hn::Repartition<std::uint16_t, ByteTag>;
using HalfTag = hn::Rebind<std::uint16_t, LaneTag>;

/// 81 cells of nine bits, 27 a band, padded to whole vectors.
struct Cells {
    alignas(64) std::uint16_t bits[3][32];
};

/// Packs the cells of the three bands side by side: the node's words.
HWY_INLINE void pack(const Cells& cells, Node& node) {
    const LaneTag d;
    const HalfTag half;
    for (std::size_t i = 0; i < 27; i += lane_count) {
        const auto top = hn::PromoteTo(d, hn::Load(half, cells.bits[0] + i));
        const auto middle = hn::PromoteTo(d, hn::Load(half, cells.bits[1] + i));
        const auto bottom = hn::PromoteTo(d, hn::Load(half, cells.bits[2] + i));
        hn::Store(hn::Or(top, hn::Or(hn::ShiftLeft<10>(middle), hn::ShiftLeft<20>(bottom))), d,
                  node.words + i);
    }
}

/// What a byte stands for, by its low half: the only byte that may have it, the low eight bits of the cell,
/// the ninth. No byte is `plain` of its low half where that has none.
struct ByteTable {
    alignas(16) std::uint8_t plain[16];
    alignas(16) std::uint8_t low[16];
    alignas(16) std::uint8_t high[16];
};

/// Reads 81 bytes. False: one of them is not in the table.
HWY_INLINE bool read_bytes(const std::uint8_t* bytes, const ByteTable& table, Node& node) {
    const ByteTag d;
    const auto plains = hn::Load(d, table.plain), lows = hn::Load(d, table.low),
               highs = hn::Load(d, table.high);
    const auto nibble = hn::Set(d, std::uint8_t{0x0f});
    auto wrong = hn::Zero(d);
    Cells cells;
    const auto read = [&](hn::Vec<ByteTag> letters, std::uint16_t* bits) HWY_ATTR {
        const auto index = hn::And(letters, nibble);
        const auto lower = hn::TableLookupBytes(lows, index), upper = hn::TableLookupBytes(highs, index);
        hn::Store(hn::BitCast(CellTag(), hn::InterleaveLower(d, lower, upper)), CellTag(), bits);
        hn::Store(hn::BitCast(CellTag(), hn::InterleaveUpper(d, lower, upper)), CellTag(), bits + 8);
    };
    const auto judge = [&](hn::Vec<ByteTag> letters) HWY_ATTR {
        const auto plain = hn::TableLookupBytes(plains, hn::And(letters, nibble));
        wrong = hn::Or(wrong, hn::Xor(letters, plain));
        return letters;
    };
    for (std::size_t band = 0; band < 3; ++band) {
        const std::uint8_t* from = bytes + 27 * band;
        read(judge(hn::LoadU(d, from)), cells.bits[band]);
        const auto tail = judge(hn::LoadU(d, from + 11));
        read(hn::ShiftRightBytes<5>(d, tail), cells.bits[band] + 16);
    }
    pack(cells, node);
    return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)));
}

/// Reads 81 plain characters. False: one of them is another.
HWY_INLINE bool parse(const char* text, Node& node) {
    static constexpr ByteTable characters{
        {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 0, 0, 0, 0, '.', 0},
        {0xff, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0xff, 0},
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    return read_bytes(reinterpret_cast<const std::uint8_t*>(text), characters, node);
}

HWY_INLINE void read_marks(const NineMarks& marks, Node& node) {
    Cells cells;
    for (std::size_t band = 0; band < 3; ++band) {
        for (std::size_t i = 0; i < 27; ++i) cells.bits[band][i] = marks.cells[27 * band + i] & 0x1ff;
    }
    pack(cells, node);
}

/// The digits of a node whose cells all have one bit: band by band in the low bytes of each word. As a
/// float, a word has the place of its highest bit for exponent.
HWY_INLINE void find_digits(const Node& node, std::uint32_t* digits) {
    const LaneTag d;
    const hn::RebindToSigned<LaneTag> signed_d;
    const hn::RebindToFloat<LaneTag> float_d;
    const auto exponent = [&](Words words) HWY_ATTR {
        return hn::BitCast(d, hn::ConvertTo(float_d, hn::BitCast(signed_d, words)));
    };
    for (std::size_t i = 0; i < 27; i += lane_count) {
        const Words words = load(node.words + i);
        const Words top = hn::ShiftRight<23>(exponent(hn::And(words, hn::Set(d, 0x3ffu))));
        const Words middle = hn::ShiftRight<15>(exponent(hn::And(words, hn::Set(d, 0xfffffu))));
        const Words bottom = hn::ShiftRight<7>(exponent(words));
        const Words all =
            hn::Or(hn::Or(top, hn::And(middle, hn::Set(d, 0xff00u))), hn::And(bottom, hn::Set(d, 0xff0000u)));
        store(hn::Sub(all, hn::Set(d, 126u | 136u << 8 | 146u << 16)), digits + i);
    }
}

/// Writes the 81 digits of such a node in row order: the words' bytes, turned from words to bands.
HWY_INLINE void write_digits(const Node& node, std::uint8_t* digits) {
    alignas(16) static constexpr std::uint8_t by_band[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                             2, 6, 10, 14, 3, 7, 11, 15};
    const ByteTag d;
    const hn::Repartition<std::uint32_t, ByteTag> d32;
    const hn::Repartition<std::uint64_t, ByteTag> d64;
    alignas(64) std::uint32_t packed[32];
    find_digits(node, packed);
    const auto order = hn::Load(d, by_band);
    hn::Vec<ByteTag> bands[3][2];
    for (std::size_t half = 0; half < 2; ++half) {
        const auto four = [&](std::size_t i) HWY_ATTR {
            const auto words = hn::Load(d32, packed + 16 * half + 4 * i);
            return hn::BitCast(d32, hn::TableLookupBytes(hn::BitCast(d, words), order));
        };
        const auto a = four(0), b = four(1), c = four(2), e = four(3);
        const auto low = hn::BitCast(d64, hn::InterleaveLower(d32, a, b));
        const auto low2 = hn::BitCast(d64, hn::InterleaveLower(d32, c, e));
        const auto high = hn::BitCast(d64, hn::InterleaveUpper(d32, a, b));
        const auto high2 = hn::BitCast(d64, hn::InterleaveUpper(d32, c, e));
        bands[0][half] = hn::BitCast(d, hn::InterleaveLower(d64, low, low2));
        bands[1][half] = hn::BitCast(d, hn::InterleaveUpper(d64, low, low2));
        bands[2][half] = hn::BitCast(d, hn::InterleaveLower(d64, high, high2));
    }
    for (std::size_t band = 0; band < 3; ++band) {
        const auto tail = hn::CombineShiftRightBytes<11>(d, bands[band][1], bands[band][0]);
        hn::StoreU(bands[band][0], d, digits + 27 * band);
        hn::StoreU(tail, d, digits + 27 * band + 11);
    }
}

/// Reads a grid as it is handed out. False: one of its 81 bytes is no digit from 1 to 9.
HWY_INLINE bool read_grid(const std::uint8_t* grid, Node& node) {
    static constexpr ByteTable digits{{1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0},
                                      {0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0},
                                      {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}};
    return read_bytes(grid, digits, node);
}

/// Whether a grid keeps to the puzzle's candidates and holds nine different digits in every row, column and
/// box. Shares no step with the search.
HWY_INLINE bool solves(const Node& grid, const Node& puzzle) {
    Words foreign = hn::Zero(LaneTag());
    for (std::size_t i = 0; i < 24; i += lane_count)
        foreign = hn::Or(foreign, hn::AndNot(load(puzzle.words + i), load(grid.words + i)));
    std::uint32_t others = 0, full = field_bits, columns = field_bits;
    for (std::size_t i = 24; i < 27; ++i) others |= grid.words[i] & ~puzzle.words[i];
    for (std::size_t s = 0; s < 3; ++s) {
        const std::uint32_t* const row = grid.words + 9 * s;
        full &= row[0] | row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7] | row[8];
        const std::uint32_t* const top = grid.words + 3 * s;
        const std::uint32_t left = top[0] | top[9] | top[18];
        const std::uint32_t middle = top[1] | top[10] | top[19];
        const std::uint32_t right = top[2] | top[11] | top[20];
        full &= left | middle | right;
        columns &= (left | left >> 10 | left >> 20) & (middle | middle >> 10 | middle >> 20) &
                   (right | right >> 10 | right >> 20);
    }
    return hn::AllTrue(LaneTag(), hn::Eq(foreign, hn::Zero(LaneTag()))) && others == 0 &&
           full == field_bits && (columns & 0x1ff) == 0x1ff;
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::nine
HWY_AFTER_NAMESPACE();

#endif  // QUADRILLE_NINE_TEXT_INL
