// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "colex/inverse.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// L and the gaps it leaves below its reach, side by side.
template <Number Int>
List<Mode<Int>> with_gaps(Layout<Int> const& l) {
  List<Mode<Int>> modes = l.leaves;
  auto const gaps = complement_gaps(l, least_cotarget(l), Cover::disjoint);
  for (auto const& g : gaps.value) modes.push(g);
  return modes;
}
/// right_inverse() without its last coalesce, which changes no value inside.
template <Number Int>
List<Mode<Int>> inverse_modes(List<Mode<Int>> const& modes) {
  List<Mode<Int>> positions, sorted = modes;
  Int points(1), reach(1);
  for (auto const& m : modes) {
    positions.push({points, m.stride});
    points = points * m.shape;
  }
  sort_by_stride(positions);
  sort_by_stride(sorted);
  List<Mode<Int>> r;
  for (int k = 0; k < sorted.count; ++k) {
    auto const s = right_inverse_step(reach, sorted[k], positions[k].shape);
    if (s.emits) r.push(s.mode);
    reach = s.state;
  }
  return r;
}

void refute(Refutation& r) {
  Integer const d0 = r.integer("d0"), d1 = r.integer("d1");
  r.part({d0 >= Integer(1), d1 >= d0 + d0}, [&] {  // injective: the second stride is past the first mode
    auto const l = square(d0, d1);
    auto const modes = inverse_modes(with_gaps(l));
    for (int i = 0; i < 4; ++i) {
      Integer const at = evaluate(l, Integer(i));
      r.claim(evaluate_extended(modes, at) == Integer(i));
    }
  });
}

std::string replay(Model const& m) {
  auto const l = square(value(m, "d0"), value(m, "d1"));
  auto const r = right_inverse(flat(with_gaps(l)));
  if (!r) return "";
  for (std::int64_t i = 0; i < 4; ++i)
    if (std::int64_t const got = evaluate_extended(r->leaves, evaluate(l, i)); got != i)
      return says("L = ", l, " is injective, R = ", *r, ": R(L(", i, ")) = R(", evaluate(l, i), ") = ", got);
  return "";
}

}  // namespace

RefutedClaim inverting_with_the_complement_inverts() {
  return {"inverting_with_the_complement_inverts",
          "the right inverse of (L, complement of L) is a left inverse of every injective L",
          "pycute's left_inverse and its contract R(L(i)) = i", refute, replay};
}

}  // namespace colex::sym
