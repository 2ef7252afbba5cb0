#include "terminal.hpp"

#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>

#include <cerrno>

namespace quadrille::cli {

namespace {

thread_local std::string* said_later = nullptr;

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

double now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Asks the search to stop; a later signal ends the process. One that comes at once is the same again: who
/// signals a process and its group sends two.
void on_interrupt(int number) {
    constexpr double at_once = 0.1;
    static double first = 0;
    if (!interrupt_flag().requested()) {
        first = now();
        return interrupt_flag().request();
    }
    if (now() - first < at_once) return;
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect on return
}

}  // namespace

StopFlag& interrupt_flag() {
    static StopFlag flag;
    return flag;
}

void watch_interrupts() {
    interrupt_flag();  // made now, not in the handler
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    for (int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

bool write_out(std::string_view text) { return write_all(STDOUT_FILENO, text); }

void write_messages(std::string_view text) { write_all(STDERR_FILENO, text); }

void say(std::string_view text) {
    const std::string line = "quadrille: " + std::string(text) + "\n";
    if (said_later != nullptr) *said_later += line;
    else write_messages(line);
}

SaidLater::SaidLater(std::string& text) { said_later = &text; }
SaidLater::~SaidLater() { said_later = nullptr; }

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool messages_are_terminal() { return isatty(STDERR_FILENO) == 1; }
bool input_is_terminal() { return isatty(STDIN_FILENO) == 1; }

bool colour_is_refused() {
    const char* refused = std::getenv("NO_COLOR");
    return refused != nullptr && *refused != '\0';
}

}  // namespace quadrille::cli
