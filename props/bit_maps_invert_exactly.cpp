// SPDX-License-Identifier: MIT
// Maps over GF(2) are undone where they are injective; bijective() decides, and its witness shows it.
#include "colex/laws/bit_maps_invert_exactly.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::bit_maps_invert_exactly;

static constexpr char const* kColumns[] = {"m0", "m1", "m2", "m3", "m4", "m5"};

static BitMap map_of(Numbers const& c) {
  BitMap m;
  for (m.inputs = 0; m.inputs < c["inputs"]; ++m.inputs) m.column[m.inputs] = c[kColumns[m.inputs]];
  return m;
}
static Condition said(Numbers const& c) {
  return bijective(map_of(c), static_cast<int>(c["outputs"])).condition;
}
static std::string text(Numbers const& c) {
  std::string r = "[";
  for (int k = 0; k < c["inputs"]; ++k) r += (k == 0 ? "" : ",") + std::to_string(c[kColumns[k]]);
  return r + "]";
}

/// Columns below 2^outputs, some XORs of others or beyond; high bits in a few.
static Numbers any_map(Dice& dice) {
  Int const inputs = dice.between(0, 6), outputs = dice.percent(50) ? inputs : dice.between(0, 7);
  Numbers c{{{"inputs", inputs}, {"outputs", outputs}}};
  Int const more = dice.percent(20) ? dice.between(0, 40) : 0, before = Int{1} << outputs;
  Int sum = 0;
  for (int k = 0; k < 6; ++k) {
    Int column = dice.between(0, (before << more) - 1);
    if (dice.percent(10)) column = sum;
    sum ^= dice.percent(50) ? column : 0;
    c.of.emplace_back(kColumns[k], column);
  }
  c.of.emplace_back("x", dice.between(0, (Int{1} << inputs) - 1));
  c.of.emplace_back("y", dice.between(0, before - 1));
  return c;
}

static Property<Numbers> const inverted{
    .name = "a map over GF(2) is undone, or shown not to be a bijection",
    .draw = any_map,
    .precondition =
        [](Numbers const& c) {
          bool right = c["inputs"] >= 0 && c["inputs"] <= 6 && c["outputs"] >= 0 && c["outputs"] <= 7 &&
                       c["x"] >= 0 && c["x"] >> c["inputs"] == 0 && c["y"] >= 0 &&
                       c["y"] >> c["outputs"] == 0;
          for (char const* name : kColumns) right = right && c[name] >= 0;
          return right;
        },
    .fault =
        [](Numbers const& c) {
          BitMap const m = map_of(c);
          Int const x = c["x"];
          auto const back = inverse(m);
          if (m(x) != Law::value(m, x)) return std::string("not the XOR of its columns");
          if (!Law::holds(m, x) || (back && (*back)(m(x)) != x)) return std::string("not undone");
          if ((rank(m) == m.inputs) != bool(back)) return std::string("the rank says otherwise");
          return unless(Law::decided(m, static_cast<int>(c["outputs"]), x, c["y"]), "decided wrongly");
        },
    .run = [](Numbers const& c) { return command("inverse", {text(c)}); },
    .classes = {{"bijective", [](Numbers const& c) { return said(c) == Condition::none; }},
                {"not injective", [](Numbers const& c) { return said(c) == Condition::injective; }},
                {"not onto", [](Numbers const& c) { return said(c) == Condition::surjective; }},
                {"too far", [](Numbers const& c) { return said(c) == Condition::in_domain; }}}};

int main() { return exit_status({check(inverted)}); }
