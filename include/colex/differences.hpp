// SPDX-License-Identifier: MIT
// Whether two coordinates of a layout with many small modes have the same offset, by meeting in the middle.
//
//   injective((2,2,2,2):(3,5,6,9)) == no      coordinates 5 and 8 have the offset 9
//
// There the first two modes differ by 0, 2, 3, 5 or 8 at two coordinates, up or down, the other two by 0, 3, 6,
// 9 or 15; 3 is in both lists.
//
// Two coordinates with one offset differ by digits c, not all 0, with |c_k| < s_k, whose offsets add up to 0.
// What c adds over one half of the modes is what -c adds over the other. The sums of each half are walked through
// in order (sums.hpp), those up to 0, as c and -c are solutions together. The steps are the square root of the
// number of all differences, the room its fourth root.
// Source: Horowitz and Sahni, J. ACM 21 (1974), with the lists of Schroeppel and Shamir, SIAM J. Comput. 10 (1981).
// Law: injective_is_exact.
#pragma once

#include "colex/budget.hpp"
#include "colex/sums.hpp"

namespace colex::detail {

/// Two coordinates, i and j, with one offset, or i == j where none are found.
template <Number Int>
struct Collision {
  Int i{}, j{};
  /// Mode with `step` in the domain has digit c more in i than in j.
  constexpr void differ(Int const& c, Int const& step) {
    if (c > Int(0)) {
      i = i + c * step;
    } else {
      j = j - c * step;
    }
  }
};

/// A collision, or where `decided` that there is none. Neither where a budget has ended.
template <Number Int>
struct Decided {
  Collision<Int> collision{};
  bool decided = false;
};

/// Modes of more than one point, each with the distance in the domain of one step.
template <Number Int>
struct Moving {
  List<Mode<Int>> modes;
  List<Int> step;

  constexpr Moving() = default;
  constexpr explicit Moving(List<Mode<Int>> const& all) {
    Int points(1);
    for (auto const& m : all) {
      if (m.shape > Int(1)) push(m, points);
      points = points * m.shape;
    }
  }
  constexpr void push(Mode<Int> const& mode, Int const& points) {
    modes.push(mode);
    step.push(points);
  }
  /// The modes with the most points first.
  constexpr void sort() {
    for (int k = 1; k < modes.count; ++k)
      for (int j = k; j > 0 && modes[j].shape > modes[j - 1].shape; --j) {
        Mode<Int> const mode = modes[j];
        Int const distance = step[j];
        modes[j] = modes[j - 1], step[j] = step[j - 1];
        modes[j - 1] = mode, step[j - 1] = distance;
      }
  }
};

/// What the differences of two coordinates add over some modes, in order.
template <Number Int>
class Differences {
 public:
  static constexpr int kMost = 2187;  // of half of the modes here: seven of two points

  explicit constexpr Differences(Moving<Int> const& moving) : moving_(moving), sums_(twice(moving.modes)) {
    Int points(1);
    for (auto const& m : moving.modes) {
      if (!sums_.fits()) return;
      middle_ = middle_ + (m.shape - Int(1)) * m.stride;
      same_ = same_ + (m.shape - Int(1)) * points;
      points = points * (m.shape + m.shape - Int(1));
    }
  }
  constexpr bool fits() const { return sums_.fits(); }
  /// The least difference that is left; 1 where none is.
  constexpr Int value() const { return sums_.empty() ? Int(1) : sums_.top().offset - middle_; }
  constexpr void pop() { sums_.pop(); }
  /// Whether it is that of a coordinate with itself.
  constexpr bool same() const { return bool(sums_.top().place == same_); }
  /// Adds its digits, each times `sign`, to a collision.
  constexpr void give(Collision<Int>& to, Int const& sign) const {
    Int rest = sums_.top().place;
    for (int k = 0; k < moving_.modes.count; ++k) {
      Int const most = moving_.modes[k].shape - Int(1), extent = most + most + Int(1);
      to.differ(sign * (rest % extent - most), moving_.step[k]);
      rest = rest / extent;
    }
  }

 private:
  /// Digits 0 .. 2s-2 for the differences -(s-1) .. s-1.
  static constexpr List<Mode<Int>> twice(List<Mode<Int>> modes) {
    for (auto& m : modes) m.shape = m.shape + m.shape - Int(1);
    return modes;
  }
  Moving<Int> moving_;
  OrderedSums<Int, kMost> sums_;
  Int middle_{}, same_{};
};

/// The modes cut into two halves of about as many differences, and walked through from both. Not `decided` where a
/// quarter has more than kMost.
template <Number Int>
constexpr Decided<Int> met_collision(Moving<Int> moving, Work& work) {
  moving.sort();  // so that the small ones fill up
  Moving<Int> half[2];
  Int points[2] = {Int(1), Int(1)}, reach(0);
  for (int k = 0; k < moving.modes.count; ++k) {
    Mode<Int> const& m = moving.modes[k];
    int const to = points[0] <= points[1] ? 0 : 1;
    half[to].push(m, moving.step[k]);
    points[to] = points[to] * m.shape;
    reach = reach + (m.shape - Int(1)) * magnitude(m.stride);
  }
  Decided<Int> r;
  if (!product_fits(Int(2), reach)) return r;
  for (int k = 0; k < Differences<Int>::kMost && work.take(64);) k += 64;  // what the lists cost
  Differences<Int> a(half[0]), b(half[1]);
  if (!a.fits() || !b.fits()) return r;
  r.decided = true;
  while ((a.value() <= Int(0) || b.value() <= Int(0)) && work.take(2)) {
    Int const x = a.value(), y = b.value();
    auto& least = x <= y ? a : b;
    if (x == y && x < Int(0)) {
      a.give(r.collision, Int(1));
      b.give(r.collision, Int(-1));
      return r;
    }
    if (least.value() == Int(0) && !least.same()) {
      least.give(r.collision, Int(1));
      return r;
    }
    least.pop();
  }
  return r;
}

}  // namespace colex::detail
