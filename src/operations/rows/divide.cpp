// SPDX-License-Identifier: MIT
// divide.
#include "colex/colex.hpp"
#include "colex/cute.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using T = Tiler<Checked>;

// The headers' divides, each under the convention asked for.
Answer divided(Call const& in, T const& t) {
  return answer(in.cute() ? cute::logical_divide(in.layout(0), t, in.budget())
                          : logical_divide(in.layout(0), t, in.cover(), in.budget()));
}
Answer divided_zipped(Call const& in, T const& t) {
  return answer(in.cute() ? cute::zipped_divide(in.layout(0), t, in.budget())
                          : zipped_divide(in.layout(0), t, in.cover(), in.budget()));
}
Answer divided_tiled(Call const& in, T const& t) {
  return answer(in.cute() ? cute::tiled_divide(in.layout(0), t, in.budget())
                          : tiled_divide(in.layout(0), t, in.cover(), in.budget()));
}
Answer divided_flat(Call const& in, T const& t) {
  return answer(in.cute() ? cute::flat_divide(in.layout(0), t, in.budget())
                          : flat_divide(in.layout(0), t, in.cover(), in.budget()));
}

}  // namespace

std::vector<Row> divide_rows() {
  return {
      {R"(logical_divide(A: layout | swizzled, B: layout)
  A split into tile and grid: (A o B, A o B*), B* the complement of B in size(A). Every point of A appears
  once. With cover or under --convention cute A's modes are first rounded up to whole tiles. That
  convention also keeps CuTe's count of tiles where it is less and they hold every offset of A.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe logical_divide, layout.hpp
  C++: divide.hpp logical_divide
  logical_divide(16:1, 4:4) == (4,4):(4,1)
  logical_divide(9:1, 2:1, Cover::at_least) == (2,5):(1,2)
  logical_divide(Sw<3,4,3> o 0 o (8,8):(8,1), 4:8) == Sw<3,4,3> o 0 o (4,(8,2)):(1,(8,4))
  logical_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9)",
       [](Call const& in) { return divided(in, tile(in.layout(1))); }},
      {R"(logical_divide(A: layout | swizzled, T: tiler)
  By mode: ((tile0,grid0), (tile1,grid1), ..., untiled modes). `_` leaves a mode alone, an integer n is n:1.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe logical_divide, layout.hpp
  C++: divide.hpp logical_divide
  logical_divide((4,8):(1,4), <2,4>) == ((2,2),(4,2)):((1,2),(4,16))
  logical_divide((4,8):(1,4), <2>) == ((2,2),8):((1,2),4)
  logical_divide(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o ((4,2),(2,4)):((8,32),(1,2))
  logical_divide((4,8):(1,4), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) { return divided(in, in.tiler(1)); }},
      {R"(zipped_divide(A: layout | swizzled, B: layout)
  (tile, grid) of logical_divide by one tile.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe zipped_divide, layout.hpp
  C++: divide.hpp zipped_divide
  zipped_divide(16:1, 4:4) == (4,4):(4,1)
  zipped_divide(Sw<3,4,3> o 0 o (8,8):(8,1), 4:8) == Sw<3,4,3> o 0 o (4,(8,2)):(1,(8,4))
  zipped_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9)",
       [](Call const& in) { return divided_zipped(in, tile(in.layout(1))); }},
      {R"(zipped_divide(A: layout | swizzled, T: tiler)
  ((tiles...), (grids..., untiled modes)) of logical_divide by mode.
  A mode under `_` is whole in the tile and 1:0 in the grid. Under --convention cute the two entries of such
  a mode are its tile and its grid, as in CuTe, which does not compile for one of any other rank.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe zipped_divide, layout.hpp
  C++: divide.hpp zipped_divide
  zipped_divide((4,8):(1,4), <2,4>) == ((2,4),(2,2)):((1,4),(2,16))
  zipped_divide((4,8):(1,4), <2:1,_>) == ((2,8),(2,1)):((1,4),(2,0))
  zipped_divide((12,(4,8)):(7,(1,30)), <2,_>) == ((2,(4,8)),(6,1)):((7,(1,30)),(14,0))
  zipped_divide(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o ((4,2),(2,4)):((8,1),(32,2))
  zipped_divide((4,8):(1,4), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) { return divided_zipped(in, in.tiler(1)); }},
      {R"(tiled_divide(A: layout | swizzled, B: layout)
  (tile, grid0, grid1, ...): zipped_divide with the modes of the grid side by side.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe tiled_divide, layout.hpp
  C++: divide.hpp tiled_divide
  tiled_divide(16:1, 4:2) == (4,2,2):(2,1,8)
  tiled_divide(Sw<3,4,3> o 0 o (8,8):(8,1), 4:8) == Sw<3,4,3> o 0 o (4,8,2):(1,8,4)
  tiled_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9)",
       [](Call const& in) { return divided_tiled(in, tile(in.layout(1))); }},
      {R"(tiled_divide(A: layout | swizzled, T: tiler)
  ((tiles...), grid0, grid1, ..., untiled modes) of logical_divide by mode.
  A mode under `_` is whole in the tile and 1:0 in the grid. Under --convention cute the two entries of such
  a mode are its tile and its grid, as in CuTe, which does not compile for one of any other rank.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe tiled_divide, layout.hpp
  C++: divide.hpp tiled_divide
  tiled_divide((4,8):(1,4), <2,4>) == ((2,4),2,2):((1,4),2,16)
  tiled_divide(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o ((4,2),2,4):((8,1),32,2)
  tiled_divide((4,8):(1,4), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) { return divided_tiled(in, in.tiler(1)); }},
      {R"(flat_divide(A: layout | swizzled, B: layout)
  (tile0, tile1, ..., grid0, grid1, ...): zipped_divide with all modes side by side.
  needs: the reach of B divides size(A)
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe flat_divide, layout.hpp
  C++: divide.hpp flat_divide
  flat_divide(16:1, (2,2):(1,4)) == (2,2,2,2):(1,4,2,8)
  flat_divide(Sw<3,4,3> o 0 o (8,8):(8,1), 4:8) == Sw<3,4,3> o 0 o (4,8,2):(1,8,4)
  flat_divide(9:1, 2:1) is refused: cotarget_divides: 2 does not divide 9)",
       [](Call const& in) { return divided_flat(in, tile(in.layout(1))); }},
      {R"(flat_divide(A: layout | swizzled, T: tiler)
  (tile0, tile1, ..., grid0, grid1, ..., untiled modes) of logical_divide by mode.
  A mode under `_` is whole in the tile and 1:0 in the grid. Under --convention cute the two entries of such
  a mode are its tile and its grid, as in CuTe, which does not compile for one of any other rank.
  needs: each tile's reach divides its mode; no more entries in T than A has modes
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided in_domain not_negative overflow capacity
  laws: kept_modes_stay_whole
  source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23; CuTe flat_divide, layout.hpp
  C++: divide.hpp flat_divide
  flat_divide((4,8):(1,4), <2,4>) == (2,4,2,2):(1,4,2,16)
  flat_divide(Sw<3,4,3> o 0 o (8,8):(8,1), <4,2>) == Sw<3,4,3> o 0 o (4,2,2,4):(8,1,32,2)
  flat_divide((4,8):(1,4), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) { return divided_flat(in, in.tiler(1)); }},
  };
}

}  // namespace colex::cli
