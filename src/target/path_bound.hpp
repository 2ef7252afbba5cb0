// The template bound on the templates that a node has left: see path_bound.cpp.
#pragma once

#include <span>
#include <vector>

#include "target/bound.hpp"
#include "target/paths.hpp"

namespace quadrille::target {

class PathBound final : public TemplateBound {
  public:
    PathBound(const Board& board, Range range);

    /// Evaluates within `paths` from now on; they must outlive that.
    void use(const Paths& paths) { paths_ = &paths; }
    std::string_view name() const override { return "paths"; }
    Range range() const override { return range_; }
    std::size_t worth() const override { return 0; }
    std::int64_t evaluate(const std::int16_t* values, const std::int16_t* price) override;
    void chosen(int digit, std::uint16_t* cells) const override;

    /// After find_losses: what is left of the paths where nothing may lose more than `slack`; takes from
    /// `masks` what no path uses. False: nothing is left.
    bool narrow(std::int64_t slack, std::span<DigitBits> masks, Paths& narrower);

  protected:
    void find_own_losses() override;

  private:
    /// Sums of one digit.
    struct Sums {
        std::vector<int> weight;   // by place
        std::vector<int> down;     // by state: the best way from the first
        std::vector<int> up;       // by state: the best way to the last
        std::vector<int> through;  // by place: the best through it
        std::vector<std::uint16_t> chosen;
    };

    void weigh(std::size_t digit, const std::int16_t* values, const std::int16_t* price);
    void sweep_down(const DigitPaths& paths, Sums& sums) const;
    void follow(const DigitPaths& paths, Sums& sums) const;
    void sweep_up(std::size_t digit);
    std::size_t mark(std::size_t digit, int most);

    Range range_;
    const Paths* paths_ = nullptr;
    std::vector<Sums> sums_;   // by digit
    std::vector<char> marks_;  // by edge
    PathKeeper keeper_;
    std::vector<DigitBits> left_;
};

}  // namespace quadrille::target
