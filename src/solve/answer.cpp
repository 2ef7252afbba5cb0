#include <fmt/core.h>

#include "quadrille/solve.hpp"

namespace quadrille {

Verdict Answer::verdict() const {
    if (ended == StopReason::solutions || ended == StopReason::visitor) return Verdict::at_least;
    if (ended != StopReason::exhausted) return Verdict::stopped;
    if (solutions == 0) return Verdict::none;
    return solutions == 1 ? Verdict::unique : Verdict::several;
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::none: return "none";
        case Verdict::unique: return "unique";
        case Verdict::several: return "several";
        case Verdict::at_least: return "at_least";
        case Verdict::stopped: return "stopped";
    }
    return "unknown";
}

namespace {

std::string counted(std::uint64_t solutions) {
    return solutions == 1 ? "1 solution" : fmt::format("{} solutions", solutions);
}

}  // namespace

std::string statement(const Answer& answer, const Bounds& bounds) {
    switch (answer.verdict()) {
        case Verdict::none: return "no solution";
        case Verdict::unique:
        case Verdict::several: return "exactly " + counted(answer.solutions);
        case Verdict::at_least: return "at least " + counted(answer.solutions);
        case Verdict::stopped: break;
    }
    if (answer.solutions == 0) return stop_words(answer.ended, bounds) + ", no solution found yet";
    return "at least " + counted(answer.solutions) + ", " + stop_words(answer.ended, bounds);
}

}  // namespace quadrille
