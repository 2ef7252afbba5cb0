// Bytes of any cut to UTF-8 text: drops a byte order mark, turns UTF-16 with a byte order mark into UTF-8 and
// every line end (LF, CR LF, CR CR LF, CR alone) into LF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

/// What stands for bytes that are no character.
inline constexpr std::uint32_t replacement = 0xFFFD;

/// Appends a code point as UTF-8.
void append_utf8(std::uint32_t point, std::string& text);

/// The byte order mark in UTF-8.
inline constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

/// The text without the byte order mark that it may begin with.
inline std::string_view without_mark(std::string_view text) {
    return text.starts_with(utf8_mark) ? text.substr(utf8_mark.size()) : text;
}

class Decoder {
  public:
    /// Appends what can be decoded so far to `text`; a few bytes at most wait for the next call.
    void decode(std::string_view bytes, std::string& text);
    /// Bytes that are text as they stand, without a mark at their beginning, are left out. False if they
    /// could mean something else here: in UTF-16, or behind the beginning of a mark.
    bool skip_plain();
    /// The source ends: what waits is appended as it can be, and the next call begins a new source.
    void finish(std::string& text);

  private:
    enum class Encoding { unknown, utf8, utf16_little, utf16_big };

    void decide(std::string& text, bool at_end);
    void decode_units(std::string_view bytes, std::string& text);
    void append_unit(std::uint32_t unit, std::string& text);
    void end_lines(std::size_t from, std::string& text);
    void release_returns(bool before_newline, std::string& text);

    Encoding encoding_ = Encoding::unknown;
    std::string head_;   // the first bytes, until the encoding is known
    int odd_byte_ = -1;  // half of a UTF-16 unit
    std::uint32_t high_surrogate_ = 0;
    std::size_t returns_ = 0;  // carriage returns whose line end may be still to come
};

}  // namespace quadrille
