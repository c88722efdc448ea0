// SPDX-License-Identifier: MIT
// The complement counts upwards, whether it tiles [0, M) or only covers it; and the induction step: every gap
// starts at or past the end of the one before.
#include "colex/laws/complement_is_ordered.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::complement_is_ordered;

static std::string run(Target const& c) {
  return command("complement", {text(c.a), std::to_string(c.cotarget)});
}
static std::string run_cover(Target const& c) {
  return command("complement", {text(c.a), std::to_string(c.cotarget)}, "--cover");
}
static Int points(Target const& c, Cover cover) {
  auto const r = complement(c.a, c.cotarget, cover);
  return r ? size(*r) : 0;
}
static Target larger(Dice& dice) {
  Target c = any_target(dice, 144);
  if (dice.percent(30)) c.cotarget += dice.between(1, 300);
  return c;
}
/// A complement of more points than its range has offsets cannot be increasing, so it need not be counted.
static std::string fault(Target const& c, Cover cover) {
  if (points(c, cover) > c.cotarget + least_cotarget(c.a)) return "more points than offsets";
  return unless(Law::holds(c.a, c.cotarget, cover), "not increasing");
}
static bool is_well_formed(Target const& c) {
  return well_formed(c.a) == Condition::none && c.cotarget >= 1 && least_cotarget(c.a) <= 100000;
}

static Property<Target> const strict{
    .name = "the strict complement is strictly increasing",
    .draw = larger,
    .precondition = is_well_formed,
    .fault = [](Target const& c) { return fault(c, Cover::strict); },
    .run = run,
    .classes = {{"answered", [](Target const& c) { return points(c, Cover::strict) > 0; }},
                {"4 points or more", [](Target const& c) { return points(c, Cover::strict) >= 4; }},
                {"several modes", [](Target const& c) {
                   auto const r = complement(c.a, c.cotarget);
                   return r && r->leaves.count > 1;
                 }}}};

static Property<Target> const covering{
    .name = "the covering complement is strictly increasing",
    .draw = larger,
    .precondition = is_well_formed,
    .fault = [](Target const& c) { return fault(c, Cover::at_least); },
    .run = run_cover,
    .classes = {{"4 points or more", [](Target const& c) { return points(c, Cover::at_least) >= 4; }},
                {"beyond the strict one", [](Target const& c) {
                   return points(c, Cover::at_least) >= 2 && points(c, Cover::strict) == 0;
                 }}}};

static Mode<Int> mode(Numbers const& n) { return {n["shape"], n["gap"] * n["reach"]}; }

static Property<Numbers> const step{
    .name = "complement is ordered, the induction step: a gap starts past those before it",
    .draw =
        [](Dice& dice) {
          return Numbers{{{"reach", dice.between(1, 1000)},
                          {"gap", dice.between(1, 30)},
                          {"shape", dice.between(1, 30)}}};
        },
    .precondition = [](Numbers const& n) { return n["reach"] >= 1 && n["gap"] >= 1 && n["shape"] >= 1; },
    .fault = [](Numbers const& n) { return unless(Law::step_holds(n["reach"], mode(n)), "out of order"); },
    .classes = {{"a real gap", [](Numbers const& n) { return n["gap"] > 1; }},
                {"no gap", [](Numbers const& n) { return n["gap"] == 1; }}}};

int main() { return exit_status({check(strict), check(covering), check(step)}); }
