// SPDX-License-Identifier: MIT
// A question with unknowns and its answer: a table of cases, each a condition and what the shipped operation answers
// under it. The operation runs on polynomials (unknown.hpp) once for every way its branches can go; cases whose answers
// agree are merged, and each is proved by two solvers (proved.hpp) or compared with the operation on numbers.
//
//   ask("complement", {"64:1", "K"}, {"layout", "M"}, {"K >= 1"})
//       K % 64 == 0: K/64:64             proved
//       K % 64 != 0: cotarget_divides    compared for 24 values
#pragma once

#include "unknowns/operations.hpp"

namespace colex::unknowns {

using Values = std::map<std::string, std::int64_t>;

enum class Known : std::uint8_t {
  proved,     ///< what the answer means holds for all values under the condition, by Z3 and cvc5
  compared,   ///< it is the operation's answer on numbers, for `values` of them
  wrong,      ///< it is not, at `counterexample`
  undecided,  ///< neither: the budget ended, or no small values keep the condition
};

struct Case {
  std::vector<Fact> conditions{};
  Reply<Unknown> reply{};
  Known known = Known::undecided;
  int values = 0;
  Values example{};  ///< the smallest values found under the condition
  std::string counterexample{};
};

struct Question {
  std::string operation;
  Reading reading;
  std::vector<z3::expr> given{};  ///< the assumptions, and that extents are at least 1
};

struct Table {
  Question question;
  std::vector<Case> cases{};  ///< proved, compared or wrong; what is none of these is left out
  bool complete = false;      ///< proved by both: some case holds; else what is elsewhere is undecided
  bool disjoint = false;      ///< proved by both: never two hold
  Values elsewhere{};         ///< the smallest values found where no case holds
};

/// How much a question may take: about 5 seconds in all.
struct Limit {
  double exploring = 2, tidying = 0.4, proving = 1.5, covering = 0.5;  ///< seconds
  int branches = 60;                                                   ///< of one path
  unsigned branch_milliseconds = 30;  ///< of one question of theirs to Z3; unanswered, both ways are followed
  unsigned proof_milliseconds = 250;  ///< of one question to a solver
  int values = 400;                   ///< to compare a case for
};

/// Throws InputError for a question that has no meaning.
Table ask(std::string const& operation, std::vector<std::string> const& arguments,
          std::vector<std::string> const& called, std::vector<std::string> const& assumptions,
          Limit const& limit = {});

/// Values for the names that keep the assumptions, small ones first; at most `most`.
std::vector<Values> small_values(Question const& question, int most);
/// All conditions hold there.
bool holds(std::vector<Fact> const& conditions, Values const& values);
/// The operation on numbers, where the arguments keep the limits.
std::optional<Reply<std::int64_t>> on_numbers(Question const& question, Values const& values);
/// The answer of a case is that of numbers, as a function.
bool agrees(Reply<Unknown> const& answer, Reply<std::int64_t> const& truth, Values const& values);

/// For people, a line per case and one on what is known.
std::string to_text(Table const& table);
/// The same on one line.
std::string to_line(Table const& table);
/// The answer, where there is one case and it is proved or, if refused, compared; else empty.
std::string only_answer(Table const& table);
/// Answered yes, or with a value, in every case that is decided.
bool is_answered(Table const& table);

}  // namespace colex::unknowns
