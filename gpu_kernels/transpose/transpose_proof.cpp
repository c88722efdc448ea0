// SPDX-License-Identifier: MIT
#include "transpose/transpose_proof.hpp"

#include <fmt/format.h>

#include "certificate/by_name.hpp"
#include "certificate/describe.hpp"
#include "certificate/early.hpp"

namespace colex::gpu {

namespace {

constexpr auto configs = table_of(static_cast<TransposeConfigs const*>(nullptr), []<class Config>() {
  return TransposeNumbers{.name = Config::name,
                          .tile = tile_of<Config>,
                          .element_bytes = sizeof(typename Config::element),
                          .rank = Config::rank,
                          .batch = Config::batch,
                          .bank_degree = Config::bank_degree,
                          .in_steps = Config::in_steps};
});

Claims claims(std::string const& config) {
  TransposeNumbers const& known = *find_named(configs, config);
  TransposeTileNumbers const& tile = known.tile;
  Claims c;
  c.symbolic = {"extents", "strides, origins and addresses of source and destination", "group"};
  c.bound = "every extent >= 1, every stride and every alignment of whole elements";
  c.subject = fmt::format(
      "word {}, reach {}, element {}, rank {}, tile {} x {}, threads {}, lanes {} a row, {} a column and {} "
      "a column of squares, "
      "batch {}, "
      "bank degree {}, in steps: {}",
      tile.word, tile.reach, known.element_bytes, known.rank, tile.x, tile.y, tile.threads, tile.row_lanes,
      tile.column_lanes, tile.square_lanes, known.batch, known.bank_degree, known.in_steps);
  c.obligations = transpose_obligations(known);
  c.enumerated = transpose_finite_obligations(known);
  c.derived = {{"O4",
                "every offset is in the memory that the plan states: law evaluate_is_colexicographic at the "
                "layouts of the launch, whose digits are below their extents"},
               {"O5",
                "a piece's place, and its coordinates, are those of its first element, the thread's and the "
                "value's part "
                "added up: the kernel evaluates compositions, by law composition_evaluates_pointwise"},
               {"O6",
                "no race: each word of the tile is kept by one thread (O2), at a place of its own (O5); a "
                "barrier lies "
                "between; no offset of the destination is stored by two threads (O1, O9)"},
               awaits_earlier_launches(),
               {"O9",
                "no offset is stored twice: O1, and the plan refuses a destination that is not injective, by "
                "the decision "
                "procedure of theorem injective_is_exact"}};
  c.trusted_base = {
      "the loops of transpose_kernel.hpp and transpose_columns.hpp that call these index functions and "
      "evaluate these "
      "layouts, and that they add lines * stride for a step",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
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
  TransposeTileNumbers const& t = c.tile;
  TransposeLayouts const layouts = transpose_layouts(t);
  return {{"element_bytes", c.element_bytes},
          {"word_elements", t.word},
          {"reach_elements", t.reach},
          {"rank", c.rank},
          {"tile_x", t.x},
          {"tile_y", t.y},
          {"threads", t.threads},
          {"row_lanes", t.row_lanes},
          {"column_lanes", t.column_lanes},
          {"square_lanes", t.square_lanes},
          {"batch", c.batch},
          {"bank_degree", c.bank_degree},
          {"in_steps", c.in_steps},
          {"rows", described(layouts.rows)},
          {"columns", described(layouts.columns)},
          {"squares", described(layouts.squares)},
          {"row_places", described(layouts.row_kept)}};
}

}  // namespace

constexpr KernelProof transpose_proof = {
    "transpose", [] { return names_in(configs); }, describe, claims, simulate_transpose, restated_transpose};

}  // namespace colex::gpu
