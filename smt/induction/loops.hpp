// SPDX-License-Identifier: MIT
// Whole shipped functions as compositions of the loops of combinators.hpp over the shipped steps.
//
// Printed these are Loops.v, of which the other files prove the laws. Run, at every rank up to the capacity, loops_test.cpp
// compares them with the headers: on terms, where every comparison is decided as a table says, and on numbers.
#pragma once

#include "induction/combinators.hpp"

namespace colex::induction::loops {

/// find.hpp: the modes that the runs of f force.
template <class By, class F>
typename By::Answer forced_modes(F f, typename By::Int const& points, bool compared) {
  using Int = typename By::Int;
  if (!(f(Int(0)) == Int(0))) return By::none();
  auto const modes =
      By::turns(points, {Int(1), points}, [&](typename By::Pair const& at) -> typename By::Turn {
        Int const step = at.first, rest = at.second;
        if (!(rest > Int(1))) return By::done();
        Int const stride = f(step);
        Int const run = By::first(Int(2), rest, [&](Int const& i) { return !(f(i * step) == i * stride); });
        if (!(rest % run == Int(0))) return By::stuck();
        if (compared && !By::every(run, rest, run, [&](Int const& start) {
              return bool(By::every(Int(1), run, Int(1), [&](Int const& i) {
                return f((start + i) * step) == f(start * step) + i * stride;
              }));
            }))
          return By::stuck();
        return By::on({run, stride}, {step * run, rest / run});
      });
  return By::then(modes, [](typename By::Modes const& list) -> typename By::Answer {
    if (By::empty(list)) return By::some(By::one({Int(1), Int(0)}));
    return By::some(list);
  });
}

/// Every mode repeats what lies below it.
template <class By, class F>
bool repeats(F f, typename By::Modes const& modes) {
  using Int = typename By::Int;
  return bool(By::through(
      By::tail(modes), By::first_extent(modes),
      [&](Mode<Int> const& m, Int const& points) -> std::optional<Int> {
        Int const end = points * m.shape;
        if (!By::every(points, end, Int(1), [&](Int const& i) { return f(i) == f(i - points) + m.stride; }))
          return {};
        return end;
      },
      [](Int const&) { return true; }));
}
/// `forced` and `compared` are forced_modes() of f.
template <class By, class F, class Forced, class Compared>
typename By::Answer find_modes(F f, Forced forced, Compared compared) {
  return By::either(
      forced(), [&](typename By::Modes const& list) { return repeats<By>(f, list); }, compared);
}

/// What nullspace() asks before it enumerates: whether a mode of several points goes in this direction.
template <class By>
auto goes(typename By::Modes const& a, bool up) {
  using Int = typename By::Int;
  return By::exists(a, [up](Mode<Int> const& m) {
    if (!(m.shape > Int(1))) return false;
    return up ? bool(m.stride > Int(0)) : bool(m.stride < Int(0));
  });
}

/// inverse.hpp. `found` is find_modes(), of a function and its number of points.
template <class By, class Find>
typename By::Answer nullspace(typename By::Modes const& a, Find found) {
  using Int = typename By::Int;
  Named const step{"nullspace_step",
                   [](Int const& points, Mode<Int> const& m) { return nullspace_step(points, m); }};
  if (goes<By>(a, true) && goes<By>(a, false)) {
    auto const kernel =
        By::where(By::reached(step, a, Int(1)), [&](Int const& k) { return By::value(a, k) == Int(0); });
    return found(By::entries(kernel), By::count(kernel));
  }
  auto const zeros = By::emissions(step, a, Int(1));
  if (By::empty(zeros)) return By::some(By::one({Int(1), Int(0)}));
  return By::some(zeros);
}

/// inverse.hpp: the right inverse of whole modes, in order of stride; beside each its place in the domain.
template <class By>
typename By::Modes whole_modes(typename By::Modes const& a) {
  using Int = typename By::Int;
  Named const places{"", [](Int const& points, Mode<Int> const& m) {
                       return Step<Int, Int>{points * m.shape, true, {points, m.stride}, {}};
                     }};
  Named const step{"right_inverse_step", [](Int const& reach, Mode<Int> const& m, Int const& place) {
                     return right_inverse_step(reach, m, place);
                   }};
  auto const modes = By::coalesced(a);
  auto const positions = By::sorted(By::emissions(places, modes, Int(1)));
  return By::coalesced(By::emissions_with(step, By::sorted(modes), positions, Int(1)));
}

/// carry.hpp: whether no sum of a point of each mode of B carries in A.
template <class By>
bool never_carries(typename By::Modes const& a, typename By::Modes const& b) {
  using Int = typename By::Int;
  return bool(By::linked(
      a, Int(1),
      [&](Mode<Int> const& m, Mode<Int> const&, Int const& before) -> std::optional<Int> {
        Int const points = before * m.shape;
        auto const fit = By::through(
            b, points - Int(1),
            [&](Mode<Int> const& one, Int const& room) -> std::optional<Int> {
              Int const most = By::largest_rest(one, points);
              if (most > room) return {};
              return room - most;
            },
            [](Int const&) { return true; });
        if (!fit) return {};
        return points;
      },
      [](Int const&) { return true; }));
}

/// composes_to.hpp.
template <class By>
auto strides_compose(typename By::Modes const& outer, typename By::Modes const& inner,
                     typename By::Modes const& want) {
  using Int = typename By::Int;
  return By::both(inner, want, [&](Mode<Int> const& m, Mode<Int> const& w) {
    if (!(m.shape == w.shape)) return false;
    if (m.shape == Int(1)) return true;
    if (m.stride < Int(0)) return false;
    return bool(By::value(outer, m.stride) == w.stride);
  });
}
template <class By>
auto digits_add_up(typename By::Modes const& outer, typename By::Modes const& parts) {
  using Int = typename By::Int;
  using Modes = typename By::Modes;
  return By::through(
      outer, parts,
      [](Mode<Int> const& m, Modes const& seen) -> std::optional<Modes> {
        Int const extent = m.shape, room = extent - Int(1);
        Named const step{
            "(room_step " + text_of(extent) + ")",
            [extent](Int const& left, Mode<Int> const& part) { return room_step(left, part, extent); }};
        if (By::stops(step, seen, room)) return {};
        return By::emissions(step, seen, room);
      },
      [](Modes const& left) {
        return bool(By::all(left, [](Mode<Int> const& m) { return m.stride == Int(0); }));
      });
}
template <class By>
auto each_composes(typename By::Modes const& outer, typename By::Modes const& inner,
                   typename By::Modes const& want, typename By::Int const& points) {
  using Int = typename By::Int;
  return By::every(Int(0), points, Int(1), [&](Int const& k) {
    Int const at = By::value(inner, k);
    if (at < Int(0)) return false;
    if (at >= By::points(outer)) return false;
    return bool(By::value(outer, at) == By::value(want, k));
  });
}
template <class By>
typename By::Modes moving(typename By::Modes const& list) {
  using Int = typename By::Int;
  return By::filter(list, [](Mode<Int> const& m) { return !(m.shape == Int(1)); });
}

/// Of the coalesced outer: `strides`, `digits` and `each` are the three functions above.
template <class By, class Strides, class Digits, class Each>
bool composes_to(typename By::Modes const& outer, typename By::Modes const& inner, Strides strides,
                 Digits digits, Each each) {
  auto const modes = By::coalesced(outer);
  if (!strides(modes)) return false;
  if (digits(modes, moving<By>(inner))) return true;
  return bool(each(modes, By::points(inner)));
}
/// The strides of a layout that is its own index.
template <class By>
typename By::Modes index_layout(typename By::Modes const& list) {
  using Int = typename By::Int;
  Named const step{"", [](Int const& place, Mode<Int> const& m) {
                     return Step<Int, Int>{place * m.shape, true, {m.shape, place}, {}};
                   }};
  return By::emissions(step, list, Int(1));
}

}  // namespace colex::induction::loops
