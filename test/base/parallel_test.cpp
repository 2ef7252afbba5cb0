#include "quadrille/parallel.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tasks.hpp"

namespace quadrille {
namespace {

using Line = OrderedLine<int, int>;

/// Squares 0..count-1 in `jobs` threads, early tasks slower than late ones, until `most` are consumed.
std::vector<int> squares(unsigned jobs, int count, std::size_t most = SIZE_MAX, bool at_hand = false) {
    std::vector<int> result;
    Line::run(jobs, {.produce = up_to(count),
                     .make_worker = [] { return square_slowly; },
                     .consume =
                         [&](int product) {
                             result.push_back(product);
                             return result.size() < most;
                         },
                     .at_hand = at_hand});
    return result;
}

TEST(OrderedLine, KeepsTheOrderAtAnyNumberOfJobs) {
    const std::vector<int> expected = squares(1, 3000);
    ASSERT_EQ(expected.size(), 3000u);
    EXPECT_EQ(expected[55], 55 * 55);
    for (unsigned jobs : {2u, 3u, 8u}) EXPECT_EQ(squares(jobs, 3000), expected);
    EXPECT_TRUE(squares(4, 0).empty());
}

TEST(OrderedLine, TasksAtHandAreTheSame) {
    for (int count : {0, 1, 2, 3, 3000})
        EXPECT_EQ(squares(3, count, SIZE_MAX, true), squares(1, count)) << count;
    EXPECT_EQ(squares(3, 100, 1, true).size(), 1u);
}

TEST(OrderedLine, OneTaskAtHandNeedsNoThread) {
    for (int count : {1, 2}) {
        std::atomic<bool> elsewhere = false;
        const auto here = std::this_thread::get_id();
        Line::run(2, {.produce = up_to(count),
                      .make_worker =
                          [&] {
                              if (std::this_thread::get_id() != here) elsewhere = true;
                              return [](int task) { return task; };
                          },
                      .consume = [](int) { return true; },
                      .at_hand = true});
        EXPECT_EQ(elsewhere, count > 1);
    }
}

TEST(OrderedLine, EndsEarlyWhenTheConsumerHasEnough) {
    for (unsigned jobs : {1u, 4u}) EXPECT_EQ(squares(jobs, 100000, 5).size(), 5u);
}

TEST(OrderedLine, HandsOutAProductWhileProduceStillBlocks) {
    std::mutex mutex;
    std::condition_variable changed;
    bool consumed = false;
    int next = 0;
    Line::run(2, {.produce = [&]() -> std::optional<int> {
                      if (next++ == 0) return 7;
                      std::unique_lock lock(mutex);
                      changed.wait(lock, [&] { return consumed; });
                      return {};
                  },
                  .make_worker = [] { return [](int task) { return task; }; },
                  .consume =
                      [&](int product) {
                          EXPECT_EQ(product, 7);
                          const std::lock_guard lock(mutex);
                          consumed = true;
                          changed.notify_all();
                          return true;
                      }});
    EXPECT_TRUE(consumed);
}

TEST(OrderedLine, DoesAllOfItWithTheThreadsThereAre) {
    for (int threads = 0; threads < 6; ++threads) {
        for (bool at_hand : {false, true}) {
            std::vector<int> result;
            Line::run(4, {.produce = up_to(500),
                          .make_worker = [] { return [](int task) { return task; }; },
                          .consume =
                              [&](int product) {
                                  result.push_back(product);
                                  return true;
                              },
                          .at_hand = at_hand,
                          .start = so_many_threads(threads)});
            std::vector<int> all(500);
            std::iota(all.begin(), all.end(), 0);
            EXPECT_EQ(result, all) << threads << " threads";
        }
    }
}

TEST(Processors, AtLeastOne) { EXPECT_GE(processor_count(), 1u); }

TEST(RunBeside, BothRunAndAnExceptionOfEitherLeaves) {
    int beside = 0, work = 0;
    run_beside([&] { beside = 1; }, [&] { work = 2; });
    EXPECT_EQ(beside + work, 3);
    EXPECT_THROW(run_beside([] { throw std::runtime_error("beside"); }, [&] { work = 4; }),
                 std::runtime_error);
    EXPECT_EQ(work, 4);
    EXPECT_THROW(run_beside([&] { beside = 5; }, [] { throw std::runtime_error("work"); }),
                 std::runtime_error);
    EXPECT_EQ(beside, 5);
}

TEST(SleepUnless, TellsWhetherItWasWoken) {
    StopFlag stop;
    EXPECT_TRUE(sleep_unless(stop, 0.001));
    stop.request();
    EXPECT_FALSE(sleep_unless(stop, 1000));
}

TEST(Threads, ThoseAtWorkAreNotLent) {
    Threads threads(2);
    const Threads::AtWork one(&threads);
    EXPECT_TRUE(threads.borrow());
    EXPECT_FALSE(threads.borrow());
    threads.give_back();
    {
        const Threads::AtWork another(&threads);
        EXPECT_FALSE(threads.borrow());
    }
    EXPECT_TRUE(threads.borrow());
    const Threads::AtWork none(nullptr);
}

}  // namespace
}  // namespace quadrille
