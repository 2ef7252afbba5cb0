#include "board_text.hpp"

#include <fmt/core.h>

#include <cctype>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "arguments.hpp"
#include "source.hpp"

namespace quadrille::cli {

namespace {

Error wrong(std::string text) { return {ErrorCode::illegal_layout, std::move(text), 0, 0}; }

/// Two numbers with one character between or before them: "3x4" for ("", 'x'), "r3c4" for ("r", 'c').
bool read_pair(std::string_view text, char middle, int& first, int& second) {
    const char* const end = text.data() + text.size();
    const auto [at, fault] = std::from_chars(text.data(), end, first);
    if (fault != std::errc{} || at == end || std::tolower(static_cast<unsigned char>(*at)) != middle)
        return false;
    const auto [stop, fault_too] = std::from_chars(at + 1, end, second);
    return fault_too == std::errc{} && stop == end;
}

/// One label a cell, white space ignored; from the file of that name where there is one.
Result<std::vector<int>> region_map(const std::string& text) {
    std::string labels = text;
    std::error_code ignored;
    if (std::filesystem::exists(text, ignored)) {  // a pipe too, which can be read only once
        Result<std::string> whole = read_whole({text});
        if (!whole) return wrong(whole.error().text);
        labels = std::move(*whole);
    } else if (labels.find_first_of("./") != std::string::npos)
        return wrong(fmt::format("there is no file {}", text));
    std::vector<int> map;
    for (char label : labels) {
        if (!std::isspace(static_cast<unsigned char>(label)))
            map.push_back(static_cast<unsigned char>(label));
    }
    const auto side = Layout::jigsaw(map).side;
    if (map.empty() || static_cast<std::size_t>(side * side) != map.size()) {
        return wrong(fmt::format("a region map of {} labels is not square", map.size()));
    }
    return map;
}

/// "r1c1 r2c2 ..." on a board of that side.
Result<std::vector<Cell>> cells_of(const std::string& text, int side) {
    std::vector<Cell> cells;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        int row = 0;
        int column = 0;
        const bool named = std::tolower(static_cast<unsigned char>(word.front())) == 'r' &&
                           read_pair(std::string_view(word).substr(1), 'c', row, column);
        if (!named || row < 1 || column < 1 || row > side || column > side) {
            return wrong(fmt::format("'{}' is not a cell of a board of side {}; r1c1 is", word, side));
        }
        cells.push_back(static_cast<Cell>((row - 1) * side + column - 1));
    }
    return cells;
}

/// The board without diagonals, windows and extra regions.
Result<Layout> base_layout(const InputArguments& arguments) {
    const int given_kinds = !arguments.boxes.empty() + !arguments.regions.empty() + arguments.latin;
    if (given_kinds > 1) return wrong("--boxes, --regions and --latin exclude each other");
    const int side = arguments.side == 0 ? 9 : arguments.side;
    if (arguments.latin) return Layout::latin(side);
    if (!arguments.regions.empty()) {
        Result<std::vector<int>> map = region_map(arguments.regions);
        if (!map) return map.error();
        return Layout::jigsaw(std::move(*map));
    }
    if (arguments.boxes.empty())
        return side < 1 || side > max_side ? Layout::latin(side) : Layout::usual(side);
    int rows = 0;
    int columns = 0;
    if (!read_pair(arguments.boxes, 'x', rows, columns) || rows < 1 || columns < 1 || rows > max_side ||
        columns > max_side) {
        return wrong(fmt::format("'{}' is no box size; 3x4 is one", arguments.boxes));
    }
    return Layout::boxed(rows, columns);
}

}  // namespace

Result<Layout> layout_of(const InputArguments& arguments) {
    Result<Layout> layout = base_layout(arguments);
    if (!layout) return layout;
    if (arguments.side != 0 && layout->side != arguments.side) {
        return wrong(
            fmt::format("--side {} does not go with a board of side {}", arguments.side, layout->side));
    }
    layout->diagonals = arguments.diagonals;
    layout->windows = arguments.windows;
    for (const std::string& text : arguments.extra) {
        Result<std::vector<Cell>> cells = cells_of(text, layout->side);
        if (!cells) return cells.error();
        layout->extra.push_back(std::move(*cells));
    }
    return layout;
}

}  // namespace quadrille::cli
