// SPDX-License-Identifier: MIT
// The theorem of laws/residues_follow_the_strides.hpp.
#include "colex/laws/residues_follow_the_strides.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::residues_follow_the_strides;
Integer const zero(0), one(1);

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const a = p.integer("a"), d = p.integer("d"), c = p.integer("c"), W = p.integer("W"),
                k = p.integer("k");
  p.part("an index less its residue", {a >= zero, d >= zero, c >= zero, W >= one}, [&] {
    Integer const at = p.define("at", a + d * c);
    p.have("an index", at >= zero, {by.nonnegative.at(d, c)});
    auto const residue = p.shipped("misalignment", [&] { return misalignment(a, d, c, W); });
    Integer const whole = p.define("whole", quot(at, W)), m = p.define("left", rem(at, W));
    p.have("Euclid", both(at == whole * W + m, m >= zero, m < W), {by.euclid.at(at, W)});
    p.claim("is a multiple of W", Law::is_residue(at, residue, W),
            {by.divide.at(a + d * c, whole, m, W), by.divide.at(at - m, whole, zero, W)});
    Integer const further = p.define("further", whole * W + k * W);
    p.claim("with any multiple added", rem(further, W) == zero,
            {by.divide.at(further, whole + k, zero, W), by.distribute.at(W, whole, one, k)});
  });
}

}  // namespace

Theorem residues_follow_the_strides() {
  return theorem<Law>(
      "residues_follow_the_strides", prove, "",
      {{Kind::all_values, "every first, stride, coordinate and width"}, {Kind::coq, "as stated"}},
      R"(No loop. The shipped remainder is that of the index by its quotient and remainder. That it stays where what it is of
             changes by multiples of W is Coq's.)");
}

}  // namespace colex::sym
