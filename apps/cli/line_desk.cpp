#include "line_desk.hpp"

#include <array>
#include <cstring>
#include <span>

namespace quadrille::cli {

namespace {

constexpr std::size_t nine_cells = 81;

/// The line of a puzzle at the head of `text`, without its line end, which is taken off too.
std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, nine_cells);
    text.remove_prefix(text[nine_cells] == '\n' ? nine_cells + 1 : nine_cells + 2);
    return line;
}

/// Digits as text with a blank behind them, eight at a time.
void append_grid(const std::array<std::uint8_t, nine_cells>& grid, std::string& out) {
    constexpr std::uint64_t zeros = 0x3030303030303030;
    std::array<char, nine_cells + 1> text{};
    for (std::size_t cell = 0; cell < nine_cells - 1; cell += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, grid.data() + cell, 8);
        eight += zeros;
        std::memcpy(text.data() + cell, &eight, 8);
    }
    text[nine_cells - 1] = static_cast<char>('0' + grid[nine_cells - 1]);
    text[nine_cells] = ' ';
    out.append(text.data(), text.size());
}

}  // namespace

LineDesk::LineDesk(const Question& question, const Bounds& bounds, bool unique)
    : question_(question),
      bounds_(bounds),
      unique_(unique),
      engine_(NineEngine::make({.bounds = bounds}).value()) {}

LinesAnswered LineDesk::answer(const PlainLines& lines, std::string& out) {
    if (answers_.size() < lines.count) answers_.resize(lines.count);
    const std::span<NineAnswer> answers = std::span(answers_).first(lines.count);
    const NineProgress progress = engine_.solve_lines(lines.text, answers);
    require(!progress.foreign_line, "plain lines are what the engine nine reads");
    out.reserve(out.size() + lines.count * (nine_cells + 1 + sizeof "unique"));
    LinesAnswered done{.code = progress.puzzles < lines.count ? ExitCode::interrupted : ExitCode::answered};
    std::string_view rest = lines.text;
    for (const NineAnswer& found : answers.first(progress.puzzles)) {
        const std::string_view line = take_line(rest);
        const Saying& saying = saying_of(found, line);
        if (question_.shows_grid && found.solutions > 0) append_grid(found.grid, out);
        out += saying.words;
        done.code = worse(done.code, saying.code);
        if (saying.code != ExitCode::interrupted) ++done.puzzles;
    }
    return done;
}

const LineDesk::Saying& LineDesk::saying_of(const NineAnswer& found, std::string_view line) {
    const bool none = found.solutions == 0 && found.reason == StopReason::exhausted;
    if (!none && !last_.words.empty() && found.solutions == last_.solutions && found.reason == last_.ended)
        return last_;
    const Answer answer = answer_of(found, line);
    last_ = {found.solutions, found.reason, question_.code(answer, unique_),
             question_.words(answer, bounds_) + "\n"};
    return last_;
}

/// As much of the answer as is said.
Answer LineDesk::answer_of(const NineAnswer& found, std::string_view line) {
    Answer answer;
    answer.ended = found.reason;
    answer.solutions = found.solutions;
    answer.nodes = found.nodes;
    if (answer.verdict() != Verdict::none) return answer;
    const auto fault = reader_.read({.text = line, .line = 1}, record_);
    require(!fault, "a plain line can be read");
    answer.contradiction = contradiction(record_.puzzle).value_or("");
    return answer;
}

}  // namespace quadrille::cli
