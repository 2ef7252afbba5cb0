// Conflict learning with native groups: for large hard grids, where search without memory has a long tail.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "quadrille/base.hpp"
#include "quadrille/groups.hpp"

namespace quadrille::learn {

/// Called with each solution, the chosen variables in ascending order, valid during the call; false ends
/// the search.
using Visitor = std::function<bool(std::span<const std::uint32_t>)>;

struct Settings {
    Bounds bounds = {};                 ///< a node is a decision, the root counts as one
    std::uint64_t restart_unit = 1024;  ///< conflicts; restarts come after 1, 1, 2, 1, 1, 2, 4, ... units
    std::uint64_t reduce_every = 300;   ///< conflicts to the first reduction of the store, more to each next
    std::uint64_t seed = 0;             ///< which of equal variables is chosen; 0: the first
};

/// What a search did and why it ended.
struct Outcome {
    StopReason ended = StopReason::exhausted;
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t propagations = 0;  ///< variables assigned
    double seconds = 0;              ///< wall-clock time
};

/// The largest number of members of all groups together: an empty 225x225 has 46 million. More would take
/// longer to set up than any search may be left without a look at its bounds.
inline constexpr std::size_t max_members = std::size_t{1} << 26;

/// Learns from each conflict why it came about, and never walks into it again. Searches one thing after the
/// other, each once; keeps its memory between them, nothing else. Not thread-safe.
class Engine {
  public:
    /// Without groups, until start.
    Engine();
    explicit Engine(const Groups& groups);
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    ~Engine();

    /// Forgets everything and takes a copy of `groups`, which must hold what Groups promises and have at most
    /// max_members members. False: the budget was spent before that was done, and nothing can be searched
    /// until the next start.
    bool start(const Groups& groups, Budget& budget);

    /// Excludes the solution that chooses exactly these variables: it is known already. Before the search.
    void forbid(std::span<const std::uint32_t> chosen);

    /// Visits each solution once, but for those forbidden, in an order that depends on groups and settings
    /// alone, within the bounds. Once a start.
    Outcome search(const Settings& settings, const Visitor& visit);

    /// The engine behind this door.
    struct Body;

  private:
    std::unique_ptr<Body> body_;
};

}  // namespace quadrille::learn
