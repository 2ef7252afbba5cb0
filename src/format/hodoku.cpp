// hodoku: a line of the HoDoKu library.
//
//     :0002-1:4:53+4.7....6..195...:413 525:435::extra
//      |      | |                  |       |   || what else the technique needs
//      |      | |                  |       |   | cells the technique places
//      |      | |                  |       | candidates the technique removes
//      |      | |                  | candidates removed before it: digit, row, column
//      |      | the cells; + before a digit that was placed, not given
//      |      digits of the technique
//      number of the technique and its variant
//
// The source: the manual of HoDoKu. A placed digit is no given: it is the only candidate of its cell. What
// stands around the cells is the note.
#include <fmt/core.h>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr std::size_t side = 9;
constexpr std::size_t cells = side * side;
constexpr std::string_view no_technique = ":0000:x:";  // what is written says of none

/// The part of a line between colon number `index` and the next.
std::string_view field(std::string_view line, int index) {
    for (; index > 0 && !line.empty(); --index) {
        const std::size_t colon = line.find(':');
        line = line.substr(colon == std::string_view::npos ? line.size() : colon + 1);
    }
    return line.substr(0, std::min(line.find(':'), line.size()));
}

bool fits(const Page& page) {
    if (!page.is_single()) return false;
    const std::string_view line = page.lines().front().text;
    if (line.empty() || line.front() != ':') return false;
    const std::string_view technique = field(line, 1);
    constexpr std::size_t digits = 4;
    return technique.size() >= digits &&
           technique.substr(0, digits).find_first_not_of("0123456789x") == std::string_view::npos &&
           (technique.size() == digits || technique[digits] == '-');
}

/// Takes + from before digits; placed cells are marked in draft.placed.
MaybeFault take_cells(std::string_view text, Draft& draft) {
    draft.cells = Cells{static_cast<int>(side), std::move(draft.cells.tokens), 0, 0, {}};
    draft.cells.tokens.clear();
    std::vector<bool> placed;
    bool plus = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '+' && !plus) {
            plus = true;
            continue;
        }
        const bool is_digit = text[at] >= '1' && text[at] <= '9';
        if (!is_cell_character(text[at]) || (plus && !is_digit)) {
            return Fault{fmt::format("{} cannot stand in cell {} of a HoDoKu line",
                                     quoted(text.substr(at, 1)), draft.cells.tokens.size() + 1),
                         text.data() + at};
        }
        draft.cells.tokens.push_back(text.substr(at, 1));
        placed.push_back(plus);
        plus = false;
    }
    if (draft.cells.tokens.size() != cells)
        return Fault{count_fault(draft.cells.tokens.size(), "cell", 9, cells), text.data()};
    if (MaybeFault fault = fill(Alphabet::digits, draft)) return fault;
    for (Cell cell = 0; cell < cells; ++cell) {
        if (!placed[cell]) continue;
        draft.placed.resize(cells);
        std::swap(draft.placed[cell], draft.givens[cell]);
    }
    draft.has_given_digits = true;
    return {};
}

/// "413 525": digit, row, column.
MaybeFault take_deleted(std::string_view text, Draft& draft) {
    for (std::size_t at = 0; at < text.size();) {
        if (is_space(text[at])) {
            ++at;
            continue;
        }
        const std::string_view word = text.substr(at, text.find(' ', at) - at);
        if (word.size() != 3 || word.find_first_not_of("123456789") != std::string_view::npos) {
            return Fault{quoted(word) + " is not a candidate: digit, row, column, each of 1 to 9",
                         word.data()};
        }
        const auto number = [&](std::size_t place) { return static_cast<std::size_t>(word[place] - '1'); };
        draft.deleted.emplace_back(static_cast<Cell>(number(1) * side + number(2)),
                                   static_cast<Digit>(number(0) + 1));
        at += word.size();
    }
    return {};
}

MaybeFault read(const Page& page, Alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    if (!fits(page)) return Fault{"this is no line of the HoDoKu library", line.data()};
    if (MaybeFault fault = take_cells(field(line, 3), draft)) return fault;
    draft.note = line.substr(0, static_cast<std::size_t>(field(line, 3).data() - line.data()));
    if (draft.note == no_technique) draft.note = {};
    return take_deleted(field(line, 4), draft);
}

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    if (!sheet.puzzle.geometry->is_classic_nine()) return "the HoDoKu library holds plain 9x9 boards only";
    const Candidates shown = shown_candidates(sheet.puzzle, sheet.grid);
    Grid full(sheet.grid.begin(), sheet.grid.end());
    const Grid lone = lone_digits(sheet, shown);
    const Grid untouched =
        lone_digits(sheet, reduced_candidates(*sheet.puzzle.geometry, sheet.grid, Candidates(9, true)));
    std::string values;
    for (Cell cell = 0; cell < cells; ++cell) {
        if (lone[cell] != 0 && untouched[cell] == 0) {
            values += '+';
            full[cell] = lone[cell];
        }
        values += full[cell] == 0 ? '.' : static_cast<char>('0' + full[cell]);
    }
    const Candidates all = reduced_candidates(*sheet.puzzle.geometry, full, Candidates(9, true));
    std::string deleted;
    for (Digit digit = 1; digit <= side; ++digit) {
        for (Cell cell = 0; cell < cells; ++cell) {
            if (full[cell] != 0 || !all.has(cell, digit) || shown.has(cell, digit)) continue;
            deleted +=
                fmt::format("{}{}{}{}", deleted.empty() ? "" : " ", digit, cell / side + 1, cell % side + 1);
        }
    }
    out += fmt::format("{}{}:{}:::\n", no_technique, values, deleted);
    return {};
}

}  // namespace

const FormatRow hodoku_row = {
    .info =
        {
            .name = "hodoku",
            .summary = "a line of the HoDoKu library, with placed digits and removed candidates",
            .example = ":0002:4:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5...."
                       "8..79::413::\n",
            .holds_candidates = true,
            .is_answered_by_line = true,
        },
    .alphabets = digits_only,
    .cutting = Cutting::lines,
    .fits = fits,
    .read = read,
    .append = append,
};

}  // namespace quadrille::text
