// SPDX-License-Identifier: MIT
// Layouts behind a swizzle or a map over GF(2), of any number of points, against their values.
#include "colex/laws/any_layouts_are_exact.hpp"

#include <algorithm>

#include "colex/notation.hpp"
#include "colex/testing/layouts.hpp"
#include "oracle/kinds.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::any_layouts_are_exact;

namespace {

struct Two {
  AnyLayout c, d;
  Int n;  ///< a number of elements, and a cotarget
};
std::string text_of(AnyLayout const& c) {
  std::string out;
  write(out, c);
  return out;
}
Shown show(Two const& t) { return {{"C", text_of(t.c)}, {"D", text_of(t.d)}, {"n", std::to_string(t.n)}}; }
std::vector<Two> smaller(Two const& t) {
  std::vector<Two> r;
  auto with = [&](auto change) {
    r.push_back(t);
    change(r.back());
  };
  for (auto const& l : props::smaller(t.c.inner)) with([&](Two& s) { s.c.inner = l; });
  for (auto const& l : props::smaller(t.d.inner)) with([&](Two& s) { s.d.inner = l; });
  for (Int const n : props::smaller(t.c.offset)) with([&](Two& s) { s.c.offset = n; });
  for (Int const n : props::smaller(t.d.offset)) with([&](Two& s) { s.d.offset = n; });
  return r;
}

/// Compact layouts of powers of two, in any order of modes, half of the time.
AnyLayout any_kind(Dice& dice) {
  AnyLayout c;
  Modes modes;
  Int place = 1;
  for (int k = dice.below(3); k >= 0; --k) {
    Int const shape = Int{1} << dice.below(3);
    modes.push_back({shape, dice.percent(90) ? place : place * 2});
    place *= shape;
  }
  dice.shuffle(modes);
  c.inner = dice.percent(60) ? nested(dice, modes) : any_layout(dice, 24);
  if (dice.percent(40)) c.offset = dice.percent(50) ? place * dice.between(0, 2) : dice.between(0, 9);
  if (dice.percent(65)) {
    Int const shift = dice.between(1, 3);
    c.outer = Swizzle{static_cast<int>(dice.between(0, shift)), dice.below(3),
                      static_cast<int>(dice.percent(70) ? shift : -shift)};
  } else if (dice.percent(80)) {
    BitMap m;
    for (int k = dice.below(5) + 2; k >= 0; --k)
      m.column[m.inputs++] = dice.percent(50) ? Int{1} << dice.below(5) : dice.between(0, 31);
    c.outer = m;
  }
  return c;
}
bool reasonable(AnyLayout const& c) {
  return admissible(c).condition == Condition::none && size(c) <= 64 && c.inner.leaves.count <= 6 &&
         Law::top(c) < 2000;
}
std::string composed_wrongly(AnyLayout const& a, AnyLayout const& b) {
  auto const r = composition(a, b);
  if (!Law::composed(a, b)) return "not the composition";
  if (r || r.refusal.condition != Condition::linear) return "";
  naive::Table f;
  for (Int const at : naive::table(b)) f.push_back(naive::extended(a, at));
  return naive::representable(f, shape(b.inner)) ? "refused, though one of the kinds is the composition" : "";
}
std::string simplest_wrongly(AnyLayout const& c) {
  auto const r = simplest(c);
  auto const f = naive::table(c);
  if (!r || naive::table(*r) != f) return "another function";
  bool const plain = f[0] == 0 && naive::is_nested_layout(f, shape(c.inner));
  return plain != (is_plain(*r)) ? "not the plainest form" : "";
}

Property<Two> const exact{
    .name = "what is said of a layout of any kind is true of its values",
    .draw =
        [](Dice& dice) {
          Two t{any_kind(dice), any_kind(dice), dice.between(1, 40)};
          if (dice.percent(40)) t.n = Int{1} << dice.below(4);
          for (auto* one : {&t.c, &t.d})
            while (!reasonable(*one)) *one = any_kind(dice);
          if (dice.percent(30)) t.d.inner = t.c.inner, t.d.offset = t.c.offset;
          return t;
        },
    .precondition = [](Two const& t) { return reasonable(t.c) && reasonable(t.d); },
    .fault =
        [](Two const& t) {
          naive::Table values;
          for (Int i = 0; i < size(t.c); ++i) values.push_back(t.c(i));
          if (values != naive::table(t.c)) return std::string("another value");
          if (!Law::decided(t.c, t.n)) return std::string("decided wrongly");
          if (!Law::inverted(t.c)) return std::string("not an inverse, or not the kernel");
          if (!Law::grown(t.c, t.d.inner)) return std::string("grown past what its map takes, or refused");
          if (!Law::common(t.c, t.d)) return std::string("not what both have in common");
          if (!Law::recounted(t.c, t.n)) return std::string("counted wrongly in other elements");
          if (auto const why = simplest_wrongly(t.c); !why.empty()) return why;
          return composed_wrongly(t.c, t.d);
        },
    .classes = {{"a swizzle", [](Two const& t) { return !t.c.outer.is_map && !t.c.outer.is_identity(); }},
                {"a map that is not one to one", [](Two const& t) { return !one_to_one(t.c.outer); }},
                {"not linear", [](Two const& t) { return !affine_bits(t.c); }},
                {"composed", [](Two const& t) { return bool(composition(t.c, t.d)) && !is_plain(t.d); }},
                {"refused as linear",
                 [](Two const& t) { return composition(t.c, t.d).refusal.condition == Condition::linear; }},
                {"a left inverse", [](Two const& t) { return !is_plain(t.c) && left_inverse(t.c); }},
                {"more in common than one element",
                 [](Two const& t) {
                   auto const r = max_common_layout(t.c, t.d);
                   return r && size(*r) > 1;
                 }},
                {"refused to grow", [](Two const& t) { return !append(t.c, t.d.inner); }},
                {"upcast", [](Two const& t) { return t.n > 1 && !is_plain(t.c) && upcast(t.c, t.n); }}}};

}  // namespace

int main() { return exit_status({check(exact)}); }
