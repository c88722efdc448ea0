// SPDX-License-Identifier: MIT
// What a theorem and a refuted claim are, and the list of both, which smt/laws.inc holds.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sym/proof.hpp"
#include "sym/refutation.hpp"

namespace colex::sym {

/// The evidence that a clause of a bound rests on; docs/02_proofs.md says what each kind does not cover.
enum class Kind {
  all_values,  ///< a shipped function without a loop: every value of its type, by both solvers
  steps,       ///< the shipped step or a lemma: all integers, by both solvers; composed in words
  coq,         ///< the shipped step, written out by a program, composed by Coq
  rank,        ///< the whole shipped function up to this rank, extents and strides unknown; text "4: ..."
  extents,     ///< the whole shipped function, extents given, strides unknown
  enumerated,  ///< the whole shipped function on 64-bit integers, every case of a finite set
  words,       ///< an argument in words that uses the theorems named
  left_out     ///< what no part of the theorem reaches
};

struct Clause {
  Kind kind;
  std::string how;
};

/// The clauses as one text, each begun by its kind.
std::string text(std::vector<Clause> const& bound);

/// A law with its proof. `argument` says in plain words what the parts together imply, the induction
/// included.
struct Theorem {
  std::string name, statement, source;
  std::vector<Clause> bound;
  std::string argument;
  void (*prove)(Proof&);
};

/// The theorem of a law; `also` are sources beside the law's own.
template <class Law>
Theorem theorem(char const* name, void (*prove)(Proof&), std::string const& also, std::vector<Clause> bound,
                char const* argument) {
  return {name, Law::statement, Law::source + also, std::move(bound), argument, prove};
}

std::vector<Theorem> theorems();
std::vector<RefutedClaim> refuted_claims();

/// What smt/laws.inc declares of a theorem.
std::string declaration(std::string const& theorem);

/// Whether the bound says Enumerated just where a part takes every case; empty when it does.
std::vector<std::string> faults_of(std::vector<Clause> const& bound, std::vector<PartRun> const& ran);

}  // namespace colex::sym
