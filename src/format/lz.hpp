// The packing of f-puzzles and SudokuPad links: a dictionary of growing codes (LZ-string) in base 64.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quadrille::text {

/// The unpacked text, or nothing where it is not packed so. Never more than max_record_bytes.
std::optional<std::string> unpacked(std::string_view base64);

}  // namespace quadrille::text
