// Groups: a choice of variables of which each group takes exactly one, or at most one.
// What the engines learn and clause are fed; a puzzle's groups are its cells and its (region, digit) pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quadrille {

/// How many members of a group are chosen.
enum class GroupKind : std::uint8_t { exactly_one, at_most_one };

/// The groups first .. last - 1.
struct GroupBlock {
    std::uint32_t first;
    std::uint32_t last;
};

/// The variables 0 .. variables - 1 and the groups over them. Every variable must be in a group of which
/// exactly one member is chosen.
struct Groups {
    std::uint32_t variables = 0;
    std::vector<std::uint32_t> start{0};  ///< group g's members: members[start[g] .. start[g + 1])
    std::vector<std::uint32_t> members;
    std::vector<GroupKind> kinds;
    /// Groups that share no variable and of which exactly one member is chosen each: the digits of a region.
    /// The first group of each of their variables is one of which exactly one member is chosen: the cell.
    std::vector<GroupBlock> blocks;

    std::size_t size() const { return kinds.size(); }
    std::span<const std::uint32_t> members_of(std::size_t group) const {
        return {members.data() + start[group], members.data() + start[group + 1]};
    }
    /// Appends a group; its members are variables, none twice.
    void add(std::span<const std::uint32_t> group, GroupKind kind) {
        members.insert(members.end(), group.begin(), group.end());
        close(kind);
    }
    /// Makes a group of the members appended since the last one.
    void close(GroupKind kind) {
        start.push_back(static_cast<std::uint32_t>(members.size()));
        kinds.push_back(kind);
    }
};

}  // namespace quadrille
