#include "format/lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "quadrille/puzzle.hpp"

namespace quadrille::text {

namespace {

enum : std::uint8_t { alphanumeric = 1, dash = 2, other_mark = 4 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = alphanumeric;
    for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = alphanumeric;
    for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = alphanumeric;
    classes['-'] = dash;
    for (const char c : {'.', '*', '_', '?'}) classes[static_cast<std::size_t>(c)] = other_mark;
    return classes;
}
constexpr std::array<std::uint8_t, 256> classes = make_classes();

std::uint8_t class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

/// Bytes of the box drawing character (U+2500 to U+257F) at `at`, or 0.
std::size_t box_drawing(std::string_view line, std::size_t at) {
    if (at + 2 >= line.size() || line[at] != '\xE2') return 0;
    return line[at + 1] == '\x94' || line[at + 1] == '\x95' ? 3 : 0;
}

/// Whether a line is made of frame characters alone, and then which kind of frame.
LineKind frame_kind(std::string_view line) {
    std::size_t dashes = 0;
    std::size_t run = 0;
    bool corner = false;
    bool certain = false;
    for (std::size_t at = 0; at < line.size();) {
        if (const std::size_t bytes = box_drawing(line, at); bytes != 0) {
            certain = certain || std::string_view(line.substr(at, 3)) != "\u2502";
            at += bytes;
            continue;
        }
        const char c = line[at++];
        dashes += c == '-' ? 1 : 0;
        run = c == '-' || run >= 3 ? run + 1 : 0;
        if (c == '+' || c == '=') certain = true;
        else if (c == '*' || c == ':' || c == '\'' || c == '.') corner = true;
        else if (c != '-' && c != '|' && !is_space(c)) return LineKind::other;
    }
    if (certain || (corner && run >= 3)) return LineKind::rule;
    if (corner || dashes == 0) return LineKind::other;
    return LineKind::dashes;
}

bool starts_with_word(std::string_view text, std::string_view lower_case) {
    if (text.size() < lower_case.size()) return false;
    return std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

/// True for "[Puzzle]", "[PencilMarks]": one bracket around words; lists of JSON are none.
bool is_section(std::string_view line) {
    if (line.size() < 3 || line.front() != '[' || line.back() != ']') return false;
    const std::string_view name = line.substr(1, line.size() - 2);
    const bool begins_with_letter = (class_of(name.front()) & alphanumeric) != 0 && name.front() > '9';
    return begins_with_letter && name.find_first_of(",[]{}\"") == std::string_view::npos;
}

/// Comments, section headers, ratings under a grid, parts of an XML file that hold no puzzle.
bool is_skipped(std::string_view line) {
    if (line.front() == '#') return true;
    if (is_section(line)) return true;
    for (const std::string_view word : {"ed=", "er=", "ep="}) {
        if (starts_with_word(line, word)) return true;
    }
    for (const std::string_view word :
         {"<?xml", "<opensudoku", "</opensudoku", "<name>", "<author>", "<description>", "<comment>",
          "<created>", "<source>", "<level>", "<sourceurl>"}) {
        if (starts_with_word(line, word)) return true;
    }
    return csv_columns(line).puzzle >= 0;
}

bool is_decimal(std::string_view token) {
    return std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "#12": some programs mark a set of candidates so.
bool marks_candidates(std::string_view line, std::size_t at) {
    const auto is_digit = [&](std::size_t place) {
        return place < line.size() && line[place] >= '0' && line[place] <= '9';
    };
    return line[at] == '#' && (is_digit(at + 1) || (at > 0 && is_digit(at - 1)));
}

bool has_foreign_character(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (const std::size_t bytes = box_drawing(line, at); bytes != 0) at += bytes - 1;
        else if (class_of(line[at]) == 0 && line[at] != '|' && !is_space(line[at]) &&
                 !marks_candidates(line, at))
            return true;
    }
    return false;
}

/// The number a cell may stand for in some alphabet; 0 for empty, -1 for none. `token` is not empty.
int loose_value(std::string_view token) {
    if (token.size() > 1) return decimal(token);
    const char c = token.front();
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'Z') return c - 'A' + 1;
    if (c >= 'a' && c <= 'z') return c - 'a' + 1;
    return class_of(c) == 0 ? -1 : 0;
}

/// Visits every cell of a row as a token.
template <class Visit>
void each_cell(const Pieces& pieces, bool spaced, Visit visit) {
    for (const Piece& piece : pieces) {
        if (spaced) {
            visit(piece.text);
            continue;
        }
        for (std::size_t at = 0; at < piece.text.size(); ++at) visit(piece.text.substr(at, 1));
    }
}

/// Two thirds of the cells of a row must be possible: else it is prose, not a row with a slip.
bool is_plausible(const Pieces& pieces, const LineShape& shape) {
    int possible = 0;
    each_cell(pieces, shape.spaced, [&](std::string_view token) {
        const int value = loose_value(token);
        const bool is_x = token == "x" || token == "X";
        const bool fits = is_x || (value >= 0 && value <= shape.cells) ||
                          is_candidate_set(without_marks(token), shape.cells) || is_placed_digit(token);
        possible += fits ? 1 : 0;
    });
    return possible * 3 >= shape.cells * 2;
}

Square square_of(const Pieces& pieces, const LineShape& shape) {
    const int side = square_side(static_cast<std::size_t>(shape.cells));
    if (side < 4) return Square::row;
    bool repeats = false;
    bool fits = true;
    bool digits = false;
    bool letters = false;
    std::array<bool, 32> seen{};
    std::vector<std::string_view> sets;
    each_cell(pieces, shape.spaced, [&](std::string_view token) {
        const int value = loose_value(token);
        if (token == "x" || token == "X" || value == 0) return;
        (token.front() <= '9' ? digits : letters) = true;
        if (value > 0 && value <= side) {
            repeats = repeats || seen[static_cast<std::size_t>(value)];
            seen[static_cast<std::size_t>(value)] = true;
        } else if (shape.spaced && is_candidate_set(token, side)) {
            repeats =
                repeats || std::find(sets.begin(), sets.end(), token) != sets.end() || value > shape.cells;
            sets.push_back(token);
        } else {
            fits = false;
        }
    });
    if (!fits || (digits && letters)) return Square::row;
    return repeats ? Square::whole : Square::undecided;
}

/// A dash tells most, as it decides what lines of dashes are.
void set_mark(const Pieces& pieces, LineShape& shape) {
    each_cell(pieces, shape.spaced, [&](std::string_view token) {
        if (token.size() != 1) return;
        if (token[0] == '-') shape.mark = '-';
        else if (shape.mark == 0 &&
                 (is_plain_mark(token[0]) || token[0] == '0' || token[0] == 'x' || token[0] == 'X'))
            shape.mark = token[0];
    });
}

LineShape row_shape(std::string_view line, Pieces& pieces) {
    LineShape shape;
    cut(line, pieces);
    shape.bars = line.find('|') != std::string_view::npos || line.find('\xE2') != std::string_view::npos;
    shape.spaced = are_tokens(pieces);
    std::size_t cells = 0;
    for (const Piece& piece : pieces) cells += shape.spaced ? 1 : piece.text.size();
    const Square boxed = boxed_square(pieces);
    if (cells > static_cast<std::size_t>(shape.spaced ? max_side : longest_compact_row) ||
        boxed == Square::whole) {
        shape.kind = LineKind::whole;
        return shape;
    }
    shape.cells = static_cast<int>(cells);
    if (cells == 0 || !is_plausible(pieces, shape)) return shape;
    shape.kind = LineKind::row;
    set_mark(pieces, shape);
    shape.square = boxed == Square::undecided ? boxed : square_of(pieces, shape);
    return shape;
}

/// A puzzle of 16 or 25 characters with a note behind: no row has notes.
bool is_noted_square(std::string_view line, std::size_t run) {
    if ((run != 16 && run != 25) || run == line.size()) return false;
    const std::string_view rest = trimmed(line.substr(run));
    return rest.front() == '#' || (!is_space(line[run]) && is_separator(line[run]) && line[run] != '|');
}

}  // namespace

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
bool is_plain_mark(char c) { return (class_of(c) & (dash | other_mark)) != 0; }
bool is_cell_character(char c) { return class_of(c) != 0; }
bool is_separator(char c) { return is_space(c) || c == ',' || c == ':' || c == ';' || c == '#' || c == '|'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view note_of(std::string_view rest) {
    while (!rest.empty() && is_separator(rest.front())) rest.remove_prefix(1);
    return trimmed(rest);
}

std::size_t cell_run(std::string_view line) {
    std::size_t length = 0;
    while (length < line.size() && class_of(line[length]) != 0) ++length;
    return length;
}

bool could_be_puzzle(std::string_view field) {
    constexpr int smallest_side = 4;
    return cell_run(field) == field.size() && square_side(field.size()) >= smallest_side;
}

bool is_full(std::string_view field) {
    return std::all_of(field.begin(), field.end(), [](char c) { return c != '0' && !is_plain_mark(c); });
}

int square_side(std::size_t cells) {
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(cells))));
    return side * side == cells ? static_cast<int>(side) : 0;
}

int cube_side(std::size_t cells) {
    const auto side = static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(cells))));
    return side * side * side == cells ? static_cast<int>(side) : 0;
}

int decimal(std::string_view token) {
    if (token.empty() || token.size() > 5) return -1;
    int value = 0;
    for (const char c : token) {
        if (c < '0' || c > '9') return -1;
        value = value * 10 + (c - '0');
    }
    return value;
}

bool is_candidate_set(std::string_view token, int side) {
    if (token.empty() || side > 9) return false;
    char last = '0';
    for (const char c : token) {
        if (c <= last || c > '0' + side) return false;
        last = c;
    }
    return true;
}

std::string_view without_marks(std::string_view token) {
    constexpr std::string_view marks = "*#-";
    while (token.size() > 1 && marks.find(token.front()) != std::string_view::npos) token.remove_prefix(1);
    while (token.size() > 1 && marks.find(token.back()) != std::string_view::npos) token.remove_suffix(1);
    return token;
}

char odd_mark(std::string_view line) {
    constexpr std::size_t cells = 81;
    constexpr int fewest_digits = 8;  // below, a line of that length is rather something else
    if (line.size() != cells) return 0;
    char mark = 0;
    int digits = 0;
    bool adjacent = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] >= '1' && line[at] <= '9') {
            ++digits;
            continue;
        }
        if (mark == 0) mark = line[at];
        if (line[at] != mark || class_of(mark) != 0 || mark < ' ' || mark > '~') return 0;
        adjacent = adjacent || (at > 0 && line[at - 1] == mark);
    }
    if (mark == 0 || digits < fewest_digits || !is_separator(mark)) return digits < fewest_digits ? 0 : mark;
    // Separators between numbers or sets of candidates: never two, or in columns of one width.
    Pieces pieces;
    cut(line, pieces);
    return adjacent && pieces.size() != 9 && pieces.size() != 27 ? mark : 0;
}

CsvColumns csv_columns(std::string_view header) {
    constexpr std::array<std::string_view, 13> puzzle_words{
        "puzzle", "puzzles", "quizzes",  "quiz",     "sudoku", "grid",   "board",
        "givens", "given",   "unsolved", "question", "clues",  "problem"};
    constexpr std::array<std::string_view, 6> solution_words{"solution", "solutions", "answer",
                                                             "answers",  "solved",    "result"};
    CsvColumns columns;
    const auto is_among = [](std::string_view field, std::span<const std::string_view> words) {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
            return field.size() == word.size() && starts_with_word(field, word);
        });
    };
    if (header.size() > longest_header || header.find('{') != std::string_view::npos) return columns;
    for (int number = 0; !header.empty(); ++number) {
        const std::size_t end = std::min(header.find_first_of(csv_separators), header.size());
        std::string_view field = trimmed(header.substr(0, end));
        if (field.size() > 1 && field.front() == '"') field = field.substr(1, field.size() - 2);
        if (columns.puzzle < 0 && is_among(field, puzzle_words)) columns.puzzle = number;
        if (columns.solution < 0 && is_among(field, solution_words)) columns.solution = number;
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return columns;
}

bool begins_other_section(std::string_view line) {
    return starts_with_word(line, "[state]") || starts_with_word(line, "[pencilmarks]");
}

bool is_placed_digit(std::string_view token) {
    return token.size() == 2 && token[0] == 'u' && token[1] >= '1' && token[1] <= '9';
}

void cut(std::string_view line, Pieces& pieces) {
    pieces.clear();
    bool after_bar = false;
    for (std::size_t at = 0; at < line.size();) {
        if (const std::size_t bytes = box_drawing(line, at); bytes != 0 || line[at] == '|') {
            after_bar = true;
            at += std::max<std::size_t>(bytes, 1);
            continue;
        }
        if (is_space(line[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < line.size() && !is_space(line[at]) && line[at] != '|' && box_drawing(line, at) == 0) ++at;
        pieces.push_back({line.substr(begin, at - begin), after_bar});
        after_bar = false;
    }
}

bool are_tokens(const Pieces& pieces) {
    if (pieces.size() < 2) return false;
    const std::size_t length = pieces.front().text.size();
    const bool uniform = std::all_of(pieces.begin(), pieces.end(),
                                     [&](const Piece& piece) { return piece.text.size() == length; });
    bool sets = pieces.size() >= 4;
    for (const Piece& piece : pieces) {
        // Groups such as "5-- -7- ---" are of one length; there the marks are empty cells.
        const std::string_view token = uniform ? piece.text : without_marks(piece.text);
        if (token.size() > 1 && !is_decimal(token) && !is_placed_digit(token)) return false;
        sets = sets && is_candidate_set(token, static_cast<int>(std::min<std::size_t>(pieces.size(), 10)));
    }
    return !uniform || length == 1 || sets || pieces.size() > length;
}

LineShape shape_of(std::string_view line, Pieces& pieces) {
    std::uint8_t met = 0;
    std::size_t run = 0;
    for (; run < line.size() && class_of(line[run]) != 0; ++run) met |= class_of(line[run]);
    LineShape shape;
    if ((run > longest_compact_row && (met & alphanumeric) != 0) || odd_mark(line) != 0) {
        shape.kind = LineKind::whole;
        return shape;
    }
    line = trimmed(line);
    if (line.empty()) {
        shape.kind = LineKind::blank;
        return shape;
    }
    if (is_skipped(line)) {
        shape.kind = LineKind::skipped;
        return shape;
    }
    shape.kind = frame_kind(line);
    if (shape.kind == LineKind::rule) return shape;
    if (shape.kind == LineKind::dashes) {
        shape.cells = static_cast<int>(std::count(line.begin(), line.end(), '-'));
        shape.mark = '-';
        const bool board = shape.cells > longest_compact_row && square_side(line.size()) != 0 && met == dash;
        if (board) shape.kind = LineKind::whole;
        return shape;
    }
    run = cell_run(line);
    if (run > longest_compact_row || is_noted_square(line, run)) shape.kind = LineKind::whole;
    else if (!has_foreign_character(line)) shape = row_shape(line, pieces);
    return shape;
}

}  // namespace quadrille::text
