// SPDX-License-Identifier: MIT
// The theorem of laws/basis_modes_compose.hpp.
#include "colex/laws/basis_modes_compose.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/basis.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::basis_modes_compose;

/// The shipped evaluation at coordinates, A = ((s0,s1),s2) and flat ones: the sum of what the modes give.
void coordinates(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1), x = p.integer("x");
  std::vector<Mode<Integer>> m;
  std::vector<Boolean> given = {x >= zero};
  for (std::size_t k = 0; k < 3; ++k) {
    m.push_back(any_mode(k));
    given.push_back(m.back().shape >= one);
  }
  auto pair = [](Layout<Integer> const& a, Layout<Integer> const& b) { return join(a, b); };
  std::vector<std::pair<std::string, Layout<Integer>>> const layouts = {
      {"(s0,s1)", pair(leaf(m[0]), leaf(m[1]))},
      {"((s0,s1),s2)", pair(pair(leaf(m[0]), leaf(m[1])), leaf(m[2]))},
      {"(s0,(s1,s2))", pair(leaf(m[0]), pair(leaf(m[1]), leaf(m[2])))}};
  for (auto const& [name, a] : layouts)
    p.part("A at x*E<k> is A_k at x: " + name, given, [&, &a = a] {
      for (auto const& mode : m) p.use(by.divide.at(zero, zero, zero, mode.shape));
      for (int k = 0; k < colex::rank(a); ++k) {
        auto const at = crd2idx(Law::along(a, k, x), a);
        p.claim("a coordinate", Boolean(bool(at)));
        p.claim("A_k", at.value == evaluate_extended(entry(a, k).leaves, x));
      }
    });
}

/// Coordinates as numbers, and the layouts that they are values of.
void identities(Proof& p) {
  using Int = std::int64_t;
  every(p, "a coordinate's order is its scalar's: -2 to 2", [](auto const& ask) {
    for (Int x = -2; x <= 2; ++x)
      for (Int y = -2; y <= 2; ++y) {
        Coordinate const a = Coordinate(x) + E(0, y), b = Coordinate(y) + E(1, x);
        Term const m = number(x), n = number(y);
        ask(all_of({right(a < b, m < n), right(a > b, m > n), right(a <= b, m <= n), right(a >= b, m >= n)}),
            x, y);
      }
  });
  every(p, "an identity layout's value is the coordinate: up to 3 leaves of up to 3, nested or not",
        [](auto const& ask) {
          each_layout({.ranks = 3, .shapes = 3, .least = 1, .most = 1}, [&](Layout<Int> const& l) {
            IntTuple<Int> const flat_shape = shape(l);
            for (auto s : {flat_shape, join(flat_shape, leaf(Int{2})), join(leaf(Int{3}), flat_shape)}) {
              auto const identity = identity_layout(s);
              std::vector<Term> all = {truth_of(bool(identity))};
              for (Int i = 0; identity && i < size(s); ++i) {
                auto const value = natural(evaluate(identity.value, Coordinate(i)), s);
                all.push_back(truth_of(value.profile == s.profile && value.leaves.count == s.leaves.count));
                Term above = number(i);  // the digits left, this leaf's last
                for (int k = 0; k < s.leaves.count && k < value.leaves.count; ++k) {
                  all.push_back(number(value.leaves[k]) == z3::mod(above, number(s.leaves[k])));
                  above = above / number(s.leaves[k]);
                }
              }
              ask(all_of(all), s);
            }
          });
        });
  every(p, "as many leaves as there are basis vectors: up to 12", [](auto const& ask) {
    for (int n = 1; n <= 12; ++n) {
      IntTuple<Int> s = open<Int>(n);
      for (int k = 0; k < n; ++k) graft(s, leaf(Int{1}));
      auto const said = identity_layout(s).refusal.condition;
      ask(truth_of(said == Condition::none || said == Condition::capacity) &&
              right(said == Condition::none, number(n) <= number(kMaxBases)),
          s);
    }
  });
}

void prove(Proof& p) {
  coordinates(p);
  identities(p);
}

}  // namespace

Theorem basis_modes_compose() {
  return theorem<Law>(
      "basis_modes_compose", prove, "; T22",
      {{Kind::coq, "as stated"},
       {Kind::extents, "the shipped crd2idx at ranks 2 and 3, any strides"},
       {Kind::enumerated, "identity layouts of up to 4 leaves of up to 3"}},
      R"(Coq: both compositions are about one map of s points, and a layout exists for both or for neither (Basis.v).)");
}

}  // namespace colex::sym
