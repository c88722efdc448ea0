// SPDX-License-Identifier: MIT
// The variants of divide and product agree with the logical one, at every coordinate of a layout of two
// modes.
#include "colex/laws/variants_regroup_the_modes.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::variants_regroup_the_modes;

/// Two modes; `b` has their tiles' extents.
static Pair two_modes(Dice& dice) {
  List<Mode<Int>> a, b;
  for (int k = 0; k < 2; ++k) {
    Int const s = dice.between(1, 8);
    a.push({s, dice.between(0, 12)});
    b.push({dice.percent(80) ? divisor(dice, s) : dice.between(1, 4), 1});
  }
  return {flat(a), flat(b)};
}
static Tiler<Int> tiler_of(Pair const& c) { return by_mode(shape(c.b)); }
static bool answered(Pair const& c) { return bool(logical_divide(c.a, tiler_of(c))); }
static bool repeats(Pair const& c) { return bool(logical_product(c.a, c.b)); }

/// Calls f with every list of two numbers below the sizes of two modes.
template <class F>
static bool everywhere(Int n0, Int n1, F f) {
  for (Int i = 0; i < n0; ++i)
    for (Int j = 0; j < n1; ++j) {
      List<Int> at;
      at.push(i);
      at.push(j);
      if (!f(at)) return false;
    }
  return true;
}

static std::string divide_fault(Pair const& c) {
  auto const tiler = tiler_of(c);
  auto const logical = logical_divide(c.a, tiler);
  auto const zipped = zipped_divide(c.a, tiler), tiled = tiled_divide(c.a, tiler),
             flat = flat_divide(c.a, tiler);
  if (bool(logical) != bool(zipped) || bool(logical) != bool(tiled) || bool(logical) != bool(flat))
    return "one variant refuses and another does not";
  if (!logical) return "";
  auto extent_of = [&](int mode, int part) { return size(entry(entry(*logical, mode), part)); };
  bool const agree = everywhere(extent_of(0, 0), extent_of(1, 0), [&](List<Int> const& t) {
    return everywhere(extent_of(0, 1), extent_of(1, 1), [&](List<Int> const& g) {
      return bool(Law::variants_agree(*logical, *zipped, *tiled, *flat, t, g));
    });
  });
  return unless(agree, "variants of divide differ");
}

static std::string product_fault(Pair const& c) {
  auto const logical = logical_product(c.a, c.b);
  auto const blocked = blocked_product(c.a, c.b), raked = raked_product(c.a, c.b);
  if (bool(logical) != bool(blocked) || bool(logical) != bool(raked))
    return "one variant refuses and another does not";
  if (!logical) return "";
  auto const block = entry(*logical, 0), copies = entry(*logical, 1);
  bool const agree = everywhere(size(entry(block, 0)), size(entry(block, 1)), [&](List<Int> const& b) {
    return everywhere(size(entry(copies, 0)), size(entry(copies, 1)), [&](List<Int> const& k) {
      return bool(Law::pairs_agree(*logical, *blocked, *raked, b, k));
    });
  });
  return unless(agree, "variants of product differ");
}

static Property<Pair> const divides{
    .name = "zipped, tiled and flat divide regroup the logical one",
    .draw = two_modes,
    .precondition = [](Pair const& c) { return rank(c.a) == 2 && rank(c.b) == 2; },
    .fault = divide_fault,
    .classes = {{"answered", answered}, {"refused", [](Pair const& c) { return !answered(c); }}}};
static Property<Pair> const products{
    .name = "blocked and raked product regroup the logical one",
    .draw = two_modes,
    .precondition = [](Pair const& c) { return rank(c.a) == 2 && rank(c.b) == 2; },
    .fault = product_fault,
    .classes = {{"answered", repeats}}};

int main() { return exit_status({check(divides), check(products)}); }
