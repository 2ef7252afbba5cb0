// Stretches of JSON without a tree: where an object or list begins and ends, and what stands under a key.
// Nothing here recurses: nesting costs a counter, so that no depth of it is too deep.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace quadrille::text {

/// One member of an object; both are views of the text, the value with its quotes or brackets.
struct JsonMember {
    std::string_view key;
    std::string_view value;
};

/// The members of the outermost object of `json`, as far as they can be made out.
std::vector<JsonMember> json_members(std::string_view json);
/// All strings (without quotes), numbers and words of a value, in order; brackets and keys do not count.
void json_scalars(std::string_view value, std::vector<std::string_view>& scalars);
/// A string without its quotes; other values as they are.
std::string_view json_unquoted(std::string_view value);
/// False for what says nothing: null, false, "", [], {}, [[]] ...
bool json_says_something(std::string_view value);

/// Finds the objects in lines of JSON: one a line, one over many lines, all in one list, or a list of rows.
class JsonCutter {
  public:
    /// True for a line with which JSON begins.
    static bool begins(std::string_view line);

    /// True between the first line and the last of a text of JSON.
    bool inside() const { return depth_ > 0; }
    /// True within an object (or a list of rows) that has begun; open_begin() is where, open_line() its line.
    bool has_open() const { return open_depth_ > 0 || undecided_list_; }
    std::size_t open_begin() const { return open_begin_; }
    std::size_t open_line() const { return open_line_; }
    /// The text in front of `keep` is gone.
    void shift(std::size_t keep) { open_begin_ -= keep; }
    void reset() { *this = JsonCutter(); }

    struct Found {
        std::size_t begin;
        std::size_t end;
        std::size_t line;
    };
    /// Takes line number `number`, which stands at `offset`; appends what ends in it. An object broken off by
    /// a string without end, or by the next object at the margin, ends before that.
    void take(std::string_view line, std::size_t offset, std::size_t number, std::vector<Found>& found);

  private:
    void take_symbol(char symbol, std::size_t at, std::size_t number, std::vector<Found>& found);

    std::size_t depth_ = 0;       // brackets open
    std::size_t open_depth_ = 0;  // depth_ within the object that is open, 1 at its outermost
    std::size_t open_begin_ = 0;
    std::size_t open_line_ = 0;
    bool undecided_list_ = false;  // a list has begun of which nothing is known yet
    bool in_string_ = false;
    bool escaped_ = false;
    bool at_margin_ = false;  // the object that is open began at the margin
};

}  // namespace quadrille::text
