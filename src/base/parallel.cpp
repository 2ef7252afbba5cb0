#include "quadrille/parallel.hpp"

#include <sched.h>

#include <algorithm>

namespace quadrille {

unsigned processor_count() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        return static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
    }
    return std::max(std::thread::hardware_concurrency(), 1u);
}

}  // namespace quadrille
