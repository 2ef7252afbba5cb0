#include "learn/crossings.hpp"

#include <algorithm>

namespace quadrille::learn {

namespace {

using Members = std::vector<Variable>;

constexpr GroupIndex no_line = ~GroupIndex{0};

class Finder {
  public:
    explicit Finder(const Assignment& assignment)
        : assignment_(assignment),
          across_(assignment.variable_count(), no_line),
          down_(assignment.variable_count(), no_line),
          met_(assignment.group_count()) {
        for (Variable variable = 0; variable < assignment.variable_count(); ++variable) {
            std::uint32_t number = 0;
            for (const GroupIndex group : assignment.groups_of(variable)) {
                ++number;
                if (number == 2 && assignment.is_exact(group)) across_[variable] = group;
                if (number == 3) down_[variable] = group;
            }
        }
    }

    Crossings run() && {
        Crossings found;
        for (const GroupIndex line : across_) {
            if (line == no_line || met_[line]) continue;
            const std::vector<Members> block = lines_met_from(line);
            if (!std::all_of(block.begin(), block.end(), [&](auto& members) { return is_plain(members); }))
                continue;
            const auto first = static_cast<std::uint32_t>(found.lines.size());
            for (const Members& members : block) found.lines.add(members, GroupKind::exactly_one);
            found.lines.blocks.push_back({first, static_cast<std::uint32_t>(found.lines.size())});
        }
        found.down = std::move(down_);
        return found;
    }

  private:
    /// The live members of a line across, of those that lines down through it meet, and so on.
    std::vector<Members> lines_met_from(GroupIndex first) {
        std::vector<GroupIndex> lines;
        const auto meet = [&](GroupIndex line) {
            if (line == no_line || met_[line]) return;
            met_[line] = 1;
            lines.push_back(line);
        };
        meet(first);
        std::vector<Members> block;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            Members& members = block.emplace_back();
            assignment_.for_each_live(lines[i], [&](Variable member) { members.push_back(member); });
            for (const Variable member : members) {
                if (down_[member] == no_line) continue;
                assignment_.for_each_live(down_[member], [&](Variable other) { meet(across_[other]); });
            }
        }
        return block;
    }

    /// True if the line across has members, of no other line across, each on a line down of its own.
    bool is_plain(const Members& members) const {
        std::vector<GroupIndex> lines;
        for (const Variable member : members) {
            if (across_[member] != across_[members[0]]) return false;
            lines.push_back(down_[member]);
        }
        std::sort(lines.begin(), lines.end());
        return !lines.empty() && lines.back() != no_line &&
               std::adjacent_find(lines.begin(), lines.end()) == lines.end();
    }

    const Assignment& assignment_;
    std::vector<GroupIndex> across_, down_;  // one a variable
    std::vector<char> met_;                  // lines across that are in a block
};

}  // namespace

Crossings find_crossings(const Assignment& assignment) { return Finder(assignment).run(); }

}  // namespace quadrille::learn
