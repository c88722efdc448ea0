// SPDX-License-Identifier: MIT
// The obligations of a Hopper GEMM config as the checker states them, from docs/04_kernels.md and the
// parameters: sizes, pitches, bands, clusters, splits, batches, groups and their ends are symbols. Shares no code with the kernel
// or the prover.
#include <fmt/format.h>

#include <array>

#include "certificate/restate.hpp"
#include "hopper/hopper_proof.hpp"

namespace colex::gpu {

namespace {

/// The least `count` of pieces of `piece` that cover `extent`.
std::string cover(std::string const& extent, std::string const& piece, std::string const& count) {
  return fmt::format("(and (<= {0} (* {1} {2})) (< (* {1} (- {2} 1)) {0}))", extent, piece, count);
}

/// O3, O4.offsets and O9: element (row, column) of the result or of an operand is at row pitch + column.
std::vector<Restated> pitched() {
  std::string const offset = "(+ (* i pitch) j)", inside = "(<= columns pitch)";
  return {restated("O3: a run of 8 is aligned where 8 divides the pitch", "row p run", {},
                   "(= 0 (mod (+ (* row (* 8 p)) (* 8 run)) 8))"),
          restated("O3: a pair is aligned where 8 divides the pitch", "row p pair", {},
                   "(= 0 (mod (+ (* row (* 8 p)) (* 2 pair)) 2))"),
          restated("O4.offsets: an element is in its memory", "rows columns pitch i j",
                   {in_range("i", "rows"), in_range("j", "columns"), inside},
                   fmt::format("(and (<= 0 {0}) (<= {0} (+ (* (- rows 1) pitch) (- columns 1))))", offset)),
          restated("O9: two elements have two places", "columns pitch i j k l",
                   {in_range("j", "columns"), in_range("l", "columns"), inside,
                    fmt::format("(= {} (+ (* k pitch) l))", offset)},
                   "(and (= i k) (= j l))")};
}

/// O4.coordinates: TMA counts in 32 bits; the call accepts 2^31 - 1025 rows, columns or k.
std::vector<Restated> coordinates(std::array<long, 3> const& tile, long cluster) {
  constexpr long most = 0x7FFFFFFF - 1024, limit = 0x7FFFFFFF;
  std::string const accepted = fmt::format("(and (< 0 extent) (<= extent {}))", most);
  std::vector<Restated> all;
  for (auto const& [id, pieces, size] :
       {std::tuple("M", cluster, tile[0]), {"N", 1L, tile[1]}, {"K", 1L, tile[2]}})
    all.push_back(restated(
        fmt::format("O4.coordinates, {}: a tile ends at a number of 32 bits", id), "extent tiles t rank",
        {accepted, cover("extent", std::to_string(pieces * size), "tiles"), in_range("t", "tiles"),
         in_range("rank", std::to_string(pieces))},
        fmt::format("(<= (+ (* {} t) (* {} rank) {}) {})", pieces * size, size, size, limit)));
  return all;
}

/// O4.scales: the factor of a line, a part and a group is among those spanned, and the columns of a tile are in one block of 128.
std::vector<Restated> factors(long columns) {
  std::string const offset = "(+ (* line by) (* part step) (* group over))";
  return {
      restated(
          "O4.scales: a factor is in its memory", "lines parts groups by step over line part group",
          {in_range("line", "lines"), in_range("part", "parts"), in_range("group", "groups"), "(<= 0 by)",
           "(<= 0 step)", "(<= 0 over)"},
          fmt::format(
              "(and (<= 0 {0}) (<= {0} (+ (* (- lines 1) by) (* (- parts 1) step) (* (- groups 1) over))))",
              offset)),
      restated("O4.scales: from a factor so many lines and parts further is theirs",
               "by step over line part group more later", {},
               fmt::format("(= (+ {} (* more by) (* later step)) (+ (* (+ line more) by) (* (+ part later) "
                           "step) (* group over)))",
                           offset)),
      restated("O4.scales: the columns of a piece have one", "t i block",
               {in_range("i", std::to_string(columns)), "(<= 0 t)",
                fmt::format("(<= (* 128 block) (* {} t))", columns),
                fmt::format("(< (* {} t) (* 128 (+ block 1)))", columns)},
               fmt::format("(and (<= (* 128 block) (+ (* {0} t) i)) (< (+ (* {0} t) i) (* 128 (+ block 1))))",
                           columns))};
}

/// O2.gated: line `l` of box `box` of either operand, the second's boxes behind the first's, which has all columns.
std::vector<Restated> halves(long columns, long box_lines) {
  return {restated(
      "O2.gated: a line of a tile is one column's, of one operand", "operand box l",
      {in_range("operand", "2"), in_range("box", std::to_string(columns / box_lines)),
       in_range("l", std::to_string(box_lines))},
      fmt::format(
          "(let ((line (+ (* {1} (+ box (* operand {2}))) l)) (column (+ (* {1} box) l))) (and (= line (+ "
          "column (* operand {0}))) (= operand (div line {0})) (= column (mod line {0}))))",
          columns, box_lines, columns / box_lines))};
}

/// O10.splits: `all` parts of K are dealt out, `own` to each split, fewer to the last ones.
std::vector<Restated> splits(long tile_k) {
  constexpr long most = 0x7FFFFFFF - (1 << 18), limit = 0x7FFFFFFF;
  std::string const dealt = cover("all", "splits", "own"), some = "(and (< 0 splits) (<= splits 1024))";
  return {
      restated("O10.splits: a part is in a split", "all own splits split within",
               {some, dealt, "(<= 0 split)", in_range("within", "own"), "(< (+ (* own split) within) all)"},
               "(< split splits)"),
      restated("O10.splits: parts past the end have numbers of 32 bits", "K all own splits",
               {fmt::format("(and (< 0 K) (<= K {}))", most), some, cover("K", std::to_string(tile_k), "all"),
                dealt},
               fmt::format("(<= (* {} (* splits own)) {})", tile_k, limit))};
}

/// O1.groups and O4.groups: a group ends where it is stated, but not before it begins, nor behind the last row; the next one
/// begins there. Rows and items alike lie from begin(g) up to begin(g + 1).
std::vector<Restated> groups(long tile_m, long cluster) {
  constexpr long most = 0x7FFFFFFF - 1024, limit = 0x7FFFFFFF;
  long const lines = tile_m * cluster;
  std::string const covered = cover("(- end start)", std::to_string(lines), "tiles");
  Restated one = restated(
      "O1.groups: a row, or an item, belongs to one group", "g h x",
      {"(and (<= (begin g) x) (< x (begin (+ g 1))))", "(and (<= (begin h) x) (< x (begin (+ h 1))))",
       "(=> (< g h) (<= (begin (+ g 1)) (begin h)))", "(=> (< h g) (<= (begin (+ h 1)) (begin g)))"},
      "(= g h)");
  one.script.insert(one.script.find("(declare"), "(declare-fun begin (Int) Int)\n");
  return {one,
          restated("O1.groups: a group's rows are inside, whatever is stated", "rows start stated end",
                   {"(and (<= 0 start) (<= start rows))",
                    "(= end (ite (< stated start) start (ite (< rows stated) rows stated)))"},
                   "(and (<= start end) (<= end rows))"),
          restated("O1.groups: a row of a group is in one of its tiles", "start end tiles row t within",
                   {covered, "(and (<= start row) (< row end))", in_range("within", std::to_string(lines)),
                    fmt::format("(= row (+ start (* {} t) within))", lines)},
                   in_range("t", "tiles")),
          restated("O4.groups: a tile's rows have numbers of 32 bits", "rows start end tiles t rank",
                   {fmt::format("(and (<= 0 start) (<= start end) (<= end rows) (<= rows {}))", most),
                    covered, in_range("t", "tiles"), in_range("rank", std::to_string(cluster))},
                   fmt::format("(<= (+ start (* {} t) (* {} rank) {}) {})", lines, tile_m, tile_m, limit)),
          restated("O4.groups: rows of tiles of so many groups", "start end tiles above number",
                   {"(<= start end)", covered,
                    fmt::format("(<= (* {} above) (+ start (* {} number)))", lines, lines - 1)},
                   fmt::format("(<= (* {} (+ above tiles)) (+ end (* {} (+ number 1))))", lines, lines - 1))};
}

/// O6.buffers: box n, whose buffer is number n mod `buffers`, is written when all but the last `buffers` - 1 before it have
/// been read.
std::vector<Restated> handed_over(long buffers) {
  return {restated("O6.buffers: the box before in a buffer has been read", "n m",
                   {"(<= 0 m)", "(< m n)", fmt::format("(= (mod n {0}) (mod m {0}))", buffers)},
                   fmt::format("(< m (- n {}))", buffers - 1))};
}

}  // namespace

std::vector<Restated> restated_hopper(nlohmann::ordered_json const& parameters) {
  std::array<long, 3> const tile = parameters.at("tile");
  long const cluster = parameters.at("cluster"), columns = parameters.at("columns");
  auto const ranks = parameters.at("cluster").dump(), warpgroups = parameters.at("warpgroups").dump(),
             quads = std::to_string(columns / 8);
  std::vector<Restated> all = side_in_tiles("O1.tiles, M", tile[0] * cluster);
  add(all, numbering("O1.tiles: rows of a block", {{"rank", ranks}, {"tile", "tiles"}}));
  all.push_back(one_place("O1.tiles: one tile along M", tile[0]));
  add(all, grouped_rows("O1.order"));
  add(all, numbering("O1.clusters: a tile", {{"cluster", "clusters"}, {"lap", "laps"}}));
  add(all, numbering("O1.clusters: a block", {{"rank", ranks}, {"cluster", "clusters"}}));
  add(all, numbering("O1.items", {{"tile", "tiles"}, {"split", "splits"}, {"batch", "batches"}}));
  add(all, numbering("O1.pieces", {{"group", "groups"},
                                   {"warp", "4"},
                                   {"warpgroup", warpgroups},
                                   {"rank", ranks},
                                   {"tile", "tiles"},
                                   {"batch", "batches"}}));
  add(all, numbering("O4.workspace", {{"sum", "4"},
                                      {"thread", "128"},
                                      {"quad", quads},
                                      {"warpgroup", warpgroups},
                                      {"rank", ranks},
                                      {"item", "items"}}));
  add(all, pitched());
  add(all, coordinates({tile[0], columns, tile[2]}, cluster));
  add(all, groups(tile[0], cluster));
  if (parameters.at("scaled").get<bool>()) add(all, factors(parameters.at("piece_columns")));
  if (parameters.at("gated").get<bool>())
    add(all, halves(columns, tile[1] / parameters.at("b").at("boxes").get<long>()));
  if (long const buffers = parameters.at("buffers"); buffers > 0) add(all, handed_over(buffers));
  add(all, splits(tile[2]));
  add(all, numbering("O10.splits: a part", {{"within", "own"}, {"split", "splits"}}));
  return all;
}

}  // namespace colex::gpu
