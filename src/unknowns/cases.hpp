// SPDX-License-Identifier: MIT
// A question with unknowns and its answer: a table of cases, each a condition and what the shipped operation answers
// under it. The operation runs on polynomials (unknown.hpp) once for every way its branches can go; cases whose answers
// agree are merged, and each is proved by two solvers (proved.hpp) or compared with the operation on numbers.
//
//   ask(read({"complement", {"64:1", "K"}, {"layout", "M"}, {"K >= 1"}}))
//       K % 64 == 0: K/64:64             proved
//       K % 64 != 0: cotarget_divides    compared for 24 values
#pragma once

#include <set>

#include "unknowns/operations.hpp"

namespace colex::unknowns {

enum class Known : std::uint8_t {
  proved,  ///< what the answer means holds for all values under the condition, by Z3 and cvc5; of every case they
           ///< say that its condition is total
  compared,  ///< it is the operation's answer on numbers, for `values` of them
  wrong,     ///< it is not, at `counterexample`
  undecided,  ///< neither: the budget ended, no small values keep the condition, or it is not shown to be total
};

struct Case {
  std::vector<Fact> conditions{};
  Reply<Unknown> reply{};
  Known known = Known::undecided;
  bool total = false;  ///< its conditions and its answer have one meaning wherever they are asked
  int values = 0;
  Values example{};  ///< the smallest values found under the condition
  std::string counterexample{};
};

/// What is asked, and for which values of the names; the facts are total, one after the other (total.hpp).
struct Question {
  Reading reading;
  std::vector<Fact> assumed{};    ///< by the person; and that divisors are above 0 and dividends not below
  std::vector<Fact> extents{};    ///< that these are at least 1: else the operation refuses its argument
  std::vector<z3::expr> given{};  ///< all of these

  std::vector<Fact> domain() const;
};

/// A budget that ended: which, and in what part of the question; of paths, under which conditions the first one was.
struct Ended {
  std::string budget{}, part{}, where{};  ///< "60 branches", "exploring", "M > 1"
  int paths = 0;
};

struct Table {
  Question question;
  std::vector<Case> cases{};  ///< proved, compared or wrong; what is none of these is left out
  std::vector<Ended> ended{};
  int left_out = 0;       ///< cases that are none of these
  bool complete = false;  ///< proved by both: some case holds; else what is elsewhere is undecided
  bool disjoint = false;  ///< proved by both: never two hold
  Values elsewhere{};     ///< the smallest values found where no case holds
};

/// How much a question may take: about 5 seconds of computing in all.
struct Limit {
  double exploring = 1.5, tidying = 0.4, proving = 2.2, covering = 0.5;  ///< seconds; tidying comes twice
  double searching = 4;                                                  ///< for a condition: for_which.hpp
  int branches = 60;                                                     ///< of one path
  std::int64_t steps = 1 << 12;  ///< of a search among numbers: unknowns branch where numbers count
  double branch_seconds = 0.2;   ///< of one question of theirs to Z3; unanswered, both ways are followed
  unsigned proof_milliseconds = 1500;  ///< of one question to a solver
  int values = 400;                    ///< to compare a case for

  /// Every part so many times as long.
  Limit times(double factor) const;
};
constexpr double kSeconds = 5;  ///< what the parts of a question take by default, about

/// The question and what is given. Throws InputError where it has no meaning; it becomes this thread's question.
Question start(Reading reading, Limit const& limit = {});
/// Told of a case as soon as its line is known: whether it is proved stands after those of all.
using OnCase = std::function<void(Question const&, Case const&)>;
/// Its cases.
Table ask(Question question, Limit const& limit = {}, OnCase const& tell = {});

constexpr std::int64_t kNumeral = 1 << 20;
/// The numbers that stand in the question, from 1 to kNumeral.
std::set<std::int64_t> numerals(Reading const& reading);

constexpr int kSamples = 3000;
constexpr int kTried = 20'000;
/// Values for the names that keep the assumptions, small ones first; at most `most`, of so many that are tried.
std::vector<Values> small_values(Question const& question, int most, int tried = kTried);
/// Some hundred values that keep the assumptions, for what is possible: among them those where few names are above 1.
std::vector<Values> few_values(Question const& question);
/// All conditions hold there; one of them does not.
bool holds(std::vector<Fact> const& conditions, Values const& values);
bool fails(std::vector<Fact> const& conditions, Values const& values);
/// What the operation says on numbers; of a question with basis strides, what it says on coordinates too.
struct Truth : Reply<std::int64_t> {
  std::optional<Reply<Coordinate>> coordinates{};
};
/// The operation on numbers, where the arguments keep the limits and it is decided.
std::optional<Truth> on_numbers(Question const& question, Values const& values);
/// The answer of a case is that of numbers; of layouts, mode by mode but for modes of one point.
bool agrees(Reply<Unknown> const& answer, Truth const& truth, Values const& values);

/// By which conditions numbers are refused: one, or either of two.
std::set<Condition> conditions_of(Refusal<Unknown> const& why);
/// "cotarget_divides", "run_divides or additive"
std::string conditions_text(Refusal<Unknown> const& why);
/// "K >= 1 && K % 64 == 0"; empty where there are none
std::string conditions_text(std::vector<Fact> const& facts);
/// "for N >= 1; an extent below 1 is refused": where the conditions are asked for; empty where that is everywhere.
std::string domain_text(Question const& question);
/// Every number in the answer.
std::vector<Polynomial> numbers_of(Reply<Unknown> const& reply);
/// "M = 2, N = 2"
std::string values_text(Values const& values);
/// "no, the sizes differ": why the operation's "no" is one, on numbers; empty where it is none.
std::string difference(Question const& question, Values const& values);

/// What the operation answers in a case: "K/64:64", "refused: cotarget_divides, at K = 1: 64 does not divide 1".
std::string answer_text(Question const& question, Case const& one);
/// "proved", "compared with numbers for 8 values"
std::string known_text(Case const& one);

/// "60 branches on 3 paths, the first under M > 1", "2 s of exploring".
std::string ended_text(Ended const& ended);
/// Which budgets ended, or what else is missing, where the table is not complete.
std::string why_undecided(Table const& table);
/// For people, a line per case and one on what is known.
std::string to_text(Table const& table);
/// The line of a case, without its end, and what stands after those of all cases.
std::string case_text(Question const& question, Case const& one);
std::string what_is_known(Table const& table);
/// The same on one line.
std::string to_line(Table const& table);
/// The answer, where there is one case and it is proved or, if refused, compared; else empty.
std::string only_answer(Table const& table);
/// Answered yes, or with a value, in every case that is decided.
bool is_answered(Table const& table);

}  // namespace colex::unknowns
