// SPDX-License-Identifier: MIT
// The theorem of laws/composition_evaluates_pointwise.hpp.
#include "colex/laws/composition_evaluates_pointwise.hpp"

#include <array>
#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_evaluates_pointwise;

Boolean has_a_layout(std::vector<Integer> const& values) {
  Boolean any(false);
  for (auto const& extents : factorizations(static_cast<int>(values.size())))
    any = either(any, is_layout(values, extents));
  return any;
}

/// compose() as a whole, textbook or not, where extents and B are numbers: it refuses exactly where no layout
/// nested as B has the values.
void whole(Proof& p, std::vector<std::int64_t> const& extents,
           std::vector<std::pair<std::int64_t, std::int64_t>> const& by) {
  auto const modes = any_strides(extents).leaves;
  List<Mode<Integer>> b;
  std::string name = "whole: (" + listed(extents, ",").substr(1) + ") o";
  std::int64_t points = 1;
  for (auto const& [s, e] : by) {
    b.push({Integer(s), Integer(e)});
    name += " " + std::to_string(s) + ":" + std::to_string(e);
    points *= s;
  }
  p.part(name, {}, [&] {
    auto at = [&](std::int64_t i) {  // A(B(i))
      std::int64_t position = 0;
      for (auto const& [s, e] : by) position += i % s * e, i /= s;
      return evaluate_extended(modes, Integer(position));
    };
    Boolean exists(true);
    std::vector<Boolean> alone;  // of each mode of B: it has a layout
    std::int64_t place = 1;
    for (auto const& [s, e] : by) {
      std::vector<Integer> values;
      for (std::int64_t i = 0; i < s; ++i) values.push_back(at(i * place));
      alone.push_back(has_a_layout(values));
      exists = both(exists, alone.back());
      for (std::int64_t i = 0; i < place * s; ++i)
        exists = both(exists, at(i) == at(i % place) + at(i - i % place));
      place *= s;
    }
    auto const r = compose(flat(modes), flat(b));
    Refusal<Integer> const& why = r.refusal;
    if (!r) {
      p.claim("no layout nested as B has the values", !exists);
      p.claim("says where", Boolean(why.has_witness && r.value.admissible == Admissible::no));
      Boolean shown(false);
      for (std::int64_t i = 0; i < points; ++i)
        shown = either(shown, both(why.index == Integer(i), why.want == at(i), why.got != at(i)));
      p.claim("the witness differs", shown);
      if (why.condition != Condition::no_carry) {
        int const k = why.modes[0];
        p.claim("names a mode of B", Boolean(k >= 0 && k < std::ssize(by)));
        if (k >= 0 && k < std::ssize(by)) p.claim("which has no layout", !alone[static_cast<std::size_t>(k)]);
      }
      if (why.condition == Condition::additive && by.size() == 1) {
        Boolean sum(false);  // its two positions do not add up: additive
        for (std::int64_t i = 1; i < points; ++i)
          for (std::int64_t j = 1; i + j < points; ++j)
            sum = either(sum,
                         both(why.left == Integer(i), why.right == Integer(j), why.index == Integer(i + j)));
        p.claim("two positions and their sum", sum);
      }
      return;
    }
    Boolean same = both(Boolean(rank(r.value.layout) == std::ssize(by) || by.size() == 1),
                        size(r.value.layout) == Integer(points));
    Profile const& tree = r.value.layout.profile;
    same = both(
        same, Boolean(tree.past({}).node == tree.count && tree.past({}).leaf == r.value.layout.leaves.count));
    for (std::int64_t i = 0; i < points; ++i)
      same = both(same, evaluate(r.value.layout, Integer(i)) == at(i));
    p.claim("A's values at B's", same);
  });
}

/// Where B may go, by its modes: A of one mode runs on and is defined below 0, unless it is bounded.
void domains(Proof& p) {
  using L = Layout<std::int64_t>;
  auto const inside = [](L const& a, L const& b, Domain domain) {
    return compose(a, b, domain).refusal.condition != Condition::in_domain;
  };
  L const line = leaf(Mode<std::int64_t>{6, 1});
  auto const two = [](Mode<std::int64_t> const& m, Mode<std::int64_t> const& n) {
    List<Mode<std::int64_t>> modes;
    modes.push(m);
    modes.push(n);
    return flat(modes);
  };
  L const pair = two({3, -5}, {2, 7}), folded = two({4, 1}, {3, 10});
  every_layout(p, "bounded: 6:1 and (3,2):(-5,7), B of rank <= 4, extents <= 2, strides 0 to 2",
               {.ranks = 4, .shapes = 2, .least = 0, .most = 2}, [&](L const& b) {
                 std::vector<Term> top;
                 for (auto const& m : b.leaves) top.push_back(number(m.shape - 1) * number(m.stride));
                 Term const stays = sum_of(top) < number(6);
                 return right(inside(line, b, Domain::bounded), stays) &&
                        right(inside(pair, b, Domain::bounded), stays);
               });
  every_layout(p, "below 0: (4,3):(1,10) and B of rank <= 3, extents <= 2, strides -1 to 1",
               {.ranks = 3, .shapes = 2, .least = -1, .most = 1}, [&](L const& b) {
                 std::vector<Term> above;
                 for (auto const& m : b.leaves)
                   above.push_back(number((m.shape - 1) * m.stride) >= number(0));
                 return right(inside(folded, b, Domain::extend_last), all_of(above));
               });
}

/// Many modes of B, each of which reads several of A's.
void many(Proof& p) {
  using L = Layout<std::int64_t>;
  every(p, "A of 6 modes, B of 1 to 6, of which one reads two of A's", [](auto const& ask) {
    std::int64_t const extents[] = {2, 2, 2, 2, 3, 5};
    for (auto const& strides :
         {std::array<std::int64_t, 6>{1, 3, 7, 15, 31, 100}, {100, 31, 15, 7, 3, 1}, {0, 1, 5, 0, -9, 40}})
      for (int wide = -1; wide < 5; ++wide) {  // B's modes are A's, two of them one; at -1 none
        List<Mode<std::int64_t>> a, b;
        std::int64_t points = 1;
        for (int k = 0; k < 6; ++k) a.push({extents[k], strides[static_cast<std::size_t>(k)]});
        for (int k = 0; k < 6; ++k) {
          std::int64_t const s = k == wide ? extents[k] * extents[k + 1] : extents[k];
          b.push({s, points});
          points *= s;
          k += k == wide;
        }
        L const outer = flat(a), inner = flat(b);
        auto const r = composition(outer, inner);
        std::vector<Term> want;
        for (auto const& x : values(inner)) want.push_back(at(outer, x));
        ask(r ? truth_of(rank(*r) == rank(inner)) && same(values(*r), want) : truth_of(false), outer, inner);
      }
  });
}

void prove(Proof& p) {
  domains(p);
  for (auto const& a : {std::vector<std::int64_t>{2, 2}, {3, 2}, {2, 3, 2}}) {
    for (auto const& b :
         {std::pair<std::int64_t, std::int64_t>{1, 5}, {1, -5}, {2, 1}, {2, 3}, {3, 2}, {4, 3}, {6, 2}})
      whole(p, a, {b});
    whole(p, a, {{2, 1}, {2, 1}});
    whole(p, a, {{2, 3}, {3, 2}});
    whole(p, a, {{3, 4}, {2, 1}});
  }
  for (auto const& b : {std::pair<std::int64_t, std::int64_t>{4, 5}, {6, 5}, {8, 3}})
    whole(p, {2, 3, 2}, {b});
  // More modes, of A and of B: digits and carries counted in all of them, gaps, runs, and the index of a witness.
  whole(p, {2, 2, 4, 3}, {{3, 4}, {2, 8}});
  whole(p, {2, 4, 3, 5}, {{3, 2}, {2, 4}});
  whole(p, {8, 3}, {{2, 1}, {2, 1}, {8, 1}});
  whole(p, {8, 2}, {{2, 4}, {2, 1}, {2, 3}});
  whole(p, {2, 4, 3, 3}, {{4, 8}});
  whole(p, {4, 2, 2, 2}, {{3, 6}});
  whole(p, {9, 4}, {{4, 7}});
  whole(p, {4, 6, 8}, {{2, 0}, {2, 0}, {2, 0}, {6, 3}});
  many(p);
}

}  // namespace

Theorem composition_evaluates_pointwise() {
  return theorem<Law>(
      "composition_evaluates_pointwise", prove, "; T5, T14, T15, T17, T18, T20, T27",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "modes that are not textbook, several modes of B: extents of A <= 3, and 8 pairs of up to 4 modes "
        "each, any strides"},
       {Kind::enumerated,
        "which B leaves the domain: rank <= 4, extents <= 2, A = 6:1, (3,2):(-5,7) and (4,3):(1,10); A of 6 "
        "modes and B of 5 or 6, 18 pairs"}},
      R"(Coq: Stairs.v and FirstStep.v (stairs.hpp), Along.v (modes_along(), the carry formula), Composes.v (each route), Composed.v
             (the laws). Identities (T15): with A = n:1 or B = |A|:1 the statement reads R(i) = B(i) and R(i) = A(i).
             Run whole, it answers exactly where some layout nested as B has the values, which is decided by trying
             all factors of the numbers of points.)");
}

}  // namespace colex::sym
