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
void refute(Refutation& r) {
  Integer const d = r.integer("d");
  r.part({d >= Integer(0)}, [&] {
    auto const a = square(Integer(1), d);
    r.claim(evaluate(a, Integer(2)) == evaluate(a, Integer(1)) + evaluate(a, Integer(1)));
  });
}

std::string replay(Model const& m) {
  auto const a = square(std::int64_t{1}, value(m, "d"));
  Layout<std::int64_t> const b = leaf(Mode<std::int64_t>{3, 1});
  if (composition(a, b)) return "";
  return says("A = ", a, ", B = 3:1: A has the values 0, ", evaluate(a, std::int64_t{1}), ", ",
              evaluate(a, std::int64_t{2}), " there, which no layout of 3 points has");
}

}  // namespace

RefutedClaim stride_divisibility_suffices() {
  return {"stride_divisibility_suffices",
          "A o (n:e) is a layout where every extent and stride passed divide each other, whatever n",
          "pycute's composition, which asserts no more; (6,4):(2,0) o 8:1 gives 6:2 there", refute, replay};
}

}  // namespace colex::sym
