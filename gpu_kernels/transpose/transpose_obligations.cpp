// SPDX-License-Identifier: MIT
// What no law says of the transpose, for every extent, stride and alignment, proved on the functions that the kernel runs:
// the order of tiles, and which words lie in the arrays whole.
#include "gemm/gemm_obligations.hpp"
#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: each tile, of each batch coordinate, is one block's.
void each_tile_is_one_blocks(Proof& p) {
  grouped_order_visits_all(p);
  Integer const block = p.integer("block"), tiles = p.integer("tiles"), batches = p.integer("batches");
  p.part("a block", {tiles > zero, batches > zero, block >= zero, block < batches * tiles}, [&] {
    p.claim("is one tile's, at one batch coordinate",
            both(rem(block, tiles) >= zero, rem(block, tiles) < tiles, quot(block, tiles) >= zero,
                 quot(block, tiles) < batches, block == quot(block, tiles) * tiles + rem(block, tiles)),
            {p.lemmas().euclid.at(block, tiles), p.lemmas().quotient_range.at(block, tiles, batches)});
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
}

}  // namespace

std::vector<Obligation> transpose_obligations(TransposeNumbers const& c) {
  return {{"O1", "each tile of each batch coordinate is one block's", each_tile_is_one_blocks},
          {"O4",
           "every word that is read holds an element of the tile's rows and, read whole, lies in the array; "
           "every element that is stored comes from the row of its coordinate",
           [c](Proof& p) { accesses_are_in_bounds(p, c); }}};
}

}  // namespace colex::gpu
