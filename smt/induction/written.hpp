// SPDX-License-Identifier: MIT
// What the shipped functions answer on terms, as texts of Coq, and one definition of it.
//
//   define("coalesce_step", " (pending m : mode)", "result mode", [&] { return coalesce_step(mode("pending"), mode("m")); });
#pragma once

#include <cstdio>
#include <stdexcept>

#include "colex/colex.hpp"
#include "induction/texts.hpp"

namespace colex::induction {

inline List<TermMode> modes(std::vector<std::string> const& names) {
  List<TermMode> r;
  for (auto const& n : names) r.push(mode(n));
  return r;
}

inline std::string written(List<TermMode> const& list) {
  std::string r;
  for (auto const& m : list) {
    std::string one = written(m);
    if (one.front() == '(') one = one.substr(1, one.size() - 2);
    r += (r.empty() ? "" : "; ") + one;
  }
  return "[" + r + "]";
}
inline std::string written(IntTuple<Term> const& tuple) {
  std::string r;
  for (auto const& t : tuple.leaves) r += (r.empty() ? "" : "; ") + t.text();
  return "[" + r + "]";
}
/// The nodes and the leaves of a tree.
template <class T>
std::string coded(Nested<T> const& tree) {
  std::string nodes, items;
  for (int n = 0; n < tree.profile.count; ++n)
    nodes += (n == 0 ? "" : "; ") + std::to_string(tree.profile.node[n]);
  for (auto const& x : tree.leaves) {
    std::string one = written(x);
    if (one.front() == '(') one = one.substr(1, one.size() - 2);
    items += (items.empty() ? "" : "; ") + one;
  }
  return "Coded [" + nodes + "] [" + items + "]";
}
inline std::string written(Passing<Term> const& at) {
  return "(" + at.open.text() + ", " + at.leaf.text() + ")";
}
inline std::string written(EvaluateState<Term> const& at) {
  return "At " + written(at.rest) + " " + written(at.offset);
}
inline std::string written(BasicBitMap<Term> const& m) {
  std::string r;
  for (int k = 0; k < m.inputs; ++k) r += (r.empty() ? "" : "; ") + m.column[k].text();
  return "[" + r + "]";
}
inline std::string written(Result<BasicBitMap<Term>, Term> const& r) {
  return r ? "Some " + written(r.value) : "None";
}
inline std::string written(Reached<Term> const& r) {
  return "(" + r.column.text() + ", " + r.from.text() + ")";
}
inline std::string written(BasicSwizzle<Term> const& s) {
  return "(" + s.bits.text() + ", " + s.base.text() + ", " + s.shift.text() + ")";
}
template <class State>
std::string written(Step<State, Term> const& step) {
  List<TermMode> emitted;
  if (step.emits) emitted.push(step.mode);
  return "Step " + written(step.state) + " " + written(emitted) + " " + written(step.refusal);
}
inline std::string written(Result<List<TermMode>, Term> const& r) {
  return r ? "Some " + written(r.value) : "None";
}

inline std::string written(detail::Fraction<Term> const& f) {
  return "(" + f.over.text() + ", " + f.under.text() + ")";
}
inline std::string written(detail::Simplest<Term> const& at) {
  return "(" + at.whole.text() + ", " +
         (at.found ? "None" : "Some (" + written(at.low) + ", " + written(at.high) + ")") + ")";
}
inline std::string written(detail::Order<Term> const& at) {
  return at.known ? std::string("inl ") + (at.less ? "true" : "false")
                  : "inr (" + written(at.a) + ", " + written(at.b) + ")";
}
inline std::string written(detail::Remainders<Term> const& at) {
  return "(" + at.a.text() + ", " + at.b.text() + ")";
}

inline std::string written(Result<IntTuple<Term>, Term> const& r) {
  return r ? "Some " + written(r.value) : "None";
}
inline std::string written(Result<Term, Term> const& r) {
  return r ? "Some " + r.value.text(Term::atom) : "None";
}

/// Prints `Definition name parameters : type := ...`; of a step also that it divides by nothing that is 0, and that what it
/// computes are words.
template <class F>
void define(std::string const& name, std::string const& parameters, char const* type, F run,
            bool is_step = true) {
  Tree const t = [&] {
    try {
      return tree([&] { return written(run()); });
    } catch (std::exception const& why) {
      throw std::runtime_error(name + ": " + why.what());
    }
  }();
  std::string const head = "Definition " + name;
  std::printf("\n%s%s : %s :=\n  %s.\n", head.c_str(), parameters.c_str(), type, t.answers.c_str());
  if (is_step && t.divides != "True")
    std::printf("%s_divides%s : Prop :=\n  %s.\n", head.c_str(), parameters.c_str(), t.divides.c_str());
  if (is_step && t.stays != "True")
    std::printf("%s_stays%s : Prop :=\n  %s.\n", head.c_str(), parameters.c_str(), t.stays.c_str());
}

/// The exit status of a program that prints: 1, and a line that names what it could not print.
template <class F>
int printed(char const* program, F print) {
  try {
    print();
    return 0;
  } catch (std::exception const& why) {
    std::fprintf(stderr, "%s: %s\n", program, why.what());
    return 1;
  }
}

}  // namespace colex::induction
