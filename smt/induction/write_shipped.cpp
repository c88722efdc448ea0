// SPDX-License-Identifier: MIT
// Writes Shipped.v of the other files here: the loops by name, and how trees are taken apart, as they ship, run over functions and leaves
// of which nothing is known.
//
//   build/smt/write_shipped > Shipped.v
#include "induction/written.hpp"

namespace colex::induction {
namespace {

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
  std::string lists;
  for (int const count : {0, 1, 2, 3, 8, kMaxLeaves}) {
    IntTuple<Term> numbers;
    for (int k = 0; k < count; ++k) numbers.leaves.push(application("x " + std::to_string(k)));
    lists +=
        (lists.empty() ? "(" : ";\n  (") + written(numbers) + ", " + written(detail::mirrored(numbers)) + ")";
  }
  std::printf("\nDefinition mirrored_lists (x : Z -> Z) : list (list Z * list Z) :=\n  [%s].\n",
              lists.c_str());
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
    Nested<TermMode> same{{}, {}};
    graft_whole(same, tree);
    if (coded(same) != coded(tree)) throw std::logic_error("a whole tree is another");
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
  define(
      "of_one_form", " (m : Z -> mode) (i : Z)", "list (tree mode * (coded mode * coded mode * coded Z))",
      [&] {
        std::string forms;
        auto const turned = [](TermMode const& one) { return TermMode{one.stride, one.shape}; };
        for (auto const& [tree, text] : more)
          listed(forms, "(" + text + ", (" + coded(transform(tree, turned)) + ", " +
                            coded(append_to(tree, 5, leaf(mode("(m 0)")))) + ", " +
                            coded(idx2crd(number("i"), shape(tree))) + "))");
        return "[" + forms + "]";
      },
      false);
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
    return [f](Term const& i) { return bool(Truth{f + " " + written(i)}); };
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
      std::string const of = written(a) + " " + written(at);
      at = application("g " + of);
      return bool(Truth{"f " + of});
    };
    whole("through", count, with_state, "bool", [&] {
      return colex::detail::through(m, number("s"), turn,
                                    [](Term const& at) { return bool(Truth{"h " + written(at)}); });
    });
    if (count > 0)
      whole("through_rest", count, with_state, "bool", [&] { return colex::detail::through_rest(m, turn); });
    whole("linked", count, over_pairs, "bool", [&] {
      return colex::detail::linked(m, number("s"), [](TermMode const& a, TermMode const& b, Term& at) {
        std::string const of = written(a) + " " + written(b) + " " + written(at);
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
        return bool(Truth{"f " + written(i)});
      };
      auto const all = [&] { return colex::detail::every(Term(1), Term(1 + count), Term(by), holds); };
      whole(name, count, " (f : Z -> bool)", "bool", all);
      whole(name + "_fails", count, " (f : Z -> bool)", "option Z",
            [&]() -> std::string { return all() ? "None" : "Some " + written(failed); });
    }
    auto const turns = [&] {
      return colex::detail::turns(
          Term(count), detail::Reading<Term>{Term(1), Term(count)},
          [](detail::Reading<Term>& at) -> detail::Turn<Term> {
            Term const step = at.step;
            if (!(at.rest > Term(0))) return {};
            if (!bool(Truth{"f " + written(step)}))
              return {false, {}, {Condition::additive, {}, {}, {}, true, step, at.rest, {}}};
            at = {application("g " + written(step)), at.rest - Term(1)};
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
              std::string const of = written(s) + " " + written(one);
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
      return step(written(s) + " " + written(one), s);
    };
    auto const by_three = [&](Term const& s, TermMode const& one, Term const& x) {
      return step(written(s) + " " + written(one) + " " + written(x), s);
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

}  // namespace
}  // namespace colex::induction

int main() {
  std::puts(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_shipped.cpp, which runs the headers: their loops by name, over "
      "functions of which nothing is "
      "known. *)\n"
      "From Coq Require Import ZArith String List.\n"
      "Require Import Colex.Fold Colex.Nested Colex.Steps.\n"
      "Import ListNotations.\n"
      "Open Scope string_scope.\nOpen Scope list_scope.\nOpen Scope Z_scope.");
  return colex::induction::printed("write_shipped", colex::induction::loops_as_they_ship);
}
