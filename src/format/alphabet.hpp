// The four ways to write a digit: characters to values and back.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "quadrille/format.hpp"

namespace quadrille::text {

/// What a single character means on a board of some side: a digit, 0 for an empty cell, or bad_value.
using ValueTable = std::array<std::uint8_t, 256>;
inline constexpr std::uint8_t bad_value = 255;

/// The largest side that an alphabet can write.
int largest_side(Alphabet alphabet);
/// The table of one of the alphabets of single characters; of `numbers`, for its one-character tokens.
ValueTable value_table(Alphabet alphabet, int side);
/// The character of a digit, in an alphabet of single characters.
char symbol_of(Alphabet alphabet, Digit digit);
/// True if the mark can stand for an empty cell, being neither a digit of that side nor foreign.
bool can_mark_empty(char mark, Alphabet alphabet, int side);
/// "1-9", "1-9 A-G", "A-P", "0-9 A-F", "numbers 1 to 16": for messages.
std::string describe(Alphabet alphabet, int side);

}  // namespace quadrille::text
