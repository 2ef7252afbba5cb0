// Finds the lines that need no reading: most puzzles of the world are 81 plain characters a line, and a
// search of some 100 ns should not wait for their text. One pass over a line, without a branch a character.
#include "quadrille/format.hpp"

namespace quadrille {

namespace {

constexpr std::size_t nine_cells = 81;

/// 81 characters 0 to 9 or a point, some of them for an empty cell: a full grid may mean other things.
bool is_plain(const char* line) {
    unsigned char foreign = 0;
    unsigned char empty = 0;
    for (std::size_t cell = 0; cell < nine_cells; ++cell) {
        const auto value = static_cast<unsigned char>(line[cell]);
        const auto is_point = static_cast<unsigned char>(value == '.');
        const auto is_digit = static_cast<unsigned char>(static_cast<unsigned char>(value - '0') <= 9);
        foreign |= static_cast<unsigned char>(1 - (is_digit | is_point));
        empty |= static_cast<unsigned char>(is_point | static_cast<unsigned char>(value == '0'));
    }
    return foreign == 0 && empty != 0;
}

/// Bytes of the plain line at the head of `text` with its line end; 0 if there is another or an unfinished
/// one.
std::size_t plain_bytes(std::string_view text) {
    if (text.size() <= nine_cells) return 0;
    std::size_t end = nine_cells;
    if (text[end] == '\r' && end + 1 < text.size()) ++end;
    return text[end] == '\n' && is_plain(text.data()) ? end + 1 : 0;
}

}  // namespace

std::string_view PlainLines::take(std::size_t most) {
    std::size_t bytes = 0;
    std::size_t taken = 0;
    for (; taken < most && taken < count; ++taken)
        bytes += nine_cells + (text[bytes + nine_cells] == '\n' ? 1 : 2);
    const std::string_view lines = text.substr(0, bytes);
    text.remove_prefix(bytes);
    count -= taken;
    return lines;
}

PlainLines find_plain_lines(std::string_view text, std::size_t least) {
    for (std::size_t begin = 0; begin < text.size();) {
        PlainLines run;
        std::size_t end = begin;
        for (std::size_t bytes = plain_bytes(text.substr(end)); bytes != 0;
             bytes = plain_bytes(text.substr(end))) {
            end += bytes;
            ++run.count;
        }
        run.text = text.substr(begin, end - begin);
        if (run.count >= least && run.count > 0) return run;
        const std::size_t next = text.find('\n', end);
        if (next == std::string_view::npos) break;
        begin = next + 1;
    }
    return {};
}

}  // namespace quadrille
