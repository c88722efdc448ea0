// SPDX-License-Identifier: MIT
// The text form, written: into anything that takes characters with push_back, at run time or as a constant.
//
//   constexpr auto written = to_fixed_text([] { return layout("4:-3"); });
//   static_assert(std::string_view(written.text) == "4:-3");
//
// A Text is a template argument, so that a compiler's message can show a layout as one writes it.
#pragma once

#include <cstddef>

#include "colex/digits.hpp"
#include "colex/layout.hpp"

namespace colex {

/// Leaves of any type that has a write() of its own.
template <class Out, class T>
constexpr Place write(Out& out, Nested<T> const& tuple, Place at) {
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
/// parse_tuple() reads a tuple of integers back.
template <class Out, class T>
constexpr void write(Out& out, Nested<T> const& tuple) {
  write(out, tuple, Place{});
}
/// parse_layout() reads a layout of integers back.
template <class Out, class T>
constexpr void write(Out& out, Nested<Mode<T>> const& layout) {
  write(out, shape(layout));
  out.push_back(':');
  write(out, stride(layout));
}

/// The value, or the sentence of the refusal.
template <class Out, class T>
constexpr void write(Out& out, Result<T, std::int64_t> const& result) {
  if (result) {
    write(out, result.value);
  } else {
    write(out, result.refusal);
  }
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
