// What branching on a candidate did so far: pseudo-costs.
#pragma once

#include <cstddef>
#include <vector>

namespace quadrille::target {

/// For each candidate, how far the bound fell below what its loss had promised when its digit was put into
/// its cell: the mean over all nodes where that was done, drawn towards the mean over all candidates as if
/// that had been seen once. Source: Benichou and others, 1971.
class Falls {
  public:
    explicit Falls(std::size_t candidates) : seen_(candidates) {}

    void learn(std::size_t candidate, float fall) {
        for (Mean* mean : {&seen_[candidate], &all_}) {
            mean->sum += fall;
            mean->count += 1;
        }
        usual_ = all_.sum / all_.count;
    }
    /// 0 before anything is learnt.
    float expected(std::size_t candidate) const {
        const auto& [sum, count] = seen_[candidate];
        return (sum + usual_) / (count + 1);
    }

  private:
    struct Mean {
        float sum = 0;
        float count = 0;
    };
    std::vector<Mean> seen_;
    Mean all_;
    float usual_ = 0;
};

}  // namespace quadrille::target
