// SPDX-License-Identifier: MIT
// Composition and inverses of linear layouts.
//
//   constexpr auto a = linear_identity("lane", "row", 3);
//   static_assert(*pseudo_inverse(a) == linear_identity("row", "lane", 3));
//
// Laws: composition(A, B)(x) == A(B(x)); A(linear_solve(A, B)(x)) == B(x); A(pseudo_inverse(A)(A(x))) == A(x).
// Source: Triton's LinearLayout, whose lstsq, invertAndCompose and pseudoinvert these are.
#pragma once

#include "colex/linear_product.hpp"

namespace colex {

namespace detail {
/// l with its output dimensions in the order of `to`, each as wide as there. Errors: congruent, names differ or l's are wider.
constexpr Result<LinearLayout> onto(LinearLayout const& l, LinearDims const& to) {
  auto r = linear_transpose(l, l.in, to);
  if (!r) return r;
  for (int j = 0; j < to.count; ++j)
    if (r->out.dim[j].bits > to.dim[j].bits) return r.refuse(because<std::int64_t>(Condition::congruent));
  return linear_layout(l.in, to, [&](int i, int bit, int j) { return entry(*r, i, bit, j); });
}
}  // namespace detail

/// x -> A(B(x)). Errors: congruent, B's outputs are not A's inputs, or wider.
constexpr Result<LinearLayout> composition(LinearLayout const& a, LinearLayout const& b) {
  auto const inner = detail::onto(b, a.in);
  if (!inner) return inner;
  return {{b.in, a.out, composition(a.map, inner->map)}, {}};
}

/// X with A(X(x)) == B(x), free inputs of A being 0. Errors: congruent (B's outputs are not A's, or wider), surjective (A does
/// not reach a value of B; its bits in `left`).
constexpr Result<LinearLayout> linear_solve(LinearLayout const& a, LinearLayout const& b) {
  auto r = detail::onto(b, a.out);
  if (!r) return r;
  auto const x = solve(a.map, r->map);
  if (!x) return r.refuse(x.refusal);
  return {{b.in, a.in, *x}, {}};
}

/// linear_solve(A, B), except that an input dimension through which A and B are the same map goes to itself, if the other
/// dimensions then suffice for the rest. Errors: as there.
constexpr Result<LinearLayout> invert_and_compose(LinearLayout const& a, LinearLayout const& b) {
  auto const inner = detail::onto(b, a.out);
  if (!inner) return inner;
  LinearDims shared;
  auto const reduced = [&](LinearLayout const& l, LinearLayout const& other) {
    LinearDims kept;
    for (int i = 0; i < l.in.count; ++i) {
      auto const name = l.in.dim[i].name;
      bool same = detail::bits_of(other.in, name) == l.in.dim[i].bits && other.in.find(name) >= 0;
      for (int bit = 0; same && bit < l.in.dim[i].bits; ++bit)
        for (int j = 0; j < l.out.count; ++j)
          same = same && entry(l, i, bit, j) == detail::named_entry(other, name, bit, l.out.dim[j].name);
      if (!same) kept.add(l.in.dim[i]);
      if (same && shared.find(name) < 0) shared.add(l.in.dim[i]);
    }
    return *linear_layout(kept, l.out, [&](int i, int bit, int j) {
      return detail::named_entry(l, kept.dim[i].name, bit, l.out.dim[j].name);
    });
  };
  auto r = linear_solve(reduced(a, *inner), reduced(*inner, a));
  if (!r) return linear_solve(a, b);  // the rest needs a shared dimension, too
  for (int k = 0; k < shared.count; ++k)
    r = linear_product(*r, linear_identity(shared.dim[k].name, shared.dim[k].name, shared.dim[k].bits));
  return linear_transpose(*r, b.in, a.in);
}

/// From A's outputs to its inputs: on what A reaches, an argument that A takes there, free inputs 0. Error: surjective.
constexpr Result<LinearLayout> pseudo_inverse(LinearLayout const& a) {
  return invert_and_compose(a, {a.out, a.out, identity_map(a.out.bits())});
}

/// How many elements that lie side by side in the first input dimension do so in the first output dimension: 2^p, where the
/// lowest p bits go to themselves and nothing else moves them.
constexpr std::int64_t consecutive_elements(LinearLayout const& l) {
  if (l.in.count == 0 || l.out.count == 0) return 1;
  int p = 0;
  while (p < l.in.dim[0].bits && p < l.out.dim[0].bits && l.map.column[p] == std::int64_t(1) << p) ++p;
  for (int k = 0; k < l.map.inputs; ++k)
    for (int bit = 0; bit < p; ++bit)
      if (k != bit && (l.map.column[k] >> bit & 1) != 0) p = bit;
  return std::int64_t(1) << p;
}

/// The largest 2^p such that output dimension j takes every value of each aligned block of 2^p when the inputs vary.
constexpr std::int64_t contiguous_elements(LinearLayout const& l, int j) {
  BitMap column;
  for (int k = 0; k < l.map.inputs; ++k) column.column[column.inputs++] = part(l.out, j, l.map.column[k]);
  int p = 0;
  for (; p < l.out.dim[j].bits; ++p)
    if (!solve(column, BitMap{{std::int64_t(1) << p}, 1})) break;
  return std::int64_t(1) << p;
}

}  // namespace colex
