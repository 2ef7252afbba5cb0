// Reads a record as a puzzle: the plain line of 81 characters at once, everything else by the table of
// formats.
//
// Detection tries every format whose shape fits, in every alphabet it can be written in. Readings that give
// the same puzzle are one reading. Of two that differ, one that is doubtful gives way: it repeats a digit in
// a region, or takes both 0 and another mark for empty cells on a board of side 10 or more. If two sound
// readings remain, or two doubtful ones and none sound, the answer is an error that names what decides.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "format/table.hpp"

namespace quadrille {

using text::Draft;
using text::Fault;
using text::FormatRow;
using text::MaybeFault;
using text::smallest_zero_digits;

namespace {

constexpr int nine = 9;
constexpr std::size_t nine_cells = 81;

/// Boards made so far, the latest first.
class Boards {
  public:
    Result<GeometryPtr> board(const Layout& layout) {
        const auto found = std::find_if(made_.begin(), made_.end(),
                                        [&](const GeometryPtr& board) { return board->layout() == layout; });
        if (found != made_.end()) {
            std::rotate(made_.begin(), found, found + 1);
            return made_.front();
        }
        auto made = Geometry::make(layout);
        if (!made) return made;
        if (made_.size() == most_kept) made_.pop_back();
        made_.insert(made_.begin(), *made);
        return made;
    }

  private:
    static constexpr std::size_t most_kept = 8;
    std::vector<GeometryPtr> made_;
};

/// One way to read a record.
struct Reading {
    Draft draft;
    Puzzle puzzle;
    const FormatRow* row = nullptr;
    Alphabet alphabet = Alphabet::digits;
    std::string remark;

    bool same_as(const Reading& other) const {
        return puzzle.givens == other.puzzle.givens && puzzle.candidates == other.puzzle.candidates &&
               puzzle.geometry == other.puzzle.geometry;
    }
    bool is_doubtful() const {
        return (draft.mixes_zero && draft.side >= smallest_zero_digits) || contradiction(puzzle).has_value();
    }
    /// What to ask for to get this reading rather than `other`.
    std::string_view name_against(const Reading& other) const {
        return row == other.row ? name_of(alphabet) : row->info.name;
    }
};

/// Candidates that stand alone become givens unless they stand among several in a cell of the same region or
/// were placed by a player; candidates that say no more than the givens do are dropped. Says what was
/// decided.
std::string place_lone_digits(Puzzle& puzzle, const Grid& placed) {
    const Candidates& candidates = *puzzle.candidates;
    int given = 0;
    int naked = 0;
    int by_player = 0;
    const std::vector<bool> blocked = text::stand_among_several(*puzzle.geometry, candidates);
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        if (candidates.count(cell) != 1) continue;
        const bool is_placed = !placed.empty() && placed[cell] != 0;
        ++(is_placed ? by_player : blocked[cell] ? naked : given);
        if (blocked[cell] || is_placed) continue;
        for (Digit digit = 1; digit <= puzzle.side(); ++digit) {
            if (candidates.has(cell, digit)) puzzle.givens[cell] = digit;
        }
    }
    const Candidates all(puzzle.side(), true);
    if (candidates == reduced_candidates(*puzzle.geometry, puzzle.givens, all)) puzzle.candidates.reset();
    std::string remark = fmt::format("lone digits: {} read as given, {} as naked singles", given, naked);
    if (by_player > 0) remark += fmt::format(", {} as placed", by_player);
    return remark;
}

/// Candidates that placed digits and removed candidates leave.
std::string apply_play(const Draft& draft, Puzzle& puzzle) {
    Grid digits = puzzle.givens;
    int placed = 0;
    for (std::size_t cell = 0; cell < draft.placed.size(); ++cell) {
        if (draft.placed[cell] == 0) continue;
        digits[cell] = draft.placed[cell];
        ++placed;
    }
    puzzle.candidates = reduced_candidates(*puzzle.geometry, digits, Candidates(puzzle.side(), true));
    for (const auto& [cell, digit] : draft.deleted) puzzle.candidates->erase(cell, digit);
    return fmt::format("{} placed, not given; {} candidates removed", placed, draft.deleted.size());
}

}  // namespace

struct Reader::State {
    explicit State(text::Request asked) : request(std::move(asked)) {
        if (!text::reads_plain_lines(request) || (request.layout && request.layout->side != nine)) return;
        fast_board = boards.board(request.layout.value_or(Layout{})).value();
    }

    text::Request request;
    Boards boards;
    GeometryPtr fast_board;  ///< where plain lines of 81 characters can be read at once, their board
    text::ValueTable fast_table = text::value_table(Alphabet::digits, nine);
    text::Page page;
    Reading best;
    Reading trial;
    MaybeFault furthest;     ///< of the faults of all attempts, the one deepest in the text
    MaybeFault board_fault;  ///< a reading that no board fits, or rules that are not read
    MaybeFault conflict;     ///< two readings that stand

    bool read_fast(std::string_view text, ReadRecord& record) const;
    MaybeFault read_page();
    void try_row(const FormatRow& row);
    void settle();
    MaybeFault finish_trial();
    MaybeFault undecided_rows() const;
    MaybeFault last_doubts() const;
    Layout board_of(const Draft& draft) const;
    void move_to(ReadRecord& record);
    void read_solution(std::string_view solution, ReadRecord& record) const;
    void finish_fast(const RawRecord& raw, ReadRecord& record) const;
};

/// The one loop that most records see: 81 table look-ups. False: not that simple.
bool Reader::State::read_fast(std::string_view text, ReadRecord& record) const {
    if (text.size() < nine_cells) return false;
    Grid& givens = record.puzzle.givens;
    givens.resize(nine_cells);
    unsigned met = 0;
    unsigned empty = 0;
    for (std::size_t cell = 0; cell < nine_cells; ++cell) {
        const std::uint8_t value = fast_table[static_cast<unsigned char>(text[cell])];
        met |= value;
        empty += value == 0 ? 1 : 0;
        givens[cell] = value;
    }
    if (met > 15 || (empty == nine_cells && text[0] == '-')) return false;
    if (empty == 0 && (text.size() > nine_cells || givens[0] == givens[1] || givens[0] == givens[nine]))
        return false;
    record.note = {};
    if (text.size() > nine_cells) {
        const std::string_view rest = text.substr(nine_cells);
        if (!text::is_separator(rest.front()) || rest.find('\n') != std::string_view::npos) return false;
        record.note = text::note_of(rest);
    }
    const auto first_empty = std::find(givens.begin(), givens.end(), Digit{0});
    record.empty_mark =
        first_empty == givens.end() ? '.' : text[static_cast<std::size_t>(first_empty - givens.begin())];
    if (record.puzzle.geometry != fast_board) record.puzzle.geometry = fast_board;
    record.puzzle.candidates.reset();
    record.alphabet = Alphabet::digits;
    return true;
}

Layout Reader::State::board_of(const Draft& draft) const {
    if (!request.layout) return draft.layout ? *draft.layout : Layout::usual(draft.side);
    if (!draft.layout || draft.layout->region_map.empty()) return *request.layout;
    Layout layout = *request.layout;  // diagonals and the like on the regions of the text
    layout.box_rows = layout.box_columns = 0;
    layout.region_map = draft.layout->region_map;
    return layout;
}

MaybeFault Reader::State::finish_trial() {
    Draft& draft = trial.draft;
    if (request.layout && request.layout->side != draft.side) {
        return Fault{fmt::format("a puzzle of {0}x{0}, but the board asked for is {1}x{1}", draft.side,
                                 request.layout->side),
                     page.text().data()};
    }
    const auto board = boards.board(board_of(draft));
    if (!board) return Fault{board.error().text, page.text().data()};
    trial.puzzle.geometry = *board;
    trial.puzzle.givens.swap(draft.givens);
    trial.puzzle.candidates.swap(draft.candidates);
    trial.remark.clear();
    if (trial.puzzle.candidates && !draft.has_given_digits)
        trial.remark = place_lone_digits(trial.puzzle, draft.placed);
    else if (!draft.placed.empty() || !draft.deleted.empty()) trial.remark = apply_play(draft, trial.puzzle);
    return {};
}

/// Compares the trial with the best reading so far.
void Reader::State::settle() {
    if (best.row == nullptr) {
        std::swap(best, trial);
        return;
    }
    if (best.same_as(trial)) return;
    const bool best_doubtful = best.is_doubtful();
    const bool trial_doubtful = trial.is_doubtful();
    if (best_doubtful && !trial_doubtful) {
        std::swap(best, trial);
        conflict.reset();
    } else if (best_doubtful == trial_doubtful && !conflict) {
        conflict = Fault{
            fmt::format("this reads as {0} and as {1}, and the puzzles differ: say --from {0} or --from {1}",
                        best.name_against(trial), trial.name_against(best)),
            page.text().data()};
    }
}

void Reader::State::try_row(const FormatRow& row) {
    for (const Alphabet alphabet : row.alphabets) {
        if (request.alphabet && *request.alphabet != alphabet) continue;
        trial.draft.board_known = request.layout.has_value();
        trial.draft.has_given_digits = false;
        trial.draft.placed.clear();
        trial.draft.deleted.clear();
        trial.draft.decoded_note.clear();
        trial.draft.solution = {};
        MaybeFault fault = row.read(page, alphabet, trial.draft);
        if (!fault) {
            if (!request.alphabet && alphabet == Alphabet::zero_digits &&
                trial.draft.side < smallest_zero_digits)
                continue;
            fault = finish_trial();
            if (fault) board_fault = fault;
        }
        if (fault && &row == &text::interactive_row) board_fault = fault;  // nothing else begins so
        if (fault) {
            if (!furthest || fault->at > furthest->at) furthest = std::move(fault);
            continue;
        }
        trial.row = &row;
        trial.alphabet = alphabet;
        settle();
    }
}

/// As many rows as cells in a row, each of which could be a puzzle by itself.
MaybeFault Reader::State::undecided_rows() const {
    const auto side = static_cast<std::size_t>(page.cells());
    if (request.row != nullptr || request.layout || !page.is_undecided() || page.lines().size() != side)
        return {};
    const int small = text::square_side(side);
    const char* form = small == 0
                           ? "{0} lines of {0} numbers are one puzzle of {0}x{0} or {0} that begin with the "
                             "size of a box: say --from rows or --from boxed"
                           : "{0} lines of {0} cells are one puzzle of {0}x{0} or {0} of {1}x{1}: say --from "
                             "rows or --from line";
    return Fault{fmt::format(fmt::runtime(form), side, small), page.text().data()};
}

/// What makes even a single reading a guess.
MaybeFault Reader::State::last_doubts() const {
    if (request.row != nullptr) return {};
    const char* at = page.text().data();
    const int side = best.puzzle.side();
    const std::string_view first = page.lines().front().text;
    if (page.is_single() && side > 1 && first.find_first_not_of('-') == std::string_view::npos) {
        return Fault{
            fmt::format(
                "a line of {} dashes is a rule or an empty board of {}x{}: say --from line if it is a board",
                first.size(), side, side),
            at};
    }
    if (page.is_single() && best.draft.mark == 0 && !best.puzzle.candidates && best.row == &text::line_row &&
        text::is_region_map(first)) {
        return Fault{"this is a region map: --from jigsaw reads it together with the line of cells above it",
                     at};
    }
    return {};
}

MaybeFault Reader::State::read_page() {
    if (page.lines().empty()) return Fault{"there is no puzzle here", page.text().data()};
    if (MaybeFault fault = undecided_rows()) return fault;
    best.row = nullptr;
    furthest.reset();
    board_fault.reset();
    conflict.reset();
    const bool by_header = page.columns().puzzle >= 0 && text::csv_row.fits(page);
    for (const FormatRow* row : text::format_rows()) {
        const bool asked = request.row == row;
        if (request.row == nullptr && by_header && row != &text::csv_row) continue;
        if (asked || (request.row == nullptr && row->fits != nullptr && row->fits(page))) try_row(*row);
    }
    if (conflict) return conflict;
    if (best.row != nullptr) return last_doubts();
    const std::string_view first = page.lines().front().text;
    if (auto reason = text::foreign_text(page)) return Fault{std::move(*reason), first.data()};
    if (board_fault) return board_fault;
    if (furthest) return furthest;
    return Fault{fmt::format("{} is not the beginning of a puzzle", quoted(first)), first.data()};
}

void Reader::State::move_to(ReadRecord& record) {
    std::swap(record.puzzle, best.puzzle);
    record.format = find_format(best.row->info.name);
    record.alphabet = best.alphabet;
    const bool usual =
        best.draft.mark != 0 && (best.draft.mark == '0' || text::is_cell_character(best.draft.mark));
    record.empty_mark = usual ? best.draft.mark : '.';
    record.note = best.draft.decoded_note.empty() ? best.draft.note : best.draft.decoded_note;
    std::swap(record.remark, best.remark);
    if (best.draft.mixes_zero)
        record.remark +=
            record.remark.empty() ? "0 and another mark are empty" : "; 0 and another mark are empty";
    read_solution(best.draft.solution, record);
}

/// Reads what stands beside the puzzle as its solution and checks it.
void Reader::State::read_solution(std::string_view solution, ReadRecord& record) const {
    record.solution.clear();
    record.solution_fault.clear();
    if (solution.empty()) return;
    const int side = record.puzzle.side();
    const std::size_t cells = record.puzzle.givens.size();
    std::vector<std::string_view> tokens;
    text::solution_tokens(solution, cells, tokens);
    if (tokens.size() != cells) {
        record.solution_fault = text::count_fault(tokens.size(), "cell", side, cells);
        return;
    }
    const text::ValueTable table = text::value_table(record.alphabet, side);
    record.solution.resize(cells);
    for (Cell cell = 0; cell < cells; ++cell) {
        const std::string_view token = tokens[cell];
        int value = token.size() == 1 ? table[static_cast<unsigned char>(token[0])] : text::decimal(token);
        if (value < 1 || value > side) value = 0;
        record.solution[cell] = static_cast<Digit>(value);
    }
    if (auto fault = verify(record.puzzle, record.solution)) record.solution_fault = std::move(*fault);
}

/// What a plain line of 81 characters has behind it.
void Reader::State::finish_fast(const RawRecord& raw, ReadRecord& record) const {
    static const FormatInfo* const line = find_format("line");
    static const FormatInfo* const csv = find_format("csv");
    const bool is_csv = raw.puzzle_field == 0 && raw.text.size() > nine_cells &&
                        text::csv_separators.find(raw.text[nine_cells]) != std::string_view::npos;
    record.format = is_csv ? csv : line;
    record.remark.clear();
    record.solution.clear();
    record.solution_fault.clear();
    if (is_csv && raw.solution_field == 1) {
        const text::CsvParts parts = text::csv_parts(raw.text, {raw.puzzle_field, raw.solution_field});
        record.note = parts.note;
        return read_solution(parts.solution, record);
    }
    if (record.note.size() < nine_cells) return;
    const std::string_view solution = text::solution_in(record.note, nine_cells);
    if (solution.empty()) return;
    read_solution(solution, record);
    const char* end = solution.data() + solution.size();
    if (is_csv)
        record.note = text::note_of(record.note.substr(static_cast<std::size_t>(end - record.note.data())));
}

Reader::Reader(const ReadSettings& settings) {
    auto request = text::request_of(settings);
    require(bool(request), "Reader needs settings that check() accepts");
    state_ = std::make_unique<State>(std::move(*request));
}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

namespace {

std::size_t lines_before(std::string_view text, std::size_t at) {
    return static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// 1-based, in the source.
std::size_t column_of(const RawRecord& raw, std::size_t at) {
    const std::size_t last_end = raw.text.substr(0, at).rfind('\n');
    return last_end == std::string_view::npos ? raw.column + at : at - last_end;
}

}  // namespace

std::optional<Error> Reader::read(const RawRecord& raw, ReadRecord& record) {
    if (raw.too_long) {
        return Error{ErrorCode::too_large, fmt::format("a record longer than {} MiB", max_record_bytes >> 20),
                     raw.line, raw.column};
    }
    const bool has_quotes = raw.puzzle_field == 0 && raw.text.find('"') != std::string_view::npos;
    const bool plain = raw.puzzle_field <= 0 && raw.solution_field <= 1 && !has_quotes;
    if (plain && state_->fast_board != nullptr && state_->read_fast(raw.text, record)) {
        state_->finish_fast(raw, record);
        return {};
    }
    state_->page.assign(raw.text, {raw.puzzle_field, raw.solution_field});
    const MaybeFault fault = state_->read_page();
    if (!fault) {
        state_->move_to(record);
        return {};
    }
    // What stands in no text, an empty part of a line for one, is a fault of the whole.
    const char* const begin = raw.text.data();
    const bool inside =
        std::greater_equal<>{}(fault->at, begin) && std::less_equal<>{}(fault->at, begin + raw.text.size());
    const std::size_t at = inside ? static_cast<std::size_t>(fault->at - begin) : 0;
    return Error{ErrorCode::malformed_input, fault->text, raw.line + lines_before(raw.text, at),
                 column_of(raw, at)};
}

std::string describe(const ReadRecord& record) {
    const auto given = record.puzzle.givens.size() -
                       static_cast<std::size_t>(
                           std::count(record.puzzle.givens.begin(), record.puzzle.givens.end(), Digit{0}));
    std::string text =
        fmt::format("{}, {}, '{}' for empty cells; {}; {} given", record.format->name,
                    name_of(record.alphabet), record.empty_mark, record.puzzle.geometry->describe(), given);
    if (record.puzzle.candidates) text += ", candidates";
    if (!record.remark.empty()) text += "; " + record.remark;
    if (!record.solution_fault.empty()) text += "; the solution beside it is wrong";
    else if (!record.solution.empty()) text += "; the solution beside it is right";
    return text;
}

Result<std::vector<Puzzle>> read_puzzles(std::string_view text, const ReadSettings& settings) {
    if (auto fault = check(settings)) return *fault;
    Splitter splitter(settings);
    splitter.feed(text);
    splitter.flush();
    RecordBatch batch;
    splitter.take(batch);
    Reader reader(settings);
    std::vector<Puzzle> puzzles;
    ReadRecord record;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (batch[i].stage_of != 0) continue;
        if (auto fault = reader.read(batch[i], record)) return *fault;
        puzzles.push_back(record.puzzle);
    }
    return puzzles;
}

Result<Puzzle> read_puzzle(std::string_view text, const ReadSettings& settings) {
    auto puzzles = read_puzzles(text, settings);
    if (!puzzles) return puzzles.error();
    if (puzzles->size() == 1) return std::move(puzzles->front());
    return Error{ErrorCode::malformed_input,
                 fmt::format("{} puzzles where one was expected", puzzles->size()), 0, 0};
}

}  // namespace quadrille
