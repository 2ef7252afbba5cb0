// The digest by which the puzzle bank orders its records (FIPS 180-4, SHA-1); no use for secrets.
#pragma once

#include <string>
#include <string_view>

namespace quadrille::text {

/// 40 hexadecimal digits.
std::string sha1_of(std::string_view bytes);

}  // namespace quadrille::text
