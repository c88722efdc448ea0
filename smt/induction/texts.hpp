// SPDX-License-Identifier: MIT
// Numbers, modes and conditions as texts of Coq.
#pragma once

#include "induction/term.hpp"

namespace colex::induction {

using TermMode = Mode<Term>;

inline Term number(std::string const& name) { return {name, Term::atom}; }
inline Term application(std::string const& text) { return {text, Term::application}; }
inline TermMode mode(std::string const& name) {
  return {{"shape " + name, Term::application}, {"stride " + name, Term::application}};
}
inline std::string written(Term const& t) { return t.text(Term::atom); }
inline std::string written(TermMode const& m) {
  for (std::string const at = "shape "; m.shape.text().starts_with(at);)  // a mode that came in unchanged
    if (std::string const name = m.shape.text().substr(at.size()); m.stride.text() == "stride " + name)
      return name;
    else
      break;
  return "(Mode " + written(m.shape) + " " + written(m.stride) + ")";
}
inline std::string written(Refusal<Term> const& why) {
  if (why.condition == Condition::none) return "None";
  return "(Some (Refused \"" + std::string(name(why.condition)) + "\" " + written(why.left) + " " +
         written(why.right) + "))";
}
inline std::string written(std::string const& text) { return text; }
inline std::string written(Condition c) { return "\"" + std::string(name(c)) + "\""; }
inline std::string written(bool b) { return b ? "true" : "false"; }

}  // namespace colex::induction
