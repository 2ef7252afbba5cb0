// What becomes of an exception, wherever work is spread over threads.
#include <gtest/gtest.h>

#include "quadrille/crew.hpp"
#include "tasks.hpp"

namespace quadrille {
namespace {

template <class Spread>
class Failure : public testing::Test {};
using Spreads = testing::Types<OrderedLine<int, int>, Crew<int, int>>;
TYPED_TEST_SUITE(Failure, Spreads);

TYPED_TEST(Failure, WorkUnderWayIsAskedToGiveUp) {
    StopFlag stop;
    const auto work = [&](int task) {
        if (task == 1) throw std::runtime_error("planted");
        while (!stop.requested()) std::this_thread::yield();
        return task;
    };
    const typename TypeParam::Parts parts{.produce = up_to(2),
                                          .make_worker = [&](const auto&...) { return work; },
                                          .consume = [](int) { return true; },
                                          .give_up = [&] { stop.request(); }};
    EXPECT_THROW(TypeParam::run(2, parts), std::runtime_error);
}

TYPED_TEST(Failure, OfAnyPartComesOut) {
    for (unsigned jobs : {1u, 3u}) {
        for (int part = 0; part < 4; ++part) {
            const auto produce = [&, next = up_to(1000)]() mutable {
                const auto task = next();
                fail_if(part == 0 && task == 50);
                return task;
            };
            const auto work = [&](int task) {
                fail_if(part == 1 && task == 50);
                return task;
            };
            const auto make_worker = [&](const auto&...) {
                fail_if(part == 3);
                return work;
            };
            const auto consume = [&](int product) {
                fail_if(part == 2 && product == 50);
                return true;
            };
            const typename TypeParam::Parts parts{
                .produce = produce, .make_worker = make_worker, .consume = consume};
            EXPECT_THROW(TypeParam::run(jobs, parts), std::runtime_error) << jobs << " jobs, part " << part;
        }
    }
}

}  // namespace
}  // namespace quadrille
