// SPDX-License-Identifier: MIT
// The theorem of laws/any_layouts_are_exact.hpp.
#include "colex/laws/any_layouts_are_exact.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/notation.hpp"
#include "colex/text.hpp"

namespace colex::sym {

namespace {

using Law = laws::any_layouts_are_exact;
using Int = std::int64_t;
using Terms = std::vector<Term>;

// Values are words of 10 bits: those of the cases are below 2^8, so that a sum of strides that gives them all, modulo 2^10,
// gives them without it.
constexpr unsigned kWidth = 10;
Term word(Int n) { return context().bv_val(n, kWidth); }
Term unknown(std::string const& name) { return context().bv_const(name.c_str(), kWidth); }

/// What a swizzle is: the bits from base + shift on, XORed into those from base on, or the other way.
Term outer(Swizzle const& s, Term const& x) {
  if (s.bits == 0) return x;
  Int const run = (Int{1} << s.bits) - 1;
  return s.shift > 0 ? x ^ z3::lshr(x & word(run << (s.base + s.shift)), word(s.shift))
                     : x ^ z3::shl(x & word(run << s.base), word(-s.shift));
}
/// What a map is: the columns at the bits of x, XORed.
Term outer(BitMap const& m, Term const& x) {
  Term r = word(0);
  for (int k = 0; k < m.inputs; ++k) {
    auto const bit = static_cast<unsigned>(k);
    r = r ^ z3::ite(x.extract(bit, bit) == context().bv_val(1, 1), word(m.column[k]), word(0));
  }
  return r;
}
/// What the outer map gets at an index: digits taken by div and mod, the last mode runs on.
Term argument_at(AnyLayout const& c, Term const& index) {
  Term sum = word(c.offset);
  Int points = 1;
  for (int k = 0; k < c.inner.leaves.count; ++k) {
    Term digit = z3::udiv(index, word(points));
    if (k + 1 < c.inner.leaves.count) digit = z3::urem(digit, word(c.inner.leaves[k].shape));
    sum = sum + digit * word(c.inner.leaves[k].stride);
    points *= c.inner.leaves[k].shape;
  }
  return sum;
}
Term value_at(AnyLayout const& c, Term const& index) {
  Term const x = argument_at(c, index);
  return c.outer.is_map ? outer(c.outer.map, x) : outer(c.outer.swizzle, x);
}
Terms table(AnyLayout const& c) {
  Terms r;
  for (Int i = 0; i < size(c); ++i) r.push_back(value_at(c, word(i)));
  return r;
}

Term among(Term const& v, Terms const& f) {
  Terms one;
  for (auto const& x : f) one.push_back(x == v);
  return any_of(one);
}
Term distinct(Terms const& f) {
  Terms all;
  for (std::size_t j = 0; j < f.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) all.push_back(f[i] != f[j]);
  return all_of(all);
}
/// A map over GF(2) and a constant, on all indices of so many bits.
Term linear(Terms const& f) {
  if (!is_power_of_two(static_cast<Int>(f.size()))) return truth_of(false);
  Terms all;
  for (std::size_t i = 0; i < f.size(); ++i) {
    Term parts = f[0];
    for (std::size_t bit = 1; bit <= i; bit *= 2)
      if ((i & bit) != 0) parts = parts ^ f[bit] ^ f[0];
    all.push_back(parts == f[i]);
  }
  return all_of(all);
}

/// The digits of k in these extents, each times an unknown stride.
Term some_layout(std::vector<int> const& extents, std::size_t k) {
  Term sum = word(0);
  for (std::size_t j = 0; j < extents.size(); k /= static_cast<std::size_t>(extents[j++]))
    sum = sum + word(static_cast<Int>(k) % extents[j]) * unknown("w" + std::to_string(j));
  return sum;
}
/// No layout nested as `shape` has these values behind s, whatever its strides and its offset. As s undoes itself, the
/// values behind it say what the layout's are.
Term none_behind(Swizzle const& s, Terms const& want, Layout<Int> const& shape) {
  Terms before, none;
  for (auto const& v : want) before.push_back(outer(s, v));
  for (auto const& extents : cuts(shape.leaves)) {
    Terms equal;
    for (std::size_t k = 1; k < want.size(); ++k)
      equal.push_back(some_layout(extents, k) == before[k] - before[0]);
    none.push_back(!all_of(equal));
  }
  return all_of(none);
}
/// None of the kinds has these values: no layout behind a swizzle of the low five bits, no map.
Term no_kind(Terms const& want, Layout<Int> const& shape) {
  Terms none;
  detail::some_swizzle(5, [&](Swizzle const& s) {
    none.push_back(none_behind(s, want, shape));
    return false;
  });
  Terms equal;
  for (std::size_t k = 1; k < want.size(); ++k) {
    Term parts = want[0];
    for (std::size_t bit = 0; k >> bit != 0; ++bit)
      if ((k >> bit & 1) != 0) parts = parts ^ unknown("w" + std::to_string(bit));
    equal.push_back(parts == want[k]);
  }
  none.push_back(!all_of(equal));
  return all_of(none);
}

// ------------------------------------------------------------------------------------------- what is claimed

Term decided(AnyLayout const& c, Int m) {
  Terms const f = table(c);
  Terms all;
  auto const within = [&](Int i) { return i >= 0 && i < size(c); };
  auto const once = injective(c);
  if (once.condition == Condition::none)
    all.push_back(distinct(f));
  else if (once.condition == Condition::injective && within(once.right) && within(once.left) &&
           once.left < once.right)
    all.push_back(value_at(c, word(once.left)) == value_at(c, word(once.right)));
  else
    return truth_of(false);
  Terms reached, below, up_to_top;
  for (Int v = 0; v < m; ++v) reached.push_back(among(word(v), f));
  for (auto const& v : f) below.push_back(z3::ult(v, word(m)));
  auto const onto = surjective(c, m);
  if (onto.condition == Condition::none)
    all.push_back(all_of(reached));
  else if (onto.condition == Condition::surjective && onto.left >= 0 && onto.left < m)
    all.push_back(!among(word(onto.left), f));
  else
    return truth_of(false);
  all.push_back(right(bijective(c, m).condition == Condition::none,
                      all_of({distinct(f), all_of(reached), all_of(below)})));
  for (auto const& v : f) up_to_top.push_back(v == word(0) || among(v - word(1), f));
  // whatever is reached, what is one below is reached as well
  all.push_back(right(contiguous(c).condition == Condition::none, all_of(up_to_top)));
  for (Int v = 0; v < m; ++v) {
    auto const at = get_1d_coord(c, v);
    if (at ? !within(at.value) : at.refusal.condition != Condition::surjective) return truth_of(false);
    all.push_back(at ? value_at(c, word(at.value)) == word(v) : !among(word(v), f));
  }
  return all_of(all);
}

Term simplest_form(AnyLayout const& c) {
  auto const r = simplest(c);
  if (!r || !compatible(shape(c.inner), shape(r.value.inner))) return truth_of(false);
  Terms const f = table(c);
  Terms all = {same(table(r.value), f)};
  if (!is_plain(r.value)) {  // no layout that starts at 0 does it
    for (auto const& extents : cuts(c.inner.leaves)) {
      Terms equal;
      for (std::size_t k = 0; k < f.size(); ++k) equal.push_back(some_layout(extents, k) == f[k]);
      all.push_back(!all_of(equal));
    }
  }
  return all_of(all);
}

Term inverted(AnyLayout const& c) {
  Terms const f = table(c);
  Terms all;
  if (auto const r = right_inverse(c)) {
    for (auto const& back : table(r.value)) {
      all.push_back(z3::ult(back, word(size(c))));
      all.push_back(value_at(c, back) == word(static_cast<Int>(all.size() / 2)));
    }
    all.push_back(!linear(f) || !among(word(size(r.value)), f));
  } else if (r.refusal.condition == Condition::surjective) {
    all.push_back(!among(word(0), f));
  } else {
    all.push_back(!linear(f));
  }
  if (auto const r = left_inverse(c)) {
    for (std::size_t i = 0; i < f.size(); ++i)
      all.push_back(value_at(r.value, f[i]) == word(static_cast<Int>(i)));
  } else if (r.refusal.condition == Condition::injective) {
    all.push_back(!distinct(f));
  } else {
    all.push_back(!linear(f));
  }
  return all_of(all);
}

Term kernel_of(AnyLayout const& c) {
  Terms const f = table(c);
  auto const n = nullspace(c);
  if (!n) return n.refusal.condition == Condition::starts_at_zero ? f[0] != word(0) : !linear(f);
  Terms const listed = table(n.value);
  Terms all;
  for (std::size_t i = 0; i < f.size(); ++i)
    all.push_back((f[i] == word(0)) == among(word(static_cast<Int>(i)), listed));
  for (std::size_t k = 0; k < listed.size(); ++k) {
    all.push_back(z3::ult(listed[k], word(size(c))));
    if (k > 0) all.push_back(z3::ult(listed[k - 1], listed[k]));
  }
  return all_of(all);
}

Term recounted(AnyLayout const& c, Int n) {
  Terms const f = table(c);
  Terms all;
  if (auto const up = upcast(c, n)) {
    Terms const vectors = table(up.value);
    Terms of;
    for (auto const& v : f) {
      of.push_back(z3::udiv(v, word(n)));
      all.push_back(among(of.back(), vectors));
    }
    for (auto const& v : vectors) all.push_back(among(v, of));
  }
  if (auto const down = downcast(c, n)) {
    auto const back = upcast(down.value, n);
    if (!back) return truth_of(false);
    all.push_back(same(table(back.value), f));
  }
  auto const at = position_independent(c);
  if (!at) return truth_of(false);
  Terms placed;
  for (auto const& v : table(at.value.layout)) placed.push_back(word(at.value.offset) + v);
  all.push_back(same(placed, f));
  return all_of(all);
}

Term composed(AnyLayout const& a, AnyLayout const& b) {
  Terms want, taken;  // a map takes no more bits than it has columns
  for (auto const& v : table(b)) {
    want.push_back(value_at(a, v));
    if (a.outer.is_map) taken.push_back(z3::ult(argument_at(a, v), word(Int{1} << a.outer.map.inputs)));
  }
  auto const r = composition(a, b);
  if (r) return all_of({all_of(taken), same(table(r.value), want)});
  if (r.refusal.condition == Condition::in_domain) return !all_of(taken);
  return r.refusal.condition == Condition::linear ? no_kind(want, b.inner) : truth_of(false);
}

Term in_common(AnyLayout const& a, AnyLayout const& b) {
  Terms const f = table(a), g = table(b);
  auto const meet = [&](Int v) {
    Terms both;
    for (std::size_t i = 0; i < f.size() && i < g.size(); ++i)
      both.push_back(f[i] == word(v) && g[i] == word(v));
    return any_of(both);
  };
  auto const r = max_common_layout(a, b);
  if (!r)
    return r.refusal.condition == Condition::surjective ? !meet(0) : !(linear(f) && linear(g) && meet(0));
  Terms all;
  Int k = 0;
  for (auto const& at : table(r.value)) {
    all.push_back(z3::ult(at, word(std::min(size(a), size(b)))));
    all.push_back(value_at(a, at) == word(k) && value_at(b, at) == word(k));
    ++k;
  }
  all.push_back(!linear(f) || !linear(g) || !meet(k));
  return all_of(all);
}

// ------------------------------------------------------------------------------------------------- the cases

std::vector<Outer> outers() {
  std::vector<Outer> r;
  for (Swizzle const& s :
       {Swizzle{}, Swizzle{1, 0, 1}, Swizzle{1, 0, -1}, Swizzle{1, 0, 2}, Swizzle{1, 1, 1}})
    r.emplace_back(s);
  for (BitMap const& m : {BitMap{{1, 3, 7, 8}, 4}, BitMap{{1, 1, 2, 4}, 4}, BitMap{{4, 2, 1, 8}, 4}})
    r.emplace_back(m);
  return r;
}
/// Each of the layouts behind each outer map, at the offsets given.
template <class F>
void each_kind(std::vector<char const*> const& inners, std::vector<Int> const& offsets, F f) {
  for (auto const& outer : outers())
    for (char const* inner : inners)
      for (Int const offset : offsets)
        if (AnyLayout const c{outer, offset, parse_layout(inner).value};
            admissible(c).condition == Condition::none)
          f(c);
}
std::vector<char const*> const kInners = {"1:0",
                                          "2:0",
                                          "2:1",
                                          "2:3",
                                          "3:1",
                                          "3:2",
                                          "4:0",
                                          "4:1",
                                          "4:2",
                                          "5:1",
                                          "6:1",
                                          "8:1",
                                          "(2,2):(1,2)",
                                          "(2,2):(2,1)",
                                          "(2,2):(1,1)",
                                          "(2,2):(1,4)",
                                          "(2,2):(0,1)",
                                          "(2,3):(1,2)",
                                          "(3,2):(2,1)",
                                          "(3,2):(1,4)",
                                          "(2,4):(4,1)",
                                          "(4,2):(1,4)",
                                          "((2,2),2):((1,4),2)"};

void prove(Proof& p) {
  std::vector<Int> const offsets = {0, 1, 4};
  auto const one = [&](char const* what, auto holds) {
    every(p, what, [&](auto const& ask) {
      each_kind(kInners, offsets, [&](AnyLayout const& c) { ask(holds(c), c); });
    });
  };
  one("decided rightly", [](AnyLayout const& c) { return all_of({decided(c, size(c)), decided(c, 3)}); });
  one("the plainest form", simplest_form);
  one("inverses", inverted);
  one("the kernel", kernel_of);
  one("in other elements", [](AnyLayout const& c) { return all_of({recounted(c, 2), recounted(c, 4)}); });
  auto const two = [&](char const* what, std::vector<char const*> const& left,
                       std::vector<char const*> const& right_ones, auto holds) {
    every(p, what, [&](auto const& ask) {
      each_kind(left, {0, 1}, [&](AnyLayout const& a) {
        each_kind(right_ones, {0, 1}, [&](AnyLayout const& b) {
          if (!is_plain(a) || !is_plain(b)) ask(holds(a, b), a, "and", b);
        });
      });
    });
  };
  two("composition, none of the kinds where refused", {"4:1", "(3,2):(1,4)"}, {"3:1", "4:1", "(2,2):(2,1)"},
      composed);
  two("in common", {"4:1", "(2,2):(2,1)", "3:1"}, {"4:1", "8:1"}, in_common);
}

}  // namespace

Theorem any_layouts_are_exact() {
  return theorem<Law>(
      "any_layouts_are_exact", prove, "",
      {{Kind::enumerated,
        "23 layouts of up to 8 points at the offsets 0, 1, 4 under 5 swizzles of one bit and 3 maps of 4 "
        "bits; pairs of 5 of them; against every layout behind a swizzle of the low five bits, and every "
        "map"}},
      R"(The whole shipped functions answer each case. A layout's value is written as a formula in words of 10 bits,
             digits by div and mod, a swizzle and a map by their bits, and what an answer promises of these values
             is decided by the solvers. That none of the kinds is a refused composition is a formula in unknown
             strides and columns. Larger ones are tested by the property and the census.)");
}

}  // namespace colex::sym
