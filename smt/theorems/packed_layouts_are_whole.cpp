// SPDX-License-Identifier: MIT
// The theorem of laws/packed_layouts_are_whole.hpp.
#include "colex/laws/packed_layouts_are_whole.hpp"

#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::packed_layouts_are_whole;

/// Whole, or refused where it has more leaves or nodes than there is room for.
template <int kRoom>
void up_to_32(Proof& p, List<Mode<Integer>> const& all) {
  p.part("up to 32 leaves in room for " + std::to_string(kRoom), {}, [&] {
    List<Mode<Integer>> modes;
    auto deep = open<Mode<Integer>>(0);
    bool of_flat = true, of_deep = true;
    for (auto const& m : all) {
      modes.push(m);
      deep = join(deep, leaf(m));
      of_flat = of_flat && Law::holds<kRoom>(flat(modes));
      of_deep = of_deep && Law::holds<kRoom>(deep);
    }
    p.claim("flat", Boolean(of_flat));
    p.claim("each a tuple deeper", Boolean(of_deep));
  });
}

void prove(Proof& p) {
  List<Mode<Integer>> all, two;
  for (int k = 0; k < kMaxLeaves; ++k) all.push(any_mode(static_cast<std::size_t>(k)));
  up_to_32<kMaxLeaves>(p, all);
  up_to_32<2>(p, all);
  Integer const index = p.integer("index");
  for (int k = 0; k < 2; ++k) two.push(all[k]);
  p.part("a value", {index >= Integer(0), two[0].shape >= Integer(1), two[1].shape >= Integer(1)}, [&] {
    auto const tile = p.shipped("packed", [&] { return packed<2>(flat(two)).value; });
    p.claim("is the layout's", tile(index) == evaluate(flat(two), index));
  });
}

}  // namespace

Theorem packed_layouts_are_whole() {
  return theorem<Law>(
      "packed_layouts_are_whole", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::rank, "32: flat, and a tuple deeper with each leaf, in room for 32 leaves and for two"}},
      R"(The numbers are symbols, and each leaf that is unpacked is letter for letter the term that was packed: what is
             packed is never computed with. Coq composes the rest at every room (Packed.v).)");
}

}  // namespace colex::sym
