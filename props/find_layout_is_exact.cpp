// SPDX-License-Identifier: MIT
// find_layout reads a layout off its table of values, and refuses a table only when no layout gives it: round
// trips from layouts of every kind; tables of layouts with one entry changed and random ones, judged by the
// oracle, which tries every way to factor the number of points.
#include "colex/laws/find_layout_is_exact.hpp"

#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::find_layout_is_exact;

namespace {

struct Values {
  naive::Table f;
};

std::string list(naive::Table const& f) {
  std::string r;
  for (Int const x : f) {
    if (!r.empty()) r += ',';
    r += std::to_string(x);
  }
  return r;
}
Shown show(Values const& c) { return {{"f", list(c.f)}}; }

/// The first points of the table, fewest first; one value nearer to 0.
std::vector<Values> smaller(Values const& c) {
  std::vector<Values> r;
  std::size_t const n = c.f.size();
  for (auto end = c.f.begin() + 1; end < c.f.end(); ++end) r.push_back({{c.f.begin(), end}});
  for (std::size_t k = 0; k < n; ++k)
    for (Int const x : props::smaller(c.f[k])) {
      r.push_back(c);
      r.back().f[k] = x;
    }
  return r;
}

Values any_values(Dice& dice) {
  Values c{naive::table(any_layout(dice, 36))};
  switch (dice.below(5)) {
    case 0:
      break;
    case 1:
    case 2:
      c.f[static_cast<std::size_t>(dice.below(static_cast<int>(c.f.size())))] += dice.pick({-1, 1, 2, 7});
      break;
    case 3:
      c.f.resize(static_cast<std::size_t>(dice.between(1, static_cast<Int>(c.f.size()))));
      break;
    default:
      c.f.resize(static_cast<std::size_t>(dice.between(1, 8)));
      for (auto& x : c.f) x = dice.percent(60) ? dice.between(0, 2) : dice.between(-2, 9);
      c.f[0] = dice.percent(90) ? 0 : 1;
  }
  return c;
}

bool is_a_layout(Values const& c) { return c.f[0] == 0 && naive::is_a_layout(c.f); }
auto values_of(Values const& c) {
  return [&c](Int i) { return c.f.at(static_cast<std::size_t>(i)); };
}
Condition refused_for(Values const& c) {
  return find_layout<Int>(values_of(c), static_cast<Int>(c.f.size())).refusal.condition;
}

Property<AtIndex> const round_trip{
    .name = "find_layout of a layout's values is its normal form",
    .draw =
        [](Dice& dice) {
          return AtIndex{any_layout(dice, 200), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 600; },
    .fault = [](AtIndex const& c) { return unless(Law::round_trip_holds(c.a), "another layout, or none"); },
    .run = [](AtIndex const& c) { return command("find_layout", {list(naive::table(c.a))}); },
    .classes = {{"2 modes", [](AtIndex const& c) { return coalesce(c.a).leaves.count == 2; }},
                {"3 modes or more", [](AtIndex const& c) { return coalesce(c.a).leaves.count >= 3; }}}};

Property<Values> const exact{
    .name = "find_layout answers exactly the tables that are layouts, by the oracle",
    .draw = any_values,
    .precondition = [](Values const& c) { return c.f.size() <= 48; },
    .fault =
        [](Values const& c) {
          Int const points = static_cast<Int>(c.f.size());
          if (!Law::holds(values_of(c), points)) return std::string("a wrong layout, or a wrong witness");
          bool const answered = bool(find_layout<Int>(values_of(c), points));
          return unless(answered == is_a_layout(c), answered ? "should be refused" : "should be answered");
        },
    .run = [](Values const& c) { return command("find_layout", {list(c.f)}); },
    .classes = {{"layouts", is_a_layout},
                {"run_divides", [](Values const& c) { return refused_for(c) == Condition::run_divides; }},
                {"additive", [](Values const& c) { return refused_for(c) == Condition::additive; }},
                {"starts_at_zero",
                 [](Values const& c) { return refused_for(c) == Condition::starts_at_zero; }}}};

}  // namespace

int main() { return exit_status({check(round_trip), check(exact)}); }
