#include "quadrille/crew.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>

#include "tasks.hpp"

namespace quadrille {
namespace {

using Numbers = Crew<int, int>;

/// Squares 0..count-1 in `jobs` threads, early tasks slower than late ones, until `most` are consumed.
std::vector<int> squares(unsigned jobs, int count, std::size_t most = SIZE_MAX) {
    std::vector<int> result;
    Numbers::run(jobs, {.produce = up_to(count),
                        .make_worker = [](const Numbers::Serve&) { return square_slowly; },
                        .consume =
                            [&](int product) {
                                result.push_back(product);
                                return result.size() < most;
                            }});
    return result;
}

TEST(Crew, KeepsTheOrderAtAnyNumberOfJobs) {
    const std::vector<int> expected = squares(1, 3000);
    ASSERT_EQ(expected.size(), 3000u);
    EXPECT_EQ(expected[55], 55 * 55);
    for (unsigned jobs : {2u, 3u, 8u}) EXPECT_EQ(squares(jobs, 3000), expected);
    for (int count : {0, 1, 2}) EXPECT_EQ(squares(4, count), squares(1, count));
}

TEST(Crew, EndsEarlyWhenTheConsumerHasEnough) {
    for (unsigned jobs : {1u, 4u}) EXPECT_EQ(squares(jobs, 100000, 5).size(), 5u);
}

TEST(Crew, WorksOnAsManyThreadsAsThereAreJobsAndConsumesOnTheCallers) {
    const auto here = std::this_thread::get_id();
    for (unsigned jobs : {1u, 3u}) {
        std::atomic<unsigned> workers = 0, here_too = 0;
        Numbers::run(jobs, {.produce = up_to(1000),
                            .make_worker =
                                [&](const Numbers::Serve&) {
                                    ++workers;
                                    if (std::this_thread::get_id() == here) ++here_too;
                                    return [](int task) { return task; };
                                },
                            .consume = [&](int) { return std::this_thread::get_id() == here; }});
        EXPECT_EQ(workers, jobs);
        EXPECT_EQ(here_too, 1u);
    }
}

/// Another thread takes the first task, the caller the second, which lasts until the first is consumed.
TEST(Crew, WhatIsDoneIsHandedOnInTheMiddleOfALongTask) {
    const auto here = std::this_thread::get_id();
    std::atomic<bool> first_begun = false, second_begun = false;
    int consumed = 0, consumed_within = 0;
    const auto wait_for = [](const std::atomic<bool>& flag) {
        while (!flag) std::this_thread::yield();
    };
    const auto others = [&](int task) {
        first_begun = true;
        wait_for(second_begun);
        return task;
    };
    const auto make_worker = [&](const Numbers::Serve& serve) -> Numbers::Work {
        if (std::this_thread::get_id() != here) return others;
        wait_for(first_begun);
        return [&, serve](int task) {
            second_begun = true;
            for (int rounds = 0; task == 1 && consumed == 0 && rounds < 10'000; ++rounds) {
                serve();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            if (task == 1) consumed_within = consumed;
            return task;
        };
    };
    const auto consume = [&](int product) {
        EXPECT_EQ(product, consumed++);
        return true;
    };
    Numbers::run(2, {.produce = up_to(200), .make_worker = make_worker, .consume = consume});
    EXPECT_EQ(consumed, 200);
    EXPECT_GT(consumed_within, 0);
}

/// The first task is another thread's and lasts until the caller, with nothing left to do, is seen to wait.
TEST(Crew, TheCallerIsHeardOfWhileItWaits) {
    const auto here = std::this_thread::get_id();
    std::atomic<bool> begun = false, waited = false;
    const auto wait_for = [](const std::atomic<bool>& flag) {
        for (int rounds = 0; !flag && rounds < 10'000; ++rounds)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return flag.load();
    };
    const auto make_worker = [&](const Numbers::Serve&) -> Numbers::Work {
        if (std::this_thread::get_id() == here) wait_for(begun);
        return [&](int task) {
            begun = true;
            if (task == 0) EXPECT_TRUE(wait_for(waited));
            return task;
        };
    };
    int consumed = 0;
    Numbers::run(2, {.produce = up_to(100),
                     .make_worker = make_worker,
                     .consume = [&](int product) { return product == consumed++; },
                     .wait = [&] { waited = true; }});
    EXPECT_EQ(consumed, 100);
}

TEST(Crew, DoesAllOfItWithTheThreadsThereAre) {
    std::vector<int> all(500);
    std::iota(all.begin(), all.end(), 0);
    for (int threads = 0; threads < 5; ++threads) {
        std::vector<int> result;
        Numbers::run(4, {.produce = up_to(500),
                         .make_worker = [](const Numbers::Serve&) { return [](int task) { return task; }; },
                         .consume =
                             [&](int product) {
                                 result.push_back(product);
                                 return true;
                             },
                         .start = so_many_threads(threads)});
        EXPECT_EQ(result, all) << threads << " threads";
    }
}

}  // namespace
}  // namespace quadrille
