// SPDX-License-Identifier: MIT
// Where composition refuses, every way of cutting B's modes is tried, and none gives A(B(i)); and the witness
// is real.
#include "colex/laws/composition_refuses_rightly.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::composition_refuses_rightly;

namespace {

using Cuts = List<List<std::int64_t>>;

/// Calls f(cuts) for every way of writing each mode's extent as an ordered product of factors above 1.
template <class F>
void each_cut(LayoutI const& b, int mode, std::int64_t rest, Cuts cuts, F const& f) {
  if (mode == b.leaves.count) return f(cuts);
  if (cuts.count == mode) {
    cuts.push({});
    rest = b.leaves[mode].shape;
  }
  if (rest == 1) return each_cut(b, mode + 1, 0, cuts, f);
  for (std::int64_t s = 2; s <= rest; ++s) {
    if (rest % s != 0) continue;
    Cuts more = cuts;
    more[mode].push(s);
    each_cut(b, mode, rest / s, more, f);
  }
}
Condition refused_for(Pair const& c) { return composition(c.a, c.b).refusal.condition; }

Property<Pair> const refuses{
    .name = "where composition refuses, no layout nested as B is A(B(i))",
    .draw =
        [](Dice& dice) {
          LayoutI const a = dice.percent(70) ? any_layout(dice, 150) : chain(dice, 150).layout;
          return Pair{a, any_inner(dice, a)};
        },
    .precondition =
        [](Pair const& c) {
          return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none &&
                 size(c.b) <= 96 && cosize(c.b) <= Int{1} << 20 && cosize(c.a) <= Int{1} << 20;
        },
    .fault =
        [](Pair const& c) {
          auto const why = composition(c.a, c.b).refusal;
          if (!Law::says_no(why.condition)) return std::string();
          if (!why.has_witness || !Law::witness_holds(c.a, c.b, why))
            return std::string("the witness is none");
          bool found = false;
          each_cut(c.b, 0, 0, {},
                   [&](Cuts const& cuts) { found = found || Law::has_the_values(c.a, c.b, cuts); });
          return unless(!found, "a layout has the values");
        },
    .run =
        [](Pair const& c) {
          return command("composition", {text(c.a), text(c.b)});
        },
    .classes = {{"no_carry", [](Pair const& c) { return refused_for(c) == Condition::no_carry; }},
                {"run_divides", [](Pair const& c) { return refused_for(c) == Condition::run_divides; }},
                {"additive", [](Pair const& c) { return refused_for(c) == Condition::additive; }, 1}}};

}  // namespace

int main() { return exit_status({check(refuses)}); }
