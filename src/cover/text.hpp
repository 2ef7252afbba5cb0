// What the readers share.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "quadrille/cover_text.hpp"
#include "quadrille/quoted.hpp"

namespace quadrille::cover {

/// Where something stands in the text, both counted from 1.
struct Place {
    std::size_t line = 0;
    std::size_t column = 0;
};

inline Error fault_at(Place place, std::string text, ErrorCode code = ErrorCode::malformed_input) {
    return {.code = code, .text = std::move(text), .line = place.line, .column = place.column};
}

/// Names to numbers, looked up without making a string.
class Names {
  public:
    /// The number of a name; one more than the last for a new one.
    std::pair<std::uint32_t, bool> insert(std::string_view name) {
        const auto [place, fresh] =
            number_.try_emplace(std::string(name), static_cast<std::uint32_t>(number_.size()));
        return {place->second, fresh};
    }
    std::optional<std::uint32_t> find(std::string_view name) const {
        const auto place = number_.find(name);
        if (place == number_.end()) return {};
        return place->second;
    }
    std::size_t size() const { return number_.size(); }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> number_;
};

/// A whole decimal number without sign, up to `most`; nothing if it is anything else.
std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t most);

/// Items under way from text to a Builder, with all the checks that need a place to point at.
class Intake {
  public:
    explicit Intake(const TextSettings& settings) : settings_(settings) {}

    std::optional<Error> add_item(std::string_view name, Multiplicity range, Place place);
    std::optional<Error> add_secondary_item(std::string_view name, Place place);
    /// Adds "name" or "name:colour" to the option under way.
    std::optional<Error> add_entry(std::string_view word, Place place);
    std::optional<Error> add_cost(std::uint64_t cost, Place place);
    void end_option();
    /// `end` is where the text ends: the place of "there are no options".
    Result<Problem> finish(Place end);

  private:
    std::optional<Error> add_name(std::string_view name, Place place);

    TextSettings settings_;
    Builder builder_;
    Names items_;
    Names colours_;
    std::vector<Place> item_place_;
    std::vector<std::string> item_name_;
    std::vector<bool> covered_;
    std::vector<bool> in_option_;
    std::vector<Multiplicity> range_;
    std::vector<Entry> entries_;
    Cost cost_ = 0;
    std::size_t options_ = 0;
};

Result<Problem> read_knuth(std::string_view text, const TextSettings& settings);
Result<Problem> read_matrix(std::string_view text);
Result<Problem> read_json(std::string_view text, const TextSettings& settings);
Result<std::string> write_knuth(const Problem& problem);
Result<std::string> write_matrix(const Problem& problem);
Result<std::string> write_json(const Problem& problem);
/// The items of one option, as in Knuth's format.
std::string write_option(const Problem& problem, Option option);

}  // namespace quadrille::cover
