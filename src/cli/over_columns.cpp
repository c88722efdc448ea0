// SPDX-License-Identifier: MIT
#include "cli/over_columns.hpp"

#include <fmt/format.h>

#include "colex/columns/operations.hpp"
#include "operations/page.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

using In = ColumnArguments const&;
Cover cover(In in) { return in.option ? Cover::at_least : Cover::strict; }
Domain domain(In in) { return in.option ? Domain::bounded : Domain::extend_last; }
Result<Layouts> composed(In in) {
  return in.option ? composition(in.layouts[0], in.layouts[1], Domain::bounded)
                   : composition(in.layouts[0], in.tilers);
}

// Each lambda answers with the variant, of whatever the operation answers.
#define COLEX_ASK(call) [](In in) -> std::variant<Result<Layouts>, Result<AnswerColumn>> { return call; }

constexpr OverColumns kAll[] = {
    {"admissible_complement", "LI", "", Answers::admissible,
     COLEX_ASK(admissible_complement(in.layouts[0], in.numbers))},
    {"admissible_composition", "LL", "bounded", Answers::admissible,
     COLEX_ASK(admissible_composition(in.layouts[0], in.layouts[1], domain(in)))},
    {"blocked_product", "LL", "", Answers::layouts, COLEX_ASK(blocked_product(in.layouts[0], in.layouts[1]))},
    {"coalesce", "L", "", Answers::layouts, COLEX_ASK(coalesce(in.layouts[0]))},
    {"complement", "LI", "cover", Answers::layouts,
     COLEX_ASK(complement(in.layouts[0], in.numbers, cover(in)))},
    {"composition", "LT", "bounded", Answers::layouts, COLEX_ASK(composed(in))},
    {"cosize", "L", "", Answers::integers, COLEX_ASK(cosize(in.layouts[0]))},
    {"evaluate", "LI", "", Answers::integers, COLEX_ASK(evaluate(in.layouts[0], in.numbers))},
    {"flat_divide", "LT", "cover", Answers::layouts,
     COLEX_ASK(flat_divide(in.layouts[0], in.tilers, cover(in)))},
    {"flat_product", "LT", "", Answers::layouts, COLEX_ASK(flat_product(in.layouts[0], in.tilers))},
    {"injective", "L", "", Answers::truths, COLEX_ASK(injective(in.layouts[0]))},
    {"left_inverse", "L", "", Answers::layouts, COLEX_ASK(left_inverse(in.layouts[0]))},
    {"logical_divide", "LT", "cover", Answers::layouts,
     COLEX_ASK(logical_divide(in.layouts[0], in.tilers, cover(in)))},
    {"logical_product", "LT", "", Answers::layouts, COLEX_ASK(logical_product(in.layouts[0], in.tilers))},
    {"max_alignment", "L", "", Answers::integers, COLEX_ASK(max_alignment(in.layouts[0]))},
    {"max_common_layout", "LL", "", Answers::layouts,
     COLEX_ASK(max_common_layout(in.layouts[0], in.layouts[1]))},
    {"max_common_vector", "LL", "", Answers::integers,
     COLEX_ASK(max_common_vector(in.layouts[0], in.layouts[1]))},
    {"raked_product", "LL", "", Answers::layouts, COLEX_ASK(raked_product(in.layouts[0], in.layouts[1]))},
    {"right_inverse", "L", "", Answers::layouts, COLEX_ASK(right_inverse(in.layouts[0]))},
    {"size", "L", "", Answers::integers, COLEX_ASK(size(in.layouts[0]))},
    {"surjective", "LI", "", Answers::truths, COLEX_ASK(surjective(in.layouts[0], in.numbers))},
    {"tile_to_shape", "LS", "cover", Answers::layouts,
     COLEX_ASK(tile_to_shape(in.layouts[0], in.layouts[1], cover(in)))},
    {"tiled_divide", "LT", "cover", Answers::layouts,
     COLEX_ASK(tiled_divide(in.layouts[0], in.tilers, cover(in)))},
    {"tiled_product", "LT", "", Answers::layouts, COLEX_ASK(tiled_product(in.layouts[0], in.tilers))},
    {"zipped_divide", "LT", "cover", Answers::layouts,
     COLEX_ASK(zipped_divide(in.layouts[0], in.tilers, cover(in)))},
    {"zipped_product", "LT", "", Answers::layouts, COLEX_ASK(zipped_product(in.layouts[0], in.tilers))},
};
#undef COLEX_ASK

}  // namespace

OverColumns const& over_columns(std::string_view name) {
  std::vector<std::string> names;
  for (OverColumns const& operation : kAll) {
    if (operation.name == name) return operation;
    names.emplace_back(operation.name);
  }
  throw InputError(fmt::format("no operation over columns is called \"{}\"{}", printable(name),
                               suggestion(std::string(name), names)));
}

}  // namespace colex::cli
