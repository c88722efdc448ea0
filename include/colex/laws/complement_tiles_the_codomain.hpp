// SPDX-License-Identifier: MIT
// Law: every offset in [0, M) is A(i) + R(j) for exactly one pair (i, j), where R = complement(A, M); and
// where complement refuses, no R does that.   8:2 and (2,2):(1,16) tile [0, 32);  4:3 tiles no [0, 16).
#pragma once

#include "colex/complement.hpp"

namespace colex::laws {

struct complement_tiles_the_codomain {
  static constexpr char const* statement =
      "(i, j) -> A(i) + R(j), R = complement(A, M), is a bijection [0,|A|) x [0,|R|) -> [0, M)";
  static constexpr char const* source = "Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21-31";

  /// The condition under which a complement exists, stated without an order: of any two modes, one's reach
  /// divides the other's stride, and every reach divides M. Extent-1 modes do not count.
  template <Number Int>
  static constexpr bool admissible(Layout<Int> const& a, Int const& cotarget) {
    auto const& m = a.leaves;
    for (int i = 0; i < m.count; ++i) {
      if (m[i].shape == Int(1)) continue;
      if (m[i].stride < Int(1)) return false;
      if (cotarget % (m[i].shape * m[i].stride) != Int(0)) return false;
      for (int j = i + 1; j < m.count; ++j)
        if (m[j].shape != Int(1) && m[j].stride > Int(0) &&
            m[j].stride % (m[i].shape * m[i].stride) != Int(0) &&
            m[i].stride % (m[j].shape * m[j].stride) != Int(0))
          return false;
    }
    return true;
  }

  /// Enumerates: complement() answers exactly when admissible() says so, and then each offset is hit once.
  /// `hits` is scratch of at least M zeroed bytes.
  static constexpr bool holds(Layout<std::int64_t> const& a, std::int64_t cotarget, unsigned char* hits) {
    auto const r = complement(a, cotarget);
    if (bool(r) != admissible(a, cotarget)) return false;
    if (!r) return true;
    if (size(a) * size(*r) != cotarget) return false;
    for (std::int64_t i = 0; i < size(a); ++i)
      for (std::int64_t j = 0; j < size(*r); ++j) {
        std::int64_t const offset = evaluate(a, i) + evaluate(*r, j);
        if (offset < 0 || offset >= cotarget || hits[offset]++ != 0) return false;
      }
    return true;
  }

  /// The induction step. The modes passed and the gaps emitted fill [0, reach); a point `p` of it, a digit
  /// `u` of the gap and a digit `w` of the mode make the offset v: v lies in [0, new reach), and p, u, w are
  /// read back from v. Preconditions: 0 <= p < reach, 0 <= u < gap, 0 <= w < mode.shape, the step does not
  /// refuse.
  template <Number Int>
  static constexpr auto step_keeps(Int const& reach, Mode<Int> const& mode, Int const& p, Int const& u,
                                   Int const& w, Step<Int, Int> const& step) {
    Int const v = p + u * step.mode.stride + w * mode.stride;
    return both(v >= Int(0), v < step.state, v % reach == p, (v / reach) % step.mode.shape == u,
                v / mode.stride == w);
  }
  template <Number Int>
  static constexpr auto step_holds(Int const& reach, Mode<Int> const& mode, Int const& p, Int const& u,
                                   Int const& w) {
    return step_keeps(reach, mode, p, u, w, complement_step(reach, mode));
  }
};

}  // namespace colex::laws
