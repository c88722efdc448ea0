// SPDX-License-Identifier: MIT
#include "code/certificate/script.hpp"
#include "sym/solver.hpp"

namespace colex::code {

bool contradict(std::vector<Term> const& all) {
  Script script("facts");
  for (Term const bit : all) script.assume("(= " + script.of(bit) + " #b1)");
  std::string const text = script.refute("false");
  sym::Limits const limits{.milliseconds = 1'000, .megabytes = 1'000};
  return sym::ask_z3(text, limits).verdict == sym::Verdict::proved &&
         sym::ask_cvc5(text, limits).verdict == sym::Verdict::proved;
}

}  // namespace colex::code
