// Tables of names, read in both directions.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace quadrille::cover {

template <class Value, std::size_t size>
std::string_view name_among(const std::array<std::pair<Value, std::string_view>, size>& names, Value wanted) {
    const auto place = std::ranges::find(names, wanted, &std::pair<Value, std::string_view>::first);
    return place == names.end() ? "unknown" : place->second;
}

template <class Value, std::size_t size>
std::optional<Value> value_among(const std::array<std::pair<Value, std::string_view>, size>& names,
                                 std::string_view wanted) {
    const auto place = std::ranges::find(names, wanted, &std::pair<Value, std::string_view>::second);
    if (place == names.end()) return {};
    return place->first;
}

}  // namespace quadrille::cover
