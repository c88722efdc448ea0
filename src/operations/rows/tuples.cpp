// SPDX-License-Identifier: MIT
// tuples of integers.
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Order = bool (*)(IntTuple<Checked> const&, IntTuple<Checked> const&);
using Why = WhyNot (*)(IntTuple<std::int64_t> const&, IntTuple<std::int64_t> const&);

Answer ordered(Order less, Order cutes, Why why_not, Call const& in) {
  auto const a = in.tuple(0), b = in.tuple(1);
  if (in.cute() ? !cute::comparable(a, b) : !congruent(a, b))
    return refused(because<std::int64_t>(Condition::congruent));
  return decision(in.cute() ? cutes(a, b) : less(a, b), why_not(plain(a), plain(b)));
}

Answer even(IntTuple<Checked> const& a, IntTuple<Checked> const& b) {
  auto const divides = evenly_divides(a, b);
  return divides ? decision(*divides, why_not_evenly_divides(plain(a), plain(b))) : refused(divides.refusal);
}

}  // namespace

std::vector<Row> tuples_rows() {
  return {
      {R"(congruent(A: profile, B: profile)
  Whether two tuples or layouts nest alike.
  errors: none
  laws: none
  source: Cecka, arXiv:2603.02298, 2.1; CuTe congruent, int_tuple.hpp
  C++: nested.hpp congruent
  congruent((4,(2,3)), (1,(1,1))) == yes
  congruent((4,(2,3)), (1,1)) == no, entry 1: A is a tuple of 2 and B an integer)",
       [](Call const& in) {
         return decision(in.profile(0) == in.profile(1), why_not_congruent(in.profile(0), in.profile(1)));
       }},
      {R"(weakly_congruent(A: tuple, B: tuple)
  Whether B is A with some leaves opened into tuples: every coordinate nested as A fits a shape nested as B.
  errors: none
  laws: division_rounds
  source: Cecka, arXiv:2603.02298, 2.1; CuTe weakly_congruent, int_tuple.hpp
  C++: tuple.hpp weakly_congruent
  weakly_congruent((7,7), (4,(2,3))) == yes
  weakly_congruent((4,(2,3)), (7,7)) == no, entry 1: A is a tuple of 2 and B an integer)",
       [](Call const& in) {
         auto const a = in.tuple(0), b = in.tuple(1);
         return decision(weakly_congruent(a, b), why_not_weakly_congruent(plain(a), plain(b)));
       }},
      {R"(compatible(A: tuple, B: tuple)
  Whether every coordinate of shape A is one of shape B, the sizes agreeing leaf of A by leaf of A. A partial
  order on shapes.
  errors: none
  laws: none
  source: Cecka, arXiv:2603.02298, 2.1; CuTe compatible, int_tuple.hpp
  C++: tuple.hpp compatible
  compatible(24, (4,(2,3))) == yes
  compatible((4,(2,3)), 24) == no, A is a tuple of 2 and B an integer
  compatible((4,6), (4,(2,4))) == no, entry 1: the extent 6 of A is not the 8 points of B)",
       [](Call const& in) {
         auto const a = in.tuple(0), b = in.tuple(1);
         return decision(compatible(a, b), why_not_compatible(plain(a), plain(b)));
       }},
      {R"(elem_less(A: tuple, B: tuple)
  Whether every leaf of A is below B's: the test that predicates a copy. Under --convention cute B may have
  more entries than A.
  errors: congruent
  laws: division_rounds
  source: CuTe elem_less, int_tuple.hpp
  C++: tuple.hpp elem_less
  elem_less((1,2), (2,3)) == yes
  elem_less((1,3), (2,3)) == no, entry 1: 3 is not below 3
  elem_less((1,2), 3) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         return ordered(elem_less<Checked>, cute::elem_less<Checked>, why_not_elem_less, in);
       }},
      {R"(lex_less(A: tuple, B: tuple)
  Whether A comes before B when the first leaf that differs decides. Under --convention cute ranks may
  differ; the tuple that ends first comes before.
  errors: congruent
  laws: division_rounds
  source: CuTe lex_less, int_tuple.hpp
  C++: tuple.hpp lex_less
  lex_less((1,3), (2,0)) == yes
  lex_less((2,0), (1,3)) == no, entry 0: 2 is not below 1
  lex_less(1, (1,2)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         return ordered(lex_less<Checked>, cute::lex_less<Checked>, why_not_lex_less, in);
       }},
      {R"(colex_less(A: tuple, B: tuple)
  Whether A comes before B when the last leaf that differs decides: the order in which a layout
  counts. Under --convention cute ranks may differ; the tuple that ends first comes before.
  errors: congruent
  laws: division_rounds
  source: CuTe colex_less, int_tuple.hpp
  C++: tuple.hpp colex_less
  colex_less((2,0), (1,3)) == yes
  colex_less((1,3), (2,0)) == no, entry 1: 3 is not below 0
  colex_less(1, (1,2)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         return ordered(colex_less<Checked>, cute::colex_less<Checked>, why_not_colex_less, in);
       }},
      {R"(product(T: tuple)
  The product of all leaves; 1 for ().
  errors: overflow
  laws: division_rounds
  source: CuTe product, int_tuple.hpp
  C++: tuple.hpp product
  product((4,(2,3))) == 24
  product((4611686018427387904,2)) is refused: overflow)",
       [](Call const& in) { return answer(product(in.tuple(0))); }},
      {R"(product_each(T: tuple)
  The product of every entry at the top.
  errors: overflow
  laws: division_rounds
  source: CuTe product_each, int_tuple.hpp
  C++: tuple.hpp product_each
  product_each((4,(2,3))) == (4,6)
  product_each((2,(4611686018427387904,4))) is refused: overflow)",
       [](Call const& in) { return whole(product_each(in.tuple(0))); }},
      {R"(prefix_product(T: tuple, [start: integer])
  Every leaf replaced by the product of the leaves before it, times start (default 1).
  errors: overflow
  laws: division_rounds
  source: CuTe prefix_product, int_tuple.hpp
  C++: tuple.hpp prefix_product
  prefix_product((4,(2,3))) == (1,(4,8))
  prefix_product((4,(2,3)), 5) == (5,(20,40))
  prefix_product((4611686018427387904,2,3)) is refused: overflow)",
       [](Call const& in) {
         return answer(prefix_product(in.tuple(0), in.count() > 1 ? in.integer(1) : Checked(1)));
       }},
      {R"(suffix_product(T: tuple, [start: integer])
  Every leaf replaced by the product of the leaves after it, times start (default 1).
  errors: overflow
  laws: division_rounds
  source: CuTe suffix_product, int_tuple.hpp
  C++: tuple.hpp suffix_product
  suffix_product((4,(2,3))) == (6,(3,1))
  suffix_product((3,2,4611686018427387904)) is refused: overflow)",
       [](Call const& in) {
         return answer(suffix_product(in.tuple(0), in.count() > 1 ? in.integer(1) : Checked(1)));
       }},
      {R"(inner_product(A: tuple, B: tuple)
  The sum of the products of corresponding leaves.
  errors: congruent overflow
  laws: division_rounds
  source: Cecka, arXiv:2603.02298, 2.1; CuTe inner_product, int_tuple.hpp
  C++: tuple.hpp inner_product
  inner_product((4,(2,3)), (1,(10,100))) == 324
  inner_product((1,2), 3) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(inner_product(in.tuple(0), in.tuple(1))); }},
      {R"(ceil_div(A: tuple, B: tuple)
  a / b rounded up, leaf by leaf. A tuple by an integer hands what is left of the divisor from entry to entry;
  entries beyond B's rank stay.
  needs: leaves of A at least 0, of B at least 1; no leaf 0 before another, where B is one integer
  errors: not_negative congruent overflow
  laws: division_rounds
  source: CuTe ceil_div, int_tuple.hpp
  C++: division.hpp ceil_div
  ceil_div((6,4), (4,4)) == (2,1)
  ceil_div((10,64), 6) == (2,64)
  ceil_div(6, 0) is refused: not_negative)",
       [](Call const& in) { return answer(ceil_div(in.tuple(0), in.tuple(1))); }},
      {R"(ceil_div(A: tuple, B: layout)
  How many tiles of B's size cover A: size(A) / size(B) rounded up.
  needs: leaves of A at least 0
  errors: not_negative overflow
  laws: division_rounds
  source: CuTe ceil_div by a tiler, layout.hpp
  C++: division.hpp ceil_div
  ceil_div((16,32), (4,8):(1,4)) == 16
  ceil_div(10, 4:2) == 3
  ceil_div(-1, 4:1) is refused: not_negative)",
       [](Call const& in) {
         return answer(ceil_div(leaf(accept(product(in.tuple(0)))), leaf(size(in.layout(1)))));
       }},
      {R"(shape_div(A: tuple, B: tuple)
  Exact division of extents: a / b where b divides a, 1 where a divides b. A tuple by an integer hands what is
  left of the divisor from entry to entry. CuTe rounds up where its numbers are not constants.
  needs: leaves of at least 1
  errors: divides shape_positive congruent overflow
  laws: division_rounds
  source: CuTe shape_div, int_tuple.hpp
  C++: division.hpp shape_div
  shape_div((6,4), 12) == (1,2)
  shape_div((6,4), (3,2)) == (2,2)
  shape_div(6, 4) is refused: divides: 6 is not a multiple of 4)",
       [](Call const& in) { return answer(shape_div(in.tuple(0), in.tuple(1))); }},
      {R"(shape_mod(A: tuple, B: tuple)
  What shape_div divides off: the two multiply to A, leaf by leaf.
  needs: leaves of at least 1
  errors: divides shape_positive congruent overflow not_negative
  laws: none
  source: tensor-layouts shape_mod, layouts.py
  C++: tuple_arithmetic.hpp shape_mod
  shape_mod((4,6), 8) == (4,2)
  shape_mod((6,4), (3,2)) == (3,2)
  shape_mod(6, 4) is refused: divides: 6 is not a multiple of 4)",
       [](Call const& in) { return answer(shape_mod(in.tuple(0), in.tuple(1))); }},
      {R"(round_up(A: tuple, B: tuple)
  The least multiple of b that is at least a, leaf by leaf.
  needs: A and B nested alike; leaves of A at least 0, of B at least 1
  errors: not_negative congruent overflow
  laws: division_rounds
  source: CuTe round_up, int_tuple.hpp
  C++: division.hpp round_up
  round_up((6,4), (4,4)) == (8,4)
  round_up((6,4), 4) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(round_up(in.tuple(0), in.tuple(1))); }},
      {R"(elem_scale(A: tuple, B: tuple)
  Every leaf of A times the product of B's entry in its place: a shape of tiles becomes a shape of elements.
  needs: B nested as A, or deeper
  errors: congruent overflow
  laws: division_rounds
  source: CuTe elem_scale, int_tuple.hpp
  C++: division.hpp elem_scale
  elem_scale((2,3), (4,(5,2))) == (8,30)
  elem_scale((2,3), 4) is refused: congruent)",
       [](Call const& in) { return answer(elem_scale(in.tuple(0), in.tuple(1))); }},
      {R"(evenly_divides(A: tuple, B: tuple)
  Whether tiles of shape B cover shape A with none reaching past it: size(A) == size(B) * size(ceil_div(A, B)),
  mode by mode where B is a tuple.
  needs: leaves of A at least 0, of B at least 1; no leaf 0 before another, where B is one integer
  errors: not_negative congruent overflow
  laws: division_rounds
  source: CuTe evenly_divides, int_tuple.hpp
  C++: division.hpp evenly_divides
  evenly_divides((6,4), (3,2)) == yes
  evenly_divides((6,4), (4,2)) == no, entry 0: tiles that cover A have 8 points, and A has 6
  evenly_divides((6,4), 12) == yes
  evenly_divides((16,16), ((4),4)) == yes
  evenly_divides((6,4), 0) is refused: not_negative)",
       [](Call const& in) { return even(in.tuple(0), in.tuple(1)); }},
      {R"(evenly_divides(A: tuple, B: layout)
  Whether tiles of B's size cover A's size exactly.
  needs: leaves of A at least 0
  errors: not_negative overflow
  laws: division_rounds
  source: CuTe evenly_divides by a tiler, layout.hpp
  C++: division.hpp evenly_divides
  evenly_divides((6,4), 12:1) == yes
  evenly_divides((6,4), 5:1) == no, tiles that cover A have 25 points, and A has 24
  evenly_divides(-1, 4:1) is refused: not_negative)",
       [](Call const& in) {
         auto const points = leaf(accept(product(in.tuple(0))));
         return even(points, leaf(size(in.layout(1))));
       }},
  };
}

}  // namespace colex::cli
