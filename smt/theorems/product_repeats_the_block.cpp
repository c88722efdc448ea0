// SPDX-License-Identifier: MIT
// The theorem of laws/product_repeats_the_block.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/product_repeats_the_block.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::product_repeats_the_block;

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

void shipped_code(Proof& p) {
  Mode<Integer> const a{p.integer("s"), p.integer("d")}, b{p.integer("n"), p.integer("e")};
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
  shipped_code(p);
  blocks(p);
}

}  // namespace

Theorem product_repeats_the_block() {
  return {
      "product_repeats_the_block",
      Law::statement,
      Law::source,
      {{Kind::coq, "as stated"},
       {Kind::extents, "what is composed and joined, extents up to 3, any strides"},
       {Kind::enumerated, "the whole function: blocks of two modes of up to two points, strides 1 to 6"}},
      R"(Coq: there is room for all copies (Room.v), and no two meet (Product.v). Here what is composed and joined.)",
      prove};
}

}  // namespace colex::sym
