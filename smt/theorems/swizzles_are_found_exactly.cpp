// SPDX-License-Identifier: MIT
// The theorem of laws/swizzles_are_found_exactly.hpp.
#include "colex/laws/swizzles_are_found_exactly.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzles_are_found_exactly;

Bits zero() { return Bits(0); }
Bits one() { return Bits(1); }

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
}

}  // namespace

Theorem swizzles_are_found_exactly() {
  return theorem<Law>(
      "swizzles_are_found_exactly", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents, "rows of up to 128 blocks and of 2^29 and 2^30; masks below 0"}},
      R"(Coq: Found.v. Here the whole shipped function of rows, loops included, on blocks that are symbols.)");
}

}  // namespace colex::sym
