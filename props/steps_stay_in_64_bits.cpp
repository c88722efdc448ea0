// SPDX-License-Identifier: MIT
// Layouts up to the limit of well_formed(): 64-bit integers give the answers of 128-bit ones, which none of
// these operations can leave.
#include "colex/laws/steps_stay_in_64_bits.hpp"

#include "colex/testing/layouts.hpp"

__extension__ using Wide = __int128;
template <>
inline constexpr bool colex::is_number<Wide> = true;

using namespace colex;
using namespace colex::props;
using Law = laws::steps_stay_in_64_bits;

namespace {

struct Case {
  Pair layouts;
  AtIndex at;  ///< an index of layouts.a, and as well an M for its complement
};
std::vector<Case> smaller(Case const& c) {
  std::vector<Case> r;
  for (auto const& layouts : colex::props::smaller(c.layouts))
    r.push_back({layouts, {layouts.a, c.at.index}});
  for (Int const index : colex::props::smaller(c.at.index)) r.push_back({c.layouts, {c.layouts.a, index}});
  return r;
}
Shown show(Case const& c) {
  Shown r = colex::props::show(c.layouts);
  r.emplace_back("index", std::to_string(c.at.index));
  return r;
}

Int reach(LayoutI const& l) { return cosize(l) - 1; }
LayoutI near_the_limit(Dice& dice) { return dice.percent(70) ? huge(dice) : any_layout(dice, 200); }

Property<Case> const stay{
    .name = "64 bits answer as 128 do",
    .draw =
        [](Dice& dice) {
          LayoutI const a = near_the_limit(dice);
          Int const index = dice.percent(50) ? dice.between(0, kReachLimit) : dice.between(1, 1000);
          return Case{{a, near_the_limit(dice)}, {a, index}};
        },
    .precondition =
        [](Case const& c) {
          return c.at.index >= 0 && well_formed(c.layouts.a) == Condition::none &&
                 well_formed(c.layouts.b) == Condition::none;
        },
    .fault =
        [](Case const& c) {
          bool const search = c.at.index % 16 != 0 || Law::search_holds<Wide>(c.layouts.a);  // slow
          return unless(search && Law::holds<Wide>(c.layouts.a, c.layouts.b, c.at.index, c.at.index),
                        "another answer in 128 bits");
        },
    .run =
        [](Case const& c) {
          return command("composition", {text(c.layouts.a), text(c.layouts.b)});
        },
    .classes = {{"A reaches past 2^60", [](Case const& c) { return reach(c.layouts.a) > kReachLimit / 4; }},
                {"|A| past 2^32", [](Case const& c) { return size(c.layouts.a) >> 32 != 0; }},
                {"M past 2^60", [](Case const& c) { return c.at.index > kReachLimit / 4; }},
                {"A o B exists", [](Case const& c) { return bool(composition(c.layouts.a, c.layouts.b)); }},
                {"a complement exists",
                 [](Case const& c) { return bool(complement(c.layouts.a, c.at.index, Cover::at_least)); }}}};

}  // namespace

int main() { return exit_status({check(stay)}); }
