// SPDX-License-Identifier: MIT
#include "transpose/transpose_proof.hpp"

#include <fmt/format.h>

#include "certificate/by_name.hpp"
#include "transpose/transpose_configs.hpp"

namespace colex::gpu {

namespace {

constexpr auto configs = table_of(static_cast<TransposeConfigs const*>(nullptr), []<class Config>() {
  return TransposeNumbers{.name = Config::name,
                          .element_bytes = sizeof(typename Config::element),
                          .word = Config::word,
                          .reach = Config::reach,
                          .rank = Config::rank,
                          .tile_x = Config::tile_x,
                          .tile_y = Config::tile_y,
                          .threads = Config::threads,
                          .row_lanes = Config::row_lanes,
                          .column_lanes = Config::column_lanes,
                          .square_lanes = Config::square_lanes,
                          .batch = Config::batch,
                          .bank_degree = Config::bank_degree,
                          .in_steps = Config::in_steps};
});

Claims claims(std::string const& config) {
  TransposeNumbers const& known = *find_named(configs, config);
  Claims c;
  c.symbolic = {"extents", "strides, origins and addresses of source and destination", "group"};
  c.bound = "every extent >= 1, every stride and every alignment of whole elements";
  c.subject = fmt::format(
      "word {}, reach {}, element {}, rank {}, tile {} x {}, threads {}, lanes {} a row, {} a column and {} "
      "a column of squares, "
      "batch {}, "
      "bank degree {}, in steps: {}",
      known.word, known.reach, known.element_bytes, known.rank, known.tile_x, known.tile_y, known.threads,
      known.row_lanes, known.column_lanes, known.square_lanes, known.batch, known.bank_degree,
      known.in_steps);
  c.obligations = transpose_obligations(known);
  c.enumerated = transpose_finite_obligations(known);
  c.derived = {{"O6",
                "no race: each word of the tile is kept by one thread (O2), at a place of its own (O5); a "
                "barrier lies "
                "between; no offset of the destination is stored by two threads (O1, O9)"},
               {"O9",
                "no offset is stored twice: O1, and the plan refuses a destination that is not injective, by "
                "the decision "
                "procedure of theorem injective_is_exact"}};
  c.trusted_base = {
      "the loops of transpose_kernel.hpp that call these index functions, and that they add lines * stride "
      "for "
      "a step",
      "the plan (transpose_plan.hpp): that its modes are the layouts' own; tested against the layouts' "
      "evaluation",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and that Z3 and cvc5 do not share a wrong verdict",
      "integers do not overflow: layouts keep the limits of well_formed(), and the launcher refuses more "
      "than "
      "2^31 - 1 blocks",
      "the caller's memory holds the elements that the plan states; bytes between them may be read with the "
      "words that hold them, and are dropped"};
  return c;
}

nlohmann::ordered_json describe(std::string const& config) {
  TransposeNumbers const& c = *find_named(configs, config);
  return {{"element_bytes", c.element_bytes},
          {"word_elements", c.word},
          {"reach_elements", c.reach},
          {"rank", c.rank},
          {"tile_x", c.tile_x},
          {"tile_y", c.tile_y},
          {"threads", c.threads},
          {"row_lanes", c.row_lanes},
          {"column_lanes", c.column_lanes},
          {"square_lanes", c.square_lanes},
          {"batch", c.batch},
          {"bank_degree", c.bank_degree},
          {"in_steps", c.in_steps}};
}

}  // namespace

constexpr KernelProof transpose_proof = {
    "transpose", [] { return names_in(configs); }, describe, claims, simulate_transpose, restated_transpose};

}  // namespace colex::gpu
