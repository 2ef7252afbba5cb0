// Formats that wrap a line of cells: a field of a CSV line, a value in JSON or XML, a link, a record of the
// puzzle bank. Each finds its stretch of text; the rest is as in `line`.
#include <fmt/format.h>

#include <algorithm>

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

bool could_be_puzzle(std::string_view field) {
    constexpr int smallest_side = 4;
    return cell_run(field) == field.size() && square_side(field.size()) >= smallest_side;
}

std::string_view unquoted(std::string_view field) {
    field = trimmed(field);
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
        field = field.substr(1, field.size() - 2);
    return field;
}

/// Calls visit(field) for every field of a CSV line.
template <class Visit>
void each_field(std::string_view line, Visit visit) {
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find_first_of(",;\t", begin), line.size());
        visit(unquoted(line.substr(begin, end - begin)));
        begin = end + 1;
    }
}

/// The first field that could be a puzzle, in a line of several fields.
std::string_view csv_part(std::string_view line) {
    if (line.find_first_of(",;\t") == std::string_view::npos) return {};
    if (line.front() == '{' || line.front() == '<') return {};
    std::string_view found;
    each_field(line, [&](std::string_view field) {
        if (found.empty() && could_be_puzzle(field)) found = field;
    });
    return found.data() == line.data() ? std::string_view{} : found;  // then it is a line with a note
}

bool is_full(std::string_view field) {
    return std::all_of(field.begin(), field.end(), [](char c) { return c != '0' && !is_plain_mark(c); });
}

MaybeFault read_csv(const Page& page, Alphabet alphabet, Draft& draft) {
    const std::string_view line = page.lines().front().text;
    const std::string_view part = csv_part(line);
    bool other_has_gaps = false;
    each_field(line, [&](std::string_view field) {
        other_has_gaps =
            other_has_gaps || (could_be_puzzle(field) && field.size() == part.size() && !is_full(field));
    });
    if (!part.empty() && is_full(part) && other_has_gaps) {
        return Fault{"a full grid stands before one with empty cells: which field is the puzzle is not clear",
                     part.data()};
    }
    return read_part<csv_part>(page, alphabet, draft);
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

/// The end of the JSON string that begins behind `at`, without its quotation mark.
std::size_t string_end(std::string_view json, std::size_t at) {
    while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
    return std::min(at, json.size());
}

/// The value of the key "puzzle" of the outermost object, if it is a string.
std::string_view json_part(std::string_view json) {
    if (json.empty() || json.front() != '{') return {};
    int depth = 0;
    for (std::size_t at = 0; at < json.size(); ++at) {
        if (json[at] == '{' || json[at] == '[') ++depth;
        if (json[at] == '}' || json[at] == ']') --depth;
        if (json[at] != '"') continue;
        const std::size_t end = string_end(json, at + 1);
        const bool is_puzzle = depth == 1 && json.substr(at + 1, end - at - 1) == "puzzle";
        at = end;
        if (!is_puzzle) continue;
        const std::string_view rest = trimmed(json.substr(std::min(end + 1, json.size())));
        if (rest.empty() || rest.front() != ':') continue;
        const std::string_view value = trimmed(rest.substr(1));
        if (value.empty() || value.front() != '"') return {};
        return value.substr(1, string_end(value, 1) - 1);
    }
    return {};
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

FormatInfo info(std::string_view name, std::string_view summary, std::string_view example) {
    return {name, summary, example, true, false, false};
}

}  // namespace

const FormatRow csv_row = {
    info("csv", "a line of fields, the puzzle not the first of them; a header is skipped",
         "7,530070000600195000098000060800060003400803001700020006060000280000419005000080079,easy\n"),
    one_character_alphabets,
    Cutting::lines,
    has_part<csv_part>,
    read_csv,
    nullptr};
const FormatRow puzzle_bank_row = {
    info("puzzle-bank", "12 hexadecimal digits, 81 digits, a rating",
         "0000183b305c 530070000600195000098000060800060003400803001700020006060000280"
         "000419005000080079  1.2\n"),
    digits_only,
    Cutting::lines,
    has_part<bank_part>,
    read_part<bank_part>,
    nullptr};
const FormatRow json_lines_row = {
    info("json-lines", "one JSON object a line, the puzzle under the key \"puzzle\"",
         "{\"id\":1,\"puzzle\":\"5300700006001950000980000608000600034008030017000200060"
         "60000280000419005000080079\"}\n"),
    one_character_alphabets,
    Cutting::lines,
    has_part<json_part>,
    read_part<json_part>,
    nullptr};
const FormatRow link_row = {
    info("link", "a web address with ?bd= or ?s= and the cells",
         "https://www.sudokuwiki.org/sudoku.htm?bd=53007000060019500009800006080006000340080"
         "3001700020006060000280000419005000080079\n"),
    one_character_alphabets,
    Cutting::lines,
    has_part<link_part>,
    read_part<link_part>,
    nullptr};
const FormatRow opensudoku_row = {
    info("opensudoku", "XML of OpenSudoku: <game data=\"81 digits\"/>",
         "<game data=\"53007000060019500009800006080006000340080300170002000606000028000"
         "0419005000080079\" />\n"),
    one_character_alphabets,
    Cutting::lines,
    has_part<xml_part>,
    read_part<xml_part>,
    nullptr};

}  // namespace quadrille::text
