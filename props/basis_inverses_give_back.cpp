// SPDX-License-Identifier: MIT
// Layouts whose values are coordinates: inverses, complement, composition and divide, at every index.
#include "colex/laws/basis_inverses_give_back.hpp"

#include <algorithm>
#include <cstdlib>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::basis_inverses_give_back;

namespace {

/// Mode k of `l` moves along vector `vectors` has for it; A is what is asked at such coordinates.
struct Spread {
  LayoutI l, a;
  std::vector<Int> vectors;
};
Layout<Coordinate> of(Spread const& c) {
  int k = 0;
  return transform(c.l, [&](Mode<Int> const& m) {
    return Mode<Coordinate>{Coordinate(m.shape),
                            E(static_cast<int>(c.vectors[static_cast<std::size_t>(k++)]), m.stride)};
  });
}
std::vector<Spread> smaller(Spread const& c) {
  std::vector<Spread> r;
  for (auto const& l : props::smaller(c.l))
    if (l.leaves.count <= static_cast<int>(c.vectors.size())) r.push_back({l, c.a, c.vectors});
  for (auto const& a : props::smaller(c.a)) r.push_back({c.l, a, c.vectors});
  return r;
}
Shown show(Spread const& c) {
  std::string along;
  for (Int const v : c.vectors) along += std::to_string(v) + " ";
  return {{"L", text(c.l)}, {"along", along}, {"A", text(c.a)}};
}

std::string inverses(Layout<Coordinate> const& l) {
  if (auto const r = right_inverse(l))
    for (Int c = 0; c < size(*r); ++c)
      if (!Law::undoes(l, *r, c)) return "right_inverse";
  auto const left = left_inverse(l);
  for (Int i = 0; left && i < Law::points(l); ++i)
    if (!Law::gives_back(l, *left, i)) return "left_inverse";
  if (left.refusal.condition == Condition::injective) {
    bool alike = true;
    for (int k = 0; k < bases(l); ++k)
      alike = alike && Law::entry_at(l, k, left.refusal.left) == Law::entry_at(l, k, left.refusal.right);
    if (!alike || left.refusal.left == left.refusal.right)
      return "left_inverse shows two indices that are not alike";
  }
  return "";
}
std::string complements(Layout<Coordinate> const& l) {
  auto const box = least_box(l);
  auto const r = complement(l, box);
  if (!r) return "";
  std::vector<bool> met(static_cast<std::size_t>(size(box)));
  Int count = 0;
  for (Int i = 0; i < Law::points(l); ++i)
    for (Int j = 0; j < Law::points(*r); ++j, ++count) {
      Int const at = Law::place(l, *r, box, i, j);
      if (at < 0 || met[static_cast<std::size_t>(at)]) return "complement";
      met[static_cast<std::size_t>(at)] = true;
    }
  return unless(count == size(box), "a coordinate of the box is left out");
}
/// What A is at B, and, behind it, at what B leaves out of A's shape.
std::string visits(LayoutI const& a, Layout<Coordinate> const& b) {
  Visit const at{b};
  auto const r = composition(a, at);
  for (Int i = 0; r && i < Law::points(b); ++i)
    if (!Law::composes(a, b, *r, i)) return "composition";
  if (!r && r.refusal.condition == Condition::in_domain) {
    bool outside = false;
    for (Int i = 0; i < Law::points(b); ++i)
      for (int k = 0; k < a.leaves.count && k < kMaxBases; ++k) {
        Int const x = Law::entry_at(b, k, i);
        outside = outside || x < 0 || x >= a.leaves[k].shape;
      }
    if (!outside) return "refused as outside where nothing is";
  }
  auto const logical = logical_divide(a, at), zipped = zipped_divide(a, at), tiled = tiled_divide(a, at),
             side_by_side = flat_divide(a, at);
  if (bool(zipped) != bool(logical) || bool(tiled) != bool(logical) || bool(side_by_side) != bool(logical))
    return "one divide answers and another does not";
  if (!logical) return "";
  auto const rest = complement(b, flat(shape(a).leaves));
  if (!rest) return "divided where there is no complement";
  for (Int i = 0; i < Law::points(b); ++i)
    if (!Law::composes(a, b, entry(*logical, 0), i)) return "the tile";
  for (Int j = 0; j < Law::points(*rest); ++j)
    if (!Law::composes(a, *rest, entry(*logical, 1), j)) return "the grid";
  auto same = [&](LayoutI const& one) {
    bool all = one.leaves.count == logical->leaves.count;
    for (int k = 0; all && k < one.leaves.count; ++k) all = one.leaves[k] == logical->leaves[k];
    return all;
  };
  return unless(same(*zipped) && same(*tiled) && same(*side_by_side) && *zipped == *logical &&
                    entry(*tiled, 0) == entry(*logical, 0),
                "a variant has other modes");
}
std::string fault(Spread const& c) {
  auto const l = of(c);
  for (auto const& f : {inverses(l), complements(l), visits(c.a, l)})
    if (!f.empty()) return f;
  return "";
}

/// Along each vector a layout that has an inverse and a complement, mostly; the modes of all in any order.
Spread draw(Dice& dice) {
  std::vector<std::pair<Mode<Int>, Int>> modes;
  Int const vectors = dice.between(1, 3);
  for (Int v = 0; v < vectors; ++v) {
    LayoutI const one = dice.percent(60)   ? padded(dice, 9)
                        : dice.percent(50) ? chain(dice, 9).layout
                                           : arbitrary(dice, 6);
    for (auto const& m : one.leaves) modes.emplace_back(m, v);
  }
  if (modes.empty()) modes.emplace_back(Mode<Int>{2, 1}, 0);
  dice.shuffle(modes);
  modes.resize(std::min<std::size_t>(modes.size(), 6));
  Modes of_l;
  Spread c;
  for (auto const& [m, v] : modes) {
    of_l.push_back(m);
    c.vectors.push_back(v);
  }
  c.l = nested(dice, of_l);
  Modes of_a;
  for (Int v = 0; v < vectors; ++v)
    of_a.push_back({dice.between(3, 9) * dice.between(1, 3), dice.between(0, 20)});
  if (dice.percent(70))  // A's extents are those of the least box, so that it can be divided
    for (Int v = 0; v < vectors; ++v) {
      auto const box = least_box(of(c));
      if (v < box.leaves.count)
        of_a[static_cast<std::size_t>(v)].shape = std::max<Int>(box.leaves[static_cast<int>(v)], 1);
    }
  c.a = nested(dice, of_a);
  return c;
}

Property<Spread> const hold{
    .name = "layouts of basis strides, at every index",
    .draw = draw,
    .precondition =
        [](Spread const& c) {
          bool small = true;
          for (auto const& m : c.l.leaves) small = small && m.shape >= 1 && std::abs(m.stride) <= 64;
          return small && well_formed(c.a) == Condition::none && size(c.l) <= 600 && size(c.a) <= 20000 &&
                 c.l.leaves.count <= static_cast<int>(c.vectors.size());
        },
    .fault = fault,
    .classes = {{"an inverse along two vectors",
                 [](Spread const& c) {
                   auto const r = left_inverse(of(c));
                   return r && rank(*r) > 1;
                 }},
                {"no left inverse", [](Spread const& c) { return !left_inverse(of(c)); }},
                {"a complement", [](Spread const& c) { return bool(complement(of(c), least_box(of(c)))); }},
                {"a divide", [](Spread const& c) { return bool(logical_divide(c.a, Visit{of(c)})); }},
                {"outside of A", [](Spread const& c) { return !composition(c.a, Visit{of(c)}); }}}};

}  // namespace

int main() { return exit_status({check(hold)}); }
