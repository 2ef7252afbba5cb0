// The same bytes to every kernel: as candidates and as text. All give the same answers, the solutions are
// solutions, and the order of a batch is kept.
#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <vector>

#include "oracle.hpp"
#include "quadrille/nine.hpp"

namespace {

using namespace quadrille;

void expect(bool holds) {
    if (!holds) __builtin_trap();
}

bool same(const NineAnswer& a, const NineAnswer& b) {
    return a.solutions == b.solutions && a.nodes == b.nodes && a.reason == b.reason && a.grid == b.grid;
}

void check_solution(const NineMarks& marks, const NineAnswer& answer) {
    if (answer.solutions == 0) return;
    std::array<unsigned, 27> seen{};
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const unsigned bit = 1u << (answer.grid[cell] - 1u);
        expect((marks.cells[cell] & bit) != 0);
        for (const std::size_t unit : {cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3})
            seen[unit] |= bit;
    }
    for (const unsigned digits : seen) expect(digits == 0x1ff);
}

std::vector<NineMarks> some_puzzles(FuzzedDataProvider& data) {
    std::vector<NineMarks> puzzles(data.ConsumeIntegralInRange<std::size_t>(1, 40));
    NineMarks marks{};
    for (std::uint16_t& cell : marks.cells) cell = data.ConsumeIntegral<std::uint16_t>();
    for (NineMarks& puzzle : puzzles) {
        marks.cells[data.ConsumeIntegralInRange<std::size_t>(0, 80)] = data.ConsumeIntegral<std::uint16_t>();
        puzzle = marks;
    }
    return puzzles;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    FuzzedDataProvider data(bytes, size);
    const Bounds bounds{.solutions = data.ConsumeIntegralInRange<std::uint64_t>(0, 3), .nodes = 300};
    const std::vector<NineMarks> puzzles = some_puzzles(data);
    const std::string text = data.ConsumeRemainingBytesAsString();
    std::vector<NineAnswer> first, first_text;
    NineProgress first_progress;
    for (const std::string& kernel : nine_kernels()) {
        NineEngine engine = NineEngine::make({.bounds = bounds, .kernel = kernel}).value();
        std::vector<NineAnswer> answers(puzzles.size()), text_answers(20);
        engine.solve(puzzles, answers);
        expect(engine.kernel() == kernel);
        const NineProgress progress = engine.solve_lines(text, text_answers);
        if (first.empty()) {
            first = answers;
            first_text = text_answers;
            first_progress = progress;
        }
        for (std::size_t i = 0; i < puzzles.size(); ++i) {
            expect(same(answers[i], first[i]));
            check_solution(puzzles[i], answers[i]);
        }
        expect(progress.puzzles == first_progress.puzzles && progress.bytes == first_progress.bytes);
        expect(progress.foreign_line == first_progress.foreign_line && progress.bytes <= text.size());
        for (std::size_t i = 0; i < progress.puzzles; ++i) expect(same(text_answers[i], first_text[i]));
    }
    return 0;
}
