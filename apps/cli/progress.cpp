#include "progress.hpp"

#include <fmt/core.h>

#include "terminal.hpp"

namespace quadrille::cli {

Progress::Progress(bool quiet, std::string_view unit, std::optional<std::uint64_t> total_bytes)
    : active_(!quiet && messages_are_terminal()),
      unit_(unit),
      total_bytes_(total_bytes),
      start_(std::chrono::steady_clock::now()),
      watch_([this](const Budget& search) { look_on(search); }) {}

std::optional<double> Progress::due() {
    if (!active_) return {};
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    double next = next_;
    if (seconds < next || !next_.compare_exchange_strong(next, seconds + 0.2)) return {};
    return seconds;
}

void Progress::advance(std::uint64_t records, std::uint64_t bytes_read) {
    done_ += records;
    const auto seconds = due();
    if (!seconds) return;
    std::string line =
        fmt::format("{} {}, {:.0f} a second", done(), unit_, static_cast<double>(done()) / *seconds);
    if (total_bytes_ && bytes_read > 0 && bytes_read <= *total_bytes_) {
        const double left =
            *seconds * (static_cast<double>(*total_bytes_) / static_cast<double>(bytes_read) - 1);
        line += fmt::format(", about {:.0f} s left", left);
    }
    show(line);
}

void Progress::look_on(const Budget& search) {
    const auto seconds = due();
    if (!seconds) return;
    std::string line = fmt::format("{} {} after {:.0f} s", done(), unit_, *seconds);
    if (search.nodes() != 0) line += fmt::format("; under way: {} nodes", search.nodes());
    if (search.solutions() != 0) line += fmt::format(", {} solutions", search.solutions());
    show(line);
}

void Progress::show(std::string_view line) {
    write_messages(fmt::format("\r\033[K{}", line));
    shown_ = true;
}

void Progress::clear() {
    if (shown_.exchange(false)) write_messages("\r\033[K");
}

}  // namespace quadrille::cli
