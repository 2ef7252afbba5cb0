#include "target/refutations.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::target {

void Refutations::learn(double reach, std::uint64_t nodes) {
    constexpr double wanted = 3;  // times the nodes
    constexpr double narrowest = 1.05;
    constexpr double widest = 2;
    factor_ = widest;
    if (reach_ > 0 && reach > reach_ && nodes > 1) {
        const double dearer = static_cast<double>(nodes) / static_cast<double>(nodes_);
        const double power = std::log(std::max(1.05, dearer)) / std::log(reach / reach_);
        factor_ = std::clamp(std::pow(wanted, 1 / power), narrowest, widest);
    }
    reach_ = reach;
    nodes_ = std::max<std::uint64_t>(1, nodes);
}

}  // namespace quadrille::target
