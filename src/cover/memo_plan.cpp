// The states of the memo engine, and the order in which items are settled.
//
// The idea: always settle the first open primary item of a fixed order. Then all that matters of the
// options chosen so far is which items they have used up; and everything before the first open item
// is used up, and (in a good order) little of what lies far behind it. So a state is a window of bits:
//
//     places      A  B  C  D  E  F  s  G  H        (s: a secondary item, kept until its last use)
//     used        1  1  1  0  1  0  1  0  0
//     state                0  1  0  1  0  0        at the place of D
//     option DF            1  .  1  .  .  .        needs these bits unset, and sets them
//     next state                 . 1 0 0           at the place of G
//
// A colour is one bit as well: "this item can no longer have that colour". An option that colours s
// red needs the bit of red unset and sets those of all other colours. An item with a multiplicity has a bit
// that is never set, so that it is always met, and behind it a field in which its uses are counted (n uses:
// the n lowest bits); when it is met, any set of its options that gives it enough uses is taken.
//
// The order: the items as given, their reverse, or narrow orders from a few starts, whichever lets the least
// bits differ; and an item without undecided options comes at once, so that dead states end there.
//
// Invariant: two partial solutions with the same first open item and the same window have the same
// completions. Cost: one lookup for each state and each option that fits.
// Source: broken-profile counting of tilings; D. E. Knuth, TAOCP 7.2.2.1, Algorithm Z (which keys on
// the same information, but chooses the item with the fewest options).
// Tried and lost: choosing the item with the fewest options, see docs/measuring.md.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "cover/memo.hpp"

namespace quadrille::cover {

namespace {

constexpr std::size_t most_key_words = 8;
constexpr std::size_t most_items = 4000;  // the search for an order is quadratic
constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// Primary items as a graph: neighbours share an option.
class Neighbours {
  public:
    explicit Neighbours(const Problem& problem)
        : problem_(problem), uses_(problem.primary_count()), of_(problem.primary_count()) {
        for (Option option = 0; option < problem.option_count(); ++option) {
            for (const Item item : problem.items_of(option)) {
                if (problem.is_primary(item)) uses_[item].push_back(option);
            }
        }
        std::vector<Item> seen(of_.size(), count());
        for (Item item = 0; item < of_.size(); ++item) {
            seen[item] = item;
            for (const Option option : uses_[item]) {
                for (const Item other : problem.items_of(option)) {
                    if (!problem.is_primary(other) || seen[other] == item) continue;
                    seen[other] = item;
                    of_[item].push_back(other);
                }
            }
            std::ranges::sort(of_[item]);
        }
    }
    const std::vector<Item>& of(Item item) const { return of_[item]; }
    Item count() const { return static_cast<Item>(of_.size()); }

    /// The sum over the places of 2^(items behind it that may be used up by then).
    double width_cost(const std::vector<Item>& order) const {
        std::vector<std::uint8_t> touched(of_.size(), 0);
        double cost = 0;
        int width = 0;
        for (Item item : order) {
            width -= touched[item];
            touched[item] = 2;
            for (Item other : of_[item]) {
                if (touched[other] != 0) continue;
                touched[other] = 1;
                ++width;
            }
            cost += std::exp2(std::min(width, 1000));
        }
        return cost;
    }

    /// From `first` on, always the item that brings the fewest new ones in; among equals the one that
    /// was brought in first.
    std::vector<Item> narrow_order(Item first) const {
        std::vector<std::uint8_t> state(of_.size(), 0);  // 1: in the front, 2: done
        std::vector<std::size_t> fresh;                  // by item: neighbours that are not in yet
        for (const auto& neighbours : of_) fresh.push_back(neighbours.size());
        std::vector<Item> front;
        std::vector<Item> order;
        const auto bring_in = [&](Item item) {
            state[item] = 1;
            front.push_back(item);
            for (const Item other : of_[item]) --fresh[other];
        };
        bring_in(first);
        Item unseen = 0;
        while (order.size() < of_.size()) {
            if (front.empty()) {
                while (state[unseen] != 0) ++unseen;
                bring_in(unseen);
            }
            const auto best = std::ranges::min_element(front, {}, [&](Item item) { return fresh[item]; });
            const Item item = *best;
            front.erase(best);
            state[item] = 2;
            order.push_back(item);
            for (Item other : of_[item]) {
                if (state[other] == 0) bring_in(other);
            }
        }
        return order;
    }

    /// An order, with every item that has no undecided option left moved up to where that is so.
    std::vector<Item> with_closed_early(const std::vector<Item>& order) const {
        std::vector<std::size_t> undecided;
        for (const auto& uses : uses_) undecided.push_back(uses.size());
        std::vector<std::uint8_t> decided(problem_.option_count(), 0), placed(of_.size(), 0);
        std::vector<Item> result;
        const auto place = [&](Item item) {
            if (placed[item]++ == 0) result.push_back(item);
        };
        for (const Item item : order) {
            place(item);
            for (const Option option : uses_[item]) {
                if (decided[option]++ != 0) continue;
                for (const Item other : problem_.items_of(option)) {
                    if (problem_.is_primary(other) && --undecided[other] == 0) place(other);
                }
            }
        }
        return result;
    }

  private:
    const Problem& problem_;
    std::vector<std::vector<Option>> uses_;
    std::vector<std::vector<Item>> of_;
};

/// The order given, its reverse, and narrow orders from a few starts: the one of the least cost.
std::vector<Item> best_order(const Problem& problem) {
    const Neighbours neighbours(problem);
    std::vector<Item> given(problem.primary_count());
    std::iota(given.begin(), given.end(), Item{0});
    std::vector<Item> best;
    double cost = std::numeric_limits<double>::infinity();
    const auto consider = [&](const std::vector<Item>& order) {
        auto closed = neighbours.with_closed_early(order);
        const double its_cost = neighbours.width_cost(closed);
        if (its_cost >= cost) return;
        cost = its_cost;
        best = std::move(closed);
    };
    consider(given);
    if (given.size() < 2) return best;
    consider({given.rbegin(), given.rend()});
    Item sparse = 0;
    for (Item item = 1; item < neighbours.count(); ++item) {
        if (neighbours.of(item).size() < neighbours.of(sparse).size()) sparse = item;
    }
    consider(neighbours.narrow_order(0));
    consider(neighbours.narrow_order(sparse));
    consider(neighbours.narrow_order(neighbours.count() - 1));
    return best;
}

/// Which bits each entry needs and sets, and where they lie.
class Layout {
  public:
    Layout(const Problem& problem, const std::vector<Item>& order)
        : problem_(problem), rank_(problem.primary_count()) {
        for (std::uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
        find_colours();
        std::vector<std::vector<Item>> ends(order.size());
        for (Item item = problem.primary_count(); item < problem.item_count(); ++item) {
            if (last_[item] != nowhere && uses_[item] > 1) ends[last_[item]].push_back(item);
        }
        place_.assign(problem.item_count(), nowhere);
        for (Item item : order) {
            primary_places.push_back(places);
            place_[item] = places++;
            places += field_size(item);
            for (Item secondary : ends[rank_[item]]) {
                place_[secondary] = places;
                places += static_cast<std::uint32_t>(std::max<std::size_t>(1, colours_[secondary].size()));
            }
        }
    }

    /// The lowest rank among the primary items of an option; `nowhere` if it has none.
    std::uint32_t first_of(Option option) const {
        std::uint32_t first = nowhere;
        for (Item item : problem_.items_of(option)) {
            if (problem_.is_primary(item)) first = std::min(first, rank_[item]);
        }
        return first;
    }

    /// True if the uses of a primary item are counted.
    bool is_ranged(Item item) const {
        return problem_.is_primary(item) && problem_.multiplicity_of(item) != Multiplicity{};
    }
    /// In how many bits: up to `high`, or up to `low` if it cannot have too many uses.
    std::uint32_t field_size(Item item) const {
        if (!is_ranged(item)) return 0;
        const auto [low, high] = problem_.multiplicity_of(item);
        return high < uses_[item] ? high : std::min(low, uses_[item] + 1);
    }
    /// As MemoPlan::low has it: one more than possible stands for anything beyond.
    std::uint32_t uses_needed(Item item) const {
        if (!is_ranged(item)) return MemoPlan::plain;
        return std::min(problem_.multiplicity_of(item).low, field_size(item));
    }
    std::uint32_t place_of(Item item) const { return place_[item]; }

    /// The places an option needs unset, and those it sets; those of fields only as far as it needs them.
    void places_of(Option option, std::vector<std::uint32_t>& need, std::vector<std::uint32_t>& set) const {
        need.clear();
        set.clear();
        for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
            const Item item = problem_.items_of(option)[index];
            if (place_[item] == nowhere) continue;
            if (is_ranged(item)) {
                if (problem_.multiplicity_of(item).high < uses_[item])
                    need.push_back(place_[item] + field_size(item));
                continue;
            }
            const auto colours = static_cast<std::uint32_t>(colours_[item].size());
            const Colour colour = problem_.colour_of(option, index);
            for (std::uint32_t i = 0; i < std::max(1u, colours); ++i) {
                const bool own = colours == 0 || colours_[item][i] == colour;
                if (own) need.push_back(place_[item] + i);
                if (!own || colour == 0) set.push_back(place_[item] + i);
            }
        }
    }

    std::uint32_t places = 0;
    std::vector<std::uint32_t> primary_places;  // by rank

  private:
    /// For each secondary item: its uses, the colours among them, the last rank at which it matters.
    void find_colours() {
        last_.assign(problem_.item_count(), nowhere);
        uses_.assign(problem_.item_count(), 0);
        colours_.resize(problem_.item_count());
        for (Option option = 0; option < problem_.option_count(); ++option) {
            const std::uint32_t first = first_of(option);
            if (first == nowhere) continue;
            for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
                const Item item = problem_.items_of(option)[index];
                ++uses_[item];
                if (problem_.is_primary(item)) continue;
                last_[item] = last_[item] == nowhere ? first : std::max(last_[item], first);
                if (problem_.has_colours()) colours_[item].push_back(problem_.colour_of(option, index));
            }
        }
        for (auto& list : colours_) {
            std::ranges::sort(list);
            list.erase(std::unique(list.begin(), list.end()), list.end());
            if (list.size() == 1 && list.front() == 0) list.clear();
        }
    }

    const Problem& problem_;
    std::vector<std::uint32_t> rank_, last_, uses_, place_;
    std::vector<std::vector<Colour>> colours_;
};

std::vector<double> equal_shares(std::size_t count) {
    std::vector<double> before(count, 0);
    for (std::size_t i = 0; i < count; ++i) before[i] = static_cast<double>(i) / static_cast<double>(count);
    return before;
}

}  // namespace

Result<MemoPlan> MemoPlan::make(const Problem& problem) {
    if (problem.primary_count() > most_items)
        return Error{.code = ErrorCode::too_large, .text = "too many items for the memo engine"};
    MemoPlan plan(problem);
    if (plan.key_words > most_key_words)
        return Error{.code = ErrorCode::too_large,
                     .text = "too many items are open at once for the memo engine"};
    plan.choose_stages();
    return plan;
}

MemoPlan::MemoPlan(const Problem& problem) {
    const std::vector<Item> order = best_order(problem);
    const Layout layout(problem, order);
    places = layout.places;
    place_of = layout.primary_places;
    bucket_of.assign(places, nowhere);
    stage.resize(place_of.size());
    std::iota(stage.begin(), stage.end(), 0u);
    for (std::uint32_t b = 0; b < place_of.size(); ++b) bucket_of[place_of[b]] = b;
    share_before = equal_shares(place_of.size());

    for (const Item item : order) low.push_back(layout.uses_needed(item));
    std::vector<std::vector<Option>> options(order.size());
    for (Option option = 0; option < problem.option_count(); ++option) {
        if (const std::uint32_t first = layout.first_of(option); first != nowhere)
            options[first].push_back(option);
    }
    std::vector<std::uint32_t> need, set;
    std::uint32_t reach = 0;
    std::size_t width = 1;
    for (std::size_t b = 0; b < options.size(); ++b) {
        for (Option option : options[b]) {
            layout.places_of(option, need, set);
            for (std::uint32_t place : set) reach = std::max(reach, place);
            for (std::uint32_t place : need) reach = std::max(reach, place);
            for (const Item item : problem.items_of(option)) {
                if (layout.is_ranged(item))
                    reach = std::max(reach, layout.place_of(item) + layout.field_size(item));
            }
        }
        if (reach >= place_of[b]) width = std::max<std::size_t>(width, reach - place_of[b] + 1);
    }
    key_words = std::bit_ceil((width + 63) / 64);
    if (key_words > most_key_words) return;
    start.push_back(0);
    for (std::size_t b = 0; b < options.size(); ++b) {
        for (Option option : options[b]) {
            layout.places_of(option, need, set);
            const auto first_field = static_cast<std::uint32_t>(fields.size());
            for (const Item item : problem.items_of(option)) {
                if (layout.field_size(item) == 0) continue;
                fields.push_back({layout.place_of(item) + 1 - place_of[b], layout.field_size(item)});
            }
            choices.push_back({option, static_cast<std::uint32_t>(masks.size()), first_field,
                               static_cast<std::uint32_t>(fields.size())});
            masks.resize(masks.size() + 2 * key_words, 0);
            Word* mask = masks.data() + choices.back().masks;
            for (std::uint32_t p : need) mask[(p - place_of[b]) / 64] |= Word{1} << ((p - place_of[b]) % 64);
            for (std::uint32_t p : set)
                mask[key_words + (p - place_of[b]) / 64] |= Word{1} << ((p - place_of[b]) % 64);
        }
        start.push_back(static_cast<std::uint32_t>(choices.size()));
        for (std::size_t bit = 0; bit < key_words * 64; ++bit) {
            if (bit % 64 == 0) optional_bits.push_back(0);
            const std::size_t place = place_of[b] + bit;
            if (place < places && bucket_of[place] == nowhere) optional_bits.back() |= Word{1} << (bit % 64);
        }
    }
    close_gaps();
}

/// Places without a bucket belong to the next one.
void MemoPlan::close_gaps() {
    for (std::size_t place = places; place-- > 0;) {
        if (bucket_of[place] != nowhere) continue;
        bucket_of[place] = place + 1 < places ? bucket_of[place + 1] : static_cast<std::uint32_t>(buckets());
    }
}

}  // namespace quadrille::cover
