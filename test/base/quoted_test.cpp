#include "quadrille/quoted.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

TEST(Quoted, ShowsWhatCanBeShown) {
    EXPECT_EQ(quoted("red"), "'red'");
    EXPECT_EQ(quoted(""), "''");
    EXPECT_EQ(quoted(std::string_view("\0\x1B[\x7F\xC3\xA9", 6)), "'\\x00\\x1B[\\x7F\\xC3\\xA9'");
    EXPECT_EQ(quoted("twenty characters it"), "'twenty characters it'");
    EXPECT_EQ(quoted("twenty-one characters"), "'twenty-one character...'");
}

}  // namespace
}  // namespace quadrille
