// SPDX-License-Identifier: MIT
// product.
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

Answer tile_to(Call const& in) {
  return in.count() > 2
             ? answer(tile_to_shape(in.layout(0), in.shape(1), in.tuple(2), in.cover(), in.budget()))
             : answer(tile_to_shape(in.layout(0), in.shape(1), in.cover(), in.budget()));
}

}  // namespace

std::vector<Row> product_rows() {
  return {
      {R"(logical_product(A: layout | swizzled, B: layout)
  A repeated as B says: (A, A* o B), A* the complement of A. The second mode says where copy number i lies;
  copy 0 is A, and no two copies meet. Holes in A stay holes.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe logical_product, layout.hpp
  C++: product.hpp logical_product
  logical_product(4:1, 3:2) == (4,3):(1,8)
  logical_product((2,2):(1,4), 4:1) == ((2,2),(2,2)):((1,4),(2,8))
  logical_product(Sw<1,0,2> o 0 o (2,4):(4,1), 3:1) == Sw<1,0,2> o 0 o ((2,4),3):((4,1),8)
  logical_product([1,2,4] o 0 o 4:1, 3:1) is refused: in_domain: 11 is not below 8
  logical_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(logical_product(in.layout(0), tile(in.layout(1)), in.budget())); }},
      {R"(logical_product(A: layout | swizzled, T: tiler)
  By mode: ((block0,copies0), (block1,copies1), ..., other modes).
  needs: as logical_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: product_repeats_the_block
  source: Cecka, arXiv:2603.02298, 3.6; CuTe logical_product, layout.hpp
  C++: product.hpp logical_product
  logical_product((2,4):(1,8), <3,_>) == ((2,3),4):((1,2),8)
  logical_product(Sw<1,0,2> o 0 o (2,4):(1,8), <3>) == Sw<1,0,2> o 0 o ((2,3),4):((1,2),8)
  logical_product((2,4):(1,8), <3,2,2>) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(logical_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(zipped_product(A: layout | swizzled, B: layout)
  (block, copies) of logical_product by one layout.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.6; CuTe zipped_product, layout.hpp
  C++: product.hpp zipped_product
  zipped_product(4:1, 3:2) == (4,3):(1,8)
  zipped_product(Sw<1,0,2> o 0 o (2,4):(4,1), 3:1) == Sw<1,0,2> o 0 o ((2,4),3):((4,1),8)
  zipped_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(zipped_product(in.layout(0), tile(in.layout(1)), in.budget())); }},
      {R"(zipped_product(A: layout | swizzled, T: tiler)
  ((blocks...), (copies..., other modes)) of logical_product by mode.
  A mode under `_` is whole in the block and 1:0 in the copies. Under --convention cute the two entries of
  such a mode are its block and its copies, as in CuTe, which does not compile for one of any other rank.
  needs: as zipped_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.6; CuTe zipped_product, layout.hpp
  C++: product.hpp zipped_product
  zipped_product((2,4):(1,8), <3,2>) == ((2,4),(3,2)):((1,8),(2,1))
  zipped_product((2,(4,3)):(1,(2,8)), <3,_>) == ((2,(4,3)),(3,1)):((1,(2,8)),(2,0))
  zipped_product(Sw<1,0,2> o 0 o (2,4):(1,8), <3,2>) == Sw<1,0,2> o 0 o ((2,4),(3,2)):((1,8),(2,1))
  zipped_product((2,4):(1,8), <3,2,2>) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(zipped_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(tiled_product(A: layout | swizzled, B: layout)
  (block, copies0, copies1, ...): zipped_product with the modes of the copies side by side.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.6; CuTe tiled_product, layout.hpp
  C++: product.hpp tiled_product
  tiled_product(4:1, (3,2):(1,3)) == (4,3,2):(1,4,12)
  tiled_product(Sw<1,0,2> o 0 o (2,4):(4,1), (3,2):(1,3)) == Sw<1,0,2> o 0 o ((2,4),3,2):((4,1),8,24)
  tiled_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(tiled_product(in.layout(0), tile(in.layout(1)), in.budget())); }},
      {R"(tiled_product(A: layout | swizzled, T: tiler)
  ((blocks...), copies0, copies1, ..., other modes) of logical_product by mode.
  A mode under `_` is whole in the block and 1:0 in the copies. Under --convention cute the two entries of
  such a mode are its block and its copies, as in CuTe, which does not compile for one of any other rank.
  needs: as tiled_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.6; CuTe tiled_product, layout.hpp
  C++: product.hpp tiled_product
  tiled_product((2,4):(1,8), <3,2>) == ((2,4),3,2):((1,8),2,1)
  tiled_product(Sw<1,0,2> o 0 o (2,4):(1,8), <3,2>) == Sw<1,0,2> o 0 o ((2,4),3,2):((1,8),2,1)
  tiled_product((2,4):(1,8), <3,2,2>) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(tiled_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(flat_product(A: layout | swizzled, B: layout)
  (block0, block1, ..., copies0, copies1, ...): zipped_product with all modes side by side.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.6; CuTe flat_product, layout.hpp
  C++: product.hpp flat_product
  flat_product((2,2):(1,2), (3,2):(1,3)) == (2,2,3,2):(1,2,4,12)
  flat_product(Sw<1,0,2> o 0 o (2,4):(4,1), 3:1) == Sw<1,0,2> o 0 o (2,4,3):(4,1,8)
  flat_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(flat_product(in.layout(0), tile(in.layout(1)), in.budget())); }},
      {R"(flat_product(A: layout | swizzled, T: tiler)
  (block0, block1, ..., copies0, copies1, ..., other modes) of logical_product by mode.
  A mode under `_` is whole in the block and 1:0 in the copies. Under --convention cute the two entries of
  such a mode are its block and its copies, as in CuTe, which does not compile for one of any other rank.
  needs: as flat_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.6; CuTe flat_product, layout.hpp
  C++: product.hpp flat_product
  flat_product((2,4):(1,8), <3,2>) == (2,4,3,2):(1,8,2,1)
  flat_product(Sw<1,0,2> o 0 o (2,4):(1,8), <3,2>) == Sw<1,0,2> o 0 o (2,4,3,2):(1,8,2,1)
  flat_product((2,4):(1,8), <3,2,2>) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(flat_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(blocked_product(A: layout | swizzled, B: layout)
  Copies of A laid block beside block: mode k is (mode k of A, its copies). The shorter is filled up with 1:0.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: variants_regroup_the_modes
  source: Cecka, arXiv:2603.02298, 3.6; CuTe blocked_product, layout.hpp
  C++: product.hpp blocked_product
  blocked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(2,3)):((1,4),(2,8))
  blocked_product((2,2):(1,2), (3,4):(4,1)) == ((2,3),(2,4)):((1,16),(2,4))
  blocked_product(Sw<1,0,2> o 0 o (2,4):(4,1), (2,2):(1,2)) == Sw<1,0,2> o 0 o ((2,2),(4,2)):((4,8),(1,16))
  blocked_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(blocked_product(in.layout(0), in.layout(1), in.budget())); }},
      {R"(raked_product(A: layout | swizzled, B: layout)
  Copies of A interleaved: mode k is (its copies, mode k of A). The shorter is filled up with 1:0.
  needs: strides of A form a chain, none negative: CuTe's rule, without which copies that do not meet may exist
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided not_negative overflow capacity
  laws: variants_regroup_the_modes
  source: Cecka, arXiv:2603.02298, 3.6; CuTe raked_product, layout.hpp
  C++: product.hpp raked_product
  raked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(3,2)):((4,1),(8,2))
  raked_product(Sw<1,0,2> o 0 o (2,4):(4,1), (2,2):(1,2)) == Sw<1,0,2> o 0 o ((2,2),(2,4)):((8,4),(16,1))
  raked_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(raked_product(in.layout(0), in.layout(1), in.budget())); }},
      {R"(tile_to_shape(A: layout | swizzled, S: shape, [order: tuple])
  Copies of A, counted in order (default: the leftmost mode first), until each mode has the extent of S.
  needs: each mode's extent divides S's (rounded up with cover or under --convention cute)
  options: cover
  errors: divides congruent shape_positive stride_positive stride_divides run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: CuTe tile_to_shape, layout.hpp
  C++: product.hpp tile_to_shape
  tile_to_shape((2,2):(1,2), (4,6)) == ((2,2),(2,3)):((1,4),(2,8))
  tile_to_shape((2,2):(1,2), (4,6), (1,0)) == ((2,2),(2,3)):((1,12),(2,4))
  tile_to_shape(Sw<1,0,2> o 0 o (2,4):(4,1), (4,8)) == Sw<1,0,2> o 0 o ((2,2),(4,2)):((4,8),(1,16))
  tile_to_shape((4,2):(1,4), (10,4)) is refused: divides: 10 is not a multiple of 4)",
       tile_to},
  };
}

}  // namespace colex::cli
