// SPDX-License-Identifier: MIT
// A linear map over GF(2) whose bits belong to named dimensions, which Triton calls a linear layout.
//
//   constexpr auto l = linear_identity("lane", "row", 3);
//   static_assert(entry(l, 0, 2, 0) == 4);                   bit 2 of `lane` moves `row` by 4
//   static_assert(l(5) == 5);                                the map of all bits
//
// The first dimension has the lowest bits, in arguments and in values. An operation takes dimensions by name; it refuses
// with `congruent` where names or sizes do not fit, and with `capacity` past 16 dimensions or 62 bits. A name is the caller's
// storage. Law: every operation here rearranges bits, and the value at each argument says which.
#pragma once

#include <string_view>

#include "colex/solve_bits.hpp"

namespace colex {

constexpr int kLinearDims = 16;

struct LinearDim {
  std::string_view name;
  int bits = 0;
  bool operator==(LinearDim const&) const = default;
};

/// Dimensions in order, the first with the lowest bits.
struct LinearDims {
  LinearDim dim[kLinearDims]{};
  int count = 0;

  constexpr int bits() const { return begin(count); }
  /// The lowest bit of dimension k.
  constexpr int begin(int k) const {
    int n = 0;
    for (int j = 0; j < k; ++j) n += dim[j].bits;
    return n;
  }
  /// The number of a name, or -1.
  constexpr int find(std::string_view name) const {
    for (int k = 0; k < count; ++k)
      if (dim[k].name == name) return k;
    return -1;
  }
  constexpr bool fits() const { return count <= kLinearDims && bits() <= 62; }
  constexpr void add(LinearDim const& d) {
    if (count < kLinearDims) dim[count] = d;
    ++count;
  }
  bool operator==(LinearDims const&) const = default;
};

struct LinearLayout {
  LinearDims in, out;
  BitMap map;

  constexpr std::int64_t operator()(std::int64_t x) const { return map(x); }
  bool operator==(LinearLayout const&) const = default;
};

/// The part of dimension j in a value of all dimensions.
constexpr std::int64_t part(LinearDims const& dims, int j, std::int64_t value) {
  return value >> dims.begin(j) & ((std::int64_t(1) << dims.dim[j].bits) - 1);
}

/// What bit `bit` of input dimension i adds to output dimension j.
constexpr std::int64_t entry(LinearLayout const& l, int i, int bit, int j) {
  return part(l.out, j, l.map.column[l.in.begin(i) + bit]);
}

/// The layout with the given entries: f(i, bit, j) as in `entry`. Error: capacity.
template <class F>
constexpr Result<LinearLayout> linear_layout(LinearDims const& in, LinearDims const& out, F f) {
  Result<LinearLayout> r{{in, out, {}}, {}};
  if (!in.fits() || !out.fits()) return r.refuse(because<std::int64_t>(Condition::capacity));
  r.value.map.inputs = in.bits();
  for (int i = 0; i < in.count; ++i)
    for (int bit = 0; bit < in.dim[i].bits; ++bit)
      for (int j = 0; j < out.count; ++j)
        r.value.map.column[in.begin(i) + bit] |= f(i, bit, j) << out.begin(j);
  return r;
}

/// One dimension to one of as many bits.
constexpr LinearLayout linear_identity(std::string_view in, std::string_view out, int bits) {
  LinearLayout l{{{{in, bits}}, 1}, {{{out, bits}}, 1}, identity_map(bits)};
  return l;
}

/// Every argument to 0, in an output dimension of the given bits.
constexpr LinearLayout linear_zeros(std::string_view in, std::string_view out, int bits, int out_bits = 0) {
  LinearLayout l{{{{in, bits}}, 1}, {{{out, out_bits}}, 1}, {}};
  l.map.inputs = bits;
  return l;
}

/// The same map between dimensions of other names and sizes. Error: congruent, when the bits in all differ.
constexpr Result<LinearLayout> linear_reshape(LinearLayout const& l, LinearDims const& in,
                                              LinearDims const& out) {
  Result<LinearLayout> r{{in, out, l.map}, {}};
  if (!in.fits() || !out.fits()) return r.refuse(because<std::int64_t>(Condition::capacity));
  if (in.bits() != l.in.bits() || out.bits() != l.out.bits())
    return r.refuse(because<std::int64_t>(Condition::congruent));
  return r;
}

/// The dimensions with these names alone, in the order of l: what the named inputs add to the named outputs.
template <class Names>
constexpr LinearLayout linear_sublayout(LinearLayout const& l, Names const& ins, Names const& outs) {
  auto const chosen = [](LinearDims const& all, Names const& names, int(&number)[kLinearDims]) {
    LinearDims r;
    for (int k = 0; k < all.count; ++k)
      for (auto const& name : names)
        if (all.dim[k].name == name) {
          number[r.count] = k;
          r.add(all.dim[k]);
          break;
        }
    return r;
  };
  int i_of[kLinearDims]{}, j_of[kLinearDims]{};
  auto const in = chosen(l.in, ins, i_of), out = chosen(l.out, outs, j_of);
  return *linear_layout(in, out, [&](int i, int bit, int j) { return entry(l, i_of[i], bit, j_of[j]); });
}

/// The dimensions in another order, by name. Error: congruent, when the names are not those of l.
constexpr Result<LinearLayout> linear_transpose(LinearLayout const& l, LinearDims const& in,
                                                LinearDims const& out) {
  auto const same = [](LinearDims const& a, LinearDims const& b) {
    for (int k = 0; k < a.count; ++k)
      if (b.find(a.dim[k].name) < 0) return false;
    return a.count == b.count;
  };
  Result<LinearLayout> r;
  if (!same(l.in, in) || !same(l.out, out)) return r.refuse(because<std::int64_t>(Condition::congruent));
  auto const sized = [](LinearDims names, LinearDims const& sizes) {
    for (int k = 0; k < names.count; ++k) names.dim[k].bits = sizes.dim[sizes.find(names.dim[k].name)].bits;
    return names;
  };
  return linear_layout(sized(in, l.in), sized(out, l.out), [&](int i, int bit, int j) {
    return entry(l, l.in.find(in.dim[i].name), bit, l.out.find(out.dim[j].name));
  });
}

}  // namespace colex
