// SPDX-License-Identifier: MIT
// One theorem, by Z3 alone and up to the first refuted claim. run_edits.py links it with the theorem's own
// file, compiled against an edited copy of the algebra.
//
//   prove_one MILLISECONDS      limit of a query; prints the verdict, then one line per claim that is not proved
#include <cstdlib>
#include <exception>
#include <iostream>

#include "catalogue.hpp"
#include "lemmas/division.hpp"

#ifndef COLEX_THEOREM
#define COLEX_THEOREM the_theorem  // which one: the linker is told
#endif
namespace colex::sym {
Theorem COLEX_THEOREM();
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  colex::sym::Settings settings;
  settings.second_solver = settings.mutants = false;
  settings.stop_at_refutation = true;
  colex::sym::Report report;
  try {
    colex::sym::Book book(settings);  // lemmas know nothing of the algebra: their limits stay
    colex::sym::Lemmas const lemmas(book);
    settings.limits.milliseconds = static_cast<unsigned>(std::atoi(argv[1]));
    auto const theorem = colex::sym::COLEX_THEOREM();
    report.name = theorem.name;
    colex::sym::Proof proof(lemmas, settings, report);
    theorem.prove(proof);
  } catch (std::exception const& e) {
    report.z3 = colex::sym::Verdict::error;
    report.failures.push_back(e.what());
  }
  std::cout << name(report.z3) << "\n" << report.queries << " queries\n";
  for (auto const& failure : report.failures) std::cout << failure << "\n";
}
