// SPDX-License-Identifier: MIT
#include "hopper/hopper_obligations.hpp"

#include "gemm/gemm_obligations.hpp"
#include "gemm/tile_order.hpp"
#include "hopper/buffer_obligations.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/ring_obligations.hpp"
#include "hopper/scales.hpp"

namespace colex::gpu::hopper {

namespace {

using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: every row is one block's of one tile; no cluster tile is idle.
void tiles_cover(Proof& p, ClusterTile const& sizes) {
  Integer const tile_m(sizes.m), cluster(sizes.cluster);
  Integer const M = p.integer("M"), m = p.integer("m");
  p.part("a row of the result", {m >= zero, m < M}, [&] {
    Integer const lines = tile_m * cluster;
    auto const grid = p.shipped("tiles_over", [&] { return tiles_over(M, lines); });
    Integer const t = p.define("t", quot(m, lines)), within = p.define("within", rem(m, lines));
    Integer const rank = p.define("rank", quot(within, tile_m));
    p.claim("its tile is in the grid", both(t >= zero, t < grid));
    p.claim("its block is in the cluster", both(rank >= zero, rank < cluster));
    auto const first = p.shipped("first_row", [&] { return first_row(t, cluster, rank, tile_m); });
    p.claim("is that block's", both(first <= m, m < first + tile_m));
    p.claim("no tile is idle", (grid - one) * lines < M);
  });
  Integer const u = p.integer("u"), r = p.integer("r"), v = p.integer("v"), s = p.integer("s");
  p.part("two blocks that compute one row",
         {r >= zero, r < cluster, s >= zero, s < cluster, u >= zero, v >= zero, m >= zero}, [&] {
           auto const first = p.shipped("first_row", [&] { return first_row(u, cluster, r, tile_m); });
           auto const second = first_row(v, cluster, s, tile_m);
           p.suppose(both(first <= m, m < first + tile_m, second <= m, m < second + tile_m));
           Integer const i = p.define("i", u * cluster + r), j = p.define("j", v * cluster + s);
           p.have("as multiples of its rows", both(first == i * tile_m, second == j * tile_m));
           p.have("the same multiple", i == j);
           p.claim("are one", both(u == v, r == s), {p.lemmas().unique.at(u, r, v, s, cluster)});
         });
}

/// O1: the tile that is visited as number `index` is the one of grouped_order, which visits all.
void order_visits_all(Proof& p) {
  Integer const rows = p.integer("rows"), columns = p.integer("columns"), band = p.integer("band"),
                index = p.integer("index");
  p.part("the order of tiles",
         {rows > zero, columns > zero, band > zero, index >= zero, index < rows * columns}, [&] {
           Integer const row = p.define("row", quot(index, columns)), per_band = band * columns;
           p.have("the row, were rows not banded", both(row >= zero, row < rows),
                  {p.lemmas().quotient_range.at(index, columns, rows)});
           p.have("a positive number a band", per_band > zero, {p.lemmas().positive.at(band, columns)});
           p.have("its band", quot(index, per_band) == quot(row, band),
                  {p.lemmas().split.at(index, columns, band, per_band)});
           p.have("begins at or above that row", quot(index, per_band) * band <= row,
                  {p.lemmas().euclid.at(row, band)});
           auto const at = p.shipped("tile_at", [&] {
             return tile_at(TileGridOf<Integer>{rows, columns, band}, index);
           });
           auto const grouped = grouped_order(index, rows, columns, band);
           p.claim("is grouped_order", both(at.row == grouped.m, at.column == grouped.n));
         });
  grouped_order_visits_all(p);
}

/// O1: every tile is taken by one cluster, once.
void clusters_take_all(Proof& p, ClusterTile const& sizes) {
  Integer const cluster(sizes.cluster);
  Integer const tile = p.integer("tile"), clusters = p.integer("clusters"), block = p.integer("block");
  p.part("a tile", {tile >= zero, clusters > zero}, [&] {
    Integer const c = p.define("c", rem(tile, clusters)), lap = p.define("lap", quot(tile, clusters));
    p.claim("some cluster takes it", both(c >= zero, c < clusters, c + lap * clusters == tile, lap >= zero),
            {p.lemmas().euclid.at(tile, clusters), p.lemmas().quotient_range.at(tile, clusters, tile + one)});
  });
  Integer const c = p.integer("c"), d = p.integer("d"), lap = p.integer("lap"), turn = p.integer("turn");
  p.part("two clusters that take one tile",
         {c >= zero, c < clusters, d >= zero, d < clusters, lap * clusters + c == turn * clusters + d}, [&] {
           p.claim("are one", both(c == d, lap == turn), {p.lemmas().unique.at(lap, c, turn, d, clusters)});
         });
  p.part("a block", {block >= zero, block < clusters * cluster}, [&] {
    auto const first = p.shipped("first_tile", [&] { return first_tile(block, cluster); });
    auto const rank = p.shipped("rank_in_cluster", [&] { return rank_in_cluster(block, cluster); });
    p.claim("is one of a cluster's", both(first * cluster + rank == block, rank >= zero, rank < cluster));
    p.claim("whose first tile is its number", both(first >= zero, first < clusters));
  });
}

/// O1: every tile, split and batch is one item, and the cluster that takes it works on them.
void items_cover(Proof& p) {
  Integer const tiles = p.integer("tiles"), splits = p.integer("splits"), batches = p.integer("batches");
  Integer const tile = p.integer("tile"), split = p.integer("split"), batch = p.integer("batch");
  p.part("the item of a tile, split and batch",
         {tile >= zero, tile < tiles, split >= zero, split < splits, batch >= zero, batch < batches}, [&] {
           auto const& lemma = p.lemmas();
           Integer const rest = p.define("rest", batch * splits + split);
           Integer const number = p.define("number", rest * tiles + tile);
           Integer const all = p.define("all", batches * splits);
           auto const item = p.shipped("item_of", [&] { return item_of(tile, tiles, split, splits, batch); });
           p.have("its number", item == number);
           p.have("the split and batch are in range", both(rest >= zero, rest < all),
                  {lemma.two_digits.at(split, batch, splits, batches)});
           p.claim("is one of those that are taken", both(number >= zero, number < all * tiles),
                   {lemma.two_digits.at(tile, rest, tiles, all)});
           p.have("its tile", both(quot(number, tiles) == rest, rem(number, tiles) == tile),
                  {lemma.divide.at(number, rest, tile, tiles)});
           p.have("its split and batch", both(quot(rest, splits) == batch, rem(rest, splits) == split),
                  {lemma.divide.at(rest, batch, split, splits)});
           auto const work = p.shipped("block_work", [&] { return block_work(number, tiles, splits); });
           p.claim("is worked on", both(work.tile == tile, work.split == split, work.batch == batch));
         });
}

/// O1: every group of columns, warp, warpgroup, block, tile and batch is one piece of those that are added up.
void pieces_cover(Proof& p, ClusterTile const& sizes) {
  Integer const groups(column_groups(sizes.n)), warpgroups(sizes.m / wgmma_rows), cluster(sizes.cluster);
  Integer const four{4}, tiles = p.integer("tiles"), batches = p.integer("batches");
  Integer const group = p.integer("group"), warp = p.integer("warp"), warpgroup = p.integer("warpgroup"),
                rank = p.integer("rank"), tile = p.integer("tile"), batch = p.integer("batch");
  p.part("a piece",
         {group >= zero, group < groups, warp >= zero, warp < four, warpgroup >= zero, warpgroup < warpgroups,
          rank >= zero, rank < cluster, tile >= zero, tile < tiles, batch >= zero, batch < batches},
         [&] {
           auto const& lemma = p.lemmas();
           Integer const t = p.define("t", batch * tiles + tile), all = p.define("all", batches * tiles);
           p.have("its tile among all", both(t >= zero, t < all),
                  {lemma.two_digits.at(tile, batch, tiles, batches)});
           p.have("its tile and batch", both(quot(t, tiles) == batch, rem(t, tiles) == tile),
                  {lemma.divide.at(t, batch, tile, tiles)});
           Integer const r = p.define("r", t * cluster + rank), w = p.define("w", r * warpgroups + warpgroup),
                         v = p.define("v", w * four + warp), number = p.define("number", v * groups + group);
           p.claim("is one of those that are added up",
                   both(number >= zero, number < all * cluster * warpgroups * four * groups));
           p.have("its warp", both(quot(number, groups) == v, rem(number, groups) == group),
                  {lemma.divide.at(number, v, group, groups)});
           p.have("its warpgroup", both(quot(v, four) == w, rem(v, four) == warp),
                  {lemma.divide.at(v, w, warp, four)});
           p.have("its block", both(quot(w, warpgroups) == r, rem(w, warpgroups) == warpgroup),
                  {lemma.divide.at(w, r, warpgroup, warpgroups)});
           p.have("its place among all tiles", both(quot(r, cluster) == t, rem(r, cluster) == rank),
                  {lemma.divide.at(r, t, rank, cluster)});
           auto const at =
               p.shipped("piece_at", [&] { return piece_at(number, groups, warpgroups, cluster, tiles); });
           p.claim("is worked on", both(at.group == group, at.warp == warp, at.warpgroup == warpgroup,
                                        at.rank == rank, at.tile == tile, at.batch == batch));
         });
}

/// O4: what a thread leaves of an item is inside the workspace, at a multiple of 4, and no two leave at one place.
void sums_have_places(Proof& p, ClusterTile const& sizes) {
  Integer const cluster(sizes.cluster), warpgroups(sizes.m / wgmma_rows), quads(sizes.n / 8), threads(128),
      four(4);
  Integer const items = p.integer("items"), item = p.integer("item"), rank = p.integer("rank"),
                warpgroup = p.integer("warpgroup"), quad = p.integer("quad"), thread = p.integer("thread");
  p.part("a thread's four sums",
         {item >= zero, item < items, rank >= zero, rank < cluster, warpgroup >= zero, warpgroup < warpgroups,
          quad >= zero, quad < quads, thread >= zero, thread < threads},
         [&] {
           auto const& lemma = p.lemmas();
           Integer const r = p.define("r", item * cluster + rank),
                         w = p.define("w", r * warpgroups + warpgroup), q = p.define("q", w * quads + quad),
                         t = p.define("t", q * threads + thread), place = p.define("place", t * four);
           auto const at = p.shipped("held_offset", [&] {
             return held_offset(item, rank, cluster, warpgroup, warpgroups, quad, quads, thread);
           });
           p.have("the kernel's place", at == place);
           p.have("its block", both(r >= zero, r < items * cluster));
           p.have("its warpgroup", both(w >= zero, w < items * (cluster * warpgroups)));
           p.have("its quad", both(q >= zero, q < items * (cluster * warpgroups * quads)));
           p.claim(
               "are in the workspace",
               both(place >= zero, place + four <= items * (cluster * warpgroups * quads * threads * four)));
           p.claim("are aligned, and their thread", both(rem(place, four) == zero, quot(place, four) == t),
                   {lemma.divide.at(place, t, zero, four)});
           p.claim("the thread's is its own", both(quot(t, threads) == q, rem(t, threads) == thread),
                   {lemma.divide.at(t, q, thread, threads)});
           p.claim("the quad's", both(quot(q, quads) == w, rem(q, quads) == quad),
                   {lemma.divide.at(q, w, quad, quads)});
           p.claim("the warpgroup's", both(quot(w, warpgroups) == r, rem(w, warpgroups) == warpgroup),
                   {lemma.divide.at(w, r, warpgroup, warpgroups)});
           p.claim("the block's and the item's", both(quot(r, cluster) == item, rem(r, cluster) == rank),
                   {lemma.divide.at(r, item, rank, cluster)});
         });
}

/// O3: stores of 8 elements begin at a multiple of 8, where the call found pitch and address to be such.
void wide_stores_are_aligned(Proof& p) {
  Integer const row = p.integer("row"), q = p.integer("q"), run = p.integer("run"), eight{stored_run};
  p.part("a run", {row >= zero, q >= zero, run >= zero}, [&] {
    auto const offset =
        p.shipped("result_offset", [&] { return result_offset(row, eight * q, eight * run); });
    p.have("in units of 8", offset == eight * (row * q + run));
    p.claim("is aligned", rem(offset, eight) == zero);
  });
  Integer const pair = p.integer("pair"), two{held_run};
  p.part("a pair", {row >= zero, q >= zero, pair >= zero}, [&] {
    auto const offset = p.shipped("result_offset", [&] { return result_offset(row, eight * q, two * pair); });
    p.have("in units of 2", offset == two * (row * q * Integer(stored_run / held_run) + pair));
    p.claim("is aligned", rem(offset, two) == zero);
  });
}

/// O4: element (i, j) of `runs` runs, `pitch` apart, is below elements_spanned(); operands and the result.
void offsets_are_in_bounds(Proof& p) {
  Integer const runs = p.integer("runs"), run = p.integer("run"), pitch = p.integer("pitch");
  Integer const i = p.integer("i"), j = p.integer("j");
  p.part("an element", {i >= zero, i < runs, j >= zero, j < run, pitch >= run}, [&] {
    auto const offset = p.shipped("result_offset", [&] { return result_offset(i, pitch, j); });
    auto const spanned = p.shipped("elements_spanned", [&] { return elements_spanned(runs, run, pitch); });
    Integer const left = p.define("left", runs - one - i);
    p.have("not beyond the last run", (runs - one) * pitch == i * pitch + left * pitch);
    p.have("distances", both(i * pitch >= zero, left * pitch >= zero),
           {p.lemmas().nonnegative.at(i, pitch), p.lemmas().nonnegative.at(left, pitch)});
    p.claim("is in bounds", both(offset >= zero, offset < spanned));
  });
}

/// O4: the factor of a line and a part of K is one of those that the call asks for, and all columns of a piece have one.
void factors_are_in_bounds(Proof& p, ClusterTile const& sizes) {
  Integer const lines = p.integer("lines"), line_step = p.integer("line_step"), parts = p.integer("parts"),
                part_step = p.integer("part_step"), line = p.integer("line"), part = p.integer("part"),
                groups = p.integer("groups"), group_step = p.integer("group_step"),
                group = p.integer("group");
  p.part(
      "a factor",
      {line >= zero, line < lines, part >= zero, part < parts, group >= zero, group < groups,
       line_step >= zero, part_step >= zero, group_step >= zero},
      [&] {
        auto const& lemma = p.lemmas();
        auto const offset = p.shipped("scale_offset", [&] {
          return scale_offset(line, line_step, part, part_step, group, group_step);
        });
        auto const spanned = p.shipped("scales_spanned", [&] {
          return scales_spanned(lines, line_step, parts, part_step, groups, group_step);
        });
        Integer const below = p.define("below", lines - one - line),
                      after = p.define("after", parts - one - part),
                      behind = p.define("behind", groups - one - group);
        p.have("not beyond the last line", (lines - one) * line_step == line * line_step + below * line_step);
        p.have("not beyond the last part", (parts - one) * part_step == part * part_step + after * part_step);
        p.have("not beyond the last group",
               (groups - one) * group_step == group * group_step + behind * group_step);
        p.have("distances along the groups", both(group * group_step >= zero, behind * group_step >= zero),
               {lemma.nonnegative.at(group, group_step), lemma.nonnegative.at(behind, group_step)});
        p.have("distances along the lines", both(line * line_step >= zero, below * line_step >= zero),
               {lemma.nonnegative.at(line, line_step), lemma.nonnegative.at(below, line_step)});
        p.have("distances along the parts", both(part * part_step >= zero, after * part_step >= zero),
               {lemma.nonnegative.at(part, part_step), lemma.nonnegative.at(after, part_step)});
        p.claim("is where the call says", offset == line * line_step + part * part_step + group * group_step);
        p.claim("is in bounds", both(offset >= zero, offset < spanned));
        p.claim("of which the last is one", spanned == scale_offset(lines - one, line_step, parts - one,
                                                                    part_step, groups - one, group_step) +
                                                           one);
      });
  p.part("a later factor", {}, [&] {
    Integer const more = p.integer("more"), later = p.integer("later");
    auto const offset = scale_offset(line, line_step, part, part_step, group, group_step);
    auto const further =
        p.shipped("later_offset", [&] { return later_offset(offset, more, line_step, later, part_step); });
    p.claim("is where so many lines and parts further are",
            further == scale_offset(line + more, line_step, part + later, part_step, group, group_step));
  });
  Integer const columns(sizes.scaled), block(scaled_block), N = p.integer("N"), n = p.integer("n"),
                                                            piece = p.integer("piece");
  p.part(
      "a column", {n >= zero, n < N, piece >= zero, piece * columns <= n, n < (piece + one) * columns}, [&] {
        auto const of_piece = p.shipped("scaled_block_of", [&] { return scaled_block_of(piece, columns); });
        p.claim("is in its piece's block", of_piece == quot(n, block));
        p.claim("which is one of them", both(of_piece >= zero, of_piece < tiles_over(N, block)));
      });
}

/// O2: of a gated tile, the boxes of the first operand come first, and as many of the other behind them, of the same lines.
void operands_have_boxes(Proof& p) {
  Integer const operand = p.integer("operand"), boxes = p.integer("boxes"), own = p.integer("own");
  auto const box_of_the_tile = [&] {
    Integer const box = p.define("box", operand * boxes + own);
    p.have("as two digits", both(quot(box, boxes) == operand, rem(box, boxes) == own),
           {p.lemmas().divide.at(box, operand, own, boxes)});
    return box;
  };
  p.part("a box of an operand's", {operand >= zero, boxes > zero, own >= zero, own < boxes}, [&] {
    Integer const box = box_of_the_tile();
    auto const found = p.shipped("operand_of_box", [&] { return operand_of_box(box, boxes); });
    p.claim("is that operand's", found == operand);
  });
  p.part("its number", {operand >= zero, boxes > zero, own >= zero, own < boxes}, [&] {
    Integer const box = box_of_the_tile();
    auto const found = p.shipped("box_of_operand", [&] { return box_of_operand(box, boxes); });
    p.claim("is the same in either operand", found == own);
  });
}

/// O4: the coordinates of every box fit 32 bits, for sizes that the call accepts.
void coordinates_fit(Proof& p, ClusterTile const& sizes) {
  Integer const tile_m(sizes.m), tile_n(sizes.n), tile_k(sizes.k), cluster(sizes.cluster);
  Integer const M = p.integer("M"), t = p.integer("t"), rank = p.integer("rank");
  Integer const most{0x7FFFFFFF - 1024}, limit{0x7FFFFFFF};
  p.part("the rows of a block", {M > zero, M <= most, t >= zero, rank >= zero, rank < cluster}, [&] {
    auto const grid = tiles_over(M, tile_m * cluster);
    p.suppose(t < grid);
    auto const first = p.shipped("first_row", [&] { return first_row(t, cluster, rank, tile_m); });
    p.claim("have numbers of 32 bits", both(first >= zero, first + tile_m <= limit));
  });
  for (Integer const& tile : {tile_n, tile_k})
    p.part("a tile of " + std::to_string(tile.numeral()), {M > zero, M <= most, t >= zero}, [&] {
      p.suppose(t < tiles_over(M, tile));
      p.claim("ends at a number of 32 bits", (t + one) * tile <= limit);
    });
}

/// O9: two elements of the result have two offsets.
void elements_have_places(Proof& p) {
  Integer const pitch = p.integer("pitch"), columns = p.integer("columns"), i = p.integer("i"),
                j = p.integer("j"), k = p.integer("k"), l = p.integer("l");
  p.part("two elements at one offset", {columns <= pitch, j >= zero, j < columns, l >= zero, l < columns},
         [&] {
           auto const one_offset = p.shipped("result_offset", [&] { return result_offset(i, pitch, j); });
           p.suppose(one_offset == result_offset(k, pitch, l));
           p.claim("are one", both(i == k, j == l), {p.lemmas().unique.at(i, j, k, l, pitch)});
         });
}

/// O10: every part of K is in one split, and the coordinates of those that splits have past the end fit 32 bits.
void splits_cover_parts(Proof& p, ClusterTile const& sizes) {
  Integer const all = p.integer("all"), splits = p.integer("splits"), part = p.integer("part");
  p.part("a part", {all > zero, splits > zero, part >= zero, part < all}, [&] {
    auto const& lemma = p.lemmas();
    auto const own = p.shipped("tiles_over", [&] { return tiles_over(all, splits); });
    Integer const parts = p.define("parts", own);
    p.have("a split has some", parts > zero, {lemma.euclid.at(all + splits - one, splits)});
    p.have("together they have all", all <= splits * parts, {lemma.euclid.at(all + splits - one, splits)});
    Integer const split = p.define("split", quot(part, parts)), within = p.define("within", rem(part, parts));
    p.have("its place", both(split * parts + within == part, within >= zero, within < parts),
           {lemma.euclid.at(part, parts)});
    p.claim("is in a split", both(split >= zero, split < splits),
            {lemma.quotient_range.at(part, parts, splits)});
    auto const first = p.shipped("first_part", [&] { return first_part(split, parts); });
    p.claim("of that split", both(first <= part, part < first + parts));
  });
  Integer const s = p.integer("s"), t = p.integer("t"), parts = p.integer("parts");
  p.part("two splits that have one part", {parts > zero, part >= zero}, [&] {
    auto const first = p.shipped("first_part", [&] { return first_part(s, parts); });
    auto const second = first_part(t, parts);
    p.suppose(both(first <= part, part < first + parts, second <= part, part < second + parts));
    p.claim("are one", s == t, {p.lemmas().unique.at(s, part - s * parts, t, part - t * parts, parts)});
  });
  Integer const K = p.integer("K"), tile_k(sizes.k), most{0x7FFFFFFF - (1 << 18)}, limit{0x7FFFFFFF};
  p.part("the end of the last split", {K > zero, K <= most, splits > zero, splits <= Integer(1024)}, [&] {
    Integer const all_parts = p.define("all_parts", tiles_over(K, tile_k));
    Integer const own = p.define("own", tiles_over(all_parts, splits));
    p.have("few parts are past the end", splits * own <= all_parts + splits - one,
           {p.lemmas().euclid.at(all_parts + splits - one, splits)});
    p.have("parts end near K", all_parts * tile_k <= K + tile_k - one);
    p.claim("is a number of 32 bits", splits * own * tile_k <= limit);
  });
}

/// O6: the buffers of so many.
void buffers_are_handed_over(Proof& p, int buffers) {
  if (buffers == 1) BufferObligation<ShippedStores, 1>::prove(p);
  if (buffers == 2) BufferObligation<ShippedStores, 2>::prove(p);
  if (buffers == 3) BufferObligation<ShippedStores, 3>::prove(p);
  if (buffers == 4) BufferObligation<ShippedStores, 4>::prove(p);
}

}  // namespace

std::vector<Obligation> symbolic_obligations(ClusterTile const& tile) {
  std::vector<Obligation> all = {
      {"O1.tiles", "for every M each row is one block's of one tile; none is idle",
       [tile](Proof& p) { tiles_cover(p, tile); }},
      {"O1.order", "the order visits each tile of every grid, for every band", order_visits_all},
      {"O1.clusters", "for every number of clusters each tile is taken by one of them, once",
       [tile](Proof& p) { clusters_take_all(p, tile); }},
      {"O1.items",
       "for all numbers of tiles, splits and batches each of them is one item, which is worked on",
       items_cover},
      {"O1.pieces", "for all numbers of tiles and batches each piece of the result is added up by one block",
       [tile](Proof& p) { pieces_cover(p, tile); }},
      {"O3", "where wide stores are chosen, every one is aligned to its width", wide_stores_are_aligned},
      {"O4.offsets", "for all sizes and pitches an element of an operand or of the result is in its memory",
       offsets_are_in_bounds},
      {"O4.coordinates", "for all sizes that the call accepts, every coordinate of a box fits 32 bits",
       [tile](Proof& p) { coordinates_fit(p, tile); }},
      {"O4.workspace",
       "for every number of items the sums of a thread are in the workspace, aligned, where no "
       "other's are",
       [tile](Proof& p) { sums_have_places(p, tile); }},
      {"O6.ring",
       "for every number of stages from 2 on, warps, blocks of a cluster, tiles and parts the roles keep the "
       "ring's "
       "invariant: no read of what has not landed, no write over what is read, no deadlock",
       tile.scaled > 0 ? RingObligation<ApartRoles>::prove : RingObligation<ShippedRoles>::prove},
      {"O9", "for all sizes and pitches two elements of the result have two places", elements_have_places},
      {"O10.splits",
       "for every number of splits each part of K is in one of them, and coordinates past the end fit 32 "
       "bits",
       [tile](Proof& p) { splits_cover_parts(p, tile); }},
  };
  for (auto const& others : {group_obligations(tile), choice_obligations(tile)})
    all.insert(all.end(), others.begin(), others.end());
  if (tile.buffers > 0)
    all.push_back({"O6.buffers",
                   "for every number of boxes a buffer is written to after TMA has read it, and stored after "
                   "all threads have "
                   "written and fenced",
                   [tile](Proof& p) { buffers_are_handed_over(p, tile.buffers); }});
  if (tile.gated)
    all.push_back(
        {"O2.gated",
         "for every number of boxes the first half of them is the first operand's, and the other half "
         "has the same lines of the second",
         operands_have_boxes});
  if (tile.scaled > 0)
    all.push_back({"O4.scales",
                   "for all sizes and steps the factor of a line, a part of K and a group is among those "
                   "that are asked "
                   "for, and a piece's columns have one",
                   [tile](Proof& p) { factors_are_in_bounds(p, tile); }});
  if (tile.told)
    all.push_back(
        {"O6.ring.told",
         "for every number of stages from 2 on, lanes that tell factors, warps, blocks of a cluster, "
         "tiles and parts the roles keep the invariant of a ring whose parts have factors, which are "
         "read when they have come and are not overwritten before they have been",
         RingObligation<ToldRoles>::prove});
  return all;
}

}  // namespace colex::gpu::hopper
