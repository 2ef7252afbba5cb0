// The board options of the command line as a Layout.
#pragma once

#include "quadrille/puzzle.hpp"

namespace quadrille::cli {

struct InputArguments;

/// An error where a text cannot be understood; whether the layout can exist is Geometry's to say.
Result<Layout> layout_of(const InputArguments& arguments);

}  // namespace quadrille::cli
