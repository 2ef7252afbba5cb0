#include "cover/remainder.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::cover {

Uses::Uses(const Problem& problem) : start_(problem.item_count() + std::size_t{1}, 0) {
    const auto each_use = [&](const auto& take) {
        for (Option option = 0; option < problem.option_count(); ++option) {
            if (!problem.is_choosable(option)) continue;
            const auto items = problem.items_of(option);
            for (std::size_t index = 0; index < items.size(); ++index)
                take(items[index], Use{option, problem.colour_of(option, index)});
        }
    };
    each_use([&](Item item, const Use&) { ++start_[item + 1]; });
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    uses_.resize(start_.back());
    std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
    each_use([&](Item item, const Use& use) { uses_[next[item]++] = use; });
}

Remainder::Remainder(const Problem& problem, const Uses& uses)
    : problem_(problem),
      uses_(uses),
      alive_(problem.option_count()),
      length_(problem.item_count()),
      low_(problem.item_count(), 0),
      high_(problem.item_count(), 1) {
    for (Item item = 0; item < problem.item_count(); ++item)
        length_[item] = static_cast<std::uint32_t>(uses.of(item).size());
    for (Item item = 0; item < problem.primary_count(); ++item) {
        low_[item] = problem.multiplicity_of(item).low;
        high_[item] = problem.multiplicity_of(item).high;
    }
    for (Option option = 0; option < problem.option_count(); ++option) {
        alive_[option] = problem.is_choosable(option);
        if (!alive_[option]) dropped_.push_back(option);
    }
}

void Remainder::remove(Option option) {
    alive_[option] = false;
    for (const Item item : problem_.items_of(option)) --length_[item];
}

void Remainder::drop(Option option) {
    if (!alive_[option]) return;
    remove(option);
    dropped_.push_back(option);
}

void Remainder::take(Option option) {
    remove(option);
    taken_.push_back(option);
    const auto items = problem_.items_of(option);
    for (std::size_t index = 0; index < items.size(); ++index) {
        const Item item = items[index];
        const Colour colour = problem_.colour_of(option, index);
        if (low_[item] > 0) --low_[item];
        if (colour == 0) --high_[item];
        if (colour == 0 && high_[item] > 0) continue;
        for (const Uses::Use& use : uses_.of(item)) {
            if (colour == 0 || use.colour != colour) drop(use.option);
        }
    }
}

bool Remainder::take_needed() {
    for (bool again = true; again;) {
        again = false;
        for (Item item = 0; item < problem_.primary_count(); ++item) {
            if (!needs_all(item)) continue;
            if (length_[item] < low_[item]) return false;
            again = true;
            take(std::ranges::find_if(uses_.of(item), [&](const Uses::Use& use) {
                     return is_alive(use.option);
                 })->option);
        }
    }
    return true;
}

Remainder::Rest Remainder::rest(Names names) const {
    Rest rest{Builder{}.build().value(), {}, {}};
    Builder builder;
    std::vector<Item> number(problem_.item_count(), 0);
    for (Item item = 0; item < problem_.item_count(); ++item) {
        if (!is_open(item) || (length_[item] == 0 && low_[item] == 0)) continue;
        const std::string name = names == Names::kept ? problem_.name_of_item(item) : std::string();
        number[item] = problem_.is_primary(item) ? builder.add_item(name, {low_[item], high_[item]})
                                                 : builder.add_secondary_item(name);
        rest.original_item.push_back(item);
    }
    for (Colour colour = 1; names == Names::kept && colour <= problem_.colour_count(); ++colour)
        builder.name_colour(colour, problem_.name_of_colour(colour));
    std::vector<Entry> entries;
    for (Option option = 0; option < problem_.option_count(); ++option) {
        if (!alive_[option]) continue;
        entries.clear();
        const auto items = problem_.items_of(option);
        for (std::size_t index = 0; index < items.size(); ++index)
            entries.push_back({number[items[index]], problem_.colour_of(option, index)});
        builder.add_option(entries, problem_.cost_of(option));
        rest.original.push_back(option);
    }
    rest.problem = builder.build().value();
    return rest;
}

}  // namespace quadrille::cover
