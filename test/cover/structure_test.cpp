// The structures of links and cells: damage must be noticed, whole walks must leave them as they were.
#include <gtest/gtest.h>

#include "cover/cells.hpp"
#include "cover/links.hpp"
#include "cover_oracle.hpp"

namespace quadrille::cover {

/// Plants the faults that a wrong undo would leave behind.
struct LinksTester {
    static void forget_length(Links& links) { ++links.length_[0]; }
    static void forget_link(Links& links) { links.down_[links.up_[0]] = links.up_[0]; }
    static void forget_item(Links& links) {
        links.next_item_[links.root_] = links.next_item_[links.next_item_[links.root_]];
    }
};
struct CellsTester {
    static void forget_size(Cells& cells) { --cells.size_[0]; }
    static void forget_place(Cells& cells) { std::swap(cells.where_[0], cells.where_[1]); }
    static void forget_item(Cells& cells) { --cells.active_; }
    static void forget_count(Cells& cells) { ++cells.room_[0]; }
};

namespace {

Problem small_problem() {
    Builder builder;
    builder.add_items(3);
    builder.add_secondary_items(1);
    builder.add_option({Entry{0}, Entry{1}, Entry{3, 1}});
    builder.add_option({Entry{0}, Entry{3, 2}});
    builder.add_option({Entry{1}, Entry{2}, Entry{3, 2}});
    builder.add_option({Entry{2}, Entry{3, 1}});
    return builder.build().value();
}

template <class Engine>
void expect_noticed(void (*damage)(Engine&), const char* what) {
    const Problem problem = small_problem();
    Walk<Engine> walk(problem);
    Budget budget{Bounds{}};
    EXPECT_TRUE(walk.next(budget));
    walk.rewind();
    walk.engine().check();
    damage(walk.engine());
    EXPECT_THROW(walk.engine().check(), BrokenContract) << what;
}

TEST(Structure, APlantedWrongUndoIsNoticed) {
    expect_noticed<Links>(LinksTester::forget_length, "a length");
    expect_noticed<Links>(LinksTester::forget_link, "a link");
    expect_noticed<Links>(LinksTester::forget_item, "an item");
    expect_noticed<Cells>(CellsTester::forget_size, "a size");
    expect_noticed<Cells>(CellsTester::forget_place, "a place");
    expect_noticed<Cells>(CellsTester::forget_item, "an item");
    expect_noticed<Cells>(CellsTester::forget_count, "a count");
}

/// A wrong undo in the middle of a walk must be noticed when the walk ends, at the latest.
TEST(Structure, AWalkChecksItselfAtItsEnd) {
    const Problem problem = small_problem();
    Walk<Links> links(problem);
    Walk<Cells> cells(problem);
    Budget budget{Bounds{}};
    ASSERT_TRUE(links.next(budget));
    ASSERT_TRUE(cells.next(budget));
    LinksTester::forget_length(links.engine());
    CellsTester::forget_place(cells.engine());
    const auto to_the_end = [&](Walker& walker) {
        while (walker.next(budget)) {
        }
    };
    EXPECT_THROW(to_the_end(links), BrokenContract);
    EXPECT_THROW(to_the_end(cells), BrokenContract);
}

TEST(Structure, RandomWalksLeaveItWhole) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Problem problem =
            oracle::random_problem(seed, {(seed & 1) != 0, (seed & 2) != 0, (seed & 4) != 0, false});
        const auto expected = oracle::solutions(problem).size();
        const std::unique_ptr<Walker> walkers[] = {make_links(problem), make_cells(problem, ItemRule::fewest),
                                                   make_rows(problem)};
        for (const auto& walker : walkers) {
            std::mt19937_64 random(seed);
            Budget budget{Bounds{}};
            for (int i = 0; i < 3; ++i) walker->dive(random);
            for (std::uint64_t i = 0; i < seed % 4; ++i) walker->next(budget);
            walker->rewind();
            std::size_t solutions = 0;
            while (walker->next(budget)) ++solutions;
            ASSERT_EQ(solutions, expected) << seed;
            ASSERT_EQ(walker->fraction_done(), 1);
        }
    }
}

/// `side` queens, as rows and columns to be covered; diagonals may be.
Problem queens(Item side) {
    Builder builder;
    builder.add_items(2 * side);
    builder.add_secondary_items(4 * side);
    for (Item row = 0; row < side; ++row) {
        for (Item column = 0; column < side; ++column)
            builder.add_option({row, side + column, 2 * side + row + column, 5 * side + row - column});
    }
    return builder.build().value();
}

TEST(Structure, ACountGoesOnWhereItsBudgetEnded) {
    const std::pair<Problem, std::uint64_t> known[] = {
        {queens(8), 92}, {oracle::triple_systems(9), 840}, {queens(9), 352}};
    for (const auto& [problem, number] : known) {
        std::uint64_t nodes = 0;
        for (const std::uint64_t slice : {100000u, 1u, 7u, 50u}) {
            const auto walker = make_rows(problem);
            std::uint64_t solutions = 0, spent = 0;
            for (bool more = true; more;) {
                Budget budget{Bounds{.nodes = slice}};
                walker->count(budget);
                solutions += budget.solutions();
                spent += budget.nodes();
                more = budget.stopped();
            }
            EXPECT_EQ(solutions, number) << slice;
            if (nodes == 0) nodes = spent;
            EXPECT_EQ(spent, nodes) << slice;
            walker->rewind();
            Budget few{Bounds{.solutions = 5}};
            walker->count(few);
            EXPECT_EQ(few.solutions(), 5u);
        }
    }
}

/// Random, with some hundred to some thousand nodes: multiplicities, and secondary items with and without
/// colours.
Problem wide_problem(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Builder builder;
    const auto primary = static_cast<Item>(8 + random() % 6);
    const auto secondary = static_cast<Item>(random() % 4);
    for (Item item = 0; item < primary; ++item) {
        const auto low = static_cast<std::uint32_t>(random() % 4);
        builder.add_item({}, {low, low + 1 + static_cast<std::uint32_t>(random() % 3)});
    }
    builder.add_secondary_items(secondary);
    for (std::uint64_t option = 0; option < 16 + seed % 16; ++option) {
        std::vector<Entry> entries;
        for (Item item = 0; item < primary + secondary; ++item) {
            if (random() % 4 != 0) continue;
            entries.push_back({item, item < primary ? 0 : static_cast<Colour>(random() % 4)});
        }
        builder.add_option(entries);
    }
    return builder.build().value();
}

TEST(Structure, ACountOfMultiplicitiesIsThatOfAWalk) {
    std::size_t with_solutions = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Problem problem = wide_problem(seed);
        Budget all{Bounds{.nodes = 200'000}};
        std::uint64_t found = 0;
        const auto walker = make_cells(problem, ItemRule::fewest);
        while (walker->next(all)) ++found;
        if (all.stopped()) continue;
        with_solutions += found != 0;
        for (const std::uint64_t slice : {1'000'000u, 1u, 13u}) {
            const auto counter = make_rows(problem);
            std::uint64_t counted = 0;
            for (bool more = true; more;) {
                Budget budget{Bounds{.nodes = slice}};
                counter->count(budget);
                counted += budget.solutions();
                more = budget.stopped();
            }
            ASSERT_EQ(counted, found) << seed << ' ' << slice;
        }
    }
    EXPECT_GT(with_solutions, 100u);
}

/// One walker below every node of a depth, in order; then below some of them again, out of order.
TEST(Structure, AWalkGoesOnFromNodeToNode) {
    const Problem problem = queens(8);
    for (const std::size_t depth : {1u, 2u, 3u}) {
        for (const auto& make : {make_links, make_rows}) {
            const auto frontier = make(problem);
            frontier->stop_at_depth(depth);
            Budget budget{Bounds{}};
            std::vector<Walker::Path> nodes;
            while (frontier->next(budget)) nodes.push_back(frontier->path());
            ASSERT_GT(nodes.size(), 4u);
            const auto walker = make(problem);
            const auto below = [&](const Walker::Path& node) {
                walker->start_below(node);
                std::vector<Solution> found;
                while (walker->next(budget)) found.push_back(walker->chosen());
                return found;
            };
            std::vector<std::vector<Solution>> first;
            std::size_t all = 0;
            for (const auto& node : nodes) all += first.emplace_back(below(node)).size();
            EXPECT_EQ(all, 92u) << depth;
            for (std::size_t i = 0; i < nodes.size(); i += 3) EXPECT_EQ(below(nodes[i]), first[i]);
            for (std::size_t i = nodes.size(); i-- > 0;) EXPECT_EQ(below(nodes[i]), first[i]);
            walker->rewind();
            EXPECT_TRUE(walker->next(budget));
        }
    }
}

}  // namespace
}  // namespace quadrille::cover
