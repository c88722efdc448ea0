// SPDX-License-Identifier: MIT
// composition and complement.
#include <fmt/format.h>

#include "colex/any_compose.hpp"
#include "colex/any_recast.hpp"
#include "colex/colex.hpp"
#include "colex/cute.hpp"
#include "colex/print.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

constexpr std::string_view kComposed = "A(B";

/// What composition and complement answer is within the limits.
Answer as_it_is(Result<Layout<Checked>, Checked> const& result, std::string_view truth = "f") {
  return result ? Answer(*result) : refused(result.refusal, truth);
}

Domain domain(Call const& in) { return in.has("bounded") ? Domain::bounded : Domain::extend_last; }

Answer compose_layouts(Call const& in) {
  auto const a = in.layout(0), b = in.layout(1);
  return as_it_is(in.cute() ? cute::composition(a, b, domain(in), in.budget())
                            : composition(a, b, domain(in), in.budget()),
                  kComposed);
}

Answer compose_by_tiler(Call const& in) {
  return answer(in.cute() ? cute::composition(in.layout(0), in.tiler(1), in.budget())
                          : composition(in.layout(0), in.tiler(1), Rest::keep, in.budget()));
}

/// A cotarget may be a layout, whose shape counts, or a tuple, whose size does.
IntTuple<Checked> cotarget_shape(Call const& in) {
  return in.is_layout(1) ? shape(in.layout(1)) : in.tuple(1);
}
Checked cotarget(Call const& in) {
  auto const tuple = cotarget_shape(in);
  if (tuple.profile.is_leaf({})) return tuple.leaves[0];
  return size(in.is_layout(1) ? tuple : in.shape(1));
}

/// Without M, the least for which a strict complement exists.
Answer complement_of(Call const& in) {
  if (in.is_swizzled(0)) {
    auto const all = in.any(0);
    auto const top = in.count() > 1 ? cotarget(in).value() : least_cotarget(all.inner);
    auto const cover = in.cute() ? Cover::disjoint : in.has("cover") ? Cover::at_least : Cover::strict;
    return any(accept(complement(all, top, cover, in.budget())));
  }
  auto const layout = in.layout(0);
  bool const given = in.count() > 1;
  if (in.cute()) {
    if (given && cotarget(in) < Checked(1)) refuse(Condition::cotarget_positive, cotarget(in).value());
    return as_it_is(given ? cute::complement(layout, cotarget_shape(in)) : cute::complement(layout));
  }
  auto const cover = in.has("cover") ? Cover::at_least : Cover::strict;
  return as_it_is(complement(layout, given ? cotarget(in) : least_cotarget(layout), cover));
}

/// The three values: textbook, representable, no. `why` follows the colon in the line for people.
constexpr char const* kAdmissible[] = {"textbook", "representable", "no"};
Answer admissible(Admissible value, std::string const& why, Numbers numbers = {}) {
  constexpr char const* long_name[] = {"textbook", "representable all the same", "no layout"};
  auto r = Answer::word(kAdmissible[static_cast<int>(value)]);
  r.text = fmt::format("{}: {}", long_name[static_cast<int>(value)], why);
  r.holds = value != Admissible::no;
  r.witness = std::move(numbers);
  return r;
}

Answer admissible_in_brief(Admissible value) {
  auto r = Answer::word(kAdmissible[static_cast<int>(value)]);
  r.holds = value != Admissible::no, r.unsaid = true;
  return r;
}

Answer not_admissible(Refusal<Checked> const& why, std::string_view truth = "f") {
  if (why.condition == Condition::overflow || why.condition == Condition::capacity ||
      why.condition == Condition::undecided)
    return refused(why, truth);  // says nothing about existence
  if (Brief::now()) return admissible_in_brief(Admissible::no);
  return admissible(Admissible::no, std::string(sentence(plain(why), truth)), witness(plain(why)));
}

/// The sorted chain decides; the textbook asks for it in the order in which the modes are given.
Answer decide_complement(Call const& in) {
  auto const layout = in.layout(0);
  auto const answer = complement(layout, cotarget(in));
  if (!answer) return not_admissible(answer.refusal);
  auto const gap = first_gap_in_order(layout);
  if (Brief::now())
    return admissible_in_brief(gap.shape != Checked(0) ? Admissible::representable : Admissible::textbook);
  auto const is = fmt::format("the complement is {}; ", to_text(plain(*answer)));
  if (gap.shape != Checked(0))
    return admissible(Admissible::representable,
                      fmt::format("{}in order of stride every reach divides the next stride, but not in the "
                                  "given order: {} does not divide {}",
                                  is, gap.shape.value(), gap.stride.value()));
  return admissible(Admissible::textbook,
                    is + "every mode's reach divides the next stride, and the last divides M");
}

Answer decide_composition(Call const& in) {
  auto const answer = compose(in.layout(0), in.layout(1), domain(in), in.budget());
  if (!answer) return not_admissible(answer.refusal, kComposed);
  if (Brief::now()) return admissible_in_brief(answer->admissible);
  auto const is = fmt::format("A(B(i)) is {}; ", to_text(plain(answer->layout)));
  return admissible(answer->admissible,
                    is + (answer->admissible == Admissible::textbook
                              ? "the divisibility conditions hold and no two modes of B carry"
                              : "the textbook conditions fail, and every value agrees"));
}

}  // namespace

std::vector<Row> composition_rows() {
  return {
      {R"(composition(A: layout, B: layout)
  The layout i -> A(B(i)), nested as B is. Exact: refused only where no such layout exists, and then with an
  index, the offset that its modes force there and the right one. A's last mode runs on past its extent;
  with bounded A ends at its size. An integer n as B is n:1.
  needs: strides of B of at least 0 where A has several modes
  options: bounded
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Cecka, arXiv:2603.02298, 3.3; Shah 2.12-2.18; CuTe composition, layout.hpp
  C++: composition.hpp composition
  composition((4,6,8,10):(2,3,5,7), 6:12) == (2,3):(9,5)
  composition((8,8):(24,5), 4:5) == (2,2):(120,53)
  composition((6,4):(1,7), 4:4) is refused: additive: no layout gives A(B(i)): at index 3 the modes before it force 13, A(B(3)) = 14
  composition(4:1, 8:1, Domain::bounded) is refused: in_domain: 7 is not below 4)",
       compose_layouts},
      {R"(composition(A: layout | swizzled, B: layout | swizzled)
  The layout that is A(B(i)) at i, nested as B is; A's last mode runs on. A swizzle on the left stays outside
  where B and the layout inside A compose. Else the answer is in its plainest form: a layout, one behind a swizzle,
  or a map over GF(2); none of these is refused as linear, with an index.
  needs: where they do not compose and A is not linear over GF(2), at most 2^12 points of B
  errors: in_domain run_divides additive no_carry undecided overflow capacity not_negative overlap linear
  laws: any_layouts_are_exact
  source: CuTe composition(ComposedLayout, layout) and (layout, ComposedLayout), layout_composed.hpp
  C++: any_compose.hpp composition
  composition(Sw<3,4,3> o 0 o (8,8):(8,1), (4,8):(2,8)) == Sw<3,4,3> o 0 o (4,8):(16,1)
  composition((4,8):(8,1), Sw<1,0,2> o 0 o (4,8):(1,4)) == Sw<1,0,-3> o 0 o (4,8):(8,1)
  composition(Sw<1,0,1> o 0 o 8:1, Sw<1,1,1> o 0 o 8:1) == [1,3,7] o 0 o 8:1
  composition((2,3):(3,1), Sw<1,0,1> o 0 o 4:1) is refused: linear
  composition(Sw<1,0,2> o 0 o (3,4):(1,4), 4:2) == Sw<1,1,1> o 0 o (2,2):(2,6)
  composition(Sw<3,4,3> o 0 o (6,4):(1,7), 4:4) is refused: linear)",
       [](Call const& in) { return answer(composition(in.any(0), in.any(1), in.budget())); }},
      {R"(composition(S: swizzle, B: layout | swizzled)
  B seen through a swizzle: i -> S(B(i)).
  errors: not_negative overlap capacity overflow undecided linear
  laws: any_layouts_are_exact
  source: CuTe composition(Swizzle, layout), swizzle_layout.hpp
  C++: any_compose.hpp composition
  composition(Sw<2,0,2>, (4,4):(4,1)) == Sw<2,0,2> o 0 o (4,4):(4,1)
  composition(Sw<2,0,1>, 8:1) is refused: overlap)",
       [](Call const& in) {
         return answer(composition({in.swizzle(0), 0, all_offsets()}, in.any(1), in.budget()));
       }},
      {R"(composition(A: layout | swizzled, S: swizzle)
  A at swizzled indices: i -> A(S(i)) for i below size(A), nested as A; A's last mode runs on.
  errors: in_domain run_divides additive no_carry undecided overflow capacity not_negative overlap linear
  laws: any_layouts_are_exact
  source: CuTe composition(layout, Swizzle), swizzle_layout.hpp
  C++: any_compose.hpp composition
  composition((4,4):(4,1), Sw<2,0,2>) == Sw<2,0,-2> o 0 o (4,4):(4,1)
  composition(8:1, Sw<2,0,1>) is refused: overlap)",
       [](Call const& in) {
         auto const a = in.any(0);
         auto const dims = shape(a.inner);
         auto const counted = accept(make_layout(dims, compact_col_major(dims)));
         return answer(composition(a, {in.swizzle(1), 0, counted}, in.budget()));
       }},
      {R"(composition(S: swizzle, T: swizzle)
  The first swizzle after the second: a swizzle where it is one, else the columns of a map over GF(2).
  errors: overlap capacity
  laws: swizzles_compose_over_gf2
  source: CuTe composition(Swizzle, Swizzle), swizzle.hpp
  C++: swizzle.hpp composition
  composition(Sw<1,0,2>, Sw<1,1,2>) == Sw<2,0,2>
  composition(Sw<1,0,1>, Sw<1,1,1>) == [1,3,7]
  composition(Sw<2,0,1>, Sw<1,0,1>) is refused: overlap)",
       [](Call const& in) {
         auto const map = composition(in.swizzle(0), in.swizzle(1));
         auto const one = swizzle_of(map);
         return one ? Answer(*one) : Answer(Table(map.column, map.column + map.inputs));
       }},
      {R"(composition(A: layout | swizzled, T: tiler)
  A composed with each tile of T mode by mode; `_` leaves a mode alone, an integer n is n:1. The modes that a
  short tiler does not reach are kept; under --convention cute they are dropped.
  needs: no more entries in T than A has modes
  errors: congruent in_domain run_divides additive no_carry undecided overflow capacity not_negative
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe composition(layout, tiler), layout.hpp
  C++: tiler.hpp composition
  composition((4,8):(1,4), <2>) == (2,8):(1,4)
  composition((4,8):(1,4), <2>, Rest::drop) == (2):(1)
  composition((4,8):(1,4), <2,_>) == (2,8):(1,4)
  composition(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o (4,2):(8,1)
  composition((4,8):(1,4), <2,2,2>) is refused: congruent: the arguments are not nested alike)",
       compose_by_tiler},
      {R"(admissible_composition(A: layout, B: layout)
  Which of three A o B is: textbook, representable all the same, or no layout. Textbook: the divisibility
  conditions hold. No layout: with an index that breaks it.
  options: bounded
  errors: undecided overflow capacity
  laws: none
  source: Shah 2.12-2.18 for the conditions
  C++: admissible.hpp admissible_composition
  admissible_composition((4,6,8,10):(2,3,5,7), 6:12) == textbook: A(B(i)) is (2,3):(9,5); the divisibility conditions hold and no two modes of B carry
  admissible_composition((8,8):(24,5), 4:5) == representable all the same: A(B(i)) is (2,2):(120,53); the textbook conditions fail, and every value agrees
  admissible_composition((6,4):(1,7), 4:4) == no layout: additive: no layout gives A(B(i)): at index 3 the modes before it force 13, A(B(3)) = 14)",
       decide_composition},
      {R"(complement(L: layout | swizzled, [M: integer | shape | layout])
  The modes that L leaves out of [0, M), M in elements. Strict: L and its complement together reach every
  offset below M exactly once. With cover M is rounded up to whole repeats of L and modes of stride 0
  are left out; under --convention cute holes may stay (CuTe's contract). Default M: the least for which a
  complement exists. A shape as M counts by its size, a layout by its shape.
  needs: M at least 1
  options: cover
  errors: cotarget_positive stride_positive stride_divides cotarget_divides overflow capacity in_domain injective not_negative overlap undecided
  laws: complement_tiles_the_codomain complement_is_ordered
  source: Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21-31; CuTe complement, layout.hpp
  C++: complement.hpp complement
  complement(4:3, 24) == (3,2):(1,12)
  complement(8:2) == 2:1
  complement(4:2, 19, Cover::at_least) == (2,3):(1,8)
  complement(Sw<1,0,1> o 0 o 2:1, 8) == 4:2
  complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16
  complement(8:2, (4,8)) == (2,2):(1,16)
  complement(8:2, (4,8):(8,1)) == (2,2):(1,16)
  complement((2,3):(1,5), 20, Cover::disjoint) == (2,2):(2,15)
  complement((2,2):(2,3), 16) is refused: stride_divides: 4 does not divide 3, the next stride in order
  complement(4:0, 8) is refused: stride_positive)",
       complement_of},
      {R"(least_cotarget(L: layout)
  The least M for which a strict complement can exist: extent * stride of the mode that reaches farthest.
  errors: none
  laws: complement_tiles_the_codomain
  source: Shah 2.5-2.8
  C++: complement.hpp least_cotarget
  least_cotarget(4:3) == 12
  least_cotarget((2,4):(1,2)) == 8)",
       [](Call const& in) { return Answer(least_cotarget(in.layout(0))); }},
      {R"(admissible_complement(L: layout, M: integer | shape)
  Which of three the complement is: textbook, representable all the same, or no layout. Textbook: the chain
  condition holds in the given order. Representable: it holds in order of stride. No layout: with the numbers
  that show it.
  errors: overflow capacity
  laws: none
  source: Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21
  C++: admissible.hpp admissible_complement
  admissible_complement(8:2, 32) == textbook: the complement is (2,2):(1,16); every mode's reach divides the next stride, and the last divides M
  admissible_complement((2,2):(4,1), 8) == representable all the same: the complement is 2:2; in order of stride every reach divides the next stride, but not in the given order: 8 does not divide 1
  admissible_complement(4:3, 16) == no layout: cotarget_divides: 12 does not divide 16)",
       decide_complement},
  };
}

}  // namespace colex::cli
