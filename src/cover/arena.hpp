// A stack of words whose addresses never change while they are in use.
#pragma once

#include <algorithm>
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
        std::uint64_t* next = nullptr;
    };

    Arena() { add_chunk(least); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    std::uint64_t* take(std::size_t words) {
        if (words > static_cast<std::size_t>(end_ - next_)) move_on(words);
        std::uint64_t* run = next_;
        next_ += words;
        return run;
    }
    Mark mark() const { return {chunk_, next_}; }
    void release(Mark mark) {
        if (mark.chunk != chunk_) go_to(mark.chunk);
        next_ = mark.next;
    }

  private:
    static constexpr std::size_t least = 4096;
    struct Chunk {
        std::unique_ptr<std::uint64_t[]> words;
        std::size_t size;
    };

    /// To the next chunk that has so much room, which may have to be added.
    void move_on(std::size_t words) {
        while (chunk_ + 1 < chunks_.size()) {
            go_to(chunk_ + 1);
            if (chunks_[chunk_].size >= words) return;
        }
        add_chunk(std::max(words, least));
    }
    void add_chunk(std::size_t size) {
        chunks_.push_back({std::make_unique<std::uint64_t[]>(size), size});
        go_to(chunks_.size() - 1);
    }
    void go_to(std::size_t chunk) {
        chunk_ = chunk;
        next_ = chunks_[chunk].words.get();
        end_ = next_ + chunks_[chunk].size;
    }

    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0;          // the one that is handed out from
    std::uint64_t* next_ = nullptr;  // what is still free in it
    std::uint64_t* end_ = nullptr;
};

}  // namespace quadrille::cover
