// The cheapest solutions: branch and bound with prices on the items.
//
// The idea: give every item a price. An option's net cost is its cost minus the prices of its items, and
//
//     bound = sum of all prices + sum of the net costs below zero
//
// is at most the cost of any solution, whatever the prices: each item is paid for by the option that
// covers it, and a solution has some of the options, at best all those below zero and none above.
//
//     item      A   B   C  ...      price 40  35  50
//     option   AC              cost  95   net  95 - 90 =  5     a solution with AC costs bound + 5 or more
//     option    B              cost  30   net  30 - 35 = -5     in the bound already
//
// Prices are improved by dual ascent (ascent.hpp) along the subgradient: an item covered by no option below
// zero gets dearer, one covered twice gets cheaper (M. Held and R. M. Karp, 1971). At the root this begins
// with equal shares of the costs and runs until it stalls, at each node for a few rounds, from the prices of
// its parent. An option whose net cost would lift the bound to that of the worst solution kept is dropped,
// which leaves items with few options: the search branches on the one with the fewest, cheapest net cost
// first. Where the options below zero cover all items as they should, they are a solution, and it costs the
// bound.
//
// Where the bound hardly helps, nodes must be cheap. So this search takes turns, in laps that double, with a
// walk over bit rows (rows.cpp) that keeps the prices of the root: its options are in ascending order of net
// cost, those too dear for the best solution so far are masked off in one cut, and its nodes cost a
// small part. What either finds lowers the limit of both, and the first to come to its end has the proof.
//
// All is in whole numbers (prices in small fractions of a unit of cost), so that the proof is exact.
// Multiplicities: an item in low to high options pays its price low times if it is a gain, else high
// times. Secondary items have a price of zero or less; colours are left out of the bound.
// Invariant: low_, room_ and given_ are what the chosen options leave. Cost of a node: (entries of its
// live options) x (rounds of ascent + 2).
// Source: the Lagrangian bound for set partitioning, M. L. Fisher, Management Science 27, 1981; the taxes
// of D. E. Knuth, DLX5, are prices that are never improved.
#include <algorithm>
#include <limits>
#include <set>

#include "cover/ascent.hpp"
#include "cover/pace.hpp"
#include "cover/rows_table.hpp"
#include "cover/walker.hpp"

namespace quadrille::cover {

namespace {

constexpr int root_rounds = 400, node_rounds = 4;
constexpr Price unlimited = std::numeric_limits<Price>::max();

class CostSearch {
  public:
    CostSearch(const Problem& problem, std::size_t wanted, const Settings& settings);
    Cheapest run();

  private:
    struct Cheaper {
        bool operator()(const Priced& a, const Priced& b) const {
            return a.cost != b.cost ? a.cost < b.cost : a.options < b.options;
        }
    };
    struct Child {
        Price net;
        Option option;
    };
    struct Frame {
        std::vector<Option> live;
        std::vector<Price> prices;
        std::vector<Child> children;  // cheapest first
        std::size_t next = 0;
        Price bound = 0;
        Item item = 0;
        bool taken = false;
        bool may_close = false;  // after the last child: no further option for the item
        bool closed = false;
    };

    bool advance(Frame& frame);
    Frame frame_below(const Frame& frame) const;
    bool enter(Frame frame);
    void search();
    double fraction_done() const;
    void report();
    void prepare_rows();
    bool walk_rows(std::uint64_t nodes);
    void keep(Cost cost, Solution solution);
    bool count_options(const std::vector<Option>& live);
    void improve_prices(Frame& frame, int rounds);
    void drop_dear(Frame& frame);
    bool pick_item(Frame& frame);
    bool fits(Option option) const;
    void take(Option option);
    void take_back(Option option);
    /// A bound from here on can no longer bring a solution into the list.
    Price limit() const;
    Price open_bound() const;

    const Problem& problem_;
    std::size_t wanted_;
    Pace pace_;
    Budget budget_;
    Ascent ascent_;
    std::vector<std::uint32_t> low_, room_, length_;
    std::vector<std::uint32_t> reserve_;  // by item: how often it was given its colour, or room when closed
    std::vector<Colour> given_;
    Solution chosen_;
    Cost spent_ = 0;
    std::vector<Frame> stack_;
    std::set<Priced, Cheaper> kept_;
    bool bounded_nodes_;  // only nodes of one kind can be bounded
    Price root_bound_ = 0;
    NetLimit net_limit_;
    std::unique_ptr<Walker> rows_;
};

CostSearch::CostSearch(const Problem& problem, std::size_t wanted, const Settings& settings)
    : problem_(problem),
      wanted_(wanted),
      pace_(settings),
      budget_(settings.bounds),
      ascent_(problem),
      low_(problem.item_count(), 0),
      room_(ascent_.most()),
      length_(problem.item_count(), 0),
      reserve_(problem.item_count(), 0),
      given_(problem.item_count(), 0),
      bounded_nodes_(settings.bounds.nodes != 0) {
    for (Item item = 0; item < problem.primary_count(); ++item)
        low_[item] = problem.multiplicity_of(item).low;
}

Cheapest CostSearch::run() {
    Cheapest result;
    if (wanted_ > 0) {
        Frame root;
        for (Option option = 0; option < problem_.option_count(); ++option)
            if (problem_.is_choosable(option)) root.live.push_back(option);
        root.prices = ascent_.first_prices(root.live);
        enter(std::move(root));
        search();
    }
    pace_.end_slice(budget_);
    pace_.fill(result.answer);
    result.bound = kept_.empty() ? 0 : kept_.begin()->cost;
    if (!result.answer.complete())
        result.bound = std::min(kept_.empty() ? unlimited : result.bound, open_bound());
    result.answer.engine = Engine::cost;
    result.answer.why = "cheapest solutions";
    result.answer.solutions = kept_.size();
    result.solutions.reserve(kept_.size());
    while (!kept_.empty()) result.solutions.push_back(std::move(kept_.extract(kept_.begin()).value()));
    return result;
}

// ---- the search --------------------------------------------------------------------------------

/// Lap by lap, the search with better prices at each node and the walk over bit rows with those of the root.
void CostSearch::search() {
    constexpr std::uint64_t rows_nodes = 200;  // take several times as long as a node with prices of its own
    constexpr std::uint64_t first_lap = 500;   // most small problems end within it, and need no bit rows
    for (std::uint64_t lap = first_lap; !stack_.empty() && !budget_.stopped(); lap *= 2) {
        const std::uint64_t end = budget_.nodes() + lap;
        for (std::uint64_t step = 1; !stack_.empty() && !budget_.stopped() && budget_.nodes() < end; ++step) {
            if (!advance(stack_.back())) stack_.pop_back();
            if (step % 64 == 0) report();
        }
        if (stack_.empty() || budget_.stopped()) return;
        if (lap == first_lap) prepare_rows();
        if (rows_ && walk_rows(lap * rows_nodes)) stack_.clear();
    }
}

/// The share of the tree that lies behind, by the search that is further.
double CostSearch::fraction_done() const {
    double share = 1;
    double done = 0;
    for (const Frame& frame : stack_) {
        share /= static_cast<double>(frame.children.size() + frame.may_close);
        done += share * static_cast<double>(frame.next + frame.closed - (frame.taken || frame.closed));
    }
    return rows_ ? std::max(done, rows_->fraction_done()) : done;
}

void CostSearch::report() {
    pace_.set_solutions(kept_.size());
    if (pace_.is_due()) pace_.report_within(budget_, fraction_done());
}

/// The prices of the root for a walk over bit rows, where they fit and nothing has a multiplicity.
void CostSearch::prepare_rows() {
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    const auto bytes = RowsTable::bytes_for(problem_);
    if (!bytes || *bytes > most_bytes || problem_.has_multiplicities() || bounded_nodes_) return;
    root_bound_ = stack_.front().bound;
    net_limit_.net.resize(problem_.option_count());
    for (Option option = 0; option < problem_.option_count(); ++option)
        net_limit_.net[option] = std::max<Price>(0, ascent_.net_of(option, stack_.front().prices));
    net_limit_.most = limit() - 1 - root_bound_;
    rows_ = make_priced_rows(problem_, net_limit_);
}

/// Goes on with the walk over bit rows for so many nodes; true if it came to its end.
bool CostSearch::walk_rows(std::uint64_t nodes) {
    for (std::uint64_t end = pace_.nodes() + nodes; pace_.nodes() < end && !budget_.stopped(); report()) {
        Budget budget = pace_.slice(end - pace_.nodes());
        for (;;) {
            net_limit_.most = limit() - 1 - root_bound_;
            if (!rows_->next(budget)) break;
            keep(problem_.cost_of(rows_->chosen()), rows_->chosen());
        }
        pace_.count_nodes(budget.nodes());
        if (!budget.stopped()) return true;
        if (budget.reason() != StopReason::nodes) budget_.stop(budget.reason());
    }
    return false;
}

/// Goes to the next child of the last frame; false if there is none.
bool CostSearch::advance(Frame& frame) {
    if (frame.taken) take_back(frame.children[frame.next - 1].option);
    frame.taken = false;
    if (frame.closed) {
        room_[frame.item] = reserve_[frame.item];
        return false;
    }
    if (frame.next == frame.children.size()) {
        if (!frame.may_close) return false;
        frame.closed = true;
        reserve_[frame.item] = room_[frame.item];
        room_[frame.item] = 0;
        enter(frame_below(frame));
        return true;
    }
    const Child child = frame.children[frame.next];
    if (frame.bound + std::max<Price>(child.net, 0) >= limit()) {
        frame.next = frame.children.size();
        return true;
    }
    ++frame.next;
    std::erase(frame.live, child.option);
    frame.taken = true;
    take(child.option);
    enter(frame_below(frame));
    return true;
}

/// The options that still fit, and the prices so far.
CostSearch::Frame CostSearch::frame_below(const Frame& frame) const {
    Frame below;
    for (const Option option : frame.live)
        if (fits(option)) below.live.push_back(option);
    below.prices = frame.prices;
    return below;
}

/// Looks at a node: a solution is kept, a dead or too dear one forgotten, any other becomes the last frame.
bool CostSearch::enter(Frame frame) {
    if (!budget_.enter_node()) return false;
    if (!count_options(frame.live)) return false;
    improve_prices(frame, stack_.empty() ? root_rounds : node_rounds);
    if (frame.bound >= limit()) return false;
    drop_dear(frame);
    if (!count_options(frame.live)) return false;
    if (!pick_item(frame)) {
        keep(spent_, chosen_);
        return false;
    }
    stack_.push_back(std::move(frame));
    return true;
}

/// Keeps a solution if it is among the cheapest so far and not yet known.
void CostSearch::keep(Cost cost, Solution solution) {
    if (kept_.size() == wanted_ && cost >= kept_.rbegin()->cost) return;
    std::ranges::sort(solution);
    const bool fresh = kept_.insert({cost, std::move(solution)}).second;
    if (fresh && kept_.size() > wanted_) kept_.erase(std::prev(kept_.end()));
}

Price CostSearch::limit() const {
    if (kept_.size() < wanted_) return ascent_.beyond_all();
    return (kept_.rbegin()->cost - 1) * ascent_.unit() + 1;  // a bound above cost - 1 means cost or more
}

/// No solution that is still to be found costs less.
Cost CostSearch::open_bound() const {
    Price least = unlimited;
    for (const Frame& frame : stack_) {
        if (frame.may_close && !frame.closed) least = std::min(least, frame.bound);
        if (frame.next > 0 && frame.taken) least = std::min(least, frame.bound);
        if (frame.next < frame.children.size())
            least = std::min(least, frame.bound + std::max<Price>(frame.children[frame.next].net, 0));
    }
    return least == unlimited ? 0 : std::max<Price>(0, (least + ascent_.unit() - 1) / ascent_.unit());
}

/// The options left to each item; false if one has too few.
bool CostSearch::count_options(const std::vector<Option>& live) {
    std::ranges::fill(length_, 0);
    for (const Option option : live) {
        for (const Item item : problem_.items_of(option)) ++length_[item];
    }
    for (Item item = 0; item < problem_.primary_count(); ++item)
        if (length_[item] < low_[item]) return false;
    return true;
}

/// The item with the fewest children; false if nothing is left to decide.
bool CostSearch::pick_item(Frame& frame) {
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    for (Item item = 0; item < problem_.primary_count(); ++item) {
        if (room_[item] == 0 || length_[item] == 0) continue;
        const std::uint32_t children = length_[item] + 1 - low_[item];
        if (children >= fewest) continue;
        fewest = children;
        frame.item = item;
    }
    if (fewest == std::numeric_limits<std::uint32_t>::max()) return false;
    for (const Option option : frame.live) {
        const auto items = problem_.items_of(option);
        if (std::ranges::find(items, frame.item) == items.end()) continue;
        frame.children.push_back({ascent_.net_of(option, frame.prices), option});
    }
    std::ranges::sort(frame.children, [](const Child& a, const Child& b) {
        return std::pair(a.net, a.option) < std::pair(b.net, b.option);
    });
    frame.may_close = low_[frame.item] == 0;
    return true;
}

// ---- prices ------------------------------------------------------------------------------------

/// Dual ascent from the prices of the frame. Where it ends with a solution, that one is kept.
void CostSearch::improve_prices(Frame& frame, int rounds) {
    const Ascent::Node node{frame.live, low_, room_, length_, spent_ * ascent_.unit(), limit(), rounds};
    const auto [bound, exact] = ascent_.climb(node, frame.prices, budget_);
    frame.bound = bound;
    if (!exact || problem_.has_colours()) return;
    Solution solution = chosen_;
    solution.insert(solution.end(), ascent_.below_zero().begin(), ascent_.below_zero().end());
    const Cost cost = problem_.cost_of(solution);
    keep(cost, std::move(solution));
}

/// Drops the options that no solution worth keeping can have.
void CostSearch::drop_dear(Frame& frame) {
    if (kept_.size() < wanted_) return;
    std::erase_if(frame.live, [&](Option option) {
        return frame.bound + std::max<Price>(ascent_.net_of(option, frame.prices), 0) >= limit();
    });
}

// ---- choosing an option ------------------------------------------------------------------------

bool CostSearch::fits(Option option) const {
    for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
        const Item item = problem_.items_of(option)[index];
        if (room_[item] == 0) return false;
        if (given_[item] != 0 && given_[item] != problem_.colour_of(option, index)) return false;
    }
    return true;
}

void CostSearch::take(Option option) {
    chosen_.push_back(option);
    spent_ += problem_.cost_of(option);
    for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
        const Item item = problem_.items_of(option)[index];
        const Colour colour = problem_.colour_of(option, index);
        if (low_[item] > 0) --low_[item];
        if (colour == 0) {
            --room_[item];
        } else {
            given_[item] = colour;
            ++reserve_[item];
        }
    }
}

void CostSearch::take_back(Option option) {
    chosen_.pop_back();
    spent_ -= problem_.cost_of(option);
    for (std::size_t index = 0; index < problem_.items_of(option).size(); ++index) {
        const Item item = problem_.items_of(option)[index];
        if (problem_.colour_of(option, index) == 0) {
            ++room_[item];
        } else if (--reserve_[item] == 0) {
            given_[item] = 0;
        }
        if (!problem_.is_primary(item)) continue;
        const std::uint32_t low = problem_.multiplicity_of(item).low;
        const std::uint32_t used = ascent_.most()[item] - room_[item];
        low_[item] = low > used ? low - used : 0;
    }
}

}  // namespace

Result<Cheapest> cheapest(const Problem& problem, std::size_t wanted, const Settings& settings) {
    if (settings.engine != Engine::automatic && settings.engine != Engine::cost) {
        return Error{.code = ErrorCode::unknown_name,
                     .text = "cheapest solutions are found by the cost engine only"};
    }
    return CostSearch(problem, wanted, settings).run();
}

}  // namespace quadrille::cover
