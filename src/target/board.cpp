#include "target/board.hpp"

#include <bit>

namespace quadrille::target {

Board::Board(GeometryPtr geometry_, Kernel kernel_)
    : geometry(std::move(geometry_)),
      kernel(kernel_),
      side(geometry->side()),
      cells(side * side),
      lanes((side + 15) / 16 * 16),
      all(side == 64 ? ~DigitBits{0} : (DigitBits{1} << side) - 1),
      areas_of(static_cast<std::size_t>(cells)) {
    for (const Region& region : geometry->regions()) {
        Area area{{}, region.cells.size() == static_cast<std::size_t>(side)};
        for (const Cell cell : region.cells) {
            area.cells.push_back(static_cast<std::uint16_t>(cell));
            areas_of[cell].push_back(static_cast<std::uint16_t>(areas.size()));
        }
        areas.push_back(std::move(area));
    }
}

Propagator::Propagator(const Board& board) : board_(board), dirty_((board.areas.size() + 63) / 64, 0) {}

void Propagator::mark_all() {
    for (std::size_t area = 0; area < board_.areas.size(); ++area) {
        dirty_[area / 64] |= std::uint64_t{1} << (area % 64);
    }
}

bool Propagator::run(DigitBits* masks) {
    for (std::size_t word = 0; word < dirty_.size();) {
        if (dirty_[word] == 0) {
            ++word;
            continue;
        }
        const auto bit = static_cast<std::size_t>(std::countr_zero(dirty_[word]));
        dirty_[word] &= dirty_[word] - 1;
        if (!visit(board_.areas[word * 64 + bit], masks)) {
            forget();
            return false;
        }
        if (dirty_.size() > 1) word = 0;
    }
    return true;
}

bool Propagator::visit(const Board::Area& area, DigitBits* masks) {
    DigitBits seen = 0;
    DigitBits twice = 0;
    DigitBits placed = 0;
    DigitBits clash = 0;
    for (const std::uint16_t cell : area.cells) {  // without a branch: which cells are single is never known
        const DigitBits mask = masks[cell];
        const DigitBits single = (mask & (mask - 1)) == 0 ? mask : 0;
        twice |= seen & mask;
        seen |= mask;
        clash |= placed & single;
        placed |= single;
    }
    if (clash != 0 || (area.full && seen != board_.all)) return false;
    const DigitBits lone = area.full ? ~twice & ~placed : 0;
    if ((placed & twice) == 0 && (lone & seen) == 0) return true;
    for (const std::uint16_t cell : area.cells) {
        const DigitBits mask = masks[cell];
        if (is_single(mask)) continue;
        DigitBits next = mask & ~placed;
        if ((next & lone) != 0) next &= lone;
        if (next == mask) continue;
        if (next == 0 || ((next & lone) != 0 && !is_single(next))) return false;
        masks[cell] = next;
        mark(cell);
    }
    return true;
}

std::vector<DigitBits> initial_masks(const Puzzle& puzzle) {
    const Candidates candidates = initial_candidates(puzzle);
    std::vector<DigitBits> masks;
    for (Cell cell = 0; cell < puzzle.geometry->cell_count(); ++cell)
        masks.push_back(candidates.row(cell)[0]);
    return masks;
}

}  // namespace quadrille::target
