// SPDX-License-Identifier: MIT
// The theorem of laws/divide_permutes_the_layout.hpp. It uses complement_tiles_the_codomain,
// composition_evaluates_pointwise, evaluate_is_colexicographic.
#include "colex/laws/divide_permutes_the_layout.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::divide_permutes_the_layout;

/// `pair` is B(t) + B*(g), by complement_tiles_the_codomain a bijection [0,b) x [0,g) -> [0,points) with
/// inverse (left, right). P(i) = B(i mod b) + B*(i div b) is what join(B, B*) evaluates to.
void permutation(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const b = p.integer("b"), g = p.integer("g"), points = p.integer("points");
  Integer const i = p.integer("i"), j = p.integer("j"), y = p.integer("y");
  Function const pair("P", 2), left("I", 1), right("J", 1);
  std::vector<Boolean> const given = {b >= one, g >= one, points == b * g};
  auto digits = [&](char const* tile, char const* grid, Integer const& at) {
    Integer const t = p.define(tile, rem(at, b)), h = p.define(grid, quot(at, b));
    p.have("digits", both(t >= zero, t < b, h >= zero, h < g, at == h * b + t),
           {by.euclid.at(at, b), by.quotient_range.at(at, b, g)});
    Integer const v = pair(t, h);
    p.suppose(both(v >= zero, v < points, left(v) == t, right(v) == h));  // at the pairs it is needed for
    return v;
  };
  p.part("no index of A appears twice", given, [&] {
    p.suppose(both(i >= zero, i < g * b, j >= zero, j < g * b));
    Integer const u = digits("ti", "hi", i), v = digits("tj", "hj", j);
    p.claim("in A's domain", both(u >= zero, u < points));
    p.claim("one to one", implies(u == v, i == j));
  });
  p.part("every index of A appears", given, [&] {
    p.suppose(both(y >= zero, y < points));
    Integer const t = p.define("t", left(y)), h = p.define("h", right(y));
    p.suppose(both(t >= zero, t < b, h >= zero, h < g, pair(t, h) == y));
    Integer const at = p.define("at", h * b + t);
    p.have("an index of the answer", both(at >= zero, at < g * b), {by.two_digits.at(t, h, b, g)});
    p.claim("that goes there", pair(rem(at, b), quot(at, b)) == y, {by.divide.at(at, h, t, b)});
  });
  p.part("it starts with B", given, [&] {
    p.suppose(both(i >= zero, i < b));
    Function const tile("B", 1);
    p.suppose(pair(i, zero) == tile(i));  // B*(0) = 0
    p.claim("B", pair(rem(i, b), quot(i, b)) == tile(i), {by.divide.at(i, zero, i, b)});
  });
}

/// What the shipped divide hands to composition, at every rank up to 2 of both sides.
void hands_over(Proof& p) {
  Integer const one(1);
  char const* const names[2][4] = {{"s0", "d0", "n0", "e0"}, {"s1", "d1", "n1", "e1"}};
  List<Mode<Integer>> left, right;
  std::vector<Boolean> given;
  for (int rank = 1; rank <= 2; ++rank) {
    auto const& n = names[rank - 1];
    left.push({p.integer(n[0]), p.integer(n[1])});
    right.push({p.integer(n[2]), p.integer(n[3])});
    given.push_back(both(left.back().shape >= one, right.back().shape >= one));
    p.part("A and (B, complement of B in size(A)) are composed, rank " + std::to_string(rank), given, [&] {
      Layout<Integer> const a = flat(left), b = flat(right);
      auto same = [](List<Mode<Integer>> const& x, int at, List<Mode<Integer>> const& y) {
        for (int k = 0; k < y.count; ++k)
          if (!identical(x[at + k].shape, y[k].shape) || !identical(x[at + k].stride, y[k].stride))
            return false;
        return true;
      };
      auto const grid = complement(b, size(a));
      int asked = 0;
      bool as_said = true;
      Work work;
      auto const r = detail::divide_by_tile(
          a, b, Cover::strict,
          [&](Layout<Integer> const& x, Layout<Integer> const& y) {
            ++asked;
            as_said = x.profile == a.profile && same(x.leaves, 0, a.leaves) && bool(grid) &&
                      colex::rank(y) == 2 && same(y.leaves, 0, b.leaves) &&
                      same(y.leaves, b.leaves.count, grid.value.leaves) &&
                      y.leaves.count == b.leaves.count + grid.value.leaves.count;
            return Result<Layout<Integer>, Integer>::answer(y);
          },
          work);
      p.claim("or complement's refusal is handed on",
              Boolean(grid ? asked == 1 && as_said && bool(r)
                           : asked == 0 && r.refusal.condition == grid.refusal.condition));
    });
  }
}

void prove(Proof& p) {
  permutation(p);
  hands_over(p);
}

}  // namespace

Theorem divide_permutes_the_layout() {
  return {"divide_permutes_the_layout",
          Law::statement,
          std::string(Law::source) + "; T43",
          {{Kind::steps, "where composition and complement answer"},
           {Kind::coq, "every rank, of the shipped steps: a permutation of [0, |A|) that starts with B"},
           {Kind::rank, "2: what is handed to composition"}},
          R"(The shipped divide composes A with (B, B*), B* the strict complement of B in |A|. By
             complement_tiles_the_codomain the pairs (t, g) and the offsets B(t) + B*(g) correspond one to
             one, onto [0, |A|). By evaluate_is_colexicographic (B, B*) at i is B(i mod |B|) + B*(i div
             |B|), so it is a permutation P of [0, |A|) that starts with B. By
             composition_evaluates_pointwise the answer at i is A(P(i)). Refused exactly where the
             complement or the composition is. Coq composes this at every rank (Divided.v).)",
          prove};
}

}  // namespace colex::sym
