#include "quadrille/parallel.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>

namespace quadrille {

unsigned processor_count() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        return static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
    }
    return std::max(std::thread::hardware_concurrency(), 1u);
}

bool Threads::borrow() {
    unsigned busy = busy_.load();
    while (busy < count_) {
        if (busy_.compare_exchange_weak(busy, busy + 1)) return true;
    }
    return false;
}

bool sleep_unless(const StopFlag& stop, double seconds) {
    constexpr std::chrono::milliseconds slice(2);
    const Budget clock({});
    while (!stop.requested() && clock.seconds() < seconds) std::this_thread::sleep_for(slice);
    return !stop.requested();
}

void run_beside(const std::function<void()>& beside, const std::function<void()>& work) {
    std::exception_ptr failure;
    {
        const std::jthread thread([&] {
            try {
                beside();
            } catch (...) {
                failure = std::current_exception();
            }
        });
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace quadrille
