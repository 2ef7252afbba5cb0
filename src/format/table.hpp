// The table of formats: each row is a format, with its reader and writer in a file of its own.
// A new format is a file with `extern const FormatRow name_row`, its declaration here, and its place in
// table.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "format/alphabet.hpp"
#include "format/page.hpp"
#include "quadrille/format.hpp"
#include "quadrille/puzzle_view.hpp"

namespace quadrille::text {

/// What a format reads a page into; vectors keep their storage from record to record.
struct Draft {
    int side = 0;
    Grid givens;
    std::optional<Candidates> candidates;         ///< sets as written; lone digits are told from givens later
    bool has_given_digits = false;                ///< the format says itself which digits are given
    Grid placed;                                  ///< digits that a player placed; empty where there are none
    std::vector<std::pair<Cell, Digit>> deleted;  ///< candidates that a player removed
    std::optional<Layout> layout;                 ///< where the text itself says the board
    std::string_view solution;                    ///< as the text has it
    bool board_known = false;                     ///< a board was asked for: what the text draws is no fault
    char mark = 0;                                ///< the first mark of an empty cell
    bool mixes_zero = false;                      ///< 0 and another mark both stand for empty cells
    std::string_view note;                        ///< behind the puzzle
    std::string decoded_note;                     ///< the note where the text has it otherwise
    std::string decoded_cells;                    ///< the same of the puzzle
    Cells cells;
};

/// A puzzle and a grid to put down; alphabet and mark already fit the side.
struct Sheet {
    const Puzzle& puzzle;
    std::span<const Digit> grid;
    const WriteSettings& settings;
    Alphabet alphabet;
    char mark;
    int side() const { return puzzle.side(); }
};

/// How the splitter cuts when this format is asked for.
enum class Cutting {
    any,    ///< as the lines look
    lines,  ///< every line is a record
    grids,  ///< rows make a grid; a line is never a puzzle by itself
    pairs,  ///< a line of side * side cells and the line under it
};

struct FormatRow {
    FormatInfo info = {};
    std::span<const Alphabet> alphabets = {};  ///< those it can be written in, in order of detection
    Cutting cutting = Cutting::any;
    int smallest_detected = 1;           ///< the side below which it is read only when asked for
    bool lone_digits_are_given = false;  ///< it does not tell a digit that is given from a lone candidate
    /// Whether the page has the shape of this format: cheap, before anything is read. nullptr: never by
    /// itself.
    bool (*fits)(const Page& page) = nullptr;
    MaybeFault (*read)(const Page& page, Alphabet alphabet, Draft& draft) = nullptr;
    /// Appends, or says why the puzzle cannot be written so. nullptr: reads only.
    std::optional<std::string> (*append)(const Sheet& page, std::string& out) = nullptr;
    /// Whether the text says that the board is this one, which is not the usual one. nullptr: never.
    bool (*says)(const Layout& layout) = nullptr;
};

/// For FormatRow::says: boxes and nothing else; those of them whose frame does not stand at every cell, which
/// says no boxes; regions and nothing else; whatever can be written at all.
bool says_boxes(const Layout& layout);
bool draws_boxes(const Layout& layout);
bool says_regions(const Layout& layout);
bool says_any(const Layout& layout);

/// All rows in the order of detection; rows that name an alphabet only have no functions.
std::span<const FormatRow* const> format_rows();
const FormatRow* find_row(std::string_view name);
bool admits(const FormatRow& row, Alphabet alphabet);
/// Says what a page is that belongs to no format of the table, where it is known; else nothing.
std::optional<std::string> foreign_text(const Page& page);

/// zero-digits is detected from this side on; below, it must be asked for.
inline constexpr int smallest_zero_digits = 10;

/// Settings taken apart: the row asked for (or nullptr) and the alphabet asked for.
struct Request {
    const FormatRow* row = nullptr;
    std::optional<Alphabet> alphabet;
    std::optional<Layout> layout;
};
Result<Request> request_of(const ReadSettings& settings);
/// True where a line of single characters may be read, and its digits as 1 to 9.
bool reads_plain_lines(const Request& request);

/// The stretch of a note that is a full grid of so many cells: "1:534678...", "534678...,easy"; else nothing.
std::string_view solution_in(std::string_view note, std::size_t cells);
/// The cells of a solution: its characters, or the tokens or list items of which it is made.
void solution_tokens(std::string_view solution, std::size_t cells, std::vector<std::string_view>& tokens);
/// The labels of a region map as they are where none is negative or larger than `largest`, else numbered in
/// the order of first meeting: from 1, or from 0 where only then none is larger.
std::vector<int> small_labels(const std::vector<int>& map, int largest);
/// For each cell whether one of its candidates stands among several in a cell that shares a region with it
/// (or in itself). A lone candidate of which this is true is a naked single; another is read as given.
std::vector<bool> stand_among_several(const Geometry& geometry, const Candidates& candidates);
/// The digits, else 0, that are the only candidate of a cell without given digit and none of any cell that
/// shares a region with it: a player placed them, unless the given digits alone leave them so. Other lone
/// candidates are naked singles.
Grid lone_digits(const Sheet& page, const Candidates& candidates);
/// The fields of a CSV line that matter, without their quotes: where no column is known the first that can be
/// a puzzle, and a full grid behind it.
struct CsvParts {
    std::string_view puzzle;
    std::string_view solution;
    std::string_view note;  ///< what stands behind both, or else before the puzzle
};
CsvParts csv_parts(std::string_view line, CsvColumns columns);
/// Reads draft.cells (and side) into draft.givens.
MaybeFault fill(Alphabet alphabet, Draft& draft);
/// Reads draft.cells as sets of candidates.
MaybeFault fill_candidates(Draft& draft);
/// Reads a stretch of text (a field, a value) as `line` does.
MaybeFault read_line_text(const Page& page, std::string_view text, Alphabet alphabet, Draft& draft);
void append_cell(const Sheet& page, Digit digit, std::string& out);

inline constexpr Alphabet one_character_alphabets[] = {Alphabet::digits, Alphabet::zero_digits,
                                                       Alphabet::letters};
inline constexpr Alphabet all_alphabets[] = {Alphabet::digits, Alphabet::zero_digits, Alphabet::letters,
                                             Alphabet::numbers};
inline constexpr Alphabet digits_only[] = {Alphabet::digits};
inline constexpr Alphabet numbers_only[] = {Alphabet::numbers};

extern const FormatRow boxed_row, line_row, rows_row, grid_row, numbers_row, candidates_row, sudocue_row,
    pencilmarks_row, jigsaw_row, hodoku_row, interactive_row, csv_row, puzzle_bank_row, json_lines_row,
    link_row, opensudoku_row, simple_sudoku_row, digits_row, zero_digits_row, letters_row;

}  // namespace quadrille::text
