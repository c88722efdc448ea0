// SPDX-License-Identifier: MIT
// Layouts behind a swizzle: the layout's digits, then bits; and what goes on inside.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// 18 -> "10010"
std::string binary(Int n) {
  std::string out;
  for (; n > 0; n /= 2) out.insert(out.begin(), n % 2 == 1 ? '1' : '0');
  return out.empty() ? "0" : out;
}

}  // namespace

/// The offset inside, then the bits that the swizzle changes.
void Explainer::swizzled_evaluation(AnyLayout const& c, Int index) {
  List<Int> digits;
  std::string const sum = terms(c.inner.leaves, index, digits);
  Int const inside = c.offset + evaluate(c.inner, index);
  say(fmt::format("index {} has the digits {}: {}{}", index, text(digits), sum,
                  c.offset == 0 ? "" : fmt::format(", with the offset {} it is {}", c.offset, inside)),
      {{"rule", "inside"}, {"index", index}, {"digits", array(digits)}, {"value", inside}});
  Int const value = c.outer(inside);
  if (c.outer.is_map)
    return say(
        fmt::format("{} is {} in bits; the images of its ones are XORed: {}", inside, binary(inside), value),
        {{"rule", "map"}, {"from", inside}, {"value", value}});
  Swizzle const& s = c.outer.swizzle;
  Int const read = inside & s.source_mask(), moved = s.shift < 0 ? read << -s.shift : read >> s.shift;
  say(fmt::format("{} is {} in bits; of these the swizzle reads {}, {} places {}: {}", inside, binary(inside),
                  binary(read), s.shift < 0 ? -s.shift : s.shift, s.shift < 0 ? "up" : "down", binary(moved)),
      {{"rule", "read"}, {"from", inside}, {"read", read}, {"moved", moved}});
  say(fmt::format("{} XOR {} = {}, which is {}", binary(inside), binary(moved), binary(value), value),
      {{"rule", "xor"}, {"value", value}});
}

/// The first difference that the decision found, with both derivations.
void Explainer::swizzled_equality(AnyLayout const& a, AnyLayout const& b, Json const& witness) {
  if (size(a.inner) != size(b.inner))
    return say(fmt::format("their sizes differ: {} against {}", size(a.inner), size(b.inner)),
               {{"rule", "sizes"}});
  if (witness.contains("index")) {
    Int const index = witness["index"];
    swizzled_evaluation(a, index), swizzled_evaluation(b, index);
  } else if (out_.holds) {
    auto const x = affine_bits(a), y = affine_bits(b);
    if (!x || !y) return say("they have the same value at every index", {{"rule", "same"}});
    say(fmt::format("both are linear over GF(2) from {} on, and index 1, 2, 4, ... move both alike, by XOR:",
                    x->at_zero),
        {{"rule", "affine"}, {"at_zero", x->at_zero}});
    for (int k = 0; k < x->map.inputs; ++k)
      say(fmt::format("index {}: {}", Int{1} << k, binary(x->map.column[k])), {{"rule", "column"},
                                                                               {"index", Int{1} << k},
                                                                               {"left", x->map.column[k]},
                                                                               {"right", y->map.column[k]}});
  }
}

void Explainer::swizzle_stays(AnyLayout const& c) {
  say(fmt::format(
          "the operation is about coordinates, the swizzle about offsets: it stays outside, and {} is "
          "worked on",
          to_text(c.inner)),
      {{"rule", "inside"}, {"layout", to_text(c.inner)}, {"offset", c.offset}});
}

/// Which bits the swizzle touches, counted in the new elements.
void Explainer::swizzle_recast(AnyLayout const& c, Int from, Int to) {
  auto const r = recast_layout(c, from, to, cover());
  if (!r || c.outer.is_map) return;
  Swizzle const &was = c.outer.swizzle, &is = r->outer.swizzle;
  say(fmt::format(
          "the swizzle changes bits {} to {} of offsets counted in {} bits; counted in {} bits it is {}",
          was.base, was.base + was.bits - 1, from, to,
          is.bits == 0 ? std::string("none: it moves parts of an element only")
                       : fmt::format("Sw<{},{},{}>", is.bits, is.base, is.shift)),
      {{"rule", "swizzle"}, {"bits", is.bits}, {"base", is.base}, {"shift", is.shift}});
}

}  // namespace colex::cli
