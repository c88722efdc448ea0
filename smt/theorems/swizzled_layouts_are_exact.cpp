// SPDX-License-Identifier: MIT
// The theorem of laws/swizzled_layouts_are_exact.hpp.
#include "colex/laws/swizzled_layouts_are_exact.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzled_layouts_are_exact;
using Composed = BasicComposedLayout<Bits>;

struct Inner {
  char const* text;
  std::int64_t points;
  Layout<Bits> layout;
};
Layout<Bits> of(std::initializer_list<std::pair<std::int64_t, std::int64_t>> modes) {
  List<Mode<Bits>> r;
  for (auto const& [shape, stride] : modes) r.push({Bits(shape), Bits(stride)});
  return flat(r);
}
std::vector<Inner> inners() {
  return {{"4:1", 4, of({{4, 1}})},
          {"(2,2):(2,1)", 4, of({{2, 2}, {2, 1}})},
          {"(2,2):(1,1)", 4, of({{2, 1}, {2, 1}})},
          {"2:0", 2, of({{2, 0}})},
          {"3:2", 3, of({{3, 2}})},
          {"3:-1", 3, of({{3, -1}})}};
}
Composed composed(Swizzle const& outer, Bits const& offset, Layout<Bits> const& inner) {
  Composed c;
  c.outer = outer;
  c.offset = offset;
  c.inner = inner;
  return c;
}
std::string text(Swizzle const& s) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," + std::to_string(s.shift) + ">";
}
/// Asked as one query.
Boolean whole(Boolean const& b) { return !Boolean((!b).formula().simplify()); }

void prove(Proof& p) {
  Bits const offset = Bits::around_zero("offset", 4), other = Bits::below("other", 3),
             far = Bits::below("far", 63);
  Swizzle const none{}, up{1, 0, 1}, down{1, 0, -2}, beyond{1, 0, 3};
  for (auto const& inner : inners())
    for (auto const& s : {up, down})
      p.part(text(s) + " o offset o " + inner.text, {}, [&] {
        Composed const c = composed(s, offset, inner.layout);
        p.claim("admitted rightly", whole(Law::admitted(c, inner.points)));
        p.claim("a map and its inverse, or none", whole(Law::affine(c, inner.points)));
        p.claim("its extent", whole(Law::reaches(c, inner.points)));
      });
  p.part("limits", {}, [&] {
    for (auto const& inner : {inners()[0], inners()[5]})
      p.claim("offsets up to 2^62", whole(Law::admitted(composed(up, far, inner.layout), inner.points)));
    for (auto const& s : {Swizzle{2, 0, 1}, Swizzle{-1, 0, 1}, Swizzle{1, 62, 1}})
      p.claim("no swizzle", whole(Law::admitted(composed(s, Bits(0), inners()[0].layout), 4)));
    p.claim("no layout", whole(Law::admitted(composed(up, Bits(0), of({{0, 1}})), 1)));
    Composed const long_one = composed(up, Bits(0), of({{3, 1}, {kEnumerationLimit, 5}}));
    p.claim("too long to enumerate", Boolean(extent(long_one).refusal.condition == Condition::undecided));
  });
  auto const all = inners();
  for (auto const& [x, y] : {std::pair{all[0], all[1]}, {all[0], all[0]}, {all[4], all[4]}, {all[0], all[3]}})
    for (auto const& [s, t] : {std::pair{up, up}, {up, none}, {beyond, none}})
      p.part(text(s) + " o offset o " + x.text + " and " + text(t) + " o other o " + y.text, {}, [&] {
        p.claim("compared rightly", whole(Law::compared(composed(s, offset, x.layout),
                                                        composed(t, other, y.layout), x.points, y.points)));
      });
  p.part("composition", {}, [&] {
    Composed const c = composed(up, offset, of({{4, 1}, {6, 10}, {8, 100}}));
    p.claim("is C after B", whole(Law::after(c, of({{2, 12}, {2, 2}}), 4)));
    p.claim("is C after B of one mode", whole(Law::after(c, of({{3, 4}}), 3)));
    p.claim("is refused as the layout's", whole(Law::after(c, of({{3, 8}, {2, 12}}), 6)));
  });
}

}  // namespace

Theorem swizzled_layouts_are_exact() {
  return theorem<Law>(
      "swizzled_layouts_are_exact", prove, "",
      {{Kind::extents,
        "6 layouts of up to 4 points under 2 swizzles, offsets from -8 to 7 (admissible: up to 2^63)"}},
      R"(The whole shipped functions, loops included, on given swizzles and layouts, of which some are maps over
             GF(2) and some are not, at every offset in a range. Others are tested by the property.)");
}

}  // namespace colex::sym
