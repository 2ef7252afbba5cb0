// What the tests of the format room share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quadrille/format.hpp"

namespace quadrille::format_test {

/// A record as it was read, kept after its batch is gone.
struct Outcome {
    std::optional<Error> error;
    Puzzle puzzle;
    std::string format;
    Alphabet alphabet = Alphabet::digits;
    char mark = 0;
    std::string note;
    std::string remark;
    Grid solution;
    std::string solution_fault;
    std::size_t stage_of = 0;
    std::size_t line = 0;
    std::string text;
};

inline Outcome read_one(Reader& reader, const RawRecord& raw) {
    ReadRecord record;
    Outcome outcome;
    outcome.line = raw.line;
    outcome.text = raw.text;
    outcome.stage_of = raw.stage_of;
    outcome.error = reader.read(raw, record);
    if (outcome.error) return outcome;
    outcome.puzzle = record.puzzle;
    outcome.format = record.format->name;
    outcome.alphabet = record.alphabet;
    outcome.mark = record.empty_mark;
    outcome.note = record.note;
    outcome.remark = record.remark;
    outcome.solution = record.solution;
    outcome.solution_fault = record.solution_fault;
    return outcome;
}

/// Reads a whole text, cut into chunks of at most `chunk` bytes.
inline std::vector<Outcome> read_all(std::string_view text, const ReadSettings& settings = {},
                                     std::size_t chunk = std::string_view::npos) {
    Splitter splitter(settings);
    Reader reader(settings);
    RecordBatch batch;
    std::vector<Outcome> outcomes;
    const auto drain = [&] {
        splitter.take(batch);
        for (std::size_t i = 0; i < batch.size(); ++i) outcomes.push_back(read_one(reader, batch[i]));
    };
    while (!text.empty()) {
        splitter.feed(text.substr(0, chunk));
        text.remove_prefix(std::min(chunk, text.size()));
        drain();
    }
    splitter.flush();
    drain();
    return outcomes;
}

/// A grid as a line of digits, 0 empty; numbers above 9 between commas.
inline std::string digits_of(const Puzzle& puzzle) {
    std::string text;
    for (const Digit digit : puzzle.givens) {
        if (digit > 9) text += ',';
        text += std::to_string(digit);
        if (digit > 9) text += ',';
    }
    return text;
}

/// "line digits '.' note", or "3:12 the error": one outcome at a glance.
inline std::string summary(const Outcome& outcome) {
    if (outcome.error) {
        return std::to_string(outcome.error->line) + ":" + std::to_string(outcome.error->column) + " " +
               outcome.error->text;
    }
    static constexpr std::string_view alphabets[] = {"digits", "letters", "zero-digits", "numbers"};
    std::string text =
        outcome.format + " " + std::string(alphabets[static_cast<std::size_t>(outcome.alphabet)]);
    text += std::string(" '") + outcome.mark + "' " + outcome.puzzle.geometry->describe();
    if (!outcome.note.empty()) text += " [" + outcome.note + "]";
    return text;
}

inline constexpr std::string_view nine =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

}  // namespace quadrille::format_test
