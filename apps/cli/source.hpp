// The input files, one after the other, as chunks of bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadrille/base.hpp"

namespace quadrille::cli {

/// Reads files in order; "-" is standard input. Waits for input in short steps, so that `stop` is
/// asked while nothing comes.
class Source {
  public:
    Source(std::vector<std::string> names, std::function<bool()> stop);
    ~Source();
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    enum class Event { bytes, end_of_file, unreadable, end };
    struct Step {
        Event event;
        std::string text;  ///< the bytes, or why the file cannot be read
    };

    /// The next bytes of the current file (as soon as there are any), its end, or the end of all.
    Step next();
    /// The file that the last step was about: its name, "stdin" for standard input.
    const std::string& name() const { return shown_; }
    /// Bytes in all files together; nothing where one of them is not a plain file.
    std::optional<std::uint64_t> total_bytes() const { return total_; }

  private:
    bool wait_for_input() const;
    Step fail(const char* verb);

    std::vector<std::string> names_;
    std::function<bool()> stop_;
    std::size_t position_ = 0;
    int descriptor_ = -1;
    std::string shown_;
    std::optional<std::uint64_t> total_;
    std::size_t chunk_;               // bytes read at once
    std::unique_ptr<char[]> buffer_;  // not filled first: a short input then touches a page or two
};

/// Thrown where Ctrl-C came before a text was whole: what has been read of it must not be answered.
struct InterruptedReading : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// All files, one after the other, as UTF-8 with LF at line ends (see quadrille/decode.hpp), or why one
/// cannot be read. Throws InterruptedReading.
Result<std::string> read_whole(const std::vector<std::string>& files);

}  // namespace quadrille::cli
