// SPDX-License-Identifier: MIT
// "For which K is this right?": the weakest condition under which an operation has an answer, or a decision is yes, in
// a language of its own: divisibility, bounds and equalities of names, numbers and their products, up to five of them
// under `and` and `or`. It is found on small numbers and then proved both ways by two solvers.
//
//   for_which(ask(complement(64:1, K)), {"K"})       K % 64 == 0 && K >= 64
#pragma once

#include "unknowns/cases.hpp"

namespace colex::unknowns {

/// Each part holds `and` or `or` what follows it; the last stands alone. Empty: `always`, or never. A remainder by a name
/// stands behind the condition that the name is above 0, so that each part is total (total.hpp).
struct Weakest {
  struct Part {
    Fact fact;
    bool is_and = true;
  };
  std::vector<Part> parts{};
  bool always = false;
  bool found = false;          ///< it agrees with the operation on all numbers tried
  bool sufficient = false;     ///< proved by both: under it there is an answer
  bool necessary = false;      ///< proved by both: otherwise there is none
  int values = 0;              ///< for which it was compared with the operation
  std::vector<Fact> domain{};  ///< where it is asked for
  std::string where{};         ///< the same for people: domain_text()
};

/// Throws InputError for a name that stands nowhere in the question.
Weakest for_which(Table const& table, std::vector<std::string> const& names, Limit const& limit = {});

/// As C++ and as Python have it; "true", "false" where it holds always or never.
std::string to_cpp(Weakest const& condition);
std::string to_python(Weakest const& condition);
/// How wide integers must be for it and its domain: bits() of total.hpp.
int bits(Weakest const& condition);
/// The same of one text of ours: 16N is 16*N.
std::string to_cpp(std::string const& text);
std::string to_python(std::string const& text);

/// For people: the condition, the same in Python, and what is known of it.
std::string to_text(Weakest const& condition);

}  // namespace colex::unknowns
