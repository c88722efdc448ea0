// SPDX-License-Identifier: MIT
// Law: what the operations on linear layouts are at each argument, dimension by dimension and by name.
// With A the identity of 3 bits and B any map of 2 bits, (A * B)(x) is A at x's lower bits beside B at the upper ones.
#pragma once

#include "colex/linear_inverse.hpp"

namespace colex::laws {

struct linear_layouts_compose_and_divide {
  static constexpr char const* statement =
      "composition(A, B)(x) is A(B(x)) and A(linear_solve(A, B)(x)) is B(x), B's outputs going to the "
      "dimensions of those names, and solve is refused only where A reaches no such value; "
      "A(pseudo_inverse(A)(A(x))) is A(x); transpose, reshape, sublayout and concatenations move parts of "
      "arguments and values; in A * B each dimension has A's lower bits and B's upper ones, apart; "
      "divide_left(A, B) is the C with B * C = A, divide_right(A, B) the C with C * B = A, and each is "
      "refused only where there is none";
  static constexpr char const* source = "Triton's LinearLayout";
  using Int = std::int64_t;

  /// The bits of a dimension of that name in a value of all dimensions; 0 where there is none.
  static constexpr Int named(LinearDims const& dims, Int value, std::string_view name) {
    int at = 0;
    for (int k = 0; k < dims.count; at += dims.dim[k++].bits)
      if (dims.dim[k].name == name) return value >> at & ((Int(1) << dims.dim[k].bits) - 1);
    return 0;
  }
  static constexpr int width(LinearDims const& dims, std::string_view name) {
    for (int k = 0; k < dims.count; ++k)
      if (dims.dim[k].name == name) return dims.dim[k].bits;
    return 0;
  }
  /// The value of the dimensions `to` that has under each name what `value` has under it.
  static constexpr Int moved(LinearDims const& from, Int value, LinearDims const& to) {
    Int r = 0;
    for (int k = 0, at = 0; k < to.count; at += to.dim[k++].bits)
      r |= named(from, value, to.dim[k].name) << at;
    return r;
  }

  static constexpr bool composes(LinearLayout const& a, LinearLayout const& b, LinearLayout const& r, Int x) {
    return r.in == b.in && r.out == a.out && r(x) == a(moved(b.out, b(x), a.in));
  }
  static constexpr bool solves(LinearLayout const& a, LinearLayout const& b, LinearLayout const& r, Int x) {
    return r.in == b.in && r.out == a.in && a(r(x)) == moved(b.out, b(x), a.out);
  }
  /// No argument of A goes to y.
  static constexpr bool is_missed(LinearLayout const& a, Int y) {
    for (Int x = 0; x < Int(1) << a.in.bits(); ++x)
      if (a(x) == y) return false;
    return true;
  }
  static constexpr bool gives_back(LinearLayout const& a, LinearLayout const& back, Int x) {
    return back.in == a.out && back.out == a.in && a(back(a(x))) == a(x);
  }
  static constexpr bool transposes(LinearLayout const& l, LinearLayout const& r, Int x) {
    return r(moved(l.in, x, r.in)) == moved(l.out, l(x), r.out);
  }
  static constexpr bool reshapes(LinearLayout const& l, LinearLayout const& r, Int x) { return r(x) == l(x); }
  /// At x of the dimensions that are left; the others are 0, and not looked at.
  static constexpr bool is_part(LinearLayout const& l, LinearLayout const& r, Int x) {
    return r(x) == moved(l.out, l(moved(r.in, x, l.in)), r.out);
  }
  /// A at x's lower bits in each dimension, B at the upper ones, above A's bits.
  static constexpr bool multiplies(LinearLayout const& a, LinearLayout const& b, LinearLayout const& r,
                                   Int x) {
    Int low = 0, high = 0;
    for (int k = 0, at = 0; k < a.in.count; at += a.in.dim[k++].bits)
      low |= (named(r.in, x, a.in.dim[k].name) & ((Int(1) << a.in.dim[k].bits) - 1)) << at;
    for (int k = 0, at = 0; k < b.in.count; at += b.in.dim[k++].bits)
      high |= named(r.in, x, b.in.dim[k].name) >> width(a.in, b.in.dim[k].name) << at;
    for (int j = 0; j < r.out.count; ++j) {
      auto const name = r.out.dim[j].name;
      Int const want = named(a.out, a(low), name) | named(b.out, b(high), name) << width(a.out, name);
      if (named(r.out, r(x), name) != want) return false;
      if (width(r.out, name) != width(a.out, name) + width(b.out, name)) return false;
    }
    return true;
  }
  static constexpr bool stands_beside(LinearLayout const& a, LinearLayout const& b, LinearLayout const& ins,
                                      Int x, Int y) {
    return ins(x | y << a.in.bits()) == (a(x) ^ b(y));
  }
  static constexpr bool stands_above(LinearLayout const& a, LinearLayout const& b, LinearLayout const& outs,
                                     Int x) {
    return outs(x) == (a(x) | b(x) << a.out.bits());
  }
  /// The named dimensions of x are those of the value, and the others of the value do not depend on them.
  static constexpr bool keeps(LinearLayout const& l, std::string_view name, Int x) {
    Int rest = 0;
    for (int k = 0, at = 0; k < l.in.count; at += l.in.dim[k++].bits)
      if (l.in.dim[k].name != name) rest |= named(l.in, x, l.in.dim[k].name) << at;
    for (int j = 0; j < l.out.count; ++j) {
      auto const to = l.out.dim[j].name;
      if (named(l.out, l(x), to) != (to == name ? named(l.in, x, name) : named(l.out, l(rest), to)))
        return false;
    }
    return true;
  }
  /// The lowest p bits of the value at x are x's, and each moves nothing else.
  static constexpr bool keeps_low_bits(LinearLayout const& l, int p, Int x) {
    for (int k = 0; k < p; ++k)
      if (l(x ^ Int(1) << k) != (l(x) ^ Int(1) << k)) return false;
    return ((l(x) ^ x) & ((Int(1) << p) - 1)) == 0;
  }
};

}  // namespace colex::laws
