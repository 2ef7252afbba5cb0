// Texts that are known but hold more than this table reads: named, so that the refusal is clear and nothing
// of them is taken for a plain puzzle.
#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool begins_with(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}
bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// ":0000:...:" with a technique of four digits.
bool is_hodoku(std::string_view text) {
    return text.size() > 6 && text[0] == ':' &&
           text.substr(1, 4).find_first_not_of("0123456789x") == std::string_view::npos &&
           (text[5] == ':' || text[5] == '-');
}

bool is_sumocue(std::string_view text) {
    return text.size() > 6 && text[1] == 'x' && text[3] == ':' && contains(text.substr(0, 8), "k:");
}

bool is_short_killer(std::string_view text) {
    return text.size() == 81 && contains(text, "<") && text.find_first_of(" ,:;") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> foreign_text(std::string_view text) {
    const auto refuse = [](std::string_view what) {
        return std::string("this is ") + std::string(what) + ", which is not among the formats that are read";
    };
    if (begins_with(text, "scl")) return refuse("a SudokuPad puzzle");
    if (begins_with(text, "fpuzzles")) return refuse("an f-puzzles puzzle");
    if (is_hodoku(text)) return refuse("a line of the HoDoKu library");
    if (is_sumocue(text)) return refuse("a killer puzzle of SumoCue");
    if (is_short_killer(text)) return refuse("a killer puzzle");
    if (begins_with(text, ".") && contains(text, "~"))
        return refuse("a puzzle of the Interactive Sudoku Solver");
    if (begins_with(text, "http://") || begins_with(text, "https://")) {
        if (contains(text, "load=")) return refuse("a link to an f-puzzles puzzle");
        return refuse("a link without ?bd= or ?s= and the cells of a puzzle");
    }
    if (begins_with(text, "{")) {
        if (contains(text, "\"cells\":[[")) return refuse("JSON of SudokuPad");
        if (contains(text, "\"grid\":[[")) return refuse("JSON of f-puzzles");
        return refuse("JSON without a string under the key \"puzzle\"");
    }
    if (begins_with(text, "<")) return refuse("XML");
    return {};
}

}  // namespace quadrille::text
