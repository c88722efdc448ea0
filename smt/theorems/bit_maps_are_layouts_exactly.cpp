// SPDX-License-Identifier: MIT
// The theorem of laws/bit_maps_are_layouts_exactly.hpp.
#include "colex/laws/bit_maps_are_layouts_exactly.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::bit_maps_are_layouts_exactly;
using Map = BasicBitMap<Bits>;

Bits zero() { return Bits(0); }
char const* const kNames[] = {"v0", "v1"};

/// Layouts of these extents, strides of either sign.
void from_layouts(Proof& p, std::vector<std::int64_t> const& extents) {
  std::string name;
  List<Mode<Bits>> modes;
  std::int64_t points = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    modes.push({Bits(extents[k]), Bits::around_zero(kNames[k], 8)});
    name += (k == 0 ? "(" : ",") + std::to_string(extents[k]);
    points *= extents[k];
  }
  p.part("the map of a layout, extents " + name + ")", {},
         [&] { p.claim("has its values, or none has", Law::map_of(flat(modes), points)); });
}

void prove(Proof& p) {
  for (auto const& extents : {std::vector<std::int64_t>{4}, {2, 2}, {3}, {1, 2}, {2, 6}, {4, 2}})
    from_layouts(p, extents);
  p.part("limits", {}, [&] {
    auto const f = [](std::int64_t) { return Bits(0); };
    for (std::int64_t points : {-4, 0, 3, 6}) {
      auto const r = find_bit_map<Bits>(f, points);
      p.claim("no number of a map's values",
              both(Boolean(r.refusal.condition == Condition::power_of_two), r.refusal.left == Bits(points)));
    }
    Map m;
    for (m.inputs = 0; m.inputs <= kMaxLeaves; ++m.inputs) m.column[m.inputs] = Bits(1) << (40 - m.inputs);
    auto const long_one = layout_of(m);
    p.claim("more modes than a layout holds", Boolean(long_one.refusal.condition == Condition::capacity));
    m.column[--m.inputs] = zero();
    p.claim("as many as it holds", Boolean(bool(layout_of(m))));
  });
}

}  // namespace

Theorem bit_maps_are_layouts_exactly() {
  return theorem<Law>(
      "bit_maps_are_layouts_exactly", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents, "the maps of layouts of up to 12 points, strides from -128 to 127"}},
      R"(XOR and sum of two values differ where they share a bit: so a refusal as `linear` is right. Here the whole shipped
             functions, loops included.)");
}

}  // namespace colex::sym
