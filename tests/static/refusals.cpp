// SPDX-License-Identifier: MIT
// What a refusal shows: its condition, its two numbers, its mode and its witness; and answers at the edge of
// what is admitted. Mutants of the headers (docs/mutants.md) said that nothing looked at these.
#include <limits>

#include "colex/colex.hpp"
using namespace colex;

namespace {
using I = std::int64_t;
constexpr I big = I{1} << 62;
template <class R>
constexpr bool shows(R const& r, Condition c, I left, I right) {
  return !r && r.refusal.condition == c && r.refusal.left == left && r.refusal.right == right;
}
constexpr bool is(Refusal<I> const& r, Condition c, I left, I right) {
  return r.condition == c && r.left == left && r.right == right;
}
}  // namespace

// domain: what is inside, and how far the last mode runs on
static_assert(inside(tuple("5"), tuple("(2,3)")).condition == Condition::none);
static_assert(is(inside(tuple("6"), tuple("(2,3)")), Condition::in_domain, 6, 6));
static_assert(inside(tuple("6"), tuple("(2,3)"), Last::runs_on).condition == Condition::none);
static_assert(is(inside(tuple("-1"), tuple("(2,3)"), Last::runs_on), Condition::in_domain, -1, 6));
static_assert(inside(tuple("(1,2)"), tuple("(2,3)")).condition == Condition::none);
static_assert(is(inside(tuple("(1,3)"), tuple("(2,3)")), Condition::in_domain, 3, 3));
static_assert(is(inside(tuple("(2,0)"), tuple("(2,3)")), Condition::in_domain, 2, 2));
static_assert(inside(tuple("(1,2)"), tuple("7")).condition == Condition::congruent);
static_assert(inside(tuple("(1,2,0)"), tuple("(2,3)")).condition == Condition::congruent);
static_assert(*idx2crd(tuple("(1,5)"), tuple("(2,(3,2))")) == tuple("(1,(2,1))"));
static_assert(*idx2crd(tuple("5"), tuple("(2,3)")) == tuple("(1,2)"));
static_assert(shows(idx2crd(tuple("3"), tuple("()")), Condition::in_domain, 3, 1));
static_assert(*idx2crd(tuple("0"), tuple("()")) == tuple("()"));
static_assert(shows(idx2crd(tuple("(1,-5)"), tuple("(2,(3,2))")), Condition::in_domain, -5, 6));

// write: signs and digits
namespace {
constexpr bool writes(auto f, std::string_view expected) {
  auto const t = to_fixed_text(f);
  return std::string_view(t.text) == expected && sizeof t.text == expected.size() + 1;
}
}  // namespace
static_assert(writes([] { return layout("(4,(2,30)):(-2,(0,1009))"); }, "(4,(2,30)):(-2,(0,1009))"));
static_assert(writes([] { return layout("10:-10"); }, "10:-10"));
static_assert(writes([] { return layout("100:-909"); }, "100:-909"));
static_assert(writes([] { return layout("1:0"); }, "1:0"));

// number: the limit is 2^62, on both sides
static_assert(product_fits(big, I{1}) && product_fits(-big, I{1}) && product_fits(big / 2, I{2}));
static_assert(!product_fits(big, I{2}) && !product_fits(-big - 1, I{1}) && !product_fits(I{1}, -big - 1));
static_assert(product_fits(I{1}, -big) && !product_fits(big / 2 + 1, I{2}));
static_assert(sum_fits(big, I{0}) && sum_fits(big - 1, I{1}) && !sum_fits(big, I{1}) &&
              !sum_fits(big + 1, I{0}));
static_assert(!sum_fits(I{0}, big + 1) && !sum_fits(-big - 1, I{0}) && !sum_fits(I{0}, -big - 1));
static_assert(sum_fits(-big, I{0}) && !sum_fits(-big, I{1}));
namespace {
constexpr Layout<I> of(Mode<I> a) { return leaf(a); }
constexpr Layout<I> of(Mode<I> a, Mode<I> b) {
  List<Mode<I>> list;
  list.push(a);
  list.push(b);
  return flat(list);
}
}  // namespace
static_assert(well_formed(of({4, big})) == Condition::overflow &&
              well_formed(of({1, big})) == Condition::none);
static_assert(well_formed(of({3, big / 3}, {3, big / 3})) == Condition::overflow);
static_assert(well_formed(of({big, 0}, {2, 0})) == Condition::overflow);
static_assert(well_formed(of({2, big / 2})) == Condition::none);
static_assert(well_formed(of({2, big / 2}, {2, big / 2})) == Condition::none);
static_assert(well_formed(of({2, big / 2}, {2, big / 2 + 1})) == Condition::overflow);

// equal, find: what is answered beside "no"
static_assert(!equal(layout("4:1"), layout("5:1")).equal && equal(layout("4:1"), layout("5:1")).index == 0);
static_assert(equal(layout("4:1"), layout("5:1")).left == 0 &&
              equal(layout("4:1"), layout("5:1")).right == 0);
namespace {
constexpr I from_three[] = {3, 4}, bent[] = {0, 1, 4, 6};
constexpr auto offset_three = find_layout<I>([](I i) { return from_three[i]; }, 2);
constexpr auto not_additive = find_layout<I>([](I i) { return bent[i]; }, 4);
}  // namespace
static_assert(shows(offset_three, Condition::starts_at_zero, 3, 0));
static_assert(offset_three.refusal.has_witness && offset_three.refusal.index == 0);
static_assert(offset_three.refusal.got == 0 && offset_three.refusal.want == 3);
static_assert(shows(not_additive, Condition::additive, 1, 2));
static_assert(not_additive.refusal.has_witness && not_additive.refusal.index == 3);
static_assert(not_additive.refusal.got == 5 && not_additive.refusal.want == 6);

// tuples: ceil_div and shape_div at 0 and 1
static_assert(*ceil_div(tuple("0"), tuple("1")) == tuple("0") &&
              *ceil_div(tuple("1"), tuple("1")) == tuple("1"));
static_assert(shows(ceil_div(tuple("5"), tuple("0")), Condition::not_negative, 5, 0));
static_assert(shows(ceil_div(tuple("-5"), tuple("2")), Condition::not_negative, -5, 2));
static_assert(*shape_div(tuple("1"), tuple("1")) == tuple("1") &&
              *shape_div(tuple("4"), tuple("1")) == tuple("4"));
static_assert(shows(shape_div(tuple("0"), tuple("2")), Condition::shape_positive, 0, 2));
static_assert(shows(shape_div(tuple("2"), tuple("0")), Condition::shape_positive, 2, 0));
static_assert(round_up(tuple("(4,4)"), tuple("(2,(2,2))")).refusal.condition == Condition::congruent);

// swizzle_xor16: powers of two only, and the bits that it moves
static_assert(swizzle_xor16(8)->bits == 3 && swizzle_xor16(8)->base == 4 && swizzle_xor16(8)->shift == 3);
static_assert(swizzle_xor16(1)->bits == 0 && swizzle_xor16(2)->bits == 1);
static_assert(shows(swizzle_xor16(0), Condition::power_of_two, 0, 0));
static_assert(shows(swizzle_xor16(6), Condition::power_of_two, 6, 0));
static_assert(shows(swizzle_xor16(3), Condition::power_of_two, 3, 0));
static_assert(swizzle_xor16(4) && swizzle_xor16(16));

// text: where reading failed, from 1
static_assert(parse_layout("(2,2):(1,x)").column == 10 && parse_layout("(2,2):1").column == 6);
static_assert(parse_layout("(2,0):(1,1)").column == 1 && parse_layout("2:1 2").column == 5);
static_assert(parse_tuple("4611686018427387904").value == IntTuple<I>(leaf(big)));
static_assert(!parse_tuple("4611686018427387905") && !parse_tuple("(1,x") && !parse_tuple("(1,(2,y),3)"));
static_assert(parse_tuple("(1,())").value.leaves.count == 1);

// slices, entries and comparisons refuse what is not there
static_assert(take(tuple("(1,2,3)"), 1, 4).refusal.condition == Condition::mode_exists);
static_assert(take(tuple("(1,2,3)"), 1, 1) && rank(*take(tuple("(1,2,3)"), 1, 1)) == 0);
static_assert(round_up(tuple("3"), tuple("2")) && *round_up(tuple("3"), tuple("2")) == tuple("4"));

namespace second_part {
constexpr auto low = std::numeric_limits<I>::min();
static_assert(!sum_fits(I{0}, low) && !sum_fits(low, I{0}) && !product_fits(I{1}, low));
static_assert(well_formed(of({big, 0})) == Condition::none);

// swizzles: the bits written, which maps are swizzles, what a composed layout must be
static_assert(Swizzle{1, 3, -2}.target_mask() == 32 && Swizzle{1, 3, -2}.source_mask() == 8);
static_assert(Swizzle{2, 1, 3}.target_mask() == 6 && Swizzle{2, 1, 3}.source_mask() == 48);
static_assert(swizzle_of(bit_map(Swizzle{1, 0, 1}, 2)) &&
              *swizzle_of(bit_map(Swizzle{1, 0, 1}, 2)) == Swizzle{1, 0, 1});
static_assert(*swizzle_of(bit_map(Swizzle{2, 1, 3}, 6)) == Swizzle{2, 1, 3});
constexpr ComposedLayout composed{{1, 0, 1}, 4, layout("(4,2):(1,4)")};
static_assert(composition(composed, layout("2:4"))->inner == layout("2:4"));
static_assert(admissible(composed).condition == Condition::none);
static_assert(admissible(ComposedLayout{{2, 0, 1}, 0, layout("4:1")}).condition == Condition::overlap);
static_assert(admissible(ComposedLayout{{1, 0, 1}, 0, of({2, big})}).condition == Condition::overflow);
static_assert(admissible(ComposedLayout{{1, 0, 1}, big, layout("4:1")}).condition == Condition::overflow);
static_assert(admissible(ComposedLayout{{1, 0, 1}, 3, layout("4:-1")}).condition == Condition::none);
static_assert(is(admissible(ComposedLayout{{1, 0, 1}, 2, layout("4:-1")}), Condition::not_negative, -1, 0));
static_assert(equal(composed, ComposedLayout{{1, 0, 1}, 4, layout("4:1")})->index == 0);
static_assert(*zip(ComposedLayout{{1, 0, 1}, 4, layout("(4,2):(1,4)")}, layout("(2,2):(8,16)")) ==
              ComposedLayout{{1, 0, 1}, 4, layout("((4,2),(2,2)):((1,8),(4,16))")});
static_assert(zip(composed, layout("(2,2):(8,-16)")).refusal.condition == Condition::not_negative);
static_assert(domain_offset(parse_tuple("(0,1)").value, composed)->offset == 8);
static_assert(domain_offset(parse_tuple("(0,1)").value, ComposedLayout{{1, 0, 1}, 4, layout("(4,2):(1,-4)")})
                  .refusal.condition == Condition::not_negative);
static_assert(equal(ComposedLayout{{1, 0, 1}, 0, layout("3:1")}, ComposedLayout{{1, 0, 2}, 0, layout("3:1")})
                  ->index == 2);
static_assert(
    equal(ComposedLayout{{1, 1, 1}, 1, layout("3:1")}, ComposedLayout{{1, 1, 2}, 1, layout("3:1")})->equal);
static_assert(
    !equal(ComposedLayout{{1, 1, 1}, 1, layout("4:1")}, ComposedLayout{{1, 1, 2}, 1, layout("4:1")})->equal);

// maps over GF(2)
constexpr BitMap swap{{2, 1}, 2}, one_bit{{2}, 1}, none{{0, 1}, 2};
static_assert(bijective(swap, 2).condition == Condition::none);
static_assert(is(bijective(swap, 3), Condition::surjective, 4, 0));
static_assert(is(bijective(one_bit, 2), Condition::surjective, 1, 0));
static_assert(is(bijective(none, 2), Condition::injective, 0, 1));
static_assert(is(bijective(swap, 1), Condition::in_domain, 2, 2));
static_assert(inverse(one_bit)->inputs == 2 && inverse(swap)->inputs == 2 &&
              inverse(BitMap{{2}, 1})->column[1] == 1);
static_assert(inverse(BitMap{{2}, 1})->column[0] == 0);
constexpr I not_linear[] = {0, 1, 2, 4};
constexpr auto no_map = find_bit_map([](I i) { return not_linear[i]; }, 4);
static_assert(shows(no_map, Condition::linear, 3, 4) && no_map.refusal.has_witness &&
              no_map.refusal.index == 3);
static_assert(no_map.refusal.modes[0] == -1 && no_map.refusal.modes[1] == -1);
static_assert(find_bit_map([](I) { return I{0}; }, 1) && !find_bit_map([](I) { return I{0}; }, 0));

// preimages, collisions, images
static_assert(shows(get_1d_coord(layout("2:1"), big + 1), Condition::surjective, big + 1, 0));
static_assert(*get_1d_coord(of({2, big / 2}), big / 2) == 1 &&
              shows(get_1d_coord(layout("4:2"), I{3}), Condition::surjective, 3, 0));
static_assert(get_hier_coord(layout("4:2"), I{3}).refusal.condition == Condition::surjective);
static_assert(get_flat_coord(layout("4:2"), I{3}).refusal.condition == Condition::surjective);
static_assert(is(injective(layout("(2,2):(1,1)")), Condition::injective, 1, 2));
static_assert(injective(of({2, big})).condition == Condition::overflow);
static_assert(is(surjective(layout("4:-1"), 1), Condition::none, 0, 0));
static_assert(is(surjective(layout("4:-1"), 2), Condition::surjective, 1, 0));
static_assert(surjective(layout("(2,2):(-1,2)"), 3).condition == Condition::none);
static_assert(is(surjective(layout("(2,2):(-1,2)"), 4), Condition::surjective, 3, 0));

// upcast of single points, divides that hang over
static_assert(*upcast(layout("(1,4):(2,4)"), 4) == layout("(1,4):(1,1)"));
static_assert(*upcast(layout("(1,4):(-2,4)"), 4) == layout("(1,4):(-1,1)"));
static_assert(shows(upcast(layout("4:1"), 0), Condition::not_negative, 0, 1));
static_assert(shows(upcast(layout("(2,3):(2,1)"), 4), Condition::vector_divides, 4, 4) ||
              upcast(layout("(2,3):(2,1)"), 4).refusal.condition == Condition::vector_divides);
static_assert(logical_divide(of({2, big}), layout("2:1")).refusal.condition == Condition::overflow);
}  // namespace second_part
int main() {}
