// How much of a random test to run.
#pragma once

namespace quadrille::test {

/// Of so many cases a quarter in the checked build, where engines look at every invariant at every node.
constexpr int cases(int most) {
#ifdef QUADRILLE_CHECKED
    return most / 4;
#else
    return most;
#endif
}

}  // namespace quadrille::test
