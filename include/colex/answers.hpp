// SPDX-License-Identifier: MIT
// The text form of the answers that are no layout, tuple or number, written.
//
//   constexpr auto said = to_fixed_text([] { return equal(layout("4:1"), layout("2:1")); });
//   static_assert(std::string_view(said.text) == "no, of other sizes");
//
// They read as the tool's answers do.
#pragma once

#include "colex/any_recast.hpp"
#include "colex/equal.hpp"
#include "colex/notation.hpp"
#include "colex/refinement.hpp"

namespace colex {

template <class Out>
constexpr void write(Out& out, Admissible value) {
  constexpr char const* names[] = {"textbook", "representable", "no"};
  write(out, names[static_cast<int>(value)]);
}

template <class Out>
constexpr void write(Out& out, Equality<std::int64_t> const& e) {
  if (e.equal) return write(out, "yes");
  if (!e.same_size) return write(out, "no, of other sizes");
  detail::write_all(out, "no, first difference at index ", e.index, " (", e.left, " against ", e.right, ")");
}
template <class Out>
constexpr void write(Out& out, ComposedEquality<std::int64_t> const& e) {
  write(out, e.equal ? "yes" : "no");
  if (!e.equal && e.index > 0) detail::write_all(out, ", a difference at index ", e.index);
}

template <class Out>
constexpr void write(Out& out, Alike<std::int64_t> const& both) {
  detail::write_all(out, "(", both.a, ",", both.b, ")");
}

template <class Out>
constexpr void write(Out& out, PlacedAny const& placed) {
  detail::write_all(out, placed.layout, " at ", placed.offset);
}

/// The map, and what is XORed to its values.
template <class Out>
constexpr void write(Out& out, AffineBits const& affine) {
  detail::write_all(out, affine.map, " ^ ", affine.at_zero);
}

}  // namespace colex
