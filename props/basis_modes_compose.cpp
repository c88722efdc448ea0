// SPDX-License-Identifier: MIT
// A o (s:a*E<k>) = A_k o (s:a), at the coordinates themselves, which basis.hpp computes, and at the index
// that a*E<k> has in A.
#include "colex/laws/basis_modes_compose.hpp"

#include "colex/basis.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::basis_modes_compose;

namespace {

struct Along {
  LayoutI a;
  Int k;
  Mode<Int> by;
};
std::vector<Along> smaller(Along const& c) {
  std::vector<Along> r;
  for (auto const& a : props::smaller(c.a)) r.push_back({a, c.k, c.by});
  for (Int const k : props::smaller(c.k))
    if (k >= 0) r.push_back({c.a, k, c.by});
  for (Int const s : props::smaller(c.by.shape))
    if (s > 0) r.push_back({c.a, c.k, {s, c.by.stride}});
  for (Int const d : props::smaller(c.by.stride))
    if (d >= 0) r.push_back({c.a, c.k, {c.by.shape, d}});
  return r;
}
Shown show(Along const& c) {
  return {{"A", text(c.a)}, {"k", std::to_string(c.k)}, {"s:a", text(LayoutI(leaf(c.by)))}};
}
int mode(Along const& c) { return static_cast<int>(c.k); }
bool inside(Along const& c) { return (c.by.shape - 1) * c.by.stride < size(entry(c.a, mode(c))); }

Property<Along> const stays{
    .name = "A o (s:a*E<k>) = A_k o (s:a)",
    .draw =
        [](Dice& dice) {
          LayoutI a = dice.percent(60) ? any_layout(dice, 150) : chain(dice, 150).layout;
          if (a.profile.is_leaf({}) || rank(a) == 0) a = join(a, arbitrary(dice, 12));
          auto const k = dice.between(0, rank(a) - 1);
          Int const points = size(entry(a, static_cast<int>(k)));
          Int const step = dice.percent(70) ? divisor(dice, points) : dice.between(0, points);
          Int const most = std::max<Int>(step > 0 ? (points - 1) / step + 1 : 1, 1);
          return Along{a, k, {dice.percent(80) ? dice.between(1, most) : dice.between(1, 12), step}};
        },
    .precondition =
        [](Along const& c) {
          return well_formed(c.a) == Condition::none && !c.a.profile.is_leaf({}) && c.k >= 0 &&
                 c.k < rank(c.a) && size(c.a) <= 2000 && cosize(c.a) <= Int{1} << 20 && c.by.shape >= 1 &&
                 c.by.stride >= 0 && c.by.shape <= 400 && c.by.stride <= 400;
        },
    .fault =
        [](Along const& c) {
          for (Int i = 0; i < c.by.shape; ++i)
            if (!Law::holds(c.a, mode(c), c.by, i)) return std::string("wrong at ").append(std::to_string(i));
          // the stride as a multiple of a basis vector: a leaf of the coordinate's shape is a mode of A
          if (rank(c.a) > kMaxBases) return std::string();
          auto shapes = open<Int>(rank(c.a));
          for (int j = 0; j < rank(c.a); ++j) graft(shapes, leaf(size(entry(c.a, j))));
          if (auto const at = identity_layout(shapes))
            for (Int i = 0; i < size(c.a); ++i)
              if (!(natural(evaluate(*at, Coordinate(i)), shapes) == idx2crd(i, shapes)))
                return std::string("the identity layout is at another coordinate");
          auto const b = leaf(Mode<Coordinate>{Coordinate(c.by.shape), E(mode(c), c.by.stride)});
          for (Int i = 0; i < c.by.shape; ++i)
            if (!(natural(evaluate(Layout<Coordinate>(b), Coordinate(i)), shapes) ==
                  Law::along(c.a, mode(c), i * c.by.stride)))
              return std::string("the basis vector counts otherwise");
          return std::string();
        },
    .run =
        [](Along const& c) {
          return command("composition", {text(entry(c.a, mode(c))), text(LayoutI(leaf(c.by)))});
        },
    .classes = {{"inside, several leaves in A_k",
                 [](Along const& c) {
                   return inside(c) && coalesce(entry(c.a, mode(c))).leaves.count > 1 && c.by.shape > 1 &&
                          bool(composition(entry(c.a, mode(c)), LayoutI(leaf(c.by))));
                 }},
                {"inside, refused",
                 [](Along const& c) {
                   return inside(c) && !composition(entry(c.a, mode(c)), LayoutI(leaf(c.by)));
                 },
                 0.1},
                {"past A_k", [](Along const& c) { return !inside(c); }},
                {"not the first mode", [](Along const& c) { return c.k > 0; }}}};

}  // namespace

int main() { return exit_status({check(stays)}); }
