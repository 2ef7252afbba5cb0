// Codes are read bit by bit, lowest bit first, in groups of six bits a character, highest bit of each group
// first. Codes 0 and 1 say that a new character of 8 or 16 bits follows, 2 is the end; every later code is a
// word of the dictionary, which grows by each new character and, after each code but the first, by the last
// word and the first character of the new one; codes get a bit longer whenever it fills their range. The
// source: the description of LZ-string by pieroxy.
#include "format/lz.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "quadrille/format.hpp"

namespace quadrille::text {

namespace {

constexpr std::string_view symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

class Bits {
  public:
    explicit Bits(std::string_view base64) : text_(base64) {}

    /// The next number of so many bits; sets failed() at the end of the text or at a foreign character.
    unsigned take(int count) {
        unsigned value = 0;
        for (int i = 0; i < count; ++i) value |= bit() << i;
        return value;
    }
    bool failed() const { return failed_; }

  private:
    unsigned bit() {
        if (left_ == 0) {
            const std::size_t symbol =
                at_ < text_.size() ? symbols.find(text_[at_++]) : std::string_view::npos;
            failed_ = failed_ || symbol == std::string_view::npos;
            group_ = failed_ ? 0 : static_cast<unsigned>(symbol);
            left_ = 6;
        }
        return group_ >> --left_ & 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    unsigned group_ = 0;
    int left_ = 0;
    bool failed_ = false;
};

/// Words as stretches of what was unpacked so far: each is the word before it and one character more.
class Unpacker {
  public:
    explicit Unpacker(std::string_view base64) : bits_(base64) {}

    std::optional<std::string> run() {
        while (!bits_.failed() && out_.size() <= max_record_bytes / 2) {
            const unsigned code = bits_.take(width_);
            if (code == 2) return text();
            if (!(code < 2 ? take_character(code) : take_word(code))) return {};
        }
        return {};
    }

  private:
    struct Word {
        std::size_t begin;
        std::size_t length;
    };
    static constexpr unsigned first_word = 3;

    bool take_character(unsigned code) {
        const auto character = static_cast<char16_t>(bits_.take(code == 0 ? 8 : 16));
        const bool is_first = words_.empty();
        words_.push_back({out_.size(), 1});
        out_ += character;
        if (is_first) {
            width_ = 3;
        } else {
            widen();
            end_word();
        }
        last_ = {out_.size() - 1, 1};
        return true;
    }

    bool take_word(unsigned code) {
        const std::size_t index = code - first_word;
        if (index > words_.size() || words_.empty()) return false;
        const bool is_new = index == words_.size();  // the word that this code makes
        const Word word = is_new ? last_ : words_[index];
        const std::size_t begin = out_.size();
        for (std::size_t i = 0; i < word.length; ++i) out_ += out_[word.begin + i];
        if (is_new) out_ += out_[word.begin];
        end_word();
        last_ = {begin, out_.size() - begin};
        return true;
    }

    /// The last word and the first character of this one are a new word.
    void end_word() {
        words_.push_back({last_.begin, last_.length + 1});
        widen();
    }

    /// One more word is in the dictionary.
    void widen() {
        if (--room_ != 0) return;
        room_ = std::size_t{1} << width_;
        ++width_;
    }

    std::string text() const {
        std::string text;
        for (const char16_t unit : out_) {
            const auto value = static_cast<unsigned>(unit);
            if (value < 0x80) {
                text += static_cast<char>(value);
            } else if (value < 0x800) {
                text += static_cast<char>(0xC0 | value >> 6);
                text += static_cast<char>(0x80 | (value & 0x3F));
            } else {
                text += static_cast<char>(0xE0 | value >> 12);
                text += static_cast<char>(0x80 | (value >> 6 & 0x3F));
                text += static_cast<char>(0x80 | (value & 0x3F));
            }
        }
        return text;
    }

    Bits bits_;
    std::u16string out_;
    std::vector<Word> words_;
    Word last_{0, 0};
    int width_ = 2;
    std::size_t room_ = 4;  // words until codes get longer
};

}  // namespace

std::optional<std::string> unpacked(std::string_view base64) { return Unpacker(base64).run(); }

}  // namespace quadrille::text
