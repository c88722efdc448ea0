// SPDX-License-Identifier: MIT
// Tiles and partitions of coordinates, and the predicates that they are made for.
#include "colex/basis_partition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/rows/small.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Int largest_stride(Layout<Coordinate> const& layout) {
  Int most = 1;
  for (auto const& mode : layout.leaves)
    for (Int const n : mode.stride.along) most = std::max(most, n < 0 ? -n : n);
  return most;
}

/// Refuses where the steps to a place among tiles may leave 64 bits: a multiple, a tile's reach and a place, of at most 2^28 each.
void fits_64_bits(Layout<Coordinate> const& layout, Tiler<Int> const& tiler, IntTuple<Int> const& at) {
  Int reach = 1, place = 1;
  for (auto const& mode : tiler.modes.leaves)
    reach = std::max(reach, mode.shape * (mode.stride < 0 ? -mode.stride : mode.stride));
  for (Int const n : at.leaves) place = std::max(place, n < 0 ? -n : n);
  Int const limit = Int{1} << 55, most = largest_stride(layout);
  if (reach > limit / most || place > limit / most / reach) refuse(Condition::overflow);
}

template <class Cut>
Answer cut_coordinates(Call const& in, Cut cut) {
  auto const whole = in.placed(0);
  auto const tiler = small(in.tiler(1));
  auto const at = small(in.tuple(2));
  fits_64_bits(whole.layout, tiler, at);
  return answer(cut(whole, tiler, at, in.cover(), in.budget()));
}

/// "inside are i < 36 and j < 28"
std::string inside_text(Below const& r) {
  std::string out;
  for (int k = 0; k < r.bounds.count; ++k)
    out += fmt::format(
        "{}{} < {}", k == 0 ? "; inside are " : " and ",
        r.bounds.count > 6 ? fmt::format("c{}", k) : std::string(1, static_cast<char>('i' + k)), r.bounds[k]);
  return out;
}

Answer all_below(Call const& in) {
  auto const tile = in.placed(0);
  auto const shape = small(in.shape(1));
  Below const r = elem_less(tile, shape, in.budget());
  if (r.why.condition != Condition::none) return refused(r.why);
  if (r) return Answer::yes();
  if (Brief::now()) return Answer::unsaid_no();
  std::vector<Int> const at(r.at.along, r.at.along + shape.leaves.count);
  Numbers shown{{"index", r.index}, {"coordinate", at}, {"inside", r.inside}, {"points", r.points}};
  if (r.bounds.count > 0) shown.push_back({"bounds", std::vector<Int>(r.bounds.begin(), r.bounds.end())});
  return Answer::no(
      fmt::format("no, {} of {} points are not: the first has the index {} and the coordinate ({}){}",
                  r.points - r.inside, r.points, r.index, fmt::join(at, ","), inside_text(r)),
      shown);
}

}  // namespace

std::vector<Row> basis_partition_rows() {
  return {
      {R"(slice_and_offset(c: slicer, L: placed)
  The modes of L at each `_`, and the coordinate of the numbers, every `_` counting as 0.
  errors: congruent capacity not_negative overflow
  laws: none
  source: CuTe slice_and_offset, layout.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp slice_and_offset
  slice_and_offset((_,2), (4,8):(1@0,1@1)) == (4):(1@0) at (0,2)
  slice_and_offset((_,2), (4,8):(1@0,1@1) at (8,16)) == (4):(1@0) at (8,18)
  slice_and_offset((_,2,_), (4,8):(1@0,1@1)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         auto const slicer = transform(in.slicer(0), [](Slot<Checked> const& s) {
           return Slot<Int>{s.keep, small(s.value)};
         });
         return answer(slice_and_offset(slicer, in.placed(1)));
       }},
      {R"(domain_offset(c: coordinate, L: placed)
  L from the coordinate c on, and the coordinate there.
  errors: congruent overflow
  laws: none
  source: CuTe domain_offset, tensor_impl.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp domain_offset
  domain_offset((1,2), (4,8):(1@0,1@1)) == (4,8):(1@0,1@1) at (1,2)
  domain_offset((1,2,3), (4,8):(1@0,1@1)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(domain_offset(small(in.tuple(0)), in.placed(1))); }},
      {R"(local_tile(L: placed, T: tiler, at: coordinate)
  The coordinates of a tile, and the one at which it starts: the tile of an identity tensor of which a kernel's predicates are made.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: CuTe local_tile, tensor_impl.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp local_tile
  local_tile((8,8):(1@0,1@1), (4,4), (1,1)) == (4,4):(1@0,1@1) at (4,4)
  local_tile((100,60):(1@0,1@1), <64,32>, (1,1), Cover::at_least) == (64,32):(1@0,1@1) at (64,32)
  local_tile((8,8):(1@0,1@1), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return cut_coordinates(in, [](auto const&... all) { return local_tile(all...); });
       }},
      {R"(local_partition(L: placed, threads: layout, thread: integer)
  The coordinates of what one thread holds, and the one at which they start.
  needs: thread is a value of the thread layout; its extents divide L's
  options: cover
  errors: congruent cotarget_divides surjective run_divides additive undecided overflow capacity not_negative in_domain
  laws: none
  source: CuTe local_partition, tensor_impl.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp local_partition
  local_partition((64,32):(1@0,1@1) at (64,32), (32,4):(4,1), 5) == (2,8):(32@0,4@1) at (65,33)
  local_partition((8,8):(1@0,1@1), (4,2):(1,4), 8) is refused: surjective: no coordinate has offset 8)",
       [](Call const& in) {
         return answer(local_partition(in.placed(0), small(in.layout(1)), small(in.integer(2)), in.cover(),
                                       in.budget()));
       }},
      {R"(inner_partition(L: placed, T: tiler, at: coordinate)
  The coordinates of a tile, and the one at which it starts; local_tile by its general name.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: CuTe inner_partition, tensor_impl.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp inner_partition
  inner_partition((8,8):(1@0,1@1), (4,4), (1,0)) == (4,4):(1@0,1@1) at (4,0)
  inner_partition((8,8):(1@0,1@1), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return cut_coordinates(in, [](auto const&... all) { return inner_partition(all...); });
       }},
      {R"(outer_partition(L: placed, T: tiler, at: coordinate)
  The coordinates of every point that holds that place in its tile, and the one at which they start.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: CuTe outer_partition, tensor_impl.hpp; arithmetic_tuple.hpp
  C++: basis_partition.hpp outer_partition
  outer_partition((8,8):(1@0,1@1), (4,4), (1,1)) == (2,2):(4@0,4@1) at (1,1)
  outer_partition((8,8):(1@0,1@1), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return cut_coordinates(in, [](auto const&... all) { return outer_partition(all...); });
       }},
      {R"(elem_less(L: placed, S: shape)
  Whether every coordinate of a tile is below S: the predicate of a copy holds for all points. Where it does not, "no" has the first
  point that is outside, how many are inside, and the bounds mode by mode where the points inside are those below bounds.
  errors: congruent capacity undecided overflow
  laws: none
  source: CuTe elem_less, int_tuple.hpp, of the coordinates of a predicate tensor
  C++: basis_partition.hpp elem_less
  elem_less((64,32):(1@0,1@1) at (0,0), (100,60)) == yes
  elem_less((64,32):(1@0,1@1) at (64,32), (100,60)) == no, 1040 of 2048 points are not: the first has the index 36 and the coordinate (100,32); inside are i < 36 and j < 28
  elem_less((4,8):(1@0,1@1), 4) is refused: congruent: the arguments are not nested alike)",
       all_below},
  };
}

}  // namespace colex::cli
