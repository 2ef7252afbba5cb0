// CaDiCaL behind its door: the same solutions as trying everything, and bounds that stop it.
#include "quadrille/clause.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "groups_oracle.hpp"

namespace quadrille::clause {
namespace {

using test::Chosen;

TEST(Clause, AllSolutionsOfRandomGroups) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 1500; ++round) {
        const Groups groups = test::random_groups(random, 13);
        std::set<Chosen> expected = test::all_solutions(groups);
        if (expected.size() > 200) continue;
        std::vector<Chosen> forbidden;
        if (!expected.empty() && round % 2 == 0) {
            forbidden.push_back(*expected.begin());
            expected.erase(expected.begin());
        }
        std::set<Chosen> found;
        const Outcome outcome = search(groups, forbidden, {}, [&](std::span<const std::uint32_t> chosen) {
            EXPECT_TRUE(found.emplace(chosen.begin(), chosen.end()).second);
            return true;
        });
        ASSERT_EQ(found, expected) << "round " << round;
        EXPECT_EQ(outcome.ended, StopReason::exhausted);
    }
}

/// 60 pigeons, 59 holes: nobody finds out by clauses in reasonable time.
Groups crowd() { return test::rectangle(60, 59, GroupKind::at_most_one); }

TEST(Clause, TimeAndStopFlagEndALongQuestion) {
    const auto none = [](std::span<const std::uint32_t>) { return true; };
    EXPECT_EQ(search(crowd(), {}, {.seconds = 0.05}, none).ended, StopReason::seconds);
    StopFlag stop;
    stop.request();
    EXPECT_EQ(search(crowd(), {}, {.stop = &stop}, none).ended, StopReason::interrupted);
}

TEST(Clause, AStopRequestedMeanwhileEndsALongQuestion) {
    StopFlag stop;
    std::thread hand([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        stop.request();
    });
    const auto none = [](std::span<const std::uint32_t>) { return true; };
    EXPECT_EQ(search(crowd(), {}, {.stop = &stop}, none).ended, StopReason::interrupted);
    hand.join();
}

}  // namespace
}  // namespace quadrille::clause
