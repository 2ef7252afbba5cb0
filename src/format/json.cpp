#include "format/json.hpp"

#include <algorithm>

#include "format/lines.hpp"

namespace quadrille::text {

namespace {

constexpr std::size_t deepest = 64;

/// The end of the string that begins behind `at`, at its closing quote or the end of all.
std::size_t string_end(std::string_view json, std::size_t at) {
    while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
    return std::min(at, json.size());
}

std::size_t skip_spaces(std::string_view json, std::size_t at) {
    while (at < json.size() && is_space(json[at])) ++at;
    return at;
}

/// The end of the value that begins at `at`.
std::size_t value_end(std::string_view json, std::size_t at) {
    int depth = 0;
    for (; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '"') at = string_end(json, at + 1);
        else if (c == '{' || c == '[') ++depth;
        else if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
        else if ((c == '}' || c == ']') && --depth == 0) return at + 1;
    }
    return std::min(at, json.size());
}

bool begins_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
}

bool continues_word(char c) { return begins_word(c) || c == '+'; }

/// true, false, null, or a number.
bool is_word(std::string_view word) {
    if (word == "true" || word == "false" || word == "null") return true;
    const auto skip_digits = [&] {
        const std::size_t before = word.size();
        word.remove_prefix(std::min(word.find_first_not_of("0123456789"), word.size()));
        return word.size() < before;
    };
    if (word.starts_with('-')) word.remove_prefix(1);
    if (!skip_digits()) return false;
    if (word.starts_with('.')) {
        word.remove_prefix(1);
        if (!skip_digits()) return false;
    }
    if (!word.starts_with('e') && !word.starts_with('E')) return word.empty();
    word.remove_prefix(1);
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    return skip_digits() && word.empty();
}

/// What stands behind a text of JSON and is no other text: too short for a puzzle, and no remark.
bool is_slip(std::string_view rest) {
    constexpr std::size_t shortest_line = 16;
    return rest.size() < shortest_line && rest.front() != '#';
}

/// What may stand behind a text of JSON and before the next.
bool separates_texts(char symbol) { return symbol == ',' || symbol == ';'; }

}  // namespace

std::vector<JsonMember> json_members(std::string_view json) {
    std::vector<JsonMember> members;
    std::size_t at = skip_spaces(json, 0);
    if (at == json.size() || json[at] != '{') return members;
    for (++at; at < json.size();) {
        at = skip_spaces(json, at);
        if (at == json.size() || json[at] != '"') break;
        const std::size_t key_end = string_end(json, at + 1);
        const std::string_view key = json.substr(at + 1, key_end - at - 1);
        at = skip_spaces(json, std::min(key_end + 1, json.size()));
        if (at == json.size() || json[at] != ':') break;
        at = skip_spaces(json, at + 1);
        const std::size_t end = value_end(json, at);
        members.push_back({key, trimmed(json.substr(at, end - at))});
        at = skip_spaces(json, end);
        if (at == json.size() || json[at] != ',') break;
        ++at;
    }
    return members;
}

void json_scalars(std::string_view value, std::vector<std::string_view>& scalars) {
    for (std::size_t at = 0; at < value.size();) {
        if (value[at] == '"') {
            const std::size_t end = string_end(value, at + 1);
            const std::size_t behind = skip_spaces(value, std::min(end + 1, value.size()));
            if (behind == value.size() || value[behind] != ':')
                scalars.push_back(value.substr(at + 1, end - at - 1));
            at = std::min(end + 1, value.size());
        } else if (begins_word(value[at])) {
            const std::size_t begin = at;
            while (at < value.size() && begins_word(value[at])) ++at;
            scalars.push_back(value.substr(begin, at - begin));
        } else {
            ++at;
        }
    }
}

std::string_view json_unquoted(std::string_view value) {
    if (value.empty() || value.front() != '"') return value;
    return value.substr(1, string_end(value, 1) - 1);
}

bool json_says_something(std::string_view value) {
    if (value == "null" || value == "false") return false;
    return value.find_first_not_of("[]{}\", \t\r\n") != std::string_view::npos;
}

bool JsonCutter::begins(std::string_view line) {
    line = trimmed(line);
    if (line.empty()) return false;
    if (line.front() == '{') return true;
    if (line.front() != '[') return false;
    const std::size_t next = skip_spaces(line, 1);
    return next == line.size() || line[next] == '{' || line[next] == '[' || line[next] == '"' ||
           (line[next] >= '0' && line[next] <= '9');
}

std::size_t json_end(std::string_view json) {
    std::size_t depth = 0;
    for (std::size_t at = skip_spaces(json, 0); at < json.size(); ++at) {
        const char c = json[at];
        if (c == '"') at = string_end(json, at + 1);
        else if (c == '{' || c == '[') ++depth;
        else if ((c == '}' || c == ']') && depth > 0) --depth;
        if (depth == 0) return at < json.size() ? at + 1 : std::string_view::npos;
    }
    return std::string_view::npos;
}

std::size_t last_object_end(std::string_view json) {
    std::size_t last = std::string_view::npos;
    for (std::size_t at = 0; at < json.size(); ++at) {
        if (json[at] == '"') at = string_end(json, at + 1);
        else if (json[at] == '}') last = at + 1;
    }
    return last;
}

/// A string, number or word, or an object or list as a whole.
bool JsonCutter::take_value() {
    if (expected_ != Expected::value && expected_ != Expected::item) return false;
    expected_ = Expected::comma;
    return true;
}

bool JsonCutter::take_symbol(char symbol) {
    if (symbol == ':') {
        if (expected_ != Expected::colon) return false;
        expected_ = Expected::value;
        return true;
    }
    if (symbol != ',' || expected_ != Expected::comma) return false;
    expected_ = in_object_.back() ? Expected::key : Expected::item;
    return true;
}

void JsonCutter::open_bracket(char symbol, Place place) {
    if (!inside()) outermost_ = place;
    in_object_.push_back(symbol == '{');
    expected_ = symbol == '{' ? Expected::key : Expected::item;
    if (open_depth_ > 0) {
        ++open_depth_;
        return;
    }
    open_ = place;
    open_depth_ = symbol == '{' ? 1 : 0;
    undecided_list_ = symbol == '[';
}

bool JsonCutter::close(std::size_t end, std::vector<Found>& found) {
    const bool complete =
        expected_ == Expected::comma || expected_ == (in_object_.back() ? Expected::key : Expected::item);
    if (!complete) return false;
    in_object_.pop_back();
    expected_ = Expected::comma;
    if (open_depth_ > 0 && --open_depth_ == 0) found.push_back({open_, end});
    return true;
}

std::optional<JsonCutter::Place> JsonCutter::take(const Line& line, std::vector<Found>& found) {
    const std::string_view text = line.text;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char symbol = text[at++];
        const bool opens = symbol == '{' || symbol == '[';
        if (is_space(symbol) || (!inside() && separates_texts(symbol))) continue;
        if (!inside() && !opens) {
            const std::string_view rest = trimmed(text.substr(begin));
            if (found.empty() || !is_slip(rest)) return line.at(begin);
            found.back().end = line.begin.offset + begin + rest.size();
            return {};
        }
        if (undecided_list_) {
            open_depth_ = symbol == '{' ? 0 : 1;  // a list of rows is a puzzle itself
            undecided_list_ = false;
        }
        bool good = false;
        if (symbol == '"') {
            at = string_end(text, at) + 1;
            good = at <= text.size() && (expected_ == Expected::key || take_value());
            if (good && expected_ == Expected::key) expected_ = Expected::colon;
        } else if (opens) {
            good = in_object_.size() < deepest && (!inside() || take_value());
            if (good) open_bracket(symbol, line.at(begin));
        } else if (symbol == '}' || symbol == ']') {
            good = in_object_.back() == (symbol == '}') && close(line.begin.offset + at, found);
        } else if (begins_word(symbol)) {
            while (at < text.size() && continues_word(text[at])) ++at;
            good = is_word(text.substr(begin, at - begin)) && take_value();
        } else {
            good = take_symbol(symbol);
        }
        if (!good) return line.at(begin);
    }
    return {};
}

}  // namespace quadrille::text
