// SPDX-License-Identifier: MIT
// Integers and words, written into anything that takes characters with push_back. Nothing is allocated.
//
//   static_assert(colex::written_digit<std::int64_t>(-417, 10) == 1);
#pragma once

#include <string_view>

#include "colex/number.hpp"

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
constexpr void write(Out& out, std::string_view words) {
  for (char const c : words) out.push_back(c);
}
template <class Out, std::same_as<bool> Truth>
constexpr void write(Out& out, Truth value) {
  write(out, std::string_view(value ? "yes" : "no"));
}

namespace detail {
/// Writes the pieces one after the other.
template <class Out, class... Pieces>
constexpr void write_all(Out& out, Pieces const&... pieces) {
  (write(out, pieces), ...);
}
}  // namespace detail

}  // namespace colex
