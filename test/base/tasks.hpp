// Tasks and threads for tests of what spreads work over threads.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace quadrille {

/// Produces 0, 1, ... count - 1.
inline std::function<std::optional<int>()> up_to(int count) {
    return [next = 0, count]() mutable { return next == count ? std::nullopt : std::optional(next++); };
}

/// Work whose early tasks are slower than late ones.
inline int square_slowly(int task) {
    for (volatile int left = (1000 - task % 1000) * 10; left > 0;) left = left - 1;
    return task * task;
}

inline void fail_if(bool fails) {
    if (fails) throw std::runtime_error("planted");
}

/// A system that gives so many threads and no more.
inline std::function<std::jthread(std::function<void()>)> so_many_threads(int threads) {
    return [left = threads](std::function<void()> part) mutable {
        if (left-- == 0)
            throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        return std::jthread(std::move(part));
    };
}

}  // namespace quadrille
