// SPDX-License-Identifier: MIT
// What is decided of a GEMM config's layouts, as laws at them: those that the kernel's body evaluates.
#include "certificate/by_law.hpp"
#include "colex/filter.hpp"
#include "gemm/gemm_obligations.hpp"

namespace colex::gpu {

namespace {

/// The numbers of what is said of an operand.
struct OperandIds {
  char const *along_k, *along_rows, *stored_k, *stored_rows, *kept, *read, *held, *order;
};
constexpr OperandIds ids_of_a = {"O2.a.k", "O2.a.rows", "O3.a.k", "O3.a.rows",
                                 "O5.a",   "O3.a.read", "O8.a",   "O2.a.order"};
constexpr OperandIds ids_of_b = {"O2.b.k", "O2.b.rows", "O3.b.k", "O3.b.rows",
                                 "O5.b",   "O3.b.read", "O8.b",   "O2.b.order"};

/// A thread-value layout of a tile, seen through the tile's layout in shared memory and its swizzle: values by their offsets
/// first, for the threads.
AnyLayout seen(GemmOperand::Shared const& shared, Layout<Index> const& tv) {
  auto const whole = *composition(*shared.layout, tv);
  auto const values = coalesce(by_offset(entry(whole, 1)).offsets);
  auto const inner =
      rank(whole) == 2 ? join(values, entry(whole, 0)) : join(values, entry(whole, 0), entry(whole, 2));
  return any(ComposedLayout{shared.swizzle, 0, inner});
}

void add_operand(std::vector<FiniteObligation>& all, GemmOperand const& o, OperandIds const& ids) {
  Index const points = Index{o.rows} * o.columns;
  all.push_back(covered_once(
      ids.held, "the threads hold each element of the tile once; those of waves that share it hold the same",
      any(filter(*o.thread_value_group)), points));
  if (o.shuffled != nullptr)
    return all.push_back(covered_once(ids.order, "a preshuffled tile has each of its elements once",
                                      any(*o.shuffled), points));
  auto const& s = o.shared;
  all.insert(
      all.end(),
      {covered_once(ids.along_k, "the threads of a copy along K move each element of the tile once",
                    any(*s.copy_along_k), points),
       covered_once(ids.along_rows, "so do those of a copy along the rows", any(*s.copy_along_rows), points),
       covered_once(ids.kept, "shared memory keeps each element of the tile at a place of its own",
                    any(ComposedLayout{s.swizzle, 0, *s.layout}), points),
       comes_in_vectors(ids.stored_k, "what a copy along K keeps comes in whole accesses",
                        seen(s, *s.copy_along_k), s.store_along_k),
       comes_in_vectors(ids.stored_rows, "so does what a copy along the rows keeps",
                        seen(s, *s.copy_along_rows), s.store_along_rows),
       comes_in_vectors(ids.read, "what a thread reads for its instructions comes in whole accesses",
                        seen(s, *o.thread_value_group), o.read)});
}

}  // namespace

std::vector<FiniteObligation> gemm_layout_obligations(GemmNumbers const& c) {
  std::vector<FiniteObligation> all = {
      ragged("O1.m", "for every M each row of C is in one tile, at one place of it, and no tile is idle",
             c.tile[0]),
      ragged("O1.n", "for every N so is each column", c.tile[1]),
      ragged("O1.k", "for every K so is each k", c.tile[2]),
      covered_once("O8.c", "each element of a tile of C is held by one thread", any(*c.c),
                   Index{c.tile[0]} * c.tile[1])};
  add_operand(all, c.a, ids_of_a);
  add_operand(all, c.b, ids_of_b);
  return all;
}

}  // namespace colex::gpu
