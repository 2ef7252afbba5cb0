#include <fmt/core.h>

#include <algorithm>

#include "quadrille/base.hpp"

namespace quadrille {

namespace {
constexpr std::uint64_t look_every = 64;
}

Budget::Budget(const Bounds& bounds) : bounds_(bounds), start_(std::chrono::steady_clock::now()) {}

double Budget::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Budget::poll() {
    if (stopped()) return false;
    if (bounds_.stop != nullptr && bounds_.stop->requested()) stop(StopReason::interrupted);
    else if (bounds_.seconds > 0 && seconds() >= bounds_.seconds) stop(StopReason::seconds);
    else if (bounds_.watch != nullptr) (*bounds_.watch)(*this);
    return !stopped();
}

bool Budget::look() {
    if (!poll()) return false;
    if (bounds_.nodes != 0 && nodes_ >= bounds_.nodes) {
        stop(StopReason::nodes);
        return false;
    }
    next_look_ = nodes_ + look_every;
    if (bounds_.nodes != 0) next_look_ = std::min(next_look_, bounds_.nodes);
    return true;
}

std::string_view name_of(StopReason reason) {
    switch (reason) {
        case StopReason::exhausted: return "exhausted";
        case StopReason::solutions: return "solutions";
        case StopReason::nodes: return "nodes";
        case StopReason::seconds: return "seconds";
        case StopReason::interrupted: return "interrupted";
        case StopReason::visitor: return "visitor";
        case StopReason::memory: return "memory";
    }
    return "unknown";
}

std::string stop_words(StopReason reason, const Bounds& bounds) {
    const auto plural = [](std::uint64_t count) { return count == 1 ? "" : "s"; };
    switch (reason) {
        case StopReason::exhausted: return "all searched";
        case StopReason::solutions:
            return fmt::format("stopped after {} solution{}", bounds.solutions, plural(bounds.solutions));
        case StopReason::nodes:
            return fmt::format("stopped after {} node{}", bounds.nodes, plural(bounds.nodes));
        case StopReason::seconds: return fmt::format("stopped after {} s", bounds.seconds);
        case StopReason::interrupted: return "interrupted";
        case StopReason::visitor: return "stopped when no more was wanted";
        case StopReason::memory: return "stopped for want of memory";
    }
    return "stopped";
}

}  // namespace quadrille
