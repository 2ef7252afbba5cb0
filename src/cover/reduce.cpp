// Preprocessing: options that no solution can have, and options that every solution must have.
//
// An option is blocked if an item would keep too few options beside it: for each item, count for every
// other option how many of the item's options clash with it. Where an item has no more options than it
// needs, they are taken. Both are repeated until nothing changes.
// Source: D. E. Knuth, DLX-PRE. Cost of a round: the sum over items, their options and those these
// clash with.
#include <algorithm>
#include <utility>

#include "cover/pace.hpp"

namespace quadrille::cover {

namespace {

class Reducer {
  public:
    Reducer(const Problem& problem, const Settings& settings);
    Reduction run();

  private:
    struct Use {
        Option option;
        Colour colour;
    };
    bool needs_all(Item item) const {
        return item_open(item) && low_[item] > 0 && length_[item] <= low_[item];
    }
    bool item_open(Item item) const { return high_[item] > 0; }
    void take(Option option);
    void drop(Option option, bool blocked);
    void take_needed();
    bool block_round();
    bool block_by(Item item);
    void count_clashes(Option option);
    Problem remaining();

    const Problem& problem_;
    Pace pace_;
    Budget budget_;
    Reduction result_;
    std::vector<std::vector<Use>> uses_;
    std::vector<bool> alive_;
    std::vector<std::uint32_t> length_, low_, high_;
    std::vector<Colour> given_;
    std::vector<Option> last_clash_;      // by option: 1 + the option whose clashes were counted last
    std::vector<std::uint32_t> clashes_;  // by option: with how many of the item's options it clashes
    std::vector<Option> met_;             // those that have clashes
    std::size_t quiet_ = 0;               // items looked at since one was blocked
};

Problem without_items() { return Builder{}.build().value(); }

Reducer::Reducer(const Problem& problem, const Settings& settings)
    : problem_(problem),
      pace_(settings),
      budget_(settings.bounds),
      result_{without_items(), {}, {}, {}, {}},
      uses_(problem.item_count()),
      alive_(problem.option_count()),
      length_(problem.item_count(), 0),
      low_(problem.item_count(), 0),
      high_(problem.item_count(), 1),
      given_(problem.item_count(), 0),
      last_clash_(problem.option_count(), 0),
      clashes_(problem.option_count(), 0) {
    for (Item item = 0; item < problem.primary_count(); ++item) {
        low_[item] = problem.multiplicity_of(item).low;
        high_[item] = problem.multiplicity_of(item).high;
    }
    for (Option option = 0; option < problem.option_count(); ++option) {
        alive_[option] = problem.is_choosable(option);
        if (!alive_[option]) {
            result_.blocked.push_back(option);
            continue;
        }
        for (std::size_t index = 0; index < problem.items_of(option).size(); ++index) {
            const Item item = problem.items_of(option)[index];
            uses_[item].push_back({option, problem.colour_of(option, index)});
            ++length_[item];
        }
    }
}

Reduction Reducer::run() {
    do take_needed();
    while (!result_.impossible && block_round());
    std::ranges::sort(result_.forced);
    std::ranges::sort(result_.blocked);
    result_.stop = budget_.reason();
    if (!result_.impossible) {
        result_.problem = remaining();
        return std::move(result_);
    }
    Builder builder;
    builder.add_item("impossible");
    result_.problem = builder.build().value();
    return std::move(result_);
}

void Reducer::drop(Option option, bool blocked) {
    if (!alive_[option]) return;
    alive_[option] = false;
    if (blocked) result_.blocked.push_back(option);
    for (const Item item : problem_.items_of(option)) --length_[item];
}

/// Chooses an option and drops those that clash with it.
void Reducer::take(Option option) {
    if (!alive_[option]) return;
    drop(option, false);
    result_.forced.push_back(option);
    for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
        const Item item = problem_.items_of(option)[index];
        const Colour colour = problem_.colour_of(option, index);
        if (low_[item] > 0) --low_[item];
        if (colour != 0) given_[item] = colour;
        else --high_[item];
        if (colour == 0 && high_[item] > 0) continue;
        for (const Use& use : uses_[item]) {
            if (colour == 0 || use.colour != colour) drop(use.option, true);
        }
    }
}

/// Takes options as long as some item needs all it has.
void Reducer::take_needed() {
    for (bool again = true; again;) {
        again = false;
        for (Item item = 0; item < problem_.primary_count(); ++item) {
            if (!needs_all(item)) continue;
            if (length_[item] < low_[item]) {
                result_.impossible = true;
                return;
            }
            again = true;
            const auto next =
                std::ranges::find_if(uses_[item], [&](const Use& use) { return alive_[use.option]; });
            take(next->option);
        }
    }
}

/// One pass over all items; true if an option was blocked.
bool Reducer::block_round() {
    bool any = false;
    for (Item item = 0; item < problem_.primary_count(); ++item) {
        if (!item_open(item) || low_[item] == 0) continue;
        if (!budget_.enter_node()) return false;
        quiet_ = block_by(item) ? 0 : quiet_ + 1;
        any |= quiet_ == 0;
        if (pace_.is_due())
            pace_.report_within(budget_,
                                std::min(1.0, static_cast<double>(quiet_) / problem_.primary_count()));
    }
    return any;
}

bool Reducer::block_by(Item item) {
    for (const Use& use : uses_[item]) {
        if (alive_[use.option]) count_clashes(use.option);
    }
    const std::uint32_t length = length_[item];
    bool any = false;
    for (const Option option : met_) {
        const auto items = problem_.items_of(option);
        const bool inside = std::ranges::find(items, item) != items.end();
        const std::uint32_t clashes = std::exchange(clashes_[option], 0);
        last_clash_[option] = 0;
        if (inside || !alive_[option] || length - clashes >= low_[item]) continue;
        drop(option, true);
        any = true;
    }
    met_.clear();
    return any;
}

/// Adds one to every option that cannot stand beside `option`.
void Reducer::count_clashes(Option option) {
    for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
        const Item item = problem_.items_of(option)[index];
        const Colour colour = problem_.colour_of(option, index);
        if (high_[item] > 1) continue;
        for (const Use& use : uses_[item]) {
            if (!alive_[use.option] || use.option == option || last_clash_[use.option] == option + 1)
                continue;
            if (colour != 0 && use.colour == colour) continue;
            last_clash_[use.option] = option + 1;
            if (clashes_[use.option]++ == 0) met_.push_back(use.option);
        }
    }
}

Problem Reducer::remaining() {
    Builder builder;
    constexpr Item gone = ~Item{0};
    std::vector<Item> number(problem_.item_count(), gone);
    for (Item item = 0; item < problem_.item_count(); ++item) {
        const bool primary = problem_.is_primary(item);
        if (!item_open(item) || (length_[item] == 0 && low_[item] == 0)) continue;
        number[item] = primary ? builder.add_item(problem_.name_of_item(item), {low_[item], high_[item]})
                               : builder.add_secondary_item(problem_.name_of_item(item));
        result_.original_item.push_back(item);
    }
    for (Colour colour = 1; colour <= problem_.colour_count(); ++colour) {
        builder.name_colour(colour, problem_.name_of_colour(colour));
    }
    std::vector<Entry> entries;
    for (Option option = 0; option < problem_.option_count(); ++option) {
        if (!alive_[option]) continue;
        entries.clear();
        for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
            entries.push_back({number[problem_.items_of(option)[index]], problem_.colour_of(option, index)});
        }
        builder.add_option(entries, problem_.cost_of(option));
        result_.original.push_back(option);
    }
    return builder.build().value();
}

}  // namespace

Reduction reduce(const Problem& problem, const Settings& settings) {
    return Reducer(problem, settings).run();
}

Solution Reduction::restore(std::span<const Option> solution) const {
    Solution whole = forced;
    for (const Option option : solution) whole.push_back(original[option]);
    std::ranges::sort(whole);
    return whole;
}

}  // namespace quadrille::cover
