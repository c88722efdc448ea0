// SPDX-License-Identifier: MIT
// A kernel's predicate (maps/predicate.hpp) where sizes are no numbers: what it loses and what it lets past the end, for which
// sizes. A coordinate is written in digits, in which the offsets are sums; every element then is one sum of digits, and
// that the predicate holds there, or that an access stays inside, is asked of both solvers. Where something is lost the
// smallest sizes are found by value, and the condition under which it is, in a small language, is proved both ways.
#pragma once

#include "maps/predicate.hpp"
#include "unknowns/cases.hpp"

namespace colex::unknowns {

struct SizedPart {
  enum class Is : std::uint8_t { none, some, undecided } is = Is::undecided;
  std::string
      where{};  ///< exactly where it is so, proved both ways; "always"; empty where no condition was proved
  cli::Ints sizes{};  ///< of the witness
  cli::PredicateFound found{};
  std::string why{};  ///< undecided
};

struct SizedPredicate {
  SizedPart lost{}, past{};
  std::vector<SizedPart> not_given{};
  std::string domain{};  ///< "M >= 1 && N % 8 == 0"
  bool is_exact(cli::PredicateText const& text) const;
};

/// Throws InputError where no sizes keep what is assumed.
SizedPredicate decide(cli::PredicateText const& text, std::vector<std::string> const& assumed,
                      Limit const& limit);

std::string to_text(cli::PredicateText const& text, SizedPredicate const& answer);
nlohmann::ordered_json to_json(cli::PredicateText const& text, SizedPredicate const& answer);
/// On one line: "yes", "no, past the end where N % 8 != 0"; empty where something is undecided, and `why`.
std::string to_line(cli::PredicateText const& text, SizedPredicate const& answer, std::string& why);

}  // namespace colex::unknowns
