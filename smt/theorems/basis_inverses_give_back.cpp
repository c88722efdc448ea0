// SPDX-License-Identifier: MIT
// The theorem of laws/basis_inverses_give_back.hpp.
#include "colex/laws/basis_inverses_give_back.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/notation.hpp"

namespace colex::sym {

namespace {

using Law = laws::basis_inverses_give_back;
using Int = std::int64_t;
using Places = Layout<Coordinate>;

/// Entry k of the value at an index that is a number, as a sum that is written down.
Term entry_at(Places const& l, int k, Int index) {
  std::vector<Term> sum;
  for (auto const& m : l.leaves) {
    sum.push_back(number(index % m.shape.scalar) * number(m.stride.along[k]));
    index /= m.shape.scalar;
  }
  return sum_of(sum);
}
/// The same at an index that is a formula, an index of l.
Term entry_at(Places const& l, int k, Term const& index) {
  std::vector<Term> sum;
  Int points = 1;
  for (auto const& m : l.leaves) {
    sum.push_back(z3::mod(index / number(points), number(m.shape.scalar)) * number(m.stride.along[k]));
    points *= m.shape.scalar;
  }
  return sum_of(sum);
}

/// Flat layouts of 1 to `ranks` modes, extents 1 to 3, each along one of two vectors, 0 to `most` times.
template <class F>
void each_spread(int ranks, Int most, F f) {
  List<Mode<Coordinate>> modes;
  auto add = [&](auto const& self, int left) -> void {
    if (left == 0) return f(flat(modes));
    for (Int s = 1; s <= 3; ++s)
      for (int v = 0; v < 2; ++v)
        for (Int d = v; d <= most; ++d) {  // 0 times is along no vector: once
          modes.push({Coordinate(s), E(v, d)});
          self(self, left - 1);
          modes.pop();
        }
  };
  for (int rank = 1; rank <= ranks; ++rank) add(add, rank);
}

Term undone(Places const& l, Layout<Int> const& r) {
  std::vector<Term> holds;
  for (Int c = 0; c < size(r); ++c) {
    Term const there = at(r, number(c));
    holds.push_back(there >= 0 && there < number(Law::points(l)));
    for (Int k = 0, rest = c; k < rank(r); rest /= Law::points(r, static_cast<int>(k)), ++k)
      holds.push_back(entry_at(l, static_cast<int>(k), there) ==
                      number(rest % Law::points(r, static_cast<int>(k))));
  }
  return all_of(holds);
}
Term given_back(Places const& l, Layout<Int> const& r) {
  std::vector<Term> holds;
  for (Int i = 0; i < Law::points(l); ++i) {
    std::vector<Term> sum;
    for (int k = 0; k < rank(r); ++k) sum.push_back(at(entry(r, k), entry_at(l, k, i)));
    holds.push_back(sum_of(sum) == number(i));
  }
  return all_of(holds);
}
/// Two indices of which the modes that do not move, or those along one vector, cannot be told apart.
Term alike(Places const& l) {
  std::vector<Term> some;
  for (Int i = 0; i < Law::points(l); ++i)
    for (Int j = 0; j < i; ++j)
      some.push_back(entry_at(l, 0, i) == entry_at(l, 0, j) && entry_at(l, 1, i) == entry_at(l, 1, j));
  return any_of(some);
}
/// Each coordinate of the box is one sum, and there are as many.
Term tiled(Places const& l, Places const& r, IntTuple<Int> const& box) {
  if (Law::points(l) * Law::points(r) != size(box)) return truth_of(false);
  std::vector<Term> sums, holds;
  for (Int i = 0; i < Law::points(l); ++i)
    for (Int j = 0; j < Law::points(r); ++j) {
      std::vector<Term> place;
      for (Int k = 0, before = 1; k < box.leaves.count; before *= box.leaves[static_cast<int>(k)], ++k) {
        Term const entry = entry_at(l, static_cast<int>(k), i) + entry_at(r, static_cast<int>(k), j);
        holds.push_back(entry >= 0 && entry < number(box.leaves[static_cast<int>(k)]));
        place.push_back(entry * number(before));
      }
      sums.push_back(sum_of(place));
    }
  holds.push_back(sums.size() == 1 ? truth_of(true) : z3::distinct(vector_of(sums)));
  return all_of(holds);
}
Term visited(Layout<Int> const& a, Places const& b, Layout<Int> const& r) {
  std::vector<Term> holds{truth_of(size(r) == Law::points(b))};
  for (Int i = 0; i < Law::points(b); ++i) {
    std::vector<Term> sum;
    for (int k = 0; k < a.leaves.count; ++k) sum.push_back(entry_at(b, k, i) * number(a.leaves[k].stride));
    holds.push_back(at(r, number(i)) == sum_of(sum));
  }
  return all_of(holds);
}
/// B leaves A's box.
Term outside(Layout<Int> const& a, Places const& b) {
  std::vector<Term> some;
  for (Int i = 0; i < Law::points(b); ++i)
    for (int k = 0; k < kMaxBases; ++k) {
      if (k < a.leaves.count)
        some.push_back(entry_at(b, k, i) >= number(a.leaves[k].shape));
      else
        some.push_back(entry_at(b, k, i) != 0);
    }
  return any_of(some);
}

void ask(auto const& put, Term const& holds, Places const& l) { put(holds, l); }

void prove(Proof& p) {
  every(p, "right_inverse undoes", [](auto const& put) {
    each_spread(2, 3, [&](Places const& l) {
      auto const r = right_inverse(l);
      ask(put, r ? undone(l, *r) : truth_of(false), l);
    });
  });
  every(p, "left_inverse gives back, or two indices are alike", [](auto const& put) {
    each_spread(2, 3, [&](Places const& l) {
      auto const r = left_inverse(l);
      if (r) ask(put, given_back(l, *r), l);
      if (r.refusal.condition == Condition::injective) ask(put, alike(l), l);
    });
  });
  every(p, "the complement tiles the least box", [](auto const& put) {
    each_spread(2, 3, [&](Places const& l) {
      auto const box = least_box(l);
      if (auto const r = complement(l, box)) ask(put, tiled(l, *r, box), l);
    });
  });
  List<Mode<Int>> modes;
  modes.push({4, 10});
  modes.push({6, 1});
  auto const a = flat(modes);
  every(p, "A at coordinates, and divided by them", [&](auto const& put) {
    each_spread(2, 3, [&](Places const& b) {
      Visit const where{b};
      auto const r = composition(a, where);
      ask(put, r ? visited(a, b, *r) : outside(a, b), b);
      auto const parts = logical_divide(a, where);
      if (!parts) return;
      auto const rest = complement(b, flat(shape(a).leaves));
      ask(put,
          rest ? visited(a, b, entry(*parts, 0)) && visited(a, *rest, entry(*parts, 1)) : truth_of(false), b);
      auto const tiles = zipped_divide(a, where), tiled_one = tiled_divide(a, where),
                 flat_one = flat_divide(a, where);
      auto const alike = [&](auto const& one) {
        bool all = one && one->leaves.count == parts->leaves.count;
        for (int k = 0; all && k < parts->leaves.count; ++k) all = one->leaves[k] == parts->leaves[k];
        return all;
      };
      ask(put, truth_of(alike(tiles) && alike(tiled_one) && alike(flat_one)), b);
    });
  });
}

}  // namespace

Theorem basis_inverses_give_back() {
  return theorem<Law>(
      "basis_inverses_give_back", prove, "",
      {{Kind::enumerated,
        "layouts of up to two modes of up to 3 points, each along one of two vectors, up to 3 times; "
        "complement in the least box; A = (4,6):(10,1)"}},
      R"(Modes along one vector are a layout of integers, of which the laws of integers speak. Here the shipped
             functions, whole, answer each layout of the set, and their answers are compared with sums of digits
             times strides, entry by entry.)");
}

}  // namespace colex::sym
