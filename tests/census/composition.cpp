// SPDX-License-Identifier: MIT
// Census of composition of two layouts: it answers exactly where a layout nested as B gives A(B(i)).
#include "census/census.hpp"

namespace census {
namespace {

template <Domain domain>
void judge(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  Table const f = table(b), want = after(a.leaves, f);
  auto const r = planting(composition(a, b, domain));
  bool const inside = domain == Domain::extend_last || f.top() < size(a);
  bool right = r && inside && table(r.value) == want && rank(r.value) >= rank(b);
  if (b.leaves.count > 1)  // mode by mode as B
    for (int k = 0; right && k < rank(b); ++k) right = size(entry(r.value, k)) == b.leaves[k].shape;
  count.record({bool(r), right, inside && composable(a.leaves, b, want), r.refusal.condition}, a, b);
}

template <Domain domain>
void one_mode(Count& count, Share& share) {
  every_layout(share, 3, {0, 12, true}, [&](Layout<Int> const& a) {
    every_mode({}, true, [&](Mode<Int> const& m) { judge<domain>(count, a, leaf(m)); });
  });
}
template <Domain domain>
void two_modes(Count& count, Share& share) {
  every_layout(share, 2, {0, 6, true}, [&](Layout<Int> const& a) {
    every_layout_of_rank(2, {0, 8}, [&](Layout<Int> const& b) { judge<domain>(count, a, b); });
  });
}

}  // namespace

Operations composition_operations() {
  constexpr auto extend = Domain::extend_last, bounded = Domain::bounded;
  constexpr char const* single = "A rank <= 3, B one mode, strides 0..12";
  constexpr char const* several = "A rank <= 2, strides 0..6; B rank 2, strides 0..8";
  return {{"composition, one mode", single, Refusals::exact, one_mode<extend>,
           [](Count& c, Random& r) { judge<extend>(c, r.either(8, 30, true), r.mode(24, 40)); }},
          {"composition, modes", several, Refusals::exact, two_modes<extend>,
           [](Count& c, Random& r) { judge<extend>(c, r.either(8, 30, true), r.either(6, 40)); }},
          {"bounded, one mode", single, Refusals::exact, one_mode<bounded>,
           [](Count& c, Random& r) { judge<bounded>(c, r.either(8, 30, true), r.mode(16, 12)); }},
          {"bounded, modes", several, Refusals::exact, two_modes<bounded>,
           [](Count& c, Random& r) { judge<bounded>(c, r.either(8, 30, true), r.either(6, 10)); }}};
}

}  // namespace census
