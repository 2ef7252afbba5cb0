// The dull oracle of exact cover: tries every subset of the options. And random small problems.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "quadrille/cover.hpp"

namespace quadrille::cover::oracle {

inline Solution sorted(std::span<const Option> solution) {
    Solution copy(solution.begin(), solution.end());
    std::ranges::sort(copy);
    return copy;
}

/// True if a set of options, given as bits, is a solution by the very definition.
inline bool is_solution(const Problem& problem, std::uint64_t subset) {
    std::map<Item, std::vector<Colour>> uses;
    for (Option option = 0; option < problem.option_count(); ++option) {
        if ((subset >> option & 1) == 0) continue;
        if (!problem.is_choosable(option)) return false;
        for (std::size_t index = 0; index < problem.items_of(option).size(); ++index) {
            uses[problem.items_of(option)[index]].push_back(problem.colour_of(option, index));
        }
    }
    for (Item item = 0; item < problem.item_count(); ++item) {
        const auto& colours = uses[item];
        if (problem.is_primary(item)) {
            const auto [low, high] = problem.multiplicity_of(item);
            if (colours.size() < low || colours.size() > high) return false;
        } else if (colours.size() > 1) {
            if (colours.front() == 0) return false;
            for (Colour colour : colours) {
                if (colour != colours.front()) return false;
            }
        }
    }
    return true;
}

/// Every solution, each ascending.
inline std::set<Solution> solutions(const Problem& problem) {
    std::set<Solution> found;
    for (std::uint64_t subset = 0; subset < std::uint64_t{1} << problem.option_count(); ++subset) {
        if (!is_solution(problem, subset)) continue;
        Solution solution;
        for (Option option = 0; option < problem.option_count(); ++option) {
            if (subset >> option & 1) solution.push_back(option);
        }
        found.insert(solution);
    }
    return found;
}

/// What random problems contain.
struct Kind {
    bool secondary = false;
    bool colours = false;
    bool multiplicities = false;
    bool costs = false;
};

/// A random problem of at most 12 options: duplicates, options without primary items and items
/// without options all occur.
inline Problem random_problem(std::uint64_t seed, Kind kind) {
    std::mt19937_64 random(seed);
    const auto pick = [&](std::uint64_t low, std::uint64_t high) {
        return low + random() % (high - low + 1);
    };
    Builder builder;
    const auto primary = static_cast<Item>(pick(0, 5));
    const auto secondary = static_cast<Item>(kind.secondary ? pick(0, 4) : 0);
    for (Item item = 0; item < primary; ++item) {
        Multiplicity range;
        if (kind.multiplicities && pick(0, 1) == 0) {
            range.low = static_cast<std::uint32_t>(pick(0, 2));
            range.high = std::max(1u, range.low + static_cast<std::uint32_t>(pick(0, 2)));
        }
        builder.add_item({}, range);
    }
    builder.add_secondary_items(secondary);
    const auto options = pick(0, 12);
    const auto density = pick(2, 5);
    for (std::uint64_t option = 0; option < options; ++option) {
        std::vector<Entry> entries;
        for (Item item = 0; item < primary + secondary; ++item) {
            if (pick(0, density) > 1) continue;
            const bool coloured = kind.colours && item >= primary && pick(0, 3) != 0;
            entries.push_back({item, coloured ? static_cast<Colour>(pick(1, 3)) : 0});
        }
        builder.add_option(entries, kind.costs ? static_cast<Cost>(pick(0, 20)) : 0);
    }
    return builder.build().value();
}

/// Where items are the pairs of points: the number of one, a before b.
inline Item pair_number(Item a, Item b) { return b * (b - 1) / 2 + a; }

/// Triples of points that cover all pairs once.
inline Problem triple_systems(Item points) {
    Builder builder;
    builder.add_items(points * (points - 1) / 2);
    for (Item c = 2; c < points; ++c) {
        for (Item b = 1; b < c; ++b) {
            for (Item a = 0; a < b; ++a)
                builder.add_option({pair_number(a, b), pair_number(a, c), pair_number(b, c)});
        }
    }
    return builder.build().value();
}

/// All the solutions an engine visits, each ascending; a solution visited twice shows as `twice`.
struct Visited {
    std::set<Solution> solutions;
    bool twice = false;
    Answer answer;
};

inline Visited visited(const Problem& problem, const Settings& settings) {
    Visited all;
    all.answer = visit(
                     problem,
                     [&](std::span<const Option> solution) {
                         all.twice |= !all.solutions.insert(sorted(solution)).second;
                         return true;
                     },
                     settings)
                     .value();
    return all;
}

/// Set partitions of `size` elements: every subset is an option.
inline Problem set_partitions(Item size) {
    Builder builder;
    builder.add_items(size);
    for (std::uint32_t subset = 1; subset < 1u << size; ++subset) {
        std::vector<Item> items;
        for (Item item = 0; item < size; ++item) {
            if (subset >> item & 1) items.push_back(item);
        }
        builder.add_option(items);
    }
    return builder.build().value();
}

/// Every kind of problem by number, 0 to 15.
inline Kind kind_of(unsigned number, bool costs = true) {
    return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0, costs};
}

}  // namespace quadrille::cover::oracle
