// SPDX-License-Identifier: MIT
// Operations that have a law to enumerate, asked about every pair of layouts drawn: a refusal or a well-formed
// answer, and for small layouts the law, from include/colex/laws or from tables of offsets. A name begins with
// that of a row of the table (tests/cli/readers.py); rows.cpp asks every row.
//
//   COLEX_FUZZ_COUNTS=FILE writes, at the end, how often each operation answered and how often it refused
#include "layout_laws.hpp"
#include "other_laws.hpp"

namespace colex::fuzz {
namespace {

struct Operation {
  char const* name;
  Outcome (*run)(Case const&);
};
constexpr Operation operations[] = {
    {"composition", composition_extended},
    {"composition, bounded", composition_bounded},
    {"complement, strict", complement_strict},
    {"complement, at least", complement_covering},
    {"complement, disjoint", complement_disjoint},
    {"logical_divide, strict", divide_strict},
    {"logical_divide, at least", divide_loosely<Cover::at_least>},
    {"logical_divide, disjoint", divide_loosely<Cover::disjoint>},
    {"zipped_divide", zipped_division},
    {"tiled_divide", tiled_division},
    {"flat_divide", flat_division},
    {"zipped_divide, by mode", division_by_mode},
    {"logical_product", product_logical},
    {"zipped_product", zipped_multiplication},
    {"tiled_product", tiled_multiplication},
    {"flat_product", flat_multiplication},
    {"blocked_product", blocked},
    {"raked_product", raked},
    {"tile_to_shape", tiled_to_shape},
    {"equal", equality},
    {"max_common_layout", common_layout},
    {"upcast", cast_up},
    {"downcast", cast_down},
    {"recast_layout", cast_both_ways},
    {"append", appended},
    {"lex_composition", lexicographic_composition},
    {"lex_complement", lexicographic_complement},
    {"surjective", onto},
    {"bijective", one_to_one_and_onto},
    {"ceil_div", ceiling},
    {"shape_div", exact_division},
    {"round_up", rounding},
    {"inner_product", dot},
    {"lex_less", orders},
    {"coalesce, by profile", coalesced_by_profile},
    {"make_ordered_layout", ordered_layout},
    {"local_partition", partition_over_threads},
    {"local_tile", tiles_cover},
    {"idx2crd", index_and_coordinate},
    {"get_1d_coord", offset_to_index},
    {"composition, of swizzles", swizzle_composition},
    {"composition, swizzled A", swizzled_composition},
    {"equal, swizzled", swizzled_equality},
};

long answered[std::size(operations)], refused[std::size(operations)];

void write_counts() {
  char const* const path = std::getenv("COLEX_FUZZ_COUNTS");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  for (std::size_t k = 0; k < std::size(operations); ++k)
    std::fprintf(file, "%ld %ld %s\n", answered[k], refused[k], operations[k].name);
  std::fclose(file);
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(colex::fuzz::write_counts);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace colex::fuzz;
  Bytes in(data, size);
  Case const c(in);
  for (std::size_t k = 0; k < std::size(operations); ++k) {
    auto const outcome = operations[k].run(c);
    ++(outcome.answered ? answered : refused)[k];
    if (outcome.broken != nullptr)
      check(false, std::string(operations[k].name) + ": " + outcome.broken, c.text());
  }
  return 0;
}
