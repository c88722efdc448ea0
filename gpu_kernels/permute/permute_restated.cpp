// SPDX-License-Identifier: MIT
// The obligations of a permute config as the checker states them, from docs/04_kernels.md and the parameters:
// every extent and stride >= 0 is a symbol. Shares no code with the kernel, the algebra or the prover.
#include <fmt/format.h>

#include "certificate/restate.hpp"
#include "permute/permute_proof.hpp"

namespace colex::gpu {

namespace {

/// O3 of one side: `i` runs along its contiguous mode, `j` across, b over batches; where accesses of V are
/// chosen, V divides the other strides, and a tile begins at a multiple of V.
std::vector<Restated> wide(std::string const& id, long V) {
  auto const offset = [&](std::string const& i) {
    return fmt::format("(+ {0} (* j (* {1} across)) (* b (* {1} batch)))", i, V);
  };
  std::string const start = fmt::format("(= i (* {} q))", V);
  std::vector<Restated> all = {restated(id + ": runs are aligned", "i j b q across batch", {start},
                                        fmt::format("(= 0 (mod {} {}))", offset("i"), V))};
  for (long k = 1; k < V; ++k)
    all.push_back(restated(
        fmt::format("{}: element {} of a run is beside the first", id, k), "i j b q across batch", {start},
        fmt::format("(= {} (+ {} {}))", offset(fmt::format("(+ i {})", k)), offset("i"), k)));
  return all;
}

/// A run of V inside a tile begins at a multiple of V in the array, and ends in the tile.
std::vector<Restated> runs(std::string const& id, long tile, long V) {
  std::string const given = fmt::format("(and (<= 0 (* {0} p)) (< (* {0} p) {1}))", V, tile);
  return {restated(id + ": a run ends in its tile", "p", {given},
                   fmt::format("(<= (* {0} (+ p 1)) {1})", V, tile)),
          restated(id + ": a run begins at a multiple of its length", "t p", {given},
                   fmt::format("(= 0 (mod (+ (* {} t) (* {} p)) {}))", tile, V, V))};
}

/// O4: what a tile moves of its elements is in the array, and all of what is there is moved.
Restated moved(std::string const& id, long tile) {
  return restated(id, "n t p length",
                  {fmt::format("(and (<= 0 t) (< (* {0} t) n) (<= 0 p) (< p {0}))", tile),
                   fmt::format("(= length (ite (< (- n (* {0} t)) {0}) (- n (* {0} t)) {0}))", tile)},
                  fmt::format("(= (< p length) (< (+ (* {} t) p) n))", tile));
}

/// O4: the offset of each element is between 0 and the last one's.
Restated offsets(long rank) {
  std::string names, sum = "0", last = "0";
  std::vector<std::string> given;
  for (long k = 0; k < rank; ++k) {
    names += fmt::format(" n{0} s{0} i{0}", k);
    given.push_back(fmt::format("(<= 0 s{})", k));
    given.push_back(in_range(fmt::format("i{}", k), fmt::format("n{}", k)));
    sum += fmt::format(" (* i{0} s{0})", k);
    last += fmt::format(" (* (- n{0} 1) s{0})", k);
  }
  return restated("O4: an offset is in the array's memory", names, given,
                  fmt::format("(and (<= 0 (+ {0})) (<= (+ {0}) (+ {1})))", sum, last));
}

}  // namespace

std::vector<Restated> restated_permute(nlohmann::ordered_json const& parameters) {
  long const rank = parameters.at("rank"), V = parameters.at("vector_elements");
  std::vector<Restated> all =
      numbering("O1: a block", {{"x", "tiles_x"}, {"y", "tiles_y"}, {"batch", "batches"}});
  for (std::string const side : {"x", "y"}) {
    long const tile = parameters.at("tile_" + side);
    add(all, side_in_tiles("O1." + side, tile));
    add(all, runs("O3." + side, tile, V));
    all.push_back(moved("O4." + side + ": exactly the elements in the array are moved", tile));
    all.push_back(one_place("O9." + side + ": an element is in one tile, at one place", tile));
  }
  for (auto const* side : {"source", "destination"}) add(all, wide(std::string("O3.") + side, V));
  all.push_back(offsets(rank));
  return all;
}

}  // namespace colex::gpu
