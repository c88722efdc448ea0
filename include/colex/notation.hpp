// SPDX-License-Identifier: MIT
// The text form of what is more than a layout of integers, written: tilers, slicing coordinates, swizzled
// layouts and layouts of coordinates.
//
//   identity_layout((4,8)) == (4,8):(1@0,1@1)
//   static_assert(std::string_view(to_fixed_text([] { return keep<std::int64_t>(); }).text) == "_");
//
// A tiler is `<4:1,_>`, a slicing coordinate `(_,2)`, a swizzled layout `Sw<3,4,3> o 0 o (8,8):(8,1)`.
#pragma once

#include "colex/any_layout.hpp"
#include "colex/basis.hpp"
#include "colex/slice.hpp"
#include "colex/tiler.hpp"
#include "colex/write.hpp"

namespace colex {

template <class Out>
constexpr void write(Out& out, Underscore) {
  out.push_back('_');
}

template <class Out>
constexpr void write(Out& out, Slot<std::int64_t> const& slot) {
  if (slot.keep) {
    out.push_back('_');
  } else {
    write(out, slot.value);
  }
}

template <class Out>
constexpr void write(Out& out, Tiler<std::int64_t> const& tiler) {
  if (tiler.is_keep()) return out.push_back('_');
  if (tiler.is_tile()) return write(out, tiler.modes);
  out.push_back('<');
  for (int k = 0; k < rank(tiler.modes); ++k) {
    if (k > 0) out.push_back(',');
    write(out, entry(tiler, k));
  }
  out.push_back('>');
}

template <class Out>
constexpr void write(Out& out, Placed<std::int64_t> const& placed) {
  detail::write_all(out, placed.layout, " at ", placed.offset);
}

template <class Out>
constexpr void write(Out& out, Swizzle const& s) {
  detail::write_all(out, "Sw<", s.bits, ",", s.base, ",", s.shift, ">");
}
template <class Out>
constexpr void write(Out& out, ComposedLayout const& c) {
  detail::write_all(out, c.outer, " o ", c.offset, " o ", c.inner);
}

/// A map as the images of 1, 2, 4, ...
template <class Out>
constexpr void write(Out& out, BitMap const& m) {
  out.push_back('[');
  for (int k = 0; k < m.inputs; ++k) {
    if (k > 0) out.push_back(',');
    write(out, m.column[k]);
  }
  out.push_back(']');
}
template <class Out>
constexpr void write(Out& out, AnyLayout const& c) {
  if (is_plain(c)) return write(out, c.inner);
  if (c.outer.is_map) {
    write(out, c.outer.map);
  } else {
    write(out, c.outer.swizzle);
  }
  detail::write_all(out, " o ", c.offset, " o ", c.inner);
}

/// `2@0+1@1`, as CuTe writes basis elements; a scalar is its number.
template <class Out>
constexpr void write(Out& out, Coordinate const& value) {
  bool begun = value.scalar != 0;
  if (begun) write(out, value.scalar);
  for (int k = 0; k < kMaxBases; ++k) {
    std::int64_t const times = value.along[k];
    if (times == 0) continue;
    if (begun && times > 0) out.push_back('+');
    detail::write_all(out, times, "@", k);
    begun = true;
  }
  if (!begun) out.push_back('0');
}

}  // namespace colex
