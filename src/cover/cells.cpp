// Dancing cells: exact cover on sparse sets.
//
// The idea: every item has the set of the options that may still be chosen for it, as the front part
// of an array; an option goes by changing places with the last one and shortening the set:
//
//     set of A   | o3 o7 o1 | o4 o2 |     o4 and o2 are gone, and lie behind the end of the set
//                 first      first + size
//     where[A in o7] = 1                  the inverse, so that an option finds its own place
//
// To undo, only sizes are put back: what left last lies right behind the end. And as soon as an item
// has fewer options than it needs, the child is given up in the middle of its work.
//
// The active primary items are such a set themselves. Items and options are picked by number, not by
// place, since places depend on what was searched before: the tree is the same as that of links.
//
// By the rule `first` the first open item is branched on; by `sharp` one whose name begins with # or that has
// a single child before any other (Knuth: sharp preference). An item without children ends a node by any
// rule.
//
// Invariant: where_ and set_ are inverse to each other; an option is in the sets of all its items that
// are not settled or of none. Cost: proportional to the entries removed; nothing to relink.
// Source: P. Briggs and L. Torczon, An efficient representation for sparse sets, 1993; C. Solnon,
// XCC with dancing cells, and D. E. Knuth, SSXCC1.
// Tried and lost: picking the first option of the set saves a scan, but then the order of solutions
// depends on history, and threads cannot repeat it.
#include "cover/cells.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace quadrille::cover {

Cells::Cells(const Problem& problem, ItemRule rule) : problem_(problem), rule_(rule) {
    const Item items = problem.item_count();
    require(problem.entry_count() < std::numeric_limits<Index>::max(), "too many entries for sparse sets");
    size_.assign(items, 0);
    first_.assign(items, 0);
    start_.push_back(0);
    for (Option option = 0; option < problem.option_count(); ++option) {
        const auto entries = problem.items_of(option);
        for (std::size_t index = 0; problem.is_choosable(option) && index < entries.size(); ++index) {
            item_.push_back(entries[index]);
            option_.push_back(option);
            if (problem.has_colours()) colour_.push_back(problem.colour_of(option, index));
            ++size_[entries[index]];
        }
        start_.push_back(static_cast<Index>(item_.size()));
    }
    if (items > 0) std::exclusive_scan(size_.begin(), size_.end(), first_.begin(), Index{0});
    set_.resize(item_.size());
    where_.resize(item_.size());
    std::vector<Index> end = first_;
    for (Index entry = 0; entry < item_.size(); ++entry) {
        where_[entry] = end[item_[entry]]++;
        set_[where_[entry]] = entry;
    }
    low_.assign(items, 0);
    room_.assign(items, 1);
    given_.assign(items, 0);
    stamp_.assign(items, 0);
    for (Item item = 0; item < problem.primary_count(); ++item) {
        low_[item] = problem.multiplicity_of(item).low;
        room_[item] = problem.multiplicity_of(item).high;
    }
    active_ = problem.primary_count();
    items_.resize(active_);
    std::iota(items_.begin(), items_.end(), Item{0});
    place_ = items_;
    for (Item item = 0; rule == ItemRule::sharp && item < active_; ++item)
        sharp_.push_back(problem.name_of_item(item).front() == '#');
}

// ---- the search --------------------------------------------------------------------------------

std::uint32_t Cells::enter(bool) {
    Item best = 0;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (Item i = 0; i < active_ && least != 0; ++i) {
        const std::uint64_t rank = rank_of(items_[i]);
        if (rank > least || (rank == least && items_[i] > best)) continue;
        best = items_[i];
        least = rank;
    }
    const std::uint32_t children = least == 0 ? 0 : children_of(best);
    if (children != 0) path_.push_back({best, children, false, saved_.size(), saved_.size(), active_});
    return children;
}

/// The item of the least rank is branched on; rank 0 is a dead end by any rule.
std::uint64_t Cells::rank_of(Item item) const {
    const std::uint32_t children = children_of(item);
    if (children == 0 || rule_ == ItemRule::fewest) return children;
    if (rule_ == ItemRule::first) return 1;
    return (children == 1 || sharp_[item] ? std::uint64_t{0} : std::uint64_t{1} << 32) + children;
}

Step Cells::advance(std::uint32_t& tried) {
    Node& node = path_.back();
    for (;;) {
        const bool leads_on = put_aside(node);
        if (!leads_on || node.untried == 0) break;
        --node.untried;
        ++tried;
        if (size_[node.item] == 0) {  // no further option for this item
            deactivate(node.item);
            return Step::child;
        }
        const Option option = least_option(node.item);
        chosen_.push_back(option);
        node.taken = true;
        if (take(option)) return Step::child;
    }
    close();
    return Step::none;
}

void Cells::skip(std::uint32_t children) {
    Node& node = path_.back();
    node.untried -= children;
    ++now_;
    for (; children > 0; --children) remove(least_option(node.item));
    node.saved = saved_.size();
}

void Cells::close() {
    Node& node = path_.back();
    if (node.taken) chosen_.pop_back();
    restore(node.own_saved, node.active);
    path_.pop_back();
}

/// Leaves the child and removes its option for the rest of the node. False: what is left is dead.
bool Cells::put_aside(Node& node) {
    restore(node.saved, node.active);
    if (!node.taken) return true;
    node.taken = false;
    const Option option = chosen_.back();
    chosen_.pop_back();
    ++now_;
    const bool leads_on = remove(option);
    node.saved = saved_.size();
    return leads_on;
}

std::uint32_t Cells::children_of(Item item) const {
    return size_[item] + 1 < low_[item] ? 0 : size_[item] + 1 - low_[item];
}

Option Cells::least_option(Item item) const {
    const auto begin = set_.begin() + first_[item];
    return option_[*std::min_element(begin, begin + size_[item])];
}

// ---- choosing an option ------------------------------------------------------------------------

/// False as soon as some item has too few options left; restore() cleans up.
bool Cells::take(Option option) {
    ++now_;
    for (Index entry = start_[option]; entry < start_[option + 1]; ++entry) {
        const Item item = item_[entry];
        save(item);
        if (low_[item] > 0) --low_[item];
        if (colour_of(entry) == 0 && --room_[item] == 0 && problem_.is_primary(item)) deactivate(item);
    }
    if (!remove(option)) return false;
    for (Index entry = start_[option]; entry < start_[option + 1]; ++entry) {
        const Item item = item_[entry];
        const Colour colour = colour_of(entry);
        if (colour == 0 && room_[item] > 0) continue;
        if (colour != 0 && given_[item] == colour) continue;
        given_[item] = colour;
        for (Index i = first_[item]; i < first_[item] + size_[item]; ++i) {
            if (colour != 0 && colour_of(set_[i]) == colour) continue;
            if (!remove_but(option_[set_[i]], item)) return false;
        }
    }
    return true;
}

bool Cells::remove(Option option) { return remove_but(option, problem_.item_count()); }

/// Takes an option out of the sets of all items that are not settled, but for one.
bool Cells::remove_but(Option option, Item except) {
    bool enough = true;
    for (Index entry = start_[option]; entry < start_[option + 1]; ++entry) {
        const Item item = item_[entry];
        if (item == except || room_[item] == 0) continue;
        const Index place = where_[entry];
        const Index last = first_[item] + size_[item] - 1;
        if (size_[item] == 0 || place > last) continue;
        save(item);
        --size_[item];
        const Index other = set_[last];
        set_[place] = other;
        where_[other] = place;
        set_[last] = entry;
        where_[entry] = last;
        enough &= size_[item] >= low_[item];
    }
    return enough;
}

void Cells::save(Item item) {
    if (stamp_[item] == now_) return;
    stamp_[item] = now_;
    saved_.push_back({item, size_[item], low_[item], room_[item], given_[item]});
}

void Cells::deactivate(Item item) {
    const Item last = items_[--active_];
    std::swap(items_[place_[item]], items_[active_]);
    std::swap(place_[item], place_[last]);
}

void Cells::restore(std::size_t mark, Item active) {
    while (saved_.size() > mark) {
        const Saved& saved = saved_.back();
        size_[saved.item] = saved.size;
        low_[saved.item] = saved.low;
        room_[saved.item] = saved.room;
        given_[saved.item] = saved.colour;
        saved_.pop_back();
    }
    active_ = active;
}

void Cells::check() const {
    for (Index entry = 0; entry < item_.size(); ++entry) {
        require(set_[where_[entry]] == entry, "cells: a set and its inverse disagree");
    }
    for (Item item = 0; item < problem_.primary_count(); ++item) {
        require(items_[place_[item]] == item, "cells: the set of items and its inverse disagree");
        require(!path_.empty() || room_[item] == problem_.multiplicity_of(item).high,
                "cells: a count was not taken back");
    }
    if (!path_.empty()) return;
    require(saved_.empty() && active_ == problem_.primary_count(), "cells: something was not taken back");
    std::size_t sum = 0;
    for (const std::uint32_t size : size_) sum += size;
    require(sum == set_.size(), "cells: an option was not put back");
}

std::unique_ptr<Walker> make_cells(const Problem& problem, ItemRule rule) {
    return std::make_unique<Walk<Cells>>(problem, rule);
}

}  // namespace quadrille::cover
