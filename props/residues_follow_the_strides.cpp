// SPDX-License-Identifier: MIT
// Residues of an affine index: what is left is a multiple of W, and they stay where what they are of changes by one.
#include "colex/laws/residues_follow_the_strides.hpp"

#include <numeric>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::residues_follow_the_strides;

static Numbers draw(Dice& dice) {
  Numbers c{{{"W", dice.percent(60) ? Int{1} << dice.between(0, 4) : dice.between(1, 20)}}};
  for (char const* name : {"first", "stride", "count", "i", "j", "k"})
    c.of.push_back({name, dice.between(0, 50)});
  return c;
}

static std::string fault(Numbers const& c) {
  Int const W = c["W"], a = c["first"], d = c["stride"], n = c["count"], m = misalignment(a, d, n, W);
  if (!Law::is_residue(a + d * n, m, W)) return "not what is behind a multiple of W";
  if ((a + d * n - m + c["k"] * W) % W != 0) return "words further are not at a multiple of W";
  if (misalignment(a + c["i"] * W, d + c["j"] * W, n + c["k"] * W, W) != m)
    return "it changes with multiples of W";
  Int const step = W / std::gcd(d, W);  // the least l with W dividing d l
  return unless(misalignment(a, d, n + step * c["k"], W) == m,
                "it changes along a coordinate by whole words");
}

static Property<Numbers> const follow{
    .name = "residues follow the strides",
    .draw = draw,
    .precondition =
        [](Numbers const& c) {
          for (auto const& [name, value] : c.of)
            if (value < 0) return false;
          return c["W"] >= 1;
        },
    .fault = fault,
    .classes = {
        {"aligned",
         [](Numbers const& c) { return misalignment(c["first"], c["stride"], c["count"], c["W"]) == 0; }},
        {"not",
         [](Numbers const& c) { return misalignment(c["first"], c["stride"], c["count"], c["W"]) != 0; }},
        {"a step of whole words shorter than W",
         [](Numbers const& c) { return std::gcd(c["stride"], c["W"]) > 1 && c["W"] > 1; }}}};

int main() { return exit_status({check(follow)}); }
