// SPDX-License-Identifier: MIT
#include "permute/permute_obligations.hpp"

#include "certificate/by_law.hpp"

namespace colex::gpu {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: block numbers and tiles of all batch coordinates correspond one to one, and each element is in one
/// tile.
void grid_covers_each_tile_once(Proof& p, PermuteTile const& tile) {
  Integer const tile_x(tile.x), tile_y(tile.y);
  Integer const nx = p.integer("nx"), ny = p.integer("ny"), batches = p.integer("batches"),
                x = p.integer("x"), y = p.integer("y"), r = p.integer("r");
  std::vector<Boolean> const inside{x >= zero, x < nx, y >= zero, y < ny, r >= zero, r < batches};
  p.part("some block moves the element", inside, [&] {
    auto const tiles_x =
        p.define("tiles_x", p.shipped("tiles_along", [&] { return tiles_along(nx, tile_x); }));
    auto const tiles_y = p.define("tiles_y", tiles_along(ny, tile_y));
    Integer const tx = p.define("tx", quot(x, tile_x)), ty = p.define("ty", quot(y, tile_y));
    p.have("its tile", both(tx >= zero, tx < tiles_x, ty >= zero, ty < tiles_y));
    p.claim("is in the tile",
            both(tx * tile_x <= x, x < tx * tile_x + tile_x, ty * tile_y <= y, y < ty * tile_y + tile_y));
    Integer const rows = p.define("rows", batches * tiles_y), row = p.define("row", r * tiles_y + ty);
    p.have("the row", both(row >= zero, row < rows), {p.lemmas().two_digits.at(ty, r, tiles_y, batches)});
    Integer const blocks = p.define("blocks", rows * tiles_x), block = p.define("block", row * tiles_x + tx);
    p.have("is in the grid", both(block >= zero, block < blocks),
           {p.lemmas().two_digits.at(tx, row, tiles_x, rows)});
  });
  Integer const block = p.integer("block"), tiles_x = p.integer("tiles_x"), tiles_y = p.integer("tiles_y");
  Integer const row = p.integer("row"), tx = p.integer("tx"), ty = p.integer("ty");
  p.part("a block goes to the tile of its number",
         {tx >= zero, tx < tiles_x, ty >= zero, ty < tiles_y, r >= zero, row == r * tiles_y + ty, row >= zero,
          block == row * tiles_x + tx, block >= zero},
         [&] {
           auto const place = p.shipped("tile_place", [&] { return tile_place(block, tiles_x, tiles_y); });
           p.have("row", quot(block, tiles_x) == row, {p.lemmas().divide.at(block, row, tx, tiles_x)});
           p.claim("x", place.x == tx, {p.lemmas().divide.at(block, row, tx, tiles_x)});
           p.claim("y", place.y == ty, {p.lemmas().divide.at(quot(block, tiles_x), r, ty, tiles_y)});
           p.claim("batch", place.rest == r, {p.lemmas().divide.at(quot(block, tiles_x), r, ty, tiles_y)});
         });
  p.part("a place is one block's", {tiles_x > zero, tiles_y > zero, batches > zero, block >= zero}, [&] {
    Integer const rows = p.define("rows", batches * tiles_y), blocks = p.define("blocks", rows * tiles_x);
    p.suppose(block < blocks);
    auto const place = p.shipped("tile_place", [&] { return tile_place(block, tiles_x, tiles_y); });
    Integer const row = p.define("row", quot(block, tiles_x));
    p.have("row", both(row >= zero, row < rows, block == row * tiles_x + rem(block, tiles_x)),
           {p.lemmas().quotient_range.at(block, tiles_x, rows), p.lemmas().euclid.at(block, tiles_x),
            p.lemmas().positive.at(batches, tiles_y)});
    p.claim("x is in the grid", both(place.x >= zero, place.x < tiles_x),
            {p.lemmas().euclid.at(block, tiles_x)});
    p.claim("y is in the grid", both(place.y >= zero, place.y < tiles_y),
            {p.lemmas().euclid.at(row, tiles_y)});
    p.claim("batch is in the grid", both(place.rest >= zero, place.rest < batches),
            {p.lemmas().quotient_range.at(row, tiles_y, batches)});
    p.claim("the place tells the row", row == quot(row, tiles_y) * tiles_y + place.y,
            {p.lemmas().euclid.at(row, tiles_y)});
    p.claim("row and place tell the block", block == row * tiles_x + place.x);
  });
  p.part("no tile is idle", {nx > zero, x >= zero}, [&] {
    auto const tiles = p.shipped("tiles_along", [&] { return tiles_along(nx, tile_x); });
    p.suppose(x < tiles);
    p.claim("it begins in the array", x * tile_x < nx);
  });
  if (tile.rank == 3)
    p.part("the batch coordinate", {r >= zero, r < batches}, [&] {
      p.claim("is the batch number", both(rem(r, batches) == r, quot(r, batches) == zero),
              {p.lemmas().divide.at(r, zero, r, batches)});
    });
}

/// O3: where allows_wide() holds, a run of V along `contiguous` starts at a multiple of V, and its elements
/// are neighbours. contiguous 0: the source, along x; 1: the destination, along y.
void wide_accesses_are_aligned(Proof& p, PermuteTile const& tile, int contiguous) {
  Integer const V(tile.vector);
  // A tile starts at V * (..), for V divides tile_x and tile_y; so does a run inside it: see O3.tile.
  Integer const first = p.integer("first"), run = p.integer("run"), other = p.integer("other"),
                across = p.integer("across"), stride = p.integer("stride"), digit = p.integer("digit"),
                batch = p.integer("batch"), base = p.integer("base");
  auto const at = [&](Integer const& from, Integer const& along, Integer const& aside) {
    return contiguous == 0 ? element_at(from, along, one, aside, V * stride)
                           : element_at(from, aside, V * stride, along, one);
  };
  p.part("the tile's first element", {first >= zero, other >= zero, stride >= zero}, [&] {
    auto const start = p.shipped("element_at", [&] { return at(zero, V * first, other); });
    p.claim("lies at a multiple of V", start == V * (first + other * stride));
  });
  if (tile.rank > 2)
    p.part("the batch coordinate", {digit >= zero, batch >= zero, base >= zero}, [&] {
      p.claim("adds a multiple of V", V * base + digit * (V * batch) == V * (base + digit * batch));
      p.claim("or nothing", V * base + zero * batch == V * base);
    });
  p.part("a run", {base >= zero, run >= zero, across >= zero, stride >= zero}, [&] {
    auto const start = p.shipped("element_at", [&] { return at(V * base, V * run, across); });
    p.have("in units of V", start == V * (base + run + across * stride));
    p.claim("is aligned", rem(start, V) == zero);
    for (int k = 1; k < tile.vector; ++k)
      p.claim("neighbour", at(V * base, V * run + Integer(k), across) == start + Integer(k));
  });
}

/// O4: every coordinate that a thread moves is in the array, and every coordinate's offset below
/// required_by().
template <int rank>
void accesses_are_in_bounds(Proof& p, PermuteTile const& sizes) {
  Integer const n = p.integer("n"), tile = p.integer("tile"), place = p.integer("place");
  for (Integer const& extent : {Integer(sizes.x), Integer(sizes.y)})
    p.part("a coordinate", {n > zero, tile >= zero, tile * extent < n, place >= zero, place < extent}, [&] {
      Integer const first = tile * extent;
      auto const length = p.shipped("run_length", [&] { return run_length(first, extent, n); });
      p.claim("is moved where it is in the array", either(place >= length, first + place < n));
      p.claim("and not elsewhere", either(place < length, first + place >= n));
      p.claim("a whole tile is in the array", either(length != extent, first + extent <= n));
    });
  Integer extent[rank], stride[rank], at[rank], left[rank];
  char const* const names[3][4] = {
      {"nx", "sx", "x", "left_x"}, {"ny", "sy", "y", "left_y"}, {"nb", "sb", "b", "left_b"}};
  std::vector<Boolean> given;
  for (int k = 0; k < rank; ++k) {
    extent[k] = p.integer(names[k][0]), stride[k] = p.integer(names[k][1]), at[k] = p.integer(names[k][2]);
    for (auto const& b : {stride[k] >= zero, at[k] >= zero, at[k] < extent[k]}) given.push_back(b);
  }
  p.part("an offset", given, [&] {
    auto const needed = p.shipped("required_by", [&] { return required_by(extent, stride); });
    for (int k = 0; k < rank; ++k) {
      left[k] = p.define(names[k][3], extent[k] - one - at[k]);
      p.have("not beyond the last", (extent[k] - one) * stride[k] == at[k] * stride[k] + left[k] * stride[k]);
      p.have("distances", both(at[k] * stride[k] >= zero, left[k] * stride[k] >= zero),
             {p.lemmas().nonnegative.at(at[k], stride[k]), p.lemmas().nonnegative.at(left[k], stride[k])});
    }
    Integer base = zero;
    for (int k = 2; k < rank; ++k) base = base + at[k] * stride[k];
    auto const offset = element_at(base, at[0], stride[0], at[1], stride[1]);
    p.claim("is in bounds", both(offset >= zero, offset < needed));
  });
  p.part("an offset in two steps", {n >= zero}, [&] {
    Integer const base = p.integer("base"), x0 = p.integer("x0"), y0 = p.integer("y0"), x = p.integer("x"),
                  y = p.integer("y"), sx = p.integer("sx"), sy = p.integer("sy");
    p.claim("tile, then place in the tile", element_at(element_at(base, x0, sx, y0, sy), x, sx, y, sy) ==
                                                element_at(base, x0 + x, sx, y0 + y, sy));
  });
}

/// O9: an element has one place in one tile. The tile stores each of its elements once (O2), and the
/// launcher has decided that the destination's offsets are unique.
void elements_are_stored_once(Proof& p, PermuteTile const& sizes) {
  Integer const t = p.integer("tile"), u = p.integer("other_tile"), i = p.integer("place"),
                k = p.integer("other_place");
  for (Integer const& extent : {Integer(sizes.x), Integer(sizes.y)})
    p.part("two places of one element",
           {i >= zero, i < extent, k >= zero, k < extent, t * extent + i == u * extent + k},
           [&] { p.claim("are one", both(t == u, i == k), {p.lemmas().unique.at(t, i, u, k, extent)}); });
}

}  // namespace

std::vector<Obligation> permute_obligations(PermuteTile const& tile) {
  return {
      {"O1",
       "for all extents the grid has one block for each tile of each batch coordinate, and each element is "
       "in one of them",
       [tile](Proof& p) { grid_covers_each_tile_once(p, tile); }},
      {"O3.source", "where wide accesses are chosen, every load is aligned to its width and contiguous",
       [tile](Proof& p) { wide_accesses_are_aligned(p, tile, 0); }},
      {"O3.destination", "where wide accesses are chosen, every store is aligned to its width and contiguous",
       [tile](Proof& p) { wide_accesses_are_aligned(p, tile, 1); }},
      {"O4",
       "for all extents and strides >= 0 the elements moved are those of the array, and every offset is "
       "below required_by()",
       [tile](Proof& p) {
         tile.rank == 3 ? accesses_are_in_bounds<3>(p, tile) : accesses_are_in_bounds<2>(p, tile);
       }},
      {"O9", "each element is stored by one block, at one place of its tile",
       [tile](Proof& p) { elements_are_stored_once(p, tile); }}};
}

std::vector<FiniteObligation> permute_finite_obligations(PermutePath const& wide, PermutePath const& narrow) {
  std::vector<FiniteObligation> all;
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
