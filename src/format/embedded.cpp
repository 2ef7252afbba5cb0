// Formats that wrap a line of cells: a value in XML, a link, a record of the puzzle bank. Each finds its
// stretch of text; the rest is as in `line`.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "format/sha1.hpp"
#include "format/table.hpp"

namespace quadrille::text {

namespace {

std::string_view single_line(const Page& page) {
    return page.is_single() ? page.lines().front().text : std::string_view{};
}

bool begins_with(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}

/// What stands between `before` and the next of `ends`; nothing if `before` is not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view ends) {
    const std::size_t found = text.find(before);
    if (found == std::string_view::npos) return {};
    const std::string_view rest = text.substr(found + before.size());
    return rest.substr(0, std::min(rest.find_first_of(ends), rest.size()));
}

/// Reads the part that `find` shows, or says what is missing.
template <std::string_view (*find)(std::string_view)>
MaybeFault read_part(const Page& page, Alphabet alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    const std::string_view part = find(line);
    if (part.empty()) return Fault{"no puzzle in this line", line.data()};
    return read_line_text(page, part, alphabet, draft);
}
template <std::string_view (*find)(std::string_view)>
bool has_part(const Page& page) {
    return page.is_single() && !find(single_line(page)).empty();
}

/// 12 hexadecimal digits, a space, 81 digits, a rating.
std::string_view bank_part(std::string_view line) {
    constexpr std::size_t hash_length = 12;
    constexpr std::size_t cells = 81;
    if (line.size() < hash_length + 1 + cells || line[hash_length] != ' ') return {};
    const std::string_view hash = line.substr(0, hash_length);
    if (hash.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return {};
    const std::string_view rest = line.substr(hash_length + 1);
    return cell_run(rest) == cells ? rest : std::string_view{};
}

std::string_view link_part(std::string_view line) {
    if (!begins_with(line, "http://") && !begins_with(line, "https://")) return {};
    for (const std::string_view key : {"?bd=", "&bd=", "?s=", "&s="}) {
        if (const std::string_view part = between(line, key, "&# \t"); could_be_puzzle(part)) return part;
    }
    return {};
}

std::string_view xml_part(std::string_view line) {
    return begins_with(line, "<game") ? between(line, "data=\"", "\"") : std::string_view{};
}

/// Writers of what holds nine by nine digits alone.
std::optional<std::string> append_nine(const Sheet& sheet, std::string_view what, std::string& out) {
    if (sheet.side() != 9) return std::string(what) + " holds a side of 9 only";
    for (const Digit digit : sheet.grid) out += static_cast<char>('0' + digit);
    return {};
}

/// "1.2" of a note that is a rating or ends in one, "0.0" where there is none.
double rating_of(std::string_view note) {
    const std::size_t space = note.find_last_of(" =/");
    const std::string number(note.substr(space == std::string_view::npos ? 0 : space + 1));
    if (number.empty() || number.find_first_not_of("0123456789.") != std::string::npos) return 0;
    constexpr double largest = 99.9;
    return std::min(largest, std::strtod(number.c_str(), nullptr));
}

std::optional<std::string> append_bank(const Sheet& sheet, std::string& out) {
    std::string digits;
    if (auto fault = append_nine(sheet, "a record of the puzzle bank", digits)) return fault;
    constexpr std::size_t hash_length = 12;
    out += fmt::format("{} {} {:4.1f}\n", sha1_of(digits).substr(0, hash_length), digits,
                       rating_of(sheet.settings.note));
    return {};
}

std::optional<std::string> append_link(const Sheet& sheet, std::string& out) {
    out += "https://www.sudokuwiki.org/sudoku.htm?bd=";
    auto fault = append_nine(sheet, "a link", out);
    out += '\n';
    return fault;
}

std::optional<std::string> append_game(const Sheet& sheet, std::string& out) {
    out += "<game data=\"";
    auto fault = append_nine(sheet, "OpenSudoku", out);
    out += "\" />\n";
    return fault;
}

}  // namespace

const FormatRow puzzle_bank_row = {
    .info =
        {
            .name = "puzzle-bank",
            .summary = "12 hexadecimal digits, 81 digits, a rating",
            .example = "0000183b305c 530070000600195000098000060800060003400803001700020006060000280"
                       "000419005000080079  1.2\n",
            .is_answered_by_line = true,
            .note = NotePlace::nowhere,
        },
    .alphabets = digits_only,
    .cutting = Cutting::lines,
    .fits = has_part<bank_part>,
    .read = read_part<bank_part>,
    .append = append_bank,
};
const FormatRow link_row = {
    .info =
        {
            .name = "link",
            .summary = "a web address with ?bd= or ?s= and the cells",
            .example = "https://www.sudokuwiki.org/sudoku.htm?bd=53007000060019500009800006080006000340080"
                       "3001700020006060000280000419005000080079\n",
            .is_answered_by_line = true,
            .note = NotePlace::nowhere,
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::lines,
    .fits = has_part<link_part>,
    .read = read_part<link_part>,
    .append = append_link,
};
const FormatRow opensudoku_row = {
    .info =
        {
            .name = "opensudoku",
            .summary = "XML of OpenSudoku: <game data=\"81 digits\"/>, one or many",
            .example = "<game data=\"53007000060019500009800006080006000340080300170002000606000028000"
                       "0419005000080079\" />\n",
            .is_answered_by_line = true,
            .note = NotePlace::nowhere,
            .before = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
            .after = "</opensudoku>\n",
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::lines,
    .fits = has_part<xml_part>,
    .read = read_part<xml_part>,
    .append = append_game,
};

}  // namespace quadrille::text
