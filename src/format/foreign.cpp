// Texts that are known but hold rules that are not read: named, rule by rule, so that the refusal is clear
// and nothing of them is taken for a plain puzzle.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "format/json.hpp"
#include "format/lz.hpp"
#include "format/table.hpp"

namespace quadrille::text {

namespace {

bool begins_with(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}
bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string refuse(std::string_view what, std::string_view rules) {
    if (rules.empty()) return fmt::format("this is {}, which is not read yet", what);
    return fmt::format("this is {} with rules that are not read yet: {}", what, rules);
}

/// "3x3::k:..." or "3x3:d:k:...".
std::string_view sumocue_rules(std::string_view text) {
    if (text.size() < 7 || text[1] != 'x' || text[3] != ':') return {};
    const std::string_view kind = text.substr(3, text.find_first_of("0123456789", 3) - 3);
    if (!contains(kind, "k")) return {};
    return contains(kind, "d") ? "killer cages, diagonals" : "killer cages";
}

bool is_short_killer(std::string_view text) {
    return text.size() == 81 && contains(text, "<") &&
           text.find_first_of(" ,:;{\"=") == std::string_view::npos;
}

/// The keys of f-puzzles that are no rules.
constexpr std::array<std::string_view, 16> plain_keys{"size",
                                                      "title",
                                                      "author",
                                                      "ruleset",
                                                      "grid",
                                                      "solution",
                                                      "successMessage",
                                                      "disabledlogic",
                                                      "highlightConflicts",
                                                      "truecandidatesoptions",
                                                      "msgcorrect",
                                                      "text",
                                                      "rectangle",
                                                      "circle",
                                                      "cosmeticsymbol",
                                                      "customsolution"};
constexpr std::array<std::string_view, 12> pad_plain_keys{"cellSize", "metadata", "cells", "id",
                                                          "title",    "author",   "rules", "solution",
                                                          "md",       "settings", "ce",    "cs"};

std::string rules_among(std::string_view json, std::span<const std::string_view> plain) {
    constexpr std::size_t most_shown = 20;
    std::string rules;
    std::size_t shown = 0;
    for (const JsonMember& member : json_members(json)) {
        if (std::find(plain.begin(), plain.end(), member.key) != plain.end()) continue;
        if (!json_says_something(member.value)) continue;
        if (++shown > most_shown) return rules + " ...";
        const std::string name = quoted(member.key);
        rules += (rules.empty() ? "" : ", ") + name.substr(1, name.size() - 2);
    }
    return rules;
}

/// What a text of JSON is, if it is of one of the two sites.
std::optional<std::string> foreign_json(std::string_view json, std::string_view before) {
    const std::vector<JsonMember> members = json_members(json);
    const auto has = [&](std::string_view key) {
        return std::any_of(members.begin(), members.end(),
                           [&](const JsonMember& member) { return member.key == key; });
    };
    if (has("grid") && has("size"))
        return refuse(fmt::format("{}f-puzzles puzzle", before.empty() ? "an " : before),
                      rules_among(json, plain_keys));
    if (has("cells") || has("ce") || has("cages") || has("cellSize"))
        return refuse(fmt::format("{}SudokuPad puzzle", before.empty() ? "a " : before),
                      rules_among(json, pad_plain_keys));
    return {};
}

/// The packed part of a link or text: base 64 with some characters written as %2B.
std::string packed_part(std::string_view text) {
    std::string part;
    for (std::size_t at = 0; at < text.size() && text[at] != '&' && text[at] != '#' && !is_space(text[at]);
         ++at) {
        if (text.substr(at, 3) == "%2B") (part += '+', at += 2);
        else if (text.substr(at, 3) == "%2F") (part += '/', at += 2);
        else if (text.substr(at, 3) == "%3D") (part += '=', at += 2);
        else part += text[at];
    }
    return part;
}

std::string foreign_packed(std::string_view packed, std::string_view before, std::string_view kind) {
    const auto json = unpacked(packed_part(packed));
    if (!json) return refuse(fmt::format("{}{} puzzle that cannot be unpacked", before, kind), "");
    if (auto reason = foreign_json(*json, before)) return *reason;
    return refuse(fmt::format("{}{} puzzle", before, kind), "");
}

std::optional<std::string> foreign_link(std::string_view text) {
    if (!begins_with(text, "http://") && !begins_with(text, "https://")) return {};
    if (const std::size_t at = text.find("load="); at != std::string_view::npos)
        return foreign_packed(text.substr(at + 5), "a link to an ", "f-puzzles");
    if (const std::size_t at = text.find("/fpuzzles"); at != std::string_view::npos)
        return foreign_packed(text.substr(at + 9), "a link to an ", "f-puzzles");
    for (const std::string_view key : {"/scl", "puzzleid=scl"}) {
        if (const std::size_t at = text.find(key); at != std::string_view::npos)
            return foreign_packed(text.substr(at + key.size()), "a link to a ", "SudokuPad");
    }
    return "this is a link without ?bd= or ?s= and the cells of a puzzle";
}

}  // namespace

std::optional<std::string> foreign_text(const Page& page) {
    const std::string_view text = page.lines().front().text;
    if (begins_with(text, "scl")) return foreign_packed(text.substr(3), "a ", "SudokuPad");
    if (begins_with(text, "fpuzzles")) return foreign_packed(text.substr(8), "an ", "f-puzzles");
    if (const std::string_view rules = sumocue_rules(text); !rules.empty())
        return refuse("a puzzle of SumoCue", rules);
    if (is_short_killer(text)) return refuse("a puzzle of one sum a cell", "killer cages");
    if (auto reason = foreign_link(text)) return reason;
    if (begins_with(text, "{") || begins_with(text, "[")) {
        if (auto reason = foreign_json(trimmed(page.text()), "")) return reason;
        if (json_end(page.text()) == std::string_view::npos)
            return "a bracket that opens here is never closed";
        if (json_lines_row.fits(page)) return {};
        return "this is JSON without cells under \"puzzle\" or another usual key";
    }
    if (begins_with(text, "<")) return "this is XML without <game data=...>";
    return {};
}

}  // namespace quadrille::text
