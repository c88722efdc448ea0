// SPDX-License-Identifier: MIT
// Census of layouts behind a swizzle or a map over GF(2). The truth enumerates; where a refusal must be right,
// it tries every layout, swizzle and map. Inverses are promised where a map over GF(2) is one.
#include "oracle/kinds.hpp"

#include "census/census.hpp"

namespace census {
namespace {

using Values = naive::Table;

Int at(Values const& f, Int i) { return f[static_cast<std::size_t>(i)]; }
bool within(Values const& f, Int i) { return i >= 0 && i < static_cast<Int>(f.size()); }
bool has(Values const& f, Int v) { return std::find(f.begin(), f.end(), v) != f.end(); }
bool distinct(Values f) {
  std::sort(f.begin(), f.end());
  return std::adjacent_find(f.begin(), f.end()) == f.end();
}
/// The indices i at which both f and g are v; g may be f.
bool meet(Values const& f, Values const& g, Int v) {
  for (std::size_t i = 0; i < f.size() && i < g.size(); ++i)
    if (f[i] == v && g[i] == v) return true;
  return false;
}

void judge_injective(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  auto const why = planting(injective(c));
  bool const right = why.condition == Condition::none ? distinct(f)
                                                      : why.left < why.right && within(f, why.right) &&
                                                            at(f, why.left) == at(f, why.right);
  count.record({true, right, true, why.condition}, c);
}

void judge_surjective(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  Int gap = 0;
  while (has(f, gap)) ++gap;
  for (Int m : {gap, gap + 1, *std::max_element(f.begin(), f.end()) + 1}) {
    auto const why = planting(surjective(c, m));
    bool const missing = why.left >= 0 && why.left < m && !has(f, why.left);
    bool const right = why.condition == Condition::none ? m <= gap : missing;
    count.record({true, right, true, why.condition}, c, m);
  }
}

void judge_simplest(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  auto const r = planting(simplest(c));
  bool right = r && naive::table(r.value) == f;
  if (right && f[0] == 0 && naive::is_nested_layout(f, shape(c.inner))) right = is_plain(r.value);
  count.record({bool(r), right, true, r.refusal.condition}, c);
}

void judge_right_inverse(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  auto const r = planting(right_inverse(c));
  bool right = bool(r);
  Values const back = r ? naive::table(r.value) : Values{};
  for (std::size_t k = 0; right && k < back.size(); ++k)
    right = within(f, back[k]) && at(f, back[k]) == static_cast<Int>(k);
  bool const linear = naive::linear(f);
  bool const best = !linear || !has(f, static_cast<Int>(back.size()));
  count.record({bool(r), right, right || (linear && has(f, 0)), r.refusal.condition, best}, c);
}

/// Whether a map over GF(2), and a constant after it, takes distinct values back to their indices: exactly where no even
/// number of values cancels while their indices do not. Values are below 2^40, indices below 2^20.
bool taken_back(Values const& f) {
  std::vector<Int> kept;
  for (std::size_t k = 0; k < f.size(); ++k) {
    Int v = Int{1} << 60 | f[k] << 20 | static_cast<Int>(k);
    for (Int const other : kept) v = std::min(v, v ^ other);
    if (v != 0 && v < Int{1} << 20) return false;
    if (v != 0) kept.push_back(v);
  }
  return true;
}

void judge_left_inverse(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  auto const r = planting(left_inverse(c));
  bool right = bool(r);
  for (std::size_t k = 0; right && k < f.size(); ++k)
    right = naive::extended(r.value, f[k]) == static_cast<Int>(k);
  count.record({bool(r), right, right || (distinct(f) && taken_back(f)), r.refusal.condition}, c);
}

void judge_nullspace(Count& count, AnyLayout const& c) {
  Values const f = naive::table(c);
  Values kernel;
  for (std::size_t k = 0; k < f.size(); ++k)
    if (f[k] == 0) kernel.push_back(static_cast<Int>(k));
  auto const r = planting(nullspace(c));
  bool const right = r && naive::table(r.value) == kernel;
  count.record({bool(r), right, right || (f[0] == 0 && naive::linear(f)), r.refusal.condition}, c);
}

void judge_composition(Count& count, AnyLayout const& a, AnyLayout const& b) {
  Values f;
  bool defined = true;  // a map takes no more bits than it has columns
  for (Int const i : naive::table(b)) {
    f.push_back(naive::extended(a, i));
    Int const argument = a.offset + naive::extended(a.inner, i);
    defined = defined && argument >= 0 && (!a.outer.is_map || argument >> a.outer.map.inputs == 0);
  }
  auto const r = planting(composition(a, b));
  bool const right = r && naive::table(r.value) == f;
  bool const exists = defined && (right || naive::representable(f, shape(b.inner)));
  count.record({bool(r), right, exists, r.refusal.condition}, a, b);
}

void judge_common(Count& count, AnyLayout const& a, AnyLayout const& b) {
  Values const f = naive::table(a), g = naive::table(b);
  auto const r = planting(max_common_layout(a, b));
  bool right = bool(r);
  Values const back = r ? naive::table(r.value) : Values{};
  for (std::size_t k = 0; right && k < back.size(); ++k)
    right = within(f, back[k]) && within(g, back[k]) && at(f, back[k]) == static_cast<Int>(k) &&
            at(g, back[k]) == static_cast<Int>(k);
  bool const linear = naive::linear(f) && naive::linear(g);
  bool const best = !linear || !meet(f, g, static_cast<Int>(back.size()));
  count.record({bool(r), right, right || (linear && meet(f, g, 0)), r.refusal.condition, best}, a, b);
}

/// append(): exactly where the outer map takes every offset.
void judge_append(Count& count, AnyLayout const& c, AnyLayout const& d) {
  Layout<Int> const& x = d.inner;
  auto const inner = append(c.inner, x);
  Values f;
  bool takes = true;
  for (Int i = 0; i < size(inner); ++i) {
    Int const at = c.offset + evaluate(inner, i);
    takes = takes && at >= 0 && (!c.outer.is_map || at >> c.outer.map.inputs == 0);
    f.push_back(takes ? c.outer(at) : 0);
  }
  auto const r = planting(append(c, x));
  bool const right = r && takes && naive::table(r.value) == f;
  count.record({bool(r), right, takes, r.refusal.condition}, c, x);
}

// ------------------------------------------------------------------------------------------------ the cases

bool usable(AnyLayout const& c) {
  return !is_plain(c) && size(c) <= 64 && admissible(c).condition == Condition::none;
}

/// Swizzles of up to two bits, or, for `maps`, every map of three inputs with columns below 8.
template <class F>
void every_outer(bool maps, F f) {
  if (maps) {
    for (int code = 0; code < 512; ++code) {
      BitMap m;
      for (int k = 0; k < 3; ++k) m.column[m.inputs++] = code >> 3 * k & 7;
      f(Outer(m));
    }
    return;
  }
  for (int bits = 0; bits <= 2; ++bits)
    for (int base = 0; base <= (bits == 0 ? 0 : 1); ++base)
      for (int shift = bits; shift <= 2; ++shift) {
        f(Outer(Swizzle{bits, base, shift}));
        if (shift > 0) f(Outer(Swizzle{bits, base, -shift}));
      }
}

/// Every layout of up to two modes, strides up to 4, behind each outer map, at the offsets 0, 1 and 3.
template <class F>
void every_kind(Share& share, F f) {
  for (bool const maps : {false, true})
    every_outer(maps, [&](Outer const& outer) {
      for (int rank = 1; rank <= 2; ++rank)
        every_layout_of_rank(rank, {.most = 4}, [&](Layout<Int> const& inner) {
          for (Int const offset : {0, 1, 3})
            if (AnyLayout const c{outer, offset, inner}; usable(c) && share.mine()) f(c);
        });
    });
}

/// Every pair of one mode each behind swizzles.
template <class F>
void every_two(Share& share, F f) {
  auto const each = [](auto g) {
    every_outer(false, [&](Outer const& outer) {
      every_layout_of_rank(1, {.most = 4}, [&](Layout<Int> const& inner) {
        for (Int const offset : {0, 3}) g(AnyLayout{outer, offset, inner});
      });
    });
  };
  each([&](AnyLayout const& a) {
    if (share.mine()) each([&](AnyLayout const& b) { f(a, b); });
  });
}

/// Compact layouts of powers of two in any order of modes, or any layout, behind a swizzle or a map.
AnyLayout random_kind(Random& r) {
  for (;;) {
    AnyLayout c;
    List<Mode<Int>> modes;
    Int place = 1;
    for (Int left = r.below(3); left >= 0; --left) {
      Mode<Int> const m{Int{1} << r.below(3), r.below(10) == 0 ? place * 2 : place};
      modes.push(m);
      place *= m.shape;
    }
    if (modes.count > 1 && r.below(2) == 0) std::swap(modes[0], modes[modes.count - 1]);
    c.inner = r.below(5) < 3 ? flat(modes) : r.either(5, 12);
    if (r.below(5) < 2) c.offset = r.below(2) == 0 ? place * r.below(3) : r.below(10);
    Int const shift = r.below(3) + 1;
    if (r.below(3) > 0) {
      c.outer = Swizzle{static_cast<int>(r.below(shift + 1)), static_cast<int>(r.below(3)),
                        static_cast<int>(r.below(3) > 0 ? shift : -shift)};
    } else {
      BitMap m;
      for (Int k = r.below(5) + 2; k >= 0; --k)
        m.column[m.inputs++] = r.below(2) == 0 ? Int{1} << r.below(5) : r.below(32);
      c.outer = m;
    }
    if (usable(c)) return c;
  }
}

template <void (*judge)(Count&, AnyLayout const&)>
census::Operation of_one(char const* name) {
  return {name, "rank <= 2, strides 0..4, swizzles of up to 2 bits, maps of 3 inputs, offsets 0, 1, 3",
          Refusals::exact,
          [](Count& c, Share& s) { every_kind(s, [&](AnyLayout const& one) { judge(c, one); }); },
          [](Count& c, Random& r) { judge(c, random_kind(r)); }};
}
template <void (*judge)(Count&, AnyLayout const&, AnyLayout const&)>
census::Operation of_two(char const* name) {
  return {name, "one mode each, strides 0..4, swizzles of up to 2 bits, offsets 0 and 3", Refusals::exact,
          [](Count& c, Share& s) {
            every_two(s, [&](AnyLayout const& a, AnyLayout const& b) { judge(c, a, b); });
          },
          [](Count& c, Random& r) {
            AnyLayout const a = random_kind(r);
            judge(c, a, r.below(3) == 0 ? any(r.chained(5)) : random_kind(r));
          }};
}

}  // namespace

Operations kinds_operations() {
  return {of_one<judge_injective>("kinds injective"),
          of_one<judge_surjective>("kinds surjective"),
          of_one<judge_simplest>("kinds simplest"),
          of_one<judge_right_inverse>("kinds right_inverse"),
          of_one<judge_left_inverse>("kinds left_inverse"),
          of_one<judge_nullspace>("kinds nullspace"),
          of_two<judge_composition>("kinds composition"),
          of_two<judge_common>("kinds max_common"),
          of_two<judge_append>("kinds append")};
}

}  // namespace census
