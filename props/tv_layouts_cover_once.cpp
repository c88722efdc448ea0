// SPDX-License-Identifier: MIT
// bijective() against a count of what every thread holds: chains cut in two, compact layouts, and both with a
// number changed.
#include "colex/laws/tv_layouts_cover_once.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::tv_layouts_cover_once;

/// A's modes dealt to threads and values; M is A's size, or nearly.
static Target any_tv(Dice& dice) {
  LayoutI a = dice.percent(50) ? padded(dice, 200) : any_layout(dice, 100);
  if (dice.percent(40)) a = refined(dice, a);
  Modes threads, values;
  for (auto const& m : a.leaves) (dice.percent(50) ? threads : values).push_back(m);
  auto const tv = join(nested(dice, threads), nested(dice, values));
  return {tv, dice.percent(70) ? size(a) : dice.between(1, 64)};
}
static Condition said(Target const& c) { return bijective(c.a, c.cotarget).condition; }

static Property<Target> const covers{
    .name = "a (thread, value) layout covers its tile once exactly where it is a bijection onto it",
    .draw = any_tv,
    .precondition =
        [](Target const& c) {
          return well_formed(c.a) == Condition::none && rank(c.a) == 2 && !c.a.profile.is_leaf({}) &&
                 size(c.a) <= 400 && c.cotarget >= 1 && c.cotarget <= 1000 && cosize(c.a) <= Int{1} << 40;
        },
    .fault =
        [](Target const& c) {
          std::vector<unsigned char> held(static_cast<std::size_t>(c.cotarget));
          if (!Law::holds(c.a, c.cotarget, held.data())) return std::string("bijective() says otherwise");
          auto const why = bijective(c.a, c.cotarget);
          if (why.condition == Condition::undecided)
            return unless(extent(c.a) <= c.cotarget && cosize(c.a) == extent(c.a),
                          "an offset outside is not named");
          if (why.condition != Condition::in_domain) return std::string();
          bool found = false;
          for (Int i = 0; i < size(c.a); ++i) found = found || evaluate(c.a, i) == why.left;
          return unless(found && (why.left < 0 || why.left >= c.cotarget), "the offset named is not outside");
        },
    .run =
        [](Target const& c) {
          return command("bijective", {text(c.a), std::to_string(c.cotarget)});
        },
    .classes = {{"covered once, 2 threads and values or more",
                 [](Target const& c) {
                   return said(c) == Condition::none && size(entry(c.a, 0)) > 1 && size(entry(c.a, 1)) > 1;
                 }},
                {"held twice", [](Target const& c) { return said(c) == Condition::injective; }},
                {"not held", [](Target const& c) { return said(c) == Condition::surjective; }},
                {"held outside the tile", [](Target const& c) { return said(c) == Condition::in_domain; }}}};

int main() { return exit_status({check(covers)}); }
