// SPDX-License-Identifier: MIT
// The theorem of laws/variants_regroup_the_modes.hpp.
#include "colex/laws/variants_regroup_the_modes.hpp"

#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::variants_regroup_the_modes;

/// A mode under CuTe's `_` is a tile and its grid where it is a pair, else all tile; a tiler of extents is one
/// of tiles.
void keeps(Proof& p) {
  p.part("a mode under _ as CuTe has it", {}, [&] {
    auto const mode = [](std::size_t k) { return leaf(any_mode(k)); };
    auto const pairs = join(join(mode(0), mode(1)), join(mode(2), mode(3)), join(mode(4), mode(5)));
    auto const tiler = by_mode(tile(entry(pairs, 0)), keep<Integer>(), tile(entry(pairs, 2)));
    auto const in_cute = pairs_kept(keep<Integer>());
    auto const split = unzip(pairs, pairs_kept(tiler));
    auto const& in = pairs.leaves;  // tile and grid of each mode in turn
    auto is = [&](Mode<Integer> const& m, int from) {
      return alike(m, from < 0 ? Mode<Integer>{Integer(1), Integer(0)} : in[from]);
    };
    auto moved = [&](Layout<Integer> const& l, std::vector<int> const& from) {
      bool same = l.leaves.count == static_cast<int>(from.size()) && rank(l) == 2;
      for (int k = 0; same && k < l.leaves.count; ++k) same = is(l.leaves[k], from[k]);
      return same;
    };
    p.claim("a pair is its tile and its grid", Boolean(moved(split, {0, 2, 4, 1, 3, 5})));
    auto const one = unzip(entry(pairs, 1), in_cute);
    p.claim("alone as well", Boolean(moved(one, {2, 3})));
    auto const single = entry(entry(pairs, 1), 0);
    p.claim("what is no pair is all tile, with the grid 1:0",
            Boolean(moved(unzip(single, in_cute), {2, -1}) &&
                    moved(unzip(join(single, single, single), in_cute), {2, 2, 2, -1})));
    auto const last = entry(tiler, 2), kept = entry(tiler, 1);
    p.claim("entry by entry",
            Boolean(last.is_tile() && !last.is_keep() && kept.is_keep() && !kept.is_tile()));
    auto const extents = by_mode(join(leaf(in[0].shape), leaf(in[2].shape), leaf(in[4].shape)));
    p.claim("extents are tiles, and no more", Boolean(extents.keeps == 0 && extents.tiles == 14));
  });
}

/// The shipped products by mode, of blocks (2:d0, 3:1), a third mode not repeated.
void products(Proof& p) {
  Integer const zero(0), one(1), two(2), three(3), d0 = p.integer("d0"), d2 = p.integer("d2");
  Layout<Integer> const x = leaf(Mode<Integer>{two, d0}), y = leaf(Mode<Integer>{three, one}),
                        z = leaf(Mode<Integer>{two, d2});
  Layout<Integer> const once = leaf(Mode<Integer>{one, zero}), by = leaf(Mode<Integer>{three, one}),
                        twice = leaf(Mode<Integer>{two, one});
  p.part("products by mode", {d0 >= one}, [&] {
    auto const tiler = by_mode(tile(by), tile(twice));
    auto const logical = logical_product(join(x, y, z), tiler);
    auto const zipped = zipped_product(join(x, y, z), tiler), tiled = tiled_product(join(x, y, z), tiler),
               flat_one = flat_product(join(x, y, z), tiler);
    auto const first = logical_product(x, by), second = logical_product(y, twice);
    bool const all = first && second;
    p.claim("answered where each mode is", Boolean(bool(logical) == all && bool(zipped) == all &&
                                                   bool(tiled) == all && bool(flat_one) == all));
    if (!all || !logical || !zipped || !tiled || !flat_one) return;
    Layout<Integer> const c0 = entry(*first, 1), c1 = entry(*second, 1);
    p.claim("mode by mode", Boolean(alike(*logical, join(*first, *second, z)) && alike(entry(*first, 0), x)));
    p.claim("blocks, then copies and what is not repeated",
            Boolean(alike(*zipped, join(join(x, y), join(c0, c1, z)))));
    p.claim("copies side by side", Boolean(alike(*tiled, join(join(x, y), c0, c1, z))));
    p.claim("and blocks as well", Boolean(alike(*flat_one, join(x, y, c0, c1, z))));
  });
  for (Integer const& d : {one, two, three})
    p.part("blocked and raked, ranks that differ, 2:" + d.term().to_string(), {}, [&] {
      Layout<Integer> const x = leaf(Mode<Integer>{two, d});
      Layout<Integer> const tiler = join(by, leaf(Mode<Integer>{two, three}));
      auto const whole = logical_product(join(x, once), tiler);
      auto const blocked = blocked_product(x, tiler), raked = raked_product(x, tiler);
      p.claim("refused where the product is",
              Boolean(bool(whole) == bool(blocked) && bool(whole) == bool(raked)));
      if (!whole || !blocked || !raked) return;
      auto const copies = entry(*whole, 1);
      p.claim("filled up with 1:0, block first",
              Boolean(alike(*blocked, join(join(x, entry(copies, 0)), join(once, entry(copies, 1))))));
      p.claim("or copies first",
              Boolean(alike(*raked, join(join(entry(copies, 0), x), join(entry(copies, 1), once)))));
    });
}

/// The shipped divides by mode, A of extents (4,6) and any strides.
void divides(Proof& p) {
  Integer const one(1), d0 = p.integer("d0"), d1 = p.integer("d1");
  auto mode = [](int shape, Integer const& stride) { return leaf(Mode<Integer>{Integer(shape), stride}); };
  p.part("divides by mode", {}, [&] {
    auto const x = mode(4, d0), y = mode(6, d1), a = join(x, y);
    auto const tiler = by_mode(tile(mode(2, one)), tile(mode(3, one)));
    auto const logical = logical_divide(a, tiler), zipped = zipped_divide(a, tiler),
               tiled = tiled_divide(a, tiler), flat_one = flat_divide(a, tiler);
    auto const first = logical_divide(x, mode(2, one)), second = logical_divide(y, mode(3, one));
    p.claim("answered", Boolean(logical && zipped && tiled && flat_one && first && second));
    if (!logical || !zipped || !tiled || !flat_one || !first || !second) return;
    auto const t0 = entry(*first, 0), g0 = entry(*first, 1), t1 = entry(*second, 0), g1 = entry(*second, 1);
    p.claim("mode by mode", Boolean(alike(*logical, join(*first, *second))));
    p.claim("tiles, then grids", Boolean(alike(*zipped, join(join(t0, t1), join(g0, g1)))));
    p.claim("grids side by side", Boolean(alike(*tiled, join(join(t0, t1), g0, g1))));
    p.claim("and tiles as well", Boolean(alike(*flat_one, join(t0, t1, g0, g1))));
  });
}

void prove(Proof& p) {
  keeps(p);
  products(p);
  divides(p);
}

}  // namespace

Theorem variants_regroup_the_modes() {
  return theorem<Law>(
      "variants_regroup_the_modes", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "divides of (4,6) with any strides; products of three modes, a tiler of two; a mode under CuTe's _, "
        "any extents and strides (by identity of terms)"}},
      R"(No arithmetic: unzip, unpack and pair_entries move subtrees, and every variant is the logical operation
             followed by one of them, in the shipped code. Coq has the printed functions at every rank and nesting (Variants.v).
             A mode under _ is all tile, with the grid 1:0; under CuTe's _ a pair is its tile and its grid.)");
}

}  // namespace colex::sym
