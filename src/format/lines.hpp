// What one line of text is: the single place where splitter and readers look at characters.
//
//     | 5 3 . | . 7 . | . . . |      row, 9 cells, spaced, with bars
//     53..7....                      row, 9 cells, compact
//     53. .7. ...                    row, 9 cells, compact (groups)
//     12 9 8 23 34 24 13457 6 247    row, 9 cells, spaced (numbers or candidates: the reader decides)
//     |---+---+---|                  rule: a piece of frame
//     -----------                    dashes: a rule or a row of empty cells, which only its neighbours tell
//     53..7....6..195.... # note     whole: one record by itself
//     # text  [Puzzle]  a,puzzle     skipped
//     anything else                  other: one record by itself, mostly an error
#pragma once

#include <string_view>
#include <vector>

namespace quadrille::text {

enum class LineKind { blank, skipped, rule, dashes, row, whole, other };

/// What a row of 16, 25 ... cells can be besides: a whole puzzle of 4x4, 5x5 ... in one line (with the rows
/// and columns of a box before it 18, 27 ... cells).
enum class Square {
    row,        ///< holds a digit too large for the small puzzle, or its count of cells is no square
    whole,      ///< fits the small puzzle and repeats a digit, which no row may
    undecided,  ///< could be either
};

struct LineShape {
    LineKind kind = LineKind::other;
    int cells = 0;        ///< of a row or dashes
    bool spaced = false;  ///< a row of tokens between white space, not of single characters
    bool bars = false;    ///< has | or box drawing
    char mark = 0;        ///< of empty cells in a row: a dash if there is one, else the first, else 0
    Square square = Square::row;
};

/// A stretch of a line between white space and bars.
struct Piece {
    std::string_view text;
    bool after_bar = false;
};
using Pieces = std::vector<Piece>;

/// Classifies a line (without its line end); `pieces` is only room to work in.
LineShape shape_of(std::string_view line, Pieces& pieces);

/// Cuts a line at white space, | and box drawing.
void cut(std::string_view line, Pieces& pieces);
/// True where pieces are one cell each; false where their characters are.
bool are_tokens(const Pieces& pieces);

/// The length of the run of characters that can stand in a cell (letters, digits, marks) at the beginning.
std::size_t cell_run(std::string_view line);
bool is_cell_character(char c);
bool is_space(char c);
/// . - * _ ? only: marks that are marks in every alphabet.
bool is_plain_mark(char c);
/// Separates a puzzle from a note behind it.
bool is_separator(char c);
/// Without white space around.
std::string_view trimmed(std::string_view text);
/// Without separators before and white space around: what stands behind a puzzle.
std::string_view note_of(std::string_view rest);

/// True for a run of cells that make a square of side 4 or more.
bool could_be_puzzle(std::string_view field);
/// True if no cell of a run is empty.
bool is_full(std::string_view field);

/// The side of a square of so many cells, or 0.
int square_side(std::size_t cells);
/// The side of a cube of so many cells, or 0.
int cube_side(std::size_t cells);
/// The value of a decimal number up to 99999, or -1.
int decimal(std::string_view token);
/// True for a token such as "1357": digits of 1 to side, ascending, side at most 9.
bool is_candidate_set(std::string_view token, int side);
/// True for "u4": how SudoCue writes a digit that a player placed.
bool is_placed_digit(std::string_view token);
/// Tells box rows, box columns and the cells of a whole grid in one line from a row of a larger grid, in
/// which no number comes twice.
Square boxed_square(const Pieces& pieces);
/// "12" of "*12", "12#", "-12-": some programs mark candidates that matter. A mark alone stays.
std::string_view without_marks(std::string_view token);

/// The mark of a line of 81 cells that are digits or one and the same character that is no usual mark, as in
/// "53##7####6##195..." or with blanks; else 0.
char odd_mark(std::string_view line);

/// True for a line of region labels, as many of each as a row has cells, whose regions hang together: digits
/// of a solved grid never do.
bool is_region_map(std::string_view labels);

/// What the header of a CSV file says, in fields counted from 0; -1 for none.
struct CsvColumns {
    int puzzle = -1;
    int solution = -1;
};
/// "id,puzzle,solution": one field is a word for a puzzle, and no such word is a puzzle; else no columns.
CsvColumns csv_columns(std::string_view header);
inline constexpr std::string_view csv_separators = ",;\t";
inline constexpr std::size_t longest_header = 4096;
/// True for the header of a section that holds no puzzle: "[State]", "[PencilMarks]".
bool begins_other_section(std::string_view line);

/// Longest row of single characters; a longer stretch is a whole line.
inline constexpr int longest_compact_row = 35;

}  // namespace quadrille::text
