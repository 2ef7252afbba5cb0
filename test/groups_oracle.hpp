// Random groups, and all their solutions by trying every set of variables.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "quadrille/groups.hpp"

namespace quadrille::test {

using Chosen = std::vector<std::uint32_t>;

/// Groups over at most `most` variables, each of them in an exact group.
inline Groups random_groups(std::mt19937_64& random, std::uint32_t most) {
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    Groups groups;
    groups.variables = 1 + below(most);
    std::vector<Chosen> partition(1 + below(groups.variables));
    for (std::uint32_t v = 0; v < groups.variables; ++v)
        partition[below(static_cast<std::uint32_t>(partition.size()))].push_back(v);
    for (const Chosen& part : partition)
        if (!part.empty() || below(20) == 0) groups.add(part, GroupKind::exactly_one);
    for (std::uint32_t extra = below(groups.variables); extra > 0; --extra) {
        Chosen group;
        for (std::uint32_t v = 0; v < groups.variables; ++v)
            if (below(4) == 0) group.push_back(v);
        groups.add(group, below(2) == 0 && !group.empty() ? GroupKind::exactly_one : GroupKind::at_most_one);
    }
    return groups;
}

/// Exactly one variable of each row, and of each column as many as `columns` says: row * width + column.
inline Groups rectangle(std::uint32_t height, std::uint32_t width, GroupKind columns) {
    Groups groups;
    groups.variables = height * width;
    for (std::uint32_t row = 0; row < height; ++row) {
        Chosen members;
        for (std::uint32_t column = 0; column < width; ++column) members.push_back(row * width + column);
        groups.add(members, GroupKind::exactly_one);
    }
    for (std::uint32_t column = 0; column < width; ++column) {
        Chosen members;
        for (std::uint32_t row = 0; row < height; ++row) members.push_back(row * width + column);
        groups.add(members, columns);
    }
    return groups;
}

/// A block of two to four cells and digits, some candidates missing, and a few groups across.
inline Groups random_blocks(std::mt19937_64& random) {
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const std::uint32_t side = 2 + below(3);
    std::vector<Chosen> cells(side), digits(side);
    Groups groups;
    for (std::uint32_t cell = 0; cell < side; ++cell) {
        for (std::uint32_t digit = 0; digit < side; ++digit) {
            if (below(4) == 0) continue;
            cells[cell].push_back(groups.variables);
            digits[digit].push_back(groups.variables++);
        }
    }
    for (const Chosen& cell : cells) groups.add(cell, GroupKind::exactly_one);
    groups.blocks.push_back({side, 2 * side});
    for (const Chosen& digit : digits) groups.add(digit, GroupKind::exactly_one);
    for (std::uint32_t extra = below(4); extra > 0 && groups.variables > 1; --extra) {
        const std::uint32_t one = below(groups.variables), other = below(groups.variables);
        if (one != other) groups.add(Chosen{one, other}, GroupKind::at_most_one);
    }
    return groups;
}

/// A Latin square of which only the candidates (row, column, digit) remain for which `has` is true: cells,
/// then the digits of each row, then those of each column.
template <class Has>
Groups latin(std::uint32_t side, Has has) {
    Groups groups;
    const std::size_t lines = std::size_t{side} * side;
    std::vector<Chosen> cells(lines), across(lines), down(lines);
    for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column)
            for (std::uint32_t digit = 0; digit < side; ++digit) {
                if (!has(row, column, digit)) continue;
                cells[row * side + column].push_back(groups.variables);
                across[row * side + digit].push_back(groups.variables);
                down[column * side + digit].push_back(groups.variables++);
            }
    for (const auto* family : {&cells, &across, &down})
        for (const Chosen& group : *family) groups.add(group, GroupKind::exactly_one);
    return groups;
}

inline bool satisfies(const Groups& groups, std::uint32_t set) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
        int count = 0;
        for (const std::uint32_t member : groups.members_of(group)) count += (set >> member) & 1;
        if (count > 1 || (count == 0 && groups.kinds[group] == GroupKind::exactly_one)) return false;
    }
    return true;
}

inline std::set<Chosen> all_solutions(const Groups& groups) {
    std::set<Chosen> solutions;
    for (std::uint32_t set = 0; set < 1u << groups.variables; ++set) {
        if (!satisfies(groups, set)) continue;
        Chosen chosen;
        for (std::uint32_t v = 0; v < groups.variables; ++v)
            if ((set >> v) & 1) chosen.push_back(v);
        solutions.insert(chosen);
    }
    return solutions;
}

}  // namespace quadrille::test
