// The floor of the house: results, bounds and the stop flag that every room shares.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace quadrille {

/// What kind of fault an Error reports; the command line maps each to an exit code.
enum class ErrorCode {
    malformed_input,  ///< text that is not what its format says
    illegal_layout,   ///< a geometry or problem that cannot exist
    unknown_name,     ///< an engine, format, judge or setting nobody knows
    unreadable,       ///< a file that cannot be opened or read
    too_large,        ///< beyond a documented limit
};

/// One fault in what the caller gave us, ready to be shown: a clear sentence, and where.
struct Error {
    ErrorCode code = ErrorCode::malformed_input;
    std::string text;        ///< one sentence without a final stop
    std::size_t line = 0;    ///< 1-based; 0 where lines mean nothing
    std::size_t column = 0;  ///< 1-based, in bytes; 0 where unknown
};

/// A value, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    /// The value; throws BrokenContract where there is none.
    const T& value() const&;
    T& value() &;
    T&& value() &&;
    /// The error; throws BrokenContract where there is a value.
    const Error& error() const;

    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

  private:
    std::variant<T, Error> state_;
};

/// Thrown by require: the program, not its input, is wrong.
struct BrokenContract : std::logic_error {
    using std::logic_error::logic_error;
};

/// Throws BrokenContract with `what` unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds) throw BrokenContract(what);
}

/// A flag by which another thread or a signal handler asks a running search to stop.
class StopFlag {
  public:
    StopFlag() = default;
    /// Also requested whenever `other` is, which must outlive it; null: a flag of its own.
    explicit StopFlag(const StopFlag* other) : other_(other) {}

    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    void clear() noexcept { requested_.store(false, std::memory_order_relaxed); }
    bool requested() const noexcept {
        return requested_.load(std::memory_order_relaxed) || (other_ != nullptr && other_->requested());
    }

  private:
    std::atomic<bool> requested_{false};
    const StopFlag* other_ = nullptr;
    static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");
};

class Budget;

/// Called now and then with what a search has spent: every 64 nodes or so, by each thread that searches, so
/// it must be quick and may be called by several at once. A search in stages begins anew with each of them.
using Watch = std::function<void(const Budget&)>;

/// How far a search may go, and who looks on. Zero, or no flag, means: without that bound.
struct Bounds {
    std::uint64_t solutions = 0;     ///< stop after so many solutions
    std::uint64_t nodes = 0;         ///< stop before entering node number nodes + 1
    double seconds = 0;              ///< stop after so many seconds of wall-clock time
    const StopFlag* stop = nullptr;  ///< stop soon after it is requested; must outlive the search
    const Watch* watch = nullptr;    ///< told of the search while it runs; must outlive it

    /// The same with what is left of the time after so much of it; never 0, which would be no bound.
    Bounds after(double spent) const {
        constexpr double hardly_any = 1e-9;
        Bounds left = *this;
        if (seconds > 0) left.seconds = seconds - spent > hardly_any ? seconds - spent : hardly_any;
        return left;
    }
};

/// Why a search ended.
enum class StopReason {
    exhausted,    ///< everything was searched: what was found is all there is
    solutions,    ///< the bound on solutions was reached
    nodes,        ///< the bound on nodes was reached
    seconds,      ///< the bound on time was reached
    interrupted,  ///< the stop flag was requested
    visitor,      ///< the caller's visitor asked for no more
    memory,       ///< the memory it may use was not enough
};

/// "exhausted", "solutions", ... as written in JSON.
std::string_view name_of(StopReason reason);

/// The same for people: "stopped after 10 s", "stopped after 1000 nodes", "interrupted", "stopped for want of
/// memory", ...; `bounds` are those of the search.
std::string stop_words(StopReason reason, const Bounds& bounds);

/// The one place where searches count what they spend and learn that they must stop.
/// Costs an increment and a compare a node; looks at the clock and the flag every 64 nodes.
class Budget {
  public:
    explicit Budget(const Bounds& bounds);

    /// Counts one node. False: a bound is reached, the node must not be searched.
    bool enter_node() {
        if (nodes_ == next_look_ && !look()) return false;
        ++nodes_;
        return true;
    }
    /// Counts one solution. False: the search must end now.
    bool count_solution() { return count_solutions(1); }
    /// Counts several at once, but none beyond the bound.
    bool count_solutions(std::uint64_t more) {
        const bool last = bounds_.solutions != 0 && bounds_.solutions - solutions_ <= more;
        solutions_ += last ? bounds_.solutions - solutions_ : more;
        if (last) stop(StopReason::solutions);
        return !stopped();
    }
    /// For work between nodes that can be long: true while clock and flag allow more.
    bool poll();
    /// Ends the search for a reason of the caller's own.
    void stop(StopReason reason) {
        reason_ = reason;
        next_look_ = nodes_;  // so that the next enter_node notices
    }

    bool stopped() const { return reason_ != StopReason::exhausted; }
    StopReason reason() const { return reason_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t solutions() const { return solutions_; }
    /// Wall-clock seconds since construction.
    double seconds() const;

  private:
    bool look();

    Bounds bounds_;
    std::chrono::steady_clock::time_point start_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    std::uint64_t solutions_ = 0;
    StopReason reason_ = StopReason::exhausted;
};

template <class T>
const T& Result<T>::value() const& {
    require(state_.index() == 0, "Result::value called on an error");
    return std::get<0>(state_);
}
template <class T>
T& Result<T>::value() & {
    require(state_.index() == 0, "Result::value called on an error");
    return std::get<0>(state_);
}
template <class T>
T&& Result<T>::value() && {
    require(state_.index() == 0, "Result::value called on an error");
    return std::get<0>(std::move(state_));
}
template <class T>
const Error& Result<T>::error() const {
    require(state_.index() == 1, "Result::error called on a value");
    return std::get<1>(state_);
}

}  // namespace quadrille
