// SPDX-License-Identifier: MIT
// Writes Loops.v of the other files here: the headers' functions by named loops, run on lists and indices that are texts.
//
//   build/smt/write_loops > Loops.v
//   build/smt/write_loops shipped > Shipped.v     the loops themselves, as they ship
//   build/smt/write_loops headers > Headers.v     functions with loops of their own over a list, at every rank
#include <cstring>

#include "induction/grown.hpp"
#include "induction/mapped.hpp"
#include "induction/recorded.hpp"
#include "induction/stored.hpp"
#include "induction/walked.hpp"

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
  auto const kernel = [&] {
    Work work;
    return colex::detail::kernel_modes(a, work);
  };
  whole("nullspace", " (A : list mode)", answer, [&] { return kernel().text; });
  // What a refusal of theirs shows: an index, and what the forced modes have there.
  char const* const shown = "option (Z * Z)";
  whole("compared_shows", table, shown, [&] { return colex::detail::forced_modes(f, points, true).shown; });
  whole("find_shows", table, shown, [&] { return colex::find_modes<Term>(f, points).shown; });
  whole("nullspace_shows", " (A : list mode)", shown, [&] { return kernel().shown; });
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
  // Nothing is said of what a search has found: its answer is looked at.
  prefix = "Headers.";
  limits = true;
  auto const of_lists = [](std::string const& lists) { return " (" + lists + " : list mode)"; };
  define_walked("right_inverse", of_lists("A found").c_str(), answer, [] {
    auto const A = over("A");
    return colex::detail::maximal_inverse<Walked>(A, A, Layout<Walked>{{}, Modes("(whole_modes A)")},
                                                  Budget{});
  });
  define_walked("common_inverse", of_lists("A B start found").c_str(), answer, [] {
    return colex::detail::maximal_inverse<Walked>(over("A"), over("B"), over("start"), Budget{});
  });
  define_walked("chain_inverse", " (A : list mode)", answer, [] {
    auto const kept = colex::detail::kept_modes<Walked>(over("A"), Inverse::exact);
    return kept ? colex::detail::chain_inverse<Walked>(kept.value)
                : Result<Layout<Walked>, Walked>::refuse(kept.refusal);
  });
  define_walked("left_inverse", " (one : list mode -> option refusal) (A found : list mode)", answer,
                [] { return colex::left_inverse<Walked>(over("A"), Inverse::exact); });
  limits = false;
  define_walked(
      "textbook", " (A : list mode) (b : mode) (digits : list Z)", "option (list mode) * list Z", [] {
        Modes out;
        Numbers digits("digits");
        Refusal<Walked> why;
        bool const taken =
            colex::detail::textbook_onto<Walked>(out, {Modes("A")}, walked_mode("b"), digits, why);
        return "(" + (taken ? "Some " + said(out) : std::string("None")) + ", " + digits.said() + ")";
      });
  auto const composed = [&](std::string const& more) {
    return " (along : mode -> option (list mode)) (gave_up : mode -> bool)" + more;
  };
  auto const beyond = [] {
    Modes b;
    b.push(walked_mode("b"));
    Layout<Walked> const B{{}, b};
    colex::detail::Composing<Walked> at(over("A"), B, Domain::extend_last, Budget{});
    at.outer.modes = Modes("A");
    return colex::detail::compose_beyond<Walked>(at, 0, because<Walked>(Condition::run_divides));
  };
  define_walked("compose_beyond", composed(" (A : list mode) (b : mode)").c_str(), answer, beyond);
  define_walked("beyond_shows",
                composed(" (along_shows : mode -> option (Z * Z)) (A : list mode) (b : mode)").c_str(), shown,
                [&] { return said_shown(beyond().refusal); });
  // What decides a composition, of which `linear` and `textbook` are known.
  auto const deciding = [](Refusal<Walked>& why, auto decide) {
    Layout<Walked> const B = over("B");
    colex::detail::Composing<Walked> at(over("A"), B, Domain::extend_last, Budget{});
    at.outer.modes = Modes("A");
    at.digits = Numbers("digits");
    return bool(decide(at, why));
  };
  define_walked("inside_domain", " (linear : bool) (B : list mode)", "bool", [&] {
    Refusal<Walked> none;
    return deciding(none, [](auto& at, auto& why) {
      at.linear = bool(Truth{"linear"});
      return colex::detail::stays_inside<Walked>(at, over("A"), Domain::extend_last, why);
    });
  });
  auto const carries = [&](Refusal<Walked>& why) {
    return deciding(why, [](auto& at, auto& no) {
      at.textbook = bool(Truth{"textbook"});
      return colex::detail::decide_carries<Walked>(at, over("R"), no);
    });
  };
  char const* const of_carries = " (first : Z) (A B R : list mode) (textbook : bool) (digits : list Z)";
  define_walked("modes_add_up", of_carries, "bool", [&] {
    Refusal<Walked> why;
    return carries(why);
  });
  define_walked("adds_up_shows", of_carries, shown, [&] {
    Refusal<Walked> why;
    return carries(why) ? std::string("None") : said_shown(why);
  });
  define_walked("composition", composed(" (first : Z) (A B : list mode)").c_str(), answer,
                [] { return colex::composition<Walked>(over("A"), over("B")); });
  composes_by_name = true;
  char const* const each =
      " (along : list mode -> mode -> option (list mode)) (gave_up : list mode -> mode -> bool) (first : Z) "
      "(A B : list mode)";
  define_walked("divide", each, answer, [] { return colex::logical_divide<Walked>(over("A"), over("B")); });
  std::string const searched = std::string(" (missing : list mode -> Z -> option refusal)") + each;
  for (Cover const cover : {Cover::at_least, Cover::disjoint})
    define_walked(cover == Cover::at_least ? "covering_divide" : "disjoint_divide", searched.c_str(), answer,
                  [&] { return colex::logical_divide<Walked>(over("A"), over("B"), cover); });
  define_walked("product", each, answer, [] { return colex::logical_product<Walked>(over("A"), over("B")); });
  define_walked("lex_composition", each, answer,
                [] { return colex::lex_composition<Walked>(over("A"), over("B")); });
  define_walked("lex_right_inverse", of_lists("A found").c_str(), answer,
                [] { return colex::lex_right_inverse<Walked>(over("A")); });
  define_walked("lex_left_inverse", " (one : list mode -> option refusal) (A found : list mode)", answer,
                [] { return colex::lex_left_inverse<Walked>(over("A")); });
}

/// The modes m 0, m 1, ...
List<TermMode> modes_of(std::string const& m, int count) {
  List<TermMode> r;
  for (int k = 0; k < count; ++k) r.push(mode("(" + m + " " + std::to_string(k) + ")"));
  return r;
}
/// Trees of opaque leaves, and the texts of them.
struct Told {
  Nested<TermMode> tree;
  std::string text;
};
/// Each tree of `nodes` nodes, its leaves from number `from` on.
std::vector<Told> trees_of(int nodes, int from) {
  if (nodes == 1) {
    std::string const m = "(m " + std::to_string(from) + ")";
    return {{leaf(mode(m)), "Leaf " + m}, {open<TermMode>(0), "Tuple []"}};
  }
  std::vector<Told> r;
  std::function<void(std::vector<Told> const&, int, int)> const put = [&](std::vector<Told> const& before,
                                                                          int left, int at) {
    if (left == 0) {
      Told all{open<TermMode>(static_cast<int>(before.size())), ""};
      for (auto const& one : before) {
        graft(all.tree, one.tree);
        all.text += (all.text.empty() ? "" : "; ") + one.text;
      }
      r.push_back({all.tree, "Tuple [" + all.text + "]"});
    }
    for (int first = 1; first <= left; ++first)
      for (auto const& one : trees_of(first, at)) {
        auto more = before;
        more.push_back(one);
        put(more, left - first, at + one.tree.leaves.count);
      }
  };
  put({}, nodes - 1, from);
  return r;
}
/// reversed() of all small trees, of flat ones of every rank, and of deep ones.
void trees_as_they_ship() {
  std::vector<Told> all;
  for (int const nodes : {1, 2, 3, 4, 5})
    for (auto const& one : trees_of(nodes, 0)) all.push_back(one);
  Told flat_one{open<TermMode>(0), ""}, deep = trees_of(1, 0)[0];
  for (int k = 0; k < kMaxLeaves; ++k) {
    auto const next = trees_of(1, k)[0];
    flat_one.text += (k == 0 ? "" : "; ") + next.text;
    Nested<TermMode> longer = open<TermMode>(k + 1);
    for (int j = 0; j <= k; ++j) graft(longer, leaf(mode("(m " + std::to_string(j) + ")")));
    all.push_back({longer, "Tuple [" + flat_one.text + "]"});
    if (k == 0) continue;
    deep = {join(deep.tree, next.tree), "Tuple [" + deep.text + "; " + next.text + "]"};
    if (!deep.tree.overfull()) all.push_back(deep);
  }
  std::string pairs;
  for (auto const& [tree, text] : all)
    pairs += (pairs.empty() ? "(" : ";\n  (") + text + ", " + coded(reversed(tree)) + ")";
  std::printf("\nDefinition reversed_trees (m : Z -> mode) : list (tree mode * coded mode) :=\n  [%s].\n",
              pairs.c_str());
}

/// How trees are taken apart and put together, what of two is alike, and how a tiler's entries are gone over beside a layout's: as they ship.
void parts_as_they_ship() {
  std::vector<Told> small, more;
  for (int const nodes : {1, 2, 3})
    for (auto const& one : trees_of(nodes, 0)) small.push_back(one);
  Told flat_one{open<TermMode>(kMaxLeaves), ""};
  for (int k = 0; k < kMaxLeaves; ++k) {
    graft(flat_one.tree, leaf(mode("(m " + std::to_string(k) + ")")));
    flat_one.text += (k == 0 ? "Tuple [" : "; ") + ("Leaf (m " + std::to_string(k) + ")");
  }
  flat_one.text += "]";
  small.push_back(flat_one);
  more = small;
  for (int const nodes : {4, 5})
    for (auto const& one : trees_of(nodes, 0)) more.push_back(one);
  auto const listed = [](std::string& all, std::string const& one) {
    all += (all.empty() ? "" : ";\n  ") + one;
  };
  std::string parts, alike, along;
  for (auto const& [tree, text] : more) {
    std::string entries;
    Nested<TermMode> again = open<TermMode>(rank(tree));
    for (int k = 0; k < rank(tree); ++k) {
      entries += (k == 0 ? "" : "; ") + coded(entry(tree, k));
      graft(again, entry(tree, k));
    }
    listed(parts, "(" + text + ", (" + written(tree.profile.is_leaf({})) + ", " + std::to_string(rank(tree)) +
                      ", [" + entries + "], " + coded(again) + "))");
  }
  for (auto const& a : small)
    for (auto const& b : small) {
      if ((a.text == flat_one.text) != (b.text == flat_one.text)) continue;
      listed(alike, "(" + a.text + ", " + b.text + ", " + written(congruent(a.tree, b.tree)) + ")");
      std::string gone_over;
      Tiler<Term> const tiler(b.tree, 0, 0);
      detail::Tiled<Term>{a.tree, tiler}.each_entry([&](detail::Tiled<Term> const& one, bool reached) {
        gone_over += (gone_over.empty() ? "(" : "; (") + coded(subtree(one.layout, one.at)) + ", " +
                     (reached ? "Some (" + coded(subtree(one.tiler.modes, one.by)) + ")" : "None") + ")";
        return true;
      });
      listed(along, "(" + a.text + ", " + b.text + ", [" + gone_over + "])");
    }
  char const* const m = " (m : Z -> mode) : list ";
  std::printf(
      "\nDefinition taken_apart%s(tree mode * (bool * Z * list (coded mode) * coded mode)) :=\n  [%s].\n", m,
      parts.c_str());
  std::printf("\nDefinition congruent_pairs%s(tree mode * tree mode * bool) :=\n  [%s].\n", m, alike.c_str());
  std::printf(
      "\nDefinition gone_over%s(tree mode * tree mode * list (coded mode * option (coded mode))) :=\n  "
      "[%s].\n",
      m, along.c_str());
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
  char const* const shown = "option (Z * Z)";
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
    for (int const by : {1, 3}) {
      std::string const name = "every_" + std::to_string(by);
      Term failed(0);
      auto const holds = [&](Term const& i) {
        failed = i;
        return bool(Truth{"f " + atom(i)});
      };
      auto const all = [&] { return colex::detail::every(Term(1), Term(1 + count), Term(by), holds); };
      whole(name, count, " (f : Z -> bool)", "bool", all);
      whole(name + "_fails", count, " (f : Z -> bool)", "option Z",
            [&]() -> std::string { return all() ? "None" : "Some " + atom(failed); });
    }
    auto const turns = [&] {
      return colex::detail::turns(
          Term(count), detail::Reading<Term>{Term(1), Term(count)},
          [](detail::Reading<Term>& at) -> detail::Turn<Term> {
            Term const step = at.step;
            if (!(at.rest > Term(0))) return {};
            if (!bool(Truth{"f " + atom(step)}))
              return {false, {}, {Condition::additive, {}, {}, {}, true, step, at.rest, {}}};
            at = {application("g " + atom(step)), at.rest - Term(1)};
            return {true, {step, at.step}, {}};
          });
    };
    whole("turns", count, " (f : Z -> bool) (g : Z -> Z)", "option (list mode)", turns);
    whole("stuck", count, " (f : Z -> bool) (g : Z -> Z)", shown, [&]() -> std::string {
      auto const why = turns().refusal;
      if (why.condition == Condition::none) return "None";
      return "Some (" + why.index.text() + ", " + why.got.text() + ")";
    });
  }
  // A fold at full length, of steps that differ in one thing at a time; and a mode put among sorted ones.
  for (int const count : {8, kMaxLeaves}) {
    auto const m = modes_of("m", count);
    auto const folded = [&](char const* name, char const* parameters, auto stops, auto emits) {
      whole(name, count, parameters, "bool * list mode * Z", [&] {
        auto const r =
            colex::fold(m, number("s"), [&](Term const& s, TermMode const& one) -> Step<Term, Term> {
              std::string const of = atom(s) + " " + written(one);
              if (stops(of, one)) return {s, false, {}, because<Term>(Condition::additive)};
              Term const next = application("g " + of);
              if (emits(of, one)) return {next, true, mode("(e " + of + ")"), {}};
              return {next};
            });
        bool const stopped = r.refusal.condition != Condition::none;
        return "(" + written(stopped) + ", " + written(r.emitted) + ", " + written(r.state) + ")";
      });
    };
    char const* const plain = " (g : Z -> mode -> Z) (e : Z -> mode -> mode) (m : Z -> mode) (s : Z)";
    char const* const asked =
        " (f : Z -> mode -> bool) (g : Z -> mode -> Z) (e : Z -> mode -> mode) (m : Z -> mode) (s : Z)";
    auto const never = [](std::string const&, TermMode const&) { return false; };
    auto const always = [](std::string const&, TermMode const&) { return true; };
    auto const unknown = [](std::string const& of, TermMode const&) { return bool(Truth{"f " + of}); };
    auto const late = [&](std::string const& of, TermMode const& one) {
      return written(one) != "(m " + std::to_string(count - 3) + ")" || bool(Truth{"f " + of});
    };
    folded("fold_emits", plain, never, always);
    folded("fold_silent", plain, never, never);
    folded("fold_stops", asked, unknown, never);
    folded("fold_late", asked, never, late);
    // one mode at either end of sorted ones, all in the opposite order, and many of one stride
    define(
        "sorted_" + std::to_string(count), "", "list (list mode * list mode)",
        [&] {
          std::string pairs;
          auto const sorted = [&](List<TermMode> list) {
            std::string const before = written(list);
            sort_by_stride(list);
            pairs += (pairs.empty() ? "(" : "; (") + before + ", " + written(list) + ")";
          };
          for (int stride = 5; stride <= 10 * count + 5; stride += 5)
            for (bool const last : {false, true}) {
              List<TermMode> list;
              if (!last) list.push({Term(3), Term(stride)});
              for (int k = 1; k < count; ++k) list.push({Term(2), Term(10 * k)});
              if (last) list.push({Term(3), Term(stride)});
              sorted(list);
            }
          for (int const among : {1, 3, count}) {
            List<TermMode> list;
            for (int k = count; k > 0; --k) list.push({Term(k), Term(k % among)});
            sorted(list);
          }
          return "[" + pairs + "]";
        },
        false);
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
  // A coordinate of as many entries as the layout has modes; a single one stands for itself.
  for (int const count : {0, 1, 2, 3, 8, kMaxLeaves}) {
    Nested<Term> c = open<Term>(count);
    Nested<TermMode> l = open<TermMode>(count);
    for (int k = 0; k < count; ++k) {
      graft(c, colex::leaf(application("c " + std::to_string(k))));
      graft(l, leaf(mode("(m " + std::to_string(k) + ")")));
    }
    char const* const both = " (c : Z -> Z) (m : Z -> mode)";
    whole("offset_of", count, both, "option Z", [&] { return crd2idx(c, l); });
    if (count == 1)
      whole("offset_of_leaf", 1, both, "option Z", [&] { return crd2idx(entry(c, 0), entry(l, 0)); });
  }
  trees_as_they_ship();
  parts_as_they_ship();
}

/// Headers as they are, whatever their loops over lists.
void headers() {
  knows<WalkedMode>("coalesce_step", [](auto const& s, auto const& m) { return coalesce_step(s, m); });
  knows<Walked>("complement_step", [](auto const& s, auto const& m) { return complement_step(s, m); });
  knows<Walked>("disjoint_step", [](auto const& s, auto const& m) { return disjoint_step(s, m); });
  knows<Walked>("first_gap_step", [](auto const& s, auto const& m) { return first_gap_step(s, m); });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    knows<Walked>(
        cover == Cover::strict ? "(upcast_step n)" : "(covering_upcast_step n)",
        [cover](auto const& s, auto const& m) { return upcast_step(s, m, Walked(number("n")), cover); });
  char const *const of_A = " (A : list mode)", *const answer = "option (list mode)";
  auto const A = [] { return Modes("A"); };
  auto const layout = [] { return over("A"); };
  auto const n = [] { return Walked(number("n")); };
  define_walked("size", of_A, "Z", [&] { return colex::size<Walked>(A()); });
  define_walked("evaluate", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::evaluate<Walked>(A(), Walked(number("i"))); });
  define_walked("evaluate_extended", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::evaluate_extended<Walked>(A(), Walked(number("i"))); });
  define_walked("extent", of_A, "Z", [&] { return colex::extent<Walked>(layout()); });
  define_walked("cosize", of_A, "Z", [&] { return colex::cosize<Walked>(layout()); });
  define_walked("coalesce", of_A, "list mode", [&] { return colex::coalesce<Walked>(A()); });
  define_walked("coalesce_extended", of_A, "list mode",
                [&] { return colex::coalesce_extended<Walked>(A()); });
  define_walked("equal", " (A B : list mode)", "bool",
                [&] { return colex::equal<Walked>(layout(), over("B")).equal; });
  define_walked("first_gap", of_A, "Z", [&] { return colex::first_gap<Walked>(A()); });
  limits = true;
  define_walked("well_formed", of_A, "string", [&] { return colex::well_formed<Walked>(layout()); });
  auto const tuple = [](char const* name) { return IntTuple<Walked>{{}, Numbers(name)}; };
  define_walked("crd2idx", " (c extents : list Z)", "option Z",
                [&] { return colex::crd2idx<Walked>(tuple("c"), tuple("extents")); });
  limits = false;
  define_walked("idx2crd", " (i : Z) (extents : list Z)", "list Z",
                [&] { return colex::idx2crd<Walked>(Walked(number("i")), tuple("extents")); });
  define_walked("surjective", " (missing : list mode -> Z -> option refusal) (A : list mode) (n : Z)",
                "option refusal", [&] { return colex::surjective<Walked>(layout(), n()); });
  define_walked("bijective",
                " (one : list mode -> option refusal) (missing : list mode -> Z -> option refusal) (A : list "
                "mode) (n : Z)",
                "option refusal", [&] { return colex::bijective<Walked>(layout(), n()); });
  define_walked("counting_bound", of_A, "Z", [&] { return colex::detail::counting_bound<Walked>(layout()); });
  for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
    define_walked(cover == Cover::strict     ? "strict_complement"
                  : cover == Cover::at_least ? "covering_complement"
                                             : "disjoint_complement",
                  " (A : list mode) (n : Z)", answer,
                  [&] { return colex::complement<Walked>(layout(), n(), cover); });
  define_walked("lex_evaluate", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::lex_evaluate<Walked>(layout(), Walked(number("i"))); });
  define_walked("lex_coalesce", of_A, "list mode",
                [&] { return colex::lex_coalesce<Walked>(layout()).leaves; });
  define_walked("lex_complement", " (A : list mode) (n : Z)", answer,
                [&] { return colex::lex_complement<Walked>(layout(), n()); });
  define_walked("disjoint_gaps", " (A : list mode) (n : Z)", answer,
                [&] { return colex::complement_gaps<Walked>(layout(), n(), Cover::disjoint); });
  define_walked("least_cotarget", of_A, "Z", [&] { return colex::least_cotarget<Walked>(layout()); });
  define_walked("padded", " (A B : list mode)", answer,
                [&] { return colex::detail::padded<Walked>(layout(), over("B")); });
  define_walked("room_for_copies", " (A : list mode) (n : Z)", answer,
                [&] { return colex::detail::room_for_copies<Walked>(layout(), n()); });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    define_walked(cover == Cover::strict ? "upcast" : "covering_upcast", " (A : list mode) (n : Z)", answer,
                  [&] { return colex::upcast<Walked>(layout(), n(), cover); });
}

/// Maps over GF(2) of any number of columns.
void maps() {
  char const *const map = "list Z", *const answer = "list Z + refusal";
  auto const m = [] { return Columns("m"); };
  auto const swizzle = [](std::string const& of) {
    auto const field = [&](char const* name) { return Walked(number(name + of)); };
    return BasicSwizzle<Walked>{field("bits"), field("base"), field("shift")};
  };
  define_walked("image", " (m : list Z) (x : Z)", "Z",
                [&] { return colex::image<Walked>(m(), Walked(number("x"))); });
  define_walked("compose_maps", " (a b : list Z)", map,
                [] { return colex::composition<Walked>(Columns("a"), Columns("b")); });
  define_walked("swizzle_map", " (bits base shift inputs : Z)", map, [&] {
    auto const s = swizzle("");
    return colex::swizzle_map<Walked>(s.bits, s.base, s.shift, Walked(number("inputs")));
  });
  define_walked("reach_bits", " (bits base shift : Z)", "Z",
                [&] { return colex::reach_bits<Walked>(swizzle("")); });
  define_walked("compose_swizzles", " (bits1 base1 shift1 bits2 base2 shift2 : Z)", map,
                [&] { return colex::composition<Walked, Walked>(swizzle("1"), swizzle("2")); });
  char const* const three = "option (Z * Z * Z)";
  define_walked("admissible", " (bits base shift : Z)", "option refusal",
                [&] { return colex::admissible<Walked>(swizzle("")); });
  define_walked("make_swizzle", " (source target : Z)", three, [] {
    return colex::make_swizzle<Walked, Walked>(Walked(number("source")), Walked(number("target")));
  });
  define_walked("swizzle_xor16", " (blocks : Z)", three,
                [] { return colex::swizzle_xor16<Walked, Walked>(Walked(number("blocks"))); });
  define_walked("swizzle_of", " (m : list Z)", three, [&] { return colex::swizzle_of<Walked, Walked>(m()); });
  define_walked("inverse", " (m : list Z)", answer, [&] { return colex::inverse<Walked>(m()); });
  define_walked("solve", " (a b : list Z)", answer,
                [] { return colex::solve<Walked>(Columns("a"), Columns("b")); });
  define_walked("bijective_map", " (m : list Z) (outputs : Z)", "option refusal",
                [&] { return colex::bijective<Walked, Walked>(m(), Walked(number("outputs"))); });
  define_walked("layout_of_map", " (m : list Z)", "option (list mode)",
                [&] { return colex::layout_of<Walked>(m()); });
  limits = true;
  define_walked("map_of_layout", " (A : list mode)", answer,
                [] { return colex::bit_map<Walked>(over("A")); });
  limits = false;
  auto const found = [] {
    auto const f = [](Walked const& i) { return of_name("f " + said(i)); };
    return colex::find_bit_map<Walked, Walked>(f, Walked(number("n")));
  };
  define_walked("find_bit_map", " (f : Z -> Z) (n : Z)", answer, found);
  define_walked("find_bit_map_shows", " (f : Z -> Z) (n : Z)", "option (Z * Z)",
                [&] { return said_shown(found().refusal); });
}

/// Trees in any nesting. `again` is the function itself, of entries.
void trees() {
  limits = true;
  char const *const of_two = " (a b : tree Z)", *const tree = "option (tree Z)";
  std::string const again = " (again : tree Z -> tree Z -> option ";
  auto const a = [] { return Numbered("a"); };
  auto const b = [] { return Numbered("b"); };
  define_walked("product", " (l : list Z)", "option Z", [] {
    return colex::product<Walked>(IntTuple<Walked>{{}, Numbers("l")});
  });
  define_walked("divide", (" (step : Z -> Z -> option Z)" + again + "(tree Z))" + of_two).c_str(), tree,
                [&] { return colex::detail::divide<Grown>(a(), b(), NamedDivision{"step"}); });
  std::string const divide = " (divide : (Z -> Z -> option Z) -> tree Z -> tree Z -> option (tree Z))";
  define_walked("ceil_div", (divide + of_two).c_str(), tree,
                [&] { return colex::ceil_div<Grown>(a(), b()); });
  define_walked("shape_div", (divide + of_two).c_str(), tree,
                [&] { return colex::shape_div<Grown>(a(), b()); });
  std::string const ceil_div = " (ceil_div : tree Z -> tree Z -> option (tree Z))";
  define_walked("round_up", (ceil_div + of_two).c_str(), "option (list Z)", [&]() -> std::string {
    auto const r = colex::round_up<Grown>(a(), b());
    return r ? "Some " + r.value.leaves.said() : "None";
  });
  define_walked("elem_scale", (again + "(tree Z))" + of_two).c_str(), tree,
                [&] { return colex::elem_scale<Grown>(a(), b()); });
  define_walked("evenly_divides", (ceil_div + again + "bool)" + of_two).c_str(), "option bool",
                [&] { return colex::evenly_divides<Grown>(a(), b()); });
  limits = false;
  define_walked(
      "unzip_at",
      " (again : tree mark -> tree mode -> tree mode * tree mode) (by_ : tree mark) (t : tree mode)",
      "tree mode * tree mode", [] {
        Moded tiles{Moded::made()}, grids{Moded::made()};
        colex::detail::unzip_at<Grown>(tiles, grids, {Moded("t"), "by_"});
        return "(" + tiles.tree() + ", " + grids.tree() + ")";
      });
  std::printf("\nDefinition packed (room : Z) (c : coded mode) : option packing :=\n  %s.\n",
              packed_in_each(std::make_integer_sequence<int, kMaxLeaves>()).c_str());
  std::printf("\nDefinition unpacked (p : packing) : coded mode :=\n  %s.\n", unpacked_text().c_str());
}

}  // namespace
}  // namespace colex::induction

int main(int count, char** given) {
  bool const headers = count > 1 && std::strcmp(given[1], "headers") == 0, shipped = count > 1 && !headers;
  if (headers) {
    std::printf(
        "(* SPDX-License-Identifier: MIT *)\n"
        "(* Written by smt/induction/write_loops.cpp, which runs the headers: whole functions, their loops "
        "over lists as they are. *)\n"
        "From Coq Require Import ZArith String List.\n"
        "Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Sort.\n"
        "Import ListNotations.\n"
        "Open Scope string_scope.\nOpen Scope list_scope.\nOpen Scope Z_scope.\n");
    return colex::induction::printed("write_loops", [] {
      colex::induction::headers();
      colex::induction::maps();
      colex::induction::trees();
    });
  }
  std::printf(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_loops.cpp, which runs the headers: %s *)\n"
      "From Coq Require Import ZArith String List.\n"
      "Require Import Colex.Fold Colex.Nested Colex.Steps%s.\n"
      "Import ListNotations.\n"
      "Open Scope string_scope.\nOpen Scope list_scope.\nOpen Scope Z_scope.\n",
      shipped ? "their loops by name, over functions of which nothing is known."
              : "whole functions as loops by name (Combinators.v)\n   over the shipped steps (Steps.v).",
      shipped ? "" : " Colex.Sort Colex.Combinators.\nRequire Colex.Headers");
  return colex::induction::printed(
      "write_loops", shipped ? colex::induction::loops_as_they_ship : colex::induction::functions);
}
