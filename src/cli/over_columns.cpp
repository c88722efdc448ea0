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

// Each lambda answers with the variant, of whatever the operation answers.
#define COLEX_ASK(call) [](In in) -> std::variant<Result<Layouts>, Result<AnswerColumn>> { return call; }

constexpr OverColumns kAll[] = {
    {"admissible_complement", "LI", "", Answers::admissible,
     COLEX_ASK(admissible_complement(in.layouts[0], in.numbers))},
    {"admissible_composition", "LL", "bounded", Answers::admissible,
     COLEX_ASK(admissible_composition(in.layouts[0], in.layouts[1],
                                      in.option ? Domain::bounded : Domain::extend_last))},
    {"coalesce", "L", "", Answers::layouts, COLEX_ASK(coalesce(in.layouts[0]))},
    {"complement", "LI", "cover", Answers::layouts,
     COLEX_ASK(complement(in.layouts[0], in.numbers, cover(in)))},
    {"composition", "LL", "bounded", Answers::layouts,
     COLEX_ASK(composition(in.layouts[0], in.layouts[1], in.option ? Domain::bounded : Domain::extend_last))},
    {"cosize", "L", "", Answers::integers, COLEX_ASK(cosize(in.layouts[0]))},
    {"evaluate", "LI", "", Answers::integers, COLEX_ASK(evaluate(in.layouts[0], in.numbers))},
    {"injective", "L", "", Answers::truths, COLEX_ASK(injective(in.layouts[0]))},
    {"left_inverse", "L", "", Answers::layouts, COLEX_ASK(left_inverse(in.layouts[0]))},
    {"logical_divide", "LL", "cover", Answers::layouts,
     COLEX_ASK(logical_divide(in.layouts[0], in.layouts[1], cover(in)))},
    {"logical_product", "LL", "", Answers::layouts, COLEX_ASK(logical_product(in.layouts[0], in.layouts[1]))},
    {"max_alignment", "L", "", Answers::integers, COLEX_ASK(max_alignment(in.layouts[0]))},
    {"right_inverse", "L", "", Answers::layouts, COLEX_ASK(right_inverse(in.layouts[0]))},
    {"size", "L", "", Answers::integers, COLEX_ASK(size(in.layouts[0]))},
    {"surjective", "LI", "", Answers::truths, COLEX_ASK(surjective(in.layouts[0], in.numbers))},
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
