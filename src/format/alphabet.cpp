#include "format/alphabet.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace quadrille::text {

namespace {

constexpr std::string_view digit_symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view letter_symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view zero_symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view empty_marks = ".-*_?xX0";

std::string_view symbols_of(Alphabet alphabet) {
    switch (alphabet) {
        case Alphabet::digits: return digit_symbols;
        case Alphabet::letters: return letter_symbols;
        case Alphabet::zero_digits: return zero_symbols;
        case Alphabet::numbers: return digit_symbols.substr(0, 9);
    }
    return {};
}

std::uint8_t& entry(ValueTable& table, char c) { return table[static_cast<unsigned char>(c)]; }

}  // namespace

int largest_side(Alphabet alphabet) {
    return alphabet == Alphabet::numbers ? max_side : static_cast<int>(symbols_of(alphabet).size());
}

ValueTable value_table(Alphabet alphabet, int side) {
    ValueTable table;
    table.fill(bad_value);
    for (const char mark : empty_marks) entry(table, mark) = 0;
    const std::string_view symbols = symbols_of(alphabet);
    const auto used = std::min(symbols.size(), static_cast<std::size_t>(side));
    for (std::size_t i = 0; i < used; ++i) {
        const char symbol = symbols[i];
        entry(table, symbol) = static_cast<std::uint8_t>(i + 1);
        if (symbol >= 'A')
            entry(table, static_cast<char>(symbol - 'A' + 'a')) = static_cast<std::uint8_t>(i + 1);
    }
    return table;
}

char symbol_of(Alphabet alphabet, Digit digit) { return symbols_of(alphabet)[digit - 1u]; }

bool can_mark_empty(char mark, Alphabet alphabet, int side) {
    return empty_marks.find(mark) != std::string_view::npos &&
           value_table(alphabet, side)[static_cast<unsigned char>(mark)] == 0;
}

std::string describe(Alphabet alphabet, int side) {
    if (alphabet == Alphabet::numbers) return fmt::format("numbers 1 to {}", side);
    const std::string_view symbols = symbols_of(alphabet);
    const char first = symbols.front();
    const char last = symbols[std::min(symbols.size(), static_cast<std::size_t>(side)) - 1];
    if (first == last) return std::string(1, first);
    if (first >= 'A' || last <= '9') return fmt::format("{}-{}", first, last);
    return last == 'A' ? fmt::format("{}-9 A", first) : fmt::format("{}-9 A-{}", first, last);
}

}  // namespace quadrille::text

std::string quadrille::text_of(Alphabet alphabet, Digit digit) {
    const bool has_symbol = alphabet != Alphabet::numbers && digit <= text::largest_side(alphabet);
    return has_symbol ? std::string(1, text::symbol_of(alphabet, digit)) : fmt::format("{}", digit);
}

std::string_view quadrille::name_of(Alphabet alphabet) {
    switch (alphabet) {
        case Alphabet::digits: return "digits";
        case Alphabet::letters: return "letters";
        case Alphabet::zero_digits: return "zero-digits";
        case Alphabet::numbers: return "numbers";
    }
    return {};
}
