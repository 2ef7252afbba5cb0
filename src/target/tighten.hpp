// Prices that make the bound of a node low: what a search spends most of its time on. See tighten.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quadrille/base.hpp"
#include "target/bound.hpp"
#include "target/path_bound.hpp"
#include "target/scale.hpp"

namespace quadrille::target {

/// A search point: the candidates left, the prices that gave its bound.
struct Node {
    std::vector<DigitBits> masks;
    const Paths* paths = nullptr;  // what its templates are sought in, if not in an empty board
    std::vector<std::int16_t> price;
    std::int64_t bound = 0;  // scaled
};

/// Works on one node at a time; its tables are reused from node to node.
class Tightener {
  public:
    Tightener(const Board& board, const ScaledObjective& scaled, TemplateBound& bound, Budget& budget);

    /// Makes ready for a node whose bound is as low as it shall be.
    void load(Node& node);
    /// Lowers the bound of a node without prices step by step, from far off and towards no target.
    void tighten_root(Node& node);
    /// The same from the prices it has, in many small steps: for boards that a few nodes do not settle.
    void tighten_root_finely(Node& node);
    /// Lowers the bound from the prices the node has, until it is below `required` or gains too little.
    void tighten(Node& node, std::int64_t required);
    /// True if the templates chosen last are a completion: each cell is used once.
    bool has_completion() const { return conflict_ == 0; }
    /// That completion; false if it uses a cell without the candidate.
    bool read_completion(std::span<Digit> grid) const;
    /// Which candidates of each cell cannot be part of anything that reaches `required`.
    const std::vector<DigitBits>& find_beyond(Node& node, std::int64_t required);
    /// After find_beyond: by how much the node's bound falls, at least, with the digit (from 0) in the cell.
    std::int16_t loss(int cell, int digit) const { return bound_->losses()[cell * board_.lanes + digit]; }
    /// The same as a guess of what matters when cells are compared: the digit's own loss counts for more.
    float telling_loss(int cell, int digit) const {
        constexpr float own_part = 0.25f;
        const int at = cell * board_.lanes + digit;
        return own_part * bound_->own_losses()[at] + (1 - own_part) * bound_->losses()[at];
    }

    /// After find_beyond, from which on candidates may have gone: a node with paths is left those that may
    /// reach `required`, written to `own`, and loses candidates without any. False: nothing is left.
    bool narrow_paths(Node& node, std::int64_t required, Paths& own);

    /// On large boards, by cell x lanes + digit: in which part of the last evaluations a candidate was
    /// chosen, the last ones counting most.
    const std::vector<float>& shares() const { return shares_; }
    void set_shares(const std::vector<float>& shares) { shares_ = shares; }
    /// Whether evaluations from now on are noted in the shares.
    void note_shares(bool notes) { notes_ = notes && board_.is_large(); }

    std::uint64_t evaluations() const { return evaluations_; }

  private:
    /// How prices move: the first step, in thousandths of the span of values; what it shrinks to after
    /// `stalls` evaluations without progress; the most evaluations.
    struct Pace {
        double first;
        double shrink;
        int stalls;
        int most;
        double memory;   // how much of the last move is made again
        double settled;  // steps that may be the last if they gain little
    };

    void select_bound(Node& node);
    void synchronise(const Node& node);
    void begin_moves(Node& node);
    void descend(Node& node, const Pace& pace);
    bool evaluate(Node& node);
    void note_choice();
    void move_prices(double step, double memory);
    bool may_go_on(int trial);

    const Board& board_;
    const ScaledObjective& scaled_;
    TemplateBound& dense_;             // templates of an empty board
    std::optional<PathBound> sparse_;  // those left
    TemplateBound* bound_;             // the one that the node at hand needs
    Budget& budget_;
    std::vector<std::int16_t> live_;     // scaled values, dead where no candidate
    std::vector<DigitBits> live_masks_;  // what live_ was made for
    std::vector<std::int16_t> price_;    // under trial
    std::vector<float> exact_;           // what is rounded to price_
    std::vector<float> momentum_;        // how it was moved last
    std::vector<float> shares_;
    std::vector<DigitBits> beyond_;
    bool notes_;
    bool at_best_ = false;          // the bound's tables belong to the node's best prices
    std::int64_t trial_bound_ = 0;  // of the last evaluation (scaled)
    int conflict_ = 0;              // of the last evaluation: how far its choice is from a completion
    std::uint64_t evaluations_ = 0;
};

}  // namespace quadrille::target
