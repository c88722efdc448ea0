// SPDX-License-Identifier: MIT
// A part that takes every case of a finite set: searches and loops over extents, which the explorer cannot
// follow on symbols, are proved so, up to that bound.
//
//   every_layout(p, "zero where the kernel says", {.ranks = 2, .shapes = 4, .least = 0, .most = 6},
//                [](Layout<std::int64_t> const& l) { auto const r = nullspace(l); return ...; });
//
// The shipped function, whole, answers each case on 64-bit integers. What its answer must satisfy is a
// formula about that answer, written down and not computed: both solvers decide it, many cases a query. That
// nothing would do better is a formula in unknowns: the strides of any other answer.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cases/factors.hpp"
#include "colex/write.hpp"
#include "sym/proof.hpp"

namespace colex::sym {

/// A number in a formula. Unlike Integer's, operators on terms compute nothing, not even with numerals.
using Term = z3::expr;
inline Term number(std::int64_t n) { return context().int_val(n); }
inline Term truth_of(bool b) { return context().bool_val(b); }

/// The code said yes where the formula holds, no where it does not.
inline Term right(bool said, Term const& holds) { return said ? holds : !holds; }

inline z3::expr_vector vector_of(std::vector<Term> const& terms) {
  z3::expr_vector v(context());
  for (auto const& t : terms) v.push_back(t);
  return v;
}
/// All of them as one formula, some of them, the sum.
inline Term all_of(std::vector<Term> const& terms) {
  return terms.empty() ? truth_of(true) : z3::mk_and(vector_of(terms));
}
inline Term any_of(std::vector<Term> const& terms) {
  return terms.empty() ? truth_of(false) : z3::mk_or(vector_of(terms));
}
inline Term sum_of(std::vector<Term> const& terms) {
  return terms.empty() ? number(0) : terms.size() == 1 ? terms[0] : z3::sum(vector_of(terms));
}

/// The sum of digit * stride over the modes, for every coordinate in colexicographic order.
template <class Modes>
std::vector<Term> values(Modes const& modes) {
  std::vector<std::vector<Term>> sums(1);
  for (auto const& m : modes) {
    std::size_t const before = sums.size();
    for (std::int64_t c = 1; c < m.shape; ++c)
      for (std::size_t k = 0; k < before; ++k) {
        sums.push_back(sums[k]);
        sums.back().push_back(number(c) * number(m.stride));
      }
  }
  std::vector<Term> r;
  for (auto const& sum : sums) r.push_back(sum_of(sum));
  return r;
}
inline std::vector<Term> values(Layout<std::int64_t> const& l) { return values(l.leaves); }

/// The layout at an index, digits taken by div and mod; the last mode runs on.
inline Term at(Layout<std::int64_t> const& l, Term const& index) {
  std::vector<Term> sum;
  std::int64_t points = 1;
  for (int k = 0; k < l.leaves.count; ++k) {
    Term digit = points == 1 ? index : index / number(points);
    if (k + 1 < l.leaves.count) digit = z3::mod(digit, number(l.leaves[k].shape));
    sum.push_back(digit * number(l.leaves[k].stride));
    points *= l.leaves[k].shape;
  }
  return sum_of(sum);
}

/// The digits of k, each times an unknown: what any layout of these extents is at k.
inline Term any_layout(std::vector<int> const& extents, std::int64_t k) {
  std::vector<Term> sum;
  for (std::size_t j = 0; j < extents.size(); k /= extents[j++])
    if (k % extents[j] != 0)
      sum.push_back(number(k % extents[j]) * context().int_const(("w" + std::to_string(j)).c_str()));
  return sum_of(sum);
}
/// No layout of these extents is want, whatever its strides are.
inline Term no_layout(std::vector<int> const& extents, std::vector<Term> const& want) {
  std::vector<Term> equal;
  for (std::size_t k = 0; k < want.size(); ++k)
    equal.push_back(any_layout(extents, static_cast<std::int64_t>(k)) == want[k]);
  return !all_of(equal);
}
/// No layout of want.size() points is want: whatever its extents, no strides do.
inline Term no_layout(std::vector<Term> const& want) {
  std::vector<Term> none;
  for (auto const& extents : prime_factorizations(static_cast<int>(want.size())))
    none.push_back(no_layout(extents, want));
  return all_of(none);
}
/// The same values in the same order.
inline Term same(std::vector<Term> const& a, std::vector<Term> const& b) {
  if (a.size() != b.size()) return truth_of(false);
  std::vector<Term> equal;
  for (std::size_t k = 0; k < a.size(); ++k) equal.push_back(a[k] == b[k]);
  return all_of(equal);
}

/// Flat layouts of 1 to `ranks` modes, extents 1 to `shapes`, strides `least` to `most`.
struct Small {
  int ranks = 2;
  std::int64_t shapes = 4, least = 0, most = 6;
};

/// Calls f for each layout of the set, ranks rising.
template <class F>
void each_layout(Small const& set, F f) {
  List<Mode<std::int64_t>> modes;
  auto add = [&](auto const& self, int left) -> void {
    if (left == 0) return f(flat(modes));
    for (std::int64_t s = 1; s <= set.shapes; ++s)
      for (std::int64_t d = set.least; d <= set.most; ++d) {
        modes.push({s, d});
        self(self, left - 1);
        modes.pop();
      }
  };
  for (int rank = 1; rank <= set.ranks; ++rank) add(add, rank);
}

/// Calls f for every list of `count` of these, the first of which changes fastest.
template <class T, class F>
void each_list(std::vector<T> const& kinds, int count, F f) {
  std::size_t lists = 1;
  for (int k = 0; k < count; ++k) lists *= kinds.size();
  for (std::size_t code = 0; code < lists; ++code) {
    List<T> list;
    for (std::size_t rest = code; list.count < count; rest /= kinds.size())
      list.push(kinds[rest % kinds.size()]);
    f(list);
  }
}

/// The part `what`: `cases(ask)` calls ask(holds, case...) for every case, in which `holds` is a formula, or
/// a bool where the answer alone decides, and a case is text, or what write() takes.
template <class Cases>
void every(Proof& p, std::string const& what, Cases cases) {
  p.part(what + ", every case", {}, [&] {
    std::vector<Proof::Case> asked;
    cases([&](auto const& holds, auto const&... one) {
      std::string name;
      ((name += name.empty() ? "" : " ", write(name, one)), ...);
      if constexpr (std::is_same_v<std::decay_t<decltype(holds)>, bool>)
        asked.push_back({name, truth_of(holds)});
      else
        asked.push_back({name, holds});
    });
    p.claim_cases(asked);
  });
}

template <class Holds>
void every_layout(Proof& p, std::string const& what, Small const& set, Holds holds) {
  every(p, what,
        [&](auto const& ask) { each_layout(set, [&](Layout<std::int64_t> const& l) { ask(holds(l), l); }); });
}

}  // namespace colex::sym
