// The problem and its builder: every fault is found here, so that no engine has to look for one.
#include <fmt/core.h>

#include <limits>

#include "quadrille/cover.hpp"
#include "quadrille/quoted.hpp"

namespace quadrille::cover {

namespace {
constexpr std::size_t most_items = std::size_t{1} << 31;
constexpr std::size_t most_options = (std::size_t{1} << 31) - 1;

std::string name_in(const std::vector<std::string>& names, std::size_t index) {
    return index < names.size() && !names[index].empty() ? names[index] : std::to_string(index);
}
}  // namespace

bool Problem::is_choosable(Option option) const {
    for (Item item : items_of(option)) {
        if (is_primary(item)) return true;
    }
    return false;
}

std::string Problem::name_of_item(Item item) const { return name_in(item_names_, item); }

std::string Problem::name_of_colour(Colour colour) const { return name_in(colour_names_, colour); }

Cost Problem::cost_of(std::span<const Option> options) const {
    Cost sum = 0;
    for (Option option : options) sum += cost_of(option);
    return sum;
}

void Builder::fail(ErrorCode code, std::string text) {
    if (!fault_) fault_ = Error{.code = code, .text = std::move(text)};
}

void Builder::name_item(Item item, std::string name) {
    if (name.empty()) return;
    if (problem_.item_names_.size() <= item) problem_.item_names_.resize(std::size_t{item} + 1);
    problem_.item_names_[item] = std::move(name);
}

Item Builder::add_item(std::string name, Multiplicity multiplicity) {
    const Item item = add_items(1);
    name_item(item, std::move(name));
    if (multiplicity.high == 0 || multiplicity.high < multiplicity.low) {
        fail(ErrorCode::illegal_layout,
             fmt::format("item {} has the multiplicity {}:{}", quoted(problem_.name_of_item(item)),
                         multiplicity.low, multiplicity.high));
    }
    if (multiplicity != Multiplicity{}) problem_.ranges_.resize(std::size_t{item} + 1);
    if (!problem_.ranges_.empty()) {
        problem_.ranges_.resize(std::size_t{item} + 1);
        problem_.ranges_[item] = multiplicity;
    }
    return item;
}

Item Builder::add_items(Item count) {
    const Item first = problem_.primary_count_;
    if (problem_.secondary_count_ != 0) {
        fail(ErrorCode::illegal_layout, "a primary item comes after a secondary one");
    } else if (std::size_t{first} + count > most_items) {
        fail(ErrorCode::too_large, fmt::format("more than {} items", most_items));
    } else {
        problem_.primary_count_ += count;
    }
    return first;
}

Item Builder::add_secondary_item(std::string name) {
    const Item item = add_secondary_items(1);
    name_item(item, std::move(name));
    return item;
}

Item Builder::add_secondary_items(Item count) {
    const Item first = problem_.item_count();
    if (std::size_t{first} + count > most_items) {
        fail(ErrorCode::too_large, fmt::format("more than {} items", most_items));
    } else {
        problem_.secondary_count_ += count;
    }
    return first;
}

void Builder::name_colour(Colour colour, std::string name) {
    if (problem_.colour_names_.size() <= colour) problem_.colour_names_.resize(std::size_t{colour} + 1);
    problem_.colour_names_[colour] = std::move(name);
}

std::optional<EntryFault> Builder::fault_in(std::span<const Entry> entries) {
    if (last_option_.size() < problem_.item_count()) last_option_.resize(problem_.item_count(), 0);
    ++stamp_;
    for (std::size_t index = 0; index < entries.size(); ++index) {
        const auto [item, colour] = entries[index];
        if (item >= problem_.item_count()) return EntryFault{index, fmt::format("there is no item {}", item)};
        if (last_option_[item] == stamp_) {
            return EntryFault{index, fmt::format("item {} stands twice in one option",
                                                 quoted(problem_.name_of_item(item)))};
        }
        if (colour != 0 && problem_.is_primary(item)) {
            return EntryFault{
                index, fmt::format("the primary item {} has a colour", quoted(problem_.name_of_item(item)))};
        }
        last_option_[item] = stamp_;
    }
    return {};
}

Option Builder::add_option(std::span<const Entry> entries, Cost cost) {
    const Option option = problem_.option_count();
    if (auto fault = fault_in(entries)) {
        fail(ErrorCode::malformed_input, fmt::format("option {}: {}", option, fault->text));
    }
    if (cost < 0 || cost > max_cost) {
        fail(ErrorCode::too_large,
             fmt::format("option {} costs {}, which is not 0 to {}", option, cost, max_cost));
    }
    if (option == most_options) fail(ErrorCode::too_large, fmt::format("more than {} options", most_options));
    if (fault_) return option;
    for (const auto& [item, colour] : entries) {
        problem_.items_.push_back(item);
        if (colour != 0 || !problem_.colours_.empty()) problem_.colours_.resize(problem_.items_.size(), 0);
        if (colour != 0) problem_.colours_.back() = colour;
        if (colour > problem_.colour_count_) problem_.colour_count_ = colour;
    }
    problem_.start_.push_back(problem_.items_.size());
    if (cost != 0 && problem_.costs_.empty()) problem_.costs_.resize(option, 0);
    if (cost != 0 || !problem_.costs_.empty()) problem_.costs_.push_back(cost);
    return option;
}

Option Builder::add_option(std::span<const Item> items, Cost cost) {
    scratch_.clear();
    for (Item item : items) scratch_.push_back({item});
    return add_option(std::span<const Entry>(scratch_), cost);
}

Result<Problem> Builder::build() {
    Builder fresh;
    std::swap(*this, fresh);
    if (fresh.fault_) return *fresh.fault_;
    Problem& problem = fresh.problem_;
    if (!problem.ranges_.empty()) problem.ranges_.resize(problem.primary_count_);
    return std::move(problem);
}

}  // namespace quadrille::cover
