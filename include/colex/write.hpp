// SPDX-License-Identifier: MIT
// The text form, written: into anything that takes characters with push_back, at run time or as a constant.
//
//   constexpr auto written = to_fixed_text([] { return layout("4:-3"); });
//   static_assert(std::string_view(written.text) == "4:-3");
//
// A Text is a template argument, so that a compiler's message can show a layout as one writes it.
#pragma once

#include <cstddef>

#include "colex/layout.hpp"

namespace colex {

/// The decimal digit of `value` at `unit`, a power of ten; of a negative value, the digit of its magnitude.
template <Number Int>
constexpr Int written_digit(Int const& value, Int const& unit) {
  return magnitude(value / unit % Int(10));
}

template <class Out>
constexpr void write(Out& out, std::int64_t value) {
  if (value < 0) out.push_back('-');
  std::int64_t unit = 1;
  while (value / unit >= 10 || value / unit <= -10) unit *= 10;
  for (; unit > 0; unit /= 10) out.push_back(static_cast<char>('0' + written_digit(value, unit)));
}
template <class Out>
constexpr void write(Out& out, int value) {
  write(out, std::int64_t{value});
}

template <class Out>
constexpr Place write(Out& out, IntTuple<std::int64_t> const& tuple, Place at) {
  if (tuple.profile.is_leaf(at)) {
    write(out, tuple.leaves[at.leaf]);
    return {at.node + 1, at.leaf + 1};
  }
  int const entries = tuple.profile.entries(at);
  at = tuple.profile.first(at);
  out.push_back('(');
  for (int k = 0; k < entries; ++k) {
    if (k > 0) out.push_back(',');
    at = write(out, tuple, at);
  }
  out.push_back(')');
  return at;
}
/// parse_tuple() reads it back.
template <class Out>
constexpr void write(Out& out, IntTuple<std::int64_t> const& tuple) {
  write(out, tuple, Place{});
}
/// parse_layout() reads it back.
template <class Out>
constexpr void write(Out& out, Layout<std::int64_t> const& layout) {
  write(out, shape(layout));
  out.push_back(':');
  write(out, stride(layout));
}

/// `Length` characters and a closing zero.
template <std::size_t Length>
struct Text {
  char text[Length + 1]{};
};

namespace detail {
/// Counts what is written, and keeps it where there is a place for it.
struct Characters {
  char* place = nullptr;
  std::size_t count = 0;
  constexpr void push_back(char c) {
    if (place != nullptr) place[count] = c;
    ++count;
  }
};
}  // namespace detail

/// The text of what `value()`, a stateless function, answers.
template <class F>
constexpr auto to_fixed_text(F value) {
  constexpr std::size_t length = [] {
    detail::Characters counted;
    write(counted, F{}());
    return counted.count;
  }();
  Text<length> text;
  detail::Characters out{text.text};
  write(out, value());
  return text;
}

}  // namespace colex
