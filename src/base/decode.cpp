#include "quadrille/decode.hpp"

namespace quadrille {

namespace {

constexpr std::size_t most_returns = 4;  // of one line end; more are line ends of their own

}  // namespace

void append_utf8(std::uint32_t point, std::string& text) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((point >> shift) & 0x3F)); };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0 | (point >> 6));
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0 | (point >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | (point >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

void Decoder::decode(std::string_view bytes, std::string& text) {
    const std::size_t from = text.size();
    if (encoding_ == Encoding::unknown) {
        while (!bytes.empty() && encoding_ == Encoding::unknown) {
            head_ += bytes.front();
            bytes.remove_prefix(1);
            decide(text, false);
        }
    }
    if (encoding_ == Encoding::utf8) text.append(bytes);
    else decode_units(bytes, text);
    end_lines(from, text);
}

/// Ends with LF what was appended from `from` on and ends otherwise.
void Decoder::end_lines(std::size_t from, std::string& text) {
    if (returns_ == 0 && text.find('\r', from) == std::string::npos) return;
    const std::string tail = text.substr(from);
    text.resize(from);
    for (const char c : tail) {
        if (c == '\r') {
            if (++returns_ <= most_returns) continue;
            --returns_;
            text += '\n';
            continue;
        }
        release_returns(c == '\n', text);
        text += c;
    }
}

void Decoder::release_returns(bool before_newline, std::string& text) {
    if (!before_newline) text.append(returns_, '\n');
    returns_ = 0;
}

bool Decoder::skip_plain() {
    if (encoding_ == Encoding::unknown && head_.empty()) encoding_ = Encoding::utf8;
    return encoding_ == Encoding::utf8 && returns_ == 0;
}

void Decoder::decide(std::string& text, bool at_end) {
    const bool may_be_mark = utf8_mark.starts_with(head_) || head_ == "\xFF" || head_ == "\xFE";
    if (head_ == utf8_mark) {
        encoding_ = Encoding::utf8;
    } else if (head_ == "\xFF\xFE") {
        encoding_ = Encoding::utf16_little;
    } else if (head_ == "\xFE\xFF") {
        encoding_ = Encoding::utf16_big;
    } else if (at_end || !may_be_mark) {
        encoding_ = Encoding::utf8;
        text.append(head_);
    }
}

void Decoder::decode_units(std::string_view bytes, std::string& text) {
    for (const char c : bytes) {
        const int byte = static_cast<unsigned char>(c);
        if (odd_byte_ < 0) {
            odd_byte_ = byte;
            continue;
        }
        const int unit = encoding_ == Encoding::utf16_little ? byte << 8 | odd_byte_ : odd_byte_ << 8 | byte;
        odd_byte_ = -1;
        append_unit(static_cast<std::uint32_t>(unit), text);
    }
}

void Decoder::append_unit(std::uint32_t unit, std::string& text) {
    const bool is_high = unit >= 0xD800 && unit < 0xDC00;
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (high_surrogate_ != 0) {
        const std::uint32_t high = high_surrogate_;
        high_surrogate_ = 0;
        if (is_low) {
            append_utf8(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00), text);
            return;
        }
        append_utf8(replacement, text);
    }
    if (is_high) high_surrogate_ = unit;
    else append_utf8(is_low ? replacement : unit, text);
}

void Decoder::finish(std::string& text) {
    if (encoding_ == Encoding::unknown) decide(text, true);
    release_returns(false, text);
    if (odd_byte_ >= 0 || high_surrogate_ != 0) append_utf8(replacement, text);
    *this = Decoder();
}

}  // namespace quadrille
