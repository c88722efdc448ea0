// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// A = (2,2):(1,d); the strides of B = 3:1 and A divide. Three points are a layout only if they are equally
/// far apart: 3 is prime.
template <Number Int>
Layout<Int> outer(Int const& d) {
  return join(leaf(Mode<Int>{Int(2), Int(1)}), leaf(Mode<Int>{Int(2), d}));
}

void refute(Refutation& r) {
  Integer const d = r.integer("d");
  r.part({d >= Integer(0)}, [&] {
    auto const a = outer(d);
    r.claim(evaluate(a, Integer(2)) == evaluate(a, Integer(1)) + evaluate(a, Integer(1)));
  });
}

std::string replay(Model const& m) {
  auto const a = outer<std::int64_t>(value(m, "d"));
  Layout<std::int64_t> const b = leaf(Mode<std::int64_t>{3, 1});
  if (composition(a, b)) return "";
  return "A = " + text(a) + ", B = 3:1: A has the values 0, " + std::to_string(evaluate(a, std::int64_t{1})) +
         ", " + std::to_string(evaluate(a, std::int64_t{2})) + " there, which no layout of 3 points has";
}

}  // namespace

RefutedClaim stride_divisibility_suffices() {
  return {"stride_divisibility_suffices",
          "A o (n:e) is a layout where every extent and stride passed divide each other, whatever n",
          "pycute's composition, which asserts no more; (6,4):(2,0) o 8:1 gives 6:2 there", refute, replay};
}

}  // namespace colex::sym
