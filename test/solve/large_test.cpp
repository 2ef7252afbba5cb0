// Boards beyond 9x9: the engines agree, hand over without losing or repeating a solution, and stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

#include "quadrille/parallel.hpp"
#include "quadrille/solve.hpp"
#include "random_puzzles.hpp"
#include "shared_data.hpp"

namespace quadrille {
namespace {

constexpr Engine any_board[] = {Engine::general, Engine::learn, Engine::clause, Engine::automatic};

/// A full grid: a shifted one with its bands, rows within bands, columns likewise and digits shuffled.
Grid random_full_grid(test::Random& random, int box_rows, int box_columns) {
    const int side = box_rows * box_columns;
    const auto shuffled = [&](int count) {
        std::vector<int> order(static_cast<std::size_t>(count));
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        return order;
    };
    const auto lines = [&](int per_band) {
        std::vector<int> order;
        for (const int band : shuffled(side / per_band))
            for (const int line : shuffled(per_band)) order.push_back(band * per_band + line);
        return order;
    };
    const std::vector<int> rows = lines(box_rows), columns = lines(box_columns), digits = shuffled(side);
    Grid grid;
    for (const int row : rows) {
        const int first = row % box_rows * box_columns + row / box_rows;
        for (const int column : columns)
            grid.push_back(static_cast<Digit>(digits[static_cast<std::size_t>((first + column) % side)] + 1));
    }
    return grid;
}

Puzzle with_holes(test::Random& random, int box_rows, int box_columns, double holes) {
    Puzzle puzzle{Geometry::make(Layout::boxed(box_rows, box_columns)).value(),
                  random_full_grid(random, box_rows, box_columns),
                  {}};
    std::bernoulli_distribution hole(holes);
    for (Digit& digit : puzzle.givens)
        if (hole(random)) digit = 0;
    return puzzle;
}

std::set<Grid> visited(Workbench& bench, const Puzzle& puzzle, Engine engine, Answer& answer) {
    std::set<Grid> found;
    answer = bench
                 .solve(puzzle, {.engine = engine,
                                 .bounds = {.solutions = 400},
                                 .visit =
                                     [&](std::span<const Digit> grid) {
                                         EXPECT_TRUE(found.emplace(grid.begin(), grid.end()).second);
                                         return true;
                                     }})
                 .value();
    EXPECT_EQ(answer.solutions, found.size());
    return found;
}

/// Takes givens away, in random order, as long as the solution stays the only one.
void minimise(test::Random& random, Workbench& bench, Puzzle& puzzle) {
    std::vector<Cell> order(puzzle.givens.size());
    std::iota(order.begin(), order.end(), Cell{0});
    std::shuffle(order.begin(), order.end(), random);
    for (const Cell cell : order) {
        const Digit given = std::exchange(puzzle.givens[cell], Digit{0});
        if (bench.solve(puzzle, {.engine = Engine::learn})->verdict() != Verdict::unique)
            puzzle.givens[cell] = given;
    }
}

TEST(Large, EnginesCountTheSame) {
    test::Random random(5);
    Workbench bench;
    int handed_over = 0, begun_again = 0;
    for (int round = 0; round < 6; ++round) {
        Puzzle puzzle = with_holes(random, 4, 4, 0.3);
        minimise(random, bench, puzzle);
        for (int less = 0; less < 4; ++less) {
            Answer answer;
            const std::set<Grid> expected = visited(bench, puzzle, Engine::general, answer);
            if (expected.size() == 400) break;
            for (Engine engine : any_board) {
                EXPECT_EQ(visited(bench, puzzle, engine, answer), expected)
                    << name_of(engine) << ", round " << round;
            }
            handed_over += answer.engine == Engine::learn;
            begun_again += answer.engine == Engine::general;
            // One given less: a few more solutions.
            *std::find_if(puzzle.givens.begin(), puzzle.givens.end(), [](Digit d) { return d != 0; }) = 0;
        }
    }
    EXPECT_GT(handed_over, 0) << "no puzzle was hard enough to be handed to learn";
    EXPECT_GT(begun_again, 0) << "no puzzle had enough solutions to stay with general";
}

/// A board of each side; prime ones have no boxes.
Puzzle puzzle_of_side(test::Random& random, int side, double holes) {
    const Layout layout = Layout::usual(side);
    return layout.box_rows > 0 ? with_holes(random, layout.box_rows, layout.box_columns, holes) : [&] {
        Puzzle puzzle = with_holes(random, 1, side, holes);
        puzzle.geometry = Geometry::make(layout).value();
        return puzzle;
    }();
}

TEST(Large, EnginesAgreeOnEverySideFrom4To25) {
    test::Random random(8);
    Workbench bench;
    int none = 0, one = 0, many = 0;
    for (int side = 4; side <= 25; ++side) {
        for (const double holes : {0.25, 0.4}) {
            const Puzzle open = puzzle_of_side(random, side, holes);
            Puzzle moved = open;
            std::rotate(moved.givens.begin(), moved.givens.begin() + 1, moved.givens.end());
            Puzzle forced = open;  // most likely without a solution: an open cell of another solution's digit
            const auto hole = std::find(forced.givens.begin(), forced.givens.end(), Digit{0});
            const auto solved = bench.solve(open, {.engine = Engine::general});
            if (hole != forced.givens.end())
                *hole = static_cast<Digit>(
                    solved->first[static_cast<std::size_t>(hole - forced.givens.begin())] % side + 1);
            for (const Puzzle* puzzle : std::initializer_list<const Puzzle*>{&open, &moved, &forced}) {
                const auto expected = bench.solve(*puzzle, {.engine = Engine::general})->verdict();
                for (Engine engine : {Engine::automatic, Engine::clause, Engine::links, Engine::learn})
                    EXPECT_EQ(bench.solve(*puzzle, {.engine = engine, .bounds = {.solutions = 2}})->verdict(),
                              expected)
                        << name_of(engine) << ", side " << side << ", " << holes;
                none += expected == Verdict::none;
                one += expected == Verdict::unique;
                many += expected == Verdict::at_least;
            }
        }
    }
    EXPECT_GT(std::min({none, one, many}), 10) << none << ' ' << one << ' ' << many;
}

/// Boards of other shapes; not each has a grid.
std::vector<Layout> other_layouts(test::Random& random) {
    std::vector<Layout> layouts;
    for (const int side : {9, 12, 16}) {
        for (const int swaps : {2, 5, 9})
            layouts.push_back(Layout::jigsaw(test::random_region_map(random, side, swaps)));
        layouts.push_back(Layout::usual(side));
        layouts.back().diagonals = true;
        layouts.push_back(Layout::latin(side));
        for (int more = 0; more < 4; ++more) layouts.back().extra.push_back(test::random_extra(random, side));
        layouts.push_back(Layout::usual(side));
        layouts.back().windows = layouts.back().box_rows == layouts.back().box_columns;
        layouts.back().extra.push_back(test::random_extra(random, side));
    }
    return layouts;
}

TEST(Large, EnginesAgreeOnJigsawsDiagonalsWindowsAndExtraRegions) {
    test::Random random(10);
    Workbench bench;
    int none = 0, one = 0, many = 0;
    for (const Layout& layout : other_layouts(random)) {
        const auto geometry = Geometry::make(layout).value();
        Puzzle puzzle{geometry, Grid(geometry->cell_count(), 0), {}};
        const auto full = bench.solve(puzzle, {.engine = Engine::learn, .bounds = {.solutions = 1}});
        if (full->first.empty()) {  // no search without learning proves that
            EXPECT_EQ(bench.solve(puzzle, {.engine = Engine::clause})->verdict(), Verdict::none);
            ++none;
            continue;
        }
        for (const double given : {0.4, 0.5, 0.6}) {
            std::bernoulli_distribution stays(given);
            for (Cell cell = 0; cell < puzzle.givens.size(); ++cell)
                puzzle.givens[cell] = stays(random) ? full->first[cell] : Digit{0};
            Answer answer;
            const std::set<Grid> expected = visited(bench, puzzle, Engine::links, answer);
            for (Engine engine : any_board) {
                const std::set<Grid> found = visited(bench, puzzle, engine, answer);
                EXPECT_EQ(found.size(), expected.size()) << name_of(engine) << ' ' << geometry->describe();
                if (expected.size() == 400) continue;
                EXPECT_EQ(found, expected) << name_of(engine) << ' ' << geometry->describe();
            }
            one += expected.size() == 1;
            many += expected.size() > 1;
        }
    }
    EXPECT_GT(std::min(one, many), 5) << none << ' ' << one << ' ' << many;
    EXPECT_GT(none, 0);
}

TEST(Large, EnginesAgreeOnSidesBeyond25) {
    test::Random random(11);
    Workbench bench;
    for (const int side : {26, 30, 36, 42, 49}) {
        const Puzzle open = puzzle_of_side(random, side, 0.4);
        Puzzle moved = open;
        std::rotate(moved.givens.begin(), moved.givens.begin() + 1, moved.givens.end());
        for (const Puzzle* puzzle : std::initializer_list<const Puzzle*>{&open, &moved}) {
            const auto expected = bench.solve(*puzzle, {.engine = Engine::general});
            for (Engine engine : any_board) {
                const auto answer = bench.solve(*puzzle, {.engine = engine});
                EXPECT_EQ(answer->verdict(), expected->verdict()) << name_of(engine) << ", side " << side;
            }
        }
    }
}

TEST(Large, TwoEnginesSideBySideSayWhatOneSays) {
    test::Random random(9);
    Workbench bench;
    Threads threads(2);
    int raced = 0;
    for (int round = 0; round < 3; ++round) {
        Puzzle puzzle = with_holes(random, 4, 4, 0.3);
        minimise(random, bench, puzzle);
        for (int less = 0; less < 3; ++less) {
            for (const std::uint64_t limit : {0u, 1u, 2u, 5u}) {
                if (limit == 0 && less > 0) continue;
                const Bounds bounds{.solutions = limit};
                const auto alone = bench.solve(puzzle, {.bounds = bounds});
                const auto both = bench.solve(puzzle, {.bounds = bounds, .visit = {}, .threads = &threads});
                EXPECT_EQ(both->first, alone->first) << limit;
                EXPECT_EQ(both->solutions, alone->solutions) << limit;
                EXPECT_EQ(both->ended, alone->ended) << limit;
                EXPECT_EQ(both->engine, alone->engine) << limit;
                EXPECT_EQ(both->why, alone->why) << limit;
                raced += alone->engine == Engine::learn;
            }
            *std::find_if(puzzle.givens.begin(), puzzle.givens.end(), [](Digit d) { return d != 0; }) = 0;
        }
    }
    EXPECT_GT(raced, 0) << "no puzzle was hard enough for a race";
    EXPECT_TRUE(threads.borrow() && threads.borrow()) << "every thread was given back";
}

TEST(Large, BoardsAtTheEdge) {
    test::Random random(6);
    Workbench bench;
    const Puzzle full = with_holes(random, 4, 5, 0);
    Puzzle nearly = full, wrong = full, clash = with_holes(random, 4, 5, 1);
    nearly.givens[123] = 0;
    std::swap(wrong.givens[0], wrong.givens[1]);
    clash.givens[0] = clash.givens[19] = 7;
    for (Engine engine : any_board) {
        EXPECT_EQ(bench.solve(full, {.engine = engine})->verdict(), Verdict::unique) << name_of(engine);
        EXPECT_EQ(bench.solve(nearly, {.engine = engine})->first, full.givens) << name_of(engine);
        for (const Puzzle* puzzle : {&wrong, &clash}) {
            const auto answer = bench.solve(*puzzle, {.engine = engine});
            EXPECT_EQ(answer->verdict(), Verdict::none) << name_of(engine);
            EXPECT_EQ(answer->nodes, 0u) << "found without search";
            EXPECT_FALSE(answer->contradiction.empty());
        }
    }
}

TEST(Large, ASeedChoosesAmongSolutionsAndNothingElse) {
    test::Random random(13);
    Workbench bench;
    const Puzzle empty{Geometry::make(Layout::usual(16)).value(), Grid(256, 0), {}};
    Puzzle unique = with_holes(random, 4, 4, 0.3);
    minimise(random, bench, unique);
    for (Engine engine : {Engine::automatic, Engine::general, Engine::learn}) {
        std::set<Grid> grids;
        std::set<std::uint64_t> nodes;
        for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
            const SolveSettings any{.engine = engine, .bounds = {.solutions = 1}, .visit = {}, .seed = seed};
            const SolveSettings all{.engine = engine, .visit = {}, .seed = seed};
            const auto first = bench.solve(empty, any);
            const auto proof = bench.solve(unique, all);
            EXPECT_EQ(proof->verdict(), Verdict::unique) << name_of(engine) << ", seed " << seed;
            EXPECT_EQ(bench.solve(empty, any)->first, first->first) << "the same bench again";
            EXPECT_EQ(Workbench().solve(empty, any)->first, first->first) << "another bench";
            EXPECT_EQ(Workbench().solve(unique, all)->nodes, proof->nodes) << name_of(engine);
            grids.insert(first->first);
            nodes.insert(proof->nodes);
        }
        EXPECT_EQ(grids.size(), 4u) << name_of(engine);
        EXPECT_GT(nodes.size(), 1u) << name_of(engine) << " walks the same way whatever the seed is";
    }
}

TEST(Large, AnEmptyBoardOfSide100HasASolution) {
    const Puzzle empty{Geometry::make(Layout::usual(100)).value(), Grid(10000, 0), {}};
    const auto answer = Workbench().solve(empty, {.bounds = {.solutions = 1}});
    EXPECT_EQ(answer->verdict(), Verdict::at_least);
}

TEST(Large, TheClockIsLookedAtWhileAGiantBoardIsSetUp) {
    const Puzzle empty{Geometry::make(Layout::usual(225)).value(), Grid(50625, 0), {}};
    for (Engine engine : {Engine::automatic, Engine::learn, Engine::clause}) {
        const auto answer = Workbench().solve(empty, {.engine = engine, .bounds = {.seconds = 1e-6}});
        EXPECT_EQ(answer->ended, StopReason::seconds) << name_of(engine);
    }
}

TEST(Large, TheBoundOnSecondsEndsEveryEngineWhereverItIs) {
    // In the search, in the preparation of learn, in learn: none of them ends by itself so soon.
    test::Random random(14);
    const Puzzle open = with_holes(random, 10, 10, 0.75);
    for (Engine engine : {Engine::automatic, Engine::general, Engine::learn}) {
        Workbench bench;
        for (const double seconds : {0.005, 0.02, 0.08, 0.3}) {
            const auto answer =
                bench.solve(open, {.engine = engine, .bounds = {.solutions = 0, .seconds = seconds}});
            EXPECT_EQ(answer->ended, StopReason::seconds) << name_of(engine) << ", " << seconds;
            EXPECT_GE(answer->seconds, seconds) << "all that was done is counted";
        }
    }
}

TEST(Large, EveryEngineStopsWhenAsked) {
    test::Random random(7);
    Workbench bench;
    const Puzzle puzzle = with_holes(random, 5, 6, 0.6);
    StopFlag stop;
    stop.request();
    for (Engine engine : any_board) {
        const auto answer = bench.solve(puzzle, {.engine = engine, .bounds = {.stop = &stop}});
        EXPECT_EQ(answer->ended, StopReason::interrupted) << name_of(engine);
    }
}

/// A line "box rows, box columns, cells in row order" of the sets of large grids.
Puzzle puzzle_of(const std::string& line) {
    std::istringstream words(line);
    int rows = 0, columns = 0;
    words >> rows >> columns;
    const Layout layout = rows == 1 ? Layout::latin(columns) : Layout::boxed(rows, columns);
    Puzzle puzzle{Geometry::make(layout).value(), {}, {}};
    for (Digit digit; words >> digit;) puzzle.givens.push_back(digit);
    return puzzle;
}

/// The puzzle of a file that goes on over many lines.
std::optional<Puzzle> giant(const std::string& name) {
    std::string all;
    for (const std::string& line : test::shared_lines("large/giant/sudoku-" + name + ".txt"))
        if (!line.starts_with('#')) all += line + ' ';
    return all.empty() ? std::nullopt : std::optional(puzzle_of(all));
}

TEST(Large, GiantBoardsThatMatchingSettles) {
    for (const char* name : {"81-1", "144-2", "225-1"}) {
        const auto puzzle = giant(name);
        if (!puzzle) continue;
        const auto answer = Workbench().solve(*puzzle, {.bounds = {.nodes = 1}});
        EXPECT_EQ(answer->verdict(), Verdict::unique) << name;
    }
}

TEST(LongLarge, GeneratedSetsHaveOneVerdict) {
    Workbench bench;
    for (const char* set : {"min12_3x4", "min15_3x5", "hard16_min50", "hardest16_top50of1000", "min20_4x5",
                            "easy25", "hard25_frac45", "easy36", "easy49"}) {
        for (const std::string& line : test::shared_lines("large/gen/" + std::string(set) + ".txt")) {
            if (line.empty() || line[0] == '#') continue;
            const Puzzle puzzle = puzzle_of(line);
            const auto expected = bench.solve(puzzle, {.bounds = {.solutions = 2}});
            for (Engine engine : {Engine::learn, Engine::clause})
                EXPECT_EQ(bench.solve(puzzle, {.engine = engine, .bounds = {.solutions = 2}})->verdict(),
                          expected->verdict())
                    << set;
            EXPECT_FALSE(expected->first.empty()) << set;
        }
    }
}

}  // namespace
}  // namespace quadrille
