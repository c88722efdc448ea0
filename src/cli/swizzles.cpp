// SPDX-License-Identifier: MIT
// Swizzled layouts, linear maps over GF(2), layouts of coordinates, and the lexicographic count.
//
//   {"op": "equal", "args": ["Sw<3,3,3> o 0 o (64,8):(1,64)", "Sw<3,3,3> o 0 o (8,8,8):(1,8,64)"]}
//       ->  1, "yes, over GF(2)"
//   A map over GF(2) is the table of its columns, the images of 1, 2, 4, ...
#include <fmt/format.h>

#include "cli/operations.hpp"
#include "colex/colex.hpp"
#include "text/composed.hpp"
#include "text/print.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using In = Arguments const&;
namespace lex = lexicographic;

constexpr Int kMaxValues = Int{1} << 20;

[[noreturn]] void refuse(Condition condition, Int left = 0, Int right = 0) {
  throw Refused(because<Int>(condition, left, right));
}
void require(Refusal<Int> const& why) {
  if (why.condition != Condition::none) throw Refused(why);
}
template <class T>
T const& got(Result<T> const& r) {
  require(r.refusal);
  return r.value;
}

/// The whole table of a function on [0, points).
template <class F>
Answer table(Int points, F value) {
  if (points < 0 || points > kMaxValues) refuse(Condition::capacity);
  Json values = Json::array();
  for (Int i = 0; i < points; ++i) values.push_back(value(i));
  return values;
}

// ---------------------------------------------------------------------------------------- swizzled layouts

/// Arguments from `first` on: bits, base, shift.
Swizzle swizzle(In in, std::size_t first = 0) {
  Swizzle s;
  int* const field[] = {&s.bits, &s.base, &s.shift};
  for (std::size_t k = 0; k < 3; ++k) {
    Int const value = in.integer(first + k).value();
    if (value < -62 || value > 62) refuse(Condition::capacity);
    *field[k] = static_cast<int>(value);
  }
  require(admissible(s));
  return s;
}

ComposedLayout admitted(ComposedLayout const& c) {
  require(admissible(c));
  return c;
}
/// (bits, base, shift, offset, L)
ComposedLayout from_numbers(In in) {
  return admitted({swizzle(in), in.integer(3).value(), plain(in.layout(4))});
}

Answer swizzled_eval(In in) {
  auto const c = admitted(in.composed(0));
  if (in.count() == 1) return table(size(c), c);
  auto const coordinate = in.tuple(1);
  require(plain(inside(coordinate, shape(checked(c.inner)))));
  return Json(c.outer(c.offset + got(crd2idx(plain(coordinate), c.inner))));
}

Answer swizzled_composition(In in) {
  return Json(to_text(got(composition(admitted(in.composed(0)), plain(in.layout(1))))));
}

Answer swizzled_equal(In in) {
  constexpr char const* how[] = {"by normal form", "over GF(2)", "by enumeration"};
  constexpr char const* key[] = {"normal_form", "gf2", "enumeration"};
  auto const a = in.composed(0), b = in.composed(1);
  auto const verdict = got(equal(a, b));
  int const by = static_cast<int>(verdict.by);
  if (verdict.equal) return Answer::question(true, fmt::format("yes, {}", how[by])).by(key[by]);
  if (size(a) != size(b))
    return Answer::question(false, fmt::format("no, the sizes differ ({} against {})", size(a), size(b)),
                            {{"size", {size(a), size(b)}}})
        .by(key[by]);
  Int const i = verdict.index;
  return Answer::question(
             false, fmt::format("no, {}: a difference at index {} ({} against {})", how[by], i, a(i), b(i)),
             {{"index", i}, {"left", a(i)}, {"right", b(i)}})
      .by(key[by]);
}

/// swizzle_xor16(blocks): the swizzle; swizzle_xor16(row, column, blocks): the byte's new column.
Answer xor16(In in) {
  if (in.count() == 2) refuse(Condition::congruent);
  auto const s = got(swizzle_xor16(in.integer(in.count() - 1).value()));
  if (in.count() == 1) return Json(to_text(s));
  Int const row = in.integer(0).value(), column = in.integer(1).value(), bytes = in.integer(2).value() * 16;
  if (row < 0 || column < 0 || column >= bytes) refuse(Condition::in_domain, row < 0 ? row : column, bytes);
  if (!product_fits(row + 1, bytes)) refuse(Condition::overflow);
  return Json(s(row * bytes + column) - row * bytes);
}

// --------------------------------------------------------------------------------------- maps over GF(2)

BitMap map(In in, std::size_t k) {
  BitMap m;
  auto const columns = in.table(k);
  if (columns.size() > std::size(m.column)) refuse(Condition::capacity);
  for (Int const column : columns) {
    if (column < 0 || column >= kReachLimit) refuse(Condition::not_negative, column);
    m.column[m.inputs++] = column;
  }
  return m;
}
Answer columns(BitMap const& m) {
  return table(m.inputs, [&](Int k) { return m.column[k]; });
}

Answer bit_composition(In in) {
  auto const a = map(in, 0), b = map(in, 1);
  for (Int const column : b.column)
    if (column >> a.inputs != 0) refuse(Condition::in_domain, column, Int{1} << a.inputs);
  return columns(composition(a, b));
}

Answer bit_bijective(In in) {
  Int const outputs = in.integer(1).value();
  if (outputs < 0 || outputs > 61) refuse(Condition::capacity);
  BitMap const m = map(in, 0);
  if (m.inputs == 62) refuse(Condition::capacity);
  auto const why = bijective(m, static_cast<int>(outputs));
  bool const holds = why.condition == Condition::none;
  return Answer::question(holds, holds ? "yes" : "no", holds ? Json() : witness(why)).by("gf2");
}

Answer bit_find(In in) {
  auto const values = in.table(0);
  for (Int const v : values)
    if (v < 0 || v >= kReachLimit) refuse(Condition::not_negative, v);
  auto const value = [&](Int i) { return values[static_cast<std::size_t>(i)]; };
  return columns(got(find_bit_map(value, static_cast<Int>(values.size()))));
}

// -------------------------------------------------------------------------------------- layouts of
// coordinates

Answer basis_layout(In in) { return Json(to_text(got(identity_layout(plain(in.shape(0)))))); }

/// The coordinates that a layout visits in a shape: identity_layout(S) o L.
Answer basis_composition(In in) {
  auto const whole = got(identity_layout(plain(in.shape(0))));
  auto const r = composition(whole, scalars(plain(in.layout(1))));
  if (!r) refuse(r.refusal.condition, r.refusal.left.scalar, r.refusal.right.scalar);
  return Json(to_text(r.value));
}

Answer layout_answer(Result<Layout<Checked>, Checked> const& r) { return accept(r); }

}  // namespace

std::vector<Operation> bit_operations() {
  return {
      {"swizzle_table", 4, 4, [](In in) { return table(in.integer(3).value(), swizzle(in)); }},
      {"swizzle_xor16", 1, 3, xor16},
      {"make_swizzle", 2, 2,
       [](In in) {
         return Answer(Json(to_text(got(make_swizzle(in.integer(0).value(), in.integer(1).value())))));
       }},
      {"swizzle_composition", 6, 6, [](In in) { return columns(composition(swizzle(in), swizzle(in, 3))); }},
      {"composed_eval", 5, 5,
       [](In in) {
         auto const c = from_numbers(in);
         return table(size(c), c);
       }},
      {"composed_eval_offset", 5, 5,
       [](In in) {
         auto const c = from_numbers(in);
         return table(size(c), c);
       }},
      {"composed_extent", 5, 5, [](In in) { return Answer(Json(got(extent(from_numbers(in))))); }},
      {"swizzled_eval", 1, 2, swizzled_eval},
      {"swizzled_size", 1, 1, [](In in) { return Answer(Json(size(admitted(in.composed(0))))); }},
      {"swizzled_extent", 1, 1, [](In in) { return Answer(Json(got(extent(in.composed(0))))); }},
      {"swizzled_composition", 2, 2, swizzled_composition},
      {"swizzled_equal", 2, 2, swizzled_equal},
      {"swizzled_inverse", 1, 1, [](In in) { return columns(got(inverse(in.composed(0)))); }},
      // maps over GF(2), as tables of columns
      {"bit_map", 1, 1, [](In in) { return columns(got(bit_map(plain(in.layout(0))))); }},
      {"swizzled_bit_map", 1, 1, [](In in) { return columns(got(affine_bits(in.composed(0))).map); }},
      {"find_bit_map", 1, 1, bit_find},
      {"bit_layout", 1, 1, [](In in) { return Answer(checked(got(layout_of(map(in, 0))))); }},
      {"bit_swizzle", 1, 1, [](In in) { return Answer(Json(to_text(got(swizzle_of(map(in, 0)))))); }},
      {"bit_rank", 1, 1, [](In in) { return Answer(Json(rank(map(in, 0)))); }},
      {"bit_inverse", 1, 1, [](In in) { return columns(got(inverse(map(in, 0)))); }},
      {"bit_composition", 2, 2, bit_composition},
      {"bit_bijective", 2, 2, bit_bijective},
      // layouts whose values are coordinates
      {"identity_layout", 1, 1, basis_layout},
      {"make_identity_layout", 1, 1, basis_layout},
      {"identity_composition", 2, 2, basis_composition},
      // the rightmost mode runs fastest
      {"lex_make_layout", 1, 1, [](In in) { return layout_answer(lex::make_layout(in.shape(0))); }},
      {"lex_coalesce", 1, 1, [](In in) { return Answer(lex::coalesce(in.layout(0))); }},
      {"lex_eval", 2, 2,
       [](In in) {
         auto const layout = in.layout(0);
         require(plain(inside(leaf(in.integer(1)), shape(layout))));
         return Answer(lex::evaluate(layout, in.integer(1)));
       }},
      {"lex_idx2crd", 2, 2,
       [](In in) {
         require(plain(inside(leaf(in.integer(0)), in.shape(1), Last::runs_on)));
         return Answer(lex::idx2crd(in.integer(0), in.shape(1)));
       }},
      {"lex_composition", 2, 2,
       [](In in) { return layout_answer(lex::composition(in.layout(0), in.layout(1))); }},
      {"lex_complement", 2, 2,
       [](In in) { return layout_answer(lex::complement(in.layout(0), in.integer(1))); }},
      {"lex_right_inverse", 1, 1, [](In in) { return layout_answer(lex::right_inverse(in.layout(0))); }},
  };
}

}  // namespace colex::cli
