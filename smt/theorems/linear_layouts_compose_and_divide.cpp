// SPDX-License-Identifier: MIT
// The theorem of laws/linear_layouts_compose_and_divide.hpp.
#include "colex/laws/linear_layouts_compose_and_divide.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::linear_layouts_compose_and_divide;
using Values = std::vector<Term>;  ///< bit by bit, the lowest first

/// Unknown bits.
Values unknown(char const* name, int bits) {
  Values r;
  for (int k = 0; k < bits; ++k) r.push_back(context().bool_const((name + std::to_string(k)).c_str()));
  return r;
}
Values numeral(std::int64_t value, int bits) {
  Values r;
  for (int k = 0; k < bits; ++k) r.push_back(truth_of((value >> k & 1) != 0));
  return r;
}
/// The map at x.
Values at(LinearLayout const& l, Values const& x) {
  Values r = numeral(0, l.out.bits());
  for (int k = 0; k < l.in.bits(); ++k)
    for (int j = 0; j < l.out.bits(); ++j)
      if ((l.map.column[k] >> j & 1) != 0) r[j] = r[j] != x[k];
  return r;
}
/// The bits under a name, as many as asked for from `first` on; 0 where there are none.
Values named(LinearDims const& dims, Values const& v, std::string_view name, int first, int count) {
  Values r = numeral(0, count);
  int begin = 0;
  for (int k = 0; k < dims.count; begin += dims.dim[k++].bits)
    if (dims.dim[k].name == name)
      for (int bit = 0; bit < count && first + bit < dims.dim[k].bits; ++bit) r[bit] = v[begin + first + bit];
  return r;
}
Values moved(LinearDims const& from, Values const& v, LinearDims const& to) {
  Values r;
  for (int k = 0; k < to.count; ++k)
    for (auto const& bit : named(from, v, to.dim[k].name, 0, to.dim[k].bits)) r.push_back(bit);
  return r;
}

std::string text(LinearLayout const& l) {
  std::string r;
  for (int k = 0; k < l.in.count; ++k) r += std::string(l.in.dim[k].name) + std::to_string(l.in.dim[k].bits);
  r += ">";
  for (int k = 0; k < l.out.count; ++k)
    r += std::string(l.out.dim[k].name) + std::to_string(l.out.dim[k].bits);
  for (int k = 0; k < l.map.inputs; ++k) r += "," + std::to_string(l.map.column[k]);
  return r;
}
/// Every map between these dimensions.
template <class F>
void each_map(LinearDims const& in, LinearDims const& out, F f) {
  std::int64_t const bits = std::int64_t{in.bits()} * out.bits();
  for (std::int64_t n = 0; n < std::int64_t{1} << bits; ++n) {
    LinearLayout l{in, out, {}};
    l.map.inputs = in.bits();
    for (int k = 0; k < in.bits(); ++k)
      l.map.column[k] = n >> (k * out.bits()) & ((std::int64_t{1} << out.bits()) - 1);
    f(l);
  }
}

LinearDims const one{{{"a", 1}}, 1}, two{{{"a", 2}}, 1}, split{{{"a", 1}, {"b", 1}}, 2},
    other{{{"b", 1}, {"a", 1}}, 2}, wide{{{"a", 1}, {"b", 2}}, 2};

void compositions(Proof& p) {
  every(p, "composition(A, B)(x) is A(B(x))", [&](auto const& ask) {
    for (bool const one_dimension : {true, false}) {
      auto const &in = one_dimension ? two : split, &to = one_dimension ? two : other;
      each_map(in, split, [&](LinearLayout const& a) {
        each_map(two, to, [&](LinearLayout const& b) {
          auto const r = composition(a, b);
          auto const x = unknown("x", b.in.bits());
          ask(r ? same(at(*r, x), at(a, moved(b.out, at(b, x), a.in))) : truth_of(false), text(a), text(b));
        });
      });
    }
  });
  every(p, "A(linear_solve(A, B)(x)) is B(x), or A reaches no such value", [&](auto const& ask) {
    for (auto const& to : {split, other})
      each_map(two, split, [&](LinearLayout const& a) {
        each_map(two, to, [&](LinearLayout const& b) {
          auto const r = linear_solve(a, b);
          auto const x = unknown("x", 2);
          ask(r ? same(at(a, at(*r, x)), moved(b.out, at(b, x), a.out))
                : !same(at(a, x), numeral(r.refusal.left, 2)),
              text(a), text(b));
        });
      });
  });
  every(p, "A(pseudo_inverse(A)(A(x))) is A(x), or A reaches not all", [&](auto const& ask) {
    for (auto const& in : {one, two, wide})
      each_map(in, split, [&](LinearLayout const& a) {
        auto const r = pseudo_inverse(a);
        auto const x = unknown("x", in.bits());
        ask(r ? same(at(a, at(*r, at(a, x))), at(a, x)) : !same(at(a, x), numeral(r.refusal.left, 2)),
            text(a));
      });
  });
  every(p, "transpose moves parts of arguments and values", [&](auto const& ask) {
    each_map(wide, split, [&](LinearLayout const& a) {
      auto const r = linear_transpose(a, {{{"b", 0}, {"a", 0}}, 2}, {{{"b", 0}, {"a", 0}}, 2});
      auto const x = unknown("x", 3);
      ask(r ? same(at(*r, moved(a.in, x, r->in)), moved(a.out, at(a, x), r->out)) : truth_of(false), text(a));
    });
  });
}

/// The columns of A * C, where C's are given bit by bit: at bit `k` of A's inputs in all, under the names of `in` and `out`.
struct Factor {
  LinearDims in, out;
  std::vector<Values> column;
};
Factor known(LinearLayout const& l) {
  Factor r{l.in, l.out, {}};
  for (int k = 0; k < l.map.inputs; ++k) r.column.push_back(numeral(l.map.column[k], l.out.bits()));
  return r;
}
Factor any(LinearDims const& in, LinearDims const& out) {
  Factor r{in, out, {}};
  for (int k = 0; k < in.bits(); ++k)
    r.column.push_back(unknown(("c" + std::to_string(k) + "_").c_str(), out.bits()));
  return r;
}
int width(LinearDims const& dims, std::string_view name) {
  int const k = dims.find(name);
  return k < 0 ? 0 : dims.dim[k].bits;
}
/// The lower factor times the upper one is `all`.
Term is_product(Factor const& lower, Factor const& upper, LinearLayout const& all) {
  std::vector<Term> holds;
  for (int i = 0, k = 0; i < all.in.count; ++i)
    for (int bit = 0; bit < all.in.dim[i].bits; ++bit, ++k) {
      auto const from = all.in.dim[i].name;
      int const below = width(lower.in, from);
      bool const low = bit < below;
      Factor const& f = low ? lower : upper;
      Values const& column = f.column[f.in.begin(f.in.find(from)) + (low ? bit : bit - below)];
      auto const value = numeral(all.map.column[k], all.out.bits());
      for (int j = 0; j < all.out.count; ++j) {
        auto const to = all.out.dim[j].name;
        int const under = width(lower.out, to), over = width(upper.out, to);
        auto const own = named(f.out, column, to, 0, low ? under : over);
        Values const none = numeral(0, low ? over : under);
        Values want = low ? own : none;
        want.insert(want.end(), low ? none.begin() : own.begin(), low ? none.end() : own.end());
        holds.push_back(same(named(all.out, value, to, 0, under + over), want));
      }
    }
  return all_of(holds);
}
LinearDims less(LinearDims all, LinearDims const& taken) {
  for (int k = 0; k < all.count; ++k) all.dim[k].bits -= width(taken, all.dim[k].name);
  return all;
}

void products(Proof& p) {
  every(p, "A * B has A's bits below B's, apart", [&](auto const& ask) {
    for (auto const& in : {one, split})
      each_map(in, one, [&](LinearLayout const& a) {
        each_map(split, split, [&](LinearLayout const& b) {
          auto const r = linear_product(a, b);
          ask(r ? is_product(known(a), known(b), *r) : truth_of(false), text(a), text(b));
        });
      });
  });
  for (bool const left : {true, false})
    every(p,
          left ? "divide_left(A, B) is the upper factor, or there is none"
               : "divide_right(A, B) is the lower factor, or there is none",
          [&](auto const& ask) {
            for (auto const& [in, out] : {std::pair{two, two}, std::pair{split, split}})
              each_map(in, out, [&](LinearLayout const& a) {
                each_map(one, one, [&](LinearLayout const& b) {
                  auto const r = left ? divide_left(a, b) : divide_right(a, b);
                  auto const c = r ? known(*r) : any(less(a.in, b.in), less(a.out, b.out));
                  auto const whole = left ? is_product(known(b), c, a) : is_product(c, known(b), a);
                  ask(right(bool(r), whole), text(a), text(b));
                });
              });
          });
}

void prove(Proof& p) {
  compositions(p);
  products(p);
}

}  // namespace

Theorem linear_layouts_compose_and_divide() {
  return theorem<Law>(
      "linear_layouts_compose_and_divide", prove, "",
      {{Kind::coq, "in part, any number of columns"},
       {Kind::enumerated,
        "maps of up to 3 bits to 2, in one and two dimensions: composition, solve, pseudo_inverse, "
        "transpose, product, quotients, at every argument; a refused quotient against every factor"},
       {Kind::left_out, "reshape, sublayout, concatenations and the measures, which are tested"}},
      R"(A composition maps the columns of B. Of the columns of A those that are no sum of earlier ones are kept,
             reduced, each with a lowest bit that none after it has; what a column of B leaves when they are
             taken off by these bits is 0 exactly where it is a sum of A's columns, and the inputs taken with them are
             an argument that goes there. Coq composes this at any number of columns (Solved.v). Names and
             products: the shipped functions, whole, on every small map.)");
}

}  // namespace colex::sym
