// SPDX-License-Identifier: MIT
// The theorem of laws/bit_maps_invert_exactly.hpp.
#include "colex/laws/bit_maps_invert_exactly.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::bit_maps_invert_exactly;
using Map = BasicBitMap<Bits>;
constexpr int kInputs = 2, kBits = 3;

Bits zero() { return Bits(0); }

Map columns(int inputs) {
  char const* const names[] = {"m0", "m1"};
  Map m;
  m.inputs = inputs;
  for (int k = 0; k < inputs; ++k) m.column[k] = Bits::below(names[k], kBits);
  return m;
}
/// Any argument of a map of so many inputs.
Bits argument(char const* name, int inputs) { return inputs == 0 ? zero() : Bits::below(name, inputs); }

void undone(Proof& p, int inputs) {
  Map const m = columns(inputs);
  p.part("inverse, " + std::to_string(inputs) + " columns", {}, [&] {
    p.claim("undone, or shown not to be injective", Law::holds(m, argument("x", inputs)));
    auto const back = inverse(m);
    p.claim("as the rank says", Boolean((rank(m) == inputs) == bool(back)));
    if (!back) return;
    Bits all = zero();
    for (int k = 0; k < inputs; ++k) all |= m.column[k];
    p.claim("it reads what is reached", (all >> back.value.inputs) == zero());
    if (back.value.inputs > 0) p.claim("and no more", (all >> (back.value.inputs - 1)) != zero());
  });
}

void onto(Proof& p, int inputs, int outputs) {
  Map const m = columns(inputs);
  p.part(
      "bijective, " + std::to_string(inputs) + " columns, " + std::to_string(outputs) + " outputs", {}, [&] {
        p.claim("decided rightly", Law::decided(m, outputs, argument("x", inputs), argument("y", outputs)));
      });
}

void prove(Proof& p) {
  for (int inputs = 0; inputs <= 4; ++inputs)
    p.part("the identity, " + std::to_string(inputs) + " bits", {}, [&] {
      Map const m = identity_map<Bits>(inputs);
      Bits const x = argument("x", inputs);
      p.claim("gives x", both(Boolean(m.inputs == inputs), Law::value(m, x) == x));
    });
  for (int inputs = 0; inputs <= kInputs; ++inputs) undone(p, inputs);
  for (int inputs = 0; inputs <= kInputs; ++inputs)
    for (int outputs = 0; outputs <= 2; ++outputs) onto(p, inputs, outputs);
}

}  // namespace

Theorem bit_maps_invert_exactly() {
  return theorem<Law>(
      "bit_maps_invert_exactly", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents, "up to 2 columns below 8, each with every x; bijective onto up to 2 bits"}},
      R"(Coq: Inverted.v. Here the whole shipped functions, loops included, on columns that are symbols.)");
}

}  // namespace colex::sym
