// What is left of a problem once options are taken and others are ruled out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "quadrille/cover.hpp"

namespace quadrille::cover {

/// By item: the options that contain it, as far as they can be chosen at all.
class Uses {
  public:
    struct Use {
        Option option;
        Colour colour;
    };
    explicit Uses(const Problem& problem);
    std::span<const Use> of(Item item) const {
        return {uses_.data() + start_[item], start_[item + 1] - start_[item]};
    }

  private:
    std::vector<std::size_t> start_;
    std::vector<Use> uses_;
};

/// Invariant: an option that is alive clashes with none that was taken. Both arguments must outlive it.
class Remainder {
  public:
    Remainder(const Problem& problem, const Uses& uses);

    bool is_alive(Option option) const { return alive_[option]; }
    bool is_open(Item item) const { return high_[item] > 0; }
    /// How many options that are alive contain the item.
    std::uint32_t length(Item item) const { return length_[item]; }
    /// In how many more options an item must lie, and may lie; 0 and 1 for secondary items.
    std::uint32_t low(Item item) const { return low_[item]; }
    std::uint32_t high(Item item) const { return high_[item]; }

    /// Takes an option that is alive; those that clash with it are dropped.
    void take(Option option);
    /// Rules an option out.
    void drop(Option option);
    /// Takes options as long as some item needs all it has; false if an item has too few.
    bool take_needed();

    const std::vector<Option>& taken() const { return taken_; }
    const std::vector<Option>& dropped() const { return dropped_; }

    /// What is left, as a problem, and which options and items it is made of.
    struct Rest {
        Problem problem;
        std::vector<Option> original;
        std::vector<Item> original_item;
    };
    enum class Names { kept, left_out };
    Rest rest(Names names) const;

  private:
    bool needs_all(Item item) const { return is_open(item) && low_[item] > 0 && length_[item] <= low_[item]; }
    void remove(Option option);

    const Problem& problem_;
    const Uses& uses_;
    std::vector<std::uint8_t> alive_;
    std::vector<std::uint32_t> length_, low_, high_;
    std::vector<Option> taken_, dropped_;
};

}  // namespace quadrille::cover
