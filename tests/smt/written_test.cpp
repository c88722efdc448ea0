// SPDX-License-Identifier: MIT
// What is no function of its decisions is named, and not printed: a step, a loop's function or a loop that counts its calls.
#include <gtest/gtest.h>

#include "induction/grown.hpp"
#include "induction/recorded.hpp"
#include "induction/stored.hpp"
#include "induction/walked.hpp"

namespace colex::induction {
namespace {

std::string what_is_thrown(std::function<void()> const& f) {
  try {
    f();
  } catch (std::exception const& why) {
    return why.what();
  }
  return "nothing";
}

TEST(Written, AFunctionOfItsDecisionsIsPrinted) {
  Term const a = number("a"), b = number("b");
  EXPECT_EQ(tree([&] { return bool(a < b) ? written(a) : written(b); }).answers,
            "if a <? b then\n    a\n  else\n    b");
}

TEST(Written, OneThatStopsDecidingIsNamed) {
  int calls = 0;
  auto const planted = [&]() -> Term {
    if (calls++ > 0) return Term(0);
    return bool(number("a") < number("b")) ? Term(1) : Term(2);
  };
  EXPECT_EQ(what_is_thrown([&] { define("counts", "", "Z", planted); }),
            "counts: run again it does another thing: `a <? b` and then nothing");
}

TEST(Written, OneThatDecidesOnAnotherThingIsNamed) {
  int calls = 0;
  auto const planted = [&] { return bool(number("a") < Term(calls++)) ? Term(1) : Term(2); };
  EXPECT_EQ(what_is_thrown([&] { define("moves", "", "Z", planted); }),
            "moves: run again it does another thing: `a <? 0` and then `a <? 1`");
}

TEST(Written, ALoopsFunctionThatCountsItsCallsIsNamed) {
  for (int const from : {1, 4, 16, 31}) {
    int calls = 0;
    auto const planted = [&](TermMode const& m) {
      return ++calls > from ? bool(m.stride < Term(0)) : bool(m.shape < Term(0));
    };
    auto const said = what_is_thrown(
        [&] { define("loop", "", "bool", [&] { return bool(exists(Listed{"A"}, planted)); }); });
    EXPECT_TRUE(said.starts_with("loop: ")) << from << ": " << said;
  }
}

/// What a function of the list A prints, or why it does not.
std::string of_list(std::function<std::string(Modes const&)> const& f) {
  std::string text;
  std::string const why = what_is_thrown([&] { text = walked([&] { return f(Modes("A")); }); });
  return why == "nothing" ? text : "not printed: " + why;
}

TEST(Walked, ALoopOverAListIsPrintedWithWhatItsTurnsChange) {
  EXPECT_EQ(of_list([](Modes const& a) {
              Walked sum(0);
              for (int k = 0; k < a.count; ++k) sum = sum + a[k].shape;
              return said(sum);
            }),
            "let x1 := fold_left (fun x2 m1 => (x2 + shape m1)) A 0 in\n  x1");
  EXPECT_EQ(
      of_list([](Modes const& a) {
        bool falls = false;
        for (auto const& m : a)
          if (m.stride < Walked(0)) falls = true;
        return said(falls);
      }),
      "let h1 := fold_left (fun h1 m1 => if h1 =? 0 then if stride m1 <? 0 then 1 else 0 else 1) A 0 in\n"
      "  if h1 =? 0 then false else true");
  EXPECT_EQ(
      of_list([](Modes const& a) {  // a turn of the first has the second change what it would leave
        Modes const b("B");
        Walked sum(0);
        bool any = false;
        for (auto const& m : a) any = any || m.shape > Walked(1);
        for (auto const& n : b)
          if (any) sum = sum + n.shape;
        return said(sum);
      }),
      "let h1 := fold_left (fun h1 m1 => if h1 =? 0 then if 1 <? shape m1 then 1 else 2 else if h1 =? 1 "
      "then 1 else if 1 <? shape m1 then 1 else 2) A 0 in\n"
      "  if h1 =? 0 then 0 else if h1 =? 1 then let x1 := fold_left (fun x2 m1 => (x2 + shape m1)) B 0 in\n"
      "  x1 else 0");
  EXPECT_EQ(of_list([](Modes const& a) {
              Modes const b("B");
              Walked sum(0);
              for (auto const& m : a) {
                Walked inner(1);
                for (auto const& n : b) {
                  if (n.stride < m.stride) return said(sum);
                  inner = inner * n.shape;
                }
                if (m.shape < inner) break;
                sum = sum + inner;
              }
              return said(sum + Walked(1));
            }),
            "match walk (fun m1 x2 => match walk (fun m3 x4 => if stride m3 <? stride m1 then inr (inr x2) "
            "else inl ((x4 * "
            "shape m3))) B 1 return _ + _ with inl x3 =>\n  if shape m1 <? x3 then inr ((x2 + 1)) else inl "
            "((x2 + x3)) | "
            "inr a => a end) A 0 "
            "with inl x1 =>\n  (x1 + 1) | inr a => a end");
}

TEST(Walked, ALoopThatCountsItsTurnsIsNotPrinted) {
  for (int const end : {4, 16, 31}) {
    EXPECT_TRUE(of_list([&](Modes const& a) {
                  Walked sum(0);
                  for (int k = 0; k < a.count; ++k) {
                    if (k >= end) break;
                    sum = sum + a[k].shape;
                  }
                  return said(sum);
                }).starts_with("not printed: a loop counts its turns"))
        << end;
    EXPECT_TRUE(of_list([&](Modes const& a) {
                  Walked sum(0);
                  int seen = 0;
                  for (auto const& m : a)
                    if (seen++ < end) sum = sum + m.shape;
                  return said(sum);
                }).starts_with("not printed: a loop counts its turns"))
        << end;
    EXPECT_TRUE(of_list([&](Modes const& a) {
                  Walked sum(0);
                  int seen = 0;
                  for (auto const& m : a) {
                    sum = sum + m.shape;
                    ++seen;
                  }
                  return seen > end ? "0" : said(sum);
                }).starts_with("not printed: a loop counts its turns"))
        << end;
    EXPECT_TRUE(of_list([&](Modes const& a) {  // the second, after a turn of the first
                  Modes const b("B");
                  Walked sum(0);
                  bool any = false;
                  int seen = 0;
                  for (auto const& m : a) any = any || m.shape > Walked(1);
                  for (auto const& n : b)
                    if (!any || seen++ < end) sum = sum + n.shape;
                  return said(sum);
                })
                    .starts_with("not printed: a loop counts its turns"))
        << end;
  }
  for (int const from_end : {2, 3})
    EXPECT_TRUE(of_list([&](Modes const& a) {
                  Walked sum(0);
                  for (int k = 0; k + from_end < a.count; ++k) sum = sum + a[k].shape;
                  return said(sum);
                }).starts_with("not printed: a mode is asked for by its number"))
        << from_end;
}

/// What a function of a number n prints, or why it does not.
std::string of_number(std::function<std::string(Walked const&)> const& f) {
  std::string text;
  std::string const why = what_is_thrown([&] { text = walked([&] { return f(Walked(number("n"))); }); });
  return why == "nothing" ? text : "not printed: " + why;
}

TEST(Walked, ALoopOverIndicesIsPrintedThoughTurnsCompareThemOrLeave) {
  EXPECT_EQ(
      of_number([](Walked const& n) {
        Walked sum(0);
        for (Walked k(0); k < n; ++k)
          for (Walked j(0); j < n; ++j)
            if (j < k) sum = sum + j;
        return said(sum);
      }),
      "match walk (fun m1 x2 => let x3 := fold_left (fun x4 m3 => if m3 <? m1 then (x4 + m3) else x4) "
      "(Combinators.below n) x2 in\n  inl x3) (Combinators.below n) 0 with inl x1 =>\n  x1 | inr a => a end");
  EXPECT_EQ(
      of_number([](Walked const& n) {
        for (Walked k(0); k < n; ++k)
          if (Truth{"no " + said(k)}) return "None";
        return "Some";
      }),
      "match walk (fun m1 _ => if no m1 then inr None else inl tt) (Combinators.below n) tt with inl _ =>\n"
      "  Some | inr a => a end");
}

TEST(Walked, ALoopOverIndicesThatCountsTurnsOrLeavesOutIsNotPrinted) {
  for (int const end : {4, 16, 31})
    EXPECT_TRUE(of_number([&](Walked const& n) {
                  Walked sum(0);
                  int seen = 0;
                  for (Walked k(0); k < n; ++k)
                    if (seen++ < end) sum = sum + k;
                  return said(sum);
                }).starts_with("not printed: a loop counts its turns"))
        << end;
  EXPECT_TRUE(of_number([](Walked const& n) {
                Walked sum(0);
                for (Walked k(0); k < n; ++k) {
                  sum = sum + k;
                  if (Truth{"skips " + said(k)}) ++k;
                }
                return said(sum);
              }).starts_with("not printed: "));
}

TEST(Walked, ALoopOverIndicesBeginsAndEndsAnywhere) {
  EXPECT_EQ(
      of_number([](Walked const& n) {
        Walked sum(0);
        for (Walked k = -n; k <= n; ++k) sum = sum + k;
        return said(sum);
      }),
      "let x1 := fold_left (fun x2 m1 => (x2 + m1)) (map (Z.add (0 - n)) (Combinators.below (n + 1 - (0 - "
      "n)))) 0 in\n  x1");
  EXPECT_EQ(
      of_number([](Walked const& n) {
        Walked const a(number("a")), b(number("b"));
        Walked sum(0);
        for (Walked k(0); k + a + (a < b ? b : a) <= n; ++k) sum = sum + k;
        return said(sum);
      }),
      "if a <? b then let x1 := fold_left (fun x2 m1 => (x2 + m1)) (Combinators.below (n - a - b + 1)) 0 in\n"
      "  x1 else let x1 := fold_left (fun x2 m1 => (x2 + m1)) (Combinators.below (n - a - a + 1)) 0 in\n  "
      "x1");
}

TEST(Walked, ALoopWhoseEndMovesIsNotPrinted) {
  EXPECT_EQ(of_number([](Walked const& n) {
              Walked sum(0), end = n;
              for (Walked k(0); k < end; ++k) {
                sum = sum + k;
                if (!Truth{"keeps " + said(k)}) end = end - Walked(1);
              }
              return said(sum);
            }),
            "not printed: what a loop goes over changes");
  EXPECT_EQ(of_number([](Walked const& n) {
              Walked sum(0);
              for (Walked k(0); k + sum <= n; ++k)
                if (!Truth{"keeps " + said(k)}) sum = sum + k;
              return said(sum);
            }),
            "not printed: what a loop goes over changes");
  EXPECT_TRUE(of_number([](Walked const& n) {
                Walked sum(0);
                for (Walked k = -n; k <= n; k = k + Walked(2)) sum = sum + k;
                return said(sum);
              }).starts_with("not printed: "));
  EXPECT_EQ(of_number([](Walked const&) {
              Numbers l("l");
              for (int k = 0; k < l.count; ++k)
                if (!Truth{"keeps " + said(l[k])}) l.push(Walked(1));
              return said(l);
            }),
            "not printed: what a loop goes over changes");
  EXPECT_EQ(of_list([](Modes a) {
              for (int k = 0; k < a.count; ++k)
                if (a[k].shape < Walked(0)) a.push({1, 0});
              return said(a);
            }),
            "not printed: what a loop goes over changes");
}

TEST(Walked, ALoopOverIndicesThatHidesWhatATurnMakesIsNotPrinted) {
  EXPECT_EQ(of_number([](Walked const& n) {
              std::vector<Walked> hidden;
              for (Walked k(0); k + Walked(1) <= n; ++k) hidden.assign(1, k + n);
              return hidden.empty() ? "none" : said(hidden[0]);
            }),
            "not printed: something that a turn makes outlives it");
}

TEST(Walked, AModeBeforeATurnsIsPrintedBesideIt) {
  EXPECT_EQ(of_list([](Modes const& a) {
              Walked sum(0);
              for (int k = 0; k + 1 < a.count; ++k) sum = sum + a[k].shape;
              return said(sum);
            }),
            "let x1 := fold_left (fun x2 '(m1, n1) => (x2 + shape n1)) (combine ((skipn 1 A)) A) 0 in\n  x1");
  EXPECT_EQ(of_list([](Modes const& a) {
              Walked sum(0);
              for (int k = 0; k + 1 < a.count; ++k) sum = sum + a[k + 1].shape;
              return said(sum);
            }),
            "let x1 := fold_left (fun x2 m1 => (x2 + shape m1)) ((skipn 1 A)) 0 in\n  x1");
}

TEST(Walked, AFoldIsNamedAndItsEndIsNot) {
  auto const fold_of = [](auto stops) {
    return of_list([&](Modes const& a) {
      auto const r =
          colex::fold(a, Walked(1), [&](Walked const& s, WalkedMode const& m) -> Step<Walked, Walked> {
            if (stops(s, m)) return {s, false, {}, because<Walked>(Condition::additive)};
            return {s * m.shape, true, m};
          });
      return r.refusal.condition == Condition::none ? said(r.emitted) : said(r.state);
    });
  };
  std::string const step =
      "(fun s1 m2 => if s1 <? stride m2 then Step s1 [] (Some (Refused \"additive\" 0 0)) else "
      "Step (s1 * shape m2) [m2] None)";
  EXPECT_EQ(fold_of([](Walked const& s, WalkedMode const& m) { return s < m.stride; }),
            "let l3 := emissions " + step + " A 1 in\n  let s4 := reached " + step + " A 1 in\n  if stops " +
                step + " A 1 then s4 else l3");
}

TEST(Written, TermsComputeNowhereElseAfterAnError) {
  EXPECT_NE(what_is_thrown([] { tree([]() -> std::string { throw std::runtime_error("planted"); }); }),
            "nothing");
  EXPECT_EQ(what_is_thrown([] { static_cast<void>(number("a") + number("b")); }),
            "a Term computes outside tree()");
}

/// What a function of the tree t prints, or why it does not.
std::string of_tree(std::function<std::string(Numbered const&)> const& f) {
  std::string text;
  std::string const why = what_is_thrown([&] { text = walked([&] { return f(Numbered("t")); }); });
  return why == "nothing" ? text : "not printed: " + why;
}
/// The entries from `first` on, up to `end`, in a tuple opened for as many as t has.
std::string entries_again(int first, int end) {
  return of_tree([&](Numbered const& t) {
    auto r = open<Grown>(rank(t));
    for (int k = first; k < rank(t); ++k) {
      if (k >= end) break;
      graft(r, entry(t, k));
    }
    return said(r);
  });
}

TEST(Grown, ALoopOverTheEntriesOfATreeIsPrinted) {
  EXPECT_EQ(entries_again(0, kMaxNodes + 1),
            "let l1 := fold_left (fun l2 m1 => ((l2 ++ [m1]))) (entries t) [] in\n  (tuple_of (rank t) l1)");
}

TEST(Grown, ALoopThatLeavesEntriesOutIsNotPrinted) {
  for (int const end : {4, 16, 31})
    EXPECT_TRUE(entries_again(0, end).starts_with("not printed: a loop counts its turns")) << end;
  EXPECT_TRUE(entries_again(1, kMaxNodes + 1).starts_with("not printed: "))
      << entries_again(1, kMaxNodes + 1);
}

TEST(Grown, AnEditThatCountsItsTurnsIsNotPrinted) {
  for (int const end : {4, 16, 31}) {
    int seen = 0;
    auto const step = [&](Walked const& k) {
      return colex::detail::Pick<Walked>{false, false, seen++ < end ? k : Walked(0)};
    };
    EXPECT_TRUE(of_tree([&](Numbered const&) {
                  seen = 0;
                  Moded const t("t");
                  return said(colex::detail::gathered<GrownMode>(rank(t), t, t, step));
                }).starts_with("not printed: a loop counts its turns"))
        << end;
  }
}

TEST(Grown, ATreeThatIsWholeIsNotAddedTo) {
  EXPECT_EQ(of_tree([](Numbered const& t) {
              Numbered r = t;
              graft(r, t);
              return said(r);
            }),
            "not printed: a tree that is whole is changed");
}

}  // namespace
}  // namespace colex::induction
