#include "source.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "quadrille/decode.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

constexpr std::uint64_t least_chunk = 4096, most_chunk = std::uint64_t{256} << 10;  // bytes read at once
constexpr int wait_milliseconds = 100;

std::optional<std::uint64_t> bytes_of(const std::vector<std::string>& names) {
    std::uint64_t total = 0;
    for (const std::string& name : names) {
        struct stat facts {};
        const int status = name == "-" ? fstat(STDIN_FILENO, &facts) : stat(name.c_str(), &facts);
        if (status != 0 || !S_ISREG(facts.st_mode)) return {};
        total += static_cast<std::uint64_t>(facts.st_size);
    }
    return total;
}

}  // namespace

Source::Source(std::vector<std::string> names, std::function<bool()> stop)
    : names_(names.empty() ? std::vector<std::string>{"-"} : std::move(names)),
      stop_(std::move(stop)),
      total_(bytes_of(names_)),
      chunk_(static_cast<std::size_t>(std::clamp(total_.value_or(most_chunk), least_chunk, most_chunk))),
      buffer_(std::make_unique_for_overwrite<char[]>(chunk_)) {}

Source::~Source() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

bool Source::wait_for_input() const {
    pollfd waiting{descriptor_, POLLIN, 0};
    while (!stop_()) {
        const int ready = ::poll(&waiting, 1, wait_milliseconds);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    return false;
}

Source::Step Source::fail(const char* verb) {
    const std::string reason = fmt::format("cannot {} {}: {}", verb, shown_, std::strerror(errno));
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    descriptor_ = -1;
    ++position_;
    return {Event::unreadable, reason};
}

Source::Step Source::next() {
    if (position_ == names_.size()) return {Event::end, {}};
    if (descriptor_ < 0) {
        const std::string& name = names_[position_];
        shown_ = name == "-" ? "stdin" : name;
        // Not to be kept waiting by a pipe that nobody writes to: wait_for_input looks at the stop flag.
        descriptor_ = name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor_ < 0) return fail("open");
    }
    if (!wait_for_input()) return {Event::end, {}};
    const ssize_t count = ::read(descriptor_, buffer_.get(), chunk_);
    if (count < 0) return errno == EINTR || errno == EAGAIN ? Step{Event::bytes, {}} : fail("read");
    if (count > 0) return {Event::bytes, {buffer_.get(), static_cast<std::size_t>(count)}};
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    descriptor_ = -1;
    ++position_;
    return {Event::end_of_file, {}};
}

Result<std::string> read_whole(const std::vector<std::string>& files) {
    Source source(files, [] { return interrupt_flag().requested(); });
    Decoder decoder;
    std::string text;
    for (;;) {
        const std::size_t begin = text.size();
        const Source::Step step = source.next();
        if (step.event == Source::Event::bytes) decoder.decode(step.text, text);
        if (step.event == Source::Event::end_of_file) decoder.finish(text);
        if (text.find('\0', begin) != std::string::npos)
            return Error{ErrorCode::unreadable,
                         fmt::format("{} is not text: it has a zero byte", source.name()), 0, 0};
        if (step.event == Source::Event::unreadable) return Error{ErrorCode::unreadable, step.text, 0, 0};
        if (step.event != Source::Event::end) continue;
        if (!interrupt_flag().requested()) return text;
        throw InterruptedReading(fmt::format("interrupted while {} was read", source.name()));
    }
}

}  // namespace quadrille::cli
