// Sparse sets. See cells.cpp for the picture.
#pragma once

#include <vector>

#include "cover/walker.hpp"

namespace quadrille::cover {

/// The engine of a Walk.
class Cells {
  public:
    explicit Cells(const Problem& problem, ItemRule rule = ItemRule::fewest);

    bool solved() const { return active_ == 0; }
    std::uint32_t enter(bool leaves);
    Step advance(std::uint32_t& tried);
    static bool tallies() { return false; }
    static bool tally(Budget&) { return false; }
    void skip(std::uint32_t children);
    void close();
    void restart() {}
    const Solution& chosen() const { return chosen_; }
    /// Throws BrokenContract unless every set and its inverse agree.
    void check() const;

  private:
    friend struct CellsTester;
    using Index = std::uint32_t;

    /// What an item had before a child was entered.
    struct Saved {
        Item item;
        std::uint32_t size, low, room;
        Colour colour;
    };
    struct Node {
        Item item;
        std::uint32_t untried;
        bool taken;             // an option is chosen
        std::size_t saved;      // the child's changes are saved_[saved ..]
        std::size_t own_saved;  // the node's own, options put aside, are saved_[own_saved .. saved)
        Item active;            // active items when the child was entered
    };

    std::uint32_t children_of(Item item) const;
    std::uint64_t rank_of(Item item) const;
    void save(Item item);
    Option least_option(Item item) const;
    bool put_aside(Node& node);
    bool take(Option option);
    bool remove(Option option);
    bool remove_but(Option option, Item except);
    void deactivate(Item item);
    void restore(std::size_t mark, Item active);
    Colour colour_of(Index entry) const { return colour_.empty() ? 0 : colour_[entry]; }

    const Problem& problem_;
    const ItemRule rule_;
    std::vector<bool> sharp_;     // by primary item, if the rule asks for it
    std::vector<Index> start_;    // by option: its entries
    std::vector<Item> item_;      // by entry
    std::vector<Colour> colour_;  // by entry
    std::vector<Option> option_;  // by entry
    std::vector<Index> first_;    // by item: its set is set_[first_[i] .. first_[i] + size_[i])
    std::vector<Index> set_;      // entries, those of one item together
    std::vector<Index> where_;    // by entry: its place in set_
    std::vector<std::uint32_t> size_, low_, room_;  // by item
    std::vector<Colour> given_;                     // by item: the colour it has, 0 if none
    std::vector<Item> items_, place_;               // active primary items first; by item: where
    Item active_ = 0;
    std::vector<std::uint64_t> stamp_;  // by item: the last time it was saved
    std::uint64_t now_ = 1;
    std::vector<Saved> saved_;
    std::vector<Node> path_;
    Solution chosen_;
};

}  // namespace quadrille::cover
