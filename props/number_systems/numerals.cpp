// SPDX-License-Identifier: MIT
// Every operation says the same in int64_t and in the solver's integers with numeral values: what the proofs
// run is what the machine runs. One path each, since a numeral leaves nothing open; and no division of a
// negative number, which number systems need not round alike.
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "sym/explore.hpp"

namespace colex::props {
inline std::int64_t to_int64(sym::Integer const& x) {
  if (x.is_numeral()) return x.numeral();
  if (x.term().simplify().is_numeral()) throw std::overflow_error("a number beyond 64 bits");
  throw std::logic_error("a numeral became a term");
}
}  // namespace colex::props

#include "number_systems/compare.hpp"

using namespace colex;
using namespace colex::props;

/// A linear A is read below 0 as well, by digits whose sum does not depend on the rounding.
static bool reads_below_zero(char const* operation) {
  return std::strcmp(operation, "law composition_evaluates_pointwise") == 0;
}

int main() {
  // the solver's arithmetic is slow: 500 cases an operation, 5000 nightly
  bool const nightly = std::getenv("COLEX_NIGHTLY") != nullptr;
  if (!nightly)
    std::puts(
        "nightly: number_systems_numerals: 5000 cases an operation; by day 500: the solver's arithmetic is "
        "slow");
  setenv("COLEX_PROPS_CASES", nightly ? "5000" : "500", 1);
  return compare_all<sym::Integer>("numerals", Room{40, false}, true,
                                   [](auto const& op, Inputs<sym::Integer> const& c) {
                                     std::string said;
                                     sym::Explorer explorer;
                                     explorer.explore({}, [&] { said = op.other(c); });
                                     if (explorer.paths() != 1)
                                       said += " on " + std::to_string(explorer.paths()) + " paths";
                                     if (!explorer.obligations().empty() && !reads_below_zero(op.name))
                                       said += " dividing a negative number";
                                     return said;
                                   });
}
