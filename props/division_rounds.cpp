// SPDX-License-Identifier: MIT
// Division of shapes and of numbers by shapes, by shorter ones and by numbers; products and orders of tuples.
#include "colex/laws/division_rounds.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::division_rounds;
using Tuple = IntTuple<Int>;

/// Two shapes, of one tree in half of the cases; extents of the second divide the first's in some.
static Pair two_shapes(Dice& dice) {
  Pair c{any_layout(dice, 200), any_layout(dice, 200)};
  if (dice.percent(60)) {
    c.b = c.a;
    for (auto& m : c.b.leaves) m.shape = dice.percent(60) ? divisor(dice, m.shape) : dice.between(1, 6);
  } else if (dice.percent(60)) {
    c.b = leaf(Mode<Int>{dice.percent(60) ? divisor(dice, size(c.a)) : dice.between(1, 12), 1});
  }
  return c;
}
static bool by_number(Pair const& c) { return c.b.profile.is_leaf({}); }

/// The leaves of a divided by those of b in their place, or by what is left of the number b; 0: not divided.
static List<Int> divisors(Tuple const& a, Tuple const& b) {
  List<Int> r;
  Int rest = b.leaves.count == 1 ? b.leaves[0] : 0;
  for (int k = 0; k < a.leaves.count; ++k) {
    r.push(b.profile.is_leaf({}) ? rest : b.leaves[k]);
    rest = rest / a.leaves[k] + (rest % a.leaves[k] == 0 ? 0 : 1);
  }
  return r;
}

static std::string quotient_fault(Pair const& c) {
  Tuple const a = shape(c.a), b = shape(c.b);
  if (!congruent(a, b) && !by_number(c)) return "";
  auto const up = ceil_div(a, b), exact = shape_div(a, b), round = round_up(a, b);
  auto const even = evenly_divides(a, b);
  auto const by = divisors(a, b);
  if (!up || !even) return "ceil_div refuses extents";
  if (!congruent(up.value, a)) return "ceil_div changes the tree";
  if (bool(round) != congruent(a, b)) return "round_up is for two tuples of one tree";
  bool all = true, divides = true;
  for (int k = 0; k < a.leaves.count; ++k) {
    Int const x = a.leaves[k], q = up.value.leaves[k];
    if (!Law::is_ceiling(x, by[k], q)) return "ceil_div does not round up";
    if (round && round.value.leaves[k] != q * by[k]) return "round_up is not the least multiple";
    if (exact && congruent(a, b) && !Law::is_exact(x, by[k], exact.value.leaves[k]))
      return "shape_div is not exact";
    if (evenly_divides(leaf(x), join(leaf(by[k]))).value != evenly_divides(leaf(x), leaf(by[k])).value)
      return "a tuple of one entry does not divide a number as its entry does";
    all = all && !Law::neither_divides(x, by[k]);
    divides = divides && x % by[k] == 0;
  }
  if (congruent(a, b) && bool(exact) != all) return "shape_div refuses wrongly, or answers so";
  if (by_number(c)) divides = size(up.value) * b.leaves[0] == size(a);
  return unless(even.value == divides, "evenly_divides is wrong");
}

static std::string scale_fault(Pair const& c) {
  Tuple const a = shape(c.a), b = shape(c.b);
  auto const wide = elem_scale(a, b);
  if (bool(wide) != weakly_congruent(a, b)) return "elem_scale is for a tree nested as far";
  if (congruent(a, b) && compatible(a, b) != (a == b))
    return "compatible shapes of one form are other shapes";
  if (compatible(leaf(size(a)), a) != true) return "a shape does not refine its number of points";
  if (!wide) return "";
  if (!congruent(wide.value, a)) return "elem_scale changes the tree";
  return unless(size(wide.value) == size(a) * size(b), "elem_scale loses points");
}

static std::string tuple_fault(Pair const& c) {
  Tuple const a = shape(c.a), b = shape(c.b);
  auto const before = prefix_product(a, Int{3});
  auto const after = suffix_product(a, Int{3});
  if (!before || !congruent(before.value, a) || !Law::is_prefix_product(a, Int{3}, before.value))
    return "prefix_product";
  if (!after || !congruent(after.value, a)) return "suffix_product";
  for (int k = 0; k < a.leaves.count; ++k)
    if (after.value.leaves[k] * before.value.leaves[k] * a.leaves[k] != 9 * size(a)) return "suffix_product";
  if (*product(a) != size(product_each(a))) return "product_each";
  if (bool(inner_product(a, b)) != congruent(a, b)) return "inner_product is for one tree";
  if (!congruent(a, b)) return "";
  Int sum = 0;
  bool below = true;
  for (int k = 0; k < a.leaves.count; ++k) {
    sum += a.leaves[k] * b.leaves[k];
    below = below && a.leaves[k] < b.leaves[k];
  }
  if (*inner_product(a, b) != sum) return "inner_product";
  if (elem_less(a, b) != below) return "elem_less";
  if (lex_less(a, b) != Law::first_difference_is_less(a, b)) return "lex_less";
  return unless(colex_less(a, b) == Law::last_difference_is_less(a, b), "colex_less");
}

static std::vector<Class<Pair>> const kinds = {
    {"one tree", [](Pair const& c) { return congruent(c.a, c.b); }},
    {"by a number", [](Pair const& c) { return by_number(c) && !c.a.profile.is_leaf({}); }},
    {"shape_div refuses", [](Pair const& c) { return !shape_div(shape(c.a), shape(c.b)); }}};

static Property<Pair> const quotients{.name = "division of shapes rounds up, or is exact, leaf by leaf",
                                      .draw = two_shapes,
                                      .fault = quotient_fault,
                                      .classes = kinds};
static Property<Pair> const scales{
    .name = "elem_scale multiplies leaf by leaf", .draw = two_shapes, .fault = scale_fault, .classes = kinds};
static Property<Pair> const tuples{.name = "products and orders go from leaf to leaf",
                                   .draw = two_shapes,
                                   .fault = tuple_fault,
                                   .classes = kinds};

int main() { return exit_status({check(quotients), check(scales), check(tuples)}); }
