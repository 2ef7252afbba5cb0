// A fuzzer that must fail: inputs that begin with "Q!" read past their end.
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || data[0] != 'Q' || data[1] != '!') return 0;
    const std::vector<std::uint8_t> copy(data, data + size);
    const std::uint8_t* first = copy.data();
    volatile int sink = first[size];
    return sink == -1 ? -1 : 0;
}
