#include "progress.hpp"

#include <fmt/core.h>

#include "terminal.hpp"

namespace quadrille::cli {

Progress::Progress(bool quiet, std::string_view unit, std::optional<std::uint64_t> total_bytes)
    : active_(!quiet && messages_are_terminal()),
      unit_(unit),
      total_bytes_(total_bytes),
      start_(std::chrono::steady_clock::now()) {}

void Progress::advance(std::uint64_t records, std::uint64_t bytes_read) {
    done_ += records;
    if (!active_) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (seconds < next_) return;
    next_ = seconds + 0.2;
    show(seconds, bytes_read);
}

void Progress::show(double seconds, std::uint64_t bytes_read) {
    std::string line =
        fmt::format("\r\033[K{} {}, {:.0f} a second", done_, unit_, static_cast<double>(done_) / seconds);
    if (total_bytes_ && bytes_read > 0 && bytes_read <= *total_bytes_) {
        const double left =
            seconds * (static_cast<double>(*total_bytes_) / static_cast<double>(bytes_read) - 1);
        line += fmt::format(", about {:.0f} s left", left);
    }
    write_messages(line);
    shown_ = true;
}

void Progress::clear() {
    if (shown_) write_messages("\r\033[K");
    shown_ = false;
}

}  // namespace quadrille::cli
