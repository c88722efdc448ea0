// SPDX-License-Identifier: MIT
// Drawing and shrinking of inputs; inputs.hpp says what each gives.
#include "number_systems/inputs.hpp"

#include "colex/coalesce.hpp"

namespace colex::props {
namespace {

LayoutI const kOne = leaf(Mode<Int>{1, 0});

Inputs<Int> at_any_index(Dice& dice, LayoutI const& a) {
  return {a, kOne, dice.between(1, 12), dice.between(0, 2 * size(a))};
}

}  // namespace

Inputs<Int> draw_one(Dice& dice, Room const& room) {
  LayoutI const a = room.huge && dice.percent(25) ? huge(dice) : any_layout(dice, room.points);
  return at_any_index(dice, dice.percent(20) && size(a) <= room.points ? refined(dice, a) : a);
}
Inputs<Int> draw_small(Dice& dice, Room const& room) {
  auto c = at_any_index(dice, any_layout(dice, std::min<Int>(room.points, 40)));
  c.n = dice.between(1, 40);
  return c;
}
Inputs<Int> draw_tiny(Dice& dice, Room const& room) {
  Int const points = std::min<Int>(room.points, 12);
  return at_any_index(dice, dice.percent(50) ? chain(dice, 24).layout : any_layout(dice, points));
}
Inputs<Int> draw_tables(Dice& dice, Room const& room) {
  return at_any_index(dice, any_layout(dice, std::min<Int>(room.points, 40)));
}
Inputs<Int> draw_cast(Dice& dice, Room const& room) {
  auto const [a, n] = any_cast(dice, room.points);
  return {a, kOne, n, dice.between(0, size(a) - 1)};
}
Inputs<Int> draw_target(Dice& dice, Room const&) {
  auto const [a, n] = any_target(dice, 144);
  return {a, kOne, n, 0};
}
Inputs<Int> draw_alike(Dice& dice, Room const& room) {
  if (room.huge && dice.percent(20)) {  // no split, and no number changed: either could pass the limits
    auto c = at_any_index(dice, huge(dice));
    c.b = dice.percent(50) ? coalesce(c.a) : huge(dice);
    return c;
  }
  auto c = at_any_index(dice, any_layout(dice, room.points));
  c.b = dice.percent(20) ? any_layout(dice, room.points) : refined(dice, c.a);
  if (dice.percent(30)) c.b = nearly(dice, c.b);
  return c;
}
Inputs<Int> draw_small_alike(Dice& dice, Room const& room) {
  return draw_alike(dice, {std::min<Int>(room.points, 40), false});
}
Inputs<Int> draw_pair(Dice& dice, Room const& room) {
  if (room.huge && dice.percent(15)) {
    LayoutI const b = nested(dice, {{dice.between(1, 9), dice.between(0, Int{1} << dice.between(1, 50))}});
    return {huge(dice), b, 1, dice.between(0, size(b) - 1)};
  }
  LayoutI const a = any_layout(dice, room.points);
  LayoutI const b = any_inner(dice, a);
  return {a, b, 1, dice.between(0, size(b) - 1)};
}
Inputs<Int> draw_block(Dice& dice, Room const&) {
  return {dice.percent(60) ? chain(dice, 16).layout : any_layout(dice, 10),
          dice.percent(60) ? chain(dice, 8).layout : any_layout(dice, 6), 1, 0};
}
Inputs<Int> draw_tiles(Dice& dice, Room const& room) {
  LayoutI const a = padded(dice, room.points);
  auto b = transform(a, [&](Mode<Int> const& m) { return Mode<Int>{divisor(dice, m.shape), 1}; });
  if (dice.percent(60)) b = nearly(dice, b);  // of which one in six does not divide
  return {a, b, 1, dice.between(0, std::max<Int>(size(b) - 1, 0))};
}

bool usable(Inputs<Int> const& c) {
  return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none && c.n >= 1 && c.i >= 0;
}

std::vector<Inputs<Int>> smaller(Inputs<Int> const& c) {
  std::vector<Inputs<Int>> r;
  for (auto const& p : smaller(Pair{c.a, c.b})) r.push_back({p.a, p.b, c.n, c.i});
  for (auto const& t : smaller(Target{c.a, c.n})) r.push_back({t.a, c.b, t.cotarget, c.i});
  for (Int const i : smaller(c.i)) r.push_back({c.a, c.b, c.n, i});
  return r;
}
Shown show(Inputs<Int> const& c) {
  return {{"A", text(c.a)}, {"B", text(c.b)}, {"n", std::to_string(c.n)}, {"i", std::to_string(c.i)}};
}

}  // namespace colex::props
