// SPDX-License-Identifier: MIT
// A product is the block and its copies, and no two copies meet.
#include "colex/laws/product_repeats_the_block.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::product_repeats_the_block;

static bool answered(Pair const& c) { return bool(logical_product(c.a, c.b)); }

static Property<Pair> const repeats{
    .name = "a product repeats the block where no two copies meet",
    .draw =
        [](Dice& dice) {
          return Pair{dice.percent(60) ? chain(dice, 16).layout : any_layout(dice, 10),
                      dice.percent(60) ? chain(dice, 8).layout : any_layout(dice, 6)};
        },
    .precondition =
        [](Pair const& c) {
          return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none &&
                 size(c.a) <= 24 && size(c.b) <= 12;
        },
    .fault = [](Pair const& c) { return unless(Law::holds(c.a, c.b), "not the block, or copies that meet"); },
    .run =
        [](Pair const& c) {
          return command("logical_product", {text(c.a), text(c.b)});
        },
    .classes = {{"both have points",
                 [](Pair const& c) { return answered(c) && size(c.a) > 1 && size(c.b) > 1; }},
                {"A with holes", [](Pair const& c) {
                   return answered(c) && size(c.b) > 1 && size(c.a) > 1 && cosize(c.a) > size(c.a);
                 }}}};

int main() { return exit_status({check(repeats)}); }
