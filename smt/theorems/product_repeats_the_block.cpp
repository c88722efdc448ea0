// SPDX-License-Identifier: MIT
// The theorem of laws/product_repeats_the_block.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/product_repeats_the_block.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::product_repeats_the_block;

/// The whole function on blocks of two modes: (A, C) with as many copies as B has, none of which meet.
void prove(Proof& p) {
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

}  // namespace

Theorem product_repeats_the_block() {
  return theorem<Law>(
      "product_repeats_the_block", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::enumerated, "the whole function: blocks of two modes of up to two points, strides 1 to 6"}},
      R"(Coq: there is room for all copies (Room.v), and no two meet (Product.v). Here the whole function on numbers.)");
}

}  // namespace colex::sym
