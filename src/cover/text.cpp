// The checks that all readers share, and the choice among them.
#include "cover/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cover/names.hpp"
#include "quadrille/decode.hpp"

namespace quadrille::cover {

namespace {

constexpr std::array<std::pair<TextFormat, std::string_view>, 4> format_names{{
    {TextFormat::automatic, "automatic"},
    {TextFormat::knuth, "knuth"},
    {TextFormat::matrix, "matrix"},
    {TextFormat::json, "json"},
}};

constexpr std::array<std::pair<SolutionFormat, std::string_view>, 3> solution_names{{
    {SolutionFormat::options, "options"},
    {SolutionFormat::rows, "rows"},
    {SolutionFormat::json, "json"},
}};

constexpr std::string_view blanks = " \t\r\n\v\f";

constexpr auto any_number = std::uint64_t{1} << 31;

/// Cuts off the first word of what is left of a text.
std::string_view cut_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}
std::string_view first_line(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find('\n'));
}
bool is_bit(char c) { return c == '0' || c == '1'; }

/// True if the text begins with a line of two numbers and then bits, or has two numbers and just as many bits
/// as they say, on one line or several. In Knuth's format the latter would name an item twice.
bool looks_like_matrix(std::string_view text) {
    std::string_view line = first_line(text);
    const auto rows = number_in(cut_word(line), any_number);
    const auto columns = number_in(cut_word(line), any_number);
    if (!rows || !columns) return false;
    const bool alone = line.find_first_not_of(blanks) == std::string_view::npos;
    std::string_view rest = text.substr(static_cast<std::size_t>(line.data() - text.data()));
    const std::size_t start = std::min(rest.find_first_not_of(blanks), rest.size());
    if (alone && start == rest.size()) return true;
    if (alone && *rows * *columns != 0) return is_bit(rest[start]);
    std::uint64_t bits = 0;
    for (const char c : rest) {
        if (!is_bit(c) && blanks.find(c) == std::string_view::npos) return false;
        bits += is_bit(c);
    }
    return bits > 0 && bits == *rows * *columns;
}

/// Rows of a matrix whose size is missing: three bits or more in the first line. In Knuth's format they would
/// name an item twice.
bool looks_like_rows(std::string_view text) {
    std::string_view line = first_line(text);
    std::size_t words = 0;
    for (std::string_view word = cut_word(line); !word.empty(); word = cut_word(line), ++words) {
        if (word.size() != 1 || !is_bit(word.front())) return false;
    }
    return words > 2;
}

}  // namespace

std::string_view name_of(TextFormat format) { return name_among(format_names, format); }
std::optional<TextFormat> text_format_named(std::string_view name) { return value_among(format_names, name); }
std::string_view name_of(SolutionFormat format) { return name_among(solution_names, format); }
std::optional<SolutionFormat> solution_format_named(std::string_view name) {
    return value_among(solution_names, name);
}

std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t most) {
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size() || number > most) return {};
    return number;
}

std::optional<Error> Intake::add_name(std::string_view name, Place place) {
    if (name.empty()) return fault_at(place, "an item has no name");
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos)
        return fault_at({place.line, place.column + colon}, "the name of an item has a :");
    const auto [number, fresh] = items_.insert(name);
    if (!fresh) return fault_at(place, fmt::format("the item {} is named twice", quoted(name)));
    item_place_.push_back(place);
    item_name_.emplace_back(name);
    covered_.push_back(false);
    in_option_.push_back(false);
    return {};
}

std::optional<Error> Intake::add_item(std::string_view name, Multiplicity range, Place place) {
    if (range.high == 0 || range.high < range.low) {
        return fault_at(place, fmt::format("the item {} has the multiplicity {}:{}", quoted(name), range.low,
                                           range.high));
    }
    if (auto fault = add_name(name, place)) return fault;
    range_.push_back(range);
    builder_.add_item(std::string(name), range);
    return {};
}

std::optional<Error> Intake::add_secondary_item(std::string_view name, Place place) {
    if (auto fault = add_name(name, place)) return fault;
    builder_.add_secondary_item(std::string(name));
    return {};
}

std::optional<Error> Intake::add_entry(std::string_view word, Place place) {
    const std::size_t colon = word.find(':');
    const std::string_view name = word.substr(0, colon);
    const auto item = items_.find(name);
    if (!item) return fault_at(place, fmt::format("there is no item {}", quoted(name)));
    if (in_option_[*item])
        return fault_at(place, fmt::format("the item {} stands twice in one option", quoted(name)));
    Colour colour = 0;
    if (colon != std::string_view::npos) {
        const std::string_view colour_name = word.substr(colon + 1);
        const Place colour_place{place.line, place.column + colon + 1};
        if (*item < range_.size()) {
            return fault_at(colour_place, fmt::format("the primary item {} has a colour", quoted(name)));
        }
        if (colour_name.empty())
            return fault_at(colour_place, fmt::format("the colour of {} is missing", quoted(name)));
        const auto [number, fresh] = colours_.insert(colour_name);
        colour = number + 1;
        if (fresh) builder_.name_colour(colour, std::string(colour_name));
    }
    in_option_[*item] = true;
    entries_.push_back({*item, colour});
    return {};
}

std::optional<Error> Intake::add_cost(std::uint64_t cost, Place place) {
    cost_ += static_cast<Cost>(std::min<std::uint64_t>(cost, std::uint64_t{max_cost} + 1));
    if (cost_ <= max_cost) return {};
    return fault_at(place, fmt::format("the cost of an option is more than {}", max_cost),
                    ErrorCode::too_large);
}

void Intake::end_option() {
    builder_.add_option(entries_, cost_);
    for (const auto& [item, colour] : entries_) {
        covered_[item] = true;
        in_option_[item] = false;
    }
    entries_.clear();
    cost_ = 0;
    ++options_;
}

Result<Problem> Intake::finish(Place end) {
    if (options_ == 0 && items_.size() != 0 && !settings_.allow_uncovered) {
        return fault_at(end, "there are no options");
    }
    for (std::size_t item = 0; item < range_.size() && !settings_.allow_uncovered; ++item) {
        if (covered_[item] || range_[item].low == 0) continue;
        return fault_at(item_place_[item],
                        fmt::format("no option covers the item {}", quoted(item_name_[item])));
    }
    return builder_.build();
}

namespace {

/// What begins with a brace is JSON; where what follows cannot be, the fault says who would read it.
Result<Problem> read_braced(std::string_view text, const TextSettings& settings, std::size_t brace) {
    Result<Problem> problem = read_json(text, settings);
    const std::size_t next = text.find_first_not_of(" \t\r\n", brace + 1);
    if (problem || next == std::string_view::npos || text[next] == '"' || text[next] == '}') return problem;
    Error fault = problem.error();
    fault.text += "; --from knuth reads a first item that begins with a brace";
    return fault;
}

}  // namespace

Result<Problem> read_problem(std::string_view text, const TextSettings& settings) {
    text = without_mark(text);
    switch (settings.format) {
        case TextFormat::knuth: return read_knuth(text, settings);
        case TextFormat::matrix: return read_matrix(text);
        case TextFormat::json: return read_json(text, settings);
        case TextFormat::automatic: break;
    }
    const std::size_t start = text.find_first_not_of(blanks);
    if (start != std::string_view::npos && text[start] == '{') return read_braced(text, settings, start);
    if (looks_like_matrix(text)) return read_matrix(text);
    if (looks_like_rows(text)) {
        return fault_at({1, 1}, "a 0/1 matrix begins with the numbers of its rows and columns");
    }
    return read_knuth(text, settings);
}

}  // namespace quadrille::cover
