// Fuzzes splitter and reader. The first bytes choose settings and the cut of the rest. Planted invariants:
// any cut gives the same records; every record is a puzzle or an error with its place; what is written reads
// back as it was.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/format.hpp"

namespace {

using namespace quadrille;

void demand(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

struct Seen {
    std::string text;
    std::size_t line;
    bool read;
    Puzzle puzzle;
    Alphabet alphabet;
    char mark;
    std::string_view format;
};

std::vector<Seen> read_all(std::string_view text, const ReadSettings& settings, std::size_t chunk) {
    Splitter splitter(settings);
    Reader reader(settings);
    RecordBatch batch;
    ReadRecord record;
    std::vector<Seen> all;
    const auto drain = [&] {
        splitter.take(batch);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const auto error = reader.read(batch[i], record);
            demand(!error || batch[i].line >= 1, "a record has a line");
            if (batch[i].stage_of != 0)
                demand(batch[i].stage_of < batch[i].line, "a stage follows its puzzle");
            if (error) {
                demand(error->line >= 1 && error->column >= 1 && !error->text.empty(),
                       "an error has a place and a sentence");
                all.push_back({std::string(batch[i].text), batch[i].line, false, {}, {}, 0, {}});
                continue;
            }
            demand(record.puzzle.givens.size() == record.puzzle.geometry->cell_count(),
                   "a grid has the board's size");
            demand(record.solution.empty() || record.solution.size() == record.puzzle.givens.size(),
                   "a solution has the board's size");
            demand(!describe(record).empty(), "what was read can be told");
            all.push_back({std::string(batch[i].text), batch[i].line, true, record.puzzle, record.alphabet,
                           record.empty_mark, record.format->name});
        }
    };
    for (std::size_t at = 0; at < text.size(); at += chunk) {
        splitter.feed(text.substr(at, chunk));
        drain();
    }
    splitter.flush();
    drain();
    return all;
}

/// Formats that are written in the alphabet asked for.
bool is_in_kind(std::string_view format) {
    for (const std::string_view name : {"line", "rows", "grid", "numbers", "jigsaw", "csv", "json-lines"}) {
        if (format == name) return true;
    }
    return false;
}

/// Writes in the format met (or in numbers, which hold any side) and reads again.
void round_trip(const Seen& seen) {
    if (seen.puzzle.candidates) return;
    const FormatInfo* met = find_format(seen.format);
    const bool in_kind = is_in_kind(seen.format);
    WriteSettings how;
    how.format = in_kind ? met : find_format("numbers");
    how.alphabet = in_kind ? seen.alphabet : Alphabet::numbers;
    how.empty_mark = how.format->name == "rows" && seen.mark == '-' ? '.' : seen.mark;
    std::string text(how.format->before);
    demand(!write(seen.puzzle, seen.puzzle.givens, how, text), "what was read can be written");
    ReadSettings settings;
    // json-lines has digits or numbers, whatever was asked for, and tells them by itself.
    settings.format = std::string(how.format->name);
    if (settings.format != "json-lines") settings.format += ":" + std::string(name_of(how.alphabet));
    settings.layout = seen.puzzle.geometry->layout();
    const auto again = read_all(text, settings, text.size());
    demand(again.size() == 1 && again[0].read, "what was written is one puzzle");
    demand(again[0].puzzle.givens == seen.puzzle.givens, "what was written reads as it was");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    ReadSettings settings;
    if (data[0] < formats().size()) settings.format = formats()[data[0]].name;
    const std::size_t chunk = data[1] % 64u + 1;
    const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
    const auto whole = read_all(text, settings, text.size() + 1);
    const auto pieces = read_all(text, settings, chunk);
    demand(whole.size() == pieces.size(), "any cut gives as many records");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        demand(whole[i].text == pieces[i].text && whole[i].line == pieces[i].line,
               "any cut gives the same records");
        demand(whole[i].read == pieces[i].read, "any cut reads the same");
        if (whole[i].read) round_trip(whole[i]);
    }
    return 0;
}
