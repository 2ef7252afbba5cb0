// Dancing links. See links.cpp for the picture.
#pragma once

#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// Walks all solutions, one next() at a time.
class Links {
  public:
    explicit Links(const Problem& problem);

    /// Goes on to the next solution. False: none is left, or the budget stopped the search; in the
    /// latter case a later call, with a fresh budget, goes on from there.
    bool next(Budget& budget);
    /// The options of the solution found by next().
    const Solution& chosen() const { return chosen_; }
    /// How much of the tree lies behind, from 0 to 1: every child of a node counts as an equal share.
    double fraction_done() const;
    /// Throws BrokenContract unless every list is linked both ways and every length is right.
    void check() const;

  private:
    friend struct LinksTester;
    using Index = std::uint32_t;

    struct Node {  // of the search tree; what next() must undo, last in first out
        Item item;
        bool committed;          // its option's items are covered now
        bool closing;            // trying "no further option for this item"
        std::uint32_t branches;  // how many children it has
        std::uint32_t tried;     // how many were entered
        std::size_t aside;       // options put aside since: aside_[aside..]
    };

    void build_columns();
    void settle(Item item, Multiplicity range);
    Item choose() const;
    std::uint32_t branches(Item item) const;
    bool enter();
    bool advance();
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
    bool started_ = false;
    bool finished_ = false;
    bool pending_ = false;  // stopped by a budget before entering a node
};

}  // namespace quadrille::cover
