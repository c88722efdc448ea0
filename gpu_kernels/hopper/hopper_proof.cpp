// SPDX-License-Identifier: MIT
#include "hopper/hopper_proof.hpp"

#include <fmt/format.h>

#include "certificate/describe.hpp"
#include "hopper/hopper_obligations.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

Json described_operand(HopperOperand const& tile) {
  return {{"contiguous", tile.major == hopper::Major::k ? "k" : "line"},
          {"lines", tile.lines},
          {"box", {tile.box_width, tile.box_height}},
          {"boxes", tile.boxes},
          {"stride_bytes", tile.stride_offset},
          {"leading_bytes", tile.leading_offset},
          {"step_bytes", tile.step_offset}};
}

/// Where the lanes of a warpgroup's first warp put their rows of a box: of each half and group of columns.
Json described_places(HopperNumbers const& c) {
  Json places = Json::array();
  for (int half = 0; half < (c.buffers > 0 ? 2 : 0); ++half)
    for (int group = 0; group < hopper::groups_in_box; ++group) {
      Json of_lanes = Json::array();
      for (int lane = 0; lane < 32; ++lane) of_lanes.push_back(c.box_place(lane, half, group));
      places.push_back(of_lanes);
    }
  return places;
}

Json describe(std::string const& config) {
  HopperNumbers const& c = *find_named(hopper_configs(), config);
  return {{"element", hopper::name_of(c.element)},
          {"element_bytes", hopper::bytes_of(c.element)},
          {"result_bytes", hopper::bytes_of(hopper::result_of(c.element))},
          {"tile", {c.M, c.N, c.K}},
          {"columns", c.columns},
          {"piece_columns", c.piece_columns},
          {"gated", c.gated},
          {"scaled", hopper::promotes(c.element)},
          {"stages", c.stages},
          {"cluster", c.cluster},
          {"band", c.band},
          {"threads", c.threads},
          {"warpgroups", c.consumers},
          {"stage_bytes", c.stage_bytes},
          {"shared_bytes", c.shared_bytes},
          {"told_stages", c.told_stages},
          {"factors", c.factors},
          {"swizzle", "128B"},
          {"a", described_operand(c.a)},
          {"b", described_operand(c.b)},
          {"held", described(*c.held)},
          {"stored", described(*c.stored)},
          {"buffers", c.buffers},
          {"box_places", described_places(c)}};
}

Claims claims(std::string const& config) {
  auto const* const known = find_named(hopper_configs(), config);
  hopper::ClusterTile const tile{known->M,
                                 known->columns,
                                 known->K,
                                 known->cluster,
                                 hopper::promotes(known->element) ? known->piece_columns : 0,
                                 known->gated,
                                 known->buffers,
                                 known->factors > 0};
  Claims c;
  c.symbolic = {"M", "N", "K", "pitches", "clusters", "band", "splits", "batches", "groups", "ends"};
  c.bound = "every size, pitch, band and number of clusters, splits, batches and groups, wherever these end";
  c.subject = fmt::format(
      "tiles {} {} {}, cluster {}{}{}{}{}", tile.m, tile.n, tile.k, tile.cluster,
      tile.scaled > 0 ? fmt::format(", scaled by {}", tile.scaled) : "", tile.gated ? ", gated" : "",
      tile.buffers > 0 ? fmt::format(", buffers {}", tile.buffers) : "", tile.told ? ", told" : "");
  c.obligations = hopper::symbolic_obligations(tile);
  c.enumerated = hopper::finite_obligations(*known);
  c.derived = {
      {"O4.boxes",
       "elements of a box outside the matrix read as zero, in both operands, so that their products are "
       "zero; those inside are in the operand's memory by O4.offsets"},
      {"O4.lines",
       "what lies in a stage where no box comes, beyond the lines of an operand with fewer than a box has, "
       "is read by "
       "wgmma into sums of other rows or columns alone, which are outside the result: O2.lines and "
       "O4.result"},
      {"O6.launches",
       "a launch may begin before the one before it is over; each thread awaits that before it touches "
       "global memory "
       "or has a box copied, as the host platform checks of every access, and allows the next one, which "
       "awaits it"},
      {"O1.groups.items",
       "an item of a group is one tile of the grid of its rows: O1.order of its number less the group's "
       "first; its row and "
       "block, and that no two have one row: O1.tiles, of the group's rows"},
      {"O4.groups.loads",
       "a box that begins in a group may have rows of the next one, which enter sums of these rows alone, "
       "and they are not "
       "stored; what is outside of A reads as zero: O4.boxes; ends are read at numbers from 0 up to the "
       "groups': O1.groups"},
      {"O6.groups",
       "groups change what an item is and how many there are, not its parts of K: the roles of all blocks "
       "of a cluster "
       "walk over the same ends to the same items in the same order, each of as many parts, which is all "
       "that "
       "O6.ring supposes"},
      {"O4.result",
       "an element is stored, its bias and its old value are read, where its row and column are inside the "
       "result: comparisons in store_run, store_columns and bias_of; a bias of rows where the row is, by the "
       "comparison "
       "in row_bias_of with that very row, the thread's first or the one stored_row_step below; then "
       "O4.offsets"},
      {"O4.sums",
       "what the second launch reads of the workspace the first has stored: the same two comparisons in "
       "keep_sums and sum_kernel, of the same rows and columns, and O4.workspace"},
      {"O10.order",
       "the sums of splits are added by warps in order, and then warp by warp: the bits depend on the "
       "number of splits alone"},
      {"O9.result",
       "an element of the result is stored once: O1, O8 and O9; of batches, which the call refuses where "
       "they overlap"},
      {"O11", "the bound of hopper/gemm_reference.hpp, derived there; compared with in the tests"},
      {"O13",
       "choose() holds the answer of a chain of such steps, and plan_of() refuses a problem that the call "
       "accepts where lacking() names something, of the same numbers: O13.choice"},
      {"O14.bits",
       "the bits of element (i, j) are a function of row i of A, column j of B, C(i, j), the biases and "
       "factors "
       "of that row and "
       "column, alpha, beta, the activation and the number of splits, and of nothing else: its sum is "
       "wgmma's, "
       "of the lines that "
       "O5.layout and O2.operands name, and O10.order's; what is computed of it by O14, of the operands of "
       "O14.places; a pair is "
       "rounded half by half, words are moved by O8 alone, and the old value comes the way that the new one "
       "goes"}};
  if (tile.buffers > 0) {
    c.derived.emplace_back("O4.boxes.result",
                           "TMA leaves out what of a box is outside the result's rows, columns and batches, "
                           "by its map; a result with "
                           "columns in no multiple of 16 bytes, one that TMA cannot address and rows in "
                           "groups are stored by threads, as the "
                           "call chooses");
    c.derived.emplace_back(
        "O9.boxes",
        "the boxes of a warpgroup are its rows by 64 columns each, one after the other: the same elements "
        "of the same tiles as O8 and O9 speak of, each in the buffer's place that the map names by "
        "O5.buffers");
    c.derived.emplace_back(
        "O6.end",
        "every thread waits for its groups of stores before the cluster's last barrier: after "
        "multiply_tiles in gemm_kernel.hpp; the host platform checks it");
  }
  if (tile.scaled > 0) {
    c.derived.emplace_back(
        "O4.factors",
        "a factor is read where its row or column is inside the result and its part inside K: "
        "comparisons in PartFactors or Teller, row_factors_of and factors_of, or its part is the first, and "
        "of a piece "
        "beyond the last column none is; its group is the one whose B the item found last has, which "
        "O1.groups "
        "finds, or 0 without groups; then O4.scales");
    c.derived.emplace_back(
        "O10.factors",
        "the factors of A and B multiply the sums of each part or the finished ones, not both: of_parts "
        "decides, "
        "in promote and find_factors, or in row_factors_of, where the launch that finishes the result comes "
        "once "
        "for each element; then they are the same for all parts, so that the first one's speak for all");
    c.derived.emplace_back(
        "O10.promotion",
        "the sums of each part, or of each piece of its columns, leave the tensor core once, after a wait "
        "for its products and before those of the next begin anew, or the result is stored: O6.ring's steps, "
        "in which parts are multiplied apart, and start_products, store_tile; a part's first piece is "
        "awaited "
        "while its stage is held, which delays a step of the ring and changes none; the host platform checks "
        "each access to accumulators");
  }
  if (tile.told)
    c.derived.emplace_back(
        "O6.factors",
        "the ring of a launch is told in all blocks, or in none: O6.ring.told or O6.ring; warps read a "
        "part's factors in start_products, which is after their wait for it and before the __syncwarp with "
        "which they "
        "release its "
        "stage, as the lanes write them: O5.factors, by factor(); where nothing is copied they read the 1 "
        "that "
        "was written before the roles; the host platform checks each access");
  if (tile.gated) {
    c.derived.emplace_back(
        "O4.operands",
        "both operands have the sizes, the pitch and the steps of B, so that O4.offsets and "
        "O4.coordinates speak of each");
    c.derived.emplace_back("O9.gated",
                           "an element of the result is the activation of its column's sum of the first "
                           "operand times that of the "
                           "second, and of no other: O2.gated, O2.operands, O5 and O8.gated; store_gated "
                           "multiplies what O8.gated pairs");
  }
  c.trusted_base = {
      "the loops of gemm_kernel.hpp and work_list.hpp round these functions, and those of load_tiles "
      "and multiply_tiles round the steps of O6.ring; that sums of bounded terms and ever smaller "
      "parts end the inductions of O6.ring as "
      "ring_obligations.hpp says in words",
      "TMA, mbarrier, stmatrix, wgmma and the cluster's barrier do what the PTX ISA says; wgmma.wait_group "
      "returns "
      "after the "
      "reads; the canonical layouts and the accumulator's are CUTLASS's",
      "an arrival at another block of the cluster comes after the reads of the tensor core and the bytes "
      "before "
      "it, also where its scope is the block's, and so does what that block does after its wait: the PTX ISA "
      "says so of the cluster's scope alone",
      "the tensor core's sum of an element depends on its row of A, its column of B and the sum before, and "
      "the "
      "compiler makes the same instructions of an operation wherever it unrolls it",
      "the bank model of tiles/bank_model.hpp, and that wgmma reads one core matrix at a time",
      "nothing writes the ends of groups while the kernel runs",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and that Z3 and cvc5 do not share a wrong verdict",
      "integers do not overflow: the call refuses sizes beyond 2^31 - 1025, pitches of 2^40 and 2^31 tiles",
      "the caller's memory is as large as sizes and pitches say, and the result overlaps no operand"};
  return c;
}

}  // namespace

constexpr KernelProof hopper_proof = {"hopper_gemm",   [] { return names_in(hopper_configs()); },
                                      describe,        claims,
                                      simulate_hopper, restated_hopper};

}  // namespace colex::gpu
