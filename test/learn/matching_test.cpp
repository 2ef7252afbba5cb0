// Blocks by themselves: what a matching cannot use is excluded, and the reason says why.
#include "learn/matching.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "groups_oracle.hpp"
#include "quadrille/base.hpp"
#include "quadrille/random.hpp"

namespace quadrille::learn {
namespace {

using Variables = std::vector<Variable>;

/// A square of cells and digits with all candidates: variable cell * side + digit.
Groups square(std::uint32_t side) {
    Groups groups = test::rectangle(side, side, GroupKind::exactly_one);
    groups.blocks.push_back({side, 2 * side});
    return groups;
}

/// The exclusions that a reason names.
Variables named(const Matching& matching, Reason reason) {
    Variables found;
    matching.all_of_excluded(reason.index(), [&](Variable variable) {
        found.push_back(variable);
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

/// Excludes from a new level on, and follows groups and blocks.
std::optional<Conflict> exclude(const Variables& variables, Assignment& assignment, Matching& matching) {
    assignment.open_level();
    for (const Variable variable : variables) assignment.assign(excluded(variable), {});
    for (;;) {
        if (const auto conflict = assignment.propagate_groups()) return conflict;
        const std::size_t before = assignment.trail().size();
        if (const auto conflict = matching.propagate(assignment)) return conflict;
        if (assignment.trail().size() == before) return {};
    }
}

// Cells 0 and 1 of four hold only digits 0 and 1: these go nowhere else.
const Variables two_cells_two_digits{2, 3, 6, 7};

TEST(Matching, TwoCellsOfTwoDigitsKeepThem) {
    const Groups groups = square(4);
    Assignment assignment(groups);
    Matching matching(groups);
    ASSERT_FALSE(exclude({}, assignment, matching));
    EXPECT_TRUE(assignment.trail().empty());
    ASSERT_FALSE(exclude(two_cells_two_digits, assignment, matching));
    EXPECT_EQ(assignment.trail().size(), 8u);
    for (const Variable variable : {8u, 9u, 12u, 13u}) {
        EXPECT_LT(assignment.value(chosen(variable)), 0) << variable;
        ASSERT_EQ(assignment.reason_of(variable).kind(), Reason::Kind::filled);
        EXPECT_EQ(named(matching, assignment.reason_of(variable)), two_cells_two_digits);
    }
}

TEST(Matching, GoesBackWithTheTrail) {
    const Groups groups = square(4);
    Assignment assignment(groups);
    Matching matching(groups);
    ASSERT_FALSE(exclude({}, assignment, matching));
    for (int times = 0; times < 3; ++times) {
        ASSERT_FALSE(exclude(two_cells_two_digits, assignment, matching));
        EXPECT_EQ(assignment.trail().size(), 8u);
        matching.back_to(assignment, assignment.start_of(1));
        assignment.back_to(1);
        EXPECT_TRUE(assignment.trail().empty());
    }
    ASSERT_FALSE(exclude({2, 3}, assignment, matching));
    EXPECT_EQ(assignment.trail().size(), 2u);
}

TEST(Matching, ThreeCellsOfTwoDigitsAreAConflict) {
    const Groups groups = square(5);
    Assignment assignment(groups);
    Matching matching(groups);
    const Variables narrow{2, 3, 4, 7, 8, 9, 12, 13, 14};
    const auto conflict = exclude(narrow, assignment, matching);
    ASSERT_TRUE(conflict);
    ASSERT_EQ(conflict->reason.kind(), Reason::Kind::filled);
    EXPECT_EQ(named(matching, conflict->reason), narrow);
}

TEST(Matching, BlocksItCannotHoldAreLeftAlone) {
    Groups groups = square(65);
    Assignment assignment(groups);
    Matching matching(groups);
    Variables all_but_two;
    for (Variable digit = 2; digit < 65; ++digit) all_but_two.insert(all_but_two.end(), {digit, 65 + digit});
    ASSERT_FALSE(exclude(all_but_two, assignment, matching));
    EXPECT_EQ(assignment.trail().size(), all_but_two.size());
}

constexpr std::uint32_t walk_side = 6;

/// The variables of a square of walk_side, one bit each, that are not excluded.
std::uint64_t live(const Assignment& assignment) {
    std::uint64_t found = 0;
    for (Variable variable = 0; variable < walk_side * walk_side; ++variable)
        if (assignment.value(chosen(variable)) >= 0) found |= std::uint64_t{1} << variable;
    return found;
}

/// Those of the variables that all orders of the digits use which need no others.
std::uint64_t used(std::uint64_t variables) {
    std::array<std::uint32_t, walk_side> digits{0, 1, 2, 3, 4, 5};
    std::uint64_t found = 0;
    do {
        std::uint64_t order = 0;
        for (std::uint32_t cell = 0; cell < walk_side; ++cell)
            order |= std::uint64_t{1} << (cell * walk_side + digits[cell]);
        if ((order & ~variables) == 0) found |= order;
    } while (std::next_permutation(digits.begin(), digits.end()));
    return found;
}

TEST(Matching, OnAnyWayThereAndBackWhatSomeMatchingUsesIsLeft) {
    const Groups groups = square(walk_side);
    Assignment assignment(groups);
    Matching matching(groups);
    ASSERT_FALSE(exclude({}, assignment, matching));
    std::uint64_t seed = 1;
    const auto random_below = [&](std::uint32_t bound) {
        seed = next_random(seed);
        return static_cast<std::uint32_t>((seed >> 32) % bound);
    };
    const auto go_back = [&](std::uint32_t level) {
        matching.back_to(assignment, assignment.start_of(level));
        assignment.back_to(level);
    };
    int conflicts = 0, pruned = 0;
    for (int step = 0; step < 20000; ++step) {
        const Variable one = random_below(walk_side * walk_side), other = random_below(walk_side * walk_side);
        if (one == other || !assignment.is_open(one) || !assignment.is_open(other)) {
            if (assignment.level() > 1 && random_below(20) == 0)
                go_back(1 + random_below(assignment.level() - 1));
            continue;
        }
        const std::uint64_t left = live(assignment) & ~(std::uint64_t{1} << one | std::uint64_t{1} << other);
        if (exclude({one, other}, assignment, matching)) {
            ++conflicts;
            ASSERT_EQ(used(left), 0u) << step;
            go_back(assignment.level() - 1);
            continue;
        }
        ASSERT_EQ(live(assignment), used(left)) << step;
        if (used(left) != left) ++pruned;
    }
    EXPECT_GT(conflicts, 50);
    EXPECT_GT(pruned, 500);
}

// In four rows of five, digit 0 has no place but in two columns: in these it goes nowhere else.
TEST(Matching, LinesThatCrossKeepTheirColumns) {
    const Groups groups = test::latin(5, [](auto, auto, auto) { return true; });
    const auto variable = [](Variable row, Variable column) { return (row * 5 + column) * 5; };
    Assignment assignment(groups);
    Matching matching(groups);
    ASSERT_FALSE(exclude({}, assignment, matching));
    matching.add_crossings(assignment);
    Variables outside;
    for (const Variable row : {1u, 3u})
        for (const Variable column : {0u, 2u, 3u}) outside.push_back(variable(row, column));
    for (int times = 0; times < 2; ++times) {
        ASSERT_FALSE(exclude(outside, assignment, matching));
        EXPECT_EQ(assignment.trail().size(), outside.size() + 6);
        for (const Variable row : {0u, 2u, 4u}) {
            for (const Variable column : {1u, 4u}) {
                EXPECT_LT(assignment.value(chosen(variable(row, column))), 0);
                EXPECT_EQ(named(matching, assignment.reason_of(variable(row, column))), outside);
            }
        }
        matching.back_to(assignment, assignment.start_of(0));
        assignment.back_to(0);
        EXPECT_TRUE(assignment.trail().empty());
    }
}

}  // namespace
}  // namespace quadrille::learn
