// SPDX-License-Identifier: MIT
// Layouts, tables and maps over GF(2) become one another exactly where they have the same values.
#include "colex/laws/bit_maps_are_layouts_exactly.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::bit_maps_are_layouts_exactly;

namespace {

/// Modes of 1, 2, 4 or 8 points, now and then 3, in the order and with the strides of a map, or nearly.
LayoutI any_bits(Dice& dice) {
  Modes modes;
  Int place = 1;
  for (int k = dice.below(4); k >= 0; --k) {
    Int const shape = dice.percent(95) ? Int{1} << dice.below(4) : 3;
    modes.push_back({shape, dice.percent(90) ? place : dice.between(-3, 9)});
    place *= dice.percent(30) ? shape * 2 : shape;
  }
  dice.shuffle(modes);
  return nested(dice, modes);
}
Condition said(AtIndex const& c) { return bit_map(c.a).refusal.condition; }

Property<AtIndex> const of_layout{
    .name = "a layout is a map over GF(2), or no map has its values",
    .draw =
        [](Dice& dice) {
          return AtIndex{any_bits(dice), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 4096; },
    .fault =
        [](AtIndex const& c) { return unless(Law::map_of(c.a, size(c.a)), "another map, or wrongly none"); },
    .run = [](AtIndex const& c) { return command("bit_map", {text(c.a)}); },
    .classes = {{"maps", [](AtIndex const& c) { return said(c) == Condition::none && size(c.a) > 4; }},
                {"linear", [](AtIndex const& c) { return said(c) == Condition::linear; }},
                {"power_of_two", [](AtIndex const& c) { return said(c) == Condition::power_of_two; }}}};

constexpr char const* kColumns[] = {"m0", "m1", "m2", "m3"};

BitMap map_of(Numbers const& c) {
  BitMap m;
  for (m.inputs = 0; m.inputs < c["inputs"]; ++m.inputs) m.column[m.inputs] = c[kColumns[m.inputs]];
  return m;
}
/// The map's value at i, but for one value that is `by` larger.
auto values_of(Numbers const& c) {
  return [m = map_of(c), at = c["at"], by = c["by"]](Int i) { return Law::value(m, i) + (i == at ? by : 0); };
}

Property<Numbers> const of_map{
    .name = "a map is a layout, and a table a map, or no layout and no map has the values",
    .draw =
        [](Dice& dice) {
          Numbers c{{{"inputs", dice.between(0, 4)}}};
          Int used = 0;
          for (char const* name : kColumns) {
            Int const column = dice.percent(80) ? Int{1} << dice.below(8) : dice.between(0, 255);
            c.of.emplace_back(name, dice.percent(80) ? column & ~used : column);
            used |= column;
          }
          c.of.emplace_back("at", dice.below(16));
          c.of.emplace_back("by", dice.percent(70) ? 0 : dice.between(0, 3));
          return c;
        },
    .precondition =
        [](Numbers const& c) {
          bool right = c["inputs"] >= 0 && c["inputs"] <= 4;
          for (char const* name : kColumns) right = right && c[name] >= 0 && c[name] < 256;
          return right;
        },
    .fault =
        [](Numbers const& c) {
          if (!Law::layout_of_map(map_of(c))) return std::string("another layout, or wrongly none");
          return unless(Law::map_of_table<Int>(values_of(c), Int{1} << c["inputs"]),
                        "another map of the table, or wrongly none");
        },
    .classes = {{"layouts", [](Numbers const& c) { return bool(layout_of(map_of(c))) && c["inputs"] > 1; }},
                {"no layouts", [](Numbers const& c) { return !layout_of(map_of(c)); }},
                {"no maps",
                 [](Numbers const& c) { return !find_bit_map(values_of(c), Int{1} << c["inputs"]); }}}};

}  // namespace

int main() { return exit_status({check(of_layout), check(of_map)}); }
