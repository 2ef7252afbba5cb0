// What a reader would not know again of what was written: said in words, so that none of it is lost in
// silence.
#include <fmt/core.h>

#include "format/table.hpp"

namespace quadrille {

namespace text {
namespace {

constexpr int smallest_of_sets = 4;
constexpr int largest_of_sets = 9;

/// What the candidates of cells without a digit do to who reads them.
void say_of_candidates(const Puzzle& puzzle, std::span<const Digit> grid, bool as_grid,
                       std::vector<std::string>& lost) {
    const Candidates shown = shown_candidates(puzzle, grid);
    const std::vector<bool> among = stand_among_several(*puzzle.geometry, shown);
    std::size_t none = 0, lone = 0;  // a lone one is read as given
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        if (grid[cell] != 0) continue;
        none += shown.count(cell) == 0 ? 1 : 0;
        lone += shown.count(cell) == 1 && !among[cell] ? 1 : 0;
    }
    if (as_grid && none > 0)
        lost.emplace_back("a grid with a cell that has no candidate left is not read again");
    else if (lone > 0)
        lost.push_back(fmt::format("{} cell{} with one candidate left will be read as given", lone,
                                   lone == 1 ? "" : "s"));
}

}  // namespace
}  // namespace text

std::vector<std::string> losses(const Puzzle& puzzle, std::span<const Digit> grid,
                                const WriteSettings& settings) {
    const text::FormatRow* row =
        settings.format == nullptr ? &text::line_row : text::find_row(settings.format->name);
    require(row != nullptr, "losses needs one of formats()");
    const bool zeros = row == &text::zero_digits_row ||
                       (settings.alphabet == Alphabet::zero_digits && admits(*row, Alphabet::zero_digits));
    if (row->info.is_alphabet) row = &text::line_row;
    const int side = puzzle.side();
    std::vector<std::string> lost;
    if (!says_board(row->info, puzzle.geometry->layout()))
        lost.push_back(fmt::format("the board ({}) is not written; say it again when this is read",
                                   puzzle.geometry->describe()));
    if (side < row->smallest_detected)
        lost.push_back(
            fmt::format("a side of {} in this format is read with --from {} only", side, row->info.name));
    if (zeros && side < text::smallest_zero_digits)
        lost.emplace_back(
            "zero-digits below side 10 are read as other digits unless --from zero-digits is said");
    const bool shows_candidates = row == &text::grid_row && settings.with_candidates;
    if (puzzle.candidates && !row->info.holds_candidates && !shows_candidates)
        lost.emplace_back("candidates that are removed are not written");
    const bool sets_are_read = side >= text::smallest_of_sets && side <= text::largest_of_sets &&
                               (!shows_candidates || puzzle.geometry->layout().region_map.empty());
    if (shows_candidates && !sets_are_read)
        lost.push_back(
            fmt::format("a grid with candidates is read at sides {} to {}, without jigsaw regions, only",
                        text::smallest_of_sets, text::largest_of_sets));
    if ((row->lone_digits_are_given || shows_candidates) && sets_are_read)
        text::say_of_candidates(puzzle, grid, shows_candidates, lost);
    return lost;
}

}  // namespace quadrille
