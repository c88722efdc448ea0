// SPDX-License-Identifier: MIT
// Proof objects: for each query a proof in a file of its own, which a program writes and checks, and others can
// check again.
//
//   colex prove --proofs DIR                          every query, by tools/cvc5_proof
//   colex prove --proofs DIR --sample 40/WORD         40 of them; which, the word says
//   colex prove --proofs DIR --checker PROGRAM        counts what that program accepts as well
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace colex::sym {

struct ProofObjects {
  std::string folder;  ///< of the scripts, and for the proofs; none are asked for when empty
  std::string
      prover;  ///< PROVER SCRIPT PROOF writes the proof and exits 0, or says why it cannot; 3 is `timeout`
  std::string checker;  ///< CHECKER SCRIPT PROOF exits 0 and prints `correct` last; none when empty
  int sample = 0;       ///< how many scripts; all when 0
  std::string word;     ///< which: those whose names have the least hashes with it
  int jobs = 1;
};

/// Why the prover cannot run; empty where it can.
std::string missing(ProofObjects const& wanted);

/// Asks for a proof of each script, writes a line on what came of them, and one for each that has none. Whether
/// all have one, but for at most a tenth that ended as timeout: a third solver's proof is evidence beside the two
/// that have answered, and how long one takes it to write down is no property of the claim.
bool write_proofs(ProofObjects const& wanted, std::vector<std::string> scripts, std::ostream& out);

}  // namespace colex::sym
