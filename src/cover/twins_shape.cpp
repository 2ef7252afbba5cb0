// The shape of a problem: itself, under names that depend on its structure alone.
//
// The idea: every item carries a mark, a number of 64 bits. An option's mark is made of those of its items,
// and an item's next mark of its own and those of its options, whatever their order. After a few rounds
// items differ in their marks that differ in where they stand:
//
//     options AB BC CD     marks  A:7 B:7 C:7 D:7     A:3 B:9 C:9 D:3      A and D, B and C look alike
//     A is singled out            A:5 B:9 C:9 D:3     A:5 B:2 C:8 D:3      all differ
//
// Where marks stay equal, an item of the smallest group of equals is singled out by a mark of its own. Each
// of the group is tried, and the one taken that tells most items apart; among those that tell as many
// apart, the one with the least sum of marks; then the first. (After much work the first is taken at once.)
// Usually these are alike by a symmetry of the problem, and it does not matter which is taken. Ordered by
// their marks, the items get their new names, and the options, written in these and sorted, are the shape.
//
// Invariant: a shape is the whole problem, so that equal shapes are a proof. What the marks miss, or numbers
// that are equal by accident, can only make two shapes of what could have been one.
// Cost: a round is two looks at every entry; a few rounds for each item tried.
// Source: colour refinement and individualisation, as in B. D. McKay, Practical graph isomorphism, 1981. Its
// programs go on to prove that a name is the best of all, which can take very long and is not needed here.
#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <vector>

#include "cover/twins.hpp"

namespace quadrille::cover {

namespace {

using Mark = std::uint64_t;
using Place = std::uint32_t;

constexpr std::uint64_t most_trial_work = std::uint64_t{1} << 22;  // after so much the first is taken
constexpr int most_as_good =
    8;  // so many places as good as the best: all may be alike, and no more are tried

Mark mixed(Mark mark) {
    mark = (mark ^ mark >> 32) * 0xD6E8FEB86659FD93u;
    mark = (mark ^ mark >> 32) * 0xD6E8FEB86659FD93u;
    return mark ^ mark >> 32;
}

/// How many different marks there are; sorts them.
std::size_t count_different(std::vector<Mark>& marks) {
    std::ranges::sort(marks);
    return static_cast<std::size_t>(std::unique(marks.begin(), marks.end()) - marks.begin());
}

/// Items, and the colours of each secondary item, as places that carry marks; the entries lead to places.
/// Secondary items that exclude nothing are left out, and with them options' entries.
class Places {
  public:
    static constexpr Place none = ~Place{0};
    enum class Kind : std::uint8_t { primary, secondary, colour };

    explicit Places(const Problem& problem) {
        for (Item item = 0; item < problem.primary_count(); ++item) add(Kind::primary, item);
        find_colours(problem);
        start_.push_back(0);
        for (Option option = 0; option < problem.option_count(); ++option) {
            const std::size_t size = problem.is_choosable(option) ? problem.items_of(option).size() : 0;
            for (std::size_t index = 0; index < size; ++index) {
                const Place place = place_of(problem, option, index);
                if (place != none) entries_.push_back(place);
            }
            start_.push_back(entries_.size());
        }
    }
    std::size_t count() const { return kind_.size(); }
    Kind kind(Place place) const { return kind_[place]; }
    /// Of a colour: the place of its item. Of others: itself.
    Place owner(Place place) const { return owner_[place]; }
    Option option_count() const { return static_cast<Option>(start_.size() - 1); }
    std::size_t entry_count() const { return entries_.size(); }
    /// None for an option that cannot be chosen.
    std::span<const Place> places_of(Option option) const {
        return {entries_.data() + start_[option], start_[option + 1] - start_[option]};
    }

  private:
    Place add(Kind kind, Place owner) {
        kind_.push_back(kind);
        owner_.push_back(owner);
        return static_cast<Place>(kind_.size() - 1);
    }
    void find_colours(const Problem& problem) {
        if (problem.primary_count() == problem.item_count()) return;
        first_.assign(problem.item_count(), none);
        colours_.resize(problem.item_count());
        for (Option option = 0; option < problem.option_count(); ++option) {
            if (!problem.is_choosable(option)) continue;
            for (std::size_t index = 0; index < problem.items_of(option).size(); ++index)
                colours_[problem.items_of(option)[index]].push_back(problem.colour_of(option, index));
        }
        for (Item item = problem.primary_count(); item < problem.item_count(); ++item) {
            auto& colours = colours_[item];
            if (colours.size() < 2) continue;
            std::ranges::sort(colours);
            colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
            if (colours.size() == 1 && colours.front() != 0) continue;
            first_[item] = add(Kind::secondary, static_cast<Place>(count()));
            if (colours.front() == 0) colours.erase(colours.begin());
            for (std::size_t i = 0; i < colours.size(); ++i) add(Kind::colour, first_[item]);
        }
    }
    Place place_of(const Problem& problem, Option option, std::size_t index) const {
        const Item item = problem.items_of(option)[index];
        if (problem.is_primary(item) || first_[item] == none) return problem.is_primary(item) ? item : none;
        const Colour colour = problem.colour_of(option, index);
        if (colour == 0) return first_[item];
        const auto& colours = colours_[item];
        const auto at = std::ranges::lower_bound(colours, colour) - colours.begin();
        return first_[item] + 1 + static_cast<Place>(at);
    }

    std::vector<Kind> kind_;
    std::vector<Place> owner_;
    std::vector<std::size_t> start_;
    std::vector<Place> entries_;
    std::vector<Place> first_;                  // by item: its place; those of its colours follow
    std::vector<std::vector<Colour>> colours_;  // by item, ascending
};

/// Marks of all places, and how well they tell them apart.
struct Marks {
    std::vector<Mark> of;
    std::size_t different = 0;
    Mark sum = 0;
};

class Namer {
  public:
    Namer(const Problem& problem, const Places& places, std::uint64_t& work)
        : problem_(problem), places_(places), work_(work), sums_(places.count()), mixed_(places.count()) {}

    /// What the structure tells by itself.
    Marks marks() {
        Marks marks{first_marks()};
        refine(marks);
        return marks;
    }
    /// The same once one place has a mark of its own.
    Marks singled_out(const Marks& marks, Place place) {
        Marks tried = marks;
        tried.of[place] = mixed(tried.of[place] + 1);
        refine(tried);
        return tried;
    }
    /// Marks that are all different, unless two are equal by accident.
    Marks all_different() {
        Marks marks = this->marks();
        const std::uint64_t enough = work_ + most_trial_work;
        while (marks.different < places_.count()) {
            Marks best;
            int as_good = 0;
            for (const Place place : smallest_group(marks)) {
                if (best.different > 0 && (work_ > enough || as_good == most_as_good)) break;
                Marks tried = singled_out(marks, place);
                as_good += tried.different == best.different && tried.sum == best.sum;
                if (tried.different > best.different ||
                    (tried.different == best.different && tried.sum < best.sum))
                    best = std::move(tried);
            }
            if (best.different <= marks.different) break;  // by accident: names then go by number
            marks = std::move(best);
        }
        return marks;
    }
    /// By option.
    std::vector<Mark> marks_of_options(const Marks& marks) const {
        std::vector<Mark> result;
        for (Option option = 0; option < places_.option_count(); ++option) {
            Mark sum = 0;
            for (const Place place : places_.places_of(option)) sum += mixed(marks.of[place]);
            result.push_back(mixed(sum));
        }
        return result;
    }

  private:
    std::vector<Mark> first_marks() const {
        std::vector<Mark> marks;
        for (Place place = 0; place < places_.count(); ++place) {
            const Places::Kind kind = places_.kind(place);
            Mark mark = static_cast<Mark>(kind);
            if (kind == Places::Kind::primary) {
                const auto [low, high] = problem_.multiplicity_of(place);
                mark += Mark{low} << 34 | Mark{high} << 2;
            }
            marks.push_back(mixed(mark));
        }
        return marks;
    }
    /// Rounds until no more places differ.
    void refine(Marks& marks) {
        for (std::size_t before = 0;; before = marks.different) {
            sorted_ = marks.of;
            marks.different = count_different(sorted_);
            if (marks.different <= before) break;
            spread(marks.of);
        }
        marks.sum = 0;
        for (const Mark mark : marks.of) marks.sum += mixed(mark);
    }
    void spread(std::vector<Mark>& marks) {
        work_ += 2 * places_.entry_count() + 8 * places_.count();
        for (Place place = 0; place < places_.count(); ++place) {
            mixed_[place] = mixed(marks[place]);
            sums_[place] = 0;
        }
        for (Option option = 0; option < places_.option_count(); ++option) {
            Mark sum = 0;
            for (const Place place : places_.places_of(option)) sum += mixed_[place];
            sum = mixed(sum);
            for (const Place place : places_.places_of(option)) sums_[place] += sum;
        }
        for (Place place = 0; place < places_.count(); ++place) {
            const Place owner = places_.owner(place);
            if (owner == place) continue;
            sums_[place] += mixed(mixed_[owner]);
            sums_[owner] += mixed(mixed_[place]);
        }
        for (Place place = 0; place < places_.count(); ++place)
            marks[place] = mixed(marks[place] * 3 + sums_[place]);
    }
    /// Places of equal marks, of which there are several but as few as possible.
    std::vector<Place> smallest_group(const Marks& marks) {
        std::vector<Place> order(places_.count());
        std::iota(order.begin(), order.end(), Place{0});
        std::ranges::sort(order, {}, [&](Place place) { return std::pair(marks.of[place], place); });
        std::size_t first = 0, size = order.size() + 1;
        for (std::size_t i = 0, j = 0; i < order.size(); i = j) {
            while (j < order.size() && marks.of[order[j]] == marks.of[order[i]]) ++j;
            if (j - i < 2 || j - i >= size) continue;
            first = i;
            size = j - i;
        }
        return {order.begin() + static_cast<std::ptrdiff_t>(first),
                order.begin() + static_cast<std::ptrdiff_t>(first + size)};
    }

    const Problem& problem_;
    const Places& places_;
    std::uint64_t& work_;
    std::vector<Mark> sums_, mixed_, sorted_;
};

/// Writes numbers, in one, two or four bytes each.
class Writer {
  public:
    explicit Writer(std::size_t largest) : bytes_(largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4) {
        text_.push_back(static_cast<char>(bytes_));
    }
    void write(std::size_t number) {
        for (std::size_t byte = 0; byte < bytes_; ++byte)
            text_.push_back(static_cast<char>(number >> (8 * byte) & 0xFF));
    }
    std::string take() { return std::move(text_); }

  private:
    std::size_t bytes_;
    std::string text_;
};

/// By place: its new name. Primary items come first, then secondary ones, then colours.
std::vector<Place> names_by(const Marks& marks, const Places& places) {
    std::vector<Place> order(places.count()), names(places.count());
    std::iota(order.begin(), order.end(), Place{0});
    std::ranges::sort(order, {}, [&](Place place) { return std::pair(places.kind(place), marks.of[place]); });
    for (Place name = 0; name < order.size(); ++name) names[order[name]] = name;
    return names;
}

std::string written(const Problem& problem, const Places& places, const std::vector<Place>& names) {
    std::vector<std::vector<Place>> options;
    std::size_t largest = places.count();
    for (Option option = 0; option < problem.option_count(); ++option) {
        if (!problem.is_choosable(option)) continue;
        auto& written = options.emplace_back();
        for (const Place place : places.places_of(option)) written.push_back(names[place]);
        std::ranges::sort(written);
    }
    std::ranges::sort(options);
    std::vector<Place> owners(places.count(), Places::none);
    std::vector<Multiplicity> ranges(problem.primary_count());
    for (Place place = 0; place < places.count(); ++place) {
        if (places.kind(place) == Places::Kind::primary) {
            ranges[names[place]] = problem.multiplicity_of(place);
            largest = std::max<std::size_t>(largest, problem.multiplicity_of(place).high);
        } else {
            owners[names[place]] = names[places.owner(place)];
        }
    }
    Writer writer(largest + 1);
    writer.write(problem.primary_count());
    writer.write(places.count());
    writer.write(problem.has_multiplicities());
    for (const Multiplicity& range : ranges) {
        if (problem.has_multiplicities()) writer.write(range.low);
        if (problem.has_multiplicities()) writer.write(range.high);
    }
    for (Place name = problem.primary_count(); name < places.count(); ++name) writer.write(owners[name]);
    for (const auto& option : options) {
        for (const Place name : option) writer.write(name);
        writer.write(places.count());  // ends it
    }
    return writer.take();
}

/// How many children an item would have.
std::size_t children_of(const Problem& problem, const Uses& uses, Item item) {
    const auto [low, high] = problem.multiplicity_of(item);
    const std::size_t length = uses.of(item).size();
    return low == 0 ? length + 1 : length - std::min<std::size_t>(length, low - 1);
}

}  // namespace

std::size_t Branching::different() const {
    auto marks = kinds;
    return kinds.empty() ? children : count_different(marks);
}

/// Marks tell more apart once an item is singled out, never less: so the kinds that they tell before are a
/// bound, and only items whose bound is below the best need be singled out.
Branching fewest_kinds(const Problem& problem, const Uses& uses, std::uint64_t& work) {
    struct Candidate {
        std::size_t kinds, children;
        Item item;
        auto operator<=>(const Candidate&) const = default;
    };
    const Places places(problem);
    Namer namer(problem, places, work);
    const Marks marks = namer.marks();
    const bool some_alike = marks.different < places.count();
    const auto may_have_twins = [&](Item item) {
        return some_alike && problem.multiplicity_of(item) == Multiplicity{};
    };
    const std::vector<Mark> options = namer.marks_of_options(marks);
    std::unordered_set<Mark> seen;
    std::vector<Candidate> candidates;
    for (Item item = 0; item < problem.primary_count(); ++item) {
        if (!seen.insert(marks.of[item]).second) continue;  // as good as one before it
        const std::size_t children = children_of(problem, uses, item);
        std::vector<Mark> kinds;
        for (const Uses::Use& use : uses.of(item)) kinds.push_back(options[use.option]);
        candidates.push_back({may_have_twins(item) ? count_different(kinds) : children, children, item});
    }
    std::ranges::sort(candidates);
    const std::uint64_t enough = work + most_trial_work;
    Branching best;
    Candidate least{~std::size_t{0}, 0, 0};
    for (const Candidate& candidate : candidates) {
        if (candidate >= least) break;
        Branching here{candidate.item, candidate.children, {}};
        if (may_have_twins(here.item) && work < enough) {
            const auto apart = namer.marks_of_options(namer.singled_out(marks, here.item));
            for (const Uses::Use& use : uses.of(here.item)) here.kinds.push_back(apart[use.option]);
        }
        const Candidate its_cost{here.different(), here.children, here.item};
        if (its_cost >= least) continue;
        least = its_cost;
        best = std::move(here);
    }
    return best;
}

std::string shape_of(const Problem& problem, std::uint64_t& work) {
    const Places places(problem);
    work += 4 * places.entry_count();
    const Marks marks = Namer(problem, places, work).all_different();
    return written(problem, places, names_by(marks, places));
}

}  // namespace quadrille::cover
