// SPDX-License-Identifier: MIT
// The theorem of laws/covering_tiles_hold_every_point.hpp.
#include "colex/laws/covering_tiles_hold_every_point.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::covering_tiles_hold_every_point;
using Laid = Layout<Integer>;
using Tuple = IntTuple<Integer>;

Integer const zero(0), one(1), two(2);

Laid laid(std::vector<Mode<Integer>> const& modes) {
  List<Mode<Integer>> list;
  for (auto const& m : modes) list.push(m);
  return flat(list);
}
Tuple tuple(std::vector<Integer> const& numbers) {
  Tuple r = open<Integer>(static_cast<int>(numbers.size()));
  for (auto const& x : numbers) graft(r, leaf(x));
  return r;
}
std::string written(Laid const& l) {
  std::string s;
  for (auto const& m : l.leaves)
    s += (s.empty() ? "" : ",") + m.shape.term().to_string() + ":" + m.stride.term().to_string();
  return s;
}

/// A of these extents, any strides, by B.
void divides(Proof& p, std::vector<int> const& extents, Laid const& b) {
  Laid const a = any_strides(extents);
  std::string const what = written(a) + " by " + written(b);
  for (Cover const cover : {Cover::at_least, Cover::disjoint})
    p.part((cover == Cover::at_least ? "at least, " : "disjoint, ") + what, {}, [&] {
      auto const r = logical_divide(a, b, cover);
      if (!r) {
        auto const wide = detail::padded(a, b);
        auto const grid = complement(b, size(*wide), cover);
        if (r.refusal.condition != Condition::surjective) {
          p.claim("a refusal is complement's or composition's",
                  Boolean(grid ? alike(r, composition(*wide, join(b, *grid)))
                               : r.refusal.condition == grid.refusal.condition));
          return;
        }
        p.claim("else an index is in no tile", Boolean(cover == Cover::disjoint && bool(grid)));
        if (!grid) return;
        Laid const split = join(b, *grid);
        Boolean outside(true);
        for (Integer i(0); i < size(split); i = i + one)
          outside = both(outside, evaluate(split, i) != r.refusal.left);
        p.claim("this one", outside);
        Integer last(0), start(1);  // the index of A's last point among the rounded-up modes
        auto const least = coalesce_extended(a.leaves);
        for (int k = 0; k < least.count; ++k) {
          last = last + start * (least[k].shape - one);
          start = start * wide->leaves[k].shape;
        }
        p.claim("which is not past A's last point", both(r.refusal.left >= zero, r.refusal.left <= last));
        return;
      }
      p.claim("a tile with B's coordinates",
              Boolean(rank(*r) == 2 && compatible(colex::shape(b), colex::shape(entry(*r, 0)))));
      for (std::int64_t c = 0; c < size(a).numeral(); ++c)
        p.claim("every point", Law::covers(a, *r, Integer(c)));
    });
}

/// complement() of a layout in the shape (m, n): each entry on its own is rounded up to the reach.
void cotargets(Proof& p) {
  Integer const m = p.integer("m"), n(3);
  Tuple const shape = tuple({m, n});
  for (Laid const& l : {laid({{two, one}}), laid({{two, two}}), laid({{one, Integer(9)}, {two, two}})}) {
    Integer const reach = two * l.leaves.back().stride;
    p.part("complement in a shape, " + written(l), {m >= one}, [&] {
      auto const tiles = ceil_div(shape, leaf(reach));
      p.claim("the entries in tiles", Boolean(bool(tiles)));
      Integer const up = size(tiles.value) * reach;
      auto const whole = complement(l, leaf(m), Cover::at_least),
                 strict = complement(l, shape, Cover::strict);
      p.claim("a number is a number", Boolean(alike(whole, complement(l, m, Cover::at_least))));
      p.claim("strict: its size", Boolean(alike(strict, complement(l, m * n, Cover::strict))));
      p.claim("at least: tiles of the reach",
              Boolean(alike(complement(l, shape, Cover::at_least), complement(l, up, Cover::at_least))));
      auto const room = complement(l, shape, Cover::disjoint);
      p.claim("disjoint: answered", Boolean(bool(room)));
      p.claim("with room for all", size(l) * size(*room) >= m * n);
    });
  }
  p.part("complement in a shape that is none, or of no layout", {m < one}, [&] {
    Laid const none = leaf(Mode<Integer>{m, one}), pair = laid({{two, one}});
    for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint}) {
      p.claim("no layout",
              Boolean(complement(none, tuple({n, n}), cover).refusal.condition == Condition::shape_positive));
      p.claim("no shape", Boolean(complement(pair, tuple({m, n}), cover).refusal.condition ==
                                  Condition::cotarget_positive));
      p.claim("a divide neither",
              Boolean(logical_divide(none, pair, cover).refusal.condition == Condition::shape_positive &&
                      logical_divide(pair, none, cover).refusal.condition == Condition::shape_positive));
    }
  });
}

/// Blocks 2:d counted up to a shape.
void shapes(Proof& p) {
  Integer const d = p.integer("d"), three(3), four(4), five(5);
  Laid const block = leaf(Mode<Integer>{two, d}), still = leaf(Mode<Integer>{one, zero});
  for (Integer const& stride : {one, two, three})
    p.part("tile_to_shape, blocks 2:" + stride.term().to_string(), {}, [&] {
      Laid const laid_block = leaf(Mode<Integer>{two, stride});
      for (auto const& order : {tuple({zero, one}), tuple({one, zero})}) {
        auto const r = tile_to_shape(laid_block, tuple({four, three}), order);
        bool const first = identical(order.leaves[0], zero);
        auto const copies = logical_product(join(laid_block, still),
                                            laid({{two, first ? one : three}, {three, first ? two : one}}));
        p.claim("answered where the product of block and copies is",
                Boolean(r.refusal.condition == copies.refusal.condition));
        if (!r) continue;
        p.claim("the shape asked for", Boolean(rank(*r) == 2 && size(entry(*r, 0)).numeral() == 4 &&
                                               size(entry(*r, 1)).numeral() == 3));
        p.claim("starts with the block, filled up with 1:0",
                Boolean(alike(entry(entry(*r, 0), 0), laid_block) && alike(entry(entry(*r, 1), 0), still)));
        p.claim("and has the copies in that order",
                Boolean(alike(entry(entry(*r, 0), 1), entry(entry(*copies, 1), 0)) &&
                        alike(entry(entry(*r, 1), 1), entry(entry(*copies, 1), 1))));
      }
      p.claim("in the order of the modes by default",
              Boolean(alike(tile_to_shape(laid_block, tuple({four, three})),
                            tile_to_shape(laid_block, tuple({four, three}), tuple({zero, one})))));
      auto const up = tile_to_shape(laid_block, tuple({five, three}), Cover::at_least);
      p.claim("rounded up where it need not come out even",
              Boolean(up ? size(entry(*up, 0)).numeral() == 6 && size(entry(*up, 1)).numeral() == 3
                         : alike(up, logical_product(join(laid_block, still),
                                                     laid({{three, one}, {three, three}})))));
    });
  p.part("tile_to_shape refuses", {d >= one}, [&] {
    auto const uneven = tile_to_shape(block, tuple({five, three}));
    p.claim("what does not come out even", both(Boolean(uneven.refusal.condition == Condition::divides),
                                                uneven.refusal.left == five, uneven.refusal.right == two));
    p.claim("what is no shape", Boolean(tile_to_shape(block, tuple({four, zero})).refusal.condition ==
                                        Condition::shape_positive));
    p.claim("a block of more modes",
            Boolean(tile_to_shape(join(block, still, still), tuple({four, three})).refusal.condition ==
                    Condition::congruent));
    p.claim("a block that is no layout",
            Boolean(tile_to_shape(leaf(Mode<Integer>{zero, d}), tuple({four, three})).refusal.condition ==
                    Condition::shape_positive));
  });
}

void prove(Proof& p) {
  for (auto const& [extents, b] : std::vector<std::pair<std::vector<int>, Laid>>{
           {{5}, laid({{two, one}})},
           {{5}, laid({{two, two}})},
           {{5}, laid({{two, Integer(3)}})},
           {{5}, laid({{one, Integer(4)}, {two, one}})},
           {{5}, laid({{two, one}, {two, Integer(3)}})},
           {{5}, laid({{two, one}, {two, Integer(5)}})},
           {{2, 3}, laid({{two, one}})},
           {{5, 2}, laid({{two, one}})},
           {{3, 4}, laid({{two, one}, {two, Integer(4)}})},
           {{2, 2, 2}, laid({{Integer(3), two}})},
           {{12}, laid({{two, one}, {two, Integer(3)}})},
           {{2, 3}, laid({{two, two}})},
           {{3, 2}, laid({{Integer(3), zero}, {two, Integer(3)}})}})
    divides(p, extents, b);
  cotargets(p);
  shapes(p);
}

}  // namespace

Theorem covering_tiles_hold_every_point() {
  return theorem<Law>(
      "covering_tiles_hold_every_point", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "thirteen pairs of A's extents and B, any strides of A; more than the law says: cotargets (m,3), any "
        "m; "
        "tile_to_shape: blocks 2:1, 2:2, 2:3 to (4,3) and (5,3)"}},
      R"(The whole shipped functions, loops included: with numerals for the extents and for B every loop ends, and
             the strides stay symbols. Every rank, and how far a mode is rounded up, by Coq (Tiles.v).)");
}

}  // namespace colex::sym
