// Text in and out: cutting a stream into records, reading each record as a puzzle, writing puzzles.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// How digits are written. A reader tells which one it met, so that a writer can answer in kind.
enum class Alphabet {
    digits,       ///< 1-9, then A (10), B (11) ... up to side 35; 0 . - * _ X x ? stand for empty
    letters,      ///< A (1), B (2) ... up to side 26
    zero_digits,  ///< 0 is digit 1: 0-9, then A (digit 11) ...; empty is . - or x
    numbers,      ///< decimal numbers between white space, any side; 0 is empty
};

/// One row of the table of formats.
struct FormatInfo {
    std::string_view name;     ///< what --from and --to take
    std::string_view summary;  ///< one line
    std::string_view example;  ///< a short text in this format, which its reader reads
    bool reads;
    bool writes;
};

/// Every format, in the order in which detection tries them.
std::span<const FormatInfo> formats();

/// What a reader is told beforehand.
struct ReadSettings {
    std::string format;  ///< a name of formats(), or empty to detect it for each record
    std::optional<Layout>
        layout;  ///< the board where the text does not say; default: the usual one of the side
};

/// The text of one puzzle (or of what should have been one), not yet read.
struct RawRecord {
    std::string_view text;  ///< without its last line end; points into the batch
    std::size_t line = 0;   ///< 1-based number of its first line in the source
};

/// Records that share one buffer. Moving a batch keeps its records valid.
class RecordBatch;  // defined by the format room

/// A puzzle as it was read.
struct ReadRecord {
    Puzzle puzzle;
    const FormatInfo* format = nullptr;
    Alphabet alphabet = Alphabet::digits;
    char empty_mark = '.';  ///< the mark the source used
    std::string_view note;  ///< text behind the puzzle (a comment, a rating), trimmed; points into the record
};

}  // namespace quadrille
