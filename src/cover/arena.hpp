// A stack of words whose addresses never change while they are in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace quadrille::cover {

/// Hands out runs of words; release() gives back everything taken since its mark.
class Arena {
  public:
    struct Mark {
        std::size_t chunk = 0;
        std::size_t used = 0;
    };

    std::uint64_t* take(std::size_t words) {
        while (chunks_.empty() || top_.used + words > size_of(top_.chunk)) {
            if (chunks_.size() != 0) ++top_.chunk;
            top_.used = 0;
            if (top_.chunk < chunks_.size()) continue;
            const std::size_t size = words > least ? words : least;
            chunks_.push_back({std::make_unique<std::uint64_t[]>(size), size});
            top_.chunk = chunks_.size() - 1;
        }
        std::uint64_t* run = chunks_[top_.chunk].words.get() + top_.used;
        top_.used += words;
        return run;
    }
    Mark mark() const { return top_; }
    void release(Mark mark) { top_ = mark; }

  private:
    static constexpr std::size_t least = 4096;
    struct Chunk {
        std::unique_ptr<std::uint64_t[]> words;
        std::size_t size;
    };
    std::size_t size_of(std::size_t chunk) const { return chunk < chunks_.size() ? chunks_[chunk].size : 0; }

    std::vector<Chunk> chunks_;
    Mark top_;
};

}  // namespace quadrille::cover
