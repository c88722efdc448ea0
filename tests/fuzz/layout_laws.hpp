// SPDX-License-Identifier: MIT
// Composition, complement, divides, products and their like, with what must hold of each answer.
#pragma once

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/laws/complement_is_disjoint.hpp"
#include "colex/laws/complement_is_ordered.hpp"
#include "colex/laws/divide_permutes_the_layout.hpp"
#include "colex/laws/max_common_layout_is_common.hpp"
#include "colex/laws/product_repeats_the_block.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "outcome.hpp"

namespace colex::fuzz {
namespace {

Outcome composition_extended(Case const& c) {
  auto r = composition(c.a, c.b);
  if (planted() && r && r.value.leaves.count == 3)  // a stride off by one
    r.value.leaves[2].stride += 1;
  return exactly(c, r, [](Case const& x) { return naive::compose(x.a, x.b, false); });
}
Outcome composition_bounded(Case const& c) {
  return exactly(c, composition(c.a, c.b, Domain::bounded),
                 [](Case const& x) { return naive::compose(x.a, x.b, true); });
}
std::optional<Table> gaps(L const& a, Int m) {
  if (m < 1) return std::nullopt;
  auto const starts = naive::tile(naive::table(a), m);
  return starts && naive::is_a_layout(*starts) ? starts : std::nullopt;
}
Outcome complement_strict(Case const& c) {
  if (c.small && c.n > 96) return kRefused;
  return exactly(c, complement(c.a, c.n), [](Case const& x) { return gaps(x.a, x.n); });
}
Outcome complement_covering(Case const& c) {
  return layout_answer(
      c, complement(c.a, c.n, Cover::at_least),
      [&](L const& r) {
        return size(r) > 512 || (laws::complement_is_ordered::holds(c.a, c.n, Cover::at_least) &&
                                 laws::complement_is_disjoint::holds(c.a, c.n, Cover::at_least));
      },
      "the complement increases and meets A in 0 only");
}
Outcome complement_disjoint(Case const& c) {
  return layout_answer(
      c, complement(c.a, c.n, Cover::disjoint),
      [&](L const& r) {
        return size(r) > 512 || laws::complement_is_disjoint::holds(c.a, c.n, Cover::disjoint);
      },
      "the complement meets A in 0 only");
}
Outcome divide_strict(Case const& c) {
  return layout_answer(
      c, logical_divide(c.a, c.b),
      [&](L const&) {
        unsigned char seen[64] = {};
        return laws::divide_permutes_the_layout::holds(c.a, c.b, seen);
      },
      "a strict divide shows every point of A once");
}
template <Cover cover>
Outcome divide_loosely(Case const& c) {
  return layout_answer(
      c, logical_divide(c.a, c.b, cover),
      [&](L const& r) { return size(r) > 4096 || occurs_in(naive::table(c.a), naive::table(r)); },
      "every offset of A occurs in a tile");
}
/// Regrouping: the same modes in the same order as `plain`.
Outcome regrouped(Case const& c, Result<L> const& r, Result<L> const& plain) {
  if (bool(r) != bool(plain)) return {bool(r), "it answers where the logical form does"};
  return layout_answer(
      c, r, [&](L const& l) { return l.leaves == plain.value.leaves; }, "it only regroups the logical form");
}
Outcome zipped_division(Case const& c) {
  return regrouped(c, zipped_divide(c.a, tile(c.b)), logical_divide(c.a, c.b));
}
Outcome tiled_division(Case const& c) {
  return regrouped(c, tiled_divide(c.a, tile(c.b)), logical_divide(c.a, c.b));
}
Outcome flat_division(Case const& c) {
  return regrouped(c, flat_divide(c.a, tile(c.b)), logical_divide(c.a, c.b));
}
Outcome division_by_mode(Case const& c) {
  return layout_answer(
      c, zipped_divide(c.a, by_mode(product_each(extents(c.b)))),
      [&](L const& r) { return sorted(naive::table(r)) == sorted(naive::table(c.a)); },
      "a strict divide by mode shows every offset as often as A does");
}
Outcome product_logical(Case const& c) {
  return layout_answer(
      c, logical_product(c.a, c.b),
      [&](L const&) {
        return size(c.a) * size(c.b) > 128 || laws::product_repeats_the_block::holds(c.a, c.b);
      },
      "no two copies of the block meet");
}
Outcome zipped_multiplication(Case const& c) {
  return regrouped(c, zipped_product(c.a, tile(c.b)), logical_product(c.a, c.b));
}
Outcome tiled_multiplication(Case const& c) {
  return regrouped(c, tiled_product(c.a, tile(c.b)), logical_product(c.a, c.b));
}
Outcome flat_multiplication(Case const& c) {
  return regrouped(c, flat_product(c.a, tile(c.b)), logical_product(c.a, c.b));
}
Outcome paired(Case const& c, Result<L> const& r) {
  return layout_answer(
      c, r,
      [&](L const& l) {
        auto const plain = logical_product(c.a, c.b);
        return !plain || sorted(naive::table(l)) == sorted(naive::table(plain.value));
      },
      "it shows the offsets of the logical product");
}
Outcome blocked(Case const& c) { return paired(c, blocked_product(c.a, c.b)); }
Outcome raked(Case const& c) { return paired(c, raked_product(c.a, c.b)); }
Outcome tiled_to_shape(Case const& c) {
  return layout_answer(
      c, tile_to_shape(c.a, extents(c.b)),
      [&](L const& r) {
        for (int k = 0; k < rank(c.b); ++k)
          if (size(entry(r, k)) != size(entry(c.b, k))) return false;
        return true;
      },
      "the extents are the target's");
}
Outcome equality(Case const& c) {
  if (!c.small) return unless(equal(c.a, c.b).equal == equal(c.b, c.a).equal, "equality is symmetric");
  return unless(laws::coalesce_is_a_normal_form::holds(c.a, c.b), "equal() says what the values say");
}
Outcome common_layout(Case const& c) {
  auto const vector = max_common_vector(c.a, c.b);
  return layout_answer(
      c, max_common_layout(c.a, c.b),
      [&](L const& r) {
        for (Int i = 0; i < size(r); ++i)
          if (!laws::max_common_layout_is_common::holds(c.a, c.b, i)) return false;
        return vector && vector.value == size(r);
      },
      "A(R(i)) = i = B(R(i))");
}
Outcome cast_up(Case const& c) {
  Int const n = c.small ? c.n % 24 : c.n;
  return layout_answer(
      c, upcast(c.a, n),
      [&](L const&) {
        for (Int i = 0; i < size(c.a); ++i)
          if (!laws::upcast_keeps_the_addresses::holds(c.a, n, i)) return false;
        return true;
      },
      "an element lies in the vector that upcast says");
}
Outcome cast_down(Case const& c) {
  return layout_answer(
      c, downcast(c.a, c.n),
      [&](L const& r) {
        auto const up = upcast(r, c.n);
        return up && up.value == c.a;
      },
      "upcast undoes downcast");
}
Outcome cast_both_ways(Case const& c) {
  return layout_answer(
      c, recast_layout(c.a, size(c.b), c.n), [](L const&) { return true; }, "");
}
Outcome appended(Case const& c) {
  L const ends = append(c.a, c.b), starts = prepend(c.b, c.a);
  if (ends.overfull()) return kRefused;
  Table want;
  if (c.small) {
    for (Int const y : naive::table(c.b))
      for (Int const x : naive::table(c.a)) want.push_back(x + y);
    if (naive::table(ends) != want) return {true, "append(A, B)(i) = A(i mod |A|) + B(i / |A|)"};
  }
  return unless(starts.leaves == ends.leaves, "prepend is append from the other side");
}
Outcome lexicographic_composition(Case const& c) {
  auto const r = lex_composition(c.a, c.b);
  return exactly(c, {reversed(r.value), r.refusal},
                 [](Case const& x) { return naive::compose(reversed(x.a), reversed(x.b), false); });
}
Outcome lexicographic_complement(Case const& c) {
  if (c.small && c.n > 96) return kRefused;
  auto const r = lex_complement(c.a, c.n);
  return exactly(c, {reversed(r.value), r.refusal}, [](Case const& x) { return gaps(x.a, x.n); });
}

}  // namespace
}  // namespace colex::fuzz
