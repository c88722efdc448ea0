// SPDX-License-Identifier: MIT
// The left inverse gives each coordinate back, where there is one.
#include "colex/laws/left_inverse_gives_back.hpp"

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::left_inverse_gives_back;

static bool answered(AtIndex const& c) { return bool(left_inverse(c.a)); }

static Property<AtIndex> const gives_back{
    .name = "the left inverse gives the coordinate back",
    .draw =
        [](Dice& dice) {
          auto const a = dice.percent(60) ? any_layout(dice, 36) : chain(dice, 36).layout;
          return AtIndex{a, dice.between(0, size(a) - 1)};
        },
    .precondition =
        [](AtIndex const& c) {
          return well_formed(c.a) == Condition::none && c.index < size(c.a) && size(c.a) <= 100 &&
                 cosize(c.a) <= 4000;
        },
    .fault =
        [](AtIndex const& c) {
          if (answered(c) && !laws::coalesce_is_a_normal_form::is_normal(left_inverse(c.a)->leaves))
            return std::string("not in normal form");
          return unless(Law::holds(c.a, c.index), "another coordinate");
        },
    .run = [](AtIndex const& c) { return command("left_inverse", {text(c.a)}); },
    .classes = {{"answered, 2 modes or more",
                 [](AtIndex const& c) { return answered(c) && coalesce(c.a).leaves.count > 1; }},
                {"refused", [](AtIndex const& c) { return !answered(c); }}}};

/// A refusal for a pair shows two coordinates with one offset; quasi, with 0 where the stride is 0.
static std::string wrong_pair(LayoutI const& l, Inverse kind) {
  auto const why = left_inverse(l, kind).refusal;
  if (why.condition != Condition::injective) return "";
  if (!(0 <= why.left && why.left < why.right && why.right < size(l))) return "no pair of coordinates";
  if (evaluate(l, why.left) != evaluate(l, why.right) || evaluate(l, why.left) != why.got)
    return "two offsets";
  Int points = 1;
  for (auto const& m : l.leaves) {
    bool const moves = why.left / points % m.shape != 0 || why.right / points % m.shape != 0;
    if (kind == Inverse::quasi && m.stride == 0 && moves) return "a digit that does not count";
    points *= m.shape;
  }
  return "";
}
static Property<AtIndex> const refuses{
    .name = "a refusal for two coordinates names two that have one offset",
    .draw =
        [](Dice& dice) {
          if (dice.percent(20)) return AtIndex{any_layout(dice, 36), 0};
          Modes modes(static_cast<std::size_t>(dice.between(2, 4)));
          for (auto& m : modes) m = {dice.between(1, 3), dice.pick({0, 0, 1, 1, 2, 3})};
          if (dice.percent(50)) modes[0] = {dice.between(2, 3), 0};
          return AtIndex{nested(dice, modes), 0};
        },
    .precondition =
        [](AtIndex const& c) {
          return well_formed(c.a) == Condition::none && size(c.a) <= 100 && cosize(c.a) <= 4000;
        },
    .fault =
        [](AtIndex const& c) {
          auto const exact = wrong_pair(c.a, Inverse::exact);
          return exact.empty() ? wrong_pair(c.a, Inverse::quasi) : exact;
        },
    .run = [](AtIndex const& c) { return command("left_inverse", {text(c.a)}); },
    .classes = {{"quasi, refused, a stride 0", [](AtIndex const& c) {
                   bool zero = false;
                   for (auto const& m : c.a.leaves) zero = zero || (m.shape > 1 && m.stride == 0);
                   return zero && left_inverse(c.a, Inverse::quasi).refusal.condition == Condition::injective;
                 }}}};

int main() { return exit_status({check(gives_back), check(refuses)}); }
