// SPDX-License-Identifier: MIT
#include "permute/permute_obligations.hpp"

#include "certificate/by_law.hpp"

namespace colex::gpu {

std::vector<FiniteObligation> permute_obligations(PermutePath const& wide, PermutePath const& narrow) {
  char const* const in_tiles =
      "for every extent each coordinate is in one tile of the grid, no tile is idle, and those places of a "
      "tile that are "
      "in the array are moved, and no others";
  std::vector<FiniteObligation> all = {
      ragged("O1.x", in_tiles, wide.tile.x), ragged("O1.y", in_tiles, wide.tile.y),
      misaligned_alike(
          "O3.tiles",
          "where wide accesses are chosen, runs begin at multiples of V: tiles are whole runs apart, "
          "as all strides but that of the run are by allows_wide()",
          wide.tile.vector,
          {any(leaf(Mode<Index>{2, wide.tile.x})), any(leaf(Mode<Index>{2, wide.tile.y}))})};
  for (PermutePath const* path : {&wide, &narrow}) {
    bool const is_wide = path == &wide;
    auto const& [squares, runs, kept, x_of, y_of] = path->layouts;
    Index const X = path->tile.x, V = path->tile.vector;
    all.push_back(covered_once(is_wide ? "O2.squares" : "O2.narrow_squares",
                               "the threads load each square of the tile once",
                               any(with_elements(squares, join(line(V, 1), line(V, X)))), path->elements()));
    all.push_back(covered_once(is_wide ? "O2.runs" : "O2.narrow_runs",
                               "the threads store each run of the tile once",
                               any(with_elements(runs, line(V, X))), path->elements()));
    all.push_back(covered_once(is_wide ? "O5.places" : "O5.narrow_places",
                               "shared memory keeps each element of the tile at a place of its own",
                               any(path->kept()), path->elements()));
  }
  auto const& [squares, runs, kept, x_of, y_of] = wide.layouts;
  all.push_back(multiples_of(
      "O3.tile", "squares and runs start at multiples of V in the tile", wide.tile.vector,
      {any(*composition(x_of, squares)), any(*composition(y_of, squares)), any(*composition(y_of, runs))}));
  all.push_back(comes_in_vectors("O5.runs", "shared memory keeps runs of V together, from multiples of V on",
                                 any(wide.kept()), wide.tile.vector));
  auto const no_conflicts = [wide, narrow](BankModel const& model) {
    return [wide, narrow, &model] {
      return store_degree(wide, model) == 1 && load_degree(wide, model) == 1 &&
             store_degree(narrow, model) == 1 && load_degree(narrow, model) == 1;
    };
  };
  char const* const over = "waves, steps and lanes; wide and narrow";
  all.push_back({"O7.gfx942", "no access to the tile has a bank conflict", over, no_conflicts(gfx942)});
  all.push_back({"O7.gfx90a", "no access to the tile has a bank conflict, if gfx90a has gfx942's phases",
                 over, no_conflicts(gfx90a)});
  all.push_back({"O7.gfx950", "no access to the tile has a bank conflict", over, no_conflicts(gfx950)});
  all.push_back({"O7.sm90", "no access to the tile has a bank conflict", over, no_conflicts(sm90)});
  return all;
}

}  // namespace colex::gpu
