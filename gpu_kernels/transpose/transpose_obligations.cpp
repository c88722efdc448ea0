// SPDX-License-Identifier: MIT
// The obligations of the transpose for every extent, stride and alignment, proved on the index functions that
// the kernel runs.
#include "gemm/gemm_obligations.hpp"
#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: each word of each column is in one tile, and each tile is one block's.
void blocks_cover_each_word_once(Proof& p, TransposeNumbers const& c) {
  Integer const W(c.tile.word), R(c.tile.reach), X(c.tile.x), Y(c.tile.y);
  Integer const ny = p.integer("ny"), k = p.integer("k"), shift = p.integer("shift");
  p.part("word k of a column, which has an element of the array",
         {k >= zero, shift >= zero, shift < R, k * W - shift<ny, ny> zero}, [&] {
           auto const tiles = p.shipped("tiles_along", [&] { return tiles_along(ny + (R - one), Y); });
           Integer const tile = p.define("tile", quot(k * W, Y)), place = p.define("place", rem(k * W, Y));
           p.claim("its tile is in the grid", both(tile >= zero, tile < tiles));
           p.claim("it lies in the tile whole", place + W <= Y);
         });
  Integer const nx = p.integer("nx"), x = p.integer("x");
  p.part("a column", {x >= zero, x < nx}, [&] {
    auto const tiles = p.shipped("tiles_along", [&] { return tiles_along(nx, X); });
    Integer const tile = p.define("tile", quot(x, X));
    p.claim("its tile is in the grid", both(tile >= zero, tile < tiles));
    p.claim("no tile is idle", (tiles - one) * X < nx);
  });
  grouped_order_visits_all(p);
  Integer const block = p.integer("block"), tiles = p.integer("tiles"), batches = p.integer("batches");
  p.part("a block", {tiles > zero, batches > zero, block >= zero, block < batches * tiles}, [&] {
    p.claim("is one tile's, at one batch coordinate",
            both(rem(block, tiles) >= zero, rem(block, tiles) < tiles, quot(block, tiles) >= zero,
                 quot(block, tiles) < batches, block == quot(block, tiles) * tiles + rem(block, tiles)),
            {p.lemmas().euclid.at(block, tiles), p.lemmas().quotient_range.at(block, tiles, batches)});
  });
}

/// O3 of the source: a row's words begin at multiples of W, and the rows of a line are misaligned alike.
void rows_are_read_aligned(Proof& p, TransposeNumbers const& c) {
  Integer const W(c.tile.word), R(c.tile.reach), lines(c.tile.threads / c.tile.row_lanes),
      reach_words(c.tile.reach / c.tile.word);
  Integer const lead = p.integer("lead"), base = p.integer("base"), a = p.integer("a"), b = p.integer("b"),
                q = p.integer("q"), r = p.integer("r"), row = p.integer("row"), word = p.integer("word");
  std::vector<Boolean> const given{lead >= zero, base >= zero, r >= zero, r < W, row >= zero, word >= zero};
  p.part("a word of a row", given, [&] {
    Integer const before = p.define("before", lead + base + r * (row + one));
    p.have("is not negative", before >= zero, {p.lemmas().nonnegative.at(r, row + one)});
    auto const shift = p.shipped("misalignment", [&] { return misalignment(lead + base, r, row + one, W); });
    Integer const whole = p.define("whole", quot(before, W));
    Integer const left = p.define("left", before - whole * W);
    p.have("what is left", both(left >= zero, left < W), {p.lemmas().euclid.at(before, W)});
    p.have("the shift", shift == left, {p.lemmas().divide.at(lead + base + r * (row + one), whole, left, W)});
    p.have("before", before == whole * W + shift);
    Integer const y = p.define("y", row_coordinate(W * b, row, R)), yq = p.define("yq", y * q),
                  yr = p.define("yr", y * r), br = p.define("br", b * r);
    p.have("the rows before it", yr == W * br + r * (row + one) - R * r);
    p.have("by its stride", y * (W * q + r) == W * yq + yr);
    Integer const offset = element_at(base, W * a, one, y, W * q + r);
    p.have("its offset", offset == base + W * a + W * yq + yr);
    auto const start = word_start(offset, shift, word * W);
    Integer const words = p.define("words", whole + a + yq + br - reach_words * r + word);
    p.have("in words", lead + start == words * W + zero);
    p.claim("begins at a multiple of its size", rem(lead + start, W) == zero,
            {p.lemmas().divide.at(lead + start, words, zero, W)});
    p.claim("the first word has the row's first element", both(shift >= zero, shift < W));
  });
  p.part("another row of the line", given, [&] {
    Integer const step = p.integer("step");
    p.suppose(step >= zero);
    Integer const before = p.define("before", lead + base + r * (row + one)),
                  further = p.define("further", r * step);
    p.have("is not negative", both(before >= zero, further >= zero),
           {p.lemmas().nonnegative.at(r, row + one), p.lemmas().nonnegative.at(r, step)});
    Integer const per_word(c.tile.threads / c.tile.row_lanes / c.tile.word),
        there = p.define("there", before + lines * further);
    p.have("further by whole words", lead + base + r * (row + lines * step + one) == there);
    Integer const whole = p.define("whole", quot(before, W)),
                  more = p.define("more", whole + per_word * further);
    auto const shift = p.shipped("misalignment", [&] { return misalignment(lead + base, r, row + one, W); });
    Integer const left = p.define("left", before - whole * W);
    p.have("what is left", both(left >= zero, left < W), {p.lemmas().euclid.at(before, W)});
    p.have("the shift", shift == left, {p.lemmas().divide.at(lead + base + r * (row + one), whole, left, W)});
    p.have("before", before == whole * W + shift);
    p.have("and there", there == more * W + shift);
    auto const other = misalignment(lead + base, r, row + lines * step + one, W);
    p.claim("has the same shift", other == shift,
            {p.lemmas().divide.at(lead + base + r * (row + lines * step + one), more, shift, W)});
  });
}

/// O3 of the destination: a column's words begin at multiples of W, and those of a line are misaligned alike.
void columns_are_stored_aligned(Proof& p, TransposeNumbers const& c) {
  Integer const W(c.tile.word), R(c.tile.reach), lines(c.tile.threads / c.tile.column_lanes),
      reach_words(c.tile.reach / c.tile.word);
  Integer const lead = p.integer("lead"), base = p.integer("base"), a = p.integer("a"), b = p.integer("b"),
                q = p.integer("q"), r = p.integer("r"), line = p.integer("line"), step = p.integer("step"),
                word = p.integer("word");
  p.part(
      "a word of a column",
      {lead >= zero, base >= zero, r >= zero, r < R, line >= zero, step >= zero, word >= zero}, [&] {
        Integer const per_reach(c.tile.threads / c.tile.column_lanes / c.tile.reach);
        Integer const before = p.define("before", lead + base + r * line), rs = p.define("rs", r * step);
        p.have("is not negative", both(before >= zero, rs >= zero),
               {p.lemmas().nonnegative.at(r, line), p.lemmas().nonnegative.at(r, step)});
        auto const shift = p.shipped("misalignment", [&] { return misalignment(lead + base, r, line, R); });
        Integer const whole = p.define("whole", quot(before, R));
        Integer const left = p.define("left", before - whole * R);
        p.have("what is left", both(left >= zero, left < R), {p.lemmas().euclid.at(before, R)});
        p.have("the shift", shift == left, {p.lemmas().divide.at(lead + base + r * line, whole, left, R)});
        p.have("before", before == whole * R + shift);
        Integer const x = p.define("x", R * a + (line + lines * step)), xq = p.define("xq", x * q),
                      xr = p.define("xr", x * r), ar = p.define("ar", a * r);
        p.have("the columns before it", xr == R * ar + r * line + lines * rs);
        p.have("by their stride", x * (R * q + r) == R * xq + xr);
        Integer const offset = element_at(base, x, R * q + r, R * b, one);
        p.have("its offset", offset == base + R * xq + xr + R * b);
        auto const start = word_start(offset, shift, word * W);
        Integer const words = p.define("words", reach_words * (whole + xq + ar + per_reach * rs + b) + word);
        p.have("in words", lead + start == words * W + zero);
        p.claim("begins at a multiple of its size", rem(lead + start, W) == zero,
                {p.lemmas().divide.at(lead + start, words, zero, W)});
      });
}

/// O4: what is read and stored lies in the arrays.
void accesses_are_in_bounds(Proof& p, TransposeNumbers const& c) {
  Integer const W(c.tile.word), R(c.tile.reach);
  Integer const at = p.integer("at"), stride = p.integer("stride"), across = p.integer("across"),
                elements = p.integer("elements"), row = p.integer("row"), rows = p.integer("rows"),
                shift = p.integer("shift"), word = p.integer("word");
  p.part("a word that holds an element of a row",
         {across >= one, row >= zero, row < rows, shift >= zero, shift < W, word >= zero,
          word * W - shift < across},
         [&] {
           Integer const left = p.define("left", rows - one - row), back = zero - stride;
           Integer const last = at + (rows - one) * stride, offset = at + row * stride;
           p.have("parts", (rows - one) * stride == row * stride + left * stride);
           p.have("upwards", either(stride < zero, both(row * stride >= zero, left * stride >= zero)),
                  {p.lemmas().nonnegative.at(row, stride), p.lemmas().nonnegative.at(left, stride)});
           p.have("opposite", both(row * back == zero - row * stride, left * back == zero - left * stride));
           p.have("downwards", either(stride >= zero, both(row * stride <= zero, left * stride <= zero)),
                  {p.lemmas().nonnegative.at(row, back), p.lemmas().nonnegative.at(left, back)});
           bool const inside =
               p.shipped("words_lie_inside", [&] { return words_lie_inside(at, last, across, elements, W); });
           auto const start = word_start(offset, shift, word * W);
           p.claim("holds one", both(start<offset + across, start + W> offset));
           if (inside)
             p.claim("lies in the array where it is read whole", both(start >= zero, start + W <= elements));
         });
  Integer const y0 = p.integer("y0"), ny = p.integer("ny"), j = p.integer("j"), k = p.integer("k");
  p.part("an element of a word that is stored",
         {y0 >= zero, shift >= zero, shift < R, k >= zero, k * W < Integer(c.tile.y), j >= zero, j < W,
          y0 + k * W - shift + j >= zero, y0 + k * W - shift + j < ny},
         [&] {
           auto const from = p.shipped("first_row", [&] { return first_row(k, shift, j, W, R); });
           p.claim("is of its row's coordinate", row_coordinate(y0, from, R) == y0 + k * W - shift + j);
           p.claim("comes from a row that the tile keeps",
                   both(from >= zero, from < Integer(c.tile.y) + R - one));
           p.claim("whose coordinate is in the array",
                   both(row_coordinate(y0, from, R) >= zero, row_coordinate(y0, from, R) < ny));
           p.claim("not before the tile where the columns are aligned, or the tile is the first",
                   either(both(shift != zero, y0 != zero), from >= R - one));
         });
  Integer const early = p.integer("early"), b = p.integer("b");
  p.part("a word of a tile that begins in its column",
         {b >= zero, shift >= zero, shift <= early, early < R, k >= zero, k * W < Integer(c.tile.y),
          b * Integer(c.tile.y) + k * W - shift < ny},
         [&] {
           Integer const Y(c.tile.y), from = p.define("from", b * Y);
           bool const inside =
               p.shipped("columns_lie_inside", [&] { return columns_lie_inside(from, early, Y, ny, W); });
           Integer const begin = from + k * W - shift, words = p.define("words", quot(ny, W));
           p.have("words of the column", both(ny == words * W + rem(ny, W), rem(ny, W) >= zero),
                  {p.lemmas().euclid.at(ny, W)});
           if (inside) p.claim("lies in it", both(begin >= zero, begin + W <= ny));
           if (!inside)
             p.claim("or the tile is at an end",
                     either(from < early, both(ny < from + Y, either(early > zero, rem(ny, W) > zero))));
         });
  Integer const digit = p.integer("digit"), extent = p.integer("extent");
  p.part("a mode's share of an offset", {digit >= zero, digit < extent}, [&] {
    Integer const left = extent - one - digit, back = zero - stride;
    p.have("parts", (extent - one) * stride == digit * stride + left * stride);
    p.have("forward", either(stride < zero, both(digit * stride >= zero, left * stride >= zero)),
           {p.lemmas().nonnegative.at(digit, stride), p.lemmas().nonnegative.at(left, stride)});
    p.have("opposite", both(digit * back == zero - digit * stride, left * back == zero - left * stride));
    p.have("backward", either(stride >= zero, both(digit * stride <= zero, left * stride <= zero)),
           {p.lemmas().nonnegative.at(digit, back), p.lemmas().nonnegative.at(left, back)});
    p.claim("is at least 0, or its lowest",
            either(digit * stride >= zero, digit * stride >= (extent - one) * stride));
    p.claim("is at most 0, or its highest",
            either(digit * stride <= zero, digit * stride <= (extent - one) * stride));
  });
}

/// O9: an element of a column is in one word, at one place of it.
void elements_are_stored_once(Proof& p, TransposeNumbers const& c) {
  Integer const W(c.tile.word), R(c.tile.reach), k = p.integer("k"), j = p.integer("j"), m = p.integer("m"),
                                                 i = p.integer("i"), shift = p.integer("shift");
  p.part("two places of one element", {j >= zero, j < W, i >= zero, i < W, shift >= zero, shift < R}, [&] {
    auto const row = p.shipped("first_row", [&] { return first_row(k, shift, j, W, R); });
    p.claim("are one", either(row != first_row(m, shift, i, W, R), both(k == m, j == i)));
  });
  Integer const step = p.integer("step"), other = p.integer("other");
  p.part("two steps of a word", {step >= zero, step < W, other >= zero, other < W, shift >= zero, shift < W},
         [&] {
           auto const element = p.shipped("element_at_step", [&] { return element_at_step(step, shift, W); });
           p.claim("gather an element of it", both(element >= zero, element < W));
           p.claim("each its own", either(element != element_at_step(other, shift, W), step == other));
         });
}

}  // namespace

std::vector<Obligation> transpose_obligations(TransposeNumbers const& c) {
  return {{"O1",
           "for all extents and misalignments each word of each column is in one tile, and each tile of each "
           "batch coordinate is one block's",
           [c](Proof& p) { blocks_cover_each_word_once(p, c); }},
          {"O3.source",
           "for every stride, origin and address a row's words are read at multiples of their size, and the "
           "rows of a line are misaligned alike",
           [c](Proof& p) { rows_are_read_aligned(p, c); }},
          {"O3.destination",
           "for every stride, origin and address a column's words are stored at multiples of their size",
           [c](Proof& p) { columns_are_stored_aligned(p, c); }},
          {"O4",
           "every word that is read holds an element of the tile's rows and, read whole, lies in the array; "
           "every element that is stored comes from the row of its coordinate",
           [c](Proof& p) { accesses_are_in_bounds(p, c); }},
          {"O9", "each element is stored by one word of its column",
           [c](Proof& p) { elements_are_stored_once(p, c); }}};
}

}  // namespace colex::gpu
