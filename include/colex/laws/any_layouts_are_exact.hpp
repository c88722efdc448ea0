// SPDX-License-Identifier: MIT
// Law: what is said of a layout behind a swizzle or a map over GF(2) is true of its values.
#pragma once

#include "colex/any_inverse.hpp"
#include "colex/any_recast.hpp"
#include "colex/composed_domain.hpp"

namespace colex::laws {

struct any_layouts_are_exact {
  static constexpr char const* statement =
      "for layouts A and B of any kind: injective, surjective, bijective, contiguous and get_1d_coord say "
      "what "
      "is so of "
      "their values; simplest(A) and A o B have the values of A and of A(B(i)), and where A o B is refused "
      "as "
      "linear neither a layout behind a swizzle nor a map has them; right_inverse, left_inverse, nullspace, "
      "max_common_layout, upcast, downcast and position_independent satisfy what they promise; append(A, X) "
      "is "
      "answered exactly where the outer map takes every offset";
  static constexpr char const* source = "T60; CuTe's ComposedLayout; Triton's LinearLayout";

  using Int = std::int64_t;
  /// Each compares an answer with values only; `points` and offsets are enumerated.
  static constexpr bool same(AnyLayout const& a, AnyLayout const& b) {
    if (size(a) != size(b)) return false;
    for (Int i = 0; i < size(a); ++i)
      if (a(i) != b(i)) return false;
    return true;
  }
  static constexpr bool has(AnyLayout const& c, Int offset) {
    for (Int i = 0; i < size(c); ++i)
      if (c(i) == offset) return true;
    return false;
  }
  static constexpr Int top(AnyLayout const& c) {
    Int r = 0;
    for (Int i = 0; i < size(c); ++i)
      if (c(i) > r) r = c(i);
    return r;
  }
  /// injective(), surjective() and bijective() onto [0, M), contiguous(), get_1d_coord() of every offset below M.
  static constexpr bool decided(AnyLayout const& c, Int m) {
    bool once = true, onto = true, below = true, whole = true;
    for (Int i = 0; i < size(c); ++i) {
      below = below && c(i) < m;
      for (Int j = 0; j < i; ++j) once = once && c(i) != c(j);
    }
    for (Int v = 0; v < m; ++v) onto = onto && has(c, v);
    for (Int v = 0; v < top(c); ++v) whole = whole && has(c, v);
    auto const one = injective(c);
    if (one.condition != (once ? Condition::none : Condition::injective)) return false;
    if (!once && !(one.left < one.right && one.right < size(c) && c(one.left) == c(one.right))) return false;
    auto const all = surjective(c, m);
    if (all.condition != (onto ? Condition::none : Condition::surjective)) return false;
    if (!onto && (all.left < 0 || all.left >= m || has(c, all.left))) return false;
    if ((bijective(c, m).condition == Condition::none) != (once && onto && below)) return false;
    if ((contiguous(c).condition == Condition::none) != whole) return false;
    for (Int v = 0; v < m; ++v) {
      auto const at = get_1d_coord(c, v);
      if (at ? !(at.value >= 0 && at.value < size(c) && c(at.value) == v)
             : at.refusal.condition != Condition::surjective || has(c, v))
        return false;
    }
    return true;
  }
  /// composition(a, b), where it answers; b's values lie in a's domain, or a's last mode runs on.
  static constexpr bool composed(AnyLayout const& a, AnyLayout const& b) {
    auto const r = composition(a, b);
    if (!r) return true;
    if (size(*r) != size(b)) return false;
    for (Int i = 0; i < size(b); ++i)
      if ((*r)(i) != a.outer(a.offset + evaluate_extended(a.inner.leaves, b(i)))) return false;
    return true;
  }
  /// append(c, x): its values, or a refusal where the outer map does not take an argument. Points are enumerated.
  static constexpr bool grown(AnyLayout const& c, Layout<Int> const& x) {
    auto const r = append(c, x);
    auto const inner = append(c.inner, x);
    bool takes = true, same = true;
    for (Int i = 0; i < size(inner); ++i) {
      Int const at = c.offset + evaluate(inner, i);
      bool const one = at >= 0 && (!c.outer.is_map || at >> c.outer.map.inputs == 0);
      takes = takes && one;
      same = same && (!one || !r || (*r)(i) == c.outer(at));
    }
    return bool(r) == takes && same;
  }
  /// right_inverse(), left_inverse() and nullspace(), where they answer.
  static constexpr bool inverted(AnyLayout const& c) {
    if (auto const r = right_inverse(c)) {
      for (Int k = 0; k < size(*r); ++k)
        if ((*r)(k) < 0 || (*r)(k) >= size(c) || c((*r)(k)) != k) return false;
      if (affine_bits(c) && has(c, size(*r))) return false;
    } else if (r.refusal.condition == Condition::surjective && has(c, 0)) {
      return false;
    }
    if (auto const r = left_inverse(c)) {
      for (Int i = 0; i < size(c); ++i)
        if (r->outer(r->offset + evaluate_extended(r->inner.leaves, c(i))) != i) return false;
    } else if (r.refusal.condition == Condition::injective && injective(c).condition == Condition::none) {
      return false;
    }
    auto const n = nullspace(c);
    if (!n) return n.refusal.condition != Condition::starts_at_zero || c(0) != 0;
    Int listed = 0;
    for (Int i = 0; i < size(c); ++i)
      if (c(i) == 0 && (listed == size(*n) || (*n)(listed++) != i)) return false;
    return listed == size(*n);
  }
  /// max_common_layout(), where it answers.
  static constexpr bool common(AnyLayout const& a, AnyLayout const& b) {
    auto const r = max_common_layout(a, b);
    auto const at_both = [&](Int offset) {
      for (Int i = 0; i < size(a) && i < size(b); ++i)
        if (a(i) == offset && b(i) == offset) return true;
      return false;
    };
    if (!r) return r.refusal.condition != Condition::surjective || !at_both(0);
    for (Int k = 0; k < size(*r); ++k)
      if (a((*r)(k)) != k || b((*r)(k)) != k) return false;
    return !(affine_bits(a) && affine_bits(b) && at_both(size(*r)));
  }
  /// upcast(), downcast() by n, and position_independent(), where they answer.
  static constexpr bool recounted(AnyLayout const& c, Int n) {
    if (auto const up = upcast(c, n)) {
      for (Int i = 0; i < size(c); ++i)
        if (!has(*up, c(i) / n)) return false;
      for (Int i = 0; i < size(*up); ++i) {
        bool found = false;
        for (Int j = 0; j < size(c); ++j) found = found || c(j) / n == (*up)(i);
        if (!found) return false;
      }
    }
    if (auto const down = downcast(c, n)) {
      auto const back = upcast(*down, n);
      if (!back || !same(*back, c)) return false;
    }
    auto const at = position_independent(c);
    if (!at) return c.outer.is_map;
    for (Int i = 0; i < size(c); ++i)
      if (at->offset + at->layout(i) != c(i)) return false;
    return true;
  }
};

}  // namespace colex::laws
