// JSON, in and out. The reader works on the stream of tokens, so that faults have a place and large
// problems are never held twice.
#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "cover/text.hpp"

namespace quadrille::cover {

namespace {

/// Reads bytes and remembers how far it has come.
class Counting {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Counting(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    const char& operator*() const { return *at_; }
    Counting& operator++() {
        ++at_;
        if (furthest_ != nullptr) *furthest_ = at_;
        return *this;
    }
    Counting operator++(int) {
        Counting before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Counting& other) const { return at_ == other.at_; }
    bool operator!=(const Counting& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** furthest_;
};

/// Takes the tokens. Keys may come in any order, but for "options", which must follow the items; none twice.
class Taker : public nlohmann::json_sax<nlohmann::json> {
  public:
    Taker(std::string_view text, const char** furthest, const TextSettings& settings)
        : intake(settings), text_(text), furthest_(furthest) {}

    Intake intake;
    std::optional<Error> fault;

    bool null() override { return refuse("null"); }
    bool boolean(bool) override { return refuse("a truth value"); }
    bool number_float(double, const string_t& digits) override;
    bool binary(binary_t&) override { return refuse("binary data"); }
    bool number_integer(std::int64_t number) override { return refuse(fmt::format("{}", number)); }
    bool number_unsigned(std::uint64_t number) override;
    bool string(string_t& text) override;
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool key(string_t& name) override;
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& what) override;

    Place place() const { return place_at(static_cast<std::size_t>(*furthest_ - text_.data())); }

  private:
    enum class In { nothing, problem, items, item, secondary, options, option, option_items };

    bool refuse(const std::string& what) { return fail(fmt::format("{} has no place here", what)); }
    bool fail(std::string text) { return keep(fault_at(place(), std::move(text))); }
    bool keep(std::optional<Error> error) {
        if (error && !fault) fault = std::move(error);
        return !fault;
    }
    Place place_at(std::size_t offset) const;
    Place place_of(const std::string& word) const;

    std::string_view text_;
    const char** furthest_;
    std::vector<In> in_{In::nothing};
    std::vector<std::vector<std::string>> keys_;  // so far, of each object that is open
    std::string key_;
    std::string name_;
    Place name_place_;
    Multiplicity range_;
    bool high_given_ = false;
    bool has_items_ = false;
    bool has_options_ = false;
};

Place Taker::place_at(std::size_t offset) const {
    Place place{1, 1};
    for (std::size_t i = 0; i < std::min(offset, text_.size()); ++i, ++place.column) {
        if (text_[i] != '\n') continue;
        ++place.line;
        place.column = 0;
    }
    return place;
}

/// Where the string that was just read begins: behind its opening quote, unless it has escapes.
Place Taker::place_of(const std::string& word) const {
    const auto end = static_cast<std::size_t>(*furthest_ - text_.data());
    const std::size_t length = word.size() + 1;
    return place_at(end > length ? end - length : 0);
}

bool Taker::number_unsigned(std::uint64_t number) {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    if (in_.back() == In::option && key_ == "cost") return keep(intake.add_cost(number, place()));
    if (in_.back() == In::item && (key_ == "low" || key_ == "high")) {
        if (number > most) return fail(fmt::format("{} is too large for a multiplicity", number));
        (key_ == "low" ? range_.low : range_.high) = static_cast<std::uint32_t>(number);
        if (key_ == "high") high_given_ = true;
        return true;
    }
    return refuse(fmt::format("{}", number));
}

/// A fraction, or a whole number beyond 64 bits.
bool Taker::number_float(double, const string_t& digits) {
    if (digits.find_first_of(".eE") != std::string::npos) return refuse("a fraction");
    if (in_.back() == In::option && key_ == "cost" && digits.front() != '-')
        return number_unsigned(std::numeric_limits<std::uint64_t>::max());
    if (in_.back() == In::item && digits.front() != '-')
        return fail(fmt::format("{} is too large for a multiplicity", digits));
    return refuse(digits);
}

bool Taker::string(string_t& text) {
    switch (in_.back()) {
        case In::items: return keep(intake.add_item(text, {}, place_of(text)));
        case In::secondary: return keep(intake.add_secondary_item(text, place_of(text)));
        case In::option_items: return keep(intake.add_entry(text, place_of(text)));
        case In::item:
            if (key_ != "name") break;
            name_ = text;
            name_place_ = place_of(text);
            return true;
        default: break;
    }
    return refuse(quadrille::quoted(text));
}

bool Taker::start_object(std::size_t) {
    if (in_.back() == In::nothing && !has_items_) in_.push_back(In::problem);
    else if (in_.back() == In::options) in_.push_back(In::option);
    else if (in_.back() == In::items) {
        in_.push_back(In::item);
        name_.clear();
        name_place_ = place();
        range_ = {};
        high_given_ = false;
    } else return refuse("an object");
    keys_.emplace_back();
    return true;
}

bool Taker::end_object() {
    const In ended = in_.back();
    in_.pop_back();
    keys_.pop_back();
    if (ended == In::problem && !has_items_)
        return fail("this object is no problem: it has neither \"items\" nor \"secondary\"");
    if (ended == In::option) intake.end_option();
    if (ended != In::item) return true;
    if (!high_given_) range_.high = std::max(range_.high, range_.low);
    return keep(intake.add_item(name_, range_, name_place_));
}

bool Taker::start_array(std::size_t) {
    const In now = in_.back();
    if (now == In::problem && key_ == "items") {
        if (has_items_ || has_options_)
            return fail("\"items\" must come before \"secondary\" and \"options\"");
        has_items_ = true;
        in_.push_back(In::items);
    } else if (now == In::problem && key_ == "secondary") {
        if (has_options_) return fail("\"secondary\" must come before \"options\"");
        has_items_ = true;
        in_.push_back(In::secondary);
    } else if (now == In::problem && key_ == "options") {
        if (!has_items_) return fail("\"options\" must come after \"items\" and \"secondary\"");
        has_options_ = true;
        in_.push_back(In::options);
    } else if (now == In::options || (now == In::option && key_ == "items")) {
        in_.push_back(In::option_items);
    } else {
        return refuse("a list");
    }
    return true;
}

bool Taker::end_array() {
    const In ended = in_.back();
    in_.pop_back();
    if (ended == In::option_items && in_.back() == In::options) intake.end_option();
    return true;
}

bool Taker::key(string_t& name) {
    key_ = name;
    const bool known = in_.back() == In::problem ? name == "items" || name == "secondary" || name == "options"
                       : in_.back() == In::item  ? name == "name" || name == "low" || name == "high"
                                                 : name == "items" || name == "cost";
    const char* wrong = !known                                        ? "{} is not a key that is known here"
                        : std::ranges::count(keys_.back(), name) != 0 ? "the key {} stands twice"
                                                                      : nullptr;
    keys_.back().push_back(name);
    return wrong == nullptr ||
           keep(fault_at(place_of(name), fmt::format(fmt::runtime(wrong), quadrille::quoted(name))));
}

bool Taker::parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& what) {
    std::string_view text = what.what();
    if (const std::size_t start = text.find(": "); start != std::string_view::npos)
        text.remove_prefix(start + 2);
    constexpr std::string_view before_token = "last read: '";
    std::string shown(text);
    if (const std::size_t token = text.find(before_token); token != std::string_view::npos) {
        const std::string_view last = text.substr(token + before_token.size());
        shown = text.substr(0, token + before_token.size() - 1);
        shown += quadrille::quoted(last.substr(0, last.rfind('\'')));
    }
    return keep(fault_at(place_at(position == 0 ? 0 : position - 1), fmt::format("not JSON: {}", shown)));
}

}  // namespace

Result<Problem> read_json(std::string_view text, const TextSettings& settings) {
    const char* furthest = text.data();
    Taker taker(text, &furthest, settings);
    const char* end = text.data() + text.size();
    const bool good =
        nlohmann::json::sax_parse(Counting(text.data(), &furthest), Counting(end, nullptr), &taker);
    if (taker.fault) return *taker.fault;
    require(good, "a JSON reader failed without a fault");
    return taker.intake.finish(taker.place());
}

Result<std::string> write_json(const Problem& problem) {
    auto items = nlohmann::ordered_json::array();
    auto secondary = nlohmann::ordered_json::array();
    auto options = nlohmann::ordered_json::array();
    for (Item item = 0; item < problem.item_count(); ++item) {
        if (!problem.is_primary(item)) {
            secondary.push_back(problem.name_of_item(item));
        } else if (const auto range = problem.multiplicity_of(item); range == Multiplicity{}) {
            items.push_back(problem.name_of_item(item));
        } else {
            items.push_back({{"name", problem.name_of_item(item)}, {"low", range.low}, {"high", range.high}});
        }
    }
    for (Option option = 0; option < problem.option_count(); ++option) {
        auto entries = nlohmann::ordered_json::array();
        for (std::size_t index = 0; index < problem.items_of(option).size(); ++index) {
            std::string word = problem.name_of_item(problem.items_of(option)[index]);
            const Colour colour = problem.colour_of(option, index);
            if (colour != 0) word += ':' + problem.name_of_colour(colour);
            entries.push_back(std::move(word));
        }
        if (problem.cost_of(option) == 0) options.push_back(std::move(entries));
        else options.push_back({{"items", std::move(entries)}, {"cost", problem.cost_of(option)}});
    }
    const nlohmann::ordered_json out{
        {"items", std::move(items)}, {"secondary", std::move(secondary)}, {"options", std::move(options)}};
    try {
        return out.dump() + '\n';
    } catch (const nlohmann::json::type_error&) {
        return Error{.code = ErrorCode::illegal_layout, .text = "JSON cannot hold names that are not UTF-8"};
    }
}

}  // namespace quadrille::cover
