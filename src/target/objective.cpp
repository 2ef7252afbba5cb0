#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "quadrille/decode.hpp"
#include "quadrille/target.hpp"

namespace quadrille {

namespace {

using Values = std::vector<std::int64_t>;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::size_t cells_of(int side) { return static_cast<std::size_t>(side) * static_cast<std::size_t>(side); }

std::optional<Error> side_fault(int side) {
    if (side >= 1 && side <= max_target_side) return {};
    return Error{ErrorCode::too_large,
                 fmt::format("target boards have a side of 1 to {}, not {}", max_target_side, side)};
}

/// True if the sum over cells of the largest magnitude stays below a 32nd of what 64 bits hold: then every
/// score, every bound, and the differences of two of them that the search multiplies and adds do.
bool fits_in_64_bits(int side, const Values& values) {
    std::uint64_t left = static_cast<std::uint64_t>(largest / 32);
    for (std::size_t cell = 0; cell < cells_of(side); ++cell) {
        std::uint64_t most = 0;
        for (std::size_t i = cell * static_cast<std::size_t>(side);
             i < (cell + 1) * static_cast<std::size_t>(side); ++i) {
            const auto bits = static_cast<std::uint64_t>(values[i]);
            most = std::max(most, values[i] < 0 ? ~bits + 1 : bits);
        }
        if (most > left) return false;
        left -= most;
    }
    return true;
}

Error beyond_64_bits() {
    return {ErrorCode::too_large, "the weights are so large that a score might not fit into 64 bits"};
}

/// Walks over a text of numbers, keeping count of line and column.
class NumberReader {
  public:
    explicit NumberReader(std::string_view text) : text_(text) {}

    /// What stands next behind white space, or 0 at the end of the text.
    char peek() {
        for (; at_ < text_.size() && is_space(text_[at_]); ++at_)
            if (text_[at_] == '\n') ++line_, line_start_ = at_ + 1;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    void pass() { ++at_; }
    /// The number that stands next; it ends with the text, at white space or at a comma.
    Result<std::int64_t> read() {
        std::int64_t value = 0;
        const char* const end_of_text = text_.data() + text_.size();
        const auto [end, fault] = std::from_chars(text_.data() + at_, end_of_text, value);
        if (fault == std::errc::result_out_of_range)
            return at_fault("a weight does not fit into 64 bits", ErrorCode::too_large);
        if (fault != std::errc() || (end != end_of_text && *end != ',' && !is_space(*end)))
            return at_fault("not a whole number");
        at_ = static_cast<std::size_t>(end - text_.data());
        return value;
    }
    Error at_fault(std::string text, ErrorCode code = ErrorCode::malformed_input) const {
        return {code, std::move(text), line_, at_ - line_start_ + 1};
    }

  private:
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t line_start_ = 0;
};

int classic_weight(int side, int row, int column) {
    return 6 + std::min({row, column, side - 1 - row, side - 1 - column});
}
int centre_weight(int side, int row, int column) {
    return side - (std::abs(2 * row - side + 1) + std::abs(2 * column - side + 1)) / 2;
}
int flat_weight(int, int, int) { return 1; }

struct NamedWeights {
    std::string_view name;
    int (*weight)(int side, int row, int column);
};
constexpr NamedWeights named_weights[] = {
    {"classic", classic_weight}, {"centre", centre_weight}, {"flat", flat_weight}};

}  // namespace

Result<Objective> Objective::weights(int side, std::span<const std::int64_t> weights) {
    if (auto fault = side_fault(side)) return *fault;
    if (weights.size() != cells_of(side)) {
        return Error{ErrorCode::malformed_input,
                     fmt::format("{} weights for {} cells", weights.size(), cells_of(side))};
    }
    Values values;
    values.reserve(weights.size() * static_cast<std::size_t>(side));
    for (const std::int64_t weight : weights) {
        if (weight > largest / side || weight < -(largest / side)) return beyond_64_bits();
        for (int digit = 1; digit <= side; ++digit) values.push_back(weight * digit);
    }
    return table(side, std::move(values));
}

Result<Objective> Objective::table(int side, Values values) {
    if (auto fault = side_fault(side)) return *fault;
    const std::size_t expected = cells_of(side) * static_cast<std::size_t>(side);
    if (values.size() != expected) {
        return Error{ErrorCode::malformed_input, fmt::format("{} values, not {}", values.size(), expected)};
    }
    if (!fits_in_64_bits(side, values)) return beyond_64_bits();
    return Objective(side, std::move(values));
}

Result<Objective> Objective::named(int side, std::string_view name) {
    if (auto fault = side_fault(side)) return *fault;
    const auto* found = std::find_if(std::begin(named_weights), std::end(named_weights),
                                     [&](const NamedWeights& row) { return row.name == name; });
    if (found == std::end(named_weights)) {
        return Error{ErrorCode::unknown_name, fmt::format("no weights are called \"{}\"", name)};
    }
    Values list;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) list.push_back(found->weight(side, row, column));
    }
    return weights(side, list);
}

Result<std::vector<std::int64_t>> Objective::read_numbers(std::string_view text) {
    NumberReader reader{without_mark(text)};
    Values values;
    bool after_comma = false;
    while (const char next = reader.peek()) {
        if (next == ',') {
            if (values.empty() || after_comma) return reader.at_fault("a comma without a number before it");
            after_comma = true;
            reader.pass();
            continue;
        }
        const auto value = reader.read();
        if (!value) return value.error();
        values.push_back(*value);
        after_comma = false;
    }
    if (values.empty()) return Error{ErrorCode::malformed_input, "no numbers"};
    if (after_comma) return reader.at_fault("a comma without a number behind it");
    return values;
}

Result<Objective> Objective::numbers(int side, std::vector<std::int64_t> numbers) {
    if (auto fault = side_fault(side)) return *fault;
    const std::size_t cells = cells_of(side);
    const std::size_t values = cells * static_cast<std::size_t>(side);
    if (numbers.size() == cells) return weights(side, numbers);
    if (numbers.size() == values) return table(side, std::move(numbers));
    return Error{ErrorCode::malformed_input,
                 fmt::format("{} numbers; a side of {} takes {} weights or a table of {}", numbers.size(),
                             side, cells, values)};
}

Result<Objective> Objective::read(int side, std::string_view text) {
    auto read = read_numbers(text);
    return read ? numbers(side, std::move(*read)) : Result<Objective>(read.error());
}

std::int64_t Objective::score(std::span<const Digit> grid) const {
    require(grid.size() == cells_of(side_), "Objective::score: a grid of another side");
    std::int64_t sum = 0;
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        require(grid[cell] >= 1 && grid[cell] <= side_, "Objective::score: the grid is not complete");
        sum += value(cell, grid[cell]);
    }
    return sum;
}

std::string_view name_of(TargetStatus status) {
    switch (status) {
        case TargetStatus::optimal: return "optimal";
        case TargetStatus::stopped: return "stopped";
        case TargetStatus::no_completion: return "no completion";
    }
    return "unknown";
}

}  // namespace quadrille
