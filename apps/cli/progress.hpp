// The line on standard error that tells how far long work is: only on a terminal, only after a second.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "quadrille/base.hpp"

namespace quadrille::cli {

class Progress {
  public:
    /// `total_bytes`: the size of the input, where it is known.
    Progress(bool quiet, std::string_view unit, std::optional<std::uint64_t> total_bytes);

    /// Counts records done, with the bytes read so far; shows the line if it is time.
    void advance(std::uint64_t records, std::uint64_t bytes_read);
    /// For the searches under way: shows how far one of them is if it is time. Nothing where no line is
    /// shown.
    const Watch* watch() const { return active_ ? &watch_ : nullptr; }
    /// Takes the line away before other output.
    void clear();
    std::uint64_t done() const { return done_; }

  private:
    /// The seconds since the beginning, if the line is due; any thread may ask, one is told.
    std::optional<double> due();
    void show(std::string_view line);
    void look_on(const Budget& search);

    bool active_;
    std::string_view unit_;
    std::optional<std::uint64_t> total_bytes_;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> shown_{false};
    std::chrono::steady_clock::time_point start_;
    std::atomic<double> next_{1};  // seconds after the start
    Watch watch_;
};

}  // namespace quadrille::cli
