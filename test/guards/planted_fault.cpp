// A program with one fault of each kind that a sanitizer must find: planted_fault address|undefined|thread.
#include <climits>
#include <cstring>
#include <thread>
#include <vector>

namespace {

// Reads one past the end of an array on the heap.
int read_out_of_bounds(int length) {
    std::vector<int> values(static_cast<std::size_t>(length), 1);
    const int* first = values.data();
    return first[length];
}

int overflow(int value) { return INT_MAX - 1 + value; }

// Two threads write the same variable without a lock.
int race() {
    int shared = 0;
    std::thread other([&] { ++shared; });
    ++shared;
    other.join();
    return shared;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 64;
    volatile int sink = 0;
    if (std::strcmp(arguments[1], "address") == 0) sink = read_out_of_bounds(count);
    if (std::strcmp(arguments[1], "undefined") == 0) sink = overflow(count);
    if (std::strcmp(arguments[1], "thread") == 0) sink = race();
    return sink == INT_MIN ? 1 : 0;
}
