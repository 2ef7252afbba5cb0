// Knuth's format, in and out.
#include <fmt/core.h>

#include <limits>

#include "cover/text.hpp"

namespace quadrille::cover {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// The text line by line and word by word, with places.
class Words {
  public:
    explicit Words(std::string_view text) : text_(text) {}

    /// Goes to the next line that is neither a comment nor empty.
    bool next_line() {
        while (end_ < text_.size() || line_ == 0) {
            begin_ = line_ == 0 ? 0 : end_ + 1;
            if (begin_ > text_.size()) break;
            ++line_;
            end_ = std::min(text_.find('\n', begin_), text_.size());
            at_ = begin_;
            skip_blanks();
            if (at_ < end_ && text_[begin_] != '|') return true;
        }
        return false;
    }
    /// The next word of this line, empty at its end.
    std::string_view next_word() {
        skip_blanks();
        word_ = at_;
        while (at_ < end_ && !is_blank(text_[at_])) ++at_;
        return text_.substr(word_, at_ - word_);
    }
    /// Where the last word stands, `offset` bytes into it.
    Place place(std::size_t offset = 0) const { return {line_, word_ - begin_ + 1 + offset}; }
    Place end() const { return {line_, std::min(end_, text_.size()) - begin_ + 1}; }

  private:
    void skip_blanks() {
        while (at_ < end_ && is_blank(text_[at_])) ++at_;
    }

    std::string_view text_;
    std::size_t line_ = 0;
    std::size_t begin_ = 0;  // of the line
    std::size_t end_ = 0;
    std::size_t at_ = 0;
    std::size_t word_ = 0;
};

/// "name", "3|name" or "1:3|name".
std::optional<Error> read_item(Intake& intake, std::string_view word, Place place) {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    Multiplicity range;
    if (const std::size_t bar = word.find('|'); bar != std::string_view::npos) {
        const std::string_view bounds = word.substr(0, bar);
        const std::size_t colon = bounds.find(':');
        const auto low = number_in(bounds.substr(0, colon), most);
        const auto high = colon == std::string_view::npos ? low : number_in(bounds.substr(colon + 1), most);
        if (!low || !high) return fault_at(place, fmt::format("{} is not a multiplicity", quoted(bounds)));
        range = {static_cast<std::uint32_t>(*low), static_cast<std::uint32_t>(*high)};
        word.remove_prefix(bar + 1);
        place.column += bar + 1;
    }
    if (const std::size_t mark = word.find_first_of(":|"); mark != std::string_view::npos) {
        place.column += mark;
        return fault_at(place, fmt::format("the name of an item has a {}", word[mark]));
    }
    return intake.add_item(word, range, place);
}

std::optional<Error> read_items(Intake& intake, Words& words) {
    bool secondary = false;
    for (auto word = words.next_word(); !word.empty(); word = words.next_word()) {
        if (word == "|") {
            if (secondary) return fault_at(words.place(), "a second bar among the items");
            secondary = true;
        } else if (!secondary) {
            if (auto fault = read_item(intake, word, words.place())) return fault;
        } else if (const std::size_t mark = word.find_first_of(":|"); mark != std::string_view::npos) {
            return fault_at(words.place(mark),
                            fmt::format("the secondary item {} has a {}", quoted(word), word[mark]));
        } else if (auto fault = intake.add_secondary_item(word, words.place())) {
            return fault;
        }
    }
    return {};
}

std::optional<Error> read_option(Intake& intake, Words& words) {
    for (auto word = words.next_word(); !word.empty(); word = words.next_word()) {
        if (word.front() != '|') {
            if (auto fault = intake.add_entry(word, words.place())) return fault;
            continue;
        }
        const std::string_view digits = word.substr(1);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
            return fault_at(words.place(), fmt::format("{} is not a cost", quoted(word)));
        constexpr auto most = std::numeric_limits<std::uint64_t>::max();
        if (auto fault = intake.add_cost(number_in(digits, most).value_or(most), words.place(1)))
            return fault;
    }
    intake.end_option();
    return {};
}

/// A name as the format can hold it: without blanks, colons and bars.
std::string plain(std::string name) {
    for (char& c : name) {
        if (is_blank(c) || c == '\n' || c == ':' || c == '|') c = '_';
    }
    return name;
}

/// The first name that the format cannot hold, if any.
std::optional<std::string> unfit_name(const Problem& problem) {
    for (Item item = 0; item < problem.item_count(); ++item) {
        if (std::string name = problem.name_of_item(item); name != plain(name)) return name;
    }
    for (Colour colour = 1; colour <= problem.colour_count(); ++colour) {
        if (std::string name = problem.name_of_colour(colour); name != plain(name)) return name;
    }
    return {};
}

}  // namespace

Result<Problem> read_knuth(std::string_view text, const TextSettings& settings) {
    Intake intake(settings);
    Words words(text);
    if (!words.next_line()) return fault_at(words.end(), "there is no line of items");
    if (auto fault = read_items(intake, words)) return *fault;
    while (words.next_line()) {
        if (auto fault = read_option(intake, words)) return *fault;
    }
    return intake.finish(words.end());
}

Result<std::string> write_knuth(const Problem& problem) {
    if (const auto name = unfit_name(problem)) {
        return Error{.code = ErrorCode::illegal_layout,
                     .text = fmt::format("Knuth's format cannot hold the name {}", quoted(*name))};
    }
    std::string out = problem.item_count() == 0 ? " |" : "";  // an empty line would be none
    for (Item item = 0; item < problem.item_count(); ++item) {
        if (item != 0 || item == problem.primary_count()) out += ' ';
        if (item == problem.primary_count()) out += "| ";
        const auto [low, high] = problem.is_primary(item) ? problem.multiplicity_of(item) : Multiplicity{};
        if (low == high && low != 1) out += fmt::format("{}|", low);
        else if (low != high) out += fmt::format("{}:{}|", low, high);
        out += plain(problem.name_of_item(item));
    }
    out += '\n';
    for (Option option = 0; option < problem.option_count(); ++option) {
        if (problem.items_of(option).empty()) continue;
        out += write_option(problem, option);
        if (problem.cost_of(option) != 0) out += fmt::format(" |{}", problem.cost_of(option));
        out += '\n';
    }
    return out;
}

std::string write_option(const Problem& problem, Option option) {
    std::string out;
    const auto items = problem.items_of(option);
    for (std::size_t index = 0; index < items.size(); ++index) {
        if (index != 0) out += ' ';
        out += plain(problem.name_of_item(items[index]));
        const Colour colour = problem.colour_of(option, index);
        if (colour != 0) out += ':' + plain(problem.name_of_colour(colour));
    }
    return out;
}

}  // namespace quadrille::cover
