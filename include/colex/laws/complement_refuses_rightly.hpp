// SPDX-License-Identifier: MIT
// Law: where complement refuses, there is nothing to find: no layout, and no set of offsets at all, completes
// A to [0, M).   (2,2):(1,3) fills 0 1 3 4 and then 2 3 5 6: 3 twice.   4:3 fits no [0, 16).
#pragma once

#include "colex/complement.hpp"

namespace colex::laws {

struct complement_refuses_rightly {
  static constexpr char const* statement =
      "where complement(A, M) is refused, no set C of offsets with 0 in it makes (i, c) -> A(i) + c a "
      "bijection "
      "[0,|A|) x C -> [0, M), so no layout does";
  static constexpr char const* source =
      "Colfax, arXiv:2601.05972, 2.1.6.21 and 2.1.6.25, there for layouts; de Bruijn, On number systems, "
      "1956";

  /// A refusal that says something about A and M, not about limits.
  static constexpr bool says_no(Condition why) {
    return why == Condition::stride_positive || why == Condition::stride_divides ||
           why == Condition::cotarget_divides;
  }

  /// Checked by enumeration; vacuously true where complement answers or stops at a limit. The least offset not
  /// yet met is met by a copy of A that starts there, so one C is to be tried. `hits`: M zeroed bytes of scratch.
  static constexpr bool holds(Layout<std::int64_t> const& a, std::int64_t cotarget, unsigned char* hits) {
    auto const r = complement(a, cotarget);
    if (r || !says_no(r.refusal.condition)) return true;
    for (std::int64_t c = 0; c < cotarget; ++c) {
      if (hits[c] != 0) continue;
      for (std::int64_t i = 0; i < size(a); ++i) {
        std::int64_t const at = c + evaluate(a, i);
        if (at < 0 || at >= cotarget || hits[at]++ != 0) return true;
      }
    }
    return false;
  }

  /// The condition for one pair of modes, without an order: one's reach divides the other's stride.
  template <Number Int>
  static constexpr auto pair_divides(Mode<Int> const& a, Mode<Int> const& b) {
    return either(b.stride % (a.shape * a.stride) == Int(0), a.stride % (b.shape * b.stride) == Int(0));
  }

  /// Two pairs of an index of A and an offset of C with one sum: f is A, `in` says what is in C.
  template <class F, class In, Number Int>
  static constexpr auto collide(F f, In in, Int const& i, Int const& c, Int const& j, Int const& d) {
    return both(in(c), in(d), f(i) + c == f(j) + d, i != j);
  }
};

}  // namespace colex::laws
