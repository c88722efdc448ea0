// SPDX-License-Identifier: MIT
// The operations and decisions of the algebra over columns, by the names of the single forms and by their code.
//
//   static Layout<std::int64_t> const outer[] = {layout("(8,8):(24,5)"), layout("(4,6,8):(2,3,5)")};
//   static Layout<std::int64_t> const inner[] = {layout("4:5"), layout("6:3")};
//   static auto const answers = *composition(layouts_of_list(outer), layouts_of_list(inner));
//   assert(answers[0] == layout("(2,2):(120,53)") && answers.condition(1) == Condition::run_divides);
//   assert(answers.why(1).index == composition(outer[1], inner[1]).refusal.index);
//
// Every answer is the single form's on that row: its condition and its layout. Errors: congruent, where the columns are not
// equally long; rows are refused one by one.
#pragma once

#include "colex/columns/each.hpp"
#include "colex/common.hpp"
#include "colex/divide.hpp"
#include "colex/left_inverse.hpp"
#include "colex/product.hpp"

namespace colex {

namespace columns {
inline namespace COLEX_LANES {
/// A layout's number, asked of one that keeps the limits. Errors: well_formed()'s.
template <Number Int, class F>
Result<Int, Int> of_checked(Layout<Int> const& layout, F const& f) {
  Result<Int, Int> r;
  r.refusal.condition = well_formed(layout);
  if (r) r.value = f(layout);
  return r;
}
/// What `tile` makes of the block and the target's shape, both asked first. Errors: well_formed()'s.
template <Number Int, class F>
Result<Layout<Int>, Int> filled(Layout<Int> const& block, Layout<Int> const& target, F const& tile) {
  Result<Layout<Int>, Int> r;
  r.refusal.condition = well_formed(block);
  if (r) r.refusal.condition = well_formed(target);
  if (r) r = tile(shape(target));
  return r;
}
}  // namespace COLEX_LANES
}  // namespace columns

/// size(), in points. Errors: well_formed()'s.
inline Result<AnswerColumn> size(Layouts const& all) {
  return columns::numbers_by(
      [](auto const& l, Budget) { return columns::of_checked(l, [](auto const& x) { return size(x); }); },
      all);
}
/// cosize(), in elements. Errors: well_formed()'s.
inline Result<AnswerColumn> cosize(Layouts const& all) {
  return columns::numbers_by(
      [](auto const& l, Budget) { return columns::of_checked(l, [](auto const& x) { return cosize(x); }); },
      all);
}
/// evaluate() of an index per row, in elements. Errors: well_formed()'s; in_domain (an index below 0 or not below the size).
inline Result<AnswerColumn> evaluate(Layouts const& all, Column const& index) {
  return columns::numbers_by(
      []<Number Int>(Layout<Int> const& l, Int const& at, Budget) {
        Result<Int, Int> r;
        r.refusal.condition = well_formed(l);
        if (!r) return r;
        if (at < Int(0) || at >= size(l)) {
          r.refusal = because<Int>(Condition::in_domain, at, size(l));
        } else {
          r.value = evaluate(l, at);
        }
        return r;
      },
      all, index);
}
/// coalesce(). Errors: well_formed()'s.
inline Result<Layouts> coalesce(Layouts const& all) {
  return columns::layouts_of(
      []<Number Int>(Layout<Int> const& l, Budget) {
        auto r = keep_limits(l);
        if (r) r.value = coalesce(l);
        return r;
      },
      all);
}
/// composition(), a after b.
inline Result<Layouts> composition(Layouts const& a, Layouts const& b, Domain domain = Domain::extend_last) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return composition(x, y, domain, budget); }, a, b);
}
/// composition(), by mode where the tiler is a tuple.
inline Result<Layouts> composition(Layouts const& a, Tilers const& by, Rest rest = Rest::keep) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return composition(x, y, rest, budget); }, a, by);
}
/// complement() in [0, cotarget), cotarget in elements.
inline Result<Layouts> complement(Layouts const& all, Column const& cotarget, Cover cover = Cover::strict) {
  return columns::layouts_of([=](auto const& l, auto const& m, Budget) { return complement(l, m, cover); },
                             all, cotarget);
}
/// logical_divide().
inline Result<Layouts> logical_divide(Layouts const& a, Layouts const& b, Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return logical_divide(x, y, cover, budget); }, a, b);
}
/// logical_divide(), by mode where the tiler is a tuple.
inline Result<Layouts> logical_divide(Layouts const& a, Tilers const& by, Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return logical_divide(x, y, cover, budget); }, a,
      by);
}
/// zipped_divide().
inline Result<Layouts> zipped_divide(Layouts const& a, Tilers const& by, Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return zipped_divide(x, y, cover, budget); }, a, by);
}
/// tiled_divide().
inline Result<Layouts> tiled_divide(Layouts const& a, Tilers const& by, Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return tiled_divide(x, y, cover, budget); }, a, by);
}
/// flat_divide().
inline Result<Layouts> flat_divide(Layouts const& a, Tilers const& by, Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return flat_divide(x, y, cover, budget); }, a, by);
}
/// logical_product().
inline Result<Layouts> logical_product(Layouts const& a, Layouts const& b) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return logical_product(x, y, budget); }, a, b);
}
/// logical_product(), by mode where the tiler is a tuple.
inline Result<Layouts> logical_product(Layouts const& a, Tilers const& by) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return logical_product(x, y, budget); }, a, by);
}
/// zipped_product().
inline Result<Layouts> zipped_product(Layouts const& a, Tilers const& by) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return zipped_product(x, y, budget); }, a, by);
}
/// tiled_product().
inline Result<Layouts> tiled_product(Layouts const& a, Tilers const& by) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return tiled_product(x, y, budget); }, a, by);
}
/// flat_product().
inline Result<Layouts> flat_product(Layouts const& a, Tilers const& by) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return flat_product(x, y, budget); }, a, by);
}
/// blocked_product(): a is the block.
inline Result<Layouts> blocked_product(Layouts const& a, Layouts const& b) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return blocked_product(x, y, budget); }, a, b);
}
/// raked_product(): a is the block.
inline Result<Layouts> raked_product(Layouts const& a, Layouts const& b) {
  return columns::layouts_of(
      [](auto const& x, auto const& y, Budget budget) { return raked_product(x, y, budget); }, a, b);
}
/// tile_to_shape() of each block to the shape of the same row of `targets`. Errors: of a target well_formed()'s, too.
inline Result<Layouts> tile_to_shape(Layouts const& blocks, Layouts const& targets,
                                     Cover cover = Cover::strict) {
  return columns::layouts_of(
      [=](auto const& block, auto const& target, Budget budget) {
        return columns::filled(
            block, target, [&](auto const& extents) { return tile_to_shape(block, extents, cover, budget); });
      },
      blocks, targets);
}
/// The same, the copies of every row counted in one `order`.
inline Result<Layouts> tile_to_shape(Layouts const& blocks, Layouts const& targets,
                                     IntTuple<std::int64_t> const& order, Cover cover = Cover::strict) {
  auto places = order;  // of a lane's few bits, and in the same order
  for (int k = 0; k < order.leaves.count; ++k)
    places.leaves[k] = std::count_if(order.leaves.begin(), order.leaves.end(),
                                     [&](std::int64_t other) { return other < order.leaves[k]; });
  return columns::layouts_of(
      [=]<Number Int>(Layout<Int> const& block, Layout<Int> const& target, Budget budget) {
        return columns::filled(block, target, [&](auto const& extents) {
          return tile_to_shape(block, extents, transform(places, [](std::int64_t n) { return Int(n); }),
                               cover, budget);
        });
      },
      blocks, targets);
}
/// right_inverse().
inline Result<Layouts> right_inverse(Layouts const& all, Parts parts = Parts::any) {
  return columns::layouts_of([=](auto const& l, Budget budget) { return right_inverse(l, parts, budget); },
                             all);
}
/// left_inverse().
inline Result<Layouts> left_inverse(Layouts const& all, Inverse kind = Inverse::exact) {
  return columns::layouts_of([=](auto const& l, Budget budget) { return left_inverse(l, kind, budget); },
                             all);
}
/// max_common_layout().
inline Result<Layouts> max_common_layout(Layouts const& a, Layouts const& b, Parts parts = Parts::any) {
  return columns::layouts_of(
      [=](auto const& x, auto const& y, Budget budget) { return max_common_layout(x, y, parts, budget); }, a,
      b);
}
/// max_common_vector(), in elements.
inline Result<AnswerColumn> max_common_vector(Layouts const& a, Layouts const& b, Parts parts = Parts::any) {
  return columns::numbers_by(
      [=](auto const& x, auto const& y, Budget budget) { return max_common_vector(x, y, parts, budget); }, a,
      b);
}
/// injective(): 1 for yes.
inline Result<AnswerColumn> injective(Layouts const& all) {
  return columns::numbers_by(
      []<Number Int>(Layout<Int> const& l, Budget budget) {
        if constexpr (std::is_same_v<Int, columns::Lanes>) {  // a search takes a path of its own for each row
          if (Condition const c = well_formed(l); c != Condition::none) return because<Int>(c);
          return detail::outgrow(l.leaves) ? Refusal<Int>{} : because<Int>(Condition::undecided);
        } else {
          return injective(l, budget);
        }
      },
      all);
}
/// surjective() onto [0, cotarget), cotarget in elements: 1 for yes.
inline Result<AnswerColumn> surjective(Layouts const& all, Column const& cotarget) {
  return columns::numbers_by(
      [](auto const& l, auto const& m, Budget budget) { return surjective(l, m, budget); }, all, cotarget);
}
/// admissible_composition(), as an Admissible's number.
inline Result<AnswerColumn> admissible_composition(Layouts const& a, Layouts const& b,
                                                   Domain domain = Domain::extend_last) {
  return columns::numbers_by([=](auto const& x, auto const& y,
                                 Budget budget) { return admissible_composition(x, y, domain, budget); },
                             a, b);
}
/// admissible_complement(), as an Admissible's number; cotarget in elements.
inline Result<AnswerColumn> admissible_complement(Layouts const& all, Column const& cotarget) {
  return columns::numbers_by([](auto const& l, auto const& m, Budget) { return admissible_complement(l, m); },
                             all, cotarget);
}
/// max_alignment(), in elements.
inline Result<AnswerColumn> max_alignment(Layouts const& all) {
  return columns::numbers_by([](auto const& l, Budget) { return max_alignment(l); }, all);
}

}  // namespace colex
