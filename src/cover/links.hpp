// Dancing links. See links.cpp for the picture.
#pragma once

#include <vector>

#include "cover/walker.hpp"

namespace quadrille::cover {

/// The engine of a Walk.
class Links {
  public:
    explicit Links(const Problem& problem);

    bool solved() const { return next_item_[root_] == root_; }
    std::uint32_t enter(bool leaves);
    Step advance(std::uint32_t& tried);
    static bool tallies() { return false; }
    static bool tally(Budget&) { return false; }
    void skip(std::uint32_t children);
    void close();
    void restart() {}
    const Solution& chosen() const { return chosen_; }
    /// Throws BrokenContract unless every list is linked both ways and every length is right.
    void check() const;

  private:
    friend struct LinksTester;
    using Index = std::uint32_t;

    struct Node {  // of the search tree; what close() must undo, last in first out
        Item item;
        bool committed;         // its option's items are covered now
        bool closing;           // trying "no further option for this item"
        std::uint32_t untried;  // children not yet entered
        std::size_t aside;      // options put aside since: aside_[aside..]
    };

    void build_columns();
    void settle(Item item, Multiplicity range);
    Item choose() const;
    std::uint32_t branches(Item item) const;
    void retreat(Node& node);

    void put_aside(Option option);
    void put_back(Option option);
    void commit(Option option);
    void uncommit(Option option);
    void cover(Item item);
    void uncover(Item item);
    void purify(Index entry);
    void unpurify(Index entry);
    void hide(Index entry);
    void unhide(Index entry);
    void unlink(Index entry);
    void relink(Index entry);
    void deactivate(Item item);
    void reactivate(Item item);

    const Problem& problem_;
    Item root_;  // the header of the list of active primary items
    std::vector<Item> next_item_, previous_item_;
    std::vector<Index> up_, down_;  // by entry; entries 0..items-1 are the column heads
    std::vector<Item> item_;        // by entry
    std::vector<Colour> colour_;    // by entry; `agreed` while its item has that very colour
    std::vector<Index> start_;      // option o's entries: [start_[o], start_[o + 1])
    std::vector<Option> option_;    // by entry
    std::vector<std::uint32_t> length_, low_, high_;  // by item
    std::vector<Node> path_;
    std::vector<Option> aside_;
    Solution chosen_;
};

}  // namespace quadrille::cover
