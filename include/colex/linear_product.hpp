// SPDX-License-Identifier: MIT
// Products and quotients of linear layouts.
//
//   constexpr auto a = linear_identity("lane", "col", 3), b = linear_zeros("lane", "col", 2);
//   static_assert(*divide_left(*linear_product(a, b), a) == b);
//
// In A * B, A has the lower bits of every dimension that both have, and no bit of one moves the other: [[A, 0], [0, B]].
// Laws: (A * B)(x) joins A of x's lower bits with B of the upper ones; divide_left(A * B, A) == B, divide_right(A * B, B) == A up
// to dimensions of no bits; each refuses with `divides` exactly when no factor exists.  Source: Triton's LinearLayout.
#pragma once

#include "colex/linear_layout.hpp"

namespace colex {

/// The dimensions of both, in an order that agrees with each where one does. Error: congruent, where none does.
constexpr Result<LinearDims> linear_merge(LinearDims const& a, LinearDims const& b) {
  Result<LinearDims> r;
  auto& all = r.value;
  auto const add = [&](LinearDims const& from, int k) {
    auto const at = all.find(from.dim[k].name);
    if (at < 0) all.add({from.dim[k].name, 0});
  };
  int next = 0;
  for (int k = 0; k < a.count; ++k) {
    int const in_b = b.find(a.dim[k].name);
    if (in_b >= 0 && in_b < next) return r.refuse(because<std::int64_t>(Condition::congruent));
    for (; in_b >= 0 && next <= in_b; ++next) add(b, next);
    add(a, k);
  }
  for (; next < b.count; ++next) add(b, next);
  if (all.count > kLinearDims) return r.refuse(because<std::int64_t>(Condition::capacity));
  return r;
}

namespace detail {
constexpr int bits_of(LinearDims const& dims, std::string_view name) {
  int const k = dims.find(name);
  return k < 0 ? 0 : dims.dim[k].bits;
}

/// entry() by names; 0 where l lacks a dimension.
constexpr std::int64_t named_entry(LinearLayout const& l, std::string_view in, int bit,
                                   std::string_view out) {
  int const i = l.in.find(in), j = l.out.find(out);
  return i < 0 || j < 0 ? 0 : entry(l, i, bit, j);
}
}  // namespace detail

/// A * B. Errors: congruent (no order agrees with both), capacity.
constexpr Result<LinearLayout> linear_product(LinearLayout const& a, LinearLayout const& b) {
  Result<LinearLayout> r;
  auto in = linear_merge(a.in, b.in), out = linear_merge(a.out, b.out);
  if (!in) return r.refuse(in.refusal);
  if (!out) return r.refuse(out.refusal);
  for (int k = 0; k < in->count; ++k)
    in.value.dim[k].bits = detail::bits_of(a.in, in->dim[k].name) + detail::bits_of(b.in, in->dim[k].name);
  for (int k = 0; k < out->count; ++k)
    out.value.dim[k].bits =
        detail::bits_of(a.out, out->dim[k].name) + detail::bits_of(b.out, out->dim[k].name);
  return linear_layout(*in, *out, [&](int i, int bit, int j) {
    auto const from = in->dim[i].name, to = out->dim[j].name;
    int const lower = detail::bits_of(a.in, from);
    if (bit < lower) return detail::named_entry(a, from, bit, to);
    return detail::named_entry(b, from, bit - lower, to) << detail::bits_of(a.out, to);
  });
}

/// A and B side by side, B's input dimensions after A's: (x, y) -> A(x) ^ B(y). Errors: congruent, a shared input dimension or
/// other output dimensions; capacity.
constexpr Result<LinearLayout> linear_concat_ins(LinearLayout const& a, LinearLayout const& b) {
  Result<LinearLayout> r;
  auto in = a.in;
  for (int k = 0; k < b.in.count; ++k) in.add(b.in.dim[k]);
  for (int k = 0; k < b.in.count; ++k)
    if (a.in.find(b.in.dim[k].name) >= 0) return r.refuse(because<std::int64_t>(Condition::congruent));
  if (!(a.out == b.out)) return r.refuse(because<std::int64_t>(Condition::congruent));
  return linear_layout(in, a.out, [&](int i, int bit, int j) {
    return i < a.in.count ? entry(a, i, bit, j) : entry(b, i - a.in.count, bit, j);
  });
}

/// A's outputs, then B's: x -> (A(x), B(x)). Errors: congruent, a shared output dimension or other input dimensions; capacity.
constexpr Result<LinearLayout> linear_concat_outs(LinearLayout const& a, LinearLayout const& b) {
  Result<LinearLayout> r;
  auto out = a.out;
  for (int k = 0; k < b.out.count; ++k) out.add(b.out.dim[k]);
  for (int k = 0; k < b.out.count; ++k)
    if (a.out.find(b.out.dim[k].name) >= 0) return r.refuse(because<std::int64_t>(Condition::congruent));
  if (!(a.in == b.in)) return r.refuse(because<std::int64_t>(Condition::congruent));
  return linear_layout(a.in, out, [&](int i, int bit, int j) {
    return j < a.out.count ? entry(a, i, bit, j) : entry(b, i, bit, j - a.out.count);
  });
}

namespace detail {
/// The factor of `a` beside b, which has the lower bits (left) or the upper ones; all dimensions of `a` stay.
constexpr Result<LinearLayout> divide(LinearLayout const& a, LinearLayout const& b, bool left) {
  auto const rest = [&](LinearDims dims, LinearDims const& taken, bool& fits) {
    for (int k = 0; k < taken.count; ++k) fits = fits && dims.find(taken.dim[k].name) >= 0;
    for (int k = 0; k < dims.count; ++k) {
      dims.dim[k].bits -= bits_of(taken, dims.dim[k].name);
      fits = fits && dims.dim[k].bits >= 0;
    }
    return dims;
  };
  bool fits = true;
  auto const in = rest(a.in, b.in, fits), out = rest(a.out, b.out, fits);
  Result<LinearLayout> r;
  if (!fits) return r.refuse(because<std::int64_t>(Condition::divides));
  r = linear_layout(in, out, [&](int i, int bit, int j) {
    int const first = left ? bits_of(b.in, in.dim[i].name) : 0;
    std::int64_t const v = entry(a, i, first + bit, j);
    return left ? v >> bits_of(b.out, out.dim[j].name) : v & ((std::int64_t(1) << out.dim[j].bits) - 1);
  });
  if (!r) return r;
  auto const both = left ? linear_product(b, *r) : linear_product(*r, b);
  auto const back =
      both ? linear_transpose(*both, a.in, a.out) : both;  // the product's order of dimensions is free
  if (!back || !(*back == a)) return Result<LinearLayout>{}.refuse(because<std::int64_t>(Condition::divides));
  return r;
}
}  // namespace detail

/// C with A == B * C. Error: divides.
constexpr Result<LinearLayout> divide_left(LinearLayout const& a, LinearLayout const& b) {
  return detail::divide(a, b, true);
}

/// C with A == C * B. Error: divides.
constexpr Result<LinearLayout> divide_right(LinearLayout const& a, LinearLayout const& b) {
  return detail::divide(a, b, false);
}

/// Whether every dimension named is in and out of l, goes to itself unchanged, and nothing else moves it or is moved by it.
template <class Names>
constexpr bool is_identity_over(LinearLayout const& l, Names const& names) {
  auto const named = [&](std::string_view dim) {
    for (auto const& name : names)
      if (name == dim) return true;
    return false;
  };
  for (auto const& name : names)
    if (l.in.find(name) < 0 || detail::bits_of(l.in, name) != detail::bits_of(l.out, name)) return false;
  for (int i = 0; i < l.in.count; ++i)
    for (int bit = 0; bit < l.in.dim[i].bits; ++bit)
      for (int j = 0; j < l.out.count; ++j) {
        auto const from = l.in.dim[i].name, to = l.out.dim[j].name;
        if (!named(from) && !named(to)) continue;
        if (entry(l, i, bit, j) != (from == to ? std::int64_t(1) << bit : 0)) return false;
      }
  return true;
}

}  // namespace colex
