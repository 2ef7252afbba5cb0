// Exact cover: items, options, and the questions one can ask of them. Knows nothing of Sudoku.
//
//     cover::Builder builder;
//     builder.add_items(3);
//     builder.add_option({0, 1});
//     builder.add_option({2});
//     builder.add_option({0, 2});
//     const cover::Problem problem = builder.build().value();
//     cover::visit(problem, [](std::span<const cover::Option> solution) { return use(solution); });
//
// A solution is a set of options such that every primary item lies in exactly one of them (or, with
// a multiplicity, in low to high of them) and every secondary item lies in at most one of them, or in
// any number that give it the same colour. An option without a primary item is never part of a
// solution. A problem without primary items has one solution, the empty one.
// The terms are those of D. E. Knuth, The Art of Computer Programming 7.2.2.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/base.hpp"

namespace quadrille::cover {

/// Items, options and colours are numbers. Items count from 0, primary ones first; options count from
/// 0; colours from 1, and colour 0 means "no colour".
using Item = std::uint32_t;
using Option = std::uint32_t;
using Colour = std::uint32_t;
/// What an option costs: 0 to max_cost.
using Cost = std::int64_t;
/// The largest cost of one option.
inline constexpr Cost max_cost = Cost{1} << 40;
/// The numbers of the options of one solution, in no particular order.
using Solution = std::vector<Option>;

/// One item within an option.
struct Entry {
    Item item;
    Colour colour = 0;  ///< only secondary items may have one
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// In how many chosen options a primary item must lie.
struct Multiplicity {
    std::uint32_t low = 1;   ///< at least
    std::uint32_t high = 1;  ///< at most; not 0, not below low
    friend bool operator==(const Multiplicity&, const Multiplicity&) = default;
};

/// A checked problem. Immutable: searches share it, and leave it as it was.
class Problem {
  public:
    Item item_count() const { return primary_count_ + secondary_count_; }
    /// Items 0 to primary_count() - 1 are primary, the rest secondary.
    Item primary_count() const { return primary_count_; }
    bool is_primary(Item item) const { return item < primary_count_; }
    Option option_count() const { return static_cast<Option>(start_.size() - 1); }
    std::size_t entry_count() const { return items_.size(); }
    /// The items of an option, in the order they were given.
    std::span<const Item> items_of(Option option) const {
        return {items_.data() + start_[option], start_[option + 1] - start_[option]};
    }
    /// The colour of entry `index` of an option.
    Colour colour_of(Option option, std::size_t index) const {
        return colours_.empty() ? 0 : colours_[start_[option] + index];
    }
    Cost cost_of(Option option) const { return costs_.empty() ? 0 : costs_[option]; }
    Multiplicity multiplicity_of(Item item) const { return ranges_.empty() ? Multiplicity{} : ranges_[item]; }
    bool has_colours() const { return !colours_.empty(); }
    bool has_costs() const { return !costs_.empty(); }
    /// True if some primary item may or must lie in other than exactly one option.
    bool has_multiplicities() const { return !ranges_.empty(); }
    /// True if the option has a primary item, without which it cannot be chosen.
    bool is_choosable(Option option) const;
    /// The name given to an item, or its number.
    std::string name_of_item(Item item) const;
    /// The name given to a colour, or its number.
    std::string name_of_colour(Colour colour) const;
    /// The largest colour number in use.
    Colour colour_count() const { return colour_count_; }
    /// The sum of the costs of some options.
    Cost cost_of(std::span<const Option> options) const;

  private:
    friend class Builder;
    Problem() = default;
    Item primary_count_ = 0;
    Item secondary_count_ = 0;
    Colour colour_count_ = 0;
    std::vector<std::size_t> start_{0};  // option o's entries: [start_[o], start_[o + 1])
    std::vector<Item> items_;
    std::vector<Colour> colours_;       // empty if there are none
    std::vector<Cost> costs_;           // empty if all are 0
    std::vector<Multiplicity> ranges_;  // one a primary item; empty if all are 1:1
    std::vector<std::string> item_names_;
    std::vector<std::string> colour_names_;
};

/// What is wrong with an option, and at which of its entries.
struct EntryFault {
    std::size_t index;
    std::string text;
};

/// Makes a Problem step by step. Faults are kept, and build() returns the first of them.
class Builder {
  public:
    /// Adds a primary item. All primary items come before the first secondary one.
    Item add_item(std::string name = {}, Multiplicity multiplicity = {});
    /// Adds `count` primary items without names, which cost no memory; returns the first.
    Item add_items(Item count);
    Item add_secondary_item(std::string name = {});
    Item add_secondary_items(Item count);
    /// Gives a colour a name for messages and text.
    void name_colour(Colour colour, std::string name);

    Option add_option(std::span<const Entry> entries, Cost cost = 0);
    Option add_option(std::span<const Item> items, Cost cost = 0);
    Option add_option(std::initializer_list<Item> items, Cost cost = 0) {
        return add_option(std::span<const Item>(items.begin(), items.size()), cost);
    }
    Option add_option(std::initializer_list<Entry> entries, Cost cost = 0) {
        return add_option(std::span<const Entry>(entries.begin(), entries.size()), cost);
    }

    /// What add_option would find wrong with these entries: an unknown item, an item twice, a colour
    /// on a primary item.
    std::optional<EntryFault> fault_in(std::span<const Entry> entries);

    /// The problem, or the first fault. Leaves the builder empty.
    Result<Problem> build();

  private:
    void fail(ErrorCode code, std::string text);
    void name_item(Item item, std::string name);

    Problem problem_;
    std::optional<Error> fault_;
    std::vector<Option> last_option_;  // by item: 1 + the last option it was seen in
    std::vector<Entry> scratch_;
    Option stamp_ = 0;
};

/// How to search. They all give the same answers.
enum class Engine {
    automatic,  ///< the one that suits the problem and the question; Answer::why tells the reason
    links,      ///< dancing links: the readable reference, for every kind of problem
    cells,      ///< sparse sets: every kind of problem, also large ones
    rows,       ///< bit rows: small and middle problems of every kind
    memo,       ///< memory of states: counts of any size, and many solutions
    twins,      ///< counts only: what is left is counted once for all that differ in names only
    cost,       ///< branch and bound: what cheapest() runs
};

/// "automatic", "links", ...
std::string_view name_of(Engine engine);
/// The engine of that name, or nothing.
std::optional<Engine> engine_named(std::string_view name);

/// Which item a node branches on. All engines take `fewest`, but cells can do otherwise.
enum class ItemRule {
    fewest,  ///< the one with the fewest options; among these the first
    sharp,   ///< items whose names begin with # before the others; else as fewest (Knuth's sharp preference)
    first,   ///< the first that is open
};

/// "fewest", "sharp", "first".
std::string_view name_of(ItemRule rule);
/// The rule of that name, or nothing.
std::optional<ItemRule> item_rule_named(std::string_view name);

/// How far a search has come. Where another engine takes over, it begins again at 0.
struct Progress {
    /// 0 to 1. Of a walk: the part of the tree that lies behind, all children of a node in equal shares; by
    /// memo: the part of the states, as far as they can be foreseen; by twins: as of a walk; of cheapest():
    /// as of a walk, which a better bound may cut short at any time.
    double fraction = 0;
    std::uint64_t solutions = 0;  ///< found so far
    std::uint64_t nodes = 0;
    double seconds = 0;       ///< since the start
    double seconds_left = 0;  ///< about; negative where nothing can be said yet
    double solutions_expected =
        0;  ///< about so many there will be in all; negative where nothing can be said
};

/// What every question takes.
struct Settings {
    Engine engine = Engine::automatic;
    ItemRule rule =
        ItemRule::fewest;  ///< other than `fewest`: for engine cells, or automatic, which is cells then
    Bounds bounds = {};
    /// Threads. The answers and their order are the same for any number; a bound on nodes and the
    /// memo, twins and cost engines use one.
    unsigned jobs = 1;
    std::uint64_t seed = 1;  ///< for samples and estimates
    /// Bytes the memo engine may fill; where they are not enough, it stops with `memory`. The twins engine
    /// goes on and remembers no more.
    std::size_t memory = std::size_t{1} << 30;
    /// Called now and then by the thread that asked, about every progress_seconds. A walk then also looks
    /// ahead by random descents, which tell the solutions to be expected and the time left.
    std::function<void(const Progress&)> progress = {};
    double progress_seconds = 1;
};

/// What every question returns.
struct Answer {
    Engine engine = Engine::links;  ///< the engine that ran
    std::string why;                ///< the reason it was chosen
    StopReason stop = StopReason::exhausted;
    std::uint64_t solutions = 0;  ///< how many were found
    std::uint64_t nodes = 0;      ///< how many partial solutions were entered, or states by memo
    double seconds = 0;           ///< wall-clock time

    /// True if everything was searched: what was found is all there is.
    bool complete() const { return stop == StopReason::exhausted; }
};

/// Takes one solution (valid during the call only) and returns whether it wants more.
using Visitor = std::function<bool(std::span<const Option>)>;

/// Hands every solution to the visitor, one by one, keeping none. An Error says that the engine asked
/// for cannot do this problem; so for all questions.
Result<Answer> visit(const Problem& problem, const Visitor& visitor, const Settings& settings = {});

/// Solutions and how they were found.
struct Found {
    Answer answer;
    std::vector<Solution> solutions;
};

/// Collects solutions, up to settings.bounds.solutions (0: all) of them.
Result<Found> solve(const Problem& problem, const Settings& settings = {});

/// Solutions one at a time, when they are asked for.
///
///     cover::Stream stream(problem);
///     while (auto solution = stream.next()) use(*solution);
class Stream {
  public:
    /// The problem must outlive the stream. Engine automatic is rows or cells here. Throws BrokenContract
    /// if the engine cannot stream: only links, cells and rows can.
    explicit Stream(const Problem& problem, const Settings& settings = {});
    ~Stream();
    Stream(Stream&&) noexcept;
    Stream& operator=(Stream&&) noexcept;

    /// The next solution, valid until the next call; nothing if there is none or a bound is reached.
    std::optional<std::span<const Option>> next();
    /// For loops over what is left: for (auto solution : stream) use(solution);
    class Iterator;
    Iterator begin();
    static std::default_sentinel_t end() { return {}; }
    /// Begins again with the first solution and fresh bounds.
    void restart();
    /// What is known so far. Complete only after next() has returned nothing for want of solutions.
    const Answer& answer() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Asks its stream for the next solution when it moves on.
class Stream::Iterator {
  public:
    using value_type = std::span<const Option>;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(Stream& stream) : stream_(&stream), solution_(stream.next()) {}
    value_type operator*() const { return *solution_; }
    Iterator& operator++() {
        solution_ = stream_->next();
        return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return !solution_; }

  private:
    Stream* stream_;
    std::optional<value_type> solution_;
};
inline Stream::Iterator Stream::begin() { return Iterator(*this); }

/// A number of solutions, exact at any size.
struct Count {
    Answer answer;       ///< answer.solutions is capped at 2^64 - 1
    std::string number;  ///< decimal digits; only a lower bound unless answer.complete()
};

/// Counts the solutions.
Result<Count> count(const Problem& problem, const Settings& settings = {});

/// A solution with what it costs.
struct Priced {
    Cost cost;
    Solution options;
};

/// The cheapest solutions.
struct Cheapest {
    Answer answer;                  ///< complete: the list is proven to be the cheapest there are
    std::vector<Priced> solutions;  ///< ascending by cost
    Cost bound = 0;                 ///< no solution costs less; that of the cheapest once complete
};

/// Finds the `wanted` cheapest solutions (fewer if there are fewer). Among equal costs, which of them
/// are listed is not specified, but always the same.
Result<Cheapest> cheapest(const Problem& problem, std::size_t wanted, const Settings& settings = {});

/// Random solutions.
struct Samples {
    Answer answer;
    std::vector<Solution> solutions;  ///< independent; empty if there are none or a bound was reached first
};

/// Draws `wanted` solutions, each uniformly at random among all: by memo, from the graph of all solutions;
/// where that needs more than settings.memory, engine memo stops with `memory`, and engine automatic draws
/// while it walks over all solutions. settings.bounds.solutions says nothing here. More samples than fit in
/// settings.memory, or in 1 MiB if that is more, are an Error.
Result<Samples> sample(const Problem& problem, std::size_t wanted, const Settings& settings = {});

/// Knuth's estimate of a tree by random descents (Mathematics of Computation 29, 1975).
struct Estimate {
    Answer answer;               ///< complete: all descents asked for were made
    double solutions = 0;        ///< how many there may be
    double solutions_error = 0;  ///< its standard error
    double nodes = 0;            ///< how many nodes the search may enter
    double nodes_error = 0;
    double seconds = 0;  ///< how long one thread may take to walk over all, as measured on the first nodes
    std::uint64_t descents = 0;
};

/// Estimates from `descents` random descents, and a short walk for the time a node takes.
Result<Estimate> estimate(const Problem& problem, std::uint64_t descents, const Settings& settings = {});

/// What preprocessing leaves of a problem.
struct Reduction {
    Problem problem;                  ///< what is left, with the names of the items
    std::vector<Option> original;     ///< by option of the reduced problem: its number in the original
    std::vector<Item> original_item;  ///< by item of the reduced problem
    std::vector<Option> forced;       ///< options in every solution
    std::vector<Option> blocked;  ///< options in no solution, those that the forced ones exclude among them
    bool impossible = false;      ///< there is no solution; the problem then is one item without options
    StopReason stop = StopReason::exhausted;  ///< a bound that ended it early; what was found still holds

    /// A solution of the reduced problem as one of the original.
    Solution restore(std::span<const Option> solution) const;
};

/// Removes, again and again, options that would leave an item with too few options, and takes options
/// that an item cannot do without. The solutions stay the same. One node is one item looked at; progress
/// tells the share of the items since the last removal: once that is 1, nothing more can go.
Reduction reduce(const Problem& problem, const Settings& settings = {});

}  // namespace quadrille::cover
