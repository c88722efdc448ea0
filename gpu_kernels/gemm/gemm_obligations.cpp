// SPDX-License-Identifier: MIT
#include "gemm/gemm_obligations.hpp"

#include "gemm/gemm_index.hpp"
#include "gemm/hilbert_obligations.hpp"
#include "tiles/tiled_copy.hpp"

namespace colex::gpu {

namespace {

using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: some block works on each (tile, split, batch). There are as many of either, so it is the only one.
void blocks_cover(Proof& p) {
  Integer const tiles = p.integer("tiles"), splits = p.integer("splits"), batches = p.integer("batches");
  Integer const tile = p.integer("tile"), split = p.integer("split"), batch = p.integer("batch");
  p.part("the block of a tile, split and batch",
         {tile >= zero, tile < tiles, split >= zero, split < splits, batch >= zero, batch < batches}, [&] {
           auto const& lemma = p.lemmas();
           Integer const rest = p.define("rest", batch * splits + split);
           Integer const block = p.define("block", rest * tiles + tile);
           Integer const all = p.define("all", batches * splits);
           p.have("the split and batch are in range", both(rest >= zero, rest < all),
                  {lemma.two_digits.at(split, batch, splits, batches)});
           p.have("the block is in the grid", both(block >= zero, block < all * tiles),
                  {lemma.two_digits.at(tile, rest, tiles, all)});
           p.have("its tile", both(quot(block, tiles) == rest, rem(block, tiles) == tile),
                  {lemma.divide.at(block, rest, tile, tiles)});
           p.have("its split and batch", both(quot(rest, splits) == batch, rem(rest, splits) == split),
                  {lemma.divide.at(rest, batch, split, splits)});
           auto const work = p.shipped("block_work", [&] { return block_work(block, tiles, splits); });
           p.claim("it works on them", both(work.tile == tile, work.split == split, work.batch == batch));
         });
}

/// O1: each tile is visited by row_order.
void row_order_visits_all(Proof& p) {
  Integer const grid_m = p.integer("grid_m"), grid_n = p.integer("grid_n");
  Integer const m = p.integer("m"), n = p.integer("n");
  p.part("the number of a tile", {m >= zero, m < grid_m, n >= zero, n < grid_n}, [&] {
    Integer const tile = p.define("tile", m * grid_n + n);
    p.claim("is in range", both(tile >= zero, tile < grid_m * grid_n),
            {p.lemmas().two_digits.at(n, m, grid_n, grid_m)});
    p.have("its digits", both(quot(tile, grid_n) == m, rem(tile, grid_n) == n),
           {p.lemmas().divide.at(tile, m, n, grid_n)});
    auto const at = p.shipped("row_order", [&] { return row_order(tile, grid_n); });
    p.claim("is where the tile is visited", both(at.m == m, at.n == n));
  });
}

}  // namespace

/// O1: each tile is visited by grouped_order, for every group: tile (q group + r, n), whose group begins at
/// row `start` and is whole, or is the last one and has the rows that are left.
void grouped_order_visits_all(Proof& p) {
  Integer const grid_m = p.integer("grid_m"), grid_n = p.integer("grid_n"), group = p.integer("group");
  Integer const q = p.integer("q"), r = p.integer("r"), n = p.integer("n"), start = p.integer("start");
  for (bool whole : {true, false}) {
    Integer const rows = whole ? group : grid_m - start;
    p.part(
        whole ? "the number of a tile in a whole group" : "the number of a tile in a shorter last group",
        {group > zero, grid_n > zero, q >= zero, start == q * group, r >= zero, r < rows, n >= zero,
         n < grid_n, whole ? start + group <= grid_m : grid_m - start < group},
        [&] {
          auto const& lemma = p.lemmas();
          Integer const height = whole ? group : p.define("height", rows);
          Integer const per_group = p.define("per_group", group * grid_n);
          Integer const rest = p.define("rest", n * height + r);
          Integer const tile = p.define("tile", q * per_group + rest);
          p.have("its place in the group", both(rest >= zero, rest < grid_n * height),
                 {lemma.two_digits.at(r, n, height, grid_n)});
          p.have("the group has room", rest < per_group, {lemma.nonnegative.at(grid_n, group - height)});
          p.have("the groups before it", start * grid_n == q * per_group,
                 {lemma.rescale.at(start, q, group, zero, grid_n, per_group)});
          p.have("a positive number a group", per_group > zero, {lemma.positive.at(group, grid_n)});
          p.have("is in range", both(tile >= zero, tile < grid_m * grid_n),
                 {lemma.nonnegative.at(grid_m - start - height, grid_n), lemma.nonnegative.at(q, per_group)});
          p.have("its group", both(quot(tile, per_group) == q, rem(tile, per_group) == rest),
                 {lemma.divide.at(tile, q, rest, per_group)});
          p.have("its digits", both(quot(rest, height) == n, rem(rest, height) == r),
                 {lemma.divide.at(rest, n, r, height)});
          auto const at =
              p.shipped("grouped_order", [&] { return grouped_order(tile, grid_m, grid_n, group); });
          // The kernel's own terms: its group * grid_n is per_group, its rows are height.
          Integer const product = group * grid_n;
          p.have("the kernel's group", both(quot(tile, product) == q, rem(tile, product) == rest),
                 {lemma.divide.at(tile, q, rest, product)});
          p.have("the kernel's first row", quot(tile, product) * group == start);
          Integer const kernel_rows = whole ? group : grid_m - quot(tile, product) * group;
          p.have("the kernel's rows", kernel_rows == height);
          p.have("the kernel's digits",
                 both(quot(rem(tile, product), kernel_rows) == n, rem(rem(tile, product), kernel_rows) == r),
                 {lemma.divide.at(rem(tile, product), n, r, kernel_rows)});
          p.claim("is where the tile is visited", both(at.m == start + r, at.n == n));
        });
  }
}

namespace {

/// O1: with any number of chiplets each block is dealt a number in range, and two blocks are dealt two:
/// chiplet c is dealt those from c * each + min(c, longer) on, `each` of them or one more.
void remap_is_a_bijection(Proof& p) {
  auto const& lemma = p.lemmas();
  Integer const xcds = p.integer("xcds"), total = p.integer("total");
  Integer const each = quot(total, xcds), longer = rem(total, xcds);
  auto const facts = [&](Integer const& block) {  // of a block and its chiplet
    Integer const chiplet = rem(block, xcds), local = quot(block, xcds);
    p.use(lemma.euclid.at(block, xcds));
    p.use(lemma.euclid.at(total, xcds));
    p.have("its place in its chiplet", both(local >= zero, each >= zero, local <= each),
           {lemma.monotone.at(zero, xcds, one), lemma.monotone.at(each, local, xcds),
            lemma.monotone.at(local, zero, xcds), lemma.monotone.at(each, zero, xcds)});
    p.have("the first chiplets have one block more", either(local < each, chiplet < longer));
    return chiplet;
  };
  Integer const block = p.integer("block"), other = p.integer("other");
  p.part("a block's number", {xcds > zero, block >= zero, block < total}, [&] {
    Integer const chiplet = facts(block);
    auto const number = p.shipped("xcd_remap", [&] { return xcd_remap(block, total, xcds); });
    p.claim("is in range", both(number >= zero, number < total),
            {lemma.nonnegative.at(chiplet, each), lemma.nonnegative.at(xcds - chiplet - one, each)});
  });
  p.part("two blocks' numbers", {xcds > zero, block >= zero, block < total, other >= zero, other < total},
         [&] {
           Integer const c = facts(block), d = facts(other);
           auto const number = p.shipped("xcd_remap", [&] { return xcd_remap(block, total, xcds); });
           auto const next = xcd_remap(other, total, xcds);
           p.claim("differ on one chiplet", either(block == other, either(c != d, number != next)));
           p.claim("are in the order of the chiplets", either(c >= d, number < next),
                   {lemma.nonnegative.at(d - c - one, each)});
         });
}

/// O4: an element inside the matrix lies between the lowest and the highest offset, which the call checks.
void offsets_are_in_bounds(Proof& p) {
  Integer const rows = p.integer("rows"), columns = p.integer("columns"), batches = p.integer("batches");
  Integer const i = p.integer("i"), j = p.integer("j"), b = p.integer("b");
  Integer const s = p.integer("s"), t = p.integer("t"), u = p.integer("u"), origin = p.integer("origin");
  p.part("offset", {i >= zero, i < rows, j >= zero, j < columns, b >= zero, b < batches}, [&] {
    auto const at = p.shipped("matrix_offset", [&] { return matrix_offset(origin, i, s, j, t, b, u); });
    Integer low = origin, high = origin;
    auto const axis = [&](Integer const& index, Integer const& extent, Integer const& stride) {
      Integer const last = (extent - one) * stride;
      if (stride < zero) {
        low = low + last;
        p.use(p.lemmas().nonnegative.at(index, zero - stride));
        p.use(p.lemmas().nonnegative.at(extent - one - index, zero - stride));
      } else {
        high = high + last;
        p.use(p.lemmas().nonnegative.at(index, stride));
        p.use(p.lemmas().nonnegative.at(extent - one - index, stride));
      }
    };
    axis(i, rows, s), axis(j, columns, t), axis(b, batches, u);
    p.claim("in bounds", both(low <= at, at <= high));
  });
}

/// O4: an element that a copy loads is inside: its predicate is exact, along either side.
void predicates_are_exact(Proof& p) {
  Integer const along = p.integer("along"), along_inside = p.integer("along_inside");
  Integer const across = p.integer("across"), across_inside = p.integer("across_inside"), k = p.integer("k");
  p.part("element k of a run", {along >= zero, across >= zero, k >= zero}, [&] {
    auto const inside =
        p.shipped("run_inside", [&] { return run_inside(along, along_inside, across, across_inside); });
    auto const loaded = k < inside, is_inside = both(along + k < along_inside, across < across_inside);
    p.claim("is loaded only if it is inside", either(!loaded, is_inside));
    p.claim("is loaded if it is inside", either(!is_inside, loaded));
  });
}

/// O4: of a tile's rows, a bounded load reads those that are inside and no others: element (row, k) of k < columns is within the
/// bound exactly if row < rows. What lies past K is sent beyond every bound.
void bounds_are_exact(Proof& p) {
  Integer const rows = p.integer("rows"), pitch = p.integer("pitch"), columns = p.integer("columns");
  Integer const row = p.integer("row"), k = p.integer("k");
  p.part("element (row, k) of a tile", {rows > zero, columns <= pitch, row >= zero, k >= zero, k < columns},
         [&] {
           auto const bound =
               p.shipped("bounded_elements", [&] { return bounded_elements(rows, pitch, columns); });
           Integer const at = row * pitch + k;
           p.use(p.lemmas().nonnegative.at(rows - one - row, pitch));
           p.use(p.lemmas().nonnegative.at(row - rows, pitch));
           p.claim("is read if its row is inside", either(row >= rows, at < bound));
           p.claim("is not read if it is not", either(row < rows, at >= bound));
         });
  // Of direct configs on NVIDIA, whose loads test the first element of a run: the bound cuts none.
  Integer const pitch_runs = p.integer("pitch_runs"), column_runs = p.integer("column_runs"),
                run = p.integer("run");
  for (int const length : {2, 4, 8, 16}) {
    Integer const V(length);
    p.part("a run of " + std::to_string(length), {rows > zero}, [&] {
      auto const bound = bounded_elements(rows, V * pitch_runs, V * column_runs);
      Integer const at = row * (V * pitch_runs) + V * run;
      p.claim("is inside the bound, or outside", either(at >= bound, at + V <= bound));
    });
  }
}

/// O4: partial sums lie in the workspace, each in its own place.
void partial_sums_have_places(Proof& p) {
  Integer const M = p.integer("M"), N = p.integer("N"), splits = p.integer("splits"),
                batches = p.integer("batches");
  Integer const m = p.integer("m"), n = p.integer("n"), s = p.integer("s"), b = p.integer("b");
  p.part("place", {m >= zero, m < M, n >= zero, n < N, s >= zero, s < splits, b >= zero, b < batches}, [&] {
    auto const& lemma = p.lemmas();
    Integer const slice = p.define("slice", b * splits + s), slices = p.define("slices", batches * splits);
    Integer const column = p.define("column", slice * N + n), columns = p.define("columns", slices * N);
    p.have("slice", both(slice >= zero, slice < slices), {lemma.two_digits.at(s, b, splits, batches)});
    p.have("column", both(column >= zero, column < columns), {lemma.two_digits.at(n, slice, N, slices)});
    Integer const place = p.define("place", column * M + m);
    auto const at = p.shipped("partial_offset", [&] { return partial_offset(m, n, M, N, s, splits, b); });
    p.have("the kernel's place", at == place);
    p.claim("in the workspace", both(place >= zero, place < columns * M),
            {lemma.two_digits.at(m, column, M, columns)});
    p.claim("its own: m and the column", both(quot(place, M) == column, rem(place, M) == m),
            {lemma.divide.at(place, column, m, M)});
    p.claim("n and the slice", both(quot(column, N) == slice, rem(column, N) == n),
            {lemma.divide.at(column, slice, n, N)});
    p.claim("split and batch", both(quot(slice, splits) == b, rem(slice, splits) == s),
            {lemma.divide.at(slice, b, s, splits)});
  });
}

/// O1: each tile of preshuffled B of each batch is written by the block that counts it, and its elements
/// have places inside the matrix that no other tile's have.
void shuffle_is_a_bijection(Proof& p, GemmTile const& sizes) {
  Integer const tiles_n = p.integer("tiles_n"), tiles_k = p.integer("tiles_k"), batch = p.integer("batch");
  Integer const n = p.integer("n"), k = p.integer("k"), r = p.integer("r");
  Integer const elements(std::int64_t{sizes.n} * sizes.k);
  auto const& lemma = p.lemmas();
  p.part("place r of a tile", {n >= zero, n < tiles_n, k >= zero, k < tiles_k, r >= zero, r < elements}, [&] {
    auto const number = p.shipped("shuffled_tile", [&] { return shuffled_tile(n, k, tiles_k); });
    Integer const tile = p.define("tile", number);
    Integer const tiles = p.define("tiles", tiles_n * tiles_k), at = p.define("at", tile * elements + r);
    p.have("the tile is in the matrix", both(tile >= zero, tile < tiles),
           {lemma.two_digits.at(k, n, tiles_k, tiles_n)});
    p.claim("is in the matrix", both(at >= zero, at < tiles * elements),
            {lemma.two_digits.at(r, tile, elements, tiles)});
    p.claim("is of one tile", both(quot(at, elements) == tile, rem(at, elements) == r),
            {lemma.divide.at(at, tile, r, elements)});
    p.claim("which is this one", both(quot(tile, tiles_k) == n, rem(tile, tiles_k) == k),
            {lemma.divide.at(tile, n, k, tiles_k)});
  });
  p.part("the block of a tile", {n >= zero, n < tiles_n, k >= zero, k < tiles_k, batch >= zero}, [&] {
    Integer const row = p.define("row", batch * tiles_n + n), block = p.define("block", row * tiles_k + k);
    p.use(lemma.nonnegative.at(batch, tiles_n));
    p.use(lemma.nonnegative.at(row, tiles_k));
    p.have("its digits", both(quot(block, tiles_k) == row, rem(block, tiles_k) == k),
           {lemma.divide.at(block, row, k, tiles_k)});
    p.have("its row's", both(quot(row, tiles_n) == batch, rem(row, tiles_n) == n),
           {lemma.divide.at(row, batch, n, tiles_n)});
    auto const work = p.shipped("shuffled_work", [&] { return shuffled_work(block, tiles_n, tiles_k); });
    p.claim("writes it", both(work.tile_n == n, work.tile_k == k, work.batch == batch));
  });
}

/// O1: the blocks of a list are those of its problems. `first(g)` is the first block of problem g: any
/// function that does not decrease, as sums of numbers of blocks do not. The kernel's search keeps a range
/// of problems with first(low) <= block < first(high) and makes it smaller, so that it ends with one
/// problem.
void groups_partition(Proof& p) {
  sym::Function const first("first", 1);
  Integer const low = p.integer("low"), high = p.integer("high"), block = p.integer("block");
  p.part("a step of the search", {low >= zero, high - low > one, first(low) <= block, block < first(high)},
         [&] {
           GroupRange<Integer> const range{low, high};
           Integer const middle = group_middle(range), of_middle = first(middle);
           auto const next = p.shipped("group_step", [&] { return group_step(range, block, of_middle); });
           p.claim("asks inside the range", both(low < middle, middle < high));
           p.claim("leaves a problem", both(low <= next.low, next.low < next.high, next.high <= high));
           p.claim("leaves less", next.high - next.low < high - low);
           p.claim("keeps the block's", both(first(next.low) <= block, block < first(next.high)));
         });
  Integer const g = p.integer("g"), b = p.integer("b"), count = p.integer("count"),
                found = p.integer("found");
  p.part("block b of problem g",
         {g >= zero, g < count, b >= zero, b < first(g + one) - first(g), found >= zero, found < count}, [&] {
           Integer const number = p.define("number", first(g) + b);
           p.suppose(first(zero) <= first(g));
           p.suppose(first(g + one) <= first(count));
           p.claim("is in the grid", both(first(zero) <= number, number < first(count)));
           p.suppose(either(found + one > g, first(found + one) <= first(g)));
           p.suppose(either(g + one > found, first(g + one) <= first(found)));
           p.suppose(both(first(found) <= number, number < first(found + one)));
           p.claim("is found as that", both(found == g, number - first(found) == b));
         });
}

/// O6: between two barriers one stage is read and the other written.
void stages_differ(Proof& p) {
  Integer const step = p.integer("step");
  p.part("a step and the next", {step >= zero}, [&] {
    auto const read = p.shipped("stage_of", [&] { return stage_of(step); });
    auto const written = stage_of(step + one);
    p.claim("two stages", both(read != written, read >= zero, read < Integer(2)));
  });
}

/// O6: in the direct kernel, whose stages are four, step s + 1 has arrived at the barrier before it is read, for a thread's loads arrive
/// in the order of their start; and what is loaded then goes to a stage that nobody reads and nothing else is on its way to.
void ring_is_in_order(Proof& p) {
  Integer const step = p.integer("step"), loads = p.integer("loads"), l = p.integer("l"), stages(4);
  p.part("load l of step s + 1", {step >= zero, loads > zero, l >= zero, l < loads}, [&] {
    auto const under_way = p.shipped("ring_under_way", [&] { return ring_under_way(loads, stages); });
    Integer const started = (step + stages) * loads;  // s + 3 and all before it
    p.claim("is not among those that may be under way", (step + one) * loads + l < started - under_way);
    p.claim("one more might be", (step + one) * loads + loads >= started - under_way);
  });
  p.part("the stage of s", {step >= zero}, [&] {
    auto const stage = p.shipped("ring_stage", [&] { return ring_stage(step, stages); });
    p.claim("is that of s + 4", stage == ring_stage(step + stages, stages));
    for (int ahead = 1; ahead < 4; ++ahead)
      p.claim("is not that of s + " + std::to_string(ahead),
              stage != ring_stage(step + Integer(ahead), stages));
  });
}

/// O10: the parts of K begin at its first tile, end at its last and do not overlap.
void splits_partition(Proof& p) {
  Integer const tiles = p.integer("tiles"), splits = p.integer("splits"), s = p.integer("s");
  p.part("the first part", {tiles >= zero, splits > zero}, [&] {
    auto const begin = p.shipped("split_begin", [&] { return split_begin(zero, tiles, splits); });
    p.claim("begins at 0", begin == zero, {p.lemmas().divide.at(zero, zero, zero, splits)});
  });
  p.part("the last part", {tiles >= zero, splits > zero}, [&] {
    p.use(p.lemmas().nonnegative.at(splits, tiles));
    p.use(p.lemmas().divide.at(splits * tiles, tiles, zero, splits));
    auto const end = p.shipped("split_begin", [&] { return split_begin(splits, tiles, splits); });
    p.claim("ends at the number of tiles", end == tiles);
  });
  p.part("a part", {tiles >= zero, splits > zero, s >= zero, s < splits}, [&] {
    p.use(p.lemmas().nonnegative.at(s, tiles));
    p.use(p.lemmas().nonnegative.at(s + one, tiles));
    auto const begin = p.shipped("split_begin", [&] { return split_begin(s, tiles, splits); });
    auto const end = split_begin(s + one, tiles, splits);
    Integer const x = p.define("x", s * tiles), y = p.define("y", (s + one) * tiles);
    Integer const low = p.define("low", quot(x, splits)), high = p.define("high", quot(y, splits));
    p.have("the numbers of the kernel", both(begin == low, end == high));
    p.have("one begins after the other", x <= y);
    p.use(p.lemmas().euclid.at(x, splits));
    p.use(p.lemmas().euclid.at(y, splits));
    p.claim("does not end before it begins", low <= high, {p.lemmas().monotone.at(high, low, splits)});
  });
}

}  // namespace

std::vector<Obligation> gemm_obligations(GemmTile const& tile) {
  std::vector<Obligation> all = {
      {"O1.blocks", "for all numbers of tiles, splits and batches each of them is the work of one block",
       blocks_cover},
      {"O1.row", "row_order visits each tile of every grid", row_order_visits_all},
      {"O1.grouped", "grouped_order visits each tile of every grid, for every group",
       grouped_order_visits_all},
      {"O1.hilbert", "hilbert_order visits each tile of every grid once, by induction on its rectangles",
       HilbertObligation::prove},
      {"O1.chiplets", "xcd_remap deals each number out once, for every number of chiplets and every grid",
       remap_is_a_bijection},
      {"O1.shuffle",
       "each tile of preshuffled B is written by one block, and each of its elements has one place",
       [tile](Proof& p) { shuffle_is_a_bijection(p, tile); }},
      {"O1.groups", "each block of each problem of a list is one block of the launch, which finds it",
       groups_partition},
      {"O4.offsets", "for all strides an element of a matrix is between the offsets that the call checks",
       offsets_are_in_bounds},
      {"O4.predicates", "a copy loads an element of its run exactly if it is inside the matrix",
       predicates_are_exact},
      {"O4.bounded",
       "a bounded load of a pipelined config reads an element of its tile exactly if its row is inside",
       bounds_are_exact},
      {"O4.workspace", "each partial sum lies in the workspace, at a place of its own",
       partial_sums_have_places},
      {"O6", "between two barriers the stage that is written is not the one that is read", stages_differ},
      {"O6.ring",
       "in a direct config each step has arrived before it is read, and its stage is filled after all read "
       "it, "
       "for every K",
       ring_is_in_order},
      {"O10", "for every K and number of splits, the parts of K partition its tiles", splits_partition},
  };
  if (tile.scale_loads > 0)
    for (auto const& obligation : scale_obligations(tile)) all.push_back(obligation);
  return all;
}

}  // namespace colex::gpu
