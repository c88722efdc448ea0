// SPDX-License-Identifier: MIT
// (A o B) o C = A o (B o C) wherever C stays in B's domain, both compared with A(B(C(i))); and where it does
// not, the two may differ: a class that must be met, so that the condition is not there for nothing.
#include "colex/laws/composition_is_associative.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::composition_is_associative;

namespace {

struct Triple {
  LayoutI a, b, c;
};
std::vector<Triple> smaller(Triple const& t) {
  std::vector<Triple> r;
  for (auto const& a : props::smaller(t.a)) r.push_back({a, t.b, t.c});
  for (auto const& b : props::smaller(t.b)) r.push_back({t.a, b, t.c});
  for (auto const& c : props::smaller(t.c)) r.push_back({t.a, t.b, c});
  return r;
}
Shown show(Triple const& t) { return {{"A", text(t.a)}, {"B", text(t.b)}, {"C", text(t.c)}}; }

/// C counts among B's points, B among A's; now and then one number is changed.
Triple any_triple(Dice& dice) {
  LayoutI const a = dice.percent(50) ? any_layout(dice, 200) : padded(dice, 200);
  LayoutI b = dice.percent(75) ? tiler(dice, a, 96) : any_layout(dice, 40);
  if (dice.percent(20)) b = refined(dice, b);
  LayoutI c = dice.percent(80) ? tiler(dice, b, 48) : any_layout(dice, 16);
  if (dice.percent(15)) c = nearly(dice, c);
  return {a, b, c};
}
bool small(Triple const& t) {
  for (auto const* l : {&t.a, &t.b, &t.c})
    if (well_formed(*l) != Condition::none || size(*l) > 400 || cosize(*l) > Int{1} << 20) return false;
  return true;
}
bool both_answered(Triple const& t) { return composition(t.a, t.b) && composition(t.b, t.c); }
bool left_answered(Triple const& t) { return both_answered(t) && composition(*composition(t.a, t.b), t.c); }
bool right_answered(Triple const& t) { return both_answered(t) && composition(t.a, *composition(t.b, t.c)); }
bool several_modes(LayoutI const& l) { return coalesce(l).leaves.count > 1; }
/// The two are answered and are not the same function.
bool differ(Triple const& t) {
  if (!left_answered(t) || !right_answered(t)) return false;
  auto const left = *composition(*composition(t.a, t.b), t.c),
             right = *composition(t.a, *composition(t.b, t.c));
  for (Int i = 0; i < size(t.c); ++i)
    if (evaluate(left, i) != evaluate(right, i)) return true;
  return false;
}

Property<Triple> const associates{
    .name = "(A o B) o C and A o (B o C) are A(B(C(i)))",
    .draw = any_triple,
    .precondition = small,
    .fault =
        [](Triple const& t) {
          if (!Law::stays_inside(t.b, t.c)) return std::string();
          for (Int i = 0; i < size(t.c); ++i)
            if (!Law::holds(t.a, t.b, t.c, i))
              return std::string("wrong at index ").append(std::to_string(i));
          return std::string();
        },
    .run =
        [](Triple const& t) {
          return command("composition", {text(t.a), text(t.b)});
        },
    .classes = {{"inside, answered, 2 modes each",
                 [](Triple const& t) {
                   return Law::stays_inside(t.b, t.c) && right_answered(t) && several_modes(t.a) &&
                          several_modes(t.b) && several_modes(t.c);
                 }},
                {"inside, neither answered",
                 [](Triple const& t) {
                   return Law::stays_inside(t.b, t.c) && both_answered(t) && !left_answered(t) &&
                          !right_answered(t);
                 },
                 0.2},
                {"outside, and they differ",
                 [](Triple const& t) { return !Law::stays_inside(t.b, t.c) && differ(t); }, 0.2}}};

}  // namespace

int main() { return exit_status({check(associates)}); }
