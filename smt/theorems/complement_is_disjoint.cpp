// SPDX-License-Identifier: MIT
// Expect: proved.  Bound: every rank, extent and M.  Uses: complement_tiles_the_codomain.
#include "colex/laws/complement_is_disjoint.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_disjoint;

void prove(Proof& p) {
  Integer const zero(0), one(1);
  Integer const a = p.integer("a"), b = p.integer("b"), i = p.integer("i"), j = p.integer("j");
  // The pair map of complement_tiles_the_codomain: A(i) + R(j), with its inverse (left, right).
  Function const f("A", 1), g("R", 1), left("I", 1), right("J", 1);
  auto inverse_at = [&](Integer const& x, Integer const& y) {
    Integer const v = f(x) + g(y);
    return both(left(v) == x, right(v) == y);
  };
  p.part("a common offset is 0",
         {a >= one, b >= one, i >= zero, i < a, j >= zero, j < b, f(zero) == zero, g(zero) == zero,
          inverse_at(i, zero), inverse_at(zero, j), f(i) == g(j)},
         [&] {
           p.claim("both coordinates are 0, and so is the offset", both(i == zero, j == zero, f(i) == zero));
         });

  // Layouts give 0 at 0, by the shipped evaluation.
  Integer const shape = p.integer("shape"), stride = p.integer("stride");
  p.part("every layout starts at 0", {shape >= one}, [&] {
    auto const at = evaluate_step(EvaluateState<Integer>{zero, zero}, Mode<Integer>{shape, stride});
    p.use(p.lemmas().divide.at(zero, zero, zero, shape));
    p.claim("0 stays 0", both(at.rest == zero, at.offset == zero));
  });

  // Which the gaps the shipped steps emit rely on: the offset of each is read back on its own.
  Integer const reach = p.integer("reach"), low = p.integer("low"), u = p.integer("u");
  p.part("a gap's digit is not an offset below the reach",
         {reach >= one, shape > one, stride >= one, low >= zero, low < reach, u >= one}, [&] {
           auto const step = p.shipped("complement_step", [&] {
             return complement_step(reach, Mode<Integer>{shape, stride});
           });
           if (step.refusal.condition != Condition::none) return;
           p.use(p.lemmas().euclid.at(stride, reach));
           p.use(p.lemmas().monotone.at(zero, u, step.mode.stride));
           p.claim("above", u * step.mode.stride > low);
           p.claim("and the mode's own offsets are past the whole gap",
                   both(step.mode.shape * step.mode.stride == stride, step.state == shape * stride));
         });
}

}  // namespace

Theorem complement_is_disjoint() {
  return {"complement_is_disjoint",
          Law::statement,
          std::string(Law::source) + "; T30",
          "every rank, extent and M; strict and covering",
          "By complement_tiles_the_codomain the pairs (i, j) and the offsets A(i) + R(j) correspond one to "
          "one, also "
          "for a covering complement, whose range is [0, least multiple of the reach from M on). If A(i) = "
          "R(j), the "
          "pairs (i, 0) and (0, j) have the same offset, so i = 0 and j = 0.",
          prove};
}

}  // namespace colex::sym
