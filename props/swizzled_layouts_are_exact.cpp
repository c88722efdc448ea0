// SPDX-License-Identifier: MIT
// Extent, equality, inverse and composition of swizzled layouts, against their values.
#include "colex/laws/swizzled_layouts_are_exact.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::swizzled_layouts_are_exact;

namespace {

struct Swizzled {
  ComposedLayout c, d;
  LayoutI b;
};
std::string text_of(ComposedLayout const& c) {
  return "Sw<" + std::to_string(c.outer.bits) + "," + std::to_string(c.outer.base) + "," +
         std::to_string(c.outer.shift) + "> o " + std::to_string(c.offset) + " o " + text(c.inner);
}
Shown show(Swizzled const& s) { return {{"C", text_of(s.c)}, {"D", text_of(s.d)}, {"B", text(s.b)}}; }
std::vector<Swizzled> smaller(Swizzled const& s) {
  std::vector<Swizzled> r;
  auto with = [&](auto change) {
    r.push_back(s);
    change(r.back());
  };
  for (auto const& l : props::smaller(s.c.inner)) with([&](Swizzled& t) { t.c.inner = l; });
  for (auto const& l : props::smaller(s.d.inner)) with([&](Swizzled& t) { t.d.inner = l; });
  for (auto const& l : props::smaller(s.b)) with([&](Swizzled& t) { t.b = l; });
  for (Int const n : props::smaller(s.c.offset)) with([&](Swizzled& t) { t.c.offset = n; });
  for (Int const n : props::smaller(s.d.offset)) with([&](Swizzled& t) { t.d.offset = n; });
  return r;
}

/// Half of them maps over GF(2) at an aligned offset.
ComposedLayout any_swizzled(Dice& dice) {
  ComposedLayout c;
  Int const shift = dice.between(1, 4);
  c.outer = {static_cast<int>(dice.between(0, dice.percent(95) ? shift : 5)), dice.below(4),
             static_cast<int>(dice.percent(70) ? shift : -shift)};
  Modes modes;
  Int place = 1;
  for (int k = dice.below(3); k >= 0; --k) {
    Int const shape = Int{1} << dice.below(3);
    modes.push_back({shape, place});
    place *= shape;
  }
  dice.shuffle(modes);
  c.inner = dice.percent(60) ? nested(dice, modes) : any_layout(dice, 60);
  c.offset = dice.percent(50) ? place * dice.between(0, 3) : dice.between(-2, 40);
  return c;
}
Swizzled any_pair(Dice& dice) {
  Swizzled s{any_swizzled(dice), any_swizzled(dice), {}};
  if (dice.percent(70)) s.d.inner = dice.percent(50) ? refined(dice, s.c.inner) : s.c.inner;
  if (dice.percent(70)) s.d.offset = s.c.offset;
  if (dice.percent(40)) s.d.outer = s.c.outer;
  if (dice.percent(20)) s.c.outer.base = 20, s.d.outer.base = 20;  // above every offset: nothing moves
  s.b = any_inner(dice, s.c.inner);
  return s;
}
bool answered(Swizzled const& s) { return bool(equal(s.c, s.d)); }
bool by(Swizzled const& s, Decided how, bool yes) {
  auto const r = equal(s.c, s.d);
  return r && r.value.by == how && r.value.equal == yes;
}
bool reasonable(LayoutI const& l) { return well_formed(l) == Condition::none && size(l) <= 600; }

Property<Swizzled> const exact{
    .name = "what is said of a swizzled layout is true of its values",
    .draw = any_pair,
    .precondition =
        [](Swizzled const& s) { return reasonable(s.c.inner) && reasonable(s.d.inner) && reasonable(s.b); },
    .fault =
        [](Swizzled const& s) {
          Int const points = size(s.c.inner);
          if (!Law::admitted(s.c, points)) return std::string("admitted, or refused, wrongly");
          if (!Law::affine(s.c, points)) return std::string("not the map over GF(2), or its inverse");
          if (!Law::reaches(s.c, points)) return std::string("another extent");
          if (!Law::compared(s.c, s.d, points, size(s.d.inner))) return std::string("compared wrongly");
          if (!Law::after(s.c, s.b, size(s.b))) return std::string("not the composition");
          for (Int i = 0; i < points; ++i)
            if (s.c(i) != Law::value(s.c, i)) return std::string("another value");
          return std::string();
        },
    .classes =
        {{"equal, by normal form", [](Swizzled const& s) { return by(s, Decided::normal_form, true); }},
         {"equal, over GF(2)", [](Swizzled const& s) { return by(s, Decided::gf2, true); }, 0.5},
         {"not equal, over GF(2)", [](Swizzled const& s) { return by(s, Decided::gf2, false); }},
         {"equal, by enumeration", [](Swizzled const& s) { return by(s, Decided::enumeration, true); }, 0.5},
         {"not equal, by enumeration", [](Swizzled const& s) { return by(s, Decided::enumeration, false); }},
         {"refused", [](Swizzled const& s) { return !answered(s); }},
         {"composed", [](Swizzled const& s) { return bool(composition(s.c, s.b)) && size(s.b) > 1; }}}};

}  // namespace

int main() { return exit_status({check(exact)}); }
