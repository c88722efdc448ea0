// SPDX-License-Identifier: MIT
// Writes Loops.v of the other files here: whole shipped functions, as loops.hpp composes them of loops by name.
//
//   build/smt/write_loops > Loops.v
#include "induction/loops.hpp"

namespace colex::induction {
namespace {

void functions() {
  using By = Printed;
  By::Modes const a{"A"}, outer{"outer"}, inner{"inner"}, want{"want"};
  auto const f = [](Term const& i) { return Term("f " + i.text(Term::atom), Term::application); };
  auto const whole = [](char const* name, char const* parameters, char const* type, auto run) {
    define(name, parameters, type, run, false);
  };
  char const* const answer = "option (list mode)";
  char const* const table = " (f : Z -> Z) (points : Z)";
  whole("forced_modes", table, answer, [&] { return loops::forced_modes<By>(f, number("points"), false); });
  whole("compared_modes", table, answer, [&] { return loops::forced_modes<By>(f, number("points"), true); });
  whole("find_modes", table, answer, [&] {
    return loops::find_modes<By>(
        f, [] { return std::string("forced_modes f points"); },
        [] { return std::string("compared_modes f points"); });
  });
  whole("nullspace", " (A : list mode)", answer, [&] {
    return loops::nullspace<By>(a, [](auto const& entries, Term const& points) {
      return "find_modes (fun i => " + entries(number("i")).text() + ") " + points.text(Term::atom);
    });
  });
  whole("whole_modes", " (A : list mode)", "list mode", [&] { return loops::whole_modes<By>(a).text; });
  whole("never_carries", " (A B : list mode)", "bool", [&] { return loops::never_carries<By>(a, {"B"}); });
  whole("strides_compose", " (outer inner want : list mode)", "bool",
        [&] { return bool(loops::strides_compose<By>(outer, inner, want)); });
  whole("digits_add_up", " (outer parts : list mode)", "bool",
        [&] { return bool(loops::digits_add_up<By>(outer, {"parts"})); });
  whole("each_composes", " (outer inner want : list mode) (points : Z)", "bool",
        [&] { return bool(loops::each_composes<By>(outer, inner, want, number("points"))); });
  whole("moving", " (A : list mode)", "list mode", [&] { return loops::moving<By>(a).text; });
  whole("composes_to", " (outer inner want : list mode)", "bool", [&] {
    return loops::composes_to<By>(
        outer, inner, [](By::Modes const& a) { return Truth{"strides_compose " + a.text + " inner want"}; },
        [](By::Modes const& a, By::Modes const& parts) {
          return Truth{"digits_add_up " + a.text + " " + parts.text};
        },
        [](By::Modes const& a, Term const& points) {
          return Truth{"each_composes " + a.text + " inner want " + points.text(Term::atom)};
        });
  });
  whole("index_layout", " (A : list mode)", "list mode", [&] { return loops::index_layout<By>(a).text; });
}

}  // namespace
}  // namespace colex::induction

int main() {
  std::puts(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_loops.cpp: whole shipped functions as loops by name (Combinators.v) "
      "over the\n"
      "   shipped steps (Steps.v). A test runs the same text beside the headers. *)\n"
      "From Coq Require Import ZArith List.\n"
      "Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Combinators.\n"
      "Import ListNotations.\n"
      "Open Scope Z_scope.");
  colex::induction::functions();
}
