// SPDX-License-Identifier: MIT
#include "permute/permute_proof.hpp"

#include <fmt/format.h>

#include "certificate/by_name.hpp"
#include "certificate/describe.hpp"
#include "certificate/early.hpp"
#include "certificate/element_names.hpp"
#include "permute/permute_obligations.hpp"

namespace colex::gpu {

namespace {

struct Provable {
  char const *name, *element;
  int rank;
  PermutePath wide, narrow;
};
constexpr auto configs = table_of(static_cast<PermuteConfigs const*>(nullptr), []<class Config>() {
  return Provable{Config::name, element_name<typename Config::element>(), Config::rank, permute_path<Config>,
                  permute_path<Narrow<Config>>};
});

Claims claims(std::string const& config) {
  auto const* const known = find_named(configs, config);
  Claims c;
  c.symbolic = {"extents", "strides >= 0 of source and destination"};
  c.subject = config;
  c.enumerated = permute_obligations(known->wide, known->narrow);
  c.derived = {
      {"O1",
       "a block's tile and batch coordinates are the digits of its number in the extents of the grid, and "
       "each "
       "are one block's: law evaluate_is_colexicographic"},
      {"O3", "an access in a tile is aligned and contiguous: O3.tiles, O3.tile and O5.runs"},
      {"O4",
       "every offset is below required_by(): law evaluate_is_colexicographic, the coordinates being below "
       "their extents by O1.x and O1.y"},
      {"O5",
       "a piece's place, and its coordinates, are those of its first element, the thread's and the value's "
       "part "
       "added up: the kernel evaluates compositions, by law composition_evaluates_pointwise"},
      {"O6",
       "no race: in the tile, threads write different elements (O2, O5) before the one barrier and only read "
       "after it; in the destination by O9; the caller keeps source and destination apart"},
      awaits_earlier_launches(),
      {"O9",
       "no offset is stored twice: besides O1 and O2, the launcher refuses a destination that is not "
       "injective, by the decision procedure of theorem injective_is_exact"}};
  c.trusted_base = {
      "the loops of permute_kernel.hpp that call these index functions and evaluate these layouts, and the "
      "barrier between "
      "them",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
      "the bank models of tiles/bank_model.hpp: measured by others or taken for granted, see there",
      "the compiler and the hardware",
      "integers do not overflow: the launcher refuses more than 2^31 - 1 tiles and arrays beyond 2^62 "
      "elements",
      "the caller's memory holds required_by(extents, strides) elements and begins at a multiple of 16 "
      "bytes"};
  return c;
}

nlohmann::ordered_json describe(std::string const& config) {
  Provable const& c = *find_named(configs, config);
  auto const& [tile, layouts, swizzle, element_bytes] = c.wide;
  return {{"element", c.element},
          {"element_bytes", element_bytes},
          {"rank", c.rank},
          {"tile_x", tile.x},
          {"tile_y", tile.y},
          {"vector_elements", tile.vector},
          {"threads", tile.threads},
          {"swizzle", described(swizzle)},
          {"narrow_swizzle", described(c.narrow.swizzle)},
          {"squares", described(layouts.squares)},
          {"runs", described(layouts.runs)},
          {"narrow_squares", described(c.narrow.layouts.squares)},
          {"narrow_runs", described(c.narrow.layouts.runs)},
          {"places", described(layouts.kept)}};
}

}  // namespace

constexpr KernelProof permute_proof = {"permute", [] { return names_in(configs); }, describe, claims,
                                       simulate_permute};

}  // namespace colex::gpu
