// Stretches of JSON without a tree: where an object or list begins and ends, and what stands under a key.
// Nothing here recurses: nesting costs a counter or a bit, so that no depth of it is too deep.
#pragma once

#include <cstddef>
#include <optional>
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

/// Where the object or list that `json` begins with ends, behind its last bracket; npos if it does not.
std::size_t json_end(std::string_view json);

/// Where the last object that ends in this beginning of a text of JSON ends; npos if none does.
std::size_t last_object_end(std::string_view json);

/// Finds the objects in lines of JSON: one a line, one over many lines, all in one list, or a list of rows.
/// Follows the grammar token by token, so that the first line that no JSON can go on with is known at once.
class JsonCutter {
  public:
    /// True for a line with which JSON begins.
    static bool begins(std::string_view line);

    /// True between the first line and the last of a text of JSON.
    bool inside() const { return !in_object_.empty(); }
    struct Place {
        std::size_t offset;  // in all of the text
        std::size_t line;
        std::size_t column;  // 1-based
    };
    struct Found {
        Place begin;
        std::size_t end;
    };
    /// A line, or what is left of it behind what was taken before.
    struct Line {
        std::string_view text;
        Place begin;

        Place at(std::size_t index) const { return {begin.offset + index, begin.line, begin.column + index}; }
    };
    /// True within an object (or a list of rows) that has begun, at open().
    bool has_open() const { return open_depth_ > 0 || undecided_list_; }
    Place open() const { return open_; }
    /// Where the outermost bracket is that is open; its offset may be long gone.
    Place outermost() const { return outermost_; }
    /// The text in front of `keep` is gone.
    void shift(std::size_t keep) { open_.offset -= keep; }
    void reset() { *this = JsonCutter(); }

    /// Takes a line; appends what ends in it. Says where it does not go on as JSON must, if so, or where the
    /// text of JSON is over and another begins; the cutter is then as it was in front of that place. What
    /// cannot be another, a stray character, is left behind the text of JSON as a fault of that.
    /// Brackets deeper than 64 count as such a place too: what is tried again from its second line costs at
    /// most so many passes.
    std::optional<Place> take(const Line& line, std::vector<Found>& found);

  private:
    enum class Expected { key, colon, value, item, comma };  // key, item and comma: or the closing bracket

    bool take_value();
    bool take_symbol(char symbol);
    void open_bracket(char symbol, Place place);
    bool close(std::size_t end, std::vector<Found>& found);

    std::vector<bool> in_object_;  // one for each bracket that is open: true for {
    Expected expected_ = Expected::item;
    std::size_t open_depth_ = 0;  // brackets open within the object that is open, 1 at its outermost
    Place open_{};
    Place outermost_{};
    bool undecided_list_ = false;  // a list has begun of which nothing is known yet
};

}  // namespace quadrille::text
