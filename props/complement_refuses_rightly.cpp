// SPDX-License-Identifier: MIT
// Where complement refuses, no copies of A tile [0, M): tried by laying them side by side. And the refusal
// names two numbers that do not divide.
#include "colex/laws/complement_refuses_rightly.hpp"

#include "colex/laws/complement_tiles_the_codomain.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::complement_refuses_rightly;

static Condition refused_for(Target const& c) { return complement(c.a, c.cotarget).refusal.condition; }
static int modes_in_use(Target const& c) {
  int n = 0;
  for (auto const& m : c.a.leaves) n += m.shape > 1 ? 1 : 0;
  return n;
}

static Property<Target> const refuses{
    .name = "where complement refuses, nothing completes A to [0, M)",
    .draw = [](Dice& dice) { return any_target(dice, 144); },
    .precondition =
        [](Target const& c) {
          return well_formed(c.a) == Condition::none && size(c.a) <= 400 && c.cotarget >= 1;
        },
    .fault =
        [](Target const& c) {
          std::vector<unsigned char> hits(static_cast<std::size_t>(c.cotarget));
          if (!Law::holds(c.a, c.cotarget, hits.data())) return std::string("copies of A tile");
          bool const admissible = laws::complement_tiles_the_codomain::admissible(c.a, c.cotarget);
          return unless(admissible != Law::says_no(refused_for(c)), "not what the order-free condition says");
        },
    .run =
        [](Target const& c) {
          return command("complement", {text(c.a), std::to_string(c.cotarget)});
        },
    .classes = {{"stride_positive",
                 [](Target const& c) { return refused_for(c) == Condition::stride_positive; }},
                {"stride_divides",
                 [](Target const& c) { return refused_for(c) == Condition::stride_divides; }},
                {"stride_divides, 3 modes or more",
                 [](Target const& c) {
                   return refused_for(c) == Condition::stride_divides && modes_in_use(c) >= 3;
                 }},
                {"cotarget_divides",
                 [](Target const& c) { return refused_for(c) == Condition::cotarget_divides; }}}};

int main() { return exit_status({check(refuses)}); }
