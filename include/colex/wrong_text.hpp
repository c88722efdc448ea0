// SPDX-License-Identifier: MIT
// Wrong text: where, what was expected, and how a literal of it ends.
//
//   static_assert(parse_tuple("(4,8").column == 5);
//   static_assert(parse_tuple("(4,8").message == std::string_view(words(Expected::comma_or_parenthesis)));
#pragma once

#include "colex/result.hpp"

namespace colex {

/// A value, or where and why the text is wrong: `column` counts characters from 1; `message` is static text.
template <class T>
struct [[nodiscard]] Parsed {
  T value{};
  char const* message = nullptr;
  int column = 0;
  constexpr explicit operator bool() const { return message == nullptr; }
};

/// What a reader of text expects where the text is wrong.
enum class Expected : std::uint8_t {
  integer_or_parenthesis,
  integer_within_2_62,
  at_most_32_leaves_and_64_nodes,
  comma_or_parenthesis,
  end_of_text,
  positive_extents,
  size_and_reach_within_2_62,
  stride_nested_like_shape
};
constexpr char const* words(Expected e) {
  constexpr char const* all[] = {"expected an integer or '('",
                                 "integer beyond 2^62",
                                 "more than 32 leaves, or nested beyond 64 nodes",
                                 "expected ',' or ')'",
                                 "unexpected text after the end",
                                 "every extent must be at least 1",
                                 "the layout's size or reach exceeds 2^62",
                                 "shape and stride are not nested alike"};
  return all[static_cast<int>(e)];
}

// In a constant, wrong text reads beyond the end of the array that says what was expected, at its column: a
// compiler shows both.
namespace violated::layout_text {
inline constexpr bool expects_integer_or_parenthesis[1]{};
inline constexpr bool expects_integer_within_2_62[1]{};
inline constexpr bool expects_at_most_32_leaves_and_64_nodes[1]{};
inline constexpr bool expects_comma_or_parenthesis[1]{};
inline constexpr bool expects_end_of_text[1]{};
inline constexpr bool expects_positive_extents[1]{};
inline constexpr bool expects_size_and_reach_within_2_62[1]{};
inline constexpr bool expects_stride_nested_like_shape[1]{};
}  // namespace violated::layout_text

namespace detail {
/// Precondition: in a constant evaluation, which ends here.
constexpr bool wrong_at_column(int column, Expected what) {
  switch (what) {
    case Expected::integer_or_parenthesis:
      return violated::layout_text::expects_integer_or_parenthesis[column];
    case Expected::integer_within_2_62:
      return violated::layout_text::expects_integer_within_2_62[column];
    case Expected::at_most_32_leaves_and_64_nodes:
      return violated::layout_text::expects_at_most_32_leaves_and_64_nodes[column];
    case Expected::comma_or_parenthesis:
      return violated::layout_text::expects_comma_or_parenthesis[column];
    case Expected::end_of_text:
      return violated::layout_text::expects_end_of_text[column];
    case Expected::positive_extents:
      return violated::layout_text::expects_positive_extents[column];
    case Expected::size_and_reach_within_2_62:
      return violated::layout_text::expects_size_and_reach_within_2_62[column];
    case Expected::stride_nested_like_shape:
      return violated::layout_text::expects_stride_nested_like_shape[column];
  }
  return false;
}

/// Ends, and says where and why the text is wrong.
template <class T>
constexpr void refuse_text(Parsed<T> const& parsed, std::string_view text) {
  if (std::is_constant_evaluated()) {
    int what = 0;
    while (parsed.message != std::string_view(words(Expected(what)))) ++what;
    wrong_at_column(parsed.column, Expected(what));
  } else {
    Sentence line;
    write_all(line, "column ", parsed.column, ": ", parsed.message, ": \"");
    for (char const c : text) line.push_back(c < ' ' || c > '~' ? '?' : c);
    line.push_back('"');
    end_with(line.c_str());
  }
}
}  // namespace detail

}  // namespace colex
