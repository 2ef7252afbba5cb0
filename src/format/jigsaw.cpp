// jigsaw: a puzzle of side * side characters and behind it, or in the line under it, its region map: for each
// cell the letter or digit of its region.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "format/table.hpp"

namespace quadrille::text {

namespace {

constexpr int smallest_side = 5;  // two 4x4 squares make a line that could be a row of 32

/// Numbers of regions as they are written: 1-9, then A (10) ...; 0 is a label too.
int label_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    return -1;
}

/// The two halves of a jigsaw, which a page of one or two lines holds.
struct Halves {
    std::string_view puzzle;
    std::string_view map;
    std::string_view note;
};

Halves halves_of(const Page& page) {
    const std::string_view first = page.lines().front().text;
    const std::size_t run = cell_run(first);
    if (page.is_single()) {
        return {first.substr(0, run / 2), first.substr(run / 2, run - run / 2), note_of(first.substr(run))};
    }
    const std::string_view second = page.lines()[1].text;
    const std::size_t map_run = cell_run(second);
    return {first.substr(0, run), second.substr(0, map_run), note_of(second.substr(map_run))};
}

MaybeFault read_map(std::string_view text, std::vector<int>& map) {
    map.clear();
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int label = label_of(text[at]);
        if (label < 0)
            return Fault{quoted(text.substr(at, 1)) + " is not the name of a region", text.data() + at};
        map.push_back(label);
    }
    return {};
}

bool is_pair(const Page& page) {
    if (page.lines().size() != 2) return false;
    const std::string_view first = page.lines()[0].text;
    const std::string_view second = page.lines()[1].text;
    const std::size_t run = cell_run(second);
    return page.lines()[0].shape.kind == LineKind::whole && cell_run(first) == run &&
           is_region_map(second.substr(0, run));
}

bool fits(const Page& page) {
    if (is_pair(page)) return true;
    if (!page.is_single() || page.is_framed()) return false;
    const std::size_t run = cell_run(page.lines().front().text);
    return run % 2 == 0 && square_side(run / 2) >= smallest_side;
}

MaybeFault read(const Page& page, Alphabet alphabet, Draft& draft) {
    if (page.lines().size() > 2) return Fault{"a jigsaw has one or two lines", page.lines()[2].text.data()};
    const Halves halves = halves_of(page);
    const int side = square_side(halves.puzzle.size());
    if (side == 0 || halves.map.size() != halves.puzzle.size()) {
        return Fault{fmt::format("{} cells and a region map of {} do not make a jigsaw", halves.puzzle.size(),
                                 halves.map.size()),
                     halves.puzzle.data()};
    }
    if (MaybeFault fault = read_line_text(page, halves.puzzle, alphabet, draft)) return fault;
    std::vector<int> map;
    if (MaybeFault fault = read_map(halves.map, map)) return fault;
    draft.layout = Layout::jigsaw(std::move(map));
    draft.note = halves.note;
    if (const auto made = Geometry::make(*draft.layout); !made)
        return Fault{made.error().text, halves.map.data()};
    return {};
}

constexpr int largest_label = 35;  // Z, where the first is 0

std::optional<std::string> append(const Sheet& sheet, std::string& out) {
    const std::vector<int>& map = sheet.puzzle.geometry->layout().region_map;
    if (map.empty()) return "this board has no region map";
    for (const Digit digit : sheet.grid) append_cell(sheet, digit, out);
    for (const int label : small_labels(map, largest_label))
        out += static_cast<char>(label < 10 ? '0' + label : 'A' + label - 10);
    out += '\n';
    return {};
}

/// How many cells of the label of `start` hang together with it; all are marked as seen.
std::size_t connected(std::string_view labels, std::size_t side, std::size_t start, std::vector<bool>& seen) {
    std::vector<std::size_t> open{start};
    std::size_t found = 0;
    seen[start] = true;
    while (!open.empty()) {
        const std::size_t cell = open.back();
        open.pop_back();
        ++found;
        const auto visit = [&](bool exists, std::size_t next) {
            if (!exists || seen[next] || labels[next] != labels[start]) return;
            seen[next] = true;
            open.push_back(next);
        };
        visit(cell >= side, cell - side);
        visit(cell + side < labels.size(), cell + side);
        visit(cell % side != 0, cell - 1);
        visit(cell % side != side - 1, cell + 1);
    }
    return found;
}

}  // namespace

bool is_region_map(std::string_view labels) {
    const auto side = static_cast<std::size_t>(square_side(labels.size()));
    if (side < 2) return false;
    std::array<std::size_t, 256> size{};
    for (const char label : labels) ++size[static_cast<unsigned char>(label)];
    for (const char label : labels) {
        if (label_of(label) < 0 || size[static_cast<unsigned char>(label)] != side) return false;
    }
    std::vector<bool> seen(labels.size(), false);
    for (std::size_t start = 0; start < labels.size(); ++start) {
        if (!seen[start] && connected(labels, side, start, seen) != side) return false;
    }
    return true;
}

std::vector<int> small_labels(const std::vector<int>& map, int largest) {
    if (std::all_of(map.begin(), map.end(), [&](int label) { return label >= 0 && label <= largest; }))
        return map;
    std::map<int, int> numbers;
    std::vector<int> shown;
    for (const int label : map) {
        shown.push_back(numbers.try_emplace(label, static_cast<int>(numbers.size()) + 1).first->second);
    }
    if (std::ssize(numbers) > largest) {
        for (int& number : shown) --number;  // the last of them is then the largest
    }
    return shown;
}

const FormatRow jigsaw_row = {
    .info =
        {
            .name = "jigsaw",
            .summary = "a line of cells, then the region of each cell in the same line or (asked for by "
                       "name) the line under "
                       "it",
            .example = "........1.2.3.4.5................................................................"
                       "111222333111222333111222333444555666444555666444555666777888999777888999777888999\n",
            .note = NotePlace::behind,
        },
    .alphabets = one_character_alphabets,
    .cutting = Cutting::pairs,
    .smallest_detected = smallest_side,
    .fits = fits,
    .read = read,
    .append = append,
    .says = says_regions,
};

}  // namespace quadrille::text
