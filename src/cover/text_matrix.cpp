// The judges' 0/1 matrix, in and out.
#include <fmt/core.h>

#include "cover/text.hpp"

namespace quadrille::cover {

namespace {

/// Characters one by one, with places.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    void skip_blanks() {
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n\v\f").find(text_[at_]) != std::string_view::npos)
            step();
    }
    bool done() const { return at_ == text_.size(); }
    char peek() const { return text_[at_]; }
    void step() {
        if (text_[at_++] == '\n') {
            ++place_.line;
            place_.column = 0;
        }
        ++place_.column;
    }
    std::string_view digits() {
        const std::size_t start = at_;
        while (!done() && peek() >= '0' && peek() <= '9') step();
        return text_.substr(start, at_ - start);
    }
    Place place() const { return place_; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
    Place place_{1, 1};
};

struct Size {
    std::size_t number;
    Place place;
};

Result<Size> read_size(Scanner& scanner, const char* what) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    scanner.skip_blanks();
    const Place place = scanner.place();
    const auto size = number_in(scanner.digits(), most);
    if (!size) return fault_at(place, fmt::format("the number of {} is missing or too large", what));
    return Size{static_cast<std::size_t>(*size), place};
}

}  // namespace

Result<Problem> read_matrix(std::string_view text) {
    Scanner scanner(text);
    const auto rows = read_size(scanner, "rows");
    if (!rows) return rows.error();
    const auto columns = read_size(scanner, "columns");
    if (!columns) return columns.error();
    constexpr std::size_t most_columns = std::size_t{1} << 20;  // of no row; a row is as long as it says
    if (rows->number == 0 && columns->number > most_columns) {
        return fault_at(columns->place, fmt::format("more than {} columns, and no row", most_columns),
                        ErrorCode::too_large);
    }
    Builder builder;
    builder.add_items(static_cast<Item>(columns->number));
    std::vector<Item> items;
    for (std::size_t row = 0; row < rows->number; ++row) {
        items.clear();
        for (std::size_t column = 0; column < columns->number; ++column) {
            scanner.skip_blanks();
            if (scanner.done()) {
                return fault_at(scanner.place(),
                                fmt::format("the matrix ends in row {} of {}", row + 1, rows->number));
            }
            const char peeked = scanner.peek();
            if (peeked != '0' && peeked != '1') {
                return fault_at(scanner.place(), fmt::format("{} is neither 0 nor 1", quoted({&peeked, 1})));
            }
            if (peeked == '1') items.push_back(static_cast<Item>(column));
            scanner.step();
        }
        builder.add_option(items);
    }
    scanner.skip_blanks();
    if (!scanner.done()) return fault_at(scanner.place(), fmt::format("more than {} rows", rows->number));
    return builder.build();
}

Result<std::string> write_matrix(const Problem& problem) {
    const char* excess = problem.item_count() != problem.primary_count() ? "secondary items"
                         : problem.has_multiplicities()                  ? "multiplicities"
                         : problem.has_costs()                           ? "costs"
                                                                         : nullptr;
    if (excess != nullptr) {
        return Error{.code = ErrorCode::illegal_layout,
                     .text = fmt::format("a 0/1 matrix cannot hold {}", excess)};
    }
    std::string out = fmt::format("{} {}\n", problem.option_count(), problem.item_count());
    for (Option option = 0; option < problem.option_count(); ++option) {
        const std::size_t start = out.size();
        for (Item item = 0; item < problem.item_count(); ++item) out += item == 0 ? "0" : " 0";
        for (const Item item : problem.items_of(option)) out[start + std::size_t{2} * item] = '1';
        out += '\n';
    }
    return out;
}

}  // namespace quadrille::cover
