// SPDX-License-Identifier: MIT
// A law of the user's own: EXPR == EXPR. A bare name where a layout may stand is any flat layout up to a rank; other
// names are numbers. It says that both sides are the same function, or number, wherever both are defined.
//
//   prove_law("coalesce(A) == A", {}, {2})       proved, for every A of rank 1 and 2
//   prove_law("complement(A, M) == complement(coalesce(A), M)", {}, {1})
#pragma once

#include "unknowns/cases.hpp"

namespace colex::unknowns {

struct LawOptions {
  int bound = 2;         ///< the largest rank of a named layout
  bool defined = false;  ///< it says as well that both sides are defined
};

/// The law for layouts of given ranks.
struct Instance {
  enum class Is : std::uint8_t {
    proved,     ///< by Z3 and cvc5, for all values
    refuted,    ///< at `counterexample`, the smallest that was found
    undecided,  ///< neither, within the budget
    vacuous,    ///< there are no values at which both sides are defined
  };
  Is is = Is::undecided;
  std::map<std::string, int> ranks{};
  std::string counterexample{};  ///< "A = (2,2):(1,3): first difference at index 2 (3 against 2)"
  int values = 0;                ///< at which it held
};

/// The ranks for which the law is to be asked, low ones first: one instance without ranks where no layout is named.
/// Throws InputError where the law has no meaning.
std::vector<std::map<std::string, int>> instances(std::string const& law,
                                                  std::vector<std::string> const& assumptions, int bound);

/// One instance.
Instance prove_instance(std::string const& law, std::vector<std::string> const& assumptions,
                        std::map<std::string, int> const& ranks, bool defined, Limit const& limit = {});

/// The law: refuted where an instance is, proved where every one is proved or vacuous and one is proved.
Instance::Is verdict(std::vector<Instance> const& all);
/// For people.
std::string to_text(std::vector<Instance> const& all, LawOptions const& options);

}  // namespace colex::unknowns
