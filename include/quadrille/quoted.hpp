// Words of other people's texts, fit to be shown.
#pragma once

#include <string>
#include <string_view>

namespace quadrille {

/// A word for a message: in quotes, cut short where it is long, every byte that is not printable ASCII as \x
/// and two digits.
std::string quoted(std::string_view word);

}  // namespace quadrille
