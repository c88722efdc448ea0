// SPDX-License-Identifier: MIT
// the lexicographic count: divide and product.
#include "colex/lexicographic_divide.hpp"
#include "operations/table.hpp"

namespace colex::cli {

std::vector<Row> counting_divide_rows() {
  return {
      {R"(lex_logical_divide(A: layout, B: layout)
  logical_divide by one layout, all modes counted lexicographically: the tile stays before the grid.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_logical_divide
  lex_logical_divide(16:1, 4:1) == (4,4):(1,4)
  lex_logical_divide(9:1, 2:1) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_logical_divide(in.layout(0), tile(in.layout(1)), in.cover(), in.budget()));
       }},
      {R"(lex_logical_divide(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((tile0,grid0), (tile1,grid1), ..., other modes).
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_logical_divide
  lex_logical_divide((4,8):(8,1), <2,4>) == ((2,2),(4,2)):((8,16),(1,4))
  lex_logical_divide((4,8):(8,1), <3>) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_logical_divide(in.layout(0), in.tiler(1), in.cover(), in.budget()));
       }},
      {R"(lex_zipped_divide(A: layout, B: layout)
  zipped_divide by one layout, all modes counted lexicographically: the tile stays before the grid.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_zipped_divide
  lex_zipped_divide(16:1, 4:1) == (4,4):(1,4)
  lex_zipped_divide(9:1, 2:1) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_zipped_divide(in.layout(0), tile(in.layout(1)), in.cover(), in.budget()));
       }},
      {R"(lex_zipped_divide(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((tiles...), (grid..., other modes)). `_` as in zipped_divide.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_zipped_divide
  lex_zipped_divide((4,8):(8,1), <2,4>) == ((2,4),(2,2)):((8,1),(16,4))
  lex_zipped_divide((12,(4,8)):(7,(30,1)), <2,_>) == ((2,(4,8)),(6,1)):((7,(30,1)),(14,0))
  lex_zipped_divide((4,8):(8,1), <3>) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_zipped_divide(in.layout(0), in.tiler(1), in.cover(), in.budget()));
       }},
      {R"(lex_tiled_divide(A: layout, B: layout)
  tiled_divide by one layout, all modes counted lexicographically: the tile stays before the grid.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_tiled_divide
  lex_tiled_divide(16:1, 4:1) == (4,4):(1,4)
  lex_tiled_divide(9:1, 2:1) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_tiled_divide(in.layout(0), tile(in.layout(1)), in.cover(), in.budget()));
       }},
      {R"(lex_tiled_divide(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((tiles...), grid0, grid1, ..., other modes).
  `_` as in tiled_divide.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_tiled_divide
  lex_tiled_divide((4,8):(8,1), <2,4>) == ((2,4),2,2):((8,1),16,4)
  lex_tiled_divide((4,8):(8,1), <3>) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_tiled_divide(in.layout(0), in.tiler(1), in.cover(), in.budget()));
       }},
      {R"(lex_flat_divide(A: layout, B: layout)
  flat_divide by one layout, all modes counted lexicographically: the tile stays before the grid.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_flat_divide
  lex_flat_divide(16:1, 4:1) == (4,4):(1,4)
  lex_flat_divide(9:1, 2:1) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_flat_divide(in.layout(0), tile(in.layout(1)), in.cover(), in.budget()));
       }},
      {R"(lex_flat_divide(A: layout, T: tiler)
  By mode, all modes counted lexicographically: (tile0, tile1, ..., grid0, grid1, ..., other modes).
  `_` as in flat_divide.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_flat_divide
  lex_flat_divide((4,8):(8,1), <2,4>) == (2,4,2,2):(8,1,16,4)
  lex_flat_divide((4,8):(8,1), <3>) is refused: cotarget_divides)",
       [](Call const& in) {
         return answer(lex_flat_divide(in.layout(0), in.tiler(1), in.cover(), in.budget()));
       }},
      {R"(lex_logical_product(A: layout, B: layout)
  logical_product by one layout, all modes counted lexicographically: the block stays before the copies.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_logical_product
  lex_logical_product(4:1, 6:1) == (4,6):(1,4)
  lex_logical_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) {
         return answer(lex_logical_product(in.layout(0), tile(in.layout(1)), in.budget()));
       }},
      {R"(lex_logical_product(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((block0,copies0), (block1,copies1), ..., other modes).
  needs: as logical_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_logical_product
  lex_logical_product((2,4):(1,8), <3,_>) == ((2,3),4):((1,2),8)
  lex_logical_product((2,4):(1,8), <3,2,2>) is refused: congruent)",
       [](Call const& in) { return answer(lex_logical_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(lex_zipped_product(A: layout, B: layout)
  zipped_product by one layout, all modes counted lexicographically: the block stays before the copies.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_zipped_product
  lex_zipped_product(4:1, 6:1) == (4,6):(1,4)
  lex_zipped_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) {
         return answer(lex_zipped_product(in.layout(0), tile(in.layout(1)), in.budget()));
       }},
      {R"(lex_zipped_product(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((blocks...), (copies..., other modes)).
  `_` as in zipped_product.
  needs: as zipped_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_zipped_product
  lex_zipped_product((2,4):(1,8), <3,2>) == ((2,4),(3,2)):((1,8),(2,1))
  lex_zipped_product((2,4):(1,8), <3,2,2>) is refused: congruent)",
       [](Call const& in) { return answer(lex_zipped_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(lex_tiled_product(A: layout, B: layout)
  tiled_product by one layout, all modes counted lexicographically: the block stays before the copies.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_tiled_product
  lex_tiled_product(4:1, (3,2):(2,1)) == (4,3,2):(1,8,4)
  lex_tiled_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) {
         return answer(lex_tiled_product(in.layout(0), tile(in.layout(1)), in.budget()));
       }},
      {R"(lex_tiled_product(A: layout, T: tiler)
  By mode, all modes counted lexicographically: ((blocks...), copies0, copies1, ..., other modes).
  `_` as in tiled_product.
  needs: as tiled_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_tiled_product
  lex_tiled_product((2,4):(1,8), <3,2>) == ((2,4),3,2):((1,8),2,1)
  lex_tiled_product((2,4):(1,8), <3,2,2>) is refused: congruent)",
       [](Call const& in) { return answer(lex_tiled_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(lex_flat_product(A: layout, B: layout)
  flat_product by one layout, all modes counted lexicographically: the block stays before the copies.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_flat_product
  lex_flat_product((2,2):(2,1), (3,2):(2,1)) == (2,2,3,2):(2,1,8,4)
  lex_flat_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) {
         return answer(lex_flat_product(in.layout(0), tile(in.layout(1)), in.budget()));
       }},
      {R"(lex_flat_product(A: layout, T: tiler)
  By mode, all modes counted lexicographically: (block0, block1, ..., copies0, copies1, ..., other modes).
  `_` as in flat_product.
  needs: as flat_product, mode by mode; no more entries in T than A has modes
  errors: congruent stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_flat_product
  lex_flat_product((2,4):(1,8), <3,2>) == (2,4,3,2):(1,8,2,1)
  lex_flat_product((2,4):(1,8), <3,2,2>) is refused: congruent)",
       [](Call const& in) { return answer(lex_flat_product(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(lex_blocked_product(A: layout, B: layout)
  Mode k is (copies, mode k of A): counted from the right, the copies lie block beside block.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_blocked_product
  lex_blocked_product((2,2):(2,1), (2,3):(3,1)) == ((2,2),(3,2)):((12,2),(4,1))
  lex_blocked_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(lex_blocked_product(in.layout(0), in.layout(1), in.budget())); }},
      {R"(lex_raked_product(A: layout, B: layout)
  Mode k is (mode k of A, copies): counted from the right, the copies interleave.
  needs: strides of A form a chain, none negative
  errors: stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_divide.hpp lex_raked_product
  lex_raked_product((2,2):(2,1), (2,3):(3,1)) == ((2,2),(2,3)):((2,12),(1,4))
  lex_raked_product(4:-1, 3:1) is refused: stride_positive)",
       [](Call const& in) { return answer(lex_raked_product(in.layout(0), in.layout(1), in.budget())); }},
  };
}

}  // namespace colex::cli
