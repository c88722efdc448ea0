// SPDX-License-Identifier: MIT
// The theorem of laws/product_repeats_the_block.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/product_repeats_the_block.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::product_repeats_the_block;

/// `pair` is A(i) + R(j) over the modes passed and the gaps emitted: offsets below `reach`, each read back by
/// (left, right). Unlike in complement_tiles_the_codomain, not every offset below the reach need be there.
void step(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), shape = p.integer("shape"), stride = p.integer("stride");
  Integer const w = p.integer("w"), u = p.integer("u"), low = p.integer("low");
  std::vector<Boolean> const given = {reach >= one, shape > one, stride >= one};
  p.part("step: the gap and the mode keep offsets apart", given, [&] {
    // why the shipped inner step does not refuse
    Integer const q = p.define("q", quot(stride, reach)), hole = p.define("hole", rem(stride, reach));
    p.have("the hole", both(stride == q * reach + hole, hole >= zero, hole < reach),
           {by.euclid.at(stride, reach)});
    p.have("is less than the gap", both(quot(stride - hole, reach) == q, rem(stride - hole, reach) == zero),
           {by.divide.at(stride - hole, q, zero, reach)});
    p.use(by.monotone.at(q, zero, reach));
    auto const s = p.shipped("disjoint_step", [&] {
      return disjoint_step(reach, Mode<Integer>{shape, stride});
    });
    if (s.refusal.condition != Condition::none) {
      p.claim("a refusal is right: the mode starts inside the reach", stride < reach);
      return;
    }
    p.claim("not refused", stride >= reach);
    Integer const gap = p.define("gap", s.mode.shape);
    p.have("the gap starts at the reach and ends below the mode",
           both(Boolean(s.emits), s.mode.stride == reach, gap >= one, gap * reach <= stride),
           {by.monotone.at(q, one, reach)});
    p.have("the new reach is where the mode ends", s.state == shape * stride,
           {by.distribute.at(shape, one, stride - hole, hole)});
    p.suppose(both(w >= zero, w < shape, u >= zero, u < gap, low >= zero, low < reach));
    Integer const middle = p.define("middle", u * reach + low);
    p.have("below the mode", both(middle >= zero, middle < stride), {by.two_digits.at(low, u, reach, gap)});
    Integer const v = p.define("v", w * stride + middle);
    p.claim("below the new reach", both(v >= zero, v < s.state),
            {by.two_digits.at(middle, w, stride, shape)});
    p.claim("the mode's digit is read back", both(quot(v, stride) == w, rem(v, stride) == middle),
            {by.divide.at(v, w, middle, stride)});
    p.claim("the gap's digit is read back", both(quot(middle, reach) == u, rem(middle, reach) == low),
            {by.divide.at(middle, u, low, reach)});
  });
}

/// What the shipped product composes and joins, any strides. (With extents that are symbols as well, most
/// branches are on products of symbols, and beyond Z3.)
void handed_on(Proof& p, Mode<Integer> const& a, Mode<Integer> const& b) {
  std::string const of = std::to_string(a.shape.numeral()) + " and " + std::to_string(b.shape.numeral());
  p.part("the answer is (A, gaps o B), extents " + of, {}, [&] {
    Layout<Integer> const block = leaf(a), tiler = leaf(b);
    auto const gaps = detail::room_for_copies(block, cosize(tiler));
    int asked = 0;
    bool as_said = true;
    auto const r =
        detail::product_with(block, tiler, [&](Layout<Integer> const& x, Layout<Integer> const& y) {
          ++asked;
          as_said = alike(x.leaves, coalesce(gaps.value)) && alike(y.leaves[0], b);
          return Result<Layout<Integer>, Integer>::answer(y);
        });
    if (!gaps) {
      p.claim("refused", Boolean(!r && asked == 0));
      return;
    }
    p.claim("composed and joined",
            Boolean(asked == 1 && as_said && bool(r) && colex::rank(*r) == 2 &&
                    alike(entry(*r, 0).leaves[0], a) && identical(entry(*r, 1).leaves[0].shape, b.shape)));
  });
}

/// There is room for every copy number, and what is composed and joined is what is said.
void shipped_code(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Mode<Integer> const a{p.integer("s"), p.integer("d")}, b{p.integer("n"), p.integer("e")};
  Integer const span = p.integer("span");
  p.part("room for every copy number, A of one mode", {a.shape >= one, span >= one}, [&] {
    Integer const reach = a.shape * a.stride;
    p.have("above A",
           implies(reach >= one, both(quot(reach * span, reach) == span, rem(reach * span, reach) == zero)),
           {by.divide.at(reach * span, span, zero, reach)});
    auto const gaps = detail::room_for_copies(leaf(a), span);
    p.use_divisions();
    if (!gaps) {
      p.claim("a refusal is right: A goes down", both(a.shape > one, a.stride < zero));
      return;
    }
    Integer const first = gaps.value[0].shape;
    p.claim("as many gaps as copies", size(gaps.value) >= span,
            {by.monotone.at(one, first, span), by.monotone.at(zero, quot(a.stride, one), one),
             by.positive.at(a.shape, span)});
  });
  for (int const points : {1, 2, 3})
    for (int const copies : {1, 3}) handed_on(p, {Integer(points), a.stride}, {Integer(copies), b.stride});
}

/// The whole function on blocks of two modes: (A, C) with as many copies as B has, none of which meet.
void blocks(Proof& p) {
  using L = Layout<std::int64_t>;
  every(p, "blocks of two modes, extents 2, strides 1 to 6, times 2:1, 2:2 and 3:1", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 2, .least = 1, .most = 6}, [&](L const& a) {
      if (a.leaves.count < 2) return;
      for (L const& b :
           {leaf(Mode<std::int64_t>{2, 1}), leaf(Mode<std::int64_t>{2, 2}), leaf(Mode<std::int64_t>{3, 1})}) {
        auto const r = logical_product(a, b);
        if (!r) continue;
        std::vector<Term> all = {truth_of(rank(*r) == 2), same(values(entry(*r, 0)), values(a)),
                                 number(size(entry(*r, 1))) == number(size(b))};
        auto const block = values(a), copies = values(entry(*r, 1));
        for (std::size_t j = 0; j < copies.size(); ++j)  // an offset of copy j that another copy has
          for (std::size_t other = 0; other < j; ++other)
            for (auto const& x : block)
              for (auto const& y : block) all.push_back(copies[j] + x != copies[other] + y);
        ask(all_of(all), a, b);
      }
    });
  });
}

void prove(Proof& p) {
  step(p);
  shipped_code(p);
  blocks(p);
}

}  // namespace

Theorem product_repeats_the_block() {
  return {
      "product_repeats_the_block",
      Law::statement,
      Law::source,
      {{Kind::coq,
        "every rank of A and of B, each route of the composition, of the shipped steps: room for all copies, "
        "and none that meet; that a product of injective layouts is injective as well"},
       {Kind::steps, "room for all copies, A of one mode"},
       {Kind::extents, "what is composed and joined, extents up to 3, any strides"},
       {Kind::enumerated, "the whole function: blocks of two modes of up to two points, strides 1 to 6"}},
      R"(Coq composes at every rank that there is room for all copies (Room.v), and that no two meet (Product.v). Here:
             the step of disjoint_step, whose gap ends below the mode, so that both digits are read back; the room of
             an A of one mode; and what is composed and joined.)",
      prove};
}

}  // namespace colex::sym
