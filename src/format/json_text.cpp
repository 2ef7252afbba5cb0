#include "format/json_text.hpp"

#include <fmt/core.h>

#include <charconv>

#include "quadrille/decode.hpp"

namespace quadrille::text {

namespace {

constexpr std::size_t hex_digits = 4;
constexpr std::string_view letters = "\"\\/bfnrt";
constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// The unit that "\u00e9" at the beginning of `text` names.
bool read_unit(std::string_view text, std::uint32_t& unit) {
    if (text.size() < 2 + hex_digits || !text.starts_with("\\u")) return false;
    const char* const end = text.data() + 2 + hex_digits;
    return std::from_chars(text.data() + 2, end, unit, 16).ptr == end;
}

/// The length of the character of UTF-8 that `text` begins with; if it is none, minus the bytes to leave out.
int character_length(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const int length = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4) return -1;
    for (int i = 1; i < length; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (at == text.size()) return -i;
        unsigned least = 0x80;
        unsigned most = 0xBF;
        if (i == 1 && first == 0xE0) least = 0xA0;
        if (i == 1 && first == 0xF0) least = 0x90;
        if (i == 1 && first == 0xED) most = 0x9F;
        if (i == 1 && first == 0xF4) most = 0x8F;
        if (byte(at) < least || byte(at) > most) return -i;
    }
    return length;
}

}  // namespace

std::string json_decoded(std::string_view inside) {
    std::string text;
    while (!inside.empty()) {
        const std::size_t plain = std::min(inside.find('\\'), inside.size());
        text += inside.substr(0, plain);
        inside.remove_prefix(plain);
        if (inside.empty()) break;
        std::uint32_t unit = 0;
        std::uint32_t low = 0;
        if (read_unit(inside, unit)) {
            inside.remove_prefix(2 + hex_digits);
            if (is_high(unit) && read_unit(inside, low) && is_low(low)) {
                inside.remove_prefix(2 + hex_digits);
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            }
            append_utf8(is_high(unit) || is_low(unit) ? replacement : unit, text);
            continue;
        }
        const std::size_t letter = inside.size() > 1 ? letters.find(inside[1]) : std::string_view::npos;
        const std::size_t taken = letter == std::string_view::npos ? 1 : 2;
        text += taken == 1 ? '\\' : meanings[letter];
        inside.remove_prefix(taken);
    }
    return text;
}

void append_json_text(std::string_view text, std::string& out) {
    while (!text.empty()) {
        const char c = text.front();
        const auto byte = static_cast<unsigned char>(c);
        const int length = character_length(text);
        const auto taken = static_cast<std::size_t>(std::abs(length));
        if (length < 0) append_utf8(replacement, out);
        else if (byte < 0x20) out += fmt::format("\\u{:04x}", byte);
        else if (c == '"' || c == '\\') (out += '\\') += c;
        else out += text.substr(0, taken);
        text.remove_prefix(taken);
    }
}

}  // namespace quadrille::text
