// Records in text where lines mean little: JSON, and the files of OpenSudoku.
#include <algorithm>

#include "format/splitter.hpp"

namespace quadrille {

/// A line that is a record, or part of one in which lines mean little.
bool Splitter::State::take_embedded(const Span& span, std::string_view line_text) {
    if (json.inside()) {
        take_json(span, line_text);
        return true;
    }
    const char c = line_text[line_text.find_first_not_of(" \t")];
    if ((c == '{' || c == '[') && takes(text::json_lines_row) && text::JsonCutter::begins(line_text)) {
        close_block();
        take_json(span, line_text);
        return true;
    }
    if (c != '<' || !takes(text::opensudoku_row) || line_text.find("<game ") == std::string_view::npos)
        return false;
    close_block();
    take_games(span, line_text);
    return true;
}

void Splitter::State::take_json(const Span& span, std::string_view line_text) {
    std::vector<text::JsonCutter::Found> found;
    const auto broken = json.take({line_text, {span.begin, span.line, span.column}}, found);
    for (const auto& object : found) push_line(span_from(object.begin, object.end));
    if (!broken) return;
    if (json.has_open()) return abandon_json();
    json.reset();  // between two objects of a list
    if (found.empty()) return classify(span);
    again = *broken;
}

/// Of a line from `scan` to `end` that is longer than a record may be: the objects of JSON in its beginning,
/// of which there may be any number in one line. False: there are none.
bool Splitter::State::take_part(std::size_t end) {
    if (!takes(text::json_lines_row)) return false;
    const std::string_view part = std::string_view(text).substr(scan, std::min(end - scan, max_record_bytes));
    if (!json.inside() && !text::JsonCutter::begins(part)) return false;
    const std::size_t length = text::last_object_end(part);
    if (length == std::string_view::npos) return false;
    classify(span_from({scan, line, column}, scan + length));
    if (again.offset == 0) again = {scan + length, line, column + length};
    go_back();
    return true;
}

/// What is open cannot close: its first line is a record, the lines below are cut anew.
void Splitter::State::abandon_json() {
    const auto open = json.open();
    const std::size_t end = std::min(text.find('\n', open.offset), text.size());
    push_line(span_from(open, end));
    again = {end + 1, open.line + 1, 1};
    json.reset();
}

/// The source is over, and a list is still open, with nothing begun in it: a record of its own says so.
void Splitter::State::push_unclosed() {
    const auto open = json.outermost();
    text += '[';
    push_line(span_from({text.size() - 1, open.line, open.column}, text.size()));
    json.reset();
}

/// A file of OpenSudoku may be all in one line.
void Splitter::State::take_games(const Span& span, std::string_view line_text) {
    for (std::size_t at = line_text.find("<game "); at != std::string_view::npos;) {
        const std::size_t next = line_text.find("<game ", at + 1);
        const std::size_t end = span.begin + std::min(next, line_text.size());
        push_line(span_from({span.begin + at, span.line, span.column + at}, end));
        at = next;
    }
}

}  // namespace quadrille
