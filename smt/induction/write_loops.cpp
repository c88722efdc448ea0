// SPDX-License-Identifier: MIT
// Writes Loops.v of the other files here: the headers' functions by named loops, run on lists and indices that are texts.
//
//   build/smt/write_loops > Loops.v
//   build/smt/write_loops shipped > Shipped.v     the loops themselves, as they ship
#include "induction/recorded.hpp"

namespace colex::induction {
namespace {

void functions() {
  Listed const a{"A"}, b{"B"}, outer{"outer"}, inner{"inner"}, want{"want"};
  Term const points = number("points");
  auto f = [](Term const& i) { return application("f " + atom(i)); };
  auto const whole = [](char const* name, char const* parameters, char const* type, auto run) {
    define(name, parameters, type, run, false);
  };
  char const* const answer = "option (list mode)";
  char const* const table = " (f : Z -> Z) (points : Z)";
  whole("forced_modes", table, answer, [&] { return colex::detail::forced_modes(f, points, false).text; });
  whole("compared_modes", table, answer, [&] { return colex::detail::forced_modes(f, points, true).text; });
  whole("find_modes", table, answer, [&] { return colex::find_modes<Term>(f, points).text; });
  whole("nullspace", " (A : list mode)", answer, [&] {
    Work work;
    return colex::detail::kernel_modes(a, work).text;
  });
  whole("whole_modes", " (A : list mode)", "list mode", [&] { return colex::detail::whole_modes(a).text; });
  whole("never_carries", " (A B : list mode)", "bool", [&] { return colex::detail::never_carries(a, b); });
  whole("strides_compose", " (outer inner want : list mode)", "bool",
        [&] { return bool(colex::detail::strides_compose(outer, inner, want)); });
  whole("digits_add_up", " (outer parts : list mode)", "bool",
        [&] { return bool(colex::detail::digits_add_up(outer, Listed{"parts"})); });
  whole("each_composes", " (outer inner want : list mode) (points : Z)", "bool",
        [&] { return bool(colex::detail::each_composes(outer, inner, want, points, Work{})); });
  whole("composes_to", " (outer inner want : list mode)", "bool",
        [&] { return colex::detail::modes_compose_to(outer, inner, want, Work{}); });
  whole("index_layout", " (A : list mode)", "list mode", [&] { return colex::detail::index_modes(a).text; });
}

/// The modes m 0, m 1, ...
List<TermMode> modes_of(std::string const& m, int count) {
  List<TermMode> r;
  for (int k = 0; k < count; ++k) r.push(mode("(" + m + " " + std::to_string(k) + ")"));
  return r;
}
/// The loops themselves as they ship, over functions of which nothing is known, at some lengths: Unrolled.v proves that those of
/// Combinators.v are these.
void loops_as_they_ship() {
  auto const asks = [](std::string const& f) {
    return [f](TermMode const& m) { return bool(Truth{f + " " + written(m)}); };
  };
  auto const asks_of = [](std::string const& f) {
    return [f](Term const& i) { return bool(Truth{f + " " + atom(i)}); };
  };
  auto const whole = [](std::string const& name, int count, char const* parameters, char const* type,
                        auto run) {
    define(name + "_" + std::to_string(count), parameters, type, run, false);
  };
  char const* const over_modes = " (f : mode -> bool) (m : Z -> mode)";
  char const* const with_state =
      " (f : mode -> Z -> bool) (g : mode -> Z -> Z) (h : Z -> bool) (m : Z -> mode) (s : Z)";
  char const* const over_pairs =
      " (f : mode -> mode -> Z -> bool) (g : mode -> mode -> Z -> Z) (m : Z -> mode) (s : Z)";
  for (int const count : {0, 1, 2, 3, 8, kMaxLeaves}) {
    auto const m = modes_of("m", count), n = modes_of("n", count), longer = modes_of("n", count + 1);
    whole("exists", count, over_modes, "bool", [&] { return colex::detail::exists(m, asks("f")); });
    whole("for_all", count, over_modes, "bool", [&] { return colex::detail::for_all(m, asks("f")); });
    auto const two = [](TermMode const& a, TermMode const& b) {
      return bool(Truth{"f " + written(a) + " " + written(b)});
    };
    whole("pairwise", count, " (f : mode -> mode -> bool) (m n : Z -> mode)", "bool",
          [&] { return colex::detail::pairwise(m, n, two); });
    if (count < kMaxLeaves)
      whole("pairwise_longer", count, " (f : mode -> mode -> bool) (m n : Z -> mode)", "bool",
            [&] { return colex::detail::pairwise(m, longer, two); });
    auto const turn = [](TermMode const& a, Term& at) {
      std::string const of = written(a) + " " + atom(at);
      at = application("g " + of);
      return bool(Truth{"f " + of});
    };
    whole("through", count, with_state, "bool", [&] {
      return colex::detail::through(m, number("s"), turn,
                                    [](Term const& at) { return bool(Truth{"h " + atom(at)}); });
    });
    if (count > 0)
      whole("through_rest", count, with_state, "bool", [&] { return colex::detail::through_rest(m, turn); });
    whole("linked", count, over_pairs, "bool", [&] {
      return colex::detail::linked(m, number("s"), [](TermMode const& a, TermMode const& b, Term& at) {
        std::string const of = written(a) + " " + written(b) + " " + atom(at);
        at = application("g " + of);
        return bool(Truth{"f " + of});
      });
    });
    whole("first_index", count, " (f : Z -> bool)", "Z",
          [&] { return colex::detail::first_index(Term(2), Term(2 + count), asks_of("f")); });
    for (int const by : {1, 3})
      whole("every_" + std::to_string(by), count, " (f : Z -> bool)", "bool",
            [&] { return colex::detail::every(Term(1), Term(1 + count), Term(by), asks_of("f")); });
    whole("turns", count, " (f : Z -> bool) (g : Z -> Z)", "option (list mode)", [&] {
      return colex::detail::turns(Term(count), detail::Reading<Term>{Term(1), Term(count)},
                                  [](detail::Reading<Term>& at) -> detail::Turn<Term> {
                                    Term const step = at.step;
                                    if (!(at.rest > Term(0))) return {};
                                    if (!bool(Truth{"f " + atom(step)}))
                                      return {false, {}, because<Term>(Condition::additive)};
                                    at = {application("g " + atom(step)), at.rest - Term(1)};
                                    return {true, {step, at.step}, {}};
                                  });
    });
  }
  for (int const count : {0, 1, 2, 3, 4}) {
    auto const m = modes_of("m", count), n = modes_of("n", count);
    whole("those", count, over_modes, "list mode", [&] { return colex::detail::those(m, asks("f")); });
    char const* const table = " (f : Z -> bool)";
    Work work;
    whole("count", count, table, "Z",
          [&] { return colex::detail::where(Term(count), asks_of("f"), work).count(); });
    /// A step that refuses, is silent or emits.
    auto const step = [](std::string const& of, Term const& s) -> Step<Term, Term> {
      if (Truth{"no " + of}) return {s, false, {}, because<Term>(Condition::additive)};
      Term const next = application("g " + of);
      if (Truth{"f " + of}) return {next, true, mode("(e " + of + ")"), {}};
      return {next};
    };
    if (count > 3) continue;
    char const* const of_two =
        " (no f : Z -> mode -> bool) (g : Z -> mode -> Z) (e : Z -> mode -> mode) (m : Z -> mode) (s : Z)";
    char const* const of_three =
        " (no f : Z -> mode -> Z -> bool) (g : Z -> mode -> Z -> Z) (e : Z -> mode -> Z -> mode) (m n : Z -> "
        "mode) (s : Z)";
    auto const by_two = [&](Term const& s, TermMode const& one) {
      return step(atom(s) + " " + written(one), s);
    };
    auto const by_three = [&](Term const& s, TermMode const& one, Term const& x) {
      return step(atom(s) + " " + written(one) + " " + atom(x), s);
    };
    whole("fold", count, of_two, "list mode * Z", [&] {
      auto const r = colex::fold(m, number("s"), by_two);
      return "(" + written(r.emitted) + ", " + written(r.state) + ")";
    });
    whole("emissions", count, of_two, "list mode",
          [&] { return colex::detail::emissions(m, number("s"), by_two); });
    whole("fold_in_place", count, of_two, "option (list mode)", [&] {
      auto list = m;
      return colex::detail::fold_in_place(list, number("s"), by_two) ? "Some " + written(list) : "None";
    });
    whole("emissions_with", count, of_three, "list mode",
          [&] { return colex::detail::emissions_with(m, n, number("s"), by_three); });
  }
}

}  // namespace
}  // namespace colex::induction

int main(int count, char**) {
  bool const shipped = count > 1;
  std::printf(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_loops.cpp, which runs the headers: %s *)\n"
      "From Coq Require Import ZArith List.\n"
      "Require Import Colex.Fold Colex.Steps%s.\n"
      "Import ListNotations.\n"
      "Open Scope Z_scope.\n",
      shipped ? "their loops by name, over functions of which nothing is known."
              : "whole functions as loops by name (Combinators.v)\n   over the shipped steps (Steps.v).",
      shipped ? "" : " Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Combinators");
  return colex::induction::printed(
      "write_loops", shipped ? colex::induction::loops_as_they_ship : colex::induction::functions);
}
