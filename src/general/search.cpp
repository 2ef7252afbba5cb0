// The idea: depth-first search over partial assignments; at each node propagate to the fixpoint
// (propagate.hpp), then branch on the cell or place with fewest choices (branch.hpp).
//
//   frames   [ a a, mark | b b b, mark | c, mark ]     each node's choices not yet taken, the deepest node
//                                                      last, and where to return to before taking one
//
// Invariant: the solutions below the frames' choices are disjoint, and together with those
// visited they are all there are. A node's last choice is taken without keeping its frame.
// Asked for one solution, the search begins anew after 1000 contradictions, 2000, 4000, ...: the weights it
// has gathered then decide from the top. The first node that has choices left is where it begins, since all
// above it is proven; so it ends whatever the numbers are. Cost: one propagation a node; undoing is
// proportional to what changed. No recursion: depth is bounded only by the number of cells, which may be
// 160000. Source: the search of any finite-domain engine; new beginnings against long tails, Gomes, Selman
// and Kautz (1998). Tried and lost: see docs/measuring.md, "general".
#include "quadrille/general.hpp"

#include <algorithm>
#include <vector>

#include "general/board.hpp"
#include "general/branch.hpp"
#include "general/propagate.hpp"

namespace quadrille::general {

struct Engine::Width {
    virtual ~Width() = default;
    virtual Outcome search(const Puzzle& puzzle, const Bounds& bounds, const Visitor& visit,
                           const Settings& settings) = 0;
    virtual Candidates reduce(const Puzzle& puzzle, Budget& budget) = 0;
    virtual Candidates rest() = 0;
};

namespace {

template <int W>
class Searcher final : public Engine::Width {
  public:
    explicit Searcher(GeometryPtr geometry)
        : topology_(std::move(geometry)),
          board_(topology_),
          propagator_(board_),
          brancher_(board_, propagator_.failures()) {}

    Outcome search(const Puzzle& puzzle, const Bounds& bounds, const Visitor& visit,
                   const Settings& settings) override {
        Budget budget(bounds);
        const std::uint64_t steps_before = propagator_.steps();
        propagator_.forget_failures();
        brancher_.start(puzzle, settings.seed);
        frames_.clear();
        std::uint64_t failures = 0;
        bool out_of_patience = false;
        std::uint64_t next_restart = bounds.solutions == 1 ? settings.first_restart : 0;
        bool alive = budget.enter_node();
        bool possible = alive && (board_.start(puzzle, budget) || propagator_.fail());
        while (alive) {
            if (possible && propagator_.run(budget)) {
                if (!branch() && !report(budget, visit)) break;
            } else if (++failures >= settings.patience && settings.patience != 0 && !frames_.empty() &&
                       !budget.stopped()) {
                out_of_patience = true;
                budget.stop(StopReason::nodes);
                break;
            } else if (failures == next_restart && !frames_.empty()) {
                restart();
                next_restart += failures;
            }
            alive = next_choice(possible) && budget.enter_node();
        }
        return {budget.reason(), budget.solutions(), budget.nodes(), propagator_.steps() - steps_before,
                out_of_patience, budget.seconds()};
    }

    Candidates reduce(const Puzzle& puzzle, Budget& budget) override {
        const bool possible = (board_.start(puzzle, budget) || propagator_.fail()) && propagator_.run(budget);
        return possible ? candidates() : Candidates(topology_.side, false);
    }

    Candidates rest() override {
        require(!frames_.empty(), "the search has something left");
        board_.back_to(frames_.front().mark);
        frames_.clear();
        return candidates();
    }

  private:
    struct Frame {
        Strip<W> choices;
        typename Board<W>::Mark mark;
    };

    Candidates candidates() const {
        Candidates left(topology_.side, false);
        for (Cell cell = 0; cell < topology_.geometry->cell_count(); ++cell) {
            Row<W> row = board_.candidates(cell);
            for (; !row.empty(); row.drop_first()) left.insert(cell, row.first());
        }
        return left;
    }

    /// Adds the frame of a new node; false: every cell is placed.
    bool branch() {
        Strip<W> choices;
        if (!brancher_.choose(choices)) return false;
        frames_.push_back({choices, board_.mark_level()});
        return true;
    }

    /// Begins anew at the first node that has choices left; what is above it is proven.
    void restart() {
        board_.back_to(frames_.front().mark);
        frames_.clear();
        brancher_.shuffle();
        branch();
    }

    /// Goes back to the deepest node with a choice left and takes it, which may prove not `possible`.
    /// False: none is left.
    bool next_choice(bool& possible) {
        if (frames_.empty()) return false;
        Frame& frame = frames_.back();
        board_.back_to(frame.mark);
        const Choice choice = brancher_.take(frame.choices);
        if (frame.choices.bits.empty()) frames_.pop_back();
        possible = board_.place(choice) || propagator_.fail();
        return true;
    }

    /// Hands a solution out. False: the search must end.
    bool report(Budget& budget, const Visitor& visit) {
        solution_.resize(topology_.geometry->cell_count());
        for (Cell cell = 0; cell < solution_.size(); ++cell)
            solution_[cell] = board_.candidates(cell).first();
        const bool more = budget.count_solution();
        if (visit(solution_)) return more;
        if (more) budget.stop(StopReason::visitor);
        return false;
    }

    Topology topology_;
    Board<W> board_;
    Propagator<W> propagator_;
    Brancher<W> brancher_;
    std::vector<Frame> frames_;
    Grid solution_;
};

std::unique_ptr<Engine::Width> make_searcher(GeometryPtr geometry) {
    const int side = geometry->side();
    if (side <= 64) return std::make_unique<Searcher<1>>(std::move(geometry));
    if (side <= 128) return std::make_unique<Searcher<2>>(std::move(geometry));
    if (side <= 256) return std::make_unique<Searcher<4>>(std::move(geometry));
    static_assert(max_side <= 7 * 64);
    return std::make_unique<Searcher<7>>(std::move(geometry));
}

}  // namespace

Engine::Engine(GeometryPtr geometry) : width_(make_searcher(std::move(geometry))) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Outcome Engine::search(const Puzzle& puzzle, const Bounds& bounds, const Visitor& visit,
                       const Settings& settings) {
    require(puzzle.givens.size() == puzzle.geometry->cell_count(),
            "a puzzle has a given or 0 for every cell");
    return width_->search(puzzle, bounds, visit, settings);
}

Candidates Engine::reduce(const Puzzle& puzzle, Budget& budget) { return width_->reduce(puzzle, budget); }
Candidates Engine::rest() { return width_->rest(); }

}  // namespace quadrille::general
