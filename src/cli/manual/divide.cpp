// SPDX-License-Identifier: MIT
// The manual: divide, product, recast, partitions. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::divide[] = R"(Divide, product, recast, partition

logical_divide(A: layout, B: layout)
  A split into tile and grid: (A o B, A o B*), B* the complement of B in size(A). Every point of A appears
  once. With "cover": true or under --convention cute A's modes are first rounded up to whole tiles. That
  convention also keeps CuTe's count of tiles where it is less and they hold every offset of A.
  needs: the reach of B divides size(A)
  errors: stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe logical_divide, layout.hpp
  C++: divide.hpp logical_divide
  logical_divide(16:1, 4:4) == (4,4):(4,1)
  logical_divide(9:1, 2:1, Cover::at_least) == (2,5):(1,2)
  logical_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9

logical_divide_tiler(A: layout, T: tiler)
  By mode: ((tile0,grid0), (tile1,grid1), ..., untiled modes). `_` leaves a mode alone, an integer n is n:1.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe logical_divide, layout.hpp
  C++: divide.hpp logical_divide
  logical_divide_tiler((4,8):(1,4), (2,4)) == ((2,2),(4,2)):((1,2),(4,16))
  logical_divide_tiler((4,8):(1,4), (2)) == ((2,2),8):((1,2),4)
  logical_divide_tiler((4,8):(1,4), (3)) is refused: cotarget_divides: 3 does not divide 4

zipped_divide(A: layout, B: layout)
  (tile, grid) of logical_divide by one tile.
  needs: the reach of B divides size(A)
  errors: stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe zipped_divide, layout.hpp
  C++: divide.hpp zipped_divide
  zipped_divide(16:1, 4:4) == (4,4):(4,1)
  zipped_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9

zipped_divide_tiler(A: layout, T: tiler)
  ((tiles...), (grids..., untiled modes)) of logical_divide by mode.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe zipped_divide, layout.hpp
  C++: divide.hpp zipped_divide
  zipped_divide_tiler((4,8):(1,4), (2,4)) == ((2,4),(2,2)):((1,4),(2,16))
  zipped_divide_tiler((4,8):(1,4), (2:1,_)) == ((2,8),(2,1)):((1,4),(2,0))
  zipped_divide_tiler((4,8):(1,4), (3)) is refused: cotarget_divides: 3 does not divide 4

tiled_divide(A: layout, B: layout)
  (tile, grid0, grid1, ...): zipped_divide with the modes of the grid side by side.
  needs: the reach of B divides size(A)
  errors: stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe tiled_divide, layout.hpp
  C++: divide.hpp tiled_divide
  tiled_divide(16:1, 4:2) == (4,2,2):(2,1,8)
  tiled_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9

tiled_divide_tiler(A: layout, T: tiler)
  ((tiles...), grid0, grid1, ..., untiled modes) of logical_divide by mode.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe tiled_divide, layout.hpp
  C++: divide.hpp tiled_divide
  tiled_divide_tiler((4,8):(1,4), (2,4)) == ((2,4),2,2):((1,4),2,16)
  tiled_divide_tiler((4,8):(1,4), (3)) is refused: cotarget_divides: 3 does not divide 4

flat_divide(A: layout, B: layout)
  (tile0, tile1, ..., grid0, grid1, ...): zipped_divide with all modes side by side.
  needs: the reach of B divides size(A)
  errors: stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe flat_divide, layout.hpp
  C++: divide.hpp flat_divide
  flat_divide(16:1, (2,2):(1,4)) == (2,2,2,2):(1,4,2,8)
  flat_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9

flat_divide_tiler(A: layout, T: tiler)
  (tile0, tile1, ..., grid0, grid1, ..., untiled modes) of logical_divide by mode.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe flat_divide, layout.hpp
  C++: divide.hpp flat_divide
  flat_divide_tiler((4,8):(1,4), (2,4)) == (2,4,2,2):(1,4,2,16)
  flat_divide_tiler((4,8):(1,4), (3)) is refused: cotarget_divides: 3 does not divide 4

logical_product(A: layout, B: layout)
  A repeated as B says: (A, A* o B), A* the complement of A. The second mode says where copy number i lies;
  copy 0 is A, and no two copies meet. Holes in A stay holes.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe logical_product, layout.hpp
  C++: product.hpp logical_product
  logical_product(4:1, 3:2) == (4,3):(1,8)
  logical_product((2,2):(1,4), 4:1) == ((2,2),(2,2)):((1,4),(2,8))
  logical_product(4:-1, 3:1) is refused: stride_positive

logical_product_tiler(A: layout, T: tiler)
  By mode: ((block0,copies0), (block1,copies1), ..., other modes).
  needs: as logical_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe logical_product, layout.hpp
  C++: product.hpp logical_product
  logical_product_tiler((2,4):(1,8), (3,_)) == ((2,3),4):((1,2),8)
  logical_product_tiler((2,4):(1,8), (3,2,2)) is refused: congruent: the arguments are not nested alike

zipped_product(A: layout, B: layout)
  (block, copies) of logical_product by one layout.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe zipped_product, layout.hpp
  C++: product.hpp zipped_product
  zipped_product(4:1, 3:2) == (4,3):(1,8)
  zipped_product(4:-1, 3:1) is refused: stride_positive

zipped_product_tiler(A: layout, T: tiler)
  ((blocks...), (copies..., other modes)) of logical_product by mode.
  needs: as zipped_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe zipped_product, layout.hpp
  C++: product.hpp zipped_product
  zipped_product_tiler((2,4):(1,8), (3,2)) == ((2,4),(3,2)):((1,8),(2,1))
  zipped_product_tiler((2,4):(1,8), (3,2,2)) is refused: congruent: the arguments are not nested alike

tiled_product(A: layout, B: layout)
  (block, copies0, copies1, ...): zipped_product with the modes of the copies side by side.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe tiled_product, layout.hpp
  C++: product.hpp tiled_product
  tiled_product(4:1, (3,2):(1,3)) == (4,3,2):(1,4,12)
  tiled_product(4:-1, 3:1) is refused: stride_positive

tiled_product_tiler(A: layout, T: tiler)
  ((blocks...), copies0, copies1, ..., other modes) of logical_product by mode.
  needs: as tiled_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe tiled_product, layout.hpp
  C++: product.hpp tiled_product
  tiled_product_tiler((2,4):(1,8), (3,2)) == ((2,4),3,2):((1,8),2,1)
  tiled_product_tiler((2,4):(1,8), (3,2,2)) is refused: congruent: the arguments are not nested alike

flat_product(A: layout, B: layout)
  (block0, block1, ..., copies0, copies1, ...): zipped_product with all modes side by side.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe flat_product, layout.hpp
  C++: product.hpp flat_product
  flat_product((2,2):(1,2), (3,2):(1,3)) == (2,2,3,2):(1,2,4,12)
  flat_product(4:-1, 3:1) is refused: stride_positive

flat_product_tiler(A: layout, T: tiler)
  (block0, block1, ..., copies0, copies1, ..., other modes) of logical_product by mode.
  needs: as flat_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe flat_product, layout.hpp
  C++: product.hpp flat_product
  flat_product_tiler((2,4):(1,8), (3,2)) == (2,4,3,2):(1,8,2,1)
  flat_product_tiler((2,4):(1,8), (3,2,2)) is refused: congruent: the arguments are not nested alike

blocked_product(A: layout, B: layout)
  Copies of A laid block beside block: mode k is (mode k of A, its copies). The shorter is filled up with 1:0.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe blocked_product, layout.hpp
  C++: product.hpp blocked_product
  blocked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(2,3)):((1,4),(2,8))
  blocked_product((2,2):(1,2), (3,4):(4,1)) == ((2,3),(2,4)):((1,16),(2,4))
  blocked_product(4:-1, 3:1) is refused: stride_positive

raked_product(A: layout, B: layout)
  Copies of A interleaved: mode k is (its copies, mode k of A). The shorter is filled up with 1:0.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe raked_product, layout.hpp
  C++: product.hpp raked_product
  raked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(3,2)):((4,1),(8,2))
  raked_product(4:-1, 3:1) is refused: stride_positive

tile_to_shape(A: layout, S: shape, [order: tuple])
  Copies of A, counted in order (default: the leftmost mode first), until each mode has the extent of S.
  needs: each mode's extent divides S's (rounded up with "cover": true or under --convention cute)
  errors: divides congruent shape_positive stride_positive stride_divides run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: CuTe tile_to_shape, layout.hpp
  C++: product.hpp tile_to_shape
  tile_to_shape((2,2):(1,2), (4,6)) == ((2,2),(2,3)):((1,4),(2,8))
  tile_to_shape((2,2):(1,2), (4,6), (1,0)) == ((2,2),(2,3)):((1,12),(2,4))
  tile_to_shape((4,2):(1,4), (10,4)) is refused: divides: 10 is not a multiple of 4

upcast(L: layout, n: integer)
  L counted in vectors of n elements: L(c) / n. A mode whose stride n divides keeps its points; one whose
  stride divides n loses its digits within a vector.
  needs: n at least 1; whole vectors (partial ones with "cover": true or under --convention cute)
  errors: not_negative vector_divides
  laws: upcast_keeps_the_addresses
  source: CuTe upcast, layout.hpp, which assumes the conditions that are decided here
  C++: recast.hpp upcast
  upcast((8,4):(1,8), 4) == (2,4):(1,2)
  upcast(3:1, 2, Cover::at_least) == 2:1
  upcast((3,4):(1,3), 2) is refused: vector_divides: mode 0: 3 does not fit whole vectors of 2

downcast(L: layout, n: integer)
  L counted in n-ths of an element: the mode of stride 1 gets n times its points, other strides times n.
  needs: n at least 1; exactly one mode of stride 1
  errors: not_negative adjacent overflow
  laws: none
  source: CuTe downcast, layout.hpp
  C++: recast.hpp downcast
  downcast((2,4):(1,2), 4) == (8,4):(1,8)
  downcast((2,2):(1,1), 2) is refused: adjacent

recast_layout(L: layout, from: integer, to: integer)
  From elements of `from` bits to elements of `to` bits: upcast, downcast, or down to the common part and up.
  needs: widths of at least 1; what upcast and downcast need
  errors: not_negative vector_divides adjacent overflow
  laws: upcast_keeps_the_addresses
  source: CuTe recast_layout, layout.hpp
  C++: recast.hpp recast
  recast_layout((8,4):(1,8), 8, 32) == (2,4):(1,2)
  recast_layout((6,4):(1,6), 16, 24) == (4,4):(1,4)
  recast_layout((3,4):(1,3), 8, 16) is refused: vector_divides: mode 0: 3 does not fit whole vectors of 2

local_tile(L: layout, T: tiler, at: coordinate)
  The tile at a grid coordinate, and its offset (elements): what one block works on. Grid modes that the
  coordinate does not reach follow the tile's.
  needs: each tile's reach divides its mode
  errors: congruent not_negative stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: partitions_cover_once
  source: CuTe local_tile, tensor_impl.hpp
  C++: partition.hpp local_tile
  local_tile((8,8):(1,8), (4,4), (1,1)) == (4,4):(1,8) at 36
  local_tile((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8

local_partition(L: layout, threads: layout, thread: integer)
  What one thread holds, and its offset (elements): L by tiles of one point a thread, at the thread's place.
  needs: thread is a value of the thread layout; its extents divide L's
  errors: congruent cotarget_divides surjective run_divides additive undecided overflow capacity
  laws: partitions_cover_once
  source: CuTe local_partition, tensor_impl.hpp
  C++: partition.hpp local_partition
  local_partition((8,8):(1,8), (4,2):(1,4), 5) == (2,4):(4,16) at 9
  local_partition((8,8):(1,8), (4,2):(1,4), 8) is refused: surjective: no coordinate has offset 8

inner_partition(L: layout, T: tiler, at: coordinate)
  The tile at a grid coordinate, and its offset (elements); local_tile by its general name.
  needs: each tile's reach divides its mode
  errors: congruent not_negative stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: partitions_cover_once
  source: CuTe inner_partition, tensor_impl.hpp
  C++: partition.hpp inner_partition
  inner_partition((8,8):(1,8), (4,4), (1,0)) == (4,4):(1,8) at 4
  inner_partition((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8

outer_partition(L: layout, T: tiler, at: coordinate)
  The grid at a tile coordinate, and its offset (elements): every point that holds that place in its tile.
  needs: each tile's reach divides its mode
  errors: congruent not_negative stride_positive stride_divides cotarget_divides room surjective run_divides additive no_carry undecided overflow capacity
  laws: partitions_cover_once
  source: CuTe outer_partition, tensor_impl.hpp
  C++: partition.hpp outer_partition
  outer_partition((8,8):(1,8), (4,4), (1,1)) == (2,2):(4,32) at 9
  outer_partition((8,8):(1,8), (3,4), (1,1)) is refused: cotarget_divides: 3 does not divide 8
)";
