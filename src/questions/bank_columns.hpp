// SPDX-License-Identifier: MIT
// The degree of bank conflicts of many accesses at once: a column of layouts (lane, step) -> element, on one card.
//
//   auto const answers = bank_degrees(*bank_model("sm90"), like, all);   `like` says element, width, direction and lanes
//   answers.degree[3]                                                    what bank_cost() of row 3 has for its degree
//   bank_refusal(answers.code[4])                                        "misaligned", or null where there is a degree
#pragma once

#include "colex/columns/layouts.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

struct BankDegrees {
  std::vector<std::int64_t> degree{};  ///< 0 where the row is refused
  std::vector<std::uint8_t> code{};    ///< why it is refused, 0 where it is not
};

/// A row that was refused already stays so. Throws InputError for what `like` says of every row.
BankDegrees bank_degrees(gpu::BankModel const& model, SharedAccess const& like, Layouts const& all);
/// The name of a refusal: a Condition's, "misaligned", or "input" for lanes that are no wave and offsets that are none.
char const* bank_refusal(std::uint8_t code);
inline constexpr int kBankRefusals = kConditions + 2;

}  // namespace colex::cli
