// SPDX-License-Identifier: MIT
// The text form, read: `(4,(2,3)):(2,(1,8))`; a bare shape means the compact colexicographic layout; `_4`
// is 4.
//
//   constexpr auto tile = colex::layout("(4,(2,3)):(2,(1,8))");          a typing error does not compile
//   static_assert(shape(tile) == tuple("(4,(2,3))"));
//   static_assert(parse_layout("(4,8:(1,4)").column == 5);               expected ',' or ')'
#pragma once

#include "colex/layout.hpp"
#include "colex/wrong_text.hpp"

namespace colex {

/// What is read of a number, one decimal digit more; refused once it passes 2^62.
template <Number Int>
constexpr Result<Int, Int> read_digit(Int const& value, Int const& digit) {
  if (value > (Int(kReachLimit) - digit) / Int(10))
    return Result<Int, Int>::refuse(because<Int>(Condition::overflow));
  return Result<Int, Int>::answer(value * Int(10) + digit);
}

namespace detail {

struct Reader {
  std::string_view text;
  std::size_t at = 0;
  char const* message = nullptr;
  std::size_t failed_at = 0;

  constexpr bool fail(char const* why) { return fail(why, at); }
  constexpr bool fail(Expected e) { return fail(words(e), at); }
  constexpr bool fail(Expected e, std::size_t where) { return fail(words(e), where); }
  constexpr bool fail(char const* why, std::size_t where) {
    if (message == nullptr) {
      message = why;
      failed_at = where;
    }
    return false;
  }
  constexpr char peek() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at < text.size() ? text[at] : '\0';
  }
  constexpr bool take(char c) {
    if (peek() != c || at == text.size()) return false;
    ++at;
    return true;
  }

  constexpr bool integer(std::int64_t& value) {
    take('_');
    bool const negative = take('-');
    char const first = peek();
    if (first < '0' || first > '9') return fail(Expected::integer_or_parenthesis);
    std::size_t const start = at;
    for (value = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      auto const longer = read_digit<std::int64_t>(value, text[at] - '0');
      if (!longer) return fail(Expected::integer_within_2_62, start);
      value = *longer;
    }
    if (negative) value = -value;
    return true;
  }

  constexpr bool tuple(IntTuple<std::int64_t>& out) {
    if (!take('(')) {
      std::int64_t value = 0;
      if (!integer(value)) return false;
      out.profile.leaf();
      out.leaves.push(value);
      return !out.overfull() || fail(Expected::at_most_32_leaves_and_64_nodes);
    }
    int const node = out.profile.count;
    out.profile.tuple(0);
    if (out.profile.overfull) return fail(Expected::at_most_32_leaves_and_64_nodes, at - 1);
    if (take(')')) return true;
    for (int entries = 1;; ++entries) {
      if (!tuple(out)) return false;
      out.profile.node[node] = static_cast<std::uint8_t>(1 + entries);
      if (take(')')) return true;
      if (!take(',')) return fail(Expected::comma_or_parenthesis);
    }
  }

  template <class T>
  constexpr Parsed<T> done(T const& value) {
    if (message == nullptr && (peek() != '\0' || at != text.size())) fail(Expected::end_of_text);
    return message == nullptr ? Parsed<T>{value} : Parsed<T>{{}, message, static_cast<int>(failed_at) + 1};
  }
};

constexpr Expected expected(Condition c) {
  switch (c) {
    case Condition::shape_positive:
      return Expected::positive_extents;
    case Condition::overflow:
      return Expected::size_and_reach_within_2_62;
    default:
      return Expected::stride_nested_like_shape;
  }
}

}  // namespace detail

/// A nested tuple of integers: a shape, a stride or a coordinate.
constexpr Parsed<IntTuple<std::int64_t>> parse_tuple(std::string_view text) {
  detail::Reader reader{text};
  IntTuple<std::int64_t> value{{}, {}};
  reader.tuple(value);
  return reader.done(value);
}

/// A layout, `shape:stride` or a bare shape.
constexpr Parsed<Layout<std::int64_t>> parse_layout(std::string_view text) {
  detail::Reader reader{text};
  IntTuple<std::int64_t> shape{{}, {}}, stride{{}, {}};
  Result<Layout<std::int64_t>> made;
  if (reader.tuple(shape)) {
    for (auto const& extent : shape.leaves)
      if (extent < 1) reader.fail(Expected::positive_extents, 0);
    reader.peek();
    std::size_t const colon = reader.at;
    if (!reader.take(':')) {
      stride = compact_col_major(shape);
    } else if (!reader.tuple(stride)) {
      return reader.done(made.value);
    }
    made = make_layout(shape, stride);
    if (!made)
      reader.fail(detail::expected(made.refusal.condition),
                  made.refusal.condition == Condition::congruent ? colon : 0);
  }
  return reader.done(made.value);
}

/// A layout literal. Wrong text does not compile in a constant, where the error names the column and what was
/// expected there; at run time it is printed with both, and the program ends.
constexpr Layout<std::int64_t> layout(std::string_view text) {
  auto const parsed = parse_layout(text);
  if (!parsed) detail::refuse_text(parsed, text);
  return parsed.value;
}

/// A literal of a shape, a stride or a coordinate; wrong text ends as layout()'s does.
constexpr IntTuple<std::int64_t> tuple(std::string_view text) {
  auto const parsed = parse_tuple(text);
  if (!parsed) detail::refuse_text(parsed, text);
  return parsed.value;
}

}  // namespace colex
