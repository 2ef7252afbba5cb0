// Counting by likeness: shapes, symmetry, and counts against the oracle with every node branched on.
#include <gtest/gtest.h>

#include <numeric>

#include "cover/twins.hpp"
#include "cover_oracle.hpp"

namespace quadrille::cover {
namespace {

using oracle::triple_systems;

/// The count with the least walks, so that nearly every node goes by its shape; in laps of `work` unless that
/// is 0.
std::string count_of(const Problem& problem, std::uint64_t work = 0, std::size_t bytes = 1 << 20) {
    const Settings settings;
    Pace pace(settings);
    TwinsSearch search(problem, {.bytes = bytes, .walk_nodes = 1});
    for (;; work *= 2) {
        const auto found = search.run(work, pace);
        if (found.all) return found.number.get_str();
    }
}

std::string shape(const Problem& problem) {
    std::uint64_t work = 0;
    return shape_of(problem, work);
}

std::vector<std::uint32_t> shuffled(std::uint32_t count, std::mt19937_64& random) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::shuffle(order, random);
    return order;
}

/// The same problem, its items, options and colours under other numbers.
Problem renamed(const Problem& problem, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto primary = shuffled(problem.primary_count(), random);
    const auto secondary = shuffled(problem.item_count() - problem.primary_count(), random);
    std::vector<Multiplicity> ranges(problem.primary_count());
    for (Item item = 0; item < problem.primary_count(); ++item)
        ranges[primary[item]] = problem.multiplicity_of(item);
    Builder builder;
    for (const Multiplicity& range : ranges) builder.add_item({}, range);
    builder.add_secondary_items(static_cast<Item>(secondary.size()));
    const auto colours = shuffled(problem.colour_count(), random);
    for (const Option option : shuffled(problem.option_count(), random)) {
        std::vector<Entry> entries;
        for (const std::uint32_t index :
             shuffled(static_cast<std::uint32_t>(problem.items_of(option).size()), random)) {
            const Item item = problem.items_of(option)[index];
            const Colour colour = problem.colour_of(option, index);
            const Item number = problem.is_primary(item)
                                    ? primary[item]
                                    : problem.primary_count() + secondary[item - problem.primary_count()];
            entries.push_back({number, colour == 0 ? 0 : 1 + colours[colour - 1]});
        }
        builder.add_option(entries);
    }
    return builder.build().value();
}

/// Each of `boards` boards of 2 x `length` cells by dominoes.
Problem dominoes(Item boards, Item length) {
    Builder builder;
    builder.add_items(boards * 2 * length);
    for (Item board = 0; board < boards; ++board) {
        for (Item place = 0; place < length; ++place) {
            const Item cell = (board * length + place) * 2;
            builder.add_option({cell, cell + 1});
            if (place + 1 == length) continue;
            builder.add_option({cell, cell + 2});
            builder.add_option({cell + 1, cell + 3});
        }
    }
    return builder.build().value();
}

TEST(CoverTwins, RandomProblemsOfEveryKindWithTheOracle) {
    for (unsigned kind = 0; kind < 8; ++kind) {
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const oracle::Kind what{(kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0};
            const Problem problem = oracle::random_problem(seed * 8 + kind + 100000, what);
            const std::string expected = std::to_string(oracle::solutions(problem).size());
            ASSERT_EQ(count_of(problem), expected) << "kind " << kind << " seed " << seed;
            ASSERT_EQ(count_of(renamed(problem, seed)), expected) << "kind " << kind << " seed " << seed;
            ASSERT_EQ(count(problem, {.engine = Engine::twins})->number, expected);
        }
    }
}

/// Copies of a random problem side by side, tied together by an item that one of them must cover.
Problem copies(const Problem& part, Item times) {
    Builder builder;
    const Item items = part.primary_count();
    for (Item copy = 0; copy < times; ++copy) {
        for (Item item = 0; item < items; ++item) builder.add_item({}, part.multiplicity_of(item));
    }
    const Item tie = builder.add_item();
    builder.add_secondary_items(times * (part.item_count() - items));
    for (Item copy = 0; copy < times; ++copy) {
        for (Option option = 0; option < part.option_count(); ++option) {
            std::vector<Entry> entries;
            for (std::size_t index = 0; index < part.items_of(option).size(); ++index) {
                const Item item = part.items_of(option)[index];
                const Item number =
                    part.is_primary(item)
                        ? copy * items + item
                        : times * items + 1 + copy * (part.item_count() - items) + item - items;
                entries.push_back({number, part.colour_of(option, index)});
            }
            if (part.is_choosable(option) && option % 2 == 0) entries.push_back({tie});
            builder.add_option(entries);
        }
    }
    return builder.build().value();
}

TEST(CoverTwins, SymmetricProblemsOfEveryKindWithTheOtherEngines) {
    for (unsigned kind = 0; kind < 8; ++kind) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const oracle::Kind what{(kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0};
            const Problem problem = copies(oracle::random_problem(seed * 8 + kind, what), 3);
            const std::string expected = count(problem, {.engine = Engine::links})->number;
            ASSERT_EQ(count_of(problem), expected) << "kind " << kind << " seed " << seed;
        }
    }
}

TEST(CoverTwins, EqualShapesAreEqualProblems) {
    std::map<std::string, std::set<Solution>::size_type> solutions;
    int met_again = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const Problem problem = oracle::random_problem(seed, {seed % 2 == 0, seed % 4 == 0, seed % 3 == 0});
        if (problem.option_count() > 5) continue;
        const auto number = oracle::solutions(problem).size();
        const auto [place, fresh] = solutions.emplace(shape(problem), number);
        met_again += !fresh;
        ASSERT_EQ(place->second, number) << seed;
    }
    EXPECT_GT(met_again, 100);
}

TEST(CoverTwins, AShapeDoesNotDependOnNames) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Problem problem = oracle::random_problem(seed, {seed % 2 == 0, seed % 4 == 0, seed % 3 == 0});
        EXPECT_EQ(shape(problem), shape(renamed(problem, seed))) << seed;
    }
    for (const Item points : {7u, 9u, 13u})
        EXPECT_EQ(shape(triple_systems(points)), shape(renamed(triple_systems(points), points)));
    EXPECT_NE(shape(triple_systems(7)), shape(triple_systems(9)));
}

TEST(CoverTwins, SteinerTripleSystems) {  // OEIS A030128
    EXPECT_EQ(count_of(triple_systems(9)), "840");
    EXPECT_EQ(count_of(triple_systems(13)), "1197504000");
    const auto counted = count(triple_systems(15));
    EXPECT_EQ(counted->number, "60281712691200");
    EXPECT_EQ(counted->answer.engine, Engine::twins) << counted->answer.why;
}

TEST(CoverTwins, PartsThatAreLeftAreCountedOnce) {
    const Problem problem = dominoes(6, 12);  // 233 ways each
    const Settings settings;
    Pace pace(settings);
    TwinsSearch search(problem, {.walk_nodes = 1});
    EXPECT_EQ(search.run(0, pace).number.get_str(), "160005726539569");  // 233^6
    EXPECT_LT(search.shapes(), 40u);
    EXPECT_GE(search.twins(), 5u);
}

TEST(CoverTwins, LapsAndLittleMemoryChangeNothing) {
    for (const std::uint64_t work : {1u, 50u, 1000u}) {
        EXPECT_EQ(count_of(triple_systems(9), work), "840");
        EXPECT_EQ(count_of(dominoes(2, 8), work), "1156");
    }
    for (const std::size_t bytes : {0u, 500u}) EXPECT_EQ(count_of(triple_systems(9), 0, bytes), "840");
}

// A lap can be ended by the clock, however early; the next one goes on.
TEST(CoverTwins, LapsOfTimeChangeNothing) {
    const Problem problem = triple_systems(13);
    const Settings settings;
    Pace pace(settings);
    TwinsSearch search(problem, {});
    const auto none = search.run(0, pace, 1e-9);
    EXPECT_FALSE(none.all);
    EXPECT_TRUE(none.number <= 1197504000);
    TwinsSearch::Found found{{}, false};
    for (double lap = 1e-4; !found.all; lap *= 2) found = search.run(0, pace, pace.seconds() + lap);
    EXPECT_EQ(found.number.get_str(), "1197504000");
}

TEST(CoverTwins, SymmetryIsForeseen) {
    std::uint64_t work = 0;
    const Problem designs = triple_systems(13);
    EXPECT_EQ(TwinsSearch(designs, {}).symmetry(), 11);
    EXPECT_EQ(fewest_kinds(designs, Uses(designs), work).different(), 1u);
    Builder builder;  // a path, its ends told apart
    builder.add_items(4);
    for (Item item = 0; item + 1 < 4; ++item) builder.add_option({item, item + 1});
    builder.add_option({0});
    EXPECT_EQ(TwinsSearch(builder.build().value(), {}).symmetry(), 1);
}

TEST(CoverTwins, BoundsEndItWithALowerBound) {
    const Problem problem = triple_systems(15);
    const auto few = count(problem, {.engine = Engine::twins, .bounds = {.nodes = 100000}});
    EXPECT_EQ(few->answer.stop, StopReason::nodes);
    EXPECT_LE(few->answer.nodes, 100000u);
    EXPECT_LT(few->answer.solutions, 60281712691200u);
    StopFlag stop;
    stop.request();
    const auto none = count(problem, {.engine = Engine::twins, .bounds = {.stop = &stop}});
    EXPECT_EQ(none->answer.stop, StopReason::interrupted);
    EXPECT_EQ(none->number, "0");
}

TEST(CoverTwins, OnlyCounts) {
    const Problem problem = triple_systems(7);
    EXPECT_FALSE(solve(problem, {.engine = Engine::twins}));
    EXPECT_FALSE(sample(problem, 1, {.engine = Engine::twins}));
    EXPECT_THROW(Stream(problem, {.engine = Engine::twins}), BrokenContract);
    EXPECT_EQ(count(problem, {.engine = Engine::twins, .bounds = {.solutions = 5}})->number, "30");
}

}  // namespace
}  // namespace quadrille::cover
