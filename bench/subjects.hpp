// SPDX-License-Identifier: MIT
// What the bench measures: operations, how each is called on a case, and whether its answer is right, from the definition of the
// operation and point by point.
#pragma once

#include <vector>

#include "cases.hpp"

namespace colex::bench {

/// Whether r(i) is f(i) at every point of both.
template <class F>
bool is_table(Layout<I> const& r, I points, F f) {
  if (size(r) != points) return false;
  for (I i = 0; i < points; ++i)
    if (evaluate(r, i) != f(i)) return false;
  return true;
}

/// Whether every offset below `end` is met, and each once.
inline bool tiles(std::initializer_list<Layout<I>> parts, I end) {
  std::vector<I> sums{0};
  for (auto const& part : parts) {
    std::vector<I> longer;
    for (I const before : sums)
      for (I i = 0; i < size(part); ++i) longer.push_back(before + evaluate(part, i));
    sums = longer;
  }
  std::vector<char> met(static_cast<std::size_t>(end));
  for (I const at : sums)
    if (at < 0 || at >= end || met[static_cast<std::size_t>(at)]++ != 0) return false;
  return static_cast<I>(sums.size()) == end;
}

/// Whether r shows the points of a, each once, those of a o tile first where there is one tile.
inline bool permutes(Layout<I> const& r, Layout<I> const& a) {
  return size(r) == size(a) && tiles({r}, size(a));
}

/// Calls `each(name, call, right)` for every subject: `call(case)` answers, `right(case, answer)` checks it.
template <class Each>
void subjects(Each each) {
  each(
      "copy", [](Case const& c) { return c.a; }, [](Case const& c, auto const& r) { return r == c.a; });
  each(
      "evaluate_index", [](Case const& c) { return evaluate(c.a, c.index); },
      [](Case const& c, I r) { return r == *crd2idx(c.coordinate, c.a); });
  each(
      "evaluate_coordinate", [](Case const& c) { return evaluate(c.a, c.coordinate); },
      [](Case const& c, I r) { return r == evaluate(c.a, c.index); });
  each(
      "coalesce", [](Case const& c) { return coalesce(c.a); },
      [](Case const& c, auto const& r) {
        return is_table(r, size(c.a), [&](I i) { return evaluate(c.a, i); });
      });
  each(
      "composition_1", [](Case const& c) { return composition(c.a, c.tile); },
      [](Case const& c, auto const& r) {
        return r && is_table(r.value, 2, [&](I i) { return evaluate(c.a, i); });
      });
  each(
      "composition", [](Case const& c) { return composition(c.a, c.order); },
      [](Case const& c, auto const& r) {
        return r && is_table(r.value, size(c.a), [&](I i) { return evaluate(c.a, evaluate(c.order, i)); });
      });
  each(
      "complement", [](Case const& c) { return complement(c.gaps, c.cotarget); },
      [](Case const& c, auto const& r) {
        return r && tiles({c.gaps, r.value}, c.cotarget);
      });
  each(
      "logical_divide", [](Case const& c) { return logical_divide(c.a, c.tile); },
      [](Case const& c, auto const& r) { return r && permutes(r.value, c.a); });
  each(
      "zipped_divide", [](Case const& c) { return zipped_divide(c.a, c.tiler); },
      [](Case const& c, auto const& r) { return r && permutes(r.value, c.a); });
  each(
      "logical_product", [](Case const& c) { return logical_product(c.a, c.tile); },
      [](Case const& c, auto const& r) { return r && tiles({r.value}, 2 * size(c.a)); });
  each(
      "right_inverse", [](Case const& c) { return right_inverse(c.a); },
      [](Case const& c, auto const& r) {
        return r && size(r.value) == size(c.a) &&
               is_table(composition(c.a, r.value).value, size(c.a), [](I i) { return i; });
      });
  each(  // as the peers ask it
      "right_inverse_whole", [](Case const& c) { return right_inverse(c.a, Parts::whole_modes); },
      [](Case const& c, auto const& r) {
        return r && size(r.value) == size(c.a) &&
               is_table(composition(c.a, r.value).value, size(c.a), [](I i) { return i; });
      });
  each(
      "left_inverse", [](Case const& c) { return left_inverse(c.a); },
      [](Case const& c, auto const& r) {
        for (I i = 0; i < size(c.a); ++i)
          if (!r || evaluate(r.value, evaluate(c.a, i)) != i) return false;
        return true;
      });
  each(
      "equal", [](Case const& c) { return equal(c.a, c.order); },
      [](Case const& c, auto const& r) {
        return r.equal == is_table(c.order, size(c.a), [&](I i) { return evaluate(c.a, i); });
      });
  each(
      "injective", [](Case const& c) { return injective(c.gaps); },
      [](Case const&, auto const& r) { return r.condition == Condition::none; });
  each(
      "find_layout",
      [](Case const& c) { return find_layout([&](I i) { return evaluate(c.a, i); }, size(c.a)); },
      [](Case const& c, auto const& r) { return r && r.value == coalesce(c.a); });
}

}  // namespace colex::bench
