// A stack whose push is small enough to be inlined everywhere; std::vector's is not.
#pragma once

#include <cstddef>
#include <vector>

namespace quadrille::general {

template <class T>
class Stack {
  public:
    void push(const T& item) {
        if (size_ == items_.size()) grow();
        items_[size_++] = item;
    }
    /// The last one pushed, taken off; the stack must not be empty.
    T pop() { return items_[--size_]; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }

  private:
    [[gnu::noinline]] void grow() { items_.resize(items_.empty() ? 256 : 2 * items_.size()); }

    std::vector<T> items_;
    std::size_t size_ = 0;
};

}  // namespace quadrille::general
