// What the command line knows of the world around it: descriptors, the terminal, Ctrl-C.
#pragma once

#include <string>
#include <string_view>

#include "quadrille/base.hpp"

namespace quadrille::cli {

/// Requested by Ctrl-C or SIGTERM once watch_interrupts was called; a second signal ends the process.
StopFlag& interrupt_flag();
void watch_interrupts();

/// Writes all of it; false if the descriptor takes no more.
bool write_out(std::string_view text);
/// Writes to standard error, as far as it takes it.
void write_messages(std::string_view text);
/// "quadrille: text" on standard error, one line.
void say(std::string_view text);

/// While it lives, what its thread says is added to `text`, to be written when its turn has come.
class SaidLater {
  public:
    explicit SaidLater(std::string& text);
    SaidLater(const SaidLater&) = delete;
    SaidLater& operator=(const SaidLater&) = delete;
    ~SaidLater();
};

bool output_is_terminal();
bool messages_are_terminal();
bool input_is_terminal();
/// True where the user asked for no colour (NO_COLOR, see no-color.org).
bool colour_is_refused();

}  // namespace quadrille::cli
