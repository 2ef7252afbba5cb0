// Clause beside learn: heard exactly where its proof says all that learn would say.
#include "solve/race.hpp"

#include <gtest/gtest.h>

#include "oracle.hpp"
#include "quadrille/parallel.hpp"
#include "solve/as_cover.hpp"

namespace quadrille {
namespace {

Puzzle puzzle_of(const Grid& givens) { return {Geometry::make(Layout::boxed(2, 2)).value(), givens, {}}; }

const Grid only_one{1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 4, 0, 0};
const Grid none_at_all{1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 3, 0, 0, 4};
const Grid many{1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

/// Never finds anything, and ends when it is told to.
void wait_for_the_end(const SolveSettings& settings, Answer& answer) {
    EXPECT_FALSE(sleep_unless(*settings.bounds.stop, 1000));
    answer.ended = StopReason::interrupted;
}

/// Stays alone for longer than clause needs, then says that it has found one more solution.
void be_left_alone(const SolveSettings& settings, Answer& answer) {
    EXPECT_TRUE(sleep_unless(*settings.bounds.stop, 0.4)) << "clause may not speak here";
    ++answer.solutions;
    answer.ended = StopReason::solutions;
}

PuzzleGroups groups_of(const Puzzle& puzzle) {
    PuzzleGroups made;
    Budget unbounded({});
    EXPECT_FALSE(as_groups(*puzzle.geometry, without_givens(puzzle), unbounded, made));
    return made;
}

using Learn = void (*)(const SolveSettings&, Answer&);

Answer raced(const Grid& givens, std::uint64_t limit, std::span<const Grid> known, Learn learn) {
    const Puzzle puzzle = puzzle_of(givens);
    const PuzzleGroups made = groups_of(puzzle);
    Threads threads(2);
    const Threads::AtWork at_work(&threads);
    const SolveSettings settings{.bounds = {.solutions = limit}, .visit = {}, .threads = &threads};
    const Race race{puzzle, settings, made, known};
    Answer answer;
    answer.solutions = known.size();
    if (!known.empty()) answer.first = known.front();
    EXPECT_TRUE(may_race(race));
    EXPECT_FALSE(may_race(race)) << "there is no third thread";
    run_race(race, learn, answer);
    EXPECT_TRUE(threads.borrow()) << "the thread was given back";
    return answer;
}

TEST(Race, AProofOfNoneOrOneEndsLearn) {
    const auto expected = oracle::solutions(puzzle_of(only_one));
    ASSERT_EQ(expected.size(), 1u);
    ASSERT_TRUE(oracle::solutions(puzzle_of(none_at_all)).empty());
    for (const std::uint64_t limit : {0u, 1u, 2u, 5u}) {
        const Answer one = raced(only_one, limit, {}, wait_for_the_end);
        EXPECT_EQ(one.first, expected.front());
        EXPECT_EQ(one.solutions, 1u);
        EXPECT_EQ(one.ended, limit == 1 ? StopReason::solutions : StopReason::exhausted);
        const Answer none = raced(none_at_all, limit, {}, wait_for_the_end);
        EXPECT_EQ(none.verdict(), Verdict::none);
    }
}

TEST(Race, AFirstSolutionThatIsKnownStaysTheFirst) {
    const auto all = oracle::solutions(puzzle_of(many));
    ASSERT_GT(all.size(), 2u);
    const std::vector<Grid> known{*std::next(all.begin())};
    const Answer counted = raced(many, 0, known, wait_for_the_end);
    EXPECT_EQ(counted.first, known.front());
    EXPECT_EQ(counted.solutions, all.size());
    EXPECT_TRUE(counted.exact());
}

TEST(Race, SolutionsThatAreOnlyFoundAreNotShown) {
    for (const std::uint64_t limit : {0u, 1u, 2u}) {
        const Answer answer = raced(many, limit, {}, be_left_alone);
        EXPECT_EQ(answer.solutions, 1u);
        EXPECT_TRUE(answer.first.empty()) << "learn found none here";
    }
}

TEST(Race, NobodyRacesForAVisitorOrUnderABoundOnNodes) {
    const Puzzle puzzle = puzzle_of(only_one);
    const PuzzleGroups made = groups_of(puzzle);
    Threads threads(2);
    const auto all = [](std::span<const Digit>) { return true; };
    const SolveSettings visits{.visit = all, .threads = &threads};
    const SolveSettings counted{.bounds = {.nodes = 5}, .visit = {}, .threads = &threads};
    const SolveSettings lone{.visit = {}, .threads = nullptr};
    for (const SolveSettings* settings : {&visits, &counted, &lone})
        EXPECT_FALSE(may_race({puzzle, *settings, made, {}}));
}

}  // namespace
}  // namespace quadrille
