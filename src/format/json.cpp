#include "format/json.hpp"

#include <algorithm>

#include "format/lines.hpp"

namespace quadrille::text {

namespace {

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

void JsonCutter::take_symbol(char symbol, std::size_t at, std::size_t number, std::vector<Found>& found) {
    if (undecided_list_ && !is_space(symbol)) {
        open_depth_ = symbol == '{' ? 0 : 1;  // a list of rows is a puzzle itself
        undecided_list_ = false;
    }
    if (symbol == '"') in_string_ = true;
    if (symbol == '{' || symbol == '[') {
        ++depth_;
        if (open_depth_ > 0) {
            ++open_depth_;
        } else {
            open_begin_ = at;
            open_line_ = number;
            open_depth_ = symbol == '{' ? 1 : 0;
            undecided_list_ = symbol == '[';
        }
    }
    if ((symbol != '}' && symbol != ']') || depth_ == 0) return;
    --depth_;
    if (open_depth_ > 0 && --open_depth_ == 0) found.push_back({open_begin_, at + 1, open_line_});
}

void JsonCutter::take(std::string_view line, std::size_t offset, std::size_t number,
                      std::vector<Found>& found) {
    const bool object_at_margin = line.size() > 1 && line[0] == '{' && line[1] == '"';
    if (object_at_margin && has_open() && at_margin_) {
        found.push_back({open_begin_, offset - 1, open_line_});
        reset();
    }
    if (!has_open()) at_margin_ = object_at_margin;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (escaped_) escaped_ = false;
        else if (in_string_ && line[i] == '\\') escaped_ = true;
        else if (in_string_) in_string_ = line[i] != '"';
        else take_symbol(line[i], offset + i, number, found);
    }
    if (!in_string_) return;
    if (has_open()) found.push_back({open_begin_, offset + line.size(), open_line_});
    reset();
}

}  // namespace quadrille::text
