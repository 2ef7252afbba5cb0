#include "quadrille/quoted.hpp"

namespace quadrille {

std::string quoted(std::string_view word) {
    constexpr std::size_t longest_shown = 20;
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string shown = "'";
    for (const char c : word.substr(0, longest_shown)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F) shown += c;
        else (shown += "\\x") += {digits[byte / 16], digits[byte % 16]};
    }
    return shown + (word.size() > longest_shown ? "...'" : "'");
}

}  // namespace quadrille
