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

/// Reads from left to right. A call costs a compiler microseconds in a constant: there is none for a character.
struct Reader {
  char const* text;
  std::size_t size, at = 0;
  char const* message = nullptr;
  std::size_t failed_at = 0;

  constexpr explicit Reader(std::string_view t) : text(t.data()), size(t.size()) {}
  constexpr bool fail(Expected e) { return fail(e, at); }
  constexpr bool fail(Expected e, std::size_t where) {
    if (message == nullptr) {
      message = words(e);
      failed_at = where;
    }
    return false;
  }
  constexpr void skip_blanks() {
    while (at < size && (text[at] == ' ' || text[at] == '\t')) ++at;
  }
  constexpr bool take(char c) {
    skip_blanks();
    if (at == size || text[at] != c) return false;
    ++at;
    return true;
  }

  constexpr bool integer(std::int64_t& value) {
    if (at < size && (text[at] == '_' || text[at] == '-')) {
      take('_');
      bool const negative = take('-');
      skip_blanks();
      if (!digits(value)) return false;
      if (negative) value = -value;
      return true;
    }
    return digits(value);
  }
  constexpr bool digits(std::int64_t& value) {
    std::size_t const start = at;
    for (value = 0; at < size && text[at] >= '0' && text[at] <= '9'; ++at) {
      auto const longer = read_digit<std::int64_t>(value, text[at] - '0');
      if (longer.refusal.condition != Condition::none) return fail(Expected::integer_within_2_62, start);
      value = longer.value;
    }
    return at > start || fail(Expected::integer_or_parenthesis);
  }

  /// Precondition: `out` has no node and no leaf.
  constexpr bool tuple(IntTuple<std::int64_t>& out) {
    int open[kMaxNodes], depth = 0;  // the nodes of the tuples that are not closed
    Profile& tree = out.profile;
    for (;;) {  // an entry, and what closes behind it
      skip_blanks();
      bool const opens = at < size && text[at] == '(';
      std::int64_t value = 0;
      if (!opens && !integer(value)) return false;
      if (tree.count == kMaxNodes || (!opens && out.leaves.count == kMaxLeaves))
        return fail(Expected::at_most_32_leaves_and_64_nodes);
      tree.node[tree.count] = opens;
      if (opens) {
        ++at;
        open[depth++] = tree.count++;
        if (!take(')')) continue;
        --depth;
      } else {
        ++tree.count;
        out.leaves.item[out.leaves.count++] = value;
      }
      for (;; ++at) {
        if (depth == 0) return true;
        skip_blanks();
        ++tree.node[open[depth - 1]];
        if (at == size || (text[at] != ',' && text[at] != ')')) return fail(Expected::comma_or_parenthesis);
        if (text[at] == ',') break;
        --depth;
      }
      ++at;
    }
  }

  template <class T>
  constexpr Parsed<T> wrong() const {
    return {{}, message, static_cast<int>(failed_at) + 1};
  }
  template <class T>
  constexpr Parsed<T> done(T const& value) {
    skip_blanks();
    if (at != size) fail(Expected::end_of_text);
    if (message != nullptr) return wrong<T>();
    return {value};
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
  return reader.tuple(value) ? reader.done(value) : reader.wrong<IntTuple<std::int64_t>>();
}

/// A layout, `shape:stride` or a bare shape.
constexpr Parsed<Layout<std::int64_t>> parse_layout(std::string_view text) {
  detail::Reader reader{text};
  IntTuple<std::int64_t> shape{{}, {}}, stride{{}, {}};
  if (!reader.tuple(shape)) return reader.wrong<Layout<std::int64_t>>();
  for (int k = 0; k < shape.leaves.count; ++k)
    if (shape.leaves.item[k] < 1) reader.fail(Expected::positive_extents, 0);
  reader.skip_blanks();
  std::size_t const colon = reader.at;
  if (!reader.take(':')) {
    stride = compact_col_major(shape);
  } else if (!reader.tuple(stride)) {
    return reader.wrong<Layout<std::int64_t>>();
  }
  auto const made = make_layout(shape, stride);
  if (!made)
    reader.fail(detail::expected(made.refusal.condition),
                made.refusal.condition == Condition::congruent ? colon : 0);
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
