// SPDX-License-Identifier: MIT
// The theorem of laws/swizzles_are_found_exactly.hpp.
#include "colex/laws/swizzles_are_found_exactly.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzles_are_found_exactly;
using Any = laws::Moves<Bits>;

Bits zero() { return Bits(0); }
Bits one() { return Bits(1); }

/// Any swizzle at all whose bits lie below `end`: its two runs of bits do not overlap.
Any any() { return {Bits::below("bits", 6), Bits::below("from", 6), Bits::below("to", 6)}; }
Boolean is_swizzle(Any const& s, Bits const& end) {
  return both(s.bits + s.from <= end, s.bits + s.to <= end,
              either(s.bits == zero(), either(s.from >= s.to + s.bits, s.to >= s.from + s.bits)));
}

void prove(Proof& p) {
  p.part("of masks below 0", {}, [&] {
    for (std::int64_t negative : {-1, -8})
      for (std::int64_t mask : {-1, 0, 1})
        p.claim("none", Boolean(!make_swizzle<Bits>(Bits(negative), Bits(mask)) &&
                                !make_swizzle<Bits>(Bits(mask), Bits(negative))));
  });
  p.part("of rows of blocks", {}, [&] {
    Bits const blocks = Bits::around_zero("blocks", 8);
    Bits const k = Bits::below("k", 6);
    p.suppose(k <= Bits(62));
    p.claim("XORs the row into the block",
            Law::rows(blocks, Bits::below("row", 20), Bits::below("byte", 20), k));
  });
  p.part("of long rows", {}, [&] {
    for (std::int64_t bits : {29, 30})
      p.claim("while the bits last",
              Law::rows(one() << bits, Bits::below("row", 28), Bits::below("byte", 60), zero()));
    p.claim("29 bits do", Boolean(bool(swizzle_xor16<Bits>(one() << 29))));
  });
  char const* const names[] = {"m0", "m1", "m2"};
  Any const other = any();
  BasicBitMap<Bits> m;
  for (int n = 0; n <= 3; ++n) {
    m.inputs = n;
    if (n > 0) m.column[n - 1] = Bits::below(names[n - 1], 4);
    Bits const x = n == 0 ? zero() : Bits::below("x", n);
    p.part("of a map of " + std::to_string(n) + " columns", {is_swizzle(other, Bits(n))},
           [&] { p.claim("is the map, or none is", Law::map(m, x, other)); });
  }
}

}  // namespace

Theorem swizzles_are_found_exactly() {
  return theorem<Law>(
      "swizzles_are_found_exactly", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "rows of up to 128 blocks and of 2^29 and 2^30; masks below 0; maps of up to 3 columns, against "
        "every swizzle"}},
      R"(Coq: Found.v. Here the whole shipped functions of rows and of maps, loops included, on blocks and columns that are symbols.)");
}

}  // namespace colex::sym
