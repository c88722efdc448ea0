// SPDX-License-Identifier: MIT
#include "questions/bank_columns.hpp"

#include "operations/failure.hpp"

namespace colex::cli {

namespace {
constexpr std::uint8_t kMisaligned = kConditions, kInput = kConditions + 1;

std::uint8_t code_of(std::string_view refusal) {
  for (int k = 1; k < kBankRefusals; ++k)
    if (refusal == bank_refusal(static_cast<std::uint8_t>(k))) return static_cast<std::uint8_t>(k);
  return kInput;
}
}  // namespace

char const* bank_refusal(std::uint8_t code) {
  if (code == 0) return nullptr;
  return code == kMisaligned ? "misaligned" : code == kInput ? "input" : name(static_cast<Condition>(code));
}

BankDegrees bank_degrees(gpu::BankModel const& model, SharedAccess const& like, Layouts const& all) {
  check_lanes(model, like);
  BankDegrees r;
  r.degree.resize(static_cast<std::size_t>(all.rows()));
  r.code.resize(r.degree.size());
  SharedAccess access = like;
  for (std::size_t row = 0; row < r.degree.size(); ++row) {
    if (Condition const c = all.condition(static_cast<std::int64_t>(row)); c != Condition::none) {
      r.code[row] = static_cast<std::uint8_t>(c);
      continue;
    }
    try {
      access.layout = any(all[static_cast<std::int64_t>(row)]);
      if (rank(access.layout.inner) == 0) throw InputError("mode 0 is the lanes");
      r.degree[row] = bank_degree(model, access);
    } catch (Failure const& why) {
      r.code[row] = code_of(why.condition);
    }
  }
  return r;
}

}  // namespace colex::cli
