// The module of pictures (apps/pictures), loaded when it is first asked for.
#pragma once

#include "pictures/module.hpp"

namespace quadrille::cli {

/// Throws std::runtime_error, which says what is missing, where the module cannot be loaded.
const Pictures& pictures();

}  // namespace quadrille::cli
