// SPDX-License-Identifier: MIT
// The swizzle of two masks, of rows of blocks, and of a map: it does that, or no swizzle does.
#include "colex/laws/swizzles_are_found_exactly.hpp"

#include <algorithm>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::swizzles_are_found_exactly;
using Any = laws::Moves<Int>;

/// A swizzle by the bits it moves; the two runs of bits do not overlap.
static Any any(Numbers const& c) { return {c["bits"], c["from"], c["to"]}; }
static bool is_swizzle(Any const& s) {
  return s.bits >= 0 && s.from >= 0 && s.to >= 0 && std::max(s.from, s.to) + s.bits <= 30 &&
         (s.bits == 0 || std::max(s.from, s.to) - std::min(s.from, s.to) >= s.bits);
}
static Int reach(Numbers const& c) { return std::max(c["from"], c["to"]) + c["bits"]; }
/// Columns of a swizzle that is drawn, one bit in one of them flipped where `flip` is not 0.
static BitMap map_of(Numbers const& c) {
  BitMap m;
  for (m.inputs = 0; m.inputs < c["inputs"]; ++m.inputs)
    m.column[m.inputs] = any(c)(Int{1} << m.inputs) ^ (m.inputs == c["flipped"] ? c["flip"] : 0);
  return m;
}
/// The masks of the swizzle that is drawn, `flip` beside the first.
static Int source(Numbers const& c) { return (((Int{1} << c["bits"]) - 1) << c["from"]) ^ c["flip"]; }
static Int target(Numbers const& c) { return ((Int{1} << c["bits"]) - 1) << c["to"]; }

static Property<Numbers> const found{
    .name = "the swizzle that is asked for is found, or there is none",
    .draw =
        [](Dice& dice) {
          Int const bits = dice.between(0, 3), from = dice.between(0, 6), apart = bits + dice.between(0, 3);
          Int const low = dice.percent(50) ? from + apart : from;
          return Numbers{{{"bits", bits},
                          {"from", low},
                          {"to", low == from ? from + apart : from},
                          {"flip", dice.percent(60) ? 0 : Int{1} << dice.below(8)},
                          {"flipped", dice.below(8)},
                          {"inputs", from + apart + bits},
                          {"blocks", dice.percent(70) ? Int{1} << dice.below(12) : dice.between(-2, 99)},
                          {"row", dice.between(0, 4000)},
                          {"x", dice.between(0, Int{1} << 40)}}};
        },
    .precondition =
        [](Numbers const& c) {
          return is_swizzle(any(c)) && c["inputs"] == reach(c) && c["x"] >= 0 && c["row"] >= 0 &&
                 c["flip"] >= 0;
        },
    .fault =
        [](Numbers const& c) {
          Int const x = c["x"];
          if (!Law::masks(source(c), target(c), x, any(c))) return std::string("not the masks' swizzle");
          for (Int k = 0; k <= 62; ++k)
            if (!Law::rows(c["blocks"], c["row"], x, k)) return std::string("not the rows' swizzle");
          return unless(Law::map(map_of(c), x & ((Int{1} << c["inputs"]) - 1), any(c)),
                        "not the map's swizzle");
        },
    .classes = {{"masks of a swizzle",
                 [](Numbers const& c) { return bool(make_swizzle(source(c), target(c))) && c["bits"] > 0; }},
                {"masks of none", [](Numbers const& c) { return !make_swizzle(source(c), target(c)); }},
                {"a map that is one",
                 [](Numbers const& c) { return bool(swizzle_of(map_of(c))) && c["bits"] > 0; }},
                {"a map that is none", [](Numbers const& c) { return !swizzle_of(map_of(c)); }},
                {"rows of a power of two",
                 [](Numbers const& c) { return c["blocks"] > 1 && bool(swizzle_xor16(c["blocks"])); }},
                {"rows of another number", [](Numbers const& c) { return !swizzle_xor16(c["blocks"]); }}}};

int main() { return exit_status({check(found)}); }
