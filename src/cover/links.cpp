// Dancing links: Knuth's Algorithm X with colours and multiplicities, the readable reference.
//
// The idea: every item keeps a doubly linked list of the options that may still be chosen for it.
// Taking an entry out of such a list leaves the entry's own two links alone, so it can put itself
// back; undoing everything in the opposite order restores the lists exactly.
//
//     items      root <-> A <-> B <-> C          (active primary items)
//                         |     |     |
//     option 0           [A] - [B]    |          entries of one option lie side by side in memory,
//                         |     |     |
//     option 1           [A] ------- [C]         entries of one item are linked up and down, in a
//                         |     |     |
//     option 2            |    [B] - [C]         ring through the head of its column
//
// A node of the search picks the active primary item with the fewest children. Its options are tried
// in turn: each is first put aside (taken out of every list), then its items are counted down, and an
// item that needs no more is covered: it leaves the root's list and all its options leave the other
// lists. Options put aside stay out until their node ends, so that no set of options is met twice
// whatever the multiplicities. An item whose lower bound is met has one more child: no further option.
//
// Invariant: an option is in the lists of all its items or of none of them, but for entries whose
// secondary item already has their colour (`agreed`): these stay linked and are skipped.
// Cost: proportional to the entries unlinked and relinked.
// Source: D. E. Knuth, TAOCP 4B, 7.2.2.1, Algorithms X, C and M.
// Tried and lost: removing an option tried earlier from its own item's list only, as Algorithm M does
// with its tweaks: simpler undo here, and the others' lengths see the removal too.
#include "cover/links.hpp"

#include <limits>

namespace quadrille::cover {

namespace {
constexpr Colour agreed = std::numeric_limits<Colour>::max();
}

Links::Links(const Problem& problem) : problem_(problem), root_(problem.item_count()) {
    const Item items = problem.item_count();
    next_item_.resize(std::size_t{items} + 1);
    previous_item_.resize(std::size_t{items} + 1);
    next_item_[root_] = previous_item_[root_] = root_;
    build_columns();
    low_.resize(items, 0);
    high_.resize(items, 1);
    for (Item item = 0; item < problem.primary_count(); ++item) {
        settle(item, problem.multiplicity_of(item));
    }
}

void Links::settle(Item item, Multiplicity range) {
    low_[item] = range.low;
    high_[item] = range.high;
    previous_item_[item] = previous_item_[root_];
    next_item_[item] = root_;
    next_item_[previous_item_[root_]] = item;
    previous_item_[root_] = item;
}

void Links::build_columns() {
    const Item items = problem_.item_count();
    const std::size_t entries = items + problem_.entry_count();
    require(entries < std::numeric_limits<Index>::max(), "too many entries for dancing links");
    up_.resize(entries);
    down_.resize(entries);
    item_.resize(entries);
    option_.resize(entries);
    if (problem_.has_colours()) colour_.resize(entries, 0);
    length_.assign(items, 0);
    for (Item item = 0; item < items; ++item) up_[item] = down_[item] = item_[item] = item;
    Index entry = items;
    for (Option option = 0; option < problem_.option_count(); ++option) {
        start_.push_back(entry);
        const bool choosable = problem_.is_choosable(option);
        for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index, ++entry) {
            const Item item = problem_.items_of(option)[index];
            item_[entry] = item;
            option_[entry] = option;
            if (problem_.has_colours()) colour_[entry] = problem_.colour_of(option, index);
            if (!choosable) continue;
            up_[entry] = up_[item];
            down_[entry] = item;
            down_[up_[item]] = entry;
            up_[item] = entry;
            ++length_[item];
        }
    }
    start_.push_back(entry);
}

// ---- the search --------------------------------------------------------------------------------

std::uint32_t Links::enter(bool) {
    const Item item = choose();
    const std::uint32_t children = branches(item);
    if (children != 0) path_.push_back({item, false, false, children, aside_.size()});
    return children;
}

Step Links::advance(std::uint32_t& tried) {
    Node& node = path_.back();
    retreat(node);
    if (node.untried == 0) {
        close();
        return Step::none;
    }
    --node.untried;
    ++tried;
    if (length_[node.item] == 0) {  // only after all options, and only if the lower bound is met
        node.closing = true;
        deactivate(node.item);
        return Step::child;
    }
    const Option option = option_[down_[node.item]];
    put_aside(option);
    aside_.push_back(option);
    chosen_.push_back(option);
    commit(option);
    node.committed = true;
    return Step::child;
}

void Links::skip(std::uint32_t children) {
    Node& node = path_.back();
    node.untried -= children;
    for (; children > 0; --children) {
        aside_.push_back(option_[down_[node.item]]);
        put_aside(aside_.back());
    }
}

void Links::close() {
    Node& node = path_.back();
    retreat(node);
    while (aside_.size() > node.aside) {
        put_back(aside_.back());
        aside_.pop_back();
    }
    path_.pop_back();
}

void Links::retreat(Node& node) {
    if (node.closing) reactivate(node.item);
    if (node.committed) {
        uncommit(chosen_.back());
        chosen_.pop_back();
    }
    node.closing = node.committed = false;
}

Item Links::choose() const {
    Item best = root_;
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    for (Item item = next_item_[root_]; item != root_; item = next_item_[item]) {
        const std::uint32_t children = branches(item);
        if (children >= fewest) continue;
        best = item;
        fewest = children;
        if (fewest == 0) break;
    }
    return best;
}

/// The children of a node for this item: with `low` still needed, the last low - 1 options cannot be
/// the first one chosen; with none needed there is also the child without any.
std::uint32_t Links::branches(Item item) const {
    return length_[item] + 1 < low_[item] ? 0 : length_[item] + 1 - low_[item];
}

// ---- the dance ---------------------------------------------------------------------------------

void Links::put_aside(Option option) {
    for (Index entry = start_[option]; entry < start_[option + 1]; ++entry) unlink(entry);
}

void Links::put_back(Option option) {
    for (Index entry = start_[option + 1]; entry-- > start_[option];) relink(entry);
}

/// Counts the items of an option that has been put aside as chosen once more.
void Links::commit(Option option) {
    for (Index entry = start_[option]; entry < start_[option + 1]; ++entry) {
        const Item item = item_[entry];
        if (!colour_.empty() && colour_[entry] != 0) {
            if (colour_[entry] != agreed) purify(entry);
            continue;
        }
        if (low_[item] > 0) --low_[item];  // put back by uncommit, which knows the item's own bound
        if (--high_[item] == 0) cover(item);
    }
}

void Links::uncommit(Option option) {
    for (Index entry = start_[option + 1]; entry-- > start_[option];) {
        const Item item = item_[entry];
        if (!colour_.empty() && colour_[entry] != 0) {
            if (colour_[entry] != agreed) unpurify(entry);
            continue;
        }
        if (high_[item]++ == 0) uncover(item);
        if (!problem_.is_primary(item)) continue;
        const auto [low, high] = problem_.multiplicity_of(item);
        const std::uint32_t taken = high - high_[item];
        low_[item] = low > taken ? low - taken : 0;
    }
}

void Links::cover(Item item) {
    for (Index entry = down_[item]; entry != item; entry = down_[entry]) hide(entry);
    if (problem_.is_primary(item)) deactivate(item);
}

void Links::uncover(Item item) {
    if (problem_.is_primary(item)) reactivate(item);
    for (Index entry = up_[item]; entry != item; entry = up_[entry]) unhide(entry);
}

/// Gives the entry's item its colour: options that disagree are hidden, the others marked.
void Links::purify(Index entry) {
    const Item item = item_[entry];
    for (Index other = down_[item]; other != item; other = down_[other]) {
        if (colour_[other] == colour_[entry]) colour_[other] = agreed;
        else hide(other);
    }
}

void Links::unpurify(Index entry) {
    const Item item = item_[entry];
    for (Index other = up_[item]; other != item; other = up_[other]) {
        if (colour_[other] == agreed) colour_[other] = colour_[entry];
        else unhide(other);
    }
}

/// Takes the option of an entry out of all lists but the entry's own.
void Links::hide(Index entry) {
    const Option option = option_[entry];
    for (Index other = start_[option]; other < start_[option + 1]; ++other) {
        if (other != entry) unlink(other);
    }
}

void Links::unhide(Index entry) {
    const Option option = option_[entry];
    for (Index other = start_[option + 1]; other-- > start_[option];) {
        if (other != entry) relink(other);
    }
}

void Links::unlink(Index entry) {
    if (!colour_.empty() && colour_[entry] == agreed) return;
    down_[up_[entry]] = down_[entry];
    up_[down_[entry]] = up_[entry];
    --length_[item_[entry]];
}

void Links::relink(Index entry) {
    if (!colour_.empty() && colour_[entry] == agreed) return;
    down_[up_[entry]] = entry;
    up_[down_[entry]] = entry;
    ++length_[item_[entry]];
}

void Links::deactivate(Item item) {
    next_item_[previous_item_[item]] = next_item_[item];
    previous_item_[next_item_[item]] = previous_item_[item];
}

void Links::reactivate(Item item) {
    next_item_[previous_item_[item]] = item;
    previous_item_[next_item_[item]] = item;
}

void Links::check() const {
    Item item_before = root_;
    do {
        const Item item = next_item_[item_before];
        require(previous_item_[item] == item_before, "links: the list of items is torn");
        item_before = item;
    } while (item_before != root_);
    for (Item item = 0; item < problem_.item_count(); ++item) {
        std::uint32_t length = 0;
        for (Index entry = down_[item]; entry != item; entry = down_[entry], ++length) {
            require(length < length_[item], "links: a column is longer than its length");
            require(item_[entry] == item && up_[down_[entry]] == down_[up_[entry]],
                    "links: a column is torn");
        }
        require(length == length_[item], "links: a column is shorter than its length");
    }
}

std::unique_ptr<Walker> make_links(const Problem& problem) { return std::make_unique<Walk<Links>>(problem); }

}  // namespace quadrille::cover
