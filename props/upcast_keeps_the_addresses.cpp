// SPDX-License-Identifier: MIT
// The vector that an element lies in is the one that upcast says; M is the number of elements in a vector.
#include "colex/laws/upcast_keeps_the_addresses.hpp"

#include "colex/equal.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::upcast_keeps_the_addresses;

static bool has_stride_within(Target const& c) {
  for (auto const& m : c.a.leaves)
    if (m.shape > 1 && m.stride > 0 && m.stride < c.cotarget) return true;
  return false;
}

static Property<Target> const keeps{
    .name = "upcast keeps the addresses",
    .draw = [](Dice& dice) { return any_cast(dice, 60); },
    .precondition =
        [](Target const& c) {
          return well_formed(c.a) == Condition::none && size(c.a) <= 200 && c.cotarget >= 1;
        },
    .fault =
        [](Target const& c) {
          for (Int i = 0; i < size(c.a); ++i)
            if (!Law::holds(c.a, c.cotarget, i)) return "wrong at index " + std::to_string(i);
          auto const narrow = downcast(c.a, c.cotarget);
          if (!narrow) return std::string();
          auto const back = upcast(*narrow, c.cotarget), other = recast_layout(c.a, c.cotarget, Int{1});
          if (!back || !equal(*back, c.a).equal) return std::string("downcast and upcast is another layout");
          return unless(other && *other == *narrow, "recast_layout to narrower elements is no downcast");
        },
    .classes = {{"answered, a stride within the vector",
                 [](Target const& c) { return bool(upcast(c.a, c.cotarget)) && has_stride_within(c); }},
                {"refused", [](Target const& c) { return !upcast(c.a, c.cotarget); }}}};

int main() { return exit_status({check(keeps)}); }
