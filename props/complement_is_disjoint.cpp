// SPDX-License-Identifier: MIT
// A and its complement meet in the offset 0 and nowhere else, whether it tiles [0, M) or only covers it; the
// same by the oracle's tables.
#include "colex/laws/complement_is_disjoint.hpp"

#include <set>

#include "colex/filter.hpp"
#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::complement_is_disjoint;

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
static bool enumerable(Target const& c) {
  return well_formed(c.a) == Condition::none && size(c.a) <= 400 && c.cotarget >= 1 &&
         least_cotarget(c.a) <= 2000;
}

/// Both have points of their own, so there is something to keep apart.
static bool shares(Target const& c, Cover cover) { return size(c.a) > 1 && points(c, cover) > 1; }

static std::string fault(Target const& c, Cover cover) {
  auto const all = naive::table(c.a);
  auto const kept = naive::table(filter(c.a));
  if (std::set<Int>(all.begin(), all.end()) != std::set<Int>(kept.begin(), kept.end()))
    return "filter drops an offset";
  if (points(c, cover) > c.cotarget + least_cotarget(c.a)) return "more points than offsets";
  if (!Law::holds(c.a, c.cotarget, cover)) return "an offset above 0 is in both";
  auto const r = complement(c.a, c.cotarget, cover);
  if (!r) return "";
  auto a = naive::table(c.a), b = naive::table(*r);
  naive::Table common;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return unless(common == naive::Table{0}, "by the tables, an offset above 0 is in both");
}

static Property<Target> const strict{
    .name = "A and its strict complement share the offset 0 only",
    .draw = [](Dice& dice) { return any_target(dice, 144); },
    .precondition = enumerable,
    .fault = [](Target const& c) { return fault(c, Cover::strict); },
    .run = run,
    .classes = {{"both have points", [](Target const& c) { return shares(c, Cover::strict); }},
                {"A of 2 modes or more", [](Target const& c) {
                   return shares(c, Cover::strict) && coalesce(c.a).leaves.count > 1;
                 }}}};

static Property<Target> const covering{
    .name = "A and its covering complement share the offset 0 only",
    .draw = [](Dice& dice) { return any_target(dice, 144); },
    .precondition = enumerable,
    .fault = [](Target const& c) { return fault(c, Cover::at_least); },
    .run = run_cover,
    .classes = {{"both have points", [](Target const& c) { return shares(c, Cover::at_least); }},
                {"beyond the strict one",
                 [](Target const& c) { return shares(c, Cover::at_least) && !shares(c, Cover::strict); }}}};

int main() { return exit_status({check(strict), check(covering)}); }
