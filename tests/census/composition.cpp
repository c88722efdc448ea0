// SPDX-License-Identifier: MIT
// Census of composition of two layouts: it answers exactly where a layout nested as B gives A(B(i)).
#include "census/census.hpp"

namespace census {
namespace {

/// A(i) == i A(1), below 0 as well: its last mode alone, or modes that continue each other.
bool linear(Layout<Int> const& a) {
  for (Int i = 0; i <= 2 * size(a); ++i)
    if (at(a.leaves, i) != i * at(a.leaves, 1)) return false;
  return true;
}

template <Domain domain>
void judge(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  Table const f = table(b), want = after(a.leaves, f);
  auto const r = planting(composition(a, b, domain));
  bool const below = *std::min_element(f.begin(), f.end()) < 0;
  bool const inside = domain == Domain::extend_last ? !below || linear(a) : !below && f.top() < size(a);
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
void modes(Count& count, Share& share) {
  every_pair(share, {0, 6, true}, {0, 8},
             [&](Layout<Int> const& a, Layout<Int> const& b) { judge<domain>(count, a, b); });
}

/// B one mode, or of any rank; one in eight takes A backwards.
template <Domain domain, Int shapes, Int strides, bool single>
void random_case(Count& count, Random& random) {
  auto const a = random.either(8, 30, true);
  auto b = single ? random.mode(shapes, strides) : random.either(shapes, strides);
  if (random.below(8) == 0) b.leaves[0].stride *= -1;
  judge<domain>(count, a, b);
}

}  // namespace

Operations composition_operations() {
  constexpr auto extend = Domain::extend_last, bounded = Domain::bounded;
  constexpr char const* single = "A rank <= 3, B one mode, strides 0..12";
  char const* const several = range_of_pairs("A rank <= 2, strides 0..6; B rank 2, strides 0..8");
  return {
      {"composition, one mode", single, Refusals::exact, one_mode<extend>, random_case<extend, 24, 40, true>},
      {"bounded, one mode", single, Refusals::exact, one_mode<bounded>, random_case<bounded, 16, 12, true>},
      {"composition, modes", several, Refusals::exact, modes<extend>, random_case<extend, 6, 40, false>},
      {"bounded, modes", several, Refusals::exact, modes<bounded>, random_case<bounded, 6, 10, false>}};
}

}  // namespace census
