// SPDX-License-Identifier: MIT
// The theorem of laws/swizzle_is_an_involution.hpp.
#include "colex/laws/swizzle_is_an_involution.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzle_is_an_involution;

void prove(Proof& p) {
  Bits const zero(0), one(1), most(62);
  Bits const bits = Bits::constant("bits"), base = Bits::constant("base"), shift = Bits::constant("shift");
  Bits const x = Bits::constant("x"), y = Bits::constant("y"), reach = Bits::constant("reach");
  auto within = [&](Bits const& v) { return both(v >= zero, v <= most); };
  auto magnitude_of = [&](Bits const& v) {
    return Bits(z3::ite((v < zero).formula(), (zero - v).term(), v.term()));
  };
  auto fits = [&] {
    Bits const distance = magnitude_of(shift);
    return both(within(bits), within(base), within(distance), bits + base + distance <= most);
  };

  p.part("which three numbers are a swizzle", {}, [&] {
    auto const c = p.shipped("swizzle_condition", [&] { return swizzle_condition(bits, base, shift); });
    if (c == Condition::none) p.claim("answered", both(fits(), bits <= magnitude_of(shift)));
    if (c == Condition::not_negative) p.claim("negative", either(bits < zero, base < zero));
    if (c == Condition::capacity) p.claim("too large", both(bits >= zero, base >= zero, !fits()));
    if (c == Condition::overlap) p.claim("overlap", both(fits(), bits > magnitude_of(shift)));
  });

  p.part("no offset leaves the last block", {reach >= zero, reach <= most, x >= zero, y > x}, [&] {
    Bits const v = Bits::constant("v");  // the swizzled x, by the law
    p.suppose((v >> reach) == (x >> reach));
    p.claim("that of the largest offset", (v >> reach) <= ((y - one) >> reach));
  });
}

}  // namespace

Theorem swizzle_is_an_involution() {
  return theorem<Law>(
      "swizzle_is_an_involution", prove, "",
      {{Kind::all_values, "which three numbers are a swizzle; no offset leaves the last block"},
       {Kind::coq, "as stated"}},
      R"(No induction: the shipped functions have no loop. That a swizzle undoes itself is Coq's, of every swizzle. Blocks of
             2^(bits + base + |shift|) offsets are permuted, so offsets below y stay below y rounded up to whole
             blocks: a bound of a swizzled layout's extent.)");
}

}  // namespace colex::sym
