// The line on standard error that tells how far long work is: only on a terminal, only after a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::cli {

class Progress {
  public:
    /// `total_bytes`: the size of the input, where it is known.
    Progress(bool quiet, std::string_view unit, std::optional<std::uint64_t> total_bytes);

    /// Counts records done, with the bytes read so far; shows the line if it is time.
    void advance(std::uint64_t records, std::uint64_t bytes_read);
    /// Takes the line away before other output.
    void clear();
    std::uint64_t done() const { return done_; }

  private:
    void show(double seconds, std::uint64_t bytes_read);

    bool active_;
    std::string_view unit_;
    std::optional<std::uint64_t> total_bytes_;
    std::uint64_t done_ = 0;
    bool shown_ = false;
    std::chrono::steady_clock::time_point start_;
    double next_ = 1;
};

}  // namespace quadrille::cli
