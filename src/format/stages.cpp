#include "format/stages.hpp"

#include <algorithm>

namespace quadrille::text {

namespace {

bool is_digit(std::string_view cell) { return cell.size() == 1 && !is_plain_mark(cell[0]) && cell[0] != '0'; }

/// The cells of all rows; frames are left out.
void take_cells(std::string_view grid, Pieces& pieces, std::vector<std::string>& cells) {
    cells.clear();
    while (!grid.empty()) {
        const std::size_t end = std::min(grid.find('\n'), grid.size());
        const std::string_view line = grid.substr(0, end);
        grid.remove_prefix(std::min(end + 1, grid.size()));
        if (shape_of(line, pieces).kind != LineKind::row) continue;
        cut(line, pieces);
        const bool tokens = are_tokens(pieces);
        for (const Piece& piece : pieces) {
            if (tokens) cells.emplace_back(piece.text);
            else
                for (const char c : piece.text) cells.emplace_back(1, c);
        }
    }
}

}  // namespace

bool Stages::follows(std::string_view grid) {
    std::vector<std::string> cells;
    take_cells(grid, pieces_, cells);
    bool keeps = cells.size() == clues_.size();
    std::size_t digits = 0;
    bool adds = false;
    for (std::size_t i = 0; keeps && i < cells.size(); ++i) {
        if (is_digit(clues_[i])) {
            ++digits;
            keeps = cells[i] == clues_[i];
        } else {
            adds = adds || is_digit(cells[i]) || cells[i].size() > 1;
        }
    }
    if (keeps && adds && digits * digits >= cells.size()) return true;
    clues_ = std::move(cells);
    return false;
}

}  // namespace quadrille::text
