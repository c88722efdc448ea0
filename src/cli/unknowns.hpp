// SPDX-License-Identifier: MIT
// Questions with unknowns as the shell asks them: colex-unknowns answers (plug_in.hpp), by cli/unknowns.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "maps/predicate.hpp"
#include "operations/table.hpp"
#include "questions/check_file.hpp"

namespace colex::cli {

/// What a question with unknowns may take, by --budget.
struct BudgetOfUnknowns {
  double seconds = 5;         ///< of computing, in all
  int branches = 60;          ///< of one path
  std::int64_t steps = 4096;  ///< of a search among numbers
};

/// What may be asked about unknowns beside a question.
struct AskedOfUnknowns {
  BudgetOfUnknowns budget{};
  std::vector<std::string> assumptions{}, which{};  ///< --assume, and the names of --for
  bool json = false;
  bool any() const { return !assumptions.empty() || !which.empty(); }
};

/// Answers questions with unknowns; none where nothing does.
struct Unknowns {
  SymbolicAnswers answers{};
  char const* missing = "this colex was built without Z3, and answers questions with numbers only";
  /// Prints the table of cases, or the condition that --for asks for; the exit status.
  int (*ask)(SymbolicCall const& question, AskedOfUnknowns const& asked) = nullptr;
  /// The same of a predicate whose sizes are no numbers.
  int (*ask_predicate)(PredicateQuestion const& question, AskedOfUnknowns const& asked) = nullptr;
};
/// cli/unknowns.cpp's. A wheel's Z3 is that of another wheel, which may not be there.
Unknowns with_unknowns();
/// colex-unknowns, found beside this program. Where it is not installed, `ask` says so, and no line of a file is answered.
Unknowns unknowns_beside();

/// The one answer that there is, or "", and `why`, as JSON: what unknowns_beside() reads.
std::string only_answer_as_json(SymbolicCall const& question);

/// `colex prove 'EXPR == EXPR'`.
struct LawCommand {
  std::string law{}, json{};  ///< json: the file to write; - is standard output, instead of text
  std::vector<std::string> assumptions{};
  int bound = 2;
  bool defined = false;
  BudgetOfUnknowns budget{};
};
int prove_law(LawCommand const& given);
/// The same by colex-unknowns. Throws InputError where that is not installed.
[[noreturn]] void prove_law_beside(LawCommand const& given);

/// The call of an operation.
inline SymbolicCall symbolic_call(std::string const& name, std::vector<std::string> const& words,
                                  std::vector<std::string> const& assumptions) {
  Operation const& form = *taking(name, words.size()).front();
  SymbolicCall call{form.page.op, words, {}, assumptions};
  for (std::size_t k = 0; k < words.size(); ++k) call.called.push_back(argument_name(form, k));
  return call;
}

}  // namespace colex::cli
