// SPDX-License-Identifier: MIT
// Lists of modes, folds and answers that are texts of Coq, on which a header's function by named loops (colex/loops.hpp) prints
// itself:
//
//   detail::moving(Listed{"A"})      (filter (fun m => negb (shape m =? 1)) A)
//
// Each loop of colex/loops.hpp is here for such a list, or for indices that are terms, and prints the loop of Combinators.v;
// each function that Coq knows by a name prints that. A program that includes this runs no loop over terms.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "induction/written.hpp"

namespace colex::induction {

/// A list of modes.
struct Listed {
  std::string text;
};
/// A layout or none; and what a refusal shows, an index and what the modes have there, or nothing.
struct Answered {
  std::string text, shown;
  Answered(std::string said, std::string shows = "None")
      : text(std::move(said)), shown(std::move(shows)) {}  // NOLINT: a text converts
  static Answered refuse(Refusal<Term> const& why) {
    return {"None", "Some (" + why.index.text() + ", " + why.got.text() + ")"};
  }
};

}  // namespace colex::induction

namespace colex {
template <>
struct NumbersIn<induction::Listed> {
  using type = induction::Term;
};
template <>
struct AnswersOf<induction::Term> {
  using type = induction::Answered;
};
}  // namespace colex

namespace colex::induction {

inline std::string atom(Term const& t) { return t.text(Term::atom); }
inline std::string atom(Listed const& list) { return list.text; }
inline std::string written(Truth const& t) { return written(bool(t)); }

// ------------------------------------------------------------------------------------------- functions

/// A function that a loop calls answers by its arguments, and not by how often it has been called: printed again it says the
/// same, as often as a list has modes; the outermost of three, fewer times.
inline constexpr int asked_again(int height) { return height < 3 ? kMaxLeaves + 1 : 3; }
inline int height = 0;  ///< of the function printed last: how many lie inside one another
inline int depth = 0;   ///< of functions inside one another, by which their variables are named

/// On one line; a comparison by itself where a tree only says yes or no to it.
inline std::string short_of(std::string const& text) {
  std::string r;
  for (char const c : text)
    if (c != '\n' && !(c == ' ' && (r.empty() || r.back() == ' ')))
      r += c;
    else if (c == '\n' && r.back() != ' ')
      r += ' ';
  std::string const yes = " then true else false", no = " then false else true";
  bool const one_decision = r.starts_with("if ") && r.find(" then ") == r.rfind(" then ");
  if (one_decision && r.ends_with(yes)) return r.substr(3, r.size() - 3 - yes.size());
  if (one_decision && r.ends_with(no)) return "negb (" + r.substr(3, r.size() - 3 - no.size()) + ")";
  return r;
}
/// (fun x y => body), `body` being given the names; the function itself where the body is it, applied to them.
template <class F, class... Stems>
std::string function(F body, Stems... stems) {
  std::string names, shown;
  auto const name = [&](char const* stem) {
    ++depth;
    std::string const one = std::string(stem) + (depth == 1 ? "" : std::to_string(depth - 1));
    names += " " + one;
    shown += shown.empty() ? one : " " + one;
    return one;
  };
  std::array<std::string, sizeof...(Stems)> const given{name(stems)...};
  int const beside = std::exchange(height, 0);
  int inside = 0;
  auto const said = [&] {
    height = 0;
    auto const text = short_of(
        tree([&] { return std::apply([&](auto const&... n) { return body(n...); }, given); }).answers);
    inside = std::max(inside, height);
    return text;
  };
  std::string const text = said();
  for (int again = 0; again < asked_again(inside + 1); ++again)
    if (said() != text) throw std::logic_error("a loop's function counts its calls: " + text);
  height = std::max(beside, inside + 1);
  depth -= static_cast<int>(sizeof...(Stems));
  if (text.ends_with(names)) {
    std::string const of = text.substr(0, text.size() - names.size());
    bool const free = of.find_first_of("+-*<=?;,[]") == std::string::npos && !of.starts_with("if ");
    bool const without = std::all_of(given.begin(), given.end(), [&](std::string const& n) {
      return (" " + of + " ").find(" " + n + " ") == std::string::npos &&
             of.find(" " + n + ")") == std::string::npos;
    });
    if (free && without) return of.find(' ') == std::string::npos ? of : "(" + of + ")";
  }
  return "(fun " + shown + " => " + text + ")";
}
template <class F>
std::string of_mode(F f) {
  return function([&](std::string const& m) { return written(bool(f(mode(m)))); }, "m");
}
template <class F>
std::string of_index(F f) {
  return function([&](std::string const& i) { return written(bool(f(number(i)))); }, "i");
}
inline Listed named(Listed const*, std::string const& name) { return {name}; }
inline Term named(Term const*, std::string const& name) { return number(name); }

// ---------------------------------------------------------------------------------- the loops over a list

template <class F>
Truth exists(Listed const& list, F f) {
  return {"existsb " + of_mode(f) + " " + list.text};
}
template <class F>
Truth for_all(Listed const& list, F f) {
  return {"forallb " + of_mode(f) + " " + list.text};
}
template <class F>
Listed those(Listed const& list, F f) {
  return {"(filter " + of_mode(f) + " " + list.text + ")"};
}
template <class F>
Truth pairwise(Listed const& a, Listed const& b, F f) {
  auto const two =
      function([&](std::string const& m, std::string const& n) { return written(bool(f(mode(m), mode(n)))); },
               "m", "m");
  return {"pairwise " + two + " " + a.text + " " + b.text};
}
/// What a mode makes of the state, or that it says no.
template <class State, class F>
std::string turned(State state, F next) {
  if (next(state)) return "Some " + atom(state);
  return "None";
}
template <class State, class F, class G>
Truth through(Listed const& list, State const& state, F next, G last) {
  auto const turn = function(
      [&](std::string const& m, std::string const& x) {
        return turned(named(&state, x), [&](State& at) { return bool(next(mode(m), at)); });
      },
      "m", "x");
  auto const end = function([&](std::string const& x) { return written(bool(last(named(&state, x)))); }, "x");
  return {"through " + turn + " " + end + " " + list.text + " " + atom(state)};
}
template <class F>
Truth through_rest(Listed const& list, F next) {
  return through(Listed{"(tl " + list.text + ")"}, application("first_extent " + list.text), next,
                 [](Term const&) { return true; });
}
template <class State, class F>
Truth linked(Listed const& list, State const& state, F next) {
  auto const turn = function(
      [&](std::string const& m, std::string const& n, std::string const& x) {
        return turned(named(&state, x), [&](State& at) { return bool(next(mode(m), mode(n), at)); });
      },
      "m", "m", "x");
  return {"linked " + turn + " " + list.text + " " + atom(state)};
}

/// A step as Coq knows it.
struct NamedStep {
  std::string text;
};
inline std::string written(NamedStep const& step) { return step.text; }
inline NamedStep nullspace_step(Term const& points, TermMode const& m) {
  return {"nullspace_step " + atom(points) + " " + written(m)};
}
inline NamedStep right_inverse_step(Term const& reach, TermMode const& m, Term const& place) {
  return {"right_inverse_step " + atom(reach) + " " + written(m) + " " + atom(place)};
}
inline NamedStep room_step(Term const& room, TermMode const& part, Term const& extent) {
  return {"room_step " + atom(extent) + " " + atom(room) + " " + written(part)};
}

/// What a fold over terms is of: step, list and first state.
template <class F>
std::string of_fold(Listed const& list, Term const& start, F step) {
  return function(
             [&](std::string const& s, std::string const& m) { return written(step(number(s), mode(m))); },
             "s", "m") +
         " " + list.text + " " + atom(start);
}
struct FoldText {
  Listed emitted;
  Term state;
};
template <class F>
FoldText fold(Listed const& list, Term const& start, F step) {
  std::string const of = of_fold(list, start, step);
  return {{"(emissions " + of + ")"}, application("reached " + of)};
}
template <class F>
Listed emissions(Listed const& list, Term const& start, F step) {
  return {"(emissions " + of_fold(list, start, step) + ")"};
}
template <class F>
bool fold_in_place(Listed& list, Term const& start, F step) {
  std::string const of = of_fold(list, start, step);
  list.text = "(emissions " + of + ")";
  return !bool(Truth{"stops " + of});
}
template <class F>
Listed emissions_with(Listed const& list, Listed const& other, Term const& start, F step) {
  auto const one =
      function([&](std::string const& s, std::string const& m,
                   std::string const& x) { return written(step(number(s), mode(m), number(x))); },
               "s", "m", "x");
  return {"(emissions_with " + one + " " + list.text + " " + other.text + " " + atom(start) + ")"};
}

inline void sort_by_stride(Listed& list) { list.text = "(sort " + list.text + ")"; }
inline Listed coalesce(Listed const& list) { return {"(Headers.coalesce " + list.text + ")"}; }
inline Term evaluate(Listed const& list, Term const& i) {
  return application("Headers.evaluate " + list.text + " " + atom(i));
}
inline Term size(Listed const& list) { return application("Headers.size " + list.text); }
inline Term largest_rest(TermMode const& m, Term const& points) {
  return application("largest_rest " + written(m) + " " + atom(points));
}
inline int cost_of(Listed const&) { return 1; }

// ----------------------------------------------------------------------------------- the loops over indices

/// f is left as the call that said no leaves it; of what it changes nothing holds after a yes.
template <class F>
Truth every(Term const& from, Term const& to, Term const& by, F f) {
  std::string const of = atom(from) + " " + atom(to) + " " + atom(by) + " " + of_index(f);
  (void)decided([](std::string const&) { return false; },
                [&] { return written(bool(f(application("first_failing " + of)))); });
  return {"every " + of};
}
template <class F>
Term first_index(Term const& from, Term const& to, F f) {
  return application("first_index " + atom(from) + " " + atom(to) + " " + of_index(f));
}
/// The indices below `points` of which f is true, as a list.
struct Indices {
  std::string text;
  Term count() const { return application("Z.of_nat (length " + text + ")"); }
  Term operator()(Term const& n) const {
    return application("nth (Z.to_nat " + atom(n) + ") " + text + " 0");
  }
};
template <class F>
Indices where(Term const& points, F f, Work&) {
  return {"(filter " + of_index(f) + " (below " + atom(points) + "))"};
}

// -------------------------------------------------------------------------------------- one mode a turn

template <class F>
Answered turns(Term const& most, detail::Reading<Term> const& state, F go) {
  auto const pair = [](detail::Reading<Term> const& at) {
    return "(" + at.step.text() + ", " + at.rest.text() + ")";
  };
  auto const turn = function(
      [&](std::string const& s) -> std::string {
        detail::Reading<Term> at{application("fst " + s), application("snd " + s)};
        detail::Turn<Term> const t = go(at);
        if (t.refusal.condition != Condition::none)
          return "Stuck " + atom(t.refusal.index) + " " + atom(t.refusal.got);
        return t.goes_on ? "On " + written(t.mode) + " " + pair(at) : "Done";
      },
      "s");
  std::string const of = "(Z.to_nat " + atom(most) + ") " + turn + " " + pair(state);
  return {"and_then (turns " + of + ") (fun l => if is_empty l then Some [Mode 1 0] else Some l)",
          "stuck " + of};
}
template <class F, class G>
Answered answer_or(Answered const& answer, F f, G other) {
  auto const holds = function([&](std::string const& l) { return written(bool(f(Listed{l}))); }, "l");
  Answered const then = other();
  std::string const of = "(" + answer.text + ") " + holds + " (";
  return {"either " + of + then.text + ")", "otherwise " + of + then.shown + ")"};
}
inline Answered one_at_least(Listed const& list) {
  if (Truth{"is_empty " + list.text}) return {"Some [Mode 1 0]"};
  return {"Some " + list.text};
}

// --------------------------------------------------------------------- functions that print themselves once

template <class F>
std::string text_of_function(F& f) {
  return function([&](std::string const& i) { return f(number(i)).text(); }, "i");
}
template <class F>
Answered forced_modes(F& f, Term const& points, bool compared) {
  std::string const of = text_of_function(f) + " " + atom(points);
  return {(compared ? "compared_modes " : "forced_modes ") + of, compared ? "compared_shows " + of : "None"};
}
template <Number Int, class F>
Answered find_modes(F f, Term const& points) {
  std::string const of = text_of_function(f) + " " + atom(points);
  return {"find_modes " + of, "find_shows " + of};
}
inline Truth strides_compose(Listed const& outer, Listed const& inner, Listed const& want) {
  return {"strides_compose " + outer.text + " " + inner.text + " " + want.text};
}
inline Truth digits_add_up(Listed const& outer, Listed parts) {
  return {"digits_add_up " + outer.text + " " + parts.text};
}
inline Truth each_composes(Listed const& outer, Listed const& inner, Listed const& want, Term const& points,
                           Work const&) {
  return {"each_composes " + outer.text + " " + inner.text + " " + want.text + " " + atom(points)};
}

}  // namespace colex::induction
