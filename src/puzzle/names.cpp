#include <fmt/core.h>

#include "quadrille/puzzle.hpp"

namespace quadrille {

std::string name_of_cell(int side, Cell cell) {
    const auto width = static_cast<Cell>(side);
    return fmt::format("r{}c{}", cell / width + 1, cell % width + 1);
}

namespace {
const char* kind_name(RegionKind kind) {
    switch (kind) {
        case RegionKind::row: return "row";
        case RegionKind::column: return "column";
        case RegionKind::box: return "box";
        case RegionKind::jigsaw: return "region";
        case RegionKind::diagonal: return "diagonal";
        case RegionKind::window: return "window";
        case RegionKind::extra: return "extra region";
    }
    return "region";
}
}  // namespace

std::string name_of(const Region& region) {
    return fmt::format("{} {}", kind_name(region.kind), region.index + 1);
}

}  // namespace quadrille
