// Counting by likeness: what is left of a problem is counted once for all that differ in names only.
// See twins.cpp for the search, twins_shape.cpp for how likeness is found.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cover/pace.hpp"
#include "cover/remainder.hpp"

namespace quadrille::cover {

/// A problem written down under names that depend on its structure alone, as far as a short search can
/// tell. Problems of equal shape are the same but for names, and have as many solutions; the shapes of two
/// such problems may differ. Costs are left out. Adds to `work` about the entries looked at.
std::string shape_of(const Problem& problem, std::uint64_t& work);

/// An item to branch on, and how its children may be alike.
struct Branching {
    Item item = 0;
    std::size_t children = 0;
    /// By option of the item: a number; options of equal ones are probably alike. Empty: none are.
    std::vector<std::uint64_t> kinds;

    std::size_t different() const;  ///< how many kinds of children there are
    bool has_twin(std::size_t child) const {
        return child < kinds.size() && std::ranges::count(kinds, kinds[child]) > 1;
    }
};

/// The item with the fewest kinds of children; among these, with the fewest children; then the first.
Branching fewest_kinds(const Problem& problem, const Uses& uses, std::uint64_t& work);

/// A count that can be taken up again.
class TwinsSearch {
  public:
    /// Why this problem cannot be counted by twins, or nothing.
    static std::optional<std::string> obstacle(const Problem& problem);

    struct Limits {
        std::size_t bytes = std::size_t{1} << 30;  ///< for shapes; what does not fit is not remembered
        std::uint64_t walk_nodes = 4096;           ///< a shorter walk costs no more than a shape
    };
    /// The problem must outlive it.
    TwinsSearch(const Problem& problem, const Limits& limits);

    /// How many times faster than a walk it may be for the symmetry of the problem, as far as can be
    /// foreseen.
    double symmetry() const { return symmetry_; }

    /// Goes on until the number of all solutions is known, or for so many nodes of a walk, or as much other
    /// work, unless that is 0, or until so many seconds of `pace`, unless that is 0. A later call makes use
    /// of what was found. Nodes are counted, and bounds kept, by `pace`.
    struct Found {
        mpz_class number;  ///< at least so many
        bool all;          ///< and no more
    };
    Found run(std::uint64_t work, Pace& pace, double until = 0);

    std::size_t shapes() const { return known_.size(); }    ///< how many different ones were counted
    std::uint64_t forgotten() const { return forgotten_; }  ///< how many the memory did not hold
    std::uint64_t twins() const { return twins_; }          ///< how many were met again

  private:
    struct Run;
    enum class Likeness { unknown, expected };

    mpz_class count(const Problem& problem, double share, Likeness likeness);
    bool walk(const Problem& problem, mpz_class& number);
    mpz_class count_parts(const std::vector<Problem>& parts, double share);
    mpz_class branch(const Problem& problem, double share);
    void remember(std::string shape, const mpz_class& number);
    void look_at(std::uint64_t entries);
    void done(double share);
    bool over() const;

    const Problem& problem_;
    Limits limits_;
    double symmetry_ = 1;
    std::size_t bytes_ = 0;
    std::unordered_map<std::string, mpz_class> known_;
    std::uint64_t twins_ = 0;
    std::uint64_t forgotten_ = 0;
    mpz_class at_least_ = 0;  // by all runs
    Run* run_ = nullptr;
};

}  // namespace quadrille::cover
