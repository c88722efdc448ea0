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

/// Each mode of `a` repeated as a mode of `b` says, and the same gathered.
static std::string products_by_mode(Pair const& c) {
  auto const tiler = by_mode(tile(entry(c.b, 0)), tile(entry(c.b, 1)));
  auto const logical = logical_product(c.a, tiler), zipped = zipped_product(c.a, tiler),
             tiled = tiled_product(c.a, tiler), flat = flat_product(c.a, tiler);
  if (bool(logical) != bool(zipped) || bool(logical) != bool(tiled) || bool(logical) != bool(flat))
    return "one variant by mode refuses and another does not";
  if (!logical) return "";
  auto extent_of = [&](int mode, int part) { return size(entry(entry(*logical, mode), part)); };
  bool const agree = everywhere(extent_of(0, 0), extent_of(1, 0), [&](List<Int> const& t) {
    return everywhere(extent_of(0, 1), extent_of(1, 1), [&](List<Int> const& g) {
      return bool(Law::variants_agree(*logical, *zipped, *tiled, *flat, t, g));
    });
  });
  return unless(agree, "variants of product by mode differ");
}

static std::string product_fault(Pair const& c) {
  if (auto const fault = products_by_mode(c); !fault.empty()) return fault;
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

/// The two modes of `a` as a tile and its grid, one mode that CuTe's `_` takes apart.
static std::string pair_fault(Pair const& c) {
  auto const pairs = join(c.a), zipped = unzip(pairs, pairs_kept(by_mode(keep<Int>())));
  bool const agree = everywhere(c.a.leaves[0].shape, c.a.leaves[1].shape, [&](List<Int> const& at) {
    List<Int> t, g;
    t.push(at[0]);
    g.push(at[1]);
    return bool(Law::variants_agree(pairs, zipped, unpack(zipped, false), unpack(zipped, true), t, g));
  });
  return unless(agree, "variants differ where CuTe's _ stands");
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
static Property<Pair> const pairs_kept_apart{
    .name = "CuTe's _ takes a pair for a tile and its grid",
    .draw = two_modes,
    .precondition = [](Pair const& c) { return rank(c.a) == 2 && c.a.leaves.count == 2; },
    .fault = pair_fault,
    .classes = {{"a grid of more than one point", [](Pair const& c) { return c.a.leaves[1].shape > 1; }}}};

int main() { return exit_status({check(divides), check(products), check(pairs_kept_apart)}); }
