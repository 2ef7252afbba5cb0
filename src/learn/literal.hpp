// Literals and reasons: the vocabulary of the room.
#pragma once

#include <cstdint>

namespace quadrille::learn {

using Variable = std::uint32_t;
using GroupIndex = std::uint32_t;
using ClauseRef = std::uint32_t;

/// A variable that is chosen, or is not: 2v and 2v + 1.
using Literal = std::uint32_t;
inline constexpr Literal no_literal = ~Literal{0};

constexpr Literal chosen(Variable variable) { return 2 * variable; }
constexpr Literal excluded(Variable variable) { return 2 * variable + 1; }
constexpr Variable variable_of(Literal literal) { return literal / 2; }
constexpr Literal negated(Literal literal) { return literal ^ 1; }
constexpr bool is_chosen(Literal literal) { return literal % 2 == 0; }

/// Why a literal is true, in one word; spelt out (antecedents.hpp) only when analysis asks.
class Reason {
  public:
    enum class Kind : std::uint32_t {
        none,    ///< a decision, or true from the start
        rival,   ///< excluded, since variable `index` of the same group is chosen
        last,    ///< chosen, since all others of group `index` are excluded
        filled,  ///< excluded, since other digits of a block fill the cell: reason `index` of Matching
        clause,  ///< the clause at `index` has no other literal left
    };

    Reason() = default;
    Reason(Kind kind, std::uint32_t index) : bits_(static_cast<std::uint32_t>(kind) << 29 | index) {}

    Kind kind() const { return static_cast<Kind>(bits_ >> 29); }
    std::uint32_t index() const { return bits_ & ((1u << 29) - 1); }
    bool exists() const { return kind() != Kind::none; }

  private:
    std::uint32_t bits_ = 0;
};

/// True literals that cannot be true together: the antecedents of `reason`, and the literal that denies
/// `broken`, where there is one.
struct Conflict {
    Reason reason;
    Literal broken = no_literal;
};

}  // namespace quadrille::learn
