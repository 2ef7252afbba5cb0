#include "cover/components.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::cover {

namespace {

/// Items that are joined by options, as trees: parent[item] leads to the least item of its part.
class Parts {
  public:
    explicit Parts(const Problem& problem) : parent_(problem.item_count()) {
        std::iota(parent_.begin(), parent_.end(), Item{0});
        for (Option option = 0; option < problem.option_count(); ++option) {
            if (!problem.is_choosable(option)) continue;
            for (const Item item : problem.items_of(option)) join(problem.items_of(option).front(), item);
        }
    }
    Item of(Item item) {
        while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
        return item;
    }

  private:
    void join(Item a, Item b) {
        a = of(a);
        b = of(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }
    std::vector<Item> parent_;
};

Problem part_of(const Problem& problem, Parts& parts, Item root) {
    Builder builder;
    std::vector<Item> number(problem.item_count(), 0);
    for (Item item = 0; item < problem.item_count(); ++item) {
        if (parts.of(item) != root) continue;
        number[item] = problem.is_primary(item) ? builder.add_item({}, problem.multiplicity_of(item))
                                                : builder.add_secondary_items(1);
    }
    std::vector<Entry> entries;
    for (Option option = 0; option < problem.option_count(); ++option) {
        if (!problem.is_choosable(option) || parts.of(problem.items_of(option).front()) != root) continue;
        entries.clear();
        for (std::size_t index = 0; index < problem.items_of(option).size(); ++index) {
            entries.push_back({number[problem.items_of(option)[index]], problem.colour_of(option, index)});
        }
        builder.add_option(entries);
    }
    return builder.build().value();
}

}  // namespace

std::vector<Problem> independent_parts(const Problem& problem) {
    Parts parts(problem);
    std::vector<Item> roots;
    for (Item item = 0; item < problem.primary_count(); ++item) {
        if (parts.of(item) == item) roots.push_back(item);
    }
    std::vector<Problem> result;
    constexpr std::size_t most_work = std::size_t{1} << 28;
    if (roots.size() < 2 || roots.size() * (problem.item_count() + problem.entry_count()) > most_work)
        return result;
    for (const Item root : roots) result.push_back(part_of(problem, parts, root));
    return result;
}

}  // namespace quadrille::cover
