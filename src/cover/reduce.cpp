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
#include "cover/remainder.hpp"

namespace quadrille::cover {

namespace {

class Reducer {
  public:
    Reducer(const Problem& problem, const Settings& settings);
    Reduction run();

  private:
    bool block_round();
    bool block_by(Item item);
    void count_clashes(Option option);
    Reduction result(bool impossible);

    const Problem& problem_;
    Pace pace_;
    Budget budget_;
    Uses uses_;
    Remainder left_;
    std::vector<Option> last_clash_;      // by option: 1 + the option whose clashes were counted last
    std::vector<std::uint32_t> clashes_;  // by option: with how many of the item's options it clashes
    std::vector<Option> met_;             // those that have clashes
    std::size_t quiet_ = 0;               // items looked at since one was blocked
};

Reducer::Reducer(const Problem& problem, const Settings& settings)
    : problem_(problem),
      pace_(settings),
      budget_(settings.bounds),
      uses_(problem),
      left_(problem, uses_),
      last_clash_(problem.option_count(), 0),
      clashes_(problem.option_count(), 0) {}

Reduction Reducer::run() {
    bool possible = left_.take_needed();
    while (possible && block_round()) possible = left_.take_needed();
    return result(!possible);
}

Reduction Reducer::result(bool impossible) {
    Remainder::Rest rest = left_.rest(Remainder::Names::kept);
    if (impossible) {
        Builder builder;
        builder.add_item("impossible");
        rest = {builder.build().value(), {}, {}};
    }
    Reduction result{std::move(rest.problem), std::move(rest.original), std::move(rest.original_item),
                     left_.taken(),           left_.dropped(),          impossible,
                     budget_.reason()};
    std::ranges::sort(result.forced);
    std::ranges::sort(result.blocked);
    return result;
}

/// One pass over all items; true if an option was blocked.
bool Reducer::block_round() {
    bool any = false;
    for (Item item = 0; item < problem_.primary_count(); ++item) {
        if (!left_.is_open(item) || left_.low(item) == 0) continue;
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
    for (const Uses::Use& use : uses_.of(item)) {
        if (!budget_.poll()) break;  // what is not counted blocks nothing
        if (left_.is_alive(use.option)) count_clashes(use.option);
    }
    const std::uint32_t length = left_.length(item);
    bool any = false;
    for (const Option option : met_) {
        const auto items = problem_.items_of(option);
        const bool inside = std::ranges::find(items, item) != items.end();
        const std::uint32_t clashes = std::exchange(clashes_[option], 0);
        last_clash_[option] = 0;
        if (inside || !left_.is_alive(option) || length - clashes >= left_.low(item)) continue;
        left_.drop(option);
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
        if (left_.high(item) > 1) continue;
        for (const Uses::Use& use : uses_.of(item)) {
            if (!left_.is_alive(use.option) || use.option == option || last_clash_[use.option] == option + 1)
                continue;
            if (colour != 0 && use.colour == colour) continue;
            last_clash_[use.option] = option + 1;
            if (clashes_[use.option]++ == 0) met_.push_back(use.option);
        }
    }
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
