// Solving: one question for any puzzle, one answer that says what is true of it.
//
//     Workbench bench;                                        // one a thread
//     const Answer answer = bench.solve(puzzle).value();      // two solutions at most, by default
//     std::cout << statement(answer);                         // "exactly 1 solution"
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/base.hpp"
#include "quadrille/puzzle.hpp"

namespace quadrille {

class Threads;

/// How to search. All engines give the same answers.
enum class Engine {
    automatic,  ///< the one that suits the puzzle; Answer::why tells the reason
    nine,       ///< SIMD lanes: 9x9 with boxes of 3x3 and nothing else
    general,    ///< bit rows: any geometry, any side
    learn,      ///< conflict learning on native groups: any geometry, large hard grids
    clause,     ///< CaDiCaL on the puzzle as clauses: a second opinion
    links,      ///< dancing links on the puzzle as exact cover
};

/// One row of the table of engines.
struct EngineInfo {
    Engine engine;
    std::string_view name;     ///< what --engine takes
    std::string_view summary;  ///< one line
};

/// Every engine, the automatic choice first.
std::span<const EngineInfo> engines();
std::string_view name_of(Engine engine);
/// The engine of that name, or nothing.
std::optional<Engine> engine_named(std::string_view name);

/// True if the engine can search puzzles on that board (however large: see Workbench::solve).
bool takes(Engine engine, const Geometry& board);

/// What can be said of a puzzle.
enum class Verdict {
    none,      ///< it has no solution: proven
    unique,    ///< it has exactly one: proven
    several,   ///< it has exactly Answer::solutions, two or more: proven
    at_least,  ///< it has Answer::solutions or more: the bound on solutions was reached
    stopped,   ///< the search was stopped; it has Answer::solutions or more
};

/// "none", "unique", ... as written in JSON.
std::string_view name_of(Verdict verdict);

/// Called with each solution, verified, cell_count() digits in row order, valid during the call; returns
/// whether it wants more.
using SolutionVisitor = std::function<bool(std::span<const Digit>)>;

struct SolveSettings {
    Engine engine = Engine::automatic;
    Bounds bounds{.solutions = 2};  ///< two solutions tell unique from several
    SolutionVisitor visit = {};     ///< may be empty
    /// Which of equal choices the engines general and learn take, and so which of several solutions comes
    /// first; the same seed has the same answer. 0: the first of equals. Other engines know no chance.
    std::uint64_t seed = 0;
    /// Where a second engine may find a thread (parallel.hpp) for a proof beside the first one; null: it may
    /// not. What is answered is the same, but for nodes, propagations and seconds.
    Threads* threads = nullptr;
};

struct Answer {
    Engine engine = Engine::general;  ///< the engine that ran
    std::string_view why;             ///< the reason it was chosen
    StopReason ended = StopReason::exhausted;
    std::uint64_t solutions = 0;  ///< how many were found
    std::uint64_t nodes = 0;      ///< search points entered; 0 if none was needed. Of the engine nine, asked
                                  ///< for two solutions of one puzzle that has not so many, it depends on
                                  ///< the kernel
    std::uint64_t propagations = 0;  ///< regions visited; 0 where the engine does not propagate
    double seconds = 0;              ///< wall-clock time
    Grid first;                      ///< the first solution; empty if none was found
    std::string contradiction;       ///< where the givens alone exclude a solution: which and why; else empty

    Verdict verdict() const;
    /// True if `solutions` is their exact number.
    bool exact() const { return ended == StopReason::exhausted; }
};

/// "no solution", "exactly 1 solution", "at least 2 solutions", "at least 5 solutions, stopped after 10 s",
/// "stopped after 1000 nodes, no solution found yet"; `bounds` are those of the search.
std::string statement(const Answer& answer, const Bounds& bounds);

/// Givens of a puzzle with one solution that the others (and the candidates) imply, each by itself.
struct Redundant {
    std::vector<Cell> cells;
    bool complete = true;  ///< false if a bound stopped the search for more
};

/// The engines and their memory, kept between puzzles. One a thread; not thread-safe.
class Workbench {
  public:
    Workbench();
    ~Workbench();
    Workbench(Workbench&&) noexcept;
    Workbench& operator=(Workbench&&) noexcept;

    /// Searches `puzzle`. An error only where the engine cannot hold it: too_large, or illegal_layout for
    /// nine on another board. Every solution handed out has passed verify. Throws BrokenContract if an
    /// engine is found wrong.
    Result<Answer> solve(const Puzzle& puzzle, const SolveSettings& settings = {});

    /// True if solve_together takes such a puzzle under such settings.
    static bool goes_together(const Puzzle& puzzle, const SolveSettings& settings);
    /// Answers puzzles[i] in answers[i] as solve does, but searches them side by side, which is several
    /// times faster; each must pass goes_together. The nodes may differ. What a stop leaves unbegun has 0
    /// nodes.
    void solve_together(std::span<const Puzzle* const> puzzles, const SolveSettings& settings,
                        std::span<Answer> answers);

    /// `puzzle` must have one solution. `settings.bounds` hold for each search; the bound on solutions and
    /// the visitor are not used.
    Result<Redundant> redundant_givens(const Puzzle& puzzle, const SolveSettings& settings);

  private:
    struct Tools;
    std::unique_ptr<Tools> tools_;
};

/// The solution that comes first when grids are compared digit by digit in row order.
/// Empty where there is none; an error's text says what stopped the search.
Result<Grid> first_in_order(Workbench& bench, const Puzzle& puzzle, const Bounds& bounds);

/// Writes what the givens leave of `puzzle` as clauses in the DIMACS format to the file at `path`: one
/// variable a candidate, at most one as a clause a pair. An error where it is too large or cannot be written.
std::optional<Error> write_clauses(const Puzzle& puzzle, const std::string& path);

/// What `check` says of a puzzle.
struct Review {
    Answer answer;                ///< of a search for two solutions
    std::vector<Cell> redundant;  ///< givens, each of which the others (and the candidates) imply
    bool complete = true;         ///< false if a bound stopped the search for redundant givens

    /// A unique puzzle that loses its uniqueness with any given.
    bool minimal() const { return answer.verdict() == Verdict::unique && complete && redundant.empty(); }
};

/// Checks validity, uniqueness and, of a unique puzzle, each given. `bounds` hold for each search; its
/// bound on solutions is not used.
Result<Review> review(Workbench& bench, const Puzzle& puzzle, const SolveSettings& settings = {});

}  // namespace quadrille
