// SPDX-License-Identifier: MIT
// The theorem of laws/swizzle_is_an_involution.hpp.
#include "colex/laws/swizzle_is_an_involution.hpp"

#include <array>

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzle_is_an_involution;

void prove(Proof& p) {
  Bits const zero(0), one(1), most(62);
  Bits bits = Bits::constant("bits"), base = Bits::constant("base"), shift = Bits::constant("shift");
  Bits const x = Bits::constant("x"), y = Bits::constant("y"), k = Bits::constant("k");
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

  // From here on numbers of few bits, which make shifts small for the solvers: those of 0 to 63, and of -64
  // to
  // 63. None that answers is left out, and of fits() only the sum is left to ask.
  bits = Bits::below("bits", 6);
  base = Bits::below("base", 6);
  shift = Bits::around_zero("shift", 7);
  Bits const distance = magnitude_of(shift), reach = bits + base + distance;
  Boolean const admissible = both(reach <= most, bits <= distance);
  for (auto const& [n, from, by] : {std::array{1, 0, 1}, {3, 4, 3}, {2, 3, -3}, {31, 0, 31}})
    p.part("Sw<" + std::to_string(n) + "," + std::to_string(from) + "," + std::to_string(by) + "> at every x",
           {x >= zero}, [&] {
             p.claim("undoes itself and stays in its block", Law::holds(Bits(n), Bits(from), Bits(by), x));
           });

  std::vector<Boolean> const given = {admissible, x >= zero, y >= zero};
  p.part("one bit", {admissible, k >= zero, k <= most}, [&] {
    Bits const v = p.shipped("swizzled", [&] { return swizzled(bits, base, shift, one << k); });
    bool const up = bool(shift >= zero);
    Bits const from = up ? base + shift : base;
    bool const read = bool(both(k >= from, k < from + bits));
    Bits const bit = one << k;
    p.have("is read or not", (bit & ones<Bits>(bits, from)) == (read ? bit : zero));
    Bits const moved = up ? bit >> shift : bit << (zero - shift);
    p.claim("gains its copy where it is read", v == (read ? bit ^ moved : bit));
  });
  p.part("it is linear, so the bits say all", given, [&] {
    auto const sum = swizzled(bits, base, shift, x ^ y);
    p.claim("sums", sum == (swizzled(bits, base, shift, x) ^ swizzled(bits, base, shift, y)));
    p.claim("zero", swizzled(bits, base, shift, zero) == zero);
    p.claim("not negative", sum >= zero);
  });
  p.part("no offset leaves the last block", {reach >= zero, reach <= most, x >= zero, y > x}, [&] {
    Bits const v = Bits::constant("v");  // the swizzled x, by the law
    p.suppose((v >> reach) == (x >> reach));
    p.claim("that of the largest offset", (v >> reach) <= ((y - one) >> reach));
  });
}

}  // namespace

Theorem swizzle_is_an_involution() {
  return {
      "swizzle_is_an_involution",
      Law::statement,
      Law::source,
      {{Kind::all_values,
        "what one bit becomes, and that sums are kept: every bits, base, shift and every x >= 0 of 64 bits"},
       {Kind::extents, "the law at every x, of four swizzles"},
       {Kind::coq, "every admissible swizzle and every x, of the shipped steps"}},
      R"(No induction: the shipped functions have no loop. What one bit becomes, and that sums are kept, says all of
             the function; that it undoes itself is composed by Coq, of every swizzle. Blocks of 2^(bits + base + |shift|) offsets are permuted,
             so offsets below y stay below y rounded up to whole blocks: a bound of a swizzled layout's
             extent.)",
      prove};
}

}  // namespace colex::sym
