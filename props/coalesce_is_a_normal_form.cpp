// SPDX-License-Identifier: MIT
// Two layouts are the same function exactly when they coalesce to the same layout: equal() gives the verdict
// of comparing every value, with the first index that differs; the same by the oracle's tables; and the
// induction step, by which no emitted mode is continued by the next.
#include "colex/laws/coalesce_is_a_normal_form.hpp"

#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::coalesce_is_a_normal_form;

/// Two layouts that are equal, nearly equal, made of the same modes, or unrelated.
static Pair any_pair(Dice& dice) {
  LayoutI const a = any_layout(dice, 60);
  switch (dice.below(6)) {
    case 0:
    case 1:
      return {a, refined(dice, a)};
    case 2:
      return {refined(dice, a), nearly(dice, refined(dice, a))};
    case 3:
    case 4: {
      Modes modes{a.leaves.begin(), a.leaves.end()};
      dice.shuffle(modes);
      return {a, nested(dice, modes)};
    }
    default:
      return {a, any_layout(dice, 60)};
  }
}

static std::string run(Pair const& c) { return command("equal", {text(c.a), text(c.b)}); }
static bool well_formed_pair(Pair const& c) {
  return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none && size(c.a) <= 200 &&
         size(c.b) <= 200;
}
static bool are_equal(Pair const& c) { return naive::table(c.a) == naive::table(c.b); }
static bool differ_late(Pair const& c) {
  auto const x = naive::table(c.a), y = naive::table(c.b);
  return x.size() == y.size() && x.size() > 1 && x[1] == y[1] && x != y;
}

static std::vector<Class<Pair>> const kinds{
    {"equal, written differently", [](Pair const& c) { return are_equal(c) && !(c.a == c.b); }},
    {"equal, several modes", [](Pair const& c) { return are_equal(c) && coalesce(c.a).leaves.count > 1; }},
    {"of one size, different", [](Pair const& c) { return size(c.a) == size(c.b) && !are_equal(c); }},
    {"different after index 1", differ_late},
    {"of two sizes", [](Pair const& c) { return size(c.a) != size(c.b); }}};

static Property<Pair> const pairs{
    .name = "coalesced layouts are normal, and equal() tells the truth",
    .draw = any_pair,
    .precondition = well_formed_pair,
    .fault = [](Pair const& c) { return unless(Law::holds(c.a, c.b), "not normal, or a wrong verdict"); },
    .run = run,
    .classes = kinds};

static Property<Pair> const by_tables{
    .name = "coalesce(A) = coalesce(B) if and only if their tables are equal, by the oracle",
    .draw = any_pair,
    .precondition = well_formed_pair,
    .fault =
        [](Pair const& c) {
          bool const same = are_equal(c);
          if ((coalesce(c.a) == coalesce(c.b)) != same) return std::string("coalesce decides otherwise");
          return unless(equal(c.a, c.b).equal == same, "equal() decides otherwise");
        },
    .run = run,
    .classes = kinds};

static Mode<Int> pending(Numbers const& n) { return {n["pending.shape"], n["pending.stride"]}; }
static Mode<Int> mode(Numbers const& n) { return {n["mode.shape"], n["mode.stride"]}; }
static bool nothing_pending(Numbers const& n) { return pending(n) == Mode<Int>{1, 0}; }

static Property<Numbers> const step{
    .name = "coalesce is a normal form, the induction step: no emitted mode is continued by the next",
    .draw =
        [](Dice& dice) {
          bool const first = dice.percent(15);
          Int const s = first ? 1 : dice.between(2, 30), d = first ? 0 : dice.between(-30, 30);
          Int const stride = dice.percent(40) ? s * d : dice.percent(40) ? s * d + 1 : dice.between(-40, 40);
          return Numbers{{{"pending.shape", s},
                          {"pending.stride", d},
                          {"mode.shape", dice.percent(20) ? 1 : dice.between(1, 30)},
                          {"mode.stride", stride}}};
        },
    .precondition =
        [](Numbers const& n) { return (pending(n).shape > 1 || nothing_pending(n)) && mode(n).shape >= 1; },
    .fault = [](Numbers const& n) { return unless(Law::step_holds(pending(n), mode(n)), "not normal"); },
    .classes = {{"emits", [](Numbers const& n) { return coalesce_step(pending(n), mode(n)).emits; }},
                {"merges or drops",
                 [](Numbers const& n) {
                   return !nothing_pending(n) && !coalesce_step(pending(n), mode(n)).emits;
                 }},
                {"mode of extent 1", [](Numbers const& n) { return mode(n).shape == 1; }},
                {"nothing pending", nothing_pending}}};

int main() { return exit_status({check(pairs), check(by_tables), check(step)}); }
