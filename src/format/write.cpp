// Writing: settles alphabet and mark for the format and side, then hands over to the format's row.
#include <fmt/core.h>

#include "format/table.hpp"

namespace quadrille {

namespace text {
namespace {

std::optional<Alphabet> usable(const FormatRow& row, Alphabet wanted, int side) {
    const auto can = [&](Alphabet alphabet) {
        return side <= largest_side(alphabet) && admits(row, alphabet);
    };
    if (can(wanted)) return wanted;
    for (const Alphabet alphabet : all_alphabets) {
        if (can(alphabet)) return alphabet;
    }
    return {};
}

char usable_mark(const WriteSettings& settings, Alphabet alphabet, int side) {
    if (alphabet == Alphabet::numbers && settings.alphabet != Alphabet::numbers) return '0';
    return settings.empty_mark != '.' && can_mark_empty(settings.empty_mark, alphabet, side)
               ? settings.empty_mark
               : '.';
}

}  // namespace
}  // namespace text

std::optional<Error> write(const Puzzle& puzzle, std::span<const Digit> grid, const WriteSettings& settings,
                           std::string& out) {
    require(puzzle.geometry != nullptr && grid.size() == puzzle.geometry->cell_count(),
            "write needs a grid of the puzzle");
    const text::FormatRow* row =
        settings.format == nullptr ? &text::line_row : text::find_row(settings.format->name);
    require(row != nullptr && row->info.writes, "write needs a format that writes");
    WriteSettings settled = settings;
    if (row->info.is_alphabet) {
        settled.alphabet = row == &text::letters_row       ? Alphabet::letters
                           : row == &text::zero_digits_row ? Alphabet::zero_digits
                                                           : Alphabet::digits;
        settled.no_other_alphabet = true;
        row = &text::line_row;
    }
    const int side = puzzle.side();
    const auto alphabet = text::usable(*row, settled.alphabet, side);
    if (alphabet && settled.no_other_alphabet && *alphabet != settled.alphabet) {
        return Error{ErrorCode::malformed_input,
                     fmt::format("{} cannot write a side of {} in {}", row->info.name, side,
                                 name_of(settled.alphabet)),
                     0, 0};
    }
    if (!alphabet) {
        return Error{ErrorCode::malformed_input,
                     fmt::format("{} cannot write a side of {}; numbers and grid can", row->info.name, side),
                     0, 0};
    }
    const std::size_t before = out.size();
    auto fault =
        row->append({puzzle, grid, settled, *alphabet, text::usable_mark(settled, *alphabet, side)}, out);
    if (!fault) return {};
    out.resize(before);
    return Error{ErrorCode::malformed_input, std::move(*fault), 0, 0};
}

}  // namespace quadrille
