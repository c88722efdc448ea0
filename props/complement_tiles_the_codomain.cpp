// SPDX-License-Identifier: MIT
// complement(A, M) and A together meet every offset of [0, M) once; and where it refuses, nothing does. The
// law's own condition says when; so does a search that knows no condition: the oracle lays copies of A side
// by side, which works in one way or not at all. Also Cover::at_least, and the induction step.
#include "colex/laws/complement_tiles_the_codomain.hpp"

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::complement_tiles_the_codomain;

static std::string run(Target const& c) {
  return command("complement", {text(c.a), std::to_string(c.cotarget)});
}
static std::string run_cover(Target const& c) {
  return command("complement", {text(c.a), std::to_string(c.cotarget)}, "--cover");
}
static bool enumerable(Target const& c) {
  return well_formed(c.a) == Condition::none && size(c.a) <= 400 && c.cotarget >= 1;
}

/// A without the modes of stride 0, which Cover::at_least leaves out.
static LayoutI moving(LayoutI const& a) {
  List<Mode<Int>> modes;
  for (auto const& m : a.leaves)
    if (m.stride != 0) modes.push(m);
  return flat(modes);
}

static bool completes(Target const& c) { return naive::tile(naive::table(c.a), c.cotarget).has_value(); }
/// [0, some multiple) is completed, but not [0, M).
static bool wrong_m(Target const& c) {
  auto const a = naive::table(c.a);
  Int const all = least_cotarget(c.a);
  return all <= 100000 && !completes(c) && naive::tile(a, all).has_value();
}
static bool has_stride_0(Target const& c) {
  for (auto const& m : c.a.leaves)
    if (m.shape > 1 && m.stride == 0) return true;
  return false;
}
static int moving_modes(Target const& c) {
  int n = 0;
  for (auto const& m : c.a.leaves) n += m.shape > 1 ? 1 : 0;
  return n;
}

static std::vector<Class<Target>> const kinds{
    {"admissible", completes},
    {"admissible, 2 modes or more", [](Target const& c) { return completes(c) && moving_modes(c) >= 2; }},
    {"only M is wrong", wrong_m},
    {"refused, 2 modes or more", [](Target const& c) { return !completes(c) && moving_modes(c) >= 2; }},
    {"stride 0", has_stride_0},
    {"nested", [](Target const& c) { return depth(c.a) > 1; }}};

static Property<Target> const tiles{
    .name = "the strict complement exists exactly when the chain divides, and then tiles [0, M)",
    .draw = [](Dice& dice) { return any_target(dice, 144); },
    .precondition = enumerable,
    .fault =
        [](Target const& c) {
          std::vector<unsigned char> hits(static_cast<std::size_t>(c.cotarget));
          return unless(Law::holds(c.a, c.cotarget, hits.data()), "wrong refusal, or not a tiling");
        },
    .run = run,
    .classes = kinds};

static Property<Target> const by_search{
    .name =
        "complement is the only completion of A to [0, M), and refused where there is none, by the oracle",
    .draw = [](Dice& dice) { return any_target(dice, 96); },
    .precondition = enumerable,
    .fault =
        [](Target const& c) {
          auto const r = complement(c.a, c.cotarget);
          auto const truth = naive::tile(naive::table(c.a), c.cotarget);
          if (bool(r) != truth.has_value())
            return std::string(r ? "should be refused" : "should be answered");
          if (r && !laws::coalesce_is_a_normal_form::is_normal(r->leaves))
            return std::string("not in normal form");
          if (r) return unless(naive::table(*r) == *truth, "not the completion");
          bool const divides = r.refusal.condition == Condition::stride_divides ||
                               r.refusal.condition == Condition::cotarget_divides;
          return unless(!divides || r.refusal.right % r.refusal.left != 0, "the refusal's numbers do divide");
        },
    .run = run,
    .classes = kinds};

static Property<Target> const covers{
    .name = "Cover::at_least completes A's moving modes to the least [0, c) with c >= M, by the oracle",
    .draw = [](Dice& dice) { return any_target(dice, 96); },
    .precondition = [](Target const& c) { return enumerable(c) && cosize(c.a) <= 2000; },
    .fault =
        [](Target const& c) {
          auto const r = complement(c.a, c.cotarget, Cover::at_least);
          auto const a = naive::table(moving(c.a));
          Int const span = 2 * *std::max_element(a.begin(), a.end()) + 1;  // no mode reaches further
          for (Int end = c.cotarget; end <= c.cotarget + span; ++end)
            if (auto const truth = naive::tile(a, end)) {
              if (!r) return std::string("should be answered");
              return unless(naive::table(*r) == *truth, "not the least completion");
            }
          return unless(!r, "should be refused");
        },
    .run = run_cover,
    .classes = {{"M is met", completes}, {"M is exceeded", wrong_m}, {"stride 0", has_stride_0}}};

static Mode<Int> mode(Numbers const& n) { return {n["shape"], n["gap"] * n["reach"]}; }

static Property<Numbers> const step{
    .name = "complement tiles, the induction step: one more gap and mode are read back from every offset",
    .draw =
        [](Dice& dice) {
          Int const reach = dice.between(1, 60), gap = dice.between(1, 12), shape = dice.between(1, 12);
          return Numbers{{{"reach", reach},
                          {"gap", gap},
                          {"shape", shape},
                          {"p", dice.between(0, reach - 1)},
                          {"u", dice.between(0, gap - 1)},
                          {"w", dice.between(0, shape - 1)}}};
        },
    .precondition =
        [](Numbers const& n) {
          return 0 <= n["p"] && n["p"] < n["reach"] && 0 <= n["u"] && n["u"] < n["gap"] && 0 <= n["w"] &&
                 n["w"] < n["shape"];
        },
    .fault =
        [](Numbers const& n) {
          if (complement_step(n["reach"], mode(n)).refusal.condition != Condition::none)
            return std::string("refused, though reach divides the stride");
          return unless(Law::step_holds(n["reach"], mode(n), n["p"], n["u"], n["w"]), "not read back");
        },
    .classes = {{"a real gap", [](Numbers const& n) { return n["gap"] > 1; }},
                {"no gap", [](Numbers const& n) { return n["gap"] == 1; }},
                {"last point", [](Numbers const& n) { return n["w"] == n["shape"] - 1; }}}};

int main() { return exit_status({check(tiles), check(by_search), check(covers), check(step)}); }
