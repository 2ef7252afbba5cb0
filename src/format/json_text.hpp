// What stands between the quotes of a JSON string, and back.
#pragma once

#include <string>
#include <string_view>

namespace quadrille::text {

/// The text that the inside of a JSON string stands for. An escape that JSON does not know stays as it is;
/// half of a surrogate pair becomes U+FFFD.
std::string json_decoded(std::string_view inside);
/// Appends the inside of a JSON string that stands for `text`; bytes that are no UTF-8 become U+FFFD.
void append_json_text(std::string_view text, std::string& out);

}  // namespace quadrille::text
