// Every engine against the oracle and known counts.
#include <gtest/gtest.h>

#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

constexpr Engine engines[] = {Engine::automatic, Engine::links, Engine::cells, Engine::rows, Engine::memo};

void expect_all_right(const Problem& problem, const std::string& what) {
    const auto expected = oracle::solutions(problem);
    for (Engine engine : engines) {
        const auto got = oracle::visited(problem, {.engine = engine});
        ASSERT_EQ(got.solutions, expected) << name_of(engine) << ' ' << what;
        ASSERT_FALSE(got.twice) << name_of(engine) << ' ' << what;
        ASSERT_TRUE(got.answer.complete());
        ASSERT_EQ(count(problem, {.engine = engine})->number, std::to_string(expected.size()));
    }
}

TEST(CoverAgree, RandomProblemsOfEveryKindWithTheOracle) {
    for (unsigned kind = 0; kind < 8; ++kind) {
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const oracle::Kind what{(kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0};
            expect_all_right(oracle::random_problem(seed * 8 + kind, what),
                             "kind " + std::to_string(kind) + " seed " + std::to_string(seed));
            if (HasFatalFailure()) return;
        }
    }
}

TEST(CoverAgree, WithoutItemsThereIsOneEmptySolution) {
    const Problem problem = Builder{}.build().value();
    expect_all_right(problem, "empty");
    EXPECT_EQ(solve(problem)->solutions, std::vector<Solution>{{}});
}

TEST(CoverAgree, AnItemWithoutOptionsHasNoSolution) {
    Builder builder;
    builder.add_items(2);
    builder.add_option({0});
    expect_all_right(builder.build().value(), "uncovered");
}

TEST(CoverAgree, DuplicateOptionsCountTwice) {
    Builder builder;
    builder.add_items(2);
    builder.add_option({0, 1});
    builder.add_option({0, 1});
    const Problem problem = builder.build().value();
    expect_all_right(problem, "duplicates");
    EXPECT_EQ(count(problem)->number, "2");
}

TEST(CoverAgree, OptionsWithOnlySecondaryItemsAreNeverChosen) {
    Builder builder;
    builder.add_items(1);
    builder.add_secondary_items(1);
    builder.add_option({0});
    builder.add_option({1});
    const Problem problem = builder.build().value();
    expect_all_right(problem, "secondary");
    EXPECT_EQ(solve(problem)->solutions, std::vector<Solution>{{0}});
}

}  // namespace
}  // namespace quadrille::cover
