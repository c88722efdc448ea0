// SPDX-License-Identifier: MIT
// Layouts of basis strides taken apart, one basis vector at a time: inverses, complement, products, and coordinates
// as what another layout is asked for.
//
//   right_inverse((4,5):(1@1,1@0)) == (5,4):(4,1)           the index of a coordinate, for each in a box
//   left_inverse((4,5):(2@0,2@1)) == ((2,4),(2,5)):((0,1),(0,4))
//   complement((2,5):(4@1,5@0)) == (5,4):(1@0,1@1)          what it leaves out of the least box
//   composition((4,8):(8,1), (2,4):(1@1,1@0)) == (2,4):(1,8)   what it asks for, as `Visit`
//
// A stride is a multiple of one basis vector here, so the modes along one vector are a layout of integers, and
// the proved functions answer for it. Inverses take a coordinate, one entry per basis vector.
// Source: CuTe's right_inverse, left_inverse, complement and composition of ScaledBasis.
//
// `template <class = void>`: compiled where it is called, so that including these headers costs less.
#pragma once

#include "colex/basis.hpp"
#include "colex/inverse.hpp"
#include "colex/left_inverse.hpp"
#include "colex/product.hpp"

namespace colex {

/// Basis vectors that coordinates of the layout have: one more than the last that a stride has, at least one.
template <class = void>
constexpr int bases(Layout<Coordinate> const& layout) {
  int count = 1;
  for (auto const& m : layout.leaves)
    for (int k = count; k < kMaxBases; ++k)
      if (m.stride.along[k] != 0) count = k + 1;
  return count;
}

/// The layout of the entries number k of its values.
template <class = void>
constexpr Layout<std::int64_t> along(Layout<Coordinate> const& layout, int k) {
  return transform(layout, [&](Mode<Coordinate> const& m) {
    return Mode<std::int64_t>{m.shape.scalar, m.stride.along[k]};
  });
}

namespace detail {

/// Condition::none where every stride is a multiple of one basis vector; else linear, with the mode.
template <class = void>
constexpr Refusal<std::int64_t> separate(Layout<Coordinate> const& layout) {
  for (int n = 0; n < layout.leaves.count; ++n) {
    int vectors = 0;
    for (auto const times : layout.leaves[n].stride.along) vectors += times != 0;
    if (vectors > 1 && layout.leaves[n].shape.scalar > 1) {
      auto why = because<std::int64_t>(Condition::linear);
      why.modes[0] = n;
      return why;
    }
  }
  return {};
}

/// The modes that move along basis vector k; with `stride` their strides as that says, of the mode and of how many
/// points come before it.
template <class F>
constexpr Layout<std::int64_t> moving_with(Layout<Coordinate> const& layout, int k, F stride) {
  List<Mode<std::int64_t>> modes;
  std::int64_t points = 1;
  for (auto const& m : layout.leaves) {
    if (m.shape.scalar > 1 && m.stride.along[k] != 0) modes.push({m.shape.scalar, stride(m, points)});
    points *= m.shape.scalar;
  }
  return modes.count == 0 ? leaf(Mode<std::int64_t>{1, 0}) : flat(modes);
}
/// Those modes as a layout of integers.
template <class = void>
constexpr Layout<std::int64_t> moving(Layout<Coordinate> const& layout, int k) {
  return moving_with(layout, k, [&](auto const& m, std::int64_t) { return m.stride.along[k]; });
}
/// Where in the domain of the layout those modes are.
template <class = void>
constexpr Layout<std::int64_t> places(Layout<Coordinate> const& layout, int k) {
  return moving_with(layout, k, [](auto const&, std::int64_t points) { return points; });
}

template <class = void>
constexpr Layout<Coordinate> times(Layout<std::int64_t> const& layout, int k) {
  return transform(layout, [&](Mode<std::int64_t> const& m) {
    return Mode<Coordinate>{Coordinate(m.shape), E(k, m.stride)};
  });
}

/// The layouts f(k) of the basis vectors, in one tuple. The first refusal ends it.
template <class F>
constexpr auto for_each_basis(int count, F f) {
  using Answer = decltype(f(0));
  auto r = Answer::answer(open<std::remove_cvref_t<decltype(f(0).value.leaves[0])>>(count));
  for (int k = 0; k < count; ++k) {
    auto const part = f(k);
    if (!part) return part;
    graft(r.value, part.value);
  }
  if (r.value.overfull()) r.refusal.condition = Condition::capacity;
  return r;
}

}  // namespace detail

/// R with L(R(c)) == c for every coordinate c in R's shape, one mode per basis vector: right_inverse() of the modes
/// along it; of whole modes where the indices of parts of them are no layout. Errors: linear (a stride is no
/// multiple of one vector), right_inverse's.
template <class = void>
constexpr Result<Layout<std::int64_t>> right_inverse(Layout<Coordinate> const& layout,
                                                     Parts parts = Parts::any, Budget budget = {}) {
  if (auto const why = detail::separate(layout); why.condition != Condition::none) return {{}, why};
  Work work(budget);
  return detail::for_each_basis(bases(layout), [&](int k) {
    auto const places = detail::places(layout, k);
    auto const back = right_inverse(detail::moving(layout, k), parts, work.rest());
    if (!back) return back;
    auto const at = composition(places, back.value, Domain::extend_last, work.rest());
    if (at) return at;
    auto const whole = right_inverse(detail::moving(layout, k), Parts::whole_modes, work.rest());
    return whole ? composition(places, whole.value, Domain::extend_last, work.rest()) : whole;
  });
}

/// R with R(L(i)) == i for every i below size(L), one mode per basis vector; with Inverse::quasi modes that do
/// not move count as their coordinate 0. Errors: linear (as above), injective (an index that shares a
/// coordinate with index 0, where a mode does not move; two indices along one vector otherwise), left_inverse's.
template <class = void>
constexpr Result<Layout<std::int64_t>> left_inverse(Layout<Coordinate> const& layout,
                                                    Inverse kind = Inverse::exact, Budget budget = {}) {
  if (auto const why = detail::separate(layout); why.condition != Condition::none) return {{}, why};
  std::int64_t place = 1;
  for (auto const& m : layout.leaves) {
    if (kind == Inverse::exact && m.shape.scalar > 1 && m.stride == Coordinate())
      return {{}, because<std::int64_t>(Condition::injective, 0, place)};
    place *= m.shape.scalar;
  }
  Work work(budget);
  return detail::for_each_basis(bases(layout), [&](int k) {
    auto one = injective(detail::moving(layout, k), work.rest());
    if (one.condition == Condition::injective) {
      auto const places = detail::places(layout, k);
      one.left = evaluate(places, one.left);
      one.right = one.index = evaluate(places, one.right);
    }
    if (one.condition != Condition::none) return Result<Layout<std::int64_t>>{{}, one};
    return left_inverse(along(layout, k), Inverse::quasi, work.rest());
  });
}

/// The complement in the box of coordinates below `box`, one mode per basis vector: along each, complement()
/// in that entry. Errors: linear (as above), congruent (fewer entries than L has basis vectors),
/// stride_positive (a mode that does not move, with Cover::strict), capacity, complement's.
template <class = void>
constexpr Result<Layout<Coordinate>, std::int64_t> complement(Layout<Coordinate> const& layout,
                                                              IntTuple<std::int64_t> const& box,
                                                              Cover cover = Cover::strict) {
  using Answer = Result<Layout<Coordinate>, std::int64_t>;
  if (auto const why = detail::separate(layout); why.condition != Condition::none) return Answer::refuse(why);
  int const count = box.leaves.count;
  if (count < bases(layout))
    return Answer::refuse(because<std::int64_t>(Condition::congruent, bases(layout), count));
  if (count > kMaxBases) return Answer::refuse(because<std::int64_t>(Condition::capacity));
  for (auto const& m : layout.leaves)
    if (cover == Cover::strict && m.shape.scalar > 1 && m.stride == Coordinate())
      return Answer::refuse(because<std::int64_t>(Condition::stride_positive));
  return detail::for_each_basis(count, [&](int k) {
    auto const part = complement(detail::moving(layout, k), box.leaves[k], cover);
    return Answer{detail::times(part.value, k), part.refusal};
  });
}

/// The least box for which a strict complement exists, where one does.
template <class = void>
constexpr IntTuple<std::int64_t> least_box(Layout<Coordinate> const& layout) {
  List<std::int64_t> box;
  for (int k = 0; k < bases(layout); ++k) box.push(least_cotarget(detail::moving(layout, k)));
  return flat(box);
}

/// Where the copies of a product of coordinates lie: at what A leaves out of its least box, vector by vector; along
/// the last one there is room for all. The products (product.hpp) find this function by their argument.
template <class = void>
constexpr Result<List<Mode<Coordinate>>, Coordinate> room_for_copies(Layout<Coordinate> const& a,
                                                                     Coordinate const& span) {
  using Answer = Result<List<Mode<Coordinate>>, Coordinate>;
  auto const refuse = [](Refusal<std::int64_t> const& why) {
    return Answer::refuse(because<Coordinate>(why.condition, Coordinate(why.left), Coordinate(why.right)));
  };
  if (auto const why = detail::separate(a); why.condition != Condition::none) return refuse(why);
  List<Mode<Coordinate>> modes;
  for (int k = 0, last = bases(a) - 1; k <= last; ++k) {
    auto const part = detail::moving(a, k);
    auto const gaps = k == last ? detail::room_for_copies(part, span.scalar)
                                : complement_gaps(part, least_cotarget(part), Cover::disjoint);
    if (!gaps) return refuse(gaps.refusal);
    for (auto const& m : gaps.value)
      if (m.shape > 1 || k == last) modes.push({Coordinate(m.shape), E(k, m.stride)});
  }
  if (modes.overfull) return refuse(because<std::int64_t>(Condition::capacity));
  return Answer::answer(modes);
}

/// Coordinates at which another layout is asked: what stands on the right of composition and logical_divide, as
/// scalars() does for indices.
struct Visit {
  Layout<Coordinate> at{};
};

namespace detail {
/// A at natural coordinates, a basis vector per leaf of A; nothing carries. Error: overflow.
template <Number Int>
constexpr Result<Layout<Int>, Int> at_coordinates(Layout<Int> const& a, Layout<Coordinate> const& b) {
  Layout<Int> r{b.profile, {}};
  for (auto const& m : b.leaves) {
    Mode<Int> mode{Int(m.shape.scalar), Int(0)};
    for (int k = 0; k < a.leaves.count && k < kMaxBases; ++k) {
      Int const times(m.stride.along[k]), step = a.leaves[k].stride;
      if (!product_fits(times, step) || !sum_fits(mode.stride, times * step))
        return {{}, because<Int>(Condition::overflow)};
      mode.stride = mode.stride + times * step;
    }
    r.leaves.push(mode);
  }
  return keep_limits(r);
}
}  // namespace detail

/// i -> A(B(i)), where B's values are natural coordinates of A, basis vector k for leaf k. Errors: congruent (B
/// has more basis vectors than A has leaves), in_domain (a coordinate outside of A), well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Visit const& b) {
  using Answer = Result<Layout<Int>, Int>;
  if (bases(b.at) > a.leaves.count)
    return Answer::refuse(because<Int>(Condition::congruent, Int(bases(b.at)), Int(a.leaves.count)));
  for (int k = 0; k < bases(b.at); ++k) {
    std::int64_t least = 0, most = 0;
    for (auto const& m : b.at.leaves) {
      std::int64_t const far = (m.shape.scalar - 1) * m.stride.along[k];
      (far < 0 ? least : most) += far;
    }
    if (least < 0 || !(Int(most) < a.leaves[k].shape))
      return Answer::refuse(
          because<Int>(Condition::in_domain, Int(least < 0 ? least : most), a.leaves[k].shape));
  }
  return detail::at_coordinates(a, b.at);
}

/// A divided by one tile of coordinates: (A o B, A o B*), B* the complement of B in A's shape. Errors: those of
/// complement and composition above.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Visit const& b,
                                                  Cover cover = Cover::strict) {
  auto const inside = composition(a, b);
  if (!inside) return inside;
  List<std::int64_t> box;
  for (auto const& m : a.leaves) {
    if constexpr (std::is_same_v<Int, Coordinate>) {
      box.push(m.shape.scalar);
    } else {
      box.push(m.shape);
    }
  }
  using Answer = Result<Layout<Int>, Int>;
  auto const grid = complement(b.at, flat(box), cover);
  if (!grid)
    return Answer::refuse(
        because<Int>(grid.refusal.condition, Int(grid.refusal.left), Int(grid.refusal.right)));
  auto const copies = detail::at_coordinates(a, grid.value);
  return copies ? keep_limits(join(inside.value, copies.value)) : copies;
}

/// ((tile, grid)), as logical_divide. Errors: its.
template <Number Int>
constexpr Result<Layout<Int>, Int> zipped_divide(Layout<Int> const& a, Visit const& b,
                                                 Cover cover = Cover::strict) {
  return logical_divide(a, b, cover);
}
/// (tile, grid entries...). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tiled_divide(Layout<Int> const& a, Visit const& b,
                                                Cover cover = Cover::strict) {
  auto r = logical_divide(a, b, cover);
  if (r) r.value = unpack(r.value, false);
  return r;
}
/// (tile entries..., grid entries...). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> flat_divide(Layout<Int> const& a, Visit const& b,
                                               Cover cover = Cover::strict) {
  auto r = logical_divide(a, b, cover);
  if (r) r.value = unpack(r.value, true);
  return r;
}

}  // namespace colex
