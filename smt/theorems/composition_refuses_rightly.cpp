// SPDX-License-Identifier: MIT
// The theorem of laws/composition_refuses_rightly.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/composition_refuses_rightly.hpp"

#include "cases/every_case.hpp"
#include "cases/factors.hpp"
#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_refuses_rightly;
using Cuts = List<List<std::int64_t>>;

/// For every mode of B one way to cut its points into extents.
std::vector<Cuts> cuts_of(std::vector<std::pair<int, int>> const& modes) {
  std::vector<Cuts> all = {Cuts{}};
  for (auto const& mode : modes) {
    std::vector<Cuts> longer;
    for (auto const& before : all)
      for (auto const& extents : factorizations(mode.first)) {
        List<std::int64_t> cut;
        for (int const s : extents) cut.push(s);
        longer.push_back(before);
        longer.back().push(cut);
      }
    all = longer;
  }
  return all;
}

/// The shipped composition on A of these extents with any strides: refused only where nothing will do.
void whole(Proof& p, std::vector<int> const& extents, std::vector<std::vector<std::pair<int, int>>> const& bs,
           char const* what) {
  auto const a = any_strides(extents);
  p.part(what + (", A of (" + listed(extents, ",").substr(1)) + ")", {}, [&] {
    for (auto const& of_b : bs) {
      auto const b = numbers(of_b);
      auto const r = composition(a, b);
      if (r) continue;
      p.claim("a reason that says no", Boolean(Law::says_no(r.refusal.condition) && r.refusal.has_witness));
      p.claim("the witness shows it", Law::witness_holds(a, b, r.refusal));
      for (auto const& cuts : cuts_of(of_b)) p.claim("no layout", !Law::has_the_values(a, b, cuts));
    }
  });
}

/// B below 0: only where A is one mode, which goes on below 0 as it does above.
void below(Proof& p) {
  Integer const zero(0), one(1), d0 = p.integer("d0"), d1 = p.integer("d1"), e = p.integer("e");
  Layout<Integer> const line = leaf(Mode<Integer>{Integer(4), d0});
  Layout<Integer> const two = join(leaf(Mode<Integer>{Integer(2), d0}), leaf(Mode<Integer>{Integer(2), d1}));
  Layout<Integer> const b = join(leaf(Mode<Integer>{Integer(2), one}), leaf(Mode<Integer>{Integer(2), e}));
  p.part("B goes below 0", {e < zero, d1 != Integer(2) * d0}, [&] {
    auto const straight = composition(line, b), bent = composition(two, b);
    auto const ends = compose(line, b, Domain::bounded);
    p.claim("one mode runs on below 0", Boolean(bool(straight)));
    if (!straight) return;
    p.claim("with A's values there",
            both(straight->leaves[0].stride == d0, straight->leaves[1].stride == d0 * e));
    for (auto const& why : {bent.refusal, ends.refusal})
      p.claim("two modes do not, nor one that ends; the mode of B and its stride are named",
              both(Boolean(why.condition == Condition::in_domain && why.modes[0] == 1), why.left == e));
    auto const still = composition(two, leaf(Mode<Integer>{one, e}));
    p.claim("a mode of one point goes nowhere",
            Boolean(still && still->leaves.count == 1 && still->leaves[0].shape.numeral() == 1));
  });
  p.part("what is no layout", {e < one}, [&] {
    Layout<Integer> const none = leaf(Mode<Integer>{e, d0});
    p.claim("does not compose",
            Boolean(composition(none, line).refusal.condition == Condition::shape_positive &&
                    composition(line, none).refusal.condition == Condition::shape_positive));
  });
}

/// A's values at B's: for each coordinate of B.
std::vector<Term> values_at(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
  std::vector<Term> r;
  for (auto const& index : values(b)) r.push_back(at(a, index));
  return r;
}

/// No layout that is nested as B has these values: each of its modes has the points of B's.
Term none_nested_as(Layout<std::int64_t> const& b, std::vector<Term> const& want) {
  std::vector<std::pair<int, int>> modes;
  for (auto const& m : b.leaves) modes.push_back({static_cast<int>(m.shape), static_cast<int>(m.stride)});
  std::vector<Term> none;
  for (auto const& cuts : cuts_of(modes)) {
    std::vector<int> extents;
    for (auto const& mode : cuts)
      for (auto const s : mode) extents.push_back(static_cast<int>(s));
    none.push_back(no_layout(extents, want));
  }
  return all_of(none);
}

/// The shipped function whole, on numbers: an answer exactly where some layout nested as B has the values.
void small(Proof& p) {
  using L = Layout<std::int64_t>;
  auto const pairs = [&](Small const& first, Small const& second) {
    return [=](auto const& ask) {
      each_layout(first, [&](L const& a) {
        each_layout(second, [&](L const& b) {
          auto const want = values_at(a, b);
          auto const r = composition(a, b);
          ask(r ? same(values(*r), want) : none_nested_as(b, want), a, b);
        });
      });
    };
  };
  every(p, "exact: A of rank <= 2, extents <= 4, strides 0 to 3; B one mode, extent <= 5, stride 0 to 4",
        pairs({.ranks = 2, .shapes = 4, .least = 0, .most = 3},
              {.ranks = 1, .shapes = 5, .least = 0, .most = 4}));
  every(p,
        "exact: A of rank <= 2, extents <= 3, strides 0 to 2; B of rank <= 2, extents <= 2, strides 0 to 4",
        pairs({.ranks = 2, .shapes = 3, .least = 0, .most = 2},
              {.ranks = 2, .shapes = 2, .least = 0, .most = 4}));
}

void prove(Proof& p) {
  std::vector<std::vector<std::pair<int, int>>> one_mode;
  for (int const s : {3, 4, 6})
    for (int e = 1; e <= 5; ++e) one_mode.push_back({{s, e}});
  for (auto const& extents : {std::vector<int>{3, 2}, {4, 2}, {2, 3, 2}})
    whole(p, extents, one_mode, "one mode of B");
  std::vector<std::vector<std::pair<int, int>>> const two_modes = {
      {{2, 1}, {2, 1}}, {{2, 1}, {2, 3}}, {{2, 2}, {2, 2}}, {{2, 3}, {2, 1}},
      {{2, 3}, {2, 3}}, {{3, 1}, {2, 1}}, {{2, 1}, {3, 2}}, {{2, 5}, {2, 3}}};
  for (auto const& extents : {std::vector<int>{4, 2}, {3, 2}, {2, 3, 2}})
    whole(p, extents, two_modes, "two modes of B");
  below(p);
  small(p);
}

}  // namespace

Theorem composition_refuses_rightly() {
  return {
      "composition_refuses_rightly",
      Law::statement,
      std::string(Law::source) + "; T26",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "the shipped refusals, A of 2 or 3 modes with any strides, B of one mode of 3, "
        "4 or 6 points or of two modes"},
       {Kind::enumerated, "A and B of rank <= 2, small"}},
      R"(A refusal rests on the index that is named, where got and want differ (Shown.v). in_domain is A's domain: not a refusal
             of a layout that exists.)",
      prove};
}

}  // namespace colex::sym
