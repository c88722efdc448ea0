// SPDX-License-Identifier: MIT
// What an operation answers, as text that is the same in every number system: a value, or the refusal with
// its condition, modes, numbers and witness.
//
//   say(complement(layout("8:2"), 32))   (2,2):(1,16)
//   say(complement(layout("4:3"), 16))   refused: cotarget_divides, modes -1 -1, 12 16
#pragma once

#include <string>

#include "colex/composition.hpp"
#include "colex/slice.hpp"
#include "colex/testing/show.hpp"

namespace colex::props {

/// The 64-bit integer that a number is; each number system adds its own overload.
inline std::int64_t to_int64(std::int64_t x) { return x; }

template <Number Int>
std::string say(Int const& x) {
  return std::to_string(to_int64(x));
}
inline std::string say(bool yes) { return yes ? "yes" : "no"; }

/// A tree that has outgrown its capacity has no text; operations of the table refuse it.
template <Number Int>
std::string say(Layout<Int> const& l) {
  if (l.overfull()) return "overfull";
  return text(transform(l, [](Mode<Int> const& m) {
    return Mode<std::int64_t>{to_int64(m.shape), to_int64(m.stride)};
  }));
}
template <Number Int>
std::string say(List<Mode<Int>> const& modes) {
  return say(flat(modes));
}
template <Number Int>
std::string say(IntTuple<Int> const& t) {
  return say(transform(t, [](Int const& x) { return Mode<Int>{x, Int(0)}; }));
}

/// "yes" where nothing is violated: the answer of a decision.
template <Number Int>
std::string say(Refusal<Int> const& why) {
  if (why.condition == Condition::none) return "yes";
  std::string r = std::string("refused: ") + name(why.condition);
  r += ", modes " + std::to_string(why.modes[0]) + " " + std::to_string(why.modes[1]);
  r += ", " + say(why.left) + " " + say(why.right);
  if (why.has_witness) r += ", at " + say(why.index) + " " + say(why.got) + " for " + say(why.want);
  return r;
}
template <Number Int>
std::string say(Composition<Int> const& c) {
  return say(c.layout) + (c.admissible == Admissible::textbook ? ", textbook" : ", representable");
}
template <Number Int>
std::string say(Placed<Int> const& placed) {
  return say(placed.layout) + " at " + say(placed.offset);
}

template <class T, Number Int>
std::string say(Result<T, Int> const& r) {
  return r ? say(r.value) : say(r.refusal);
}

}  // namespace colex::props
