// SPDX-License-Identifier: MIT
// A layout adds up its digits, at any index from 0 on; the oracle's odometer agrees. Coordinates return to
// their index, indices to their coordinate, and layouts side by side take the index in turn.
#include "colex/laws/evaluate_is_colexicographic.hpp"

#include <algorithm>

#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::evaluate_is_colexicographic;

static AtIndex any_index(Dice& dice) {
  auto const a = any_layout(dice, 200);
  return {a, dice.between(0, 2 * size(a))};
}
static bool good(AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 4000; }

static Property<AtIndex> const digits{
    .name = "evaluate adds up the digits, and is the oracle's table",
    .draw = any_index,
    .precondition = good,
    .fault =
        [](AtIndex const& c) {
          if (!Law::holds(c.a, c.index)) return std::string("not the sum of its digits");
          if (c.index >= size(c.a)) return std::string();
          auto const table = naive::table(c.a);
          auto const [least, most] = std::minmax_element(table.begin(), table.end());
          if (extent(c.a) != *most + 1 || cosize(c.a) != *most - *least + 1)
            return std::string("another cosize or extent");
          return unless(evaluate(c.a, c.index) == table[static_cast<std::size_t>(c.index)],
                        "not the oracle's value");
        },
    .classes = {{"past the end", [](AtIndex const& c) { return c.index >= size(c.a); }},
                {"3 modes or more", [](AtIndex const& c) { return c.a.leaves.count >= 3; }}}};

static Property<AtIndex> const returns{
    .name = "coordinates and indices return",
    .draw = any_index,
    .precondition = good,
    .fault =
        [](AtIndex const& c) {
          if (c.a.leaves.count == 0) return std::string();  // () has one coordinate and no mode that runs on
          auto const extents = shape(c.a);
          if (!Law::index_returns(extents, c.index)) return std::string("the index does not return");
          auto const at = idx2crd(c.index % size(c.a), extents);
          return unless(Law::coordinate_returns(extents, at), "the coordinate does not return");
        },
    .classes = {{"nested", [](AtIndex const& c) { return c.a.profile.count > c.a.leaves.count + 1; }}}};

static Property<Pair> const concatenation{
    .name = "layouts side by side take the index in turn",
    .draw =
        [](Dice& dice) {
          return Pair{any_layout(dice, 40), any_layout(dice, 12)};
        },
    .precondition =
        [](Pair const& c) {
          return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none &&
                 !join(c.a, c.b).overfull() && size(c.a) * size(c.b) <= 2000;
        },
    .fault =
        [](Pair const& c) {
          for (Int i = 0; i < size(c.a) * size(c.b); ++i)
            if (!Law::concatenation_holds(c.a, c.b, i)) return "wrong at index " + std::to_string(i);
          return std::string();
        },
    .classes = {{"both have points", [](Pair const& c) { return size(c.a) > 1 && size(c.b) > 1; }}}};

int main() { return exit_status({check(digits), check(returns), check(concatenation)}); }
