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
                l = p.integer("l"), i = p.integer("i"), j = p.integer("j"), k = p.integer("k");
  std::vector<Boolean> const given{a >= zero, d >= zero, c >= zero, W >= one};
  /// The index a + d c, its quotient by W, and that its residue is the shipped function's.
  struct Index {
    Integer at, whole, m;
  };
  auto const index = [&] {
    Integer const at = p.define("at", a + d * c);
    p.have("an index", at >= zero, {by.nonnegative.at(d, c)});
    auto const m = p.shipped("misalignment", [&] { return misalignment(a, d, c, W); });
    Integer const whole = p.define("whole", quot(at, W)), left = p.define("left", rem(at, W));
    p.have("Euclid", both(at == whole * W + left, left >= zero, left < W), {by.euclid.at(at, W)});
    p.have("the residue", m == left, {by.divide.at(a + d * c, whole, left, W)});
    return Index{at, whole, left};
  };
  p.part("an index less its residue", given, [&] {
    auto const [at, whole, m] = index();
    Integer const words = p.define("words", whole * W);
    p.claim("is a multiple of W", Law::is_residue(at, m, W), {by.divide.at(at - m, whole, zero, W)});
    Integer const further = p.define("further", words + k * W);
    p.claim("with any multiple added", rem(further, W) == zero,
            {by.divide.at(further, whole + k, zero, W), by.distribute.at(W, whole, one, k)});
  });
  p.part("first, stride and coordinate further by multiples of W", given, [&] {
    p.suppose(both(i >= zero, j >= zero, k >= zero));
    auto const [at, whole, m] = index();
    Integer const first = a + W * i, stride = d + W * j, count = c + W * k;
    Integer const jc = p.define("jc", j * c), dk = p.define("dk", d * k), jk = p.define("jk", j * k),
                  Wjk = p.define("Wjk", W * jk);
    Integer const more = p.define("more", i + jc + dk + Wjk),
                  there = p.define("there", first + stride * count);
    p.have("the difference", there == at + W * more);
    auto const other = misalignment(first, stride, count, W);
    p.have("in words", there == (whole + more) * W + m);
    p.claim("have the same residue", other == m, {by.divide.at(first + stride * count, whole + more, m, W)});
  });
  p.part("a coordinate further by l, W dividing d l", given, [&] {
    p.suppose(both(l >= zero, k >= zero, d * l == W * k));
    auto const [at, whole, m] = index();
    Integer const there = p.define("there", a + d * (c + l));
    p.have("the difference", there == at + W * k);
    auto const other = misalignment(a, d, c + l, W);
    p.have("in words", there == (whole + k) * W + m);
    p.claim("has the same residue", other == m, {by.divide.at(a + d * (c + l), whole + k, m, W)});
  });
}

}  // namespace

Theorem residues_follow_the_strides() {
  return {
      "residues_follow_the_strides",
      Law::statement,
      Law::source,
      {{Kind::all_values, "every first, stride, coordinate and width"}, {Kind::coq, "as stated"}},
      R"(No loop. The shipped remainder is that of the index by its quotient and remainder. A change by multiples of W
             adds a multiple of W to the index: i + j c + d k + W j k of them, or what is supposed.)",
      prove};
}

}  // namespace colex::sym
