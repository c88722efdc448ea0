// SPDX-License-Identifier: MIT
// The theorem of laws/kept_modes_stay_whole.hpp.
#include "colex/laws/kept_modes_stay_whole.hpp"

#include "catalogue.hpp"
#include "colex/partition.hpp"
#include "colex/text.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::kept_modes_stay_whole;

/// A layout of the given profile with extents of at least 1 and strides that are symbols.
Layout<Integer> draw(Proof& p, char const* profile, std::string const& name, std::vector<Boolean>& given) {
  auto r = Layout<Integer>{parse_tuple(profile).value.profile, {}};
  for (int k = 0; k < parse_tuple(profile).value.leaves.count; ++k) {
    Mode<Integer> const m{p.integer(("s" + name + std::to_string(k)).c_str()),
                          p.integer(("d" + name + std::to_string(k)).c_str())};
    given.push_back(m.shape >= Integer(1));
    r.leaves.push(m);
  }
  return r;
}

char const* const kProfiles[] = {"0", "(0)", "(0,0)", "(0,(0,0))", "(0,0,0)"};

/// The shipped divides and products of A, whose first mode is 4:d by 2:1 and whose second is kept.
void operations(Proof& p) {
  for (char const* const profile : kProfiles) {
    std::vector<Boolean> given;
    auto const mode = draw(p, profile, "m", given), one = leaf(Mode<Integer>{1, 0});
    Integer const d = p.integer("d");
    given.push_back(d >= Integer(1));
    for (auto const& m : mode.leaves)
      given.push_back(both(m.shape <= Integer(64), m.stride >= Integer(-64), m.stride <= Integer(64)));
    given.push_back(d <= Integer(64));
    p.part(std::string("the operations, a kept mode of profile ") + profile, given, [&] {
      Layout<Integer> const a = leaf(Mode<Integer>{4, d}), two = leaf(Mode<Integer>{2, 1});
      auto const tiler = by_mode(tile(two), keep<Integer>());
      auto const check = [&](char const* what, Layout<Integer> const& t, Layout<Integer> const& g,
                             auto const& zipped, auto const& tiled, auto const& flat_one) {
        p.claim(
            what,
            Boolean(zipped && tiled && flat_one && alike(*zipped, join(join(t, mode), join(g, one))) &&
                    alike(*tiled, join(join(t, mode), g, one)) && alike(*flat_one, join(t, mode, g, one))));
      };
      auto const whole = join(a, mode);
      if (auto const r = logical_divide(a, two))
        check("divides", entry(*r, 0), entry(*r, 1), zipped_divide(whole, tiler), tiled_divide(whole, tiler),
              flat_divide(whole, tiler));
      if (auto const r = logical_product(a, two))
        check("products", entry(*r, 0), entry(*r, 1), zipped_product(whole, tiler),
              tiled_product(whole, tiler), flat_product(whole, tiler));
      auto const at = join(leaf(Integer(1)), leaf(Integer(0)));
      auto const part = local_tile(whole, tiler, at);
      p.claim("local_tile is answered", Boolean(bool(part)));
      if (!part) return;
      p.claim("it has the mode whole", Boolean(alike(part->layout, join(leaf(Mode<Integer>{2, d}), mode))));
      p.claim("and begins where the grid says", part->offset == d * Integer(2));
    });
  }
}

}  // namespace

Theorem kept_modes_stay_whole() {
  return theorem<Law>(
      "kept_modes_stay_whole", operations, "",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "the whole operations, a kept mode of one to three leaves in five profiles beside 4:d by 2:1, with "
        "extents and strides up to 64"}},
      R"(No arithmetic: the zipped variant is the logical operation, which leaves a mode under _ as it is, followed
             by unzip(), which moves that mode whole into the tile and adds 1:0 to the grid; tiled and flat take the
             entries of both out of their tuples. Coq composes unzip() at every rank and nesting (Variants.v). CuTe's
             zip2_by splits a mode of two entries there; pairs_kept() asks for that, and the law is not of it.)");
}

}  // namespace colex::sym
