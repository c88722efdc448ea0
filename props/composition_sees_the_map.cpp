// SPDX-License-Identifier: MIT
// A o B depends on B's values and on A there, not on how B is written nor on what A is beyond them.
#include "colex/laws/composition_sees_the_map.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::composition_sees_the_map;

static bool enumerable(LayoutI const& a, LayoutI const& b) {
  return well_formed(a) == Condition::none && well_formed(b) == Condition::none && size(b) <= 96 &&
         size(a) <= 400 && cosize(b) <= Int{1} << 20 && cosize(a) <= Int{1} << 20;
}
static bool coarser(Pair const& c) { return coalesce(c.b).leaves.count < c.b.leaves.count; }

static Property<Pair> const refines{
    .name = "A o B is A o coalesce(B), refined",
    .draw =
        [](Dice& dice) {
          LayoutI const a = any_layout(dice, 150), b = any_inner(dice, a);
          return Pair{a, dice.percent(60) ? refined(dice, b) : b};
        },
    .precondition = [](Pair const& c) { return enumerable(c.a, c.b); },
    .fault =
        [](Pair const& c) {
          for (Int i = 0; i < size(c.b); ++i)
            if (!Law::holds(c.a, c.b, i)) return std::string("wrong at index ").append(std::to_string(i));
          auto const fine = composition(c.a, c.b);
          if (!fine) return std::string();
          return unless(coalesce(*fine) == coalesce(*composition(c.a, coalesce(c.b))), "other normal forms");
        },
    .run =
        [](Pair const& c) {
          return command("composition", {text(c.a), text(c.b)});
        },
    .classes = {{"answered, and B gets coarser",
                 [](Pair const& c) {
                   return coarser(c) && coalesce(c.a).leaves.count > 1 && bool(composition(c.a, c.b));
                 }},
                {"refused, though coalesce(B) is answered",
                 [](Pair const& c) {
                   return !composition(c.a, c.b) && bool(composition(c.a, coalesce(c.b)));
                 },
                 0.2}}};

namespace {
struct Longer {
  LayoutI a, b;
  Mode<Int> more;
};
std::vector<Longer> smaller(Longer const& c) {
  std::vector<Longer> r;
  for (auto const& a : props::smaller(c.a)) r.push_back({a, c.b, c.more});
  for (auto const& b : props::smaller(c.b)) r.push_back({c.a, b, c.more});
  for (Int const s : props::smaller(c.more.shape))
    if (s > 0) r.push_back({c.a, c.b, {s, c.more.stride}});
  for (Int const d : props::smaller(c.more.stride)) r.push_back({c.a, c.b, {c.more.shape, d}});
  return r;
}
Shown show(Longer const& c) {
  return {{"A", text(c.a)}, {"B", text(c.b)}, {"X", text(LayoutI(leaf(c.more)))}};
}
}  // namespace

static Property<Longer> const extends{
    .name = "A o B is (A, X) o B, where B stays in A",
    .draw =
        [](Dice& dice) {
          LayoutI const a = any_layout(dice, 150);
          Mode<Int> const more{dice.between(1, 4), dice.between(-4, 200)};
          return Longer{a, dice.percent(70) ? tiler(dice, a, 48) : any_inner(dice, a), more};
        },
    .precondition = [](Longer const& c) { return enumerable(c.a, c.b) && c.more.shape >= 1; },
    .fault =
        [](Longer const& c) {
          if (!Law::stays_inside(c.a, c.b)) return std::string();
          for (Int i = 0; i < size(c.b); ++i)
            if (!Law::holds_longer(c.a, c.more, c.b, i))
              return std::string("wrong at index ").append(std::to_string(i));
          return std::string();
        },
    .run =
        [](Longer const& c) {
          return command("composition", {text(c.a), text(c.b)});
        },
    .classes = {{"inside, answered, A and B of 2 modes",
                 [](Longer const& c) {
                   return Law::stays_inside(c.a, c.b) && bool(composition(c.a, c.b)) &&
                          coalesce(c.a).leaves.count > 1 && coalesce(c.b).leaves.count > 1;
                 }},
                {"inside, refused",
                 [](Longer const& c) { return Law::stays_inside(c.a, c.b) && !composition(c.a, c.b); }},
                {"outside, and X matters",
                 [](Longer const& c) {
                   return !Law::stays_inside(c.a, c.b) &&
                          bool(composition(c.a, c.b)) != bool(composition(join(c.a, leaf(c.more)), c.b));
                 },
                 0.2}}};

int main() { return exit_status({check(refines), check(extends)}); }
