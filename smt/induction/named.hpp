// SPDX-License-Identifier: MIT
// What a function that prints itself (walked.hpp) calls: each is told by the name that it has in Coq, and of a search nothing is said.
#pragma once

#include "induction/walked.hpp"
#include "induction/written.hpp"

namespace colex::induction {

/// What Headers.v has by a name, in the functions after it; in another file with the name of that one before it.
inline std::string prefix;
/// A function of Headers.v, applied.
template <class... Args>
std::string header(std::string const& name, Args const&... args) {
  return call(prefix + name, args...);
}
/// The nesting is left out, and the limits but where they are asked for.
inline bool limits = false;
inline bool fits(char const* name, Walked const& a, Walked const& b) {
  return !limits || bool(Truth{call(name, a, b)});
}
inline bool product_fits(Walked const& a, Walked const& b) { return fits("product_fits", a, b); }
inline bool sum_fits(Walked const& a, Walked const& b) { return fits("sum_fits", a, b); }
inline Condition well_formed(Layout<Walked> const& layout) {
  bool const kept =
      !limits || bool(Truth{call("String.eqb", bracketed(header("well_formed", layout.leaves)), "\"none\"")});
  return kept ? Condition::none : Condition::overflow;
}
inline void hang_flat(Layout<Walked>&) {}
inline void sort_by_stride(Modes& list) {
  std::string const sorted = walk->bind("l", call("sort", list));
  list.clear();
  list.become(sorted);
}

inline Walked of_name(std::string const& text) { return Walked(Term(text, Term::application)); }
inline Walked size(Modes const& modes) { return of_name(header("size", modes)); }
inline Walked size(Layout<Walked> const& layout) { return size(layout.leaves); }
inline Walked evaluate(Modes const& modes, Walked const& i) { return of_name(header("evaluate", modes, i)); }
inline Walked evaluate(Layout<Walked> const& layout, Walked const& i) { return evaluate(layout.leaves, i); }
inline Walked extent(Layout<Walked> const& layout) { return of_name(header("extent", layout.leaves)); }
inline Walked first_gap(Modes const& modes) { return of_name(header("first_gap", modes)); }
inline Modes coalesce(Modes const& modes) { return Modes(bracketed(header("coalesce", modes))); }
inline Walked counting_bound(Layout<Walked> const& layout) {
  return of_name(header("counting_bound", layout.leaves));
}
inline Layout<Walked> coalesce(Layout<Walked> const& layout) { return {{}, coalesce(layout.leaves)}; }

inline Walked gcd(Walked const& a, Walked const& b) { return of_name(call("Z.gcd", a, b)); }
inline Walked size(IntTuple<Walked> const& shape) { return of_name(call("points", shape.leaves)); }
inline IntTuple<Walked> compact_col_major(IntTuple<Walked> const& shape) {
  return {{}, Numbers(bracketed(call("compact_col_major", shape.leaves, "1")))};
}

/// The offset of a coordinate of as many entries, by the name that it has in Combinators.v.
inline Result<Walked, Walked> crd2idx(IntTuple<Walked> const& coordinate, Layout<Walked> const& layout) {
  std::string const answer =
      call("offset_of", "product_fits", "sum_fits", coordinate.leaves, layout.leaves, "0");
  Result<Walked, Walked> r;
  if (Truth{"is_nothing (" + answer + ")"})
    r.refusal.condition = Condition::overflow;
  else
    r.value = of_name("offset_in (" + answer + ")");
  return r;
}
inline Walked cosize(Layout<Walked> const& layout) { return of_name(header("cosize", layout.leaves)); }

// Composition, by the names that its parts have in Loops.v. Of `along` and `gave_up` nothing is said, nor of the index `first`.
inline Condition well_formed_here(Layout<Walked> const& layout) { return well_formed(layout); }
inline bool values_fit(Modes const&, Walked const&) { return true; }  // limits
inline void push_mode(Modes& modes, WalkedMode const& m) { modes.push(m); }
inline Modes coalesce_extended(Modes const& modes) {
  return Modes(bracketed(header("coalesce_extended", modes)));
}
inline void coalesce_onto(Modes& out, int count, Modes const& modes) {
  out.join(bracketed(header("coalesce", modes.first(count))));
}
inline Walked evaluate_extended(Modes const& modes, Walked const& i) {
  return of_name(header("evaluate_extended", modes, i));
}
inline bool never_carries(Modes const& a, Modes const& b) { return bool(Truth{call("never_carries", a, b)}); }
/// What is answered where `answer` is one.
inline bool answered(Modes& out, std::string const& answer, Refusal<Walked>& why) {
  if (Truth{"is_nothing (" + answer + ")"}) {
    why.condition = Condition::additive;
    return false;
  }
  out.join("(modes_of (" + answer + "))");
  return true;
}
inline Result<Modes, Walked> modes_by(std::string const& answer) {
  Result<Modes, Walked> r;
  answered(r.value, answer, r.refusal);
  return r;
}
inline Result<Layout<Walked>, Walked> layout_by(std::string const& answer) {
  Result<Layout<Walked>, Walked> r;
  answered(r.value.leaves, answer, r.refusal);
  return r;
}
/// The index that a refusal names, and what the modes have there.
inline void shows(Refusal<Walked>& why, std::string const& shown) {
  why.index = of_name("fst (shown_in (" + shown + "))");
  why.got = of_name("snd (shown_in (" + shown + "))");
}
inline std::string said_shown(Refusal<Walked> const& why) {
  return why.condition == Condition::none ? "None" : "Some (" + said(why.index) + ", " + said(why.got) + ")";
}
inline bool textbook_onto(Modes& out, detail::Outer<Walked> const& a, WalkedMode const& b, Numbers& digits,
                          Refusal<Walked>& why) {
  std::string const both = walk->bind("p", call("textbook", a.modes, b, digits));
  digits = Numbers(bracketed(call("snd", both)));
  return answered(out, call("fst", both), why);
}
inline void compose_textbook(detail::Outer<Walked> const&, WalkedMode const&, Numbers&) {
}  // for carry_witness()
inline Result<Modes, Walked> modes_along(Modes const&, WalkedMode const& b, Work&) {
  Result<Modes, Walked> r;
  if (Truth{call("gave_up", b)})
    r.refusal.condition = Condition::undecided;
  else if (!answered(r.value, call("along", b), r.refusal))
    shows(r.refusal, call("along_shows", b));
  return r;
}
inline Refusal<Walked> carry_witness(Modes const& a, Layout<Walked> const& b, List<Numbers> const&,
                                     Layout<Walked> const& answer);
/// Whether composition() and what rests on it are told by its name, or printed.
inline bool composes_by_name = false;
inline void compose_onto(Result<Layout<Walked>, Walked>& r, Layout<Walked> const& a, Layout<Walked> const& b,
                         Domain domain, Budget budget, bool& textbook) {
  if (!composes_by_name) return colex::detail::compose_onto<Walked>(r, a, b, domain, budget, textbook);
  std::string const A = a.leaves.said();
  answered(r.value.leaves,
           "composition (along " + A + ") (gave_up " + A + ") first " + A + " " + b.leaves.said(), r.refusal);
}
inline bool complement_onto(Layout<Walked>& rest, Layout<Walked> const& a, Walked const& n, Cover cover,
                            Refusal<Walked>& why) {
  char const* const names[] = {"strict_complement", "covering_complement", "disjoint_complement"};
  return answered(rest.leaves, header(names[static_cast<int>(cover)], a.leaves, n), why);
}
inline Result<Modes, Walked> complement_gaps(Layout<Walked> const& a, Walked const& n, Cover) {
  return modes_by(header("disjoint_gaps", a.leaves, n));
}
inline Walked least_cotarget(Layout<Walked> const& a) { return of_name(header("least_cotarget", a.leaves)); }
inline Result<Modes, Walked> room_for_copies(Layout<Walked> const& a, Walked const& span) {
  return modes_by(header("room_for_copies", a.leaves, span));
}
inline Result<Layout<Walked>, Walked> complement(Layout<Walked> const& a, Walked const& n, Cover cover) {
  Result<Layout<Walked>, Walked> r;
  complement_onto(r.value, a, n, cover, r.refusal);
  return r;
}
inline Result<Layout<Walked>, Walked> padded(Layout<Walked> const& a, Layout<Walked> const& b) {
  return layout_by(header("padded", a.leaves, b.leaves));
}
/// By the name that it has in Steps.v.
inline Walked fitting_step(Walked const& step, WalkedMode const& by, Walked const& points,
                           Walked const& extent) {
  return of_name(call("fitting_step", step, by, points, extent));
}
inline Layout<Walked> join(Layout<Walked> const& a, Layout<Walked> const& b) {
  return {{}, Modes("(" + a.leaves.said() + " ++ " + b.leaves.said() + ")")};
}
inline bool tabulates_within(detail::Composing<Walked>&, Walked const&) { return true; }  // a budget
template <Number Int, class F>
Result<Modes, Walked> find_modes(F f, Walked const& points) {
  Result<Modes, Walked> r;
  std::string const i = walk->fresh("i");
  std::string const of = " (fun " + i + " => " + said(f(Walked(number(i)))) + ") " + said(points);
  if (!answered(r.value, "find_modes" + of, r.refusal)) shows(r.refusal, "find_shows" + of);
  return r;
}
/// Printed of one mode.
inline Result<Modes, Walked> compose_beyond(detail::Composing<Walked>& at, int k, Refusal<Walked> const&) {
  at.textbook = false;
  return modes_by(call("compose_beyond", "along", "gave_up", at.outer.modes, at.b.leaves[k]));
}
inline Refusal<Walked> carry_witness(Modes const& a, Layout<Walked> const& b, List<Numbers> const&,
                                     Layout<Walked> const& answer) {
  auto why = because<Walked>(Condition::no_carry);
  Walked const first(number("first"));
  why.index = first;
  why.left = why.got = evaluate(answer, first);
  why.right = why.want = evaluate_extended(a, evaluate(b, first));
  return why;
}

inline bool stays_inside(detail::Composing<Walked>& at, Layout<Walked> const&, Domain, Refusal<Walked>& why) {
  if (Truth{call("inside_domain", at.linear, at.b.leaves)}) return true;
  why.condition = Condition::in_domain;
  return false;
}
inline bool decide_carries(detail::Composing<Walked>& at, Layout<Walked> const& answer,
                           Refusal<Walked>& why) {
  if (Truth{
          call("modes_add_up", "first", at.outer.modes, at.b.leaves, answer.leaves, at.textbook, at.digits)})
    return true;
  why.condition = Condition::no_carry;
  return false;
}

/// Searches, of which nothing is said: `one` is injective()'s no, two indices; `found` what the search for a coordinate of an offset
/// says, or that for an inverse has found.
inline Refusal<Walked> asked(std::string const& what, Condition no) {
  if (Truth{"is_none (" + what + ")"}) return {};
  if (Truth{"is_undecided (" + what + ")"}) return because<Walked>(Condition::undecided);
  return because<Walked>(no, of_name("left_of (" + what + ")"), of_name("right_of (" + what + ")"));
}
inline Refusal<Walked> injective(Layout<Walked> const& layout, Budget) {
  return asked(call("one", layout.leaves), Condition::injective);
}
inline Refusal<Walked> surjective(Layout<Walked> const& layout, Walked const& n, Budget) {
  return asked(header("surjective", "found", layout.leaves, n), Condition::surjective);
}
inline EvaluateState<Walked> direct_coordinate(Layout<Walked> const& layout, Walked const& offset) {
  std::string const at = header("direct_coordinate", layout.leaves, offset);
  return {of_name("fst (" + at + ")"), of_name("snd (" + at + ")")};
}
inline Refusal<Walked> bijective_step(Walked const& points, Walked const& past, Walked const& least,
                                      Walked const& n) {
  return asked(call("bijective_step", points, past, least, n), Condition::in_domain);
}
inline bool composes_to_identity(Layout<Walked> const& a, Layout<Walked> const& r, Budget) {
  return bool(Truth{call("composes_to", a.leaves, r.leaves, bracketed(call("index_layout", r.leaves)))});
}
inline bool composes_to(Layout<Walked> const& outer, Layout<Walked> const& inner, Layout<Walked> const& want,
                        Budget) {
  return bool(Truth{call("composes_to", outer.leaves, inner.leaves, want.leaves)});
}

inline Result<Layout<Walked>, Walked> right_inverse(Layout<Walked> const& layout, Parts, Budget) {
  return layout_by(call("right_inverse", layout.leaves, "found"));
}
inline Result<Layout<Walked>, Walked> left_inverse(Layout<Walked> const& layout, Inverse, Budget) {
  return layout_by(call("left_inverse", "one", layout.leaves, "found"));
}

/// A state of a fold, by a name.
inline Walked named(Walked const*, std::string const& name) { return Walked(number(name)); }
inline WalkedMode named(WalkedMode const*, std::string const& name) { return walked_mode(name); }

/// A step that Coq knows by a name, told by what it says.
struct Known {
  char const* name;
  std::function<std::string(std::string const& state, std::string const& mode)> says;
};
inline std::vector<Known>& known_steps() {
  static std::vector<Known> steps;
  return steps;
}
template <class State>
std::string said(Step<State, Walked> const& one) {
  std::string const mode = one.emits ? said(one.mode) : "";
  return "Step " + said(one.state) + " [" + (mode.starts_with("(") ? mode.substr(1, mode.size() - 2) : mode) +
         "] " + said(one.refusal);
}
template <class State, class F>
void knows(char const* name, F step) {
  known_steps().push_back(
      {name, [step](std::string const& s, std::string const& m) {
         return walked(
             [&] { return said(step(named(static_cast<State const*>(nullptr), s), walked_mode(m))); });
       }});
}

/// A fold whose step changes nothing but its state is told by the names of Combinators.v; any other is gone through.
template <class State, class F>
void fold_onto(Modes& emitted, FoldEnd<State, Walked>& r, int count, Modes const& modes, F&& step) {
  bool refuses = false, emits = false;
  std::string const list = modes.first(count);
  try {
    std::string const s = walk->fresh("s"), m = walk->fresh("m");
    auto once = step;
    auto turn = walked([&] {
      Step<State, Walked> const one = once(named(static_cast<State const*>(nullptr), s), walked_mode(m));
      refuses = refuses || one.refusal.condition != Condition::none;
      emits = emits || one.emits;
      return said(one);
    });
    turn = "(fun " + s + " " + m + " => " + turn + ")";
    static std::map<std::string, std::string> by_text;
    auto& named_so = by_text[turn];
    if (named_so.empty()) {
      named_so = turn;
      for (auto const& one : known_steps())
        if (turn == "(fun " + s + " " + m + " => " + one.says(s, m) + ")") named_so = one.name;
    }
    turn = named_so;
    std::string const of = call(turn, list, r.state);
    if (emits) emitted.join(walk->bind("l", call("emissions", of)));
    State const end = named(static_cast<State const*>(nullptr), walk->bind("s", call("reached", of)));
    if (refuses && bool(Truth{call("stops", of)}))
      r.refusal.condition = Condition::additive;  // one of the step's
    r.state = end;
  } catch (Effect const&) {
    Modes const part(list);
    for (auto const& m : part) {
      Step<State, Walked> const one = step(r.state, m);
      if (one.refusal.condition != Condition::none) {
        r.refusal = one.refusal;
        break;
      }
      if (one.emits) emitted.push(one.mode);
      r.state = one.state;
    }
  }
}

}  // namespace colex::induction

namespace colex::induction {

/// Of a shape and an order of it, of which `leaves` are told.
inline std::string tree_of(IntTuple<Walked> const& tuple) {
  std::string const text = tuple.leaves.said(), head = "(leaves ";
  if (!text.starts_with(head)) throw std::logic_error("numbers of no tree: " + text);
  return text.substr(head.size(), text.size() - head.size() - 1);
}
inline bool weakly_congruent(IntTuple<Walked> const& a, IntTuple<Walked> const& b) {
  return bool(Truth{call("weakly_congruent", tree_of(a), tree_of(b))});
}

}  // namespace colex::induction

namespace colex {
namespace detail {
template <>
inline void spread(IntTuple<induction::Walked> const& order, IntTuple<induction::Walked> const& shape,
                   List<induction::Walked>& out) {
  out.tell(induction::bracketed(
      induction::call("spread", induction::tree_of(order), induction::tree_of(shape), out)));
}
/// Unrolled.v proves that it is so.
template <>
inline IntTuple<induction::Walked> mirrored(IntTuple<induction::Walked> const& t) {
  return {{}, induction::Numbers(induction::bracketed(induction::call("rev", t.leaves)))};
}
}  // namespace detail
/// Of its leaves; of trees Combinators.v has it.
template <>
inline Layout<induction::Walked> reversed(Layout<induction::Walked> const& layout) {
  return {{}, induction::Modes(induction::bracketed(induction::call("rev", layout.leaves)))};
}
}  // namespace colex

namespace colex::detail {
/// What the search for a coordinate says: at first and, where it has ended with its part of the budget, at last; and whether the whole
/// budget has ended.
template <>
struct Coordinates<induction::Walked> {
  std::string of;
  struct {
    struct {
      Work given{};
      std::string of{};
      int times = 0;
      auto& operator=(Work const& work) {
        given = work;
        ++times;
        return *this;
      }
      bool take() const { return true; }
      bool ended() const {
        if (!bool(induction::Truth{"ended (" + of + ")"})) return false;
        if (induction::Truth{"exhausted (" + of + ")"}) given.shared->take(given.limit * 8);
        return true;
      }
      operator Work() const { return given; }  // NOLINT: as what it counts in
    } work{};
  } reach{};
  explicit Coordinates(Layout<induction::Walked> const& layout) : of(call("found", layout.leaves)) {
    reach.work.of = of;
  }
  bool has(induction::Walked const& v) const {
    return bool(induction::Truth{(reach.work.times == 1 ? "at_first (" : "at_last (") + of + ") " +
                                 induction::said(v)});
  }
};
/// The offsets in order, where they are cut into halves: a list.
template <>
class OrderedSums<induction::Walked, 1024> {
 public:
  explicit OrderedSums(induction::Modes const& modes) : of_("in_order (found " + modes.said() + ")") {}
  bool fits() const { return !bool(induction::Truth{"is_nothing (" + of_ + ")"}); }
  bool empty() const { return !induction::walk->goes_over(this, "(numbers_of (" + of_ + "))"); }
  void pop() {}
  Sum<induction::Walked> top() const {
    return {induction::Walked(induction::number(induction::walk->element())), {}};
  }

 private:
  std::string of_;
};
template <>
inline induction::Modes whole_modes(induction::Modes const& modes) {
  return induction::Modes(induction::bracketed(induction::call("whole_modes", modes)));
}
template <>
struct MaximalSearch<induction::Walked> {
  Work work{};
  induction::Modes best{};
  MaximalSearch(Layout<induction::Walked> const&, Layout<induction::Walked> const&) {}
  void run(induction::Walked const&) { best = induction::Modes("found"); }
};
template <>
struct InverseSearch<induction::Walked> {
  Work work{};
  Layout<induction::Walked> place{};
  induction::Walked points{}, top{};
  explicit InverseSearch(Layout<induction::Walked> const&) {}
  bool run() const { return !bool(induction::Truth{"is_empty found"}); }
  bool exhausted() const { return false; }
  Layout<induction::Walked> result() const { return induction::over("found"); }
};
}  // namespace colex::detail

namespace colex::induction {

/// Prints a definition.
template <class F>
void define_walked(char const* name, std::string const& parameters, char const* type, F run) {
  try {
    std::printf("\nDefinition %s%s : %s :=\n  %s.\n", name, parameters.c_str(), type,
                walked([&] { return said(run()); }).c_str());
  } catch (std::exception const& why) {
    throw std::runtime_error(std::string(name) + ": " + why.what());
  }
}

}  // namespace colex::induction
