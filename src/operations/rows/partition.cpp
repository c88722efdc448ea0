// SPDX-License-Identifier: MIT
// recast and partition.
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

std::vector<Row> partition_rows() {
  return {
      {R"(upcast(L: layout | swizzled, n: integer)
  L counted in vectors of n elements: L(c) / n. A mode whose stride n divides keeps its points; one whose
  stride divides n loses its digits within a vector.
  needs: n at least 1; whole vectors (partial ones with cover or under --convention cute)
  options: cover
  errors: not_negative vector_divides power_of_two linear overlap capacity overflow in_domain
  laws: upcast_keeps_the_addresses
  source: CuTe upcast, layout.hpp, which assumes the conditions that are decided here
  C++: recast.hpp upcast
  upcast((8,4):(1,8), 4) == (2,4):(1,2)
  upcast(3:1, 2, Cover::at_least) == 2:1
  upcast(Sw<3,4,3> o 0 o (8,64):(64,1), 16) == Sw<3,0,3> o 0 o (8,4):(4,1)
  upcast([1,2,12] o 0 o 8:1, 4) == [3] o 0 o 2:1
  upcast((3,4):(1,3), 2) is refused: vector_divides: mode 0: 3 does not fit whole vectors of 2)",
       [](Call const& in) {
         return in.is_swizzled(0) ? answer(upcast(in.any(0), in.integer(1).value(), in.cover()))
                                  : answer(upcast(in.layout(0), in.integer(1), in.cover()));
       }},
      {R"(downcast(L: layout | swizzled, n: integer)
  L counted in n-ths of an element: the mode of stride 1 gets n times its points, other strides times n.
  needs: n at least 1; exactly one mode of stride 1
  errors: not_negative adjacent overflow power_of_two overlap capacity in_domain
  laws: none
  source: CuTe downcast, layout.hpp
  C++: recast.hpp downcast
  downcast((2,4):(1,2), 4) == (8,4):(1,8)
  downcast(Sw<3,0,3> o 0 o (8,8):(8,1), 16) == Sw<3,4,3> o 0 o (8,128):(128,1)
  downcast((2,2):(1,1), 2) is refused: adjacent)",
       [](Call const& in) {
         return in.is_swizzled(0) ? answer(downcast(in.any(0), in.integer(1).value()))
                                  : answer(downcast(in.layout(0), in.integer(1)));
       }},
      {R"(recast_layout(L: layout | swizzled, from: integer, to: integer)
  From elements of `from` bits to elements of `to` bits: upcast, downcast, or down to the common part and up.
  needs: widths of at least 1; what upcast and downcast need
  options: cover
  errors: not_negative vector_divides adjacent overflow power_of_two linear overlap capacity in_domain
  laws: none
  source: CuTe recast_layout, layout.hpp
  C++: recast.hpp recast_layout
  recast_layout((8,4):(1,8), 8, 32) == (2,4):(1,2)
  recast_layout((6,4):(1,6), 16, 24) == (4,4):(1,4)
  recast_layout(Sw<3,4,3> o 0 o (8,64):(64,1), 8, 32) == Sw<3,2,3> o 0 o (8,16):(16,1)
  recast_layout((3,4):(1,3), 8, 16) is refused: vector_divides: mode 0: 3 does not fit whole vectors of 2)",
       [](Call const& in) {
         auto const from = in.integer(1), to = in.integer(2);
         return in.is_swizzled(0) ? answer(recast_layout(in.any(0), from.value(), to.value(), in.cover()))
                                  : answer(recast_layout(in.layout(0), from, to, in.cover()));
       }},
      {R"(local_tile(L: layout | swizzled, T: tiler, at: coordinate)
  The tile at a grid coordinate, and its offset (elements): what one block works on. Grid modes that the
  coordinate does not reach follow the tile's. A mode under `_` is whole in the tile, and its grid has one
  point; under --convention cute as in zipped_divide.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: kept_modes_stay_whole
  source: CuTe local_tile, tensor_impl.hpp
  C++: partition.hpp local_tile
  local_tile((8,8):(1,8), (4,4), (1,1)) == (4,4):(1,8) at 36
  local_tile((128,(8,16)):(8,(1,1024)), <64,_>, (1,0)) == (64,(8,16)):(8,(1,1024)) at 512
  local_tile(Sw<3,4,3> o 0 o (64,64):(64,1), (8,8), (1,1)) == Sw<3,4,3> o 520 o (8,8):(64,1)
  local_tile((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return answer(local_tile(in.layout(0), in.tiler(1), in.tuple(2), in.cover(), in.budget()));
       }},
      {R"(local_partition(L: layout | swizzled, threads: layout, thread: integer)
  What one thread holds, and its offset (elements): L by tiles of one point a thread, at the thread's place.
  needs: thread is a value of the thread layout; its extents divide L's
  options: cover
  errors: congruent cotarget_divides surjective run_divides additive undecided overflow capacity not_negative in_domain
  laws: none
  source: CuTe local_partition, tensor_impl.hpp
  C++: partition.hpp local_partition
  local_partition((8,8):(1,8), (4,2):(1,4), 5) == (2,4):(4,16) at 9
  local_partition(Sw<3,4,3> o 0 o (8,8):(8,1), (4,2):(1,4), 5) == Sw<3,4,3> o 9 o (2,4):(32,2)
  local_partition((8,8):(1,8), (4,2):(1,4), 8) is refused: surjective: no coordinate has offset 8)",
       [](Call const& in) {
         return answer(local_partition(in.layout(0), in.layout(1), in.integer(2), in.cover(), in.budget()));
       }},
      {R"(inner_partition(L: layout | swizzled, T: tiler, at: coordinate)
  The tile at a grid coordinate, and its offset (elements); local_tile by its general name, `_` as there.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: CuTe inner_partition, tensor_impl.hpp
  C++: partition.hpp inner_partition
  inner_partition((8,8):(1,8), (4,4), (1,0)) == (4,4):(1,8) at 4
  inner_partition(Sw<3,4,3> o 0 o (64,64):(64,1), (8,8), (1,1)) == Sw<3,4,3> o 520 o (8,8):(64,1)
  inner_partition((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return answer(inner_partition(in.layout(0), in.tiler(1), in.tuple(2), in.cover(), in.budget()));
       }},
      {R"(outer_partition(L: layout | swizzled, T: tiler, at: coordinate)
  The grid at a tile coordinate, and its offset (elements): every point that holds that place in its tile.
  `_` as in local_tile.
  needs: each tile's reach divides its mode
  options: cover
  errors: congruent not_negative stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: CuTe outer_partition, tensor_impl.hpp
  C++: partition.hpp outer_partition
  outer_partition((8,8):(1,8), (4,4), (1,1)) == (2,2):(4,32) at 9
  outer_partition(Sw<3,4,3> o 0 o (64,64):(64,1), (8,8), (1,1)) == Sw<3,4,3> o 65 o (8,8):(512,8)
  outer_partition((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8)",
       [](Call const& in) {
         return answer(outer_partition(in.layout(0), in.tiler(1), in.tuple(2), in.cover(), in.budget()));
       }},
  };
}

}  // namespace colex::cli
