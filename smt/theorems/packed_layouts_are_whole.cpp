// SPDX-License-Identifier: MIT
// The theorem of laws/packed_layouts_are_whole.hpp.
#include "colex/laws/packed_layouts_are_whole.hpp"

#include <functional>

#include "catalogue.hpp"
#include "colex/structure.hpp"

namespace colex::sym {

namespace {

using Law = laws::packed_layouts_are_whole;
using Tree = Layout<Integer>;

/// What is told of each tree: it, and how many tuples more it could have had.
using Told = std::function<void(Tree const& tree, int tuples)>;

void trees(List<Mode<Integer>> const& modes, int from, int to, int tuples, Told const& told);

/// Tells of each tuple that begins with the entries so far and whose other leaves are from .. to-1, with at most so many
/// tuples among them.
void entries(List<Mode<Integer>> const& modes, int from, int to, int tuples, Tree const& so_far,
             Told const& told) {
  if (from == to) told(so_far, tuples);
  for (int next = from; next <= to; ++next)  // one entry more has the leaves up to `next`
    if (next > from || tuples > 0)
      trees(modes, from, next, tuples, [&](Tree const& entry, int left) {
        entries(modes, next, to, left, append(so_far, entry), told);
      });
}
/// Of each tree of the leaves from .. to-1 with at most so many tuples.
void trees(List<Mode<Integer>> const& modes, int from, int to, int tuples, Told const& told) {
  if (to == from + 1) told(leaf(modes[from]), tuples);
  if (tuples > 0) entries(modes, from, to, tuples - 1, open<Mode<Integer>>(0), told);
}

template <int kRoom>
void room(Proof& p, List<Mode<Integer>> const& all) {
  p.part("room for " + std::to_string(kRoom) + ", trees of up to " + std::to_string(kRoom + 1) + " leaves",
         {}, [&] {
           bool whole = true, some = false, refused = false;
           for (int leaves = 0; leaves <= kRoom + 1; ++leaves)
             trees(all, 0, leaves, 3, [&](Tree const& t, int) {
               whole = whole && Law::holds<kRoom>(t);
               (leaves <= kRoom ? some : refused) = true;
             });
           p.claim("each is whole, or refused where it has a leaf more", Boolean(whole && some && refused));
         });
}

/// A tuple in a tuple in a tuple, up to one node more than there is room for.
template <int kRoom>
void depths(Proof& p, Mode<Integer> const& mode) {
  constexpr int most = 16 * kRoom - 2;
  p.part("room for " + std::to_string(kRoom) + ", any depth", {}, [&] {
    Tree deep = leaf(mode);
    bool whole = true;
    for (int nodes = 1; nodes <= most + 1; ++nodes, deep = join(deep))
      whole = whole && Law::holds<kRoom>(deep);
    p.claim("whole up to the nodes that there is room for", Boolean(whole));
  });
}

void prove(Proof& p) {
  List<Mode<Integer>> all;
  for (int k = 0; k < kMaxLeaves; ++k)
    all.push({p.integer(("s" + std::to_string(k)).c_str()), p.integer(("d" + std::to_string(k)).c_str())});
  room<1>(p, all);
  room<2>(p, all);
  room<3>(p, all);
  depths<1>(p, all[0]);
  depths<2>(p, all[0]);
  p.part("room for all, up to 32 leaves", {}, [&] {
    List<Mode<Integer>> modes;
    bool whole = true;
    for (auto const& m : all) {
      modes.push(m);
      whole = whole && Law::holds<kMaxLeaves>(flat(modes));
    }
    p.claim("each is whole", Boolean(whole));
  });
  Integer const index = p.integer("index");
  List<Mode<Integer>> two;
  two.push(all[0]);
  two.push(all[1]);
  p.part("a value", {index >= Integer(0), two[0].shape >= Integer(1), two[1].shape >= Integer(1)}, [&] {
    auto const tile = p.shipped("packed", [&] { return packed<2>(flat(two)).value; });
    p.claim("is the layout's", tile(index) == evaluate(flat(two), index));
  });
}

}  // namespace

Theorem packed_layouts_are_whole() {
  return {
      "packed_layouts_are_whole",
      Law::statement,
      Law::source,
      {{Kind::rank,
        "3: rooms 1, 2 and 3, every tree of up to one leaf more than there is room for and three tuples; a "
        "leaf in up to "
        "one tuple more than there is room for"},
       {Kind::rank, "32: flat, room for 32"}},
      R"(The numbers are symbols, and each leaf that is unpacked is letter for letter the term that was packed: what is
             packed is never computed with. A tree is packed node by node and leaf by leaf, so that nothing depends on
             which tree it is; all small ones are tried.)",
      prove};
}

}  // namespace colex::sym
