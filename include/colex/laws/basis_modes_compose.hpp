// SPDX-License-Identifier: MIT
// Law: a mode of B that counts along one mode of A composes with that mode alone.   (4,8):(1,40) o 4:2E<1> is
// 8:40 o 4:2, which is 4:80; and so is (4,8):(1,40) o 4:8, since 2E<1> is at index 2 * 4.
#pragma once

#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/structure.hpp"

namespace colex::laws {

struct basis_modes_compose {
  static constexpr char const* statement =
      "A o (s:a*E<k>) = A_k o (s:a); it is A o (s:a*P) as well, P the points before A_k, where a*(s-1) is an "
      "index of A_k, and one is answered where the other is";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.3";

  /// The coordinate x*E<k> of A: x in mode k, 0 in the others; A has one mode or more.
  template <Number Int>
  static constexpr IntTuple<Int> along(Layout<Int> const& a, int k, Int const& x) {
    if (a.profile.is_leaf({})) return leaf(x);
    auto r = open<Int>(rank(a));
    for (int j = 0; j < rank(a); ++j) graft(r, leaf(j == k ? x : Int(0)));
    return r;
  }
  /// The points of the modes before A_k.
  template <Number Int>
  static constexpr Int points_before(Layout<Int> const& a, int k) {
    Int points(1);
    for (int j = 0; j < k; ++j) points = points * size(entry(a, j));
    return points;
  }
  static constexpr bool gave_up(Condition why) {
    return why == Condition::overflow || why == Condition::capacity || why == Condition::undecided;
  }

  /// At one 0 <= i < by.shape, by = s:a. Preconditions: 0 <= k < rank(A), a >= 0.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, int k, Mode<Int> const& by, Int const& i) {
    auto const mode = entry(a, k);
    auto const alone = composition(mode, leaf(by));
    if (alone && !(evaluate(a, along(a, k, i * by.stride)) == evaluate(alone.value, i))) return false;
    if ((by.shape - Int(1)) * by.stride >= size(mode)) return true;
    Int const place = points_before(a, k);
    if (!product_fits(place, by.stride)) return true;
    auto const whole = composition(a, leaf(Mode<Int>{by.shape, by.stride * place}));
    if (!alone || !whole)
      return bool(alone) == bool(whole) || gave_up(alone.refusal.condition) ||
             gave_up(whole.refusal.condition);
    return bool(evaluate(whole.value, i) == evaluate(alone.value, i));
  }
};

}  // namespace colex::laws
