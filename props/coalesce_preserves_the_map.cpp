// SPDX-License-Identifier: MIT
// |coalesce(A)| = |A| and coalesce(A)(i) = A(i): whole layouts of every kind, also those near 2^62 and past
// the end; the same against the naive oracle; the induction step; and coalesce_extended on unbounded indices.
#include "colex/laws/coalesce_preserves_the_map.hpp"

#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::coalesce_preserves_the_map;

static std::string run(AtIndex const& c) { return command("coalesce", {text(c.a)}); }
static bool shorter(AtIndex const& c) { return coalesce(c.a).leaves.count < c.a.leaves.count; }
static bool has_size_1_mode(AtIndex const& c) {
  for (auto const& m : c.a.leaves)
    if (m.shape == 1 && m.stride != 0) return true;
  return false;
}
static bool is_well_formed(AtIndex const& c) { return well_formed(c.a) == Condition::none; }

static Property<AtIndex> const at_every_index{
    .name = "coalesce keeps the size and the value at every index",
    .draw =
        [](Dice& dice) {
          LayoutI a = dice.percent(25) ? huge(dice) : any_layout(dice, 4000);
          if (dice.percent(20)) a = refined(dice, a);
          Int const top = size(a);
          return AtIndex{a, dice.between(0, dice.percent(80) ? top - 1 : 2 * top)};
        },
    .precondition = is_well_formed,
    .fault = [](AtIndex const& c) { return unless(Law::holds(c.a, c.index), "size or value differ"); },
    .run = run,
    .classes = {{"modes merged or dropped", shorter},
                {"nothing to do", [](AtIndex const& c) { return !shorter(c) && c.a.leaves.count > 1; }},
                {"a moving size-1 mode", has_size_1_mode},
                {"more than 2^40 points", [](AtIndex const& c) { return size(c.a) > Int{1} << 40; }},
                {"past the end", [](AtIndex const& c) { return c.index >= size(c.a); }},
                {"nested", [](AtIndex const& c) { return depth(c.a) > 1; }}}};

static Property<AtIndex> const as_tables{
    .name = "coalesce(A) and A have the same table of offsets, by the oracle",
    .draw =
        [](Dice& dice) {
          return AtIndex{any_layout(dice, 100), 0};
        },
    .precondition = is_well_formed,
    .fault =
        [](AtIndex const& c) {
          return unless(naive::table(coalesce(c.a)) == naive::table(c.a), "the tables differ");
        },
    .run = run,
    .classes = {{"modes merged or dropped", shorter}, {"a moving size-1 mode", has_size_1_mode}}};

static Property<AtIndex> const extended{
    .name = "coalesce_extended keeps the value at every index of an unbounded last mode",
    .draw =
        [](Dice& dice) {
          LayoutI const a = any_layout(dice, 100);
          return AtIndex{a, dice.between(0, 3 * size(a))};
        },
    .precondition = is_well_formed,
    .fault =
        [](AtIndex const& c) {
          Int const kept = evaluate_extended(coalesce_extended(c.a.leaves), c.index);
          return unless(kept == naive::extended(c.a, c.index), "the extended values differ");
        },
    .run = run,
    .classes = {{"last mode of extent 1",
                 [](AtIndex const& c) { return c.a.leaves.count > 0 && c.a.leaves.back().shape == 1; }},
                {"past the end", [](AtIndex const& c) { return c.index >= size(c.a); }}}};

static Mode<Int> pending(Numbers const& n) { return {n["pending.shape"], n["pending.stride"]}; }
static Mode<Int> mode(Numbers const& n) { return {n["mode.shape"], n["mode.stride"]}; }
static bool merges(Numbers const& n) {
  return pending(n).shape > 1 && mode(n).shape > 1 && !coalesce_step(pending(n), mode(n)).emits;
}

static Property<Numbers> const step{
    .name = "coalesce, the induction step: what is read before the step is read after it",
    .draw =
        [](Dice& dice) {
          Int const s = dice.percent(20) ? 1 : dice.between(1, 40), d = dice.between(-40, 40);
          Int const n = dice.percent(20) ? 1 : dice.between(1, 40);
          Int const stride = dice.percent(50) ? s * d : dice.percent(50) ? s * d + 1 : dice.between(-40, 40);
          return Numbers{{{"rest", dice.between(0, 5000)},
                          {"offset", dice.between(-99, 99)},
                          {"points", dice.between(1, 99)},
                          {"pending.shape", s},
                          {"pending.stride", d},
                          {"mode.shape", n},
                          {"mode.stride", stride}}};
        },
    .precondition =
        [](Numbers const& n) {
          return n["rest"] >= 0 && n["points"] >= 1 && pending(n).shape >= 1 && mode(n).shape >= 1;
        },
    .fault =
        [](Numbers const& n) {
          EvaluateState<Int> const at{n["rest"], n["offset"]};
          return unless(Law::step_holds(at, n["points"], pending(n), mode(n)),
                        "the step changes the reading");
        },
    .classes = {{"merges", merges},
                {"emits", [](Numbers const& n) { return coalesce_step(pending(n), mode(n)).emits; }},
                {"mode of extent 1", [](Numbers const& n) { return mode(n).shape == 1; }},
                {"nothing pending", [](Numbers const& n) { return pending(n).shape == 1; }}}};

int main() { return exit_status({check(at_every_index), check(as_tables), check(extended), check(step)}); }
