// SPDX-License-Identifier: MIT
// Composition where all extents and strides are powers of two, as tiles of kernels have them: composition()'s answer, sooner.
//
//   static_assert(*composition_of_powers(layout("(8,8):(8,1)"), layout("(4,8):(2,8)")) == layout("(4,8):(16,1)"));
//   static_assert(*composition_of_powers(layout("(4,6,8,10):(2,3,5,7)"), layout("6:12")) == layout("(2,3):(9,5)"));
//
// The same steps run on exponents (power_of_two.hpp). Modes of B that share no bit of the index never carry: one AND of masks
// decides it, and where a bit is shared, or a number is no power of two, composition() is asked.
// The steps are proved for all integers, and these numbers compared with integers on every pair. No theorem says that both
// answer alike: a property does (tests/powers).
#pragma once

#include "colex/composition.hpp"
#include "colex/power_of_two.hpp"

namespace colex {

namespace detail {

/// An extent times its stride is at most 2^56 here, and 32 of these keep the limits.
inline constexpr int kMostExponent = 56;

/// A mode as powers of two; false where the extent is below 2, the stride below 1 or one of them none, and near the limits.
constexpr bool as_powers(Mode<PowerOfTwo>& out, Mode<std::int64_t> const& m) {
  auto const shape = static_cast<std::uint64_t>(m.shape), stride = static_cast<std::uint64_t>(m.stride);
  if (((shape & (shape - 1)) | (stride & (stride - 1))) != 0 || shape < 2 || stride == 0) return false;
  int const extent = __builtin_ctzll(shape), step = __builtin_ctzll(stride);
  out = {PowerOfTwo::to_the(extent), PowerOfTwo::to_the(step)};
  return extent + step <= kMostExponent;
}

/// A coalesced; false where as_powers() is, and beyond 2^56 points.
constexpr bool coalesce_powers(List<Mode<PowerOfTwo>>& out, List<Mode<std::int64_t>> const& modes) {
  List<Mode<PowerOfTwo>> all;
  int points = 0;
  for (auto const& m : modes) {
    Mode<PowerOfTwo> power{};
    if (!as_powers(power, m)) return false;
    points += power.shape.exponent();
    all.push(power);
  }
  coalesce_onto(out, all.count, all);
  return points <= kMostExponent;
}
/// Pushes a mode; false near the limits.
constexpr bool put(List<Mode<std::int64_t>>& out, Mode<PowerOfTwo> const& m) {
  int const shape = m.shape.exponent();
  if (shape > kMostExponent || shape + m.stride.exponent() > kMostExponent) return false;
  out.push({*m.shape, *m.stride});
  return true;
}
/// textbook_onto() of a mode of B of two points at least, in which nothing is refused; false near the limits.
constexpr bool powers_onto(List<Mode<std::int64_t>>& out, List<Mode<PowerOfTwo>> const& outer,
                           Mode<PowerOfTwo> const& b) {
  List<Mode<PowerOfTwo>> emitted, joined;
  FoldEnd<Mode<PowerOfTwo>, PowerOfTwo> end{b, {}};
  fold_onto(emitted, end, outer.count - 1, outer,
            [](Mode<PowerOfTwo> const& rest, Mode<PowerOfTwo> const& mode) {
              return composition_step(rest, mode);
            });
  if (end.refusal.condition != Condition::none) return false;
  if (!(end.state.shape == PowerOfTwo(1)))
    emitted.push({end.state.shape, end.state.stride * outer.back().stride});
  if (emitted.count == 1) return put(out, emitted[0]);
  coalesce_onto(joined, emitted.count, emitted);
  for (auto const& m : joined)
    if (!put(out, m)) return false;
  return true;
}
/// A o B in `r`, which is empty; false where composition() is to be asked.
constexpr bool compose_powers(Layout<std::int64_t>& r, Layout<std::int64_t> const& a,
                              Layout<std::int64_t> const& b) {
  List<Mode<PowerOfTwo>> outer;
  if (a.overfull() || b.overfull() || a.leaves.count == 0 || !coalesce_powers(outer, a.leaves)) return false;
  std::uint64_t taken = 0;  // bits of the index; and how many there are
  int points = 0;
  for (int n = 0, k = 0; n < b.profile.count; ++n) {
    if (b.profile.node[n] != 0) {
      r.profile.push(b.profile.node[n]);
      continue;
    }
    Mode<PowerOfTwo> mode{};
    if (!as_powers(mode, b.leaves[k])) return false;
    std::uint64_t const bits = static_cast<std::uint64_t>(b.leaves[k].shape - 1) << mode.stride.exponent();
    points += mode.shape.exponent();
    if ((taken & bits) != 0 || points > kMostExponent) return false;
    taken |= bits;
    ++k;
    int const before = r.leaves.count;
    if (!powers_onto(r.leaves, outer, mode)) return false;
    int const modes = r.leaves.count - before;
    if (modes != 1) r.profile.tuple(modes);
    for (int j = 0; j < modes; ++j) r.profile.leaf();
  }
  return !r.overfull();
}

}  // namespace detail

/// composition(a, b), whatever the numbers are.
constexpr Result<Layout<std::int64_t>> composition_of_powers(Layout<std::int64_t> const& a,
                                                             Layout<std::int64_t> const& b) {
  Result<Layout<std::int64_t>> r;
  r.value.clear();
  if (!detail::compose_powers(r.value, a, b)) r = composition(a, b);
  return r;
}

}  // namespace colex
