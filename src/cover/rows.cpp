// Bit rows: the options that may still be chosen are one set of bits, and so is each item.
//
// The idea: option o is bit o. The row of an item has the bits of the options that contain it, so
//
//     live      1 1 0 1 1 0 1 0     what may still be chosen
//     row of A  1 0 0 1 0 1 0 0     live & row: A's options; their number is a popcount
//     row of B  0 1 0 0 1 0 0 0
//     B:red     0 0 0 0 1 0 0 0     the options that disagree with "B is red"
//
// and choosing an option is: live &= ~(row | row | ...), one row for each of its entries: the item's
// own row, or for a coloured entry the row of those that disagree. Nothing is undone on the way back:
// each level has its own copy of live, a few words long.
//
// Frames: what dies on the way down leaves holes. As soon as the live options of a node fit in half
// the words, they are renumbered and the rows of the open items are squeezed (pext) into a new frame
// for the tree below; those of secondary items follow when they are first needed. Most nodes of a large tree
// lie in frames of a single word, where choosing and counting an item are one instruction each.
//
//     frame 0   2056 options, 33 words    levels 0-1
//     frame 1    870 options, 14 words    level 2
//     frame 2    200 options,  4 words    level 3
//     frame 3     58 options,  1 word     the rest
//
// Last level: when a single item is left, each of its live options is a solution and is handed out
// without being entered.
//
// Counts: in a frame of one word what an option takes away is two words, found once (its effect), and
// solutions are counted in a loop without names. For multiplicities see rows_needs.hpp.
//
// Invariant: a bit of live stands for an option all of whose items are open and agree in colour;
// options tried at a node leave its live set, so that none is met twice.
// Cost: a node costs (open items) x (words of its frame); memory (items + colours used) x (words) for
// the first frame, at most twice that for all.
// Source: sets of options as bits are folklore; compare G. Brown, "Bitsets and exact cover" and the
// bitboard searches for polyominoes. The frames are ours.
// Tried and lost: see docs/measuring.md.
#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <new>
#include <numeric>
#include <span>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cover/rows.cpp"
// Only the targets that make_rows below can choose, and nothing for which the library would be needed.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
#ifndef HWY_IS_DEBUG_BUILD
#define HWY_IS_DEBUG_BUILD 0
#endif
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_F16C
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cover/arena.hpp"
#include "cover/rows_needs.hpp"
#include "cover/rows_table.hpp"
#include "cover/walker.hpp"

// The loops here are plain loops over words. Highway compiles this file once for each instruction set
// and picks one at run time: popcount, count of trailing zeros and pext are single instructions then.
HWY_BEFORE_NAMESPACE();
namespace quadrille::cover {
namespace HWY_NAMESPACE {
namespace {  // so that calls within may become inline in a library of position-independent code

using Word = std::uint64_t;

/// The bits of `bits` under `mask`, moved together to the low end.
inline Word squeeze(Word bits, Word mask) {
#if defined(__BMI2__) || HWY_TARGET == HWY_AVX2
    return __builtin_ia32_pext_di(bits, mask);
#else
    Word out = 0;
    for (Word place = 1; mask != 0; mask &= mask - 1, place <<= 1) {
        if (bits & mask & -mask) out |= place;
    }
    return out;
#endif
}

/// Moves the bits of rows to where the live options among them go.
class Squeezer {
  public:
    struct Part {
        Word live;
        std::uint32_t from;   // which word of the old row
        std::uint32_t place;  // where its first bit goes
    };
    /// `parts` has room for as many as there are words with live options.
    Squeezer(const Word* live, std::size_t words, Part* parts) : parts_(parts) {
        std::uint32_t place = 0;
        for (std::size_t w = 0; w < words; ++w) {
            if (live[w] == 0) continue;
            parts[count_++] = {live[w], static_cast<std::uint32_t>(w), place};
            place += static_cast<std::uint32_t>(std::popcount(live[w]));
        }
    }
    Squeezer(std::span<const std::uint32_t> ascending, Part* parts) : parts_(parts) {
        for (std::size_t bit = 0; bit < ascending.size(); ++bit) {
            const std::uint32_t from = ascending[bit] / 64;
            if (count_ == 0 || parts[count_ - 1].from != from)
                parts[count_++] = {0, from, static_cast<std::uint32_t>(bit)};
            parts[count_ - 1].live |= Word{1} << (ascending[bit] % 64);
        }
    }

    Word to_one_word(const Word* row) const {
        Word bits = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            bits |= squeeze(row[parts_[i].from], parts_[i].live) << parts_[i].place;
        }
        return bits;
    }
    void to_words(const Word* row, Word* out, std::size_t words) const {
        std::memset(out, 0, words * sizeof(Word));
        for (std::size_t i = 0; i < count_; ++i) {
            const Word bits = squeeze(row[parts_[i].from], parts_[i].live);
            const std::size_t to = parts_[i].place / 64;
            const std::size_t shift = parts_[i].place % 64;
            out[to] |= bits << shift;
            if (shift != 0 && to + 1 < words) out[to + 1] |= bits >> (64 - shift);
        }
    }

  private:
    const Part* parts_;
    std::size_t count_ = 0;
};

/// What choosing an option takes away in a frame of one word.
struct Effect {
    Word live = 0;  // its own bit among them; 0: not known yet
    Word open = 0;
};

struct Frame {
    std::size_t words = 0;       // in each row and live set
    std::size_t options = 0;     // that have a bit
    std::size_t items = 0;       // rows 1 to items are those of the primary items open when it was made
    std::size_t item_words = 0;  // in a set of its items
    std::size_t rows = 0;        // without row 0, which is empty; then those of secondary items as they came
    const std::uint32_t* option = nullptr;  // by bit: its bit in the table
    Word* bits = nullptr;                   // row r is bits[r * words ...]
    std::uint16_t* slot = nullptr;          // by row of the table: its row here, 0 if it excludes nothing
    std::uint16_t* origin = nullptr;        // by row of an item: its row in the table
    const Squeezer* from_table = nullptr;   // for rows of secondary items, if there are any
    Effect* effect = nullptr;               // by bit, if sets of options and of items are one word each
    Word* counted = nullptr;                // beside an effect, if ranged: the option's other items
    Word unit = 0;                          // if ranged: the items that were open to one option only

    const Word* row(std::size_t r) const { return bits + r * words; }
};

constexpr std::uint16_t unfilled = 0xFFFF;  // a slot whose row nothing has needed yet

/// The part of the tree below one choice.
struct State {
    Frame* frame = nullptr;
    Cost net = 0;  // of the options chosen
    Word* live = nullptr;
    Word* open = nullptr;  // the frame's items that are not settled; row r is bit r - 1
};

/// A node of a tally: all of a State that its frame of one word needs.
struct Small {
    Word live;
    Word open;
    Word untried;  // options of the item that is branched on
};

/// The same with multiplicities. A node ends when fewer options are untried than its item needs; where no
/// item needs any, all that is live is untried.
struct SmallRanged {
    Word live;
    Word open;
    Needs needs;
    Word untried = 0;
    std::uint32_t needed = 0;
};

struct Node {
    State state;
    std::uint32_t item = 0;     // the row that is branched on
    std::uint32_t untried = 0;  // children not yet tried
    std::uint32_t option = 0;   // the table's bit of the option that is taken
    bool leaf = false;          // its children are solutions
    bool taken = false;         // an option is taken
    Arena::Mark mark;           // all above belongs to the child
};

inline std::size_t popcount(const Word* words, std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t w = 0; w < count; ++w) sum += static_cast<std::size_t>(std::popcount(words[w]));
    return sum;
}

inline std::uint32_t overlap(const Word* a, const Word* b, std::size_t count) {
    int sum = 0;
    for (std::size_t w = 0; w < count; ++w) sum += std::popcount(a[w] & b[w]);
    return static_cast<std::uint32_t>(sum);
}

/// The same, but of a number above `enough` only that it is above.
inline std::uint32_t overlap_up_to(const Word* a, const Word* b, std::size_t count, std::uint32_t enough) {
    std::uint32_t sum = 0;
    for (; count >= 4 && sum <= enough; a += 4, b += 4, count -= 4) sum += overlap(a, b, 4);
    return sum <= enough ? sum + overlap(a, b, count) : sum;
}

inline void set_low_bits(Word* words, std::size_t bits, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w, bits -= std::min<std::size_t>(bits, 64)) {
        words[w] = bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1;
    }
}

class Rows {
  public:
    explicit Rows(const Problem& problem, const NetLimit* limit = nullptr);

    bool solved() const { return choice_.open == 0; }
    std::uint32_t enter(bool leaves);
    Step advance(std::uint32_t& tried);
    bool tallies() const;
    bool tally(Budget& budget);
    void skip(std::uint32_t children);
    void close();
    void restart();
    const Solution& chosen() const { return chosen_; }
    void check() const;

  private:
    struct Choice {
        std::uint32_t item = 0;
        std::uint32_t children = 0;
        std::uint32_t open = 0;  // how many items are open; if dead, how many were looked at

        bool dead() const { return children == 0 && open != 0; }
    };

    template <class T>
    T* take(std::size_t count) {
        static_assert(alignof(T) <= alignof(Word) && std::is_trivially_destructible_v<T>);
        return reinterpret_cast<T*>(arena_.take((count * sizeof(T) + sizeof(Word) - 1) / sizeof(Word)));
    }
    template <bool ranged>
    Step next_child_by_words(Node& node, std::uint32_t& tried);
    template <std::size_t fixed, bool ranged>
    Step next_child(Node& node, std::uint32_t& tried);
    template <std::size_t fixed, bool ranged>
    void exclude(const Node& node, std::size_t bit);
    void learn_effect(Frame& frame, std::size_t bit) const;
    void learn_ranged_effect(Frame& frame, std::size_t bit) const;
    void make_room_for_effects(Frame& frame);
    void make_room_for_counted(Frame& frame);
    template <std::size_t fixed, bool ranged>
    Choice choose();
    Cost net_of(std::uint32_t option) const { return limit_->net[table_.option[option]]; }
    void drop_dear(const Frame& frame, State& state) const;
    template <bool ranged>
    std::uint32_t children_of(std::size_t row, std::uint32_t options) const;
    template <bool ranged>
    std::uint32_t low_of(std::size_t row) const;
    template <bool ranged>
    bool needs_nothing(std::size_t row) const;
    bool tally_word(Frame& frame, Budget& budget);
    bool tally_ranged(Frame& frame, Budget& budget);
    SmallRanged small_of(const State& state) const;
    Step next_leaf(Node& node, std::uint32_t& tried);
    void count_down(std::uint32_t option);
    void count_up(std::uint32_t option);
    void take_back(Node& node);
    std::uint32_t squeeze_into_frame(State& state, std::uint32_t item, std::size_t live);
    void fill_by_options(Frame& frame, const State& state, std::size_t live);
    void fill_by_rows(Frame& frame, const State& state);
    std::uint16_t fill_row(Frame& frame, std::uint16_t table_row) const;

    RowsTable table_;
    const NetLimit* limit_;
    Arena arena_;
    std::vector<Node> path_;
    std::vector<Small> small_;               // below the last node of path_, if a tally was interrupted
    std::vector<SmallRanged> small_ranged_;  // the same with multiplicities
    State first_;
    State here_;                   // the child that enter() is to open
    Choice choice_;                // the item to branch on there
    std::uint32_t last_dead_ = 0;  // the table's row of the last item that ran empty
    Solution chosen_;
    std::vector<std::uint32_t> low_, room_;  // by primary item, if ranged: still needed, still allowed
};

Rows::Rows(const Problem& problem, const NetLimit* limit)
    : table_(problem, limit == nullptr ? nullptr : &limit->net), limit_(limit) {
    for (const Multiplicity& range : table_.range) {
        low_.push_back(range.low);
        room_.push_back(range.high);
    }
    auto* slot = take<std::uint16_t>(table_.row_count);
    auto* origin = take<std::uint16_t>(table_.row_count + std::size_t{1});
    auto* option = take<std::uint32_t>(table_.option.size());
    std::iota(slot, slot + table_.row_count, std::uint16_t{1});
    std::iota(origin + 1, origin + 1 + table_.row_count, std::uint16_t{0});
    std::iota(option, option + table_.option.size(), 0u);
    const std::size_t item_words = (table_.primary + std::size_t{63}) / 64;
    auto* frame = new (take<Frame>(1))
        Frame{table_.words, table_.option.size(), table_.primary, item_words, table_.row_count,
              option,       table_.bits.data(),   slot,           origin};
    make_room_for_effects(*frame);
    first_ = {frame, 0, take<Word>(frame->words), take<Word>(item_words)};
    restart();
}

void Rows::restart() {
    small_.clear();
    small_ranged_.clear();
    here_ = first_;
    set_low_bits(here_.live, table_.option.size(), here_.frame->words);
    set_low_bits(here_.open, here_.frame->items, here_.frame->item_words);
    if (limit_ != nullptr) drop_dear(*here_.frame, here_);
    choice_ = table_.ranged ? choose<0, true>() : choose<0, false>();
}

// ---- the search --------------------------------------------------------------------------------

std::uint32_t Rows::enter(bool leaves) {
    if (choice_.dead()) return 0;
    Node& node = path_.emplace_back(Node{here_, choice_.item, choice_.children, 0, false, false, {}});
    node.leaf = leaves && choice_.open == 1 && !table_.ranged;
    const Frame& frame = *here_.frame;
    if (frame.words + frame.item_words > 2 && choice_.children > 1 && !node.leaf) {
        const std::size_t live = popcount(here_.live, frame.words);
        const bool few_options = (live + 63) / 64 * 2 <= frame.words;
        const bool few_items = frame.words == 1 && choice_.open <= 64;
        if (few_options || few_items) node.item = squeeze_into_frame(node.state, choice_.item, live);
    }
    node.mark = arena_.mark();
    return choice_.children;
}

Step Rows::advance(std::uint32_t& tried) {
    Node& node = path_.back();
    take_back(node);
    if (node.leaf) return next_leaf(node, tried);
    return table_.ranged ? next_child_by_words<true>(node, tried) : next_child_by_words<false>(node, tried);
}

template <bool ranged>
inline Step Rows::next_child_by_words(Node& node, std::uint32_t& tried) {
    switch (node.state.frame->words) {
        case 1: return next_child<1, ranged>(node, tried);
        case 2: return next_child<2, ranged>(node, tried);
        case 3: return next_child<3, ranged>(node, tried);
        case 4: return next_child<4, ranged>(node, tried);
        default: return next_child<0, ranged>(node, tried);
    }
}

/// Goes to the next child that is not dead.
template <std::size_t fixed, bool ranged>
Step Rows::next_child(Node& node, std::uint32_t& tried) {
    Frame& frame = *node.state.frame;
    const std::size_t words = fixed != 0 ? fixed : frame.words;
    const Word* row = frame.row(node.item);
    here_ = {&frame, node.state.net, take<Word>(words), take<Word>(frame.item_words)};
    std::size_t w = 0;
    while (node.untried != 0) {
        --node.untried;
        ++tried;
        while (w < words && (row[w] & node.state.live[w]) == 0) ++w;
        std::memcpy(here_.open, node.state.open, frame.item_words * sizeof(Word));
        if (ranged && w == words) {  // the last child of an item that needs no more: no further option for it
            std::memcpy(here_.live, node.state.live, words * sizeof(Word));
            here_.open[(node.item - 1) / 64] &= ~(Word{1} << ((node.item - 1) % 64));
            choice_ = choose<fixed, ranged>();
            if (!choice_.dead()) return Step::child;
            break;
        }
        const Word options = row[w] & node.state.live[w];
        node.state.live[w] ^= options & -options;
        const std::size_t bit = w * 64 + static_cast<std::size_t>(std::countr_zero(options));
        node.option = frame.option[bit];
        if (limit_ != nullptr) {
            here_.net = node.state.net + net_of(node.option);
            if (here_.net > limit_->most) break;  // and so are all that follow
        }
        if (ranged) count_down(node.option);
        exclude<fixed, ranged>(node, bit);
        choice_ = choose<fixed, ranged>();
        if (!choice_.dead()) {
            chosen_.push_back(table_.option[node.option]);
            node.taken = true;
            return Step::child;
        }
        if (ranged) count_up(node.option);
    }
    close();
    return Step::none;
}

Step Rows::next_leaf(Node& node, std::uint32_t& tried) {
    const Frame& frame = *node.state.frame;
    const Word* row = frame.row(node.item);
    for (std::size_t w = 0; w < frame.words; ++w) {
        const Word options = row[w] & node.state.live[w];
        if (options == 0) continue;
        node.state.live[w] ^= options & -options;
        --node.untried;
        ++tried;
        chosen_.push_back(
            table_.option[frame.option[w * 64 + static_cast<std::size_t>(std::countr_zero(options))]]);
        node.taken = true;
        return Step::solution;
    }
    close();
    return Step::none;
}

/// So deep that what lies below is a small share of all, and progress can be told without it.
bool Rows::tallies() const {
    constexpr std::size_t deep = 3;
    const Node& node = path_.back();
    return node.leaf || (node.state.frame->effect != nullptr && path_.size() > deep && limit_ == nullptr);
}

bool Rows::tally(Budget& budget) {
    const Node& node = path_.back();
    if (table_.ranged) {
        if (!tally_ranged(*node.state.frame, budget)) return false;
    } else if (!node.leaf) {
        if (small_.empty()) {
            const Word row = *node.state.frame->row(node.item);
            small_.push_back({*node.state.live, *node.state.open, *node.state.live & row});
        }
        if (!tally_word(*node.state.frame, budget)) return false;
    } else if (!budget.count_solutions(node.untried)) {
        return false;
    }
    close();
    return true;
}

/// The search in a frame of one word, without names: goes on where small_ is.
bool Rows::tally_word(Frame& frame, Budget& budget) {
    const Word* rows = frame.bits + 1;  // by bit of the open items
    std::size_t hot = 0;                // the item that ran empty last
    while (!small_.empty()) {
        Small& node = small_.back();
        if (node.untried == 0) {
            small_.pop_back();
            continue;
        }
        const auto bit = static_cast<std::size_t>(std::countr_zero(node.untried));
        Effect& effect = frame.effect[bit];
        if (effect.live == 0) learn_effect(frame, bit);
        const Word live = node.live & ~effect.live;
        const Word open = node.open & ~effect.open;
        std::uint64_t best = ~std::uint64_t{0};  // children, then item
        if ((open >> hot & 1) != 0 && (rows[hot] & live) == 0) best = 0;
        for (Word rest = best == 0 ? 0 : open; rest != 0; rest &= rest - 1) {
            const auto item = static_cast<std::size_t>(std::countr_zero(rest));
            best = std::min(best, static_cast<std::uint64_t>(std::popcount(rows[item] & live)) << 32 | item);
            if (best >> 32 != 0) continue;
            hot = item;
            break;
        }
        const bool dead = best >> 32 == 0;
        if (!dead && !budget.enter_node()) return false;
        node.untried &= node.untried - 1;
        node.live &= ~(Word{1} << bit);
        if (dead) continue;
        if ((open & (open - 1)) != 0) small_.push_back({live, open, rows[best & 63] & live});
        else if (!budget.count_solutions(open == 0 ? 1 : best >> 32)) return false;
    }
    return true;
}

/// A state as a node of a tally. Items that nothing can be taken for any more are no longer open.
SmallRanged Rows::small_of(const State& state) const {
    SmallRanged small{*state.live, *state.open, {}};
    for (Word rest = small.open; rest != 0; rest &= rest - 1) {
        const auto item = static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint16_t origin = state.frame->origin[item + 1];
        const std::uint32_t options = overlap(state.frame->row(item + 1), state.live, 1);
        Needs::set(small.needs.low, item, std::min(low_[origin], Needs::most));
        Needs::set(small.needs.room, item, std::min(room_[origin], options));
    }
    small.open &= Needs::any(small.needs.low) | Needs::any(small.needs.room);
    return small;
}

/// The item with the fewest children among those that need some; false if one cannot have what it needs.
inline bool choose_ranged(const Word* rows, SmallRanged& node) {
    const Word needy = node.open & Needs::any(node.needs.low);
    std::uint64_t best = ~std::uint64_t{0};  // children, then item
    for (Word rest = needy; rest != 0; rest &= rest - 1) {
        const auto item = static_cast<std::size_t>(std::countr_zero(rest));
        const auto options = static_cast<std::uint32_t>(std::popcount(rows[item] & node.live));
        const std::uint32_t low = node.needs.low_of(item);
        if (options < low) return false;
        best = std::min(best, std::uint64_t{options + 1 - low} << 32 | item);
    }
    node.needed = needy == 0 ? 0 : node.needs.low_of(best & 63);
    node.untried = needy == 0 ? node.live : node.live & rows[best & 63];
    return true;
}

/// The same with multiplicities.
bool Rows::tally_ranged(Frame& frame, Budget& budget) {
    const Word* rows = frame.bits + 1;  // by bit of the open items
    const auto go_on_below = [&](const SmallRanged& node) {
        if (node.untried != 0) small_ranged_.push_back(node);
        return node.needed != 0 || budget.count_solutions(1);
    };
    if (small_ranged_.empty()) {
        SmallRanged top = small_of(path_.back().state);
        if (choose_ranged(rows, top) && !go_on_below(top)) return false;
    }
    while (!small_ranged_.empty()) {
        SmallRanged& node = small_ranged_.back();
        if (static_cast<std::uint32_t>(std::popcount(node.untried)) < std::max(node.needed, 1u)) {
            small_ranged_.pop_back();
            continue;
        }
        const auto bit = static_cast<std::size_t>(std::countr_zero(node.untried));
        Effect& effect = frame.effect[bit];
        if (effect.live == 0) learn_ranged_effect(frame, bit);
        SmallRanged child{node.live & ~effect.live, node.open & ~effect.open, node.needs};
        const Word counted = frame.counted[bit] & node.open;
        child.needs.take(counted);
        const Word full = counted & ~Needs::any(child.needs.room);
        child.open &= ~full;
        for (Word rest = full; rest != 0; rest &= rest - 1) child.live &= ~rows[std::countr_zero(rest)];
        const bool dead = !choose_ranged(rows, child);
        if (!dead && !budget.enter_node()) return false;
        node.untried &= node.untried - 1;
        node.live &= ~(Word{1} << bit);
        if (!dead && !go_on_below(child)) return false;
    }
    return true;
}

/// The live set below the option taken, and the items it leaves open.
template <std::size_t fixed, bool ranged>
void Rows::exclude(const Node& node, std::size_t bit) {
    Frame& frame = *node.state.frame;
    if (fixed == 1 && !ranged && frame.effect != nullptr) {
        Effect& effect = frame.effect[bit];
        if (effect.live == 0) learn_effect(frame, bit);
        *here_.live = *node.state.live & ~effect.live;
        *here_.open &= ~effect.open;
        if (limit_ != nullptr) drop_dear(frame, here_);
        return;
    }
    const std::size_t words = fixed != 0 ? fixed : frame.words;
    std::memcpy(here_.live, node.state.live, words * sizeof(Word));
    for (std::uint32_t entry = table_.start[node.option]; entry < table_.start[node.option + 1]; ++entry) {
        const std::uint16_t table_row = table_.entry_row[entry];
        if (ranged && table_row < table_.primary && room_[table_row] > 0) continue;
        std::size_t slot = frame.slot[table_row];
        if (slot == unfilled) slot = fill_row(frame, table_row);
        if (slot - 1 < frame.items) here_.open[(slot - 1) / 64] &= ~(Word{1} << ((slot - 1) % 64));
        const Word* row = frame.bits + slot * words;
        for (std::size_t w = 0; w < words; ++w) here_.live[w] &= ~row[w];
    }
    if (limit_ != nullptr) drop_dear(frame, here_);
}

void Rows::learn_effect(Frame& frame, std::size_t bit) const {
    Effect& effect = frame.effect[bit];
    const std::uint32_t option = frame.option[bit];
    for (std::uint32_t entry = table_.start[option]; entry < table_.start[option + 1]; ++entry) {
        std::size_t slot = frame.slot[table_.entry_row[entry]];
        if (slot == unfilled) slot = fill_row(frame, table_.entry_row[entry]);
        if (slot - 1 < frame.items) effect.open |= Word{1} << (slot - 1);
        effect.live |= frame.bits[slot];
    }
}

void Rows::learn_ranged_effect(Frame& frame, std::size_t bit) const {
    Effect& effect = frame.effect[bit];
    const std::uint32_t option = frame.option[bit];
    effect.live = Word{1} << bit;
    frame.counted[bit] = 0;
    for (std::uint32_t entry = table_.start[option]; entry < table_.start[option + 1]; ++entry) {
        std::size_t slot = frame.slot[table_.entry_row[entry]];
        if (slot == unfilled) slot = fill_row(frame, table_.entry_row[entry]);
        const Word item = slot - 1 < frame.items ? Word{1} << (slot - 1) : 0;
        if ((item & ~frame.unit) != 0) {
            frame.counted[bit] |= item;
            continue;
        }
        effect.open |= item;
        effect.live |= frame.bits[slot];
    }
}

/// Of the options, which are in ascending order of net cost, drops those that lead beyond the limit.
void Rows::drop_dear(const Frame& frame, State& state) const {
    const Cost room = limit_->most - state.net;
    for (std::size_t w = frame.words; w-- > 0;) {
        if (state.live[w] == 0) continue;
        const std::uint32_t* option = frame.option + w * 64;
        if (net_of(option[std::countr_zero(state.live[w])]) > room) {
            state.live[w] = 0;
            continue;
        }
        while (net_of(option[63 - std::countl_zero(state.live[w])]) > room) {
            state.live[w] ^= Word{1} << (63 - std::countl_zero(state.live[w]));
        }
        return;
    }
}

/// The open item with the fewest children. An item without any ends the search for it; the one that
/// was so last is looked at first.
template <std::size_t fixed, bool ranged>
Rows::Choice Rows::choose() {
    const Frame& frame = *here_.frame;
    const std::size_t words = fixed != 0 ? fixed : frame.words;
    const std::size_t hot = frame.slot[last_dead_];
    if (hot - 1 < frame.items && (here_.open[(hot - 1) / 64] >> ((hot - 1) % 64) & 1) != 0 &&
        children_of<ranged>(hot, overlap(frame.bits + hot * words, here_.live, words)) == 0 &&
        !needs_nothing<ranged>(hot)) {
        return {static_cast<std::uint32_t>(hot), 0, 1};
    }
    std::uint64_t best = ~std::uint64_t{0} >> 1;  // children - 1, then row
    std::uint32_t count = 0;
    for (std::size_t w = 0; w < frame.item_words; ++w) {
        count += static_cast<std::uint32_t>(std::popcount(here_.open[w]));
        for (Word open = here_.open[w]; open != 0; open &= open - 1) {
            const std::size_t r = w * 64 + static_cast<std::size_t>(std::countr_zero(open)) + 1;
            const auto fewest = static_cast<std::uint32_t>(best >> 32) + 1 + low_of<ranged>(r);
            const Word* row = frame.bits + r * words;
            const std::uint32_t options =
                fixed == 0 ? overlap_up_to(row, here_.live, words, fewest) : overlap(row, here_.live, words);
            const std::uint32_t children = children_of<ranged>(r, options);
            best = std::min(best, std::uint64_t{children - 1} << 32 | r);
            if (children != 0) continue;
            if (!needs_nothing<ranged>(r)) {
                last_dead_ = frame.origin[r];
                return {static_cast<std::uint32_t>(r), 0, 1};
            }
            here_.open[w] &= ~(open & -open);
            --count;
        }
    }
    if (count == 0) return {};
    return {static_cast<std::uint32_t>(best), static_cast<std::uint32_t>(best >> 32) + 1, count};
}

/// What an open item still needs, if there are multiplicities.
template <bool ranged>
std::uint32_t Rows::low_of(std::size_t row) const {
    return ranged ? low_[here_.frame->origin[row]] : 0;
}

/// 0: dead, or settled without more ado if it needs nothing.
template <bool ranged>
std::uint32_t Rows::children_of(std::size_t row, std::uint32_t options) const {
    if (!ranged || options == 0) return options;
    const std::uint32_t low = low_of<ranged>(row);
    return options < low ? 0 : options + 1 - low;
}

template <bool ranged>
bool Rows::needs_nothing(std::size_t row) const {
    return ranged && low_of<ranged>(row) == 0;
}

void Rows::count_down(std::uint32_t option) {
    for (std::uint32_t entry = table_.start[option]; entry < table_.start[option + 1]; ++entry) {
        const std::uint16_t item = table_.entry_row[entry];
        if (item >= table_.primary) continue;
        if (low_[item] > 0) --low_[item];
        --room_[item];
    }
}

void Rows::count_up(std::uint32_t option) {
    for (std::uint32_t entry = table_.start[option]; entry < table_.start[option + 1]; ++entry) {
        const std::uint16_t item = table_.entry_row[entry];
        if (item >= table_.primary) continue;
        const auto [low, high] = table_.range[item];
        const std::uint32_t used = high - ++room_[item];
        low_[item] = low > used ? low - used : 0;
    }
}

void Rows::take_back(Node& node) {
    arena_.release(node.mark);
    if (!node.taken) return;
    node.taken = false;
    chosen_.pop_back();
    if (table_.ranged) count_up(node.option);
}

void Rows::skip(std::uint32_t children) {
    Node& node = path_.back();
    node.untried -= children;
    const Word* row = node.state.frame->row(node.item);
    for (std::size_t w = 0; children > 0; ++w) {
        for (; children > 0 && (row[w] & node.state.live[w]) != 0; --children) {
            const Word options = row[w] & node.state.live[w];
            node.state.live[w] ^= options & -options;
        }
    }
}

void Rows::close() {
    take_back(path_.back());
    path_.pop_back();
}

// ---- frames ------------------------------------------------------------------------------------

/// Moves a state with `live` options into a frame of its own; returns the new row of `item`.
std::uint32_t Rows::squeeze_into_frame(State& state, std::uint32_t item, std::size_t live) {
    const Frame& old = *state.frame;
    auto* frame = new (take<Frame>(1)) Frame;
    frame->words = std::max<std::size_t>(1, (live + 63) / 64);
    frame->options = live;
    frame->items = popcount(state.open, old.item_words);
    frame->item_words = (frame->items + 63) / 64;
    auto* option = take<std::uint32_t>(live);
    for (std::size_t w = 0, bit = 0; w < old.words; ++w) {
        for (Word rest = state.live[w]; rest != 0; rest &= rest - 1) {
            option[bit++] = old.option[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
        }
    }
    auto* slot = take<std::uint16_t>(table_.row_count);
    auto* origin = take<std::uint16_t>(frame->items + 1);
    auto* bits = take<Word>((frame->items + 1 + table_.row_count - table_.primary) * frame->words);
    std::memset(slot, 0, table_.primary * sizeof(*slot));
    std::memset(slot + table_.primary, 0xFF, (table_.row_count - table_.primary) * sizeof(*slot));
    std::memset(bits, 0, frame->words * sizeof(Word));
    frame->option = option;
    frame->bits = bits;
    frame->slot = slot;
    frame->origin = origin;
    if (table_.row_count > table_.primary) {
        auto* parts = take<Squeezer::Part>(std::min(live, table_.words));
        frame->from_table = new (take<Squeezer>(1)) Squeezer({option, live}, parts);
    }
    if (live * table_.rows_per_option() < old.items * old.words) fill_by_options(*frame, state, live);
    else fill_by_rows(*frame, state);
    make_room_for_effects(*frame);
    const std::uint32_t new_item = slot[old.origin[item]];
    state = {frame, state.net, take<Word>(frame->words), take<Word>(frame->item_words)};
    set_low_bits(state.live, live, frame->words);
    set_low_bits(state.open, frame->items, frame->item_words);
    return new_item;
}

void Rows::make_room_for_effects(Frame& frame) {
    if (frame.words > 1 || frame.item_words > 1) return;
    frame.effect = take<Effect>(frame.options);
    std::fill_n(frame.effect, frame.options, Effect{});
    if (table_.ranged) make_room_for_counted(frame);
}

void Rows::make_room_for_counted(Frame& frame) {
    frame.counted = take<Word>(frame.options);
    for (std::size_t item = 0; item < frame.items; ++item)
        if (room_[frame.origin[item + 1]] == 1) frame.unit |= Word{1} << item;
}

/// Sets the bits of the new frame's rows option by option: best where few of many are live.
void Rows::fill_by_options(Frame& frame, const State& state, std::size_t live) {
    Word* bits = frame.bits;
    const auto add_row = [&](std::size_t table_row) {
        frame.origin[++frame.rows] = static_cast<std::uint16_t>(table_row);
        frame.slot[table_row] = static_cast<std::uint16_t>(frame.rows);
        std::memset(bits + frame.rows * frame.words, 0, frame.words * sizeof(Word));
    };
    for (std::size_t w = 0; w < state.frame->item_words; ++w) {
        for (Word open = state.open[w]; open != 0; open &= open - 1) {
            add_row(state.frame->origin[w * 64 + static_cast<std::size_t>(std::countr_zero(open)) + 1]);
        }
    }
    for (std::size_t bit = 0; bit < live; ++bit) {
        const std::uint32_t option = frame.option[bit];
        for (std::uint32_t i = table_.member_start[option]; i < table_.member_start[option + 1]; ++i) {
            const std::size_t slot = frame.slot[table_.member_row[i]];
            if (slot != 0)
                bits[slot * frame.words + bit / 64] |= Word{1} << (bit % 64);  // else it is not open
        }
    }
}

/// Squeezes the old frame's rows into the new one's: best where many of few are live.
void Rows::fill_by_rows(Frame& frame, const State& state) {
    const Frame& old = *state.frame;
    const Arena::Mark mark = arena_.mark();
    const Squeezer squeezer(state.live, old.words, take<Squeezer::Part>(old.words));
    for (std::size_t r = 1; r <= old.items; ++r) {
        if ((state.open[(r - 1) / 64] >> ((r - 1) % 64) & 1) == 0) continue;
        Word* out = frame.bits + (frame.rows + 1) * frame.words;
        if (frame.words == 1) *out = squeezer.to_one_word(old.row(r));
        else squeezer.to_words(old.row(r), out, frame.words);
        frame.origin[++frame.rows] = old.origin[r];
        frame.slot[old.origin[r]] = static_cast<std::uint16_t>(frame.rows);
    }
    arena_.release(mark);
}

/// The row of a secondary item in a frame, when it is first needed; 0 if it excludes nothing there.
std::uint16_t Rows::fill_row(Frame& frame, std::uint16_t table_row) const {
    const Word* from = table_.bits.data() + (table_row + std::size_t{1}) * table_.words;
    Word* out = frame.bits + (frame.rows + 1) * frame.words;
    if (frame.words == 1) *out = frame.from_table->to_one_word(from);
    else frame.from_table->to_words(from, out, frame.words);
    Word any = 0;
    for (std::size_t w = 0; w < frame.words; ++w) any |= out[w];
    frame.slot[table_row] = any == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(++frame.rows);
    return frame.slot[table_row];
}

/// Every row within the live set's frame holds bits of that frame only, and what is taken adds up.
void Rows::check() const {
    std::size_t taken = 0;
    for (const Node& node : path_) {
        taken += node.taken;
        const Frame& frame = *node.state.frame;
        require(popcount(node.state.open, frame.item_words) <= frame.items,
                "rows: an open item that is none");
        require(node.item >= 1 && node.item <= frame.items, "rows: a node without an item");
        require(overlap(frame.row(node.item), node.state.live, frame.words) <=
                    node.untried + std::size_t{table_.ranged} * table_.option.size(),
                "rows: more options than children");
    }
    require(taken == chosen_.size(), "rows: an option was not taken back");
    if (!path_.empty()) return;
    for (std::size_t i = 0; i < low_.size(); ++i) {
        require(low_[i] == table_.range[i].low && room_[i] == table_.range[i].high,
                "rows: a count was not taken back");
    }
}

}  // namespace

std::unique_ptr<Walker> make_rows(const Problem& problem) { return std::make_unique<Walk<Rows>>(problem); }
std::unique_ptr<Walker> make_priced_rows(const Problem& problem, const NetLimit& limit) {
    return std::make_unique<Walk<Rows>>(problem, &limit);
}

}  // namespace HWY_NAMESPACE
}  // namespace quadrille::cover
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quadrille::cover {
namespace {

/// The functions for the best instruction set of this machine. Not by HWY_DYNAMIC_DISPATCH: to load
/// Highway's library takes as long as a short run.
struct Kernel {
    std::unique_ptr<Walker> (*make_rows)(const Problem&);
    std::unique_ptr<Walker> (*make_priced_rows)(const Problem&, const NetLimit&);
};

Kernel best_kernel() {
#if HWY_TARGETS & HWY_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
        return {N_AVX2::make_rows, N_AVX2::make_priced_rows};
#endif
#if HWY_TARGETS & HWY_SSE4
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        return {N_SSE4::make_rows, N_SSE4::make_priced_rows};
#endif
    return {HWY_STATIC_DISPATCH(make_rows), HWY_STATIC_DISPATCH(make_priced_rows)};
}

}  // namespace

std::unique_ptr<Walker> make_rows(const Problem& problem) { return best_kernel().make_rows(problem); }
std::unique_ptr<Walker> make_priced_rows(const Problem& problem, const NetLimit& limit) {
    return best_kernel().make_priced_rows(problem, limit);
}
}  // namespace quadrille::cover
#endif
