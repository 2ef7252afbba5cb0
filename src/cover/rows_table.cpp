#include "cover/rows_table.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace quadrille::cover {

namespace {

constexpr std::size_t most_rows = std::numeric_limits<std::uint16_t>::max() - 1;

/// The pair (secondary item, colour) as one key.
std::uint64_t key_of(Item item, Colour colour) { return std::uint64_t{item} << 32 | colour; }

/// How often each secondary item occurs, and how often with each colour, among choosable options.
struct Uses {
    std::vector<std::uint32_t> of_item;
    std::unordered_map<std::uint64_t, std::uint32_t> of_colour;
    std::size_t options = 0;

    explicit Uses(const Problem& problem) : of_item(problem.item_count(), 0) {
        for (Option option = 0; option < problem.option_count(); ++option) {
            if (!problem.is_choosable(option)) continue;
            ++options;
            const auto items = problem.items_of(option);
            for (std::size_t index = 0; index < items.size(); ++index) {
                ++of_item[items[index]];
                if (problem.is_primary(items[index])) continue;
                ++of_colour[key_of(items[index], problem.colour_of(option, index))];
            }
        }
    }
    /// True if choosing an option with this entry excludes no other option.
    bool excludes_nothing(Item item, Colour colour) const {
        if (colour == 0) return of_item[item] == 1;
        return of_colour.at(key_of(item, colour)) == of_item[item];
    }
};

/// In ascending order of `net`, if there is one.
std::vector<Option> choosable_options(const Problem& problem, const std::vector<Cost>* net) {
    std::vector<Option> options;
    for (Option option = 0; option < problem.option_count(); ++option) {
        if (problem.is_choosable(option)) options.push_back(option);
    }
    if (net != nullptr) {
        std::ranges::stable_sort(options, {}, [net](Option option) { return (*net)[option]; });
    }
    return options;
}

}  // namespace

std::optional<std::size_t> RowsTable::bytes_for(const Problem& problem) {
    std::size_t rows = problem.primary_count();
    if (rows > most_rows) return {};
    const Uses uses(problem);
    for (const auto& [key, count] : uses.of_colour) {
        if (!uses.excludes_nothing(static_cast<Item>(key >> 32), static_cast<Colour>(key))) ++rows;
    }
    if (rows > most_rows) return {};
    return (rows + 1) * ((uses.options + 63) / 64) * sizeof(std::uint64_t) +
           problem.entry_count() * sizeof(std::uint16_t);
}

RowsTable::RowsTable(const Problem& problem, const std::vector<Cost>* net)
    : primary(problem.primary_count()), ranged(problem.has_multiplicities()) {
    const Uses uses(problem);
    std::unordered_map<std::uint64_t, std::uint16_t> row_of;
    std::vector<std::pair<Item, Colour>> secondary_row;
    row_count = primary;
    start.push_back(0);
    option = choosable_options(problem, net);
    for (const Option o : option) {
        const auto items = problem.items_of(o);
        for (std::size_t index = 0; index < items.size(); ++index) {
            const Colour colour = problem.colour_of(o, index);
            if (problem.is_primary(items[index])) {
                entry_row.push_back(static_cast<std::uint16_t>(items[index]));
            } else if (!uses.excludes_nothing(items[index], colour)) {
                const auto [place, fresh] =
                    row_of.try_emplace(key_of(items[index], colour), static_cast<std::uint16_t>(row_count));
                if (fresh) {
                    require(++row_count <= most_rows, "too many rows for the bit-row engine");
                    secondary_row.emplace_back(items[index], colour);
                }
                entry_row.push_back(place->second);
            }
        }
        start.push_back(static_cast<std::uint32_t>(entry_row.size()));
    }
    words = std::max<std::size_t>(1, (option.size() + 63) / 64);
    bits.assign((row_count + std::size_t{1}) * words, 0);
    std::unordered_map<Item, std::vector<std::uint32_t>> rows_of_item;
    for (std::uint32_t row = primary; row < row_count; ++row) {
        rows_of_item[secondary_row[row - primary].first].push_back(row);
    }
    member_start.push_back(0);
    for (std::size_t bit = 0; bit < option.size(); ++bit) {
        const auto set = [&](std::uint32_t row) {
            bits[(row + 1) * words + bit / 64] |= std::uint64_t{1} << (bit % 64);
            if (row < primary) member_row.push_back(static_cast<std::uint16_t>(row));
        };
        const auto items = problem.items_of(option[bit]);
        for (std::size_t index = 0; index < items.size(); ++index) {
            if (problem.is_primary(items[index])) {
                set(items[index]);
                continue;
            }
            const auto rows = rows_of_item.find(items[index]);
            if (rows == rows_of_item.end()) continue;
            const Colour colour = problem.colour_of(option[bit], index);
            for (std::uint32_t row : rows->second) {
                const Colour other = secondary_row[row - primary].second;
                if (other == 0 || other != colour) set(row);
            }
        }
        member_start.push_back(static_cast<std::uint32_t>(member_row.size()));
    }
    if (!ranged) return;
    for (Item item = 0; item < primary; ++item) range.push_back(problem.multiplicity_of(item));
}

}  // namespace quadrille::cover
