// SPDX-License-Identifier: MIT
// The loops by name, read in two ways: run over numbers, or printed as a term of Coq. A function that is written with them
// (loops.hpp) is what Loops.v states and what loops_test.cpp compares with the header, from one text.
//
//   Looped<std::int64_t>::exists(modes, [](auto const& m) { return m.stride < 0; })     a bool
//   Printed::exists({"A"}, [](auto const& m) { return m.stride < Term(0); })            existsb (fun m => ...) A
//
// Combinators.v has each combinator by its name here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "induction/written.hpp"

namespace colex::induction {

/// A step of fold(), and its text where it is printed.
template <class F>
struct Named {
  std::string text;
  F run;
};
template <class F>
Named(char const*, F) -> Named<F>;
template <class F>
Named(std::string, F) -> Named<F>;

/// What a number is called where it is printed; elsewhere nothing is.
inline std::string text_of(Term const& t) { return t.text(Term::atom); }
inline std::string text_of(std::int64_t) { return {}; }

/// Over numbers of one kind.
template <Number N>
struct Looped {
  using Int = N;
  using Modes = List<Mode<N>>;
  using Indices = std::vector<N>;
  using Answer = std::optional<Modes>;
  struct Pair {
    N first, second;
  };
  struct Turn {
    bool goes_on = false, stuck = false;
    Mode<N> mode{};
    Pair next{};
  };

  static Answer none() { return {}; }
  static Answer some(Modes const& list) { return list; }
  static bool empty(Modes const& list) { return list.count == 0; }
  static N first_extent(Modes const& list) { return list[0].shape; }
  static Modes tail(Modes const& list) {
    Modes r;
    for (int k = 1; k < list.count; ++k) r.push(list[k]);
    return r;
  }
  static Modes one(Mode<N> const& m) {
    Modes r;
    r.push(m);
    return r;
  }

  template <class F>
  static bool exists(Modes const& list, F f) {
    for (auto const& m : list)
      if (f(m)) return true;
    return false;
  }
  template <class F>
  static bool all(Modes const& list, F f) {
    for (auto const& m : list)
      if (!f(m)) return false;
    return true;
  }
  template <class F>
  static Modes filter(Modes const& list, F f) {
    Modes r;
    for (auto const& m : list)
      if (f(m)) r.push(m);
    return r;
  }
  /// As many of each, and f of every two.
  template <class F>
  static bool both(Modes const& a, Modes const& b, F f) {
    for (int k = 0; k < a.count && k < b.count; ++k)
      if (!f(a[k], b[k])) return false;
    return a.count == b.count;
  }

  template <class S, class F>
  static Folded<S, N> folded(Named<F> const& step, Modes const& list, S state) {
    Folded<S, N> r;
    r.state = state;
    for (auto const& m : list) {
      auto const s = step.run(r.state, m);
      if (s.refusal.condition != Condition::none) {
        r.refusal = s.refusal;
        break;
      }
      if (s.emits) r.emitted.push(s.mode);
      r.state = s.state;
    }
    return r;
  }
  template <class S, class F>
  static Modes emissions(Named<F> const& step, Modes const& list, S const& state) {
    return folded(step, list, state).emitted;
  }
  /// The step takes an extent of the second list, too.
  template <class S, class F>
  static Modes emissions_with(Named<F> const& step, Modes const& list, Modes const& other, S state) {
    Modes r;
    for (int k = 0; k < list.count && k < other.count; ++k) {
      auto const s = step.run(state, list[k], other[k].shape);
      if (s.refusal.condition != Condition::none) break;
      if (s.emits) r.push(s.mode);
      state = s.state;
    }
    return r;
  }
  template <class S, class F>
  static S reached(Named<F> const& step, Modes const& list, S const& state) {
    return folded(step, list, state).state;
  }
  template <class S, class F>
  static bool stops(Named<F> const& step, Modes const& list, S const& state) {
    return folded(step, list, state).refusal.condition != Condition::none;
  }
  /// `next` of each mode and the state so far, which some mode may end; then `last` of the state.
  template <class S, class F, class G>
  static bool through(Modes const& list, S state, F next, G last) {
    for (auto const& m : list) {
      auto const r = next(m, state);
      if (!r) return false;
      state = *r;
    }
    return last(state);
  }

  /// The same of each mode and the one after it.
  template <class S, class F, class G>
  static bool linked(Modes const& list, S state, F next, G last) {
    for (int k = 0; k + 1 < list.count; ++k) {
      auto const r = next(list[k], list[k + 1], state);
      if (!r) return false;
      state = *r;
    }
    return last(state);
  }

  /// f of from, from + by, ... below `to`.
  template <class F>
  static bool every(N const& from, N const& to, N const& by, F f) {
    for (N i = from; i < to; i = i + by)
      if (!f(i)) return false;
    return true;
  }
  /// The first i from `from` on of which `stop` is true, `to` where none below it is.
  template <class F>
  static N first(N const& from, N const& to, F stop) {
    N i = from;
    while (i < to && !stop(i)) i = i + N(1);
    return i;
  }
  template <class F>
  static Indices where(N const& points, F f) {
    Indices r;
    for (N i(0); i < points; i = i + N(1))
      if (f(i)) r.push_back(i);
    return r;
  }
  static N count(Indices const& list) { return N(static_cast<std::int64_t>(list.size())); }
  static auto entries(Indices const& list) {
    return [list](N const& i) {
      std::size_t k = 0;
      while (!(N(static_cast<std::int64_t>(k)) == i)) ++k;
      return list[k];
    };
  }
  static N value(Modes const& list, N const& i) { return evaluate(flat(list), i); }
  static N points(Modes const& list) { return size(list); }
  static Modes coalesced(Modes const& list) { return coalesce(list); }
  static Modes sorted(Modes list) {
    sort_by_stride(list);
    return list;
  }
  static N largest_rest(Mode<N> const& m, N const& points) { return detail::largest_rest(m, points); }

  static Turn done() { return {}; }
  static Turn stuck() { return {false, true, {}, {}}; }
  static Turn on(Mode<N> const& m, Pair const& next) { return {true, false, m, next}; }
  /// Modes, one a turn.
  template <class F>
  static Answer turns(N const&, Pair state, F go) {
    Modes r;
    for (;;) {
      Turn const t = go(state);
      if (t.stuck) return {};
      if (!t.goes_on) return r;
      r.push(t.mode);
      state = t.next;
    }
  }
  /// What is answered, of the modes of an answer.
  template <class F>
  static Answer then(Answer const& a, F f) {
    return a ? f(*a) : Answer{};
  }
  /// `a` where it is one of which f is true, else what `other` answers.
  template <class F, class G>
  static Answer either(Answer const& a, F f, G other) {
    return a && f(*a) ? a : other();
  }
};

/// As text of Coq.
struct Printed {
  using Int = Term;
  struct Modes {
    std::string text;
  };
  using Indices = Modes;
  using Answer = std::string;
  using Turn = std::string;
  struct Pair {
    Term first, second;
  };
  static inline int depth = 0;  ///< of functions inside one another, by which their variables are named

  static std::string variable(char const* stem) {
    return std::string(stem) + (depth == 1 ? "" : std::to_string(depth - 1));
  }
  /// On one line; a comparison by itself where a tree only says yes or no to it.
  static std::string short_of(std::string const& text) {
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
  /// (fun x => body), `body` being given x's name.
  template <class F>
  static std::string function(char const* stem, F body) {
    ++depth;
    std::string const name = variable(stem);
    std::string const text = tree([&] { return body(name); }).answers;
    --depth;
    return "(fun " + name + " => " + short_of(text) + ")";
  }
  template <class F>
  static std::string of_mode(F f) {
    return function("m", [&](std::string const& m) { return written(bool(f(mode(m)))); });
  }
  template <class F>
  static std::string of_index(F f) {
    return function("i", [&](std::string const& i) { return written(bool(f(number(i)))); });
  }
  static Term term(std::string const& text) { return {text, Term::application}; }
  static std::string atom(Term const& t) { return t.text(Term::atom); }

  static Answer none() { return "None"; }
  static Answer some(Modes const& list) { return "Some " + list.text; }
  static Truth empty(Modes const& list) { return {"is_empty " + list.text}; }
  static Term first_extent(Modes const& list) { return term("first_extent " + list.text); }
  static Modes tail(Modes const& list) { return {"(tl " + list.text + ")"}; }
  static Modes one(TermMode const& m) {
    List<TermMode> r;
    r.push(m);
    return {written(r)};
  }

  template <class F>
  static Truth exists(Modes const& list, F f) {
    return {"existsb " + of_mode(f) + " " + list.text};
  }
  template <class F>
  static Truth all(Modes const& list, F f) {
    return {"forallb " + of_mode(f) + " " + list.text};
  }
  template <class F>
  static Modes filter(Modes const& list, F f) {
    return {"(filter " + of_mode(f) + " " + list.text + ")"};
  }
  template <class F>
  static Truth both(Modes const& a, Modes const& b, F f) {
    auto const two = function("m", [&](std::string const& m) {
      return function("m", [&](std::string const& n) { return written(bool(f(mode(m), mode(n)))); });
    });
    return {"both " + two + " " + a.text + " " + b.text};
  }

  template <class F>
  static std::string step_text(Named<F> const& step) {
    if (!step.text.empty()) return step.text;
    return function("s", [&](std::string const& s) {
      return function("m", [&](std::string const& m) { return written(step.run(number(s), mode(m))); });
    });
  }
  template <class F>
  static Modes emissions(Named<F> const& step, Modes const& list, Term const& state) {
    return {"(emissions " + step_text(step) + " " + list.text + " " + atom(state) + ")"};
  }
  template <class F>
  static Modes emissions_with(Named<F> const& step, Modes const& list, Modes const& other,
                              Term const& state) {
    return {"(emissions_with " + step.text + " " + list.text + " " + other.text + " " + atom(state) + ")"};
  }
  template <class F>
  static Term reached(Named<F> const& step, Modes const& list, Term const& state) {
    return term("reached " + step_text(step) + " " + list.text + " " + atom(state));
  }
  template <class F>
  static Truth stops(Named<F> const& step, Modes const& list, Term const& state) {
    return {"stops " + step_text(step) + " " + list.text + " " + atom(state)};
  }
  static Modes state_named(Modes const*, std::string const& name) { return {name}; }
  static Term state_named(Term const*, std::string const& name) { return number(name); }
  static std::string atom(Modes const& list) { return list.text; }
  template <class S, class F, class G>
  static Truth through(Modes const& list, S const& state, F next, G last) {
    auto const turn = function("m", [&](std::string const& m) {
      return function("x", [&](std::string const& x) {
        std::optional<S> const r = next(mode(m), state_named(&state, x));
        return r ? "Some " + atom(*r) : std::string("None");
      });
    });
    auto const end =
        function("x", [&](std::string const& x) { return written(bool(last(state_named(&state, x)))); });
    return {"through " + turn + " " + end + " " + list.text + " " + atom(state)};
  }

  template <class S, class F, class G>
  static Truth linked(Modes const& list, S const& state, F next, G last) {
    auto const turn = function("m", [&](std::string const& m) {
      return function("m", [&](std::string const& n) {
        return function("x", [&](std::string const& x) {
          std::optional<S> const r = next(mode(m), mode(n), state_named(&state, x));
          return r ? "Some " + atom(*r) : std::string("None");
        });
      });
    });
    auto const end =
        function("x", [&](std::string const& x) { return written(bool(last(state_named(&state, x)))); });
    return {"linked " + turn + " " + end + " " + list.text + " " + atom(state)};
  }

  template <class F>
  static Truth every(Term const& from, Term const& to, Term const& by, F f) {
    return {"every " + atom(from) + " " + atom(to) + " " + atom(by) + " " + of_index(f)};
  }
  template <class F>
  static Term first(Term const& from, Term const& to, F stop) {
    return term("first " + atom(from) + " " + atom(to) + " " + of_index(stop));
  }
  template <class F>
  static Indices where(Term const& points, F f) {
    return {"(filter " + of_index(f) + " (below " + atom(points) + "))"};
  }
  static Term count(Indices const& list) { return term("Z.of_nat (length " + list.text + ")"); }
  static auto entries(Indices const& list) {
    return [list](Term const& i) { return term("nth (Z.to_nat " + atom(i) + ") " + list.text + " 0"); };
  }
  static Term value(Modes const& list, Term const& i) {
    return term("shipped_evaluate " + list.text + " " + atom(i));
  }
  static Term points(Modes const& list) { return term("shipped_size " + list.text); }
  static Term largest_rest(TermMode const& m, Term const& points) {
    return term("largest_rest " + written(m) + " " + atom(points));
  }
  static Modes sorted(Modes const& list) { return {"(sort " + list.text + ")"}; }
  static Modes coalesced(Modes const& list) { return {"(shipped_coalesce " + list.text + ")"}; }

  static Turn done() { return "Done"; }
  static Turn stuck() { return "Stuck"; }
  static Turn on(TermMode const& m, Pair const& next) {
    return "On (Mode " + atom(m.shape) + " " + atom(m.stride) + ") (" + next.first.text() + ", " +
           next.second.text() + ")";
  }
  template <class F>
  static Answer turns(Term const& most, Pair const& state, F go) {
    auto const turn = function("s", [&](std::string const& s) {
      return go(Pair{term("fst " + s), term("snd " + s)});
    });
    return "turns (Z.to_nat " + atom(most) + ") " + turn + " (" + state.first.text() + ", " +
           state.second.text() + ")";
  }
  template <class F>
  static Answer then(Answer const& a, F f) {
    return "and_then (" + a + ") " + function("l", [&](std::string const& l) { return f(Modes{l}); });
  }
  template <class F, class G>
  static Answer either(Answer const& a, F f, G other) {
    auto const holds = function("l", [&](std::string const& l) { return written(bool(f(Modes{l}))); });
    return "either (" + a + ") " + holds + " (" + other() + ")";
  }
};

}  // namespace colex::induction
