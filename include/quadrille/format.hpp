// Text in and out: cutting a stream into records, reading each record as a puzzle, writing puzzles.
//
//     Splitter splitter(settings);            // one, where the bytes come in
//     Reader reader(settings);                // one a thread
//     RecordBatch batch;                      // travels from the splitter to a thread and back
//     ReadRecord record;
//     while (bytes come) {
//         splitter.feed(bytes);
//         while (splitter.take(batch))
//             for (std::size_t i = 0; i < batch.size(); ++i)
//                 if (auto error = reader.read(batch[i], record)) ... else ... record.puzzle ...
//     }
//     splitter.flush();                       // then take once more
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

/// How digits are written. A reader tells which one it met, so that a writer can answer in kind.
/// In every alphabet small letters are as good as capitals, and . - * _ ? X x stand for an empty cell
/// (x only where it is not a digit of the side), as does 0 where it is not a digit.
enum class Alphabet {
    digits,       ///< 1-9, then A (10), B (11) ... to side 35
    letters,      ///< A (1), B (2) ... to side 26
    zero_digits,  ///< 0 is digit 1, 1 is digit 2 ... A is digit 11, to side 36: hexadoku
    numbers,      ///< decimal numbers between white space, any side
};

/// The name in the table of formats: "digits", "letters", "zero-digits", "numbers".
std::string_view name_of(Alphabet alphabet);

/// Where convert and its like may put the note of a puzzle.
enum class NotePlace : std::uint8_t {
    nowhere,  ///< a comment would break the text
    above,    ///< as a comment in a line of its own, which readers skip
    behind,   ///< as a comment in the line of the puzzle, where its reader finds it
    inside,   ///< write() itself puts WriteSettings::note where the format has it
};

/// One row of the table of formats.
struct FormatInfo {
    std::string_view name = {};     ///< what --from and --to take
    std::string_view summary = {};  ///< one line
    std::string_view example = {};  ///< a short text in this format, which its reader reads
    bool reads = true;
    bool writes = true;
    bool is_alphabet = false;          ///< names an alphabet only: line, rows and grid in that alphabet
    bool holds_candidates = false;     ///< candidates that are removed are written
    bool is_answered_by_line = false;  ///< a puzzle is a line of cells, so its answer is a line too
    NotePlace note = NotePlace::above;
    std::string_view before = {};  ///< what stands once in front of all puzzles written in it: a CSV header
    std::string_view after = {};   ///< and behind them
};

/// Every format, in the order in which detection tries them.
std::span<const FormatInfo> formats();

/// The format of that name, or nullptr. "line", "rows", "grid", "numbers" ... see formats(). Endings of files
/// are names too: "sdm", "sdk", "sdx", "ss", "jsonl" ...
const FormatInfo* find_format(std::string_view name);

/// True if a reader of `format`, one of formats(), makes this board of what is written in it without being
/// told.
bool says_board(const FormatInfo& format, const Layout& layout);

/// What a reader is told beforehand.
struct ReadSettings {
    /// A name of formats() that reads, or a shape and an alphabet joined by a colon ("line:letters"), or
    /// empty: detect it for each record. Detection never guesses: where two readings remain, it asks.
    std::string format;
    /// The board where the text does not say; default: the usual one of the side. A puzzle of another side is
    /// an error.
    std::optional<Layout> layout;
};

/// Nothing if the settings can be used, else why not: an unknown format, a layout that cannot exist.
std::optional<Error> check(const ReadSettings& settings);

/// The longest text of one record; a longer one is handed out as an error and the stream goes on after its
/// line. A line of JSON may hold any number of records, and be as long as it likes.
inline constexpr std::size_t max_record_bytes = std::size_t{2} << 20;

/// The text of one puzzle (or of what should have been one), not yet read.
struct RawRecord {
    std::string_view text;  ///< its lines without the last line end; points into the batch
    std::size_t line = 1;   ///< 1-based number of its first line in the source
    bool too_long =
        false;  ///< longer than max_record_bytes: `text` is only its beginning, its reading an error
    std::size_t stage_of = 0;  ///< the line of the puzzle of which this is a later state; 0: a puzzle itself
    int puzzle_field = -1;     ///< the column of the puzzle, from 0, by the CSV header above; -1: none
    int solution_field = -1;   ///< likewise of its solution
    std::size_t column = 1;    ///< where in its first line it begins, in bytes from 1
};

/// Records that share one buffer; reused from take to take, so that a stream costs no allocation.
/// Records point into the batch: they stay valid until it is moved, handed to take again or destroyed.
class RecordBatch {
  public:
    std::size_t size() const { return spans_.size(); }
    bool empty() const { return spans_.empty(); }
    RawRecord operator[](std::size_t index) const {
        const Span& span = spans_[index];
        return {std::string_view(text_).substr(span.begin, span.length),
                span.line,
                span.too_long,
                span.stage_of,
                span.puzzle_field,
                span.solution_field,
                span.column};
    }

  private:
    friend class Splitter;
    struct Span {
        std::size_t begin;
        std::size_t length;
        std::size_t line;
        bool too_long = false;
        std::uint32_t column = 1;  // fits in beside too_long: spans are many
        std::size_t stage_of = 0;
        int puzzle_field = -1;
        int solution_field = -1;
    };
    std::string text_;
    std::vector<Span> spans_;
};

/// Lines that need neither cutting nor reading: 81 characters each, digits and at least one 0 or . for an
/// empty cell, then LF or CR LF. For callers that answer whole lines of text, see Splitter::pass.
struct PlainLines {
    std::string_view text;
    std::size_t count = 0;

    /// Takes the first lines, `most` of them or all.
    std::string_view take(std::size_t most);
};

/// The first run of at least `least` such lines in `text`, which should begin where a line does; none: count
/// 0.
PlainLines find_plain_lines(std::string_view text, std::size_t least);

/// Cuts a stream of bytes into records: one puzzle each. Takes CRLF, CR alone, CR LF cut apart, a byte order
/// mark, UTF-16 with a byte order mark, a last line without end. Skips blank lines, comments and headers. How
/// the bytes are cut into calls of feed makes no difference to the records. A record is handed out as soon as
/// it is certain: a line that is a whole puzzle at its line end, a grid at the end of its last row. Only the
/// first line of a source waits for the one below, which may be its region map: then lines go in pairs to the
/// end. A framed grid right behind another that has all of its digits and more is handed out as a later state
/// of it. Throws BrokenContract on settings that check() refuses.
class Splitter {
  public:
    explicit Splitter(const ReadSettings& settings = {});
    ~Splitter();
    Splitter(Splitter&&) noexcept;
    Splitter& operator=(Splitter&&) noexcept;

    /// Takes further bytes. Call take afterwards: what is not taken stays in memory.
    void feed(std::string_view bytes);
    /// Lets lines by that the caller answers as they are, instead of feeding them: true if each is a record,
    /// a puzzle on the usual 9x9 board, and all records before them are complete and taken. Else nothing is
    /// changed.
    bool pass(const PlainLines& lines);
    /// The input ends here: what is left is a record. The next feed begins a new source at line 1.
    void flush();
    /// Moves all records that are complete into `batch` (whose old records go) and returns whether there
    /// are any.
    bool take(RecordBatch& batch);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A puzzle as it was read.
struct ReadRecord {
    Puzzle puzzle;
    const FormatInfo* format = nullptr;  ///< the shape met: never a mere alphabet
    Alphabet alphabet = Alphabet::digits;
    char empty_mark = '.';  ///< the mark the source used; '.' if it had no empty cell
    std::string_view
        note;       ///< text behind the puzzle (a comment, a rating), trimmed; points into the record, or
                    ///< where that has it with escapes into the Reader, until it reads again
    Grid solution;  ///< the solution that stands beside the puzzle; empty where there is none
    std::string solution_fault;  ///< why what stands beside the puzzle is no solution of it; empty: it is one
    std::string remark;          ///< what else was decided: "1 digit placed, not given"
};

/// What a record was taken for: "line, digits, '.' for empty cells; 9x9, boxes 3x3; 30 givens", and its
/// remark.
std::string describe(const ReadRecord& record);

/// Reads records; one a thread. Reuses its own buffers and those of the ReadRecord, and makes each board
/// once, so that reading a plain line of 81 characters costs no allocation. Throws BrokenContract on settings
/// that check() refuses.
class Reader {
  public:
    explicit Reader(const ReadSettings& settings = {});
    ~Reader();
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    /// Reads `raw` into `record`. On an error, which has the line (in the source) and column of the fault,
    /// `record` holds nothing of use but may be used again.
    [[nodiscard]] std::optional<Error> read(const RawRecord& raw, ReadRecord& record);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Every puzzle of a text, or the first error.
Result<std::vector<Puzzle>> read_puzzles(std::string_view text, const ReadSettings& settings = {});
/// The puzzle of a text; none or several are an error too.
Result<Puzzle> read_puzzle(std::string_view text, const ReadSettings& settings = {});

/// Text put around cells and frames of the boxed grid: escape sequences for a terminal. Empty: nothing.
struct GridStyle {
    std::string_view given_begin, given_end;    ///< around a given digit
    std::string_view solved_begin, solved_end;  ///< around a digit that was not given
    std::string_view empty_begin, empty_end;    ///< around an empty cell
    std::string_view frame_begin, frame_end;    ///< around each piece of frame
};

/// What stands for a digit in an alphabet: "7", "A", "16"; a number where the alphabet has no such symbol.
std::string text_of(Alphabet alphabet, Digit digit);

/// How to write. The alphabet and mark of a ReadRecord make the answer look like the question. Where the
/// format or side cannot use them the nearest that can is taken: a line never holds numbers, a mark is never
/// a digit.
struct WriteSettings {
    const FormatInfo* format = nullptr;  ///< one of formats() that writes; nullptr: line
    Alphabet alphabet = Alphabet::digits;
    bool no_other_alphabet =
        false;  ///< a side or format that it cannot write is an error; else another is taken
    char empty_mark = '.';
    GridStyle style = {};                  ///< for the format "grid" only
    bool box_drawing = false;              ///< for "grid": frames in box drawing characters, else in ASCII
    bool with_candidates = false;          ///< for "grid": the candidates of each cell without digit
    std::string_view note = {};            ///< written where the format has a place for it
    std::span<const Digit> solution = {};  ///< likewise; empty or of the board's size
};

/// Appends `grid` (the puzzle's givens or a solution of it) in that format, with its last line end, to `out`.
/// Nothing if done; else why the format cannot hold this puzzle, and `out` is as it was.
/// line, rows and numbers hold digits only; what else makes the board (jigsaw regions, diagonals) must
/// be said again (ReadSettings::layout) when they are read. grid draws boxes and connected jigsaw regions,
/// jigsaw has the region map, pencilmarks, candidates, sudocue and hodoku have candidates, interactive has
/// all but extra regions, json-lines has everything. losses() says it of one puzzle.
[[nodiscard]] std::optional<Error> write(const Puzzle& puzzle, std::span<const Digit> grid,
                                         const WriteSettings& settings, std::string& out);

/// What the text that write() makes of the same arguments does not say, a sentence each: the board,
/// candidates that are removed, that a digit is not given, that it is this format. Empty: detection reads the
/// puzzle from it as it was, or asks which of two readings it is. Of what write() refuses nothing is said.
std::vector<std::string> losses(const Puzzle& puzzle, std::span<const Digit> grid,
                                const WriteSettings& settings);

}  // namespace quadrille
