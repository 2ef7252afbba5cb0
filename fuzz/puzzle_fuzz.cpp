// Any layout is either refused with a reason or becomes a board that is right in all its parts; what the
// checks without search say of any grid on it agrees with a dull second look.
#include <fuzzer/FuzzedDataProvider.h>

#include "oracle.hpp"

namespace {

using namespace quadrille;

void expect(bool holds) {
    if (!holds) __builtin_trap();
}

Layout some_layout(FuzzedDataProvider& data) {
    Layout layout;
    layout.box_rows = data.ConsumeIntegralInRange(-1, 6);
    layout.box_columns = data.ConsumeIntegralInRange(-1, 6);
    layout.side =
        data.ConsumeBool() ? layout.box_rows * layout.box_columns : data.ConsumeIntegralInRange(-1, 40);
    layout.diagonals = data.ConsumeBool();
    layout.windows = data.ConsumeBool();
    if (data.ConsumeBool()) {
        const auto cells = data.ConsumeIntegralInRange<std::size_t>(0, 100);
        for (std::size_t i = 0; i < cells; ++i) {
            layout.region_map.push_back(data.ConsumeIntegralInRange(0, 10));
        }
    }
    while (data.ConsumeBool() && layout.extra.size() < 8) {
        std::vector<Cell>& cells = layout.extra.emplace_back();
        while (data.ConsumeBool()) cells.push_back(data.ConsumeIntegralInRange<Cell>(0, 200));
    }
    return layout;
}

/// Every region in order and within the board, and known to exactly its own cells.
void check_board(const Geometry& board) {
    std::vector<std::vector<std::uint32_t>> regions_of(board.cell_count());
    for (std::uint32_t r = 0; r < board.regions().size(); ++r) {
        const std::vector<Cell>& cells = board.regions()[r].cells;
        expect(!cells.empty() && static_cast<int>(cells.size()) <= board.side());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            expect(cells[i] < board.cell_count() && (i == 0 || cells[i - 1] < cells[i]));
            regions_of[cells[i]].push_back(r);
        }
    }
    for (Cell cell = 0; cell < board.cell_count(); ++cell) {
        const auto seen = board.regions_of(cell);
        expect(std::vector<std::uint32_t>(seen.begin(), seen.end()) == regions_of[cell]);
    }
    expect(!board.describe().empty());
}

/// True if no digit is out of range, against the pencilmarks or twice in a region.
bool is_sound(const Puzzle& puzzle) {
    for (Cell cell = 0; cell < puzzle.givens.size(); ++cell) {
        const Digit digit = puzzle.givens[cell];
        if (puzzle.candidates && puzzle.candidates->count(cell) == 0) return false;
        if (digit == 0) continue;
        if (digit > puzzle.side() || !oracle::fits(puzzle, puzzle.givens, cell, digit)) return false;
    }
    return true;
}

Puzzle some_puzzle(FuzzedDataProvider& data, GeometryPtr board) {
    Puzzle puzzle{board, Grid(board->cell_count()), {}};
    const auto most = static_cast<Digit>(board->side() + 1);
    for (Digit& digit : puzzle.givens) digit = data.ConsumeIntegralInRange<Digit>(0, most);
    if (data.ConsumeBool()) {
        puzzle.candidates.emplace(board->side(), true);
        while (data.ConsumeBool()) {
            const auto cell = data.ConsumeIntegralInRange<Cell>(0, board->cell_count() - 1);
            puzzle.candidates->erase(cell,
                                     data.ConsumeIntegralInRange<Digit>(1, static_cast<Digit>(most - 1)));
        }
    }
    return puzzle;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    FuzzedDataProvider data(bytes, size);
    const auto board = Geometry::make(some_layout(data));
    if (!board) {
        expect(!board.error().text.empty() && board.error().code == ErrorCode::illegal_layout);
        return 0;
    }
    check_board(**board);
    const Puzzle puzzle = some_puzzle(data, *board);
    const bool sound = is_sound(puzzle);
    expect(contradiction(puzzle).has_value() != sound);

    bool full = true;
    for (const Digit digit : puzzle.givens) full = full && digit != 0;
    expect(verify(puzzle, puzzle.givens).has_value() == !(sound && full));
    return 0;
}
