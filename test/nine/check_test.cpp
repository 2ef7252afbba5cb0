// The last look at every grid before it is handed out: can it fail?
#include <gtest/gtest.h>

#include "nine/job.hpp"
#include "nine/support.hpp"

namespace quadrille {
namespace {

using namespace nine_test;
using GridBytes = std::array<std::uint8_t, 81>;

/// True if all kernels say so, false if none does.
bool solves(const GridBytes& grid, const NineMarks& puzzle) {
    std::size_t yes = 0;
    const auto kernels = nine::find_kernels();
    for (const nine::NamedKernel& kernel : kernels) yes += kernel.solves(grid, puzzle) ? 1 : 0;
    EXPECT_TRUE(yes == 0 || yes == kernels.size()) << "the kernels are not of one mind";
    return yes == kernels.size();
}

NineMarks all_open() { return marks_of(empty); }

TEST(NineCheck, AcceptsASolution) {
    std::mt19937 random(31);
    for (int i = 0; i < 200; ++i) {
        const GridBytes grid = random_grid(random);
        EXPECT_TRUE(solves(grid, NineMarks::from_givens(grid)));
        EXPECT_TRUE(solves(grid, all_open()));
    }
}

TEST(NineCheck, SeesEveryChangedByte) {
    std::mt19937 random(32);
    GridBytes grid = random_grid(random);
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const std::uint8_t right = grid[cell];
        for (int value = 0; value < 256; ++value) {
            grid[cell] = static_cast<std::uint8_t>(value);
            ASSERT_EQ(solves(grid, all_open()), value == right) << "cell " << cell << " value " << value;
        }
        grid[cell] = right;
    }
}

TEST(NineCheck, HoldsTheGridToTheCandidatesOfEachCell) {
    std::mt19937 random(33);
    const GridBytes grid = random_grid(random);
    for (std::size_t cell = 0; cell < 81; ++cell) {
        NineMarks marks = all_open();
        marks.cells[cell] = static_cast<std::uint16_t>(1u << (grid[cell] - 1));
        EXPECT_TRUE(solves(grid, marks));
        marks.cells[cell] ^= 0x1ff;
        EXPECT_FALSE(solves(grid, marks)) << "cell " << cell;
    }
}

TEST(NineCheck, LooksAtRowsColumnsAndBoxesEachForThemselves) {
    std::mt19937 random(34);
    for (std::size_t at = 0; at < 81; ++at) {
        GridBytes grid = random_grid(random);
        const std::size_t below = at % 27 < 18 ? at + 9 : at - 9, beside = at % 3 < 2 ? at + 1 : at - 1;
        std::swap(grid[at], grid[below]);  // columns and boxes stay right
        EXPECT_FALSE(solves(grid, all_open())) << "rows, cell " << at;
        std::swap(grid[at], grid[below]);
        std::swap(grid[at], grid[beside]);  // rows and boxes stay right
        EXPECT_FALSE(solves(grid, all_open())) << "columns, cell " << at;
    }
    GridBytes square{};
    for (std::size_t cell = 0; cell < 81; ++cell)
        square[cell] =
            static_cast<std::uint8_t>((cell / 9 + cell % 9) % 9 + 1);  // rows and columns are right
    EXPECT_FALSE(solves(square, all_open()));
}

}  // namespace
}  // namespace quadrille
