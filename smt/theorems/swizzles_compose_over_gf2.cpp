// SPDX-License-Identifier: MIT
// The theorem of laws/swizzles_compose_over_gf2.hpp.
#include "colex/laws/swizzles_compose_over_gf2.hpp"

#include "catalogue.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::swizzles_compose_over_gf2;
using Map = BasicBitMap<Bits>;

Bits zero() { return Bits(0); }
Bits one() { return Bits(1); }
Bits most() { return Bits(62); }

/// The loop, on whole maps of few bits.
void composed(Proof& p) {
  Map a, b;
  char const* const names[2][2] = {{"a0", "a1"}, {"b0", "b1"}};
  for (int n = 1; n <= 2; ++n) {
    a.column[n - 1] = Bits::constant(names[0][n - 1]);
    b.column[n - 1] = Bits::constant(names[1][n - 1]);
    a.inputs = b.inputs = n;
    p.part("composition maps the columns, " + std::to_string(n) + " bits", {}, [&] {
      Map const r = composition(a, b);
      bool same = r.inputs == n;
      for (int k = 0; k < n; ++k) same = same && identical(r.column[k], a(b.column[k]));
      p.claim("the composition", Boolean(same));
    });
  }
}

/// Rank by elimination: each step keeps whether some x other than 0 goes to 0, and at the end the columns
/// show it.
void rank_is_injectivity(Proof& p) {
  Bits const c = Bits::constant("c"), by = Bits::constant("by"), rest = Bits::constant("rest");
  Bits const pivot = Bits::constant("pivot"), sum = Bits::constant("sum");
  Bits const xj = Bits::constant("xj"), xk = Bits::constant("xk"), x = Bits::constant("x"),
             k = Bits::constant("k");
  auto eliminate = [&] { return p.shipped("eliminate_step", [&] { return eliminate_step(c, by, pivot); }); };
  auto digit = [&](Bits const& v) { return both(v >= zero(), v <= one()); };
  auto times = [&](Bits const& bit, Bits const& column) { return (zero() - bit) & column; };

  p.part("the lowest bit", {by != zero()}, [&] {
    Bits const low = p.shipped("lowest_bit", [&] { return lowest_bit(by); });
    p.claim("is a bit of it", both((by & low) == low, low != zero()));
    p.claim("is one bit", (low & (low - one())) == zero());
  });
  p.part("one elimination renames the arguments", {digit(xj), digit(xk)}, [&] {
    Bits const after = eliminate();
    bool const joined = bool((c & pivot) != zero());
    Bits const other = joined ? xk ^ xj : xk;  // bit k of the argument that has the same image
    p.claim("same image",
            (rest ^ times(xj, c) ^ times(xk, by)) == (rest ^ times(xj, after) ^ times(other, by)));
    p.claim("0 for 0 only", Boolean((both(xj == zero(), xk == zero())).formula() ==
                                    (both(xj == zero(), other == zero())).formula()));
  });
  p.part("the column loses the pivot", {(pivot & (pivot - one())) == zero(), (by & pivot) == pivot},
         [&] { p.claim("no bit there", (eliminate() & pivot) == zero()); });
  p.part("and no step brings an earlier pivot back", {(c & sum) == zero(), (by & sum) == zero()},
         [&] { p.claim("no bit there", (eliminate() & sum) == zero()); });
  p.part("an argument's lowest column shows in its image",
         {k >= zero(), k < most(), (sum & pivot) != zero(), (c & pivot) == zero()},
         [&] { p.claim("the pivot stays", (bit_step(sum, c, x, k) & pivot) != zero()); });

  Map m;
  char const* const names[] = {"m0", "m1", "m2"};
  for (int n = 1; n <= 2; ++n) {
    m.column[n - 1] = Bits::constant(names[n - 1]);
    m.inputs = n;
    p.part("the whole rank, " + std::to_string(n) + " bits", {}, [&] {
      int const independent = rank(m);
      Boolean injective(true);
      for (int v = 1; v < 1 << n; ++v) {
        Bits image(0);
        for (int j = 0; j < n; ++j)
          if ((v >> j & 1) != 0) image = image ^ m.column[j];
        injective = both(injective, image != zero());
      }
      p.claim("full exactly when injective", independent == n ? injective : !injective);
    });
  }
}

void prove(Proof& p) {
  composed(p);
  rank_is_injectivity(p);
}

}  // namespace

Theorem swizzles_compose_over_gf2() {
  return theorem<Law>(
      "swizzles_compose_over_gf2", prove, "",
      {{Kind::all_values, "rank of a map, one column"}, {Kind::coq, "as stated"}},
      R"(Rank: an elimination renames the arguments one to one and keeps their images. At the end every nonzero column has a
             bit that no later column has. If no column is zero, the lowest set bit of an argument shows in its
             image, and the map is injective. If one is zero, its bit goes to 0.)");
}

}  // namespace colex::sym
