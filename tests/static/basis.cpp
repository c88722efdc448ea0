// SPDX-License-Identifier: MIT
// The worked examples of basis.hpp, and its edges, as constants: compiling is passing.
#include "colex/basis.hpp"

#include "colex/basis_inverse.hpp"
#include "colex/text.hpp"
using namespace colex;
constexpr auto shape_of(char const* text) { return parse_tuple(text).value; }
constexpr auto identity = *identity_layout(shape_of("(4,8)"));
static_assert(evaluate(identity, Coordinate(22)) == E(0, 2) + E(1, 5));
static_assert(natural(evaluate(identity, Coordinate(22)), shape_of("(4,8)")) == shape_of("(2,5)"));
constexpr auto part = *composition(identity, scalars(layout("(2,4):(2,8)")));
static_assert(part.leaves[0].stride == E(0, 2) && part.leaves[1].stride == E(1, 2));
static_assert(coalesce(identity) == identity);
static_assert(*identity_composition(shape_of("(4,8)"), layout("(2,4):(2,8)")) == part);
// At index 4 the fifth point is (0,1), where a mode of stride 1@0 has (4,0).
constexpr auto carried = identity_composition(shape_of("(4,6)"), layout("5:1")).refusal;
static_assert(carried.index == Coordinate(4) && carried.got == E(0, 4) && carried.want == E(1));
static_assert(
    sentence(carried, "A(B") ==
    "run_divides: no layout gives A(B(i)): at index 4 the modes before it force (4,0), A(B(4)) = (0,1)");
static_assert(identity_composition(shape_of("(6,4)"), layout("4:4")).refusal.condition ==
              Condition::additive);
static_assert(identity_layout(shape_of("(1,1,1,1,1,1,1,1,1)")).refusal.condition == Condition::capacity);
static_assert(*make_identity_layout(shape_of("(4,8)")) == identity);

// Taken apart by basis vector.
constexpr Layout<Coordinate> of(char const* shape, std::initializer_list<Coordinate> strides) {
  Layout<Coordinate> r{shape_of(shape).profile, {}};
  int k = 0;
  for (auto const& stride : strides) r.leaves.push({Coordinate(shape_of(shape).leaves[k++]), stride});
  return r;
}
constexpr auto turned = of("(4,5)", {E(1), E(0)});
static_assert(bases(turned) == 2 && along(turned, 1) == layout("(4,5):(1,0)"));
static_assert(*right_inverse(turned) == layout("(5,4):(4,1)"));
static_assert(*right_inverse(of("(4,5)", {E(0, 2), E(1, 2)})) == layout("(1,1):(0,0)"));
static_assert(*left_inverse(turned) == layout("(5,4):(4,1)"));
static_assert(*left_inverse(of("(4,5)", {E(0, 2), E(1, 2)})) == layout("((2,4),(2,5)):((0,1),(0,4))"));
static_assert(left_inverse(of("(2,3)", {Coordinate(), E(0)})).refusal.condition == Condition::injective);
static_assert(*left_inverse(of("(2,3)", {Coordinate(), E(0)}), Inverse::quasi) == layout("(3):(2)"));
static_assert(left_inverse(of("(2,3)", {E(0), E(0)})).refusal.condition == Condition::injective);
static_assert(right_inverse(of("2", {E(0) + E(1)})).refusal.condition == Condition::linear);
constexpr auto holes = of("(2,5)", {E(1, 4), E(0, 5)});
static_assert(least_box(holes) == shape_of("(25,8)"));
static_assert(*complement(holes, shape_of("(25,16)")) == of("(5,(4,2))", {E(0), E(1), E(1, 8)}));
static_assert(complement(holes, shape_of("(25,9)")).refusal.condition == Condition::cotarget_divides);
static_assert(complement(holes, shape_of("25")).refusal.condition == Condition::congruent);
static_assert(*composition(layout("(4,8):(8,1)"), Visit{of("(2,4)", {E(1), E(0)})}) == layout("(2,4):(1,8)"));
static_assert(composition(layout("(4,8):(8,1)"), Visit{of("5", {E(0)})}).refusal.condition ==
              Condition::in_domain);
static_assert(*logical_divide(layout("(8,6):(1,8)"), Visit{of("2", {E(0, 4)})}) ==
              layout("(2,(4,6)):(4,(1,8))"));
static_assert(*zipped_divide(layout("(8,6):(1,8)"), Visit{of("2", {E(0, 4)})}) ==
              layout("(2,(4,6)):(4,(1,8))"));
static_assert(*tiled_divide(layout("(8,6):(1,8)"), Visit{of("2", {E(0, 4)})}) == layout("(2,4,6):(4,1,8)"));
static_assert(*flat_divide(layout("(8,6):(1,8)"), Visit{of("2", {E(0, 4)})}) == layout("(2,4,6):(4,1,8)"));
static_assert(*logical_product(identity, scalars(layout("(2,5):(1,2)"))) ==
              of("((4,8),(2,5))", {E(0), E(1), E(1, 8), E(1, 16)}));
static_assert(*blocked_product(of("(4,3)", {E(0), E(1)}), scalars(layout("(2,5):(1,2)"))) ==
              of("((4,2),(3,5))", {E(0), E(1, 3), E(1), E(1, 6)}));
int main() {}
