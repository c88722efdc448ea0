// SPDX-License-Identifier: MIT
// The theorem of laws/edits_keep_the_other_modes.hpp.
#include "colex/laws/edits_keep_the_other_modes.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/lexicographic.hpp"
#include "colex/slice.hpp"

namespace colex::sym {

namespace {

using Law = laws::edits_keep_the_other_modes;
using Tree = Layout<Integer>;
using Tuple = IntTuple<Integer>;

Integer const zero(0), one(1), two(2);
Tree const nothing = open<Mode<Integer>>(0);

Tree mode(Proof& p, std::string const& name) {
  return leaf(Mode<Integer>{p.integer(("s" + name).c_str()), p.integer(("d" + name).c_str())});
}
template <class R>
bool refuses(R const& r, Condition c) {
  return r.refusal.condition == c;
}
/// Refused, and the numbers say which mode there is not, and how many there are.
bool no_mode(Result<Tree> const& r, int k, int of) {
  return refuses(r, Condition::mode_exists) && r.refusal.left == k && r.refusal.right == of;
}

/// The tree (a,(b,c),d) of any modes.
struct Drawn {
  Tree a, b, c, d, x, bc, t;
  explicit Drawn(Proof& p)
      : a(mode(p, "a")),
        b(mode(p, "b")),
        c(mode(p, "c")),
        d(mode(p, "d")),
        x(join(mode(p, "x"), mode(p, "y"))) {
    bc = join(b, c);
    t = join(a, bc, d);
  }
};

void entries(Proof& p) {
  Drawn const m(p);
  Tree const &t = m.t, &a = m.a, &bc = m.bc, &d = m.d;
  p.part("take and select", {}, [&] {
    p.claim("take refuses what is not there",
            Boolean(no_mode(take(t, -1, 1), -1, 3) && no_mode(take(t, 2, 1), 2, 1) &&
                    no_mode(take(t, 1, 4), 4, 3) && no_mode(take(a, 0, 2), 2, 1)));
    p.claim("select refuses what is not there",
            Boolean(no_mode(select(t, {0, 3}), 3, 3) && no_mode(select(t, {-1}), -1, 3)));
    p.claim("get follows a path", Boolean(Law::same(*get(t, {1, 0}), m.b) && Law::same(*get(t, {1}), bc) &&
                                          Law::same(*get(t, {2, 0}), d) && Law::same(*get(t, {}), t)));
    p.claim("as far as there is one", Boolean(no_mode(get(t, {1, 2}), 2, 2) && no_mode(get(t, {-1}), -1, 3) &&
                                              no_mode(get(t, {3}), 3, 3) && no_mode(get(t, {0, 1}), 1, 1)));
  });
  p.part("append and prepend", {}, [&] {
    p.claim("up to a rank", Boolean(Law::is_tuple(append_to(t, 5, m.x), a, bc, d, m.x, m.x) &&
                                    Law::is_tuple(prepend_to(t, 5, m.x), m.x, m.x, a, bc, d)));
    p.claim("and no further",
            Boolean(Law::same(append_to(t, 3, m.x), t) && Law::same(prepend_to(t, 3, m.x), t) &&
                    Law::same(append_to(t, 0, m.x), t)));
  });
  p.part("replace and group", {}, [&] {
    p.claim("replace changes one entry",
            Boolean(Law::is_tuple(*replace(t, 0, m.x), m.x, bc, d) &&
                    Law::is_tuple(*replace(t, 1, m.x), a, m.x, d) &&
                    Law::is_tuple(*replace(t, 2, m.x), a, bc, m.x) && Law::same(*replace(a, 0, m.x), m.x)));
    p.claim("one that is there",
            Boolean(no_mode(replace(t, 3, m.x), 3, 3) && no_mode(replace(t, -1, m.x), -1, 3) &&
                    no_mode(replace(a, 1, m.x), 1, 1)));
    p.claim("group gathers entries in one", Boolean(Law::is_tuple(*group(t, 0, 2), join(a, bc), d) &&
                                                    Law::is_tuple(*group(t, 1, 3), a, join(bc, d)) &&
                                                    Law::is_tuple(*group(t, 1, -1), a, join(bc, d)) &&
                                                    Law::is_tuple(*group(t, 0, 3), join(a, bc, d)) &&
                                                    Law::is_tuple(*group(t, 1, 1), a, nothing, bc, d) &&
                                                    Law::is_tuple(*group(t, 3, 3), a, bc, d, nothing)));
    p.claim("those that are there", Boolean(no_mode(group(t, -2, 2), -2, 3) &&
                                            no_mode(group(t, 2, 1), 2, 1) && no_mode(group(t, 0, 4), 4, 3)));
  });
}

void nesting(Proof& p) {
  Drawn const m(p);
  Tree const &t = m.t, &a = m.a, &bc = m.bc, &d = m.d;
  p.part("unflatten refuses, zip pairs", {}, [&] {
    auto const why = unflatten(t, bc);
    p.claim("into as many leaves",
            Boolean(refuses(why, Condition::congruent) && why.refusal.left == 4 && why.refusal.right == 2));
    p.claim("zip pairs entries",
            Boolean(Law::is_tuple(*zip(bc, join(d, m.x)), join(m.b, d), join(m.c, m.x)) &&
                    refuses(zip(t, bc), Condition::congruent)));
  });
  p.part("at the leaves of a guide", {}, [&] {
    auto const wrapped = [](Tree const& x) { return join(x); };
    auto const done = at_leaves_of(join(d, join(a, a)), t, wrapped);
    p.claim("each is edited, what lies beyond stays",
            Boolean(done && Law::is_tuple(*done, join(a), join(join(m.b), join(m.c)), d)));
    p.claim("no further than the tree goes",
            Boolean(refuses(at_leaves_of(join(a, a), a, wrapped), Condition::congruent) &&
                    refuses(at_leaves_of(join(a, join(a, a, a)), t, wrapped), Condition::congruent)));
    auto const split = substitute(t, [&](int k, Mode<Integer> const& x) { return k == 1 ? m.x : leaf(x); });
    p.claim("a leaf gives way to a tree", Boolean(Law::is_tuple(split, a, join(m.x, m.c), d)));
  });
  p.part("a slice", {}, [&] {
    using Chosen = Slot<Integer>;
    auto const number = leaf(Chosen{false, one}), all = leaf(Chosen{});
    p.claim("has the modes at _",
            Boolean(Law::is_tuple(slice(join(all, join(number, all), number), t).value, a, m.c) &&
                    Law::is_tuple(slice(join(all, all, number), t).value, a, bc) &&
                    Law::same(slice(all, t).value, t) && Law::same(slice(number, t).value, nothing)));
    p.claim("dice has the others",
            Boolean(Law::is_tuple(dice(join(all, join(number, all), number), t).value, m.b, d) &&
                    Law::same(dice(number, t).value, t)));
    p.claim("nested no further than the layout",
            Boolean(refuses(slice(join(all, number), t), Condition::congruent) &&
                    refuses(dice(join(join(all, all), all, number), t), Condition::congruent)));
  });
  p.part("a tree that is too large", {}, [&] {
    Tree wide = a, deep = a;
    for (int k = 0; k < kMaxLeaves; ++k) wide = append(wide, a);
    for (int k = 0; k < kMaxNodes; ++k) deep = join(deep);
    Tree const full = append_to(a, kMaxLeaves, a);
    p.claim("says so", Boolean(wide.overfull() && deep.overfull() && !full.overfull() &&
                               rank(full) == kMaxLeaves && join(wide).overfull()));
    p.claim("as a part as well",
            Boolean(substitute(t, [&](int, Mode<Integer> const&) { return deep; }).overfull() &&
                    substitute(a, [&](int, Mode<Integer> const&) { return wide; }).overfull()));
    p.claim("and is no layout",
            Boolean(well_formed(wide) == Condition::capacity && !keep_limits(deep) &&
                    refuses(make_layout(shape(wide), stride(wide)), Condition::capacity)));
  });
}

/// Leaf k of the answer is `leaves[k]`, in the tree of t.
bool is(Tuple const& r, Tuple const& t, std::vector<Integer> const& leaves) {
  bool all = congruent(r, t) && r.leaves.count == static_cast<int>(leaves.size());
  for (std::size_t k = 0; all && k < leaves.size(); ++k)
    all = identical(r.leaves[static_cast<int>(k)], leaves[k]);
  return all;
}

void compact(Proof& p) {
  Drawn const m(p);
  Tuple const s = shape(m.t), d = stride(m.t);
  Integer const start = p.integer("start");
  auto const& e = s.leaves;
  auto least = [&](Integer const& n) {
    std::vector<Boolean> r;
    for (auto const& x : e) r.push_back(x >= n);
    return r;
  };
  p.part("shape and stride", least(one), [&] {
    auto const made = make_layout(s, d);
    p.claim("make a layout", Boolean(made && Law::same(*made, m.t)));
    p.claim("of one tree", Boolean(refuses(make_layout(s, flatten(d)), Condition::congruent)));
    p.claim("of the product of the extents",
            both(size(m.t) == e[0] * e[1] * e[2] * e[3], size(s) == size(m.t)));
  });
  p.part("an extent below 1", {either(e[1] < one, e[3] < one)},
         [&] { p.claim("is refused", Boolean(refuses(make_layout(s, d), Condition::shape_positive))); });
  p.part("counted from the left, and from the right", least(two), [&] {
    Integer const i = e[0], j = e[1], k = e[2], l = e[3];
    p.claim("the extents to the left", Boolean(is(compact_col_major(s), s, {one, i, i * j, i * j * k})));
    p.claim("the extents to the right", Boolean(is(compact_row_major(s), s, {l * k * j, l * k, l, one})));
    p.claim(
        "from a start",
        Boolean(is(compact_col_major(s, start), s, {start, start * i, start * i * j, start * i * j * k}) &&
                is(compact_row_major(s, start), s, {start * l * k * j, start * l * k, start * l, start})));
    auto const other = lex_make_layout(s);
    p.claim("the same by reversal", Boolean(other && is(stride(*other), s, {l * k * j, l * k, l, one}) &&
                                            is(shape(*other), s, {i, j, k, l})));
  });
  p.part("extents of 1", {}, [&] {
    Tuple const ones = join(leaf(one), join(leaf(e[0]), leaf(one)));
    bool const single = bool(e[0] == one);
    p.claim("have stride 0", Boolean(is(compact_col_major(ones), ones, {zero, single ? zero : one, zero}) &&
                                     is(compact_row_major(ones), ones, {zero, single ? zero : one, zero})));
  });
}

/// Strides in any order that symbols can be in.
void orders(Proof& p) {
  Drawn const m(p);
  Integer const o0 = p.integer("o0"), o1 = p.integer("o1");
  Tuple const s = shape(join(m.a, m.bc));
  std::vector<Boolean> given;
  for (auto const& x : s.leaves) given.push_back(x >= two);
  /// The strides are those that the order of the leaves says.
  auto counts = [&](Tuple const& strides, Tuple const& extents, std::vector<Integer> const& order) {
    List<Integer> numbers;
    std::vector<Integer> wanted;
    for (auto const& o : order) numbers.push(o);
    for (int k = 0; k < extents.leaves.count; ++k)
      wanted.push_back(Law::compact_stride(extents.leaves, numbers, k));
    return is(strides, extents, wanted);
  };
  p.part("make_ordered_layout", given, [&] {
    auto const order = join(leaf(o0), leaf(o1));
    auto const laid = make_ordered_layout(s, order);
    p.claim("answered", Boolean(bool(laid)));
    p.claim("in that order", Boolean(counts(stride(laid.value), s, {o0, o1, o1}) &&
                                     is(shape(laid.value), s, {s.leaves[0], s.leaves[1], s.leaves[2]})));
    p.claim("an order of fewer entries is refused",
            Boolean(refuses(make_ordered_layout(s, join(leaf(o0))), Condition::congruent)));
  });
  Mode<Integer> const x = m.b.leaves[0], y = m.c.leaves[0];
  p.part("make_layout_like", {x.shape >= one, y.shape >= one}, [&] {
    auto const like = make_layout_like(m.bc);
    p.claim("answered", Boolean(bool(like)));
    Tuple const still = shape(filter_zeros(m.bc));
    auto length = [](Mode<Integer> const& at) { return at.stride < zero ? zero - at.stride : at.stride; };
    p.claim("the same shape", Boolean(is(shape(like.value), still, {x.shape, y.shape})));
    p.claim("counted by the lengths of the strides",
            Boolean(counts(stride(like.value), still, {length(x), length(y)})));
  });
  p.part("filter_zeros", {}, [&] {
    auto const f = p.shipped("filter_zeros", [&] { return filter_zeros(m.bc); });
    for (int k = 0; k < 2; ++k) {
      auto const &was = m.bc.leaves[k], &now = f.leaves[k];
      p.claim("modes that stand still have one point, the others stay",
              both(now.stride == was.stride,
                   bool(was.stride == zero) ? now.shape == one : now.shape == was.shape));
    }
    p.claim("the tree", Boolean(congruent(f, m.bc)));
  });
}

/// Wide and deep trees: every entry is found, and what is put together is taken apart again.
void large(Proof& p) {
  using L = Layout<std::int64_t>;
  auto const alike = [](L const& x, L const& y) {
    std::vector<Term> all = {truth_of(congruent(x, y) && x.leaves.count == y.leaves.count && !x.overfull())};
    for (int k = 0; k < x.leaves.count && k < y.leaves.count; ++k)
      all.push_back(number(x.leaves[k].shape) == number(y.leaves[k].shape) &&
                    number(x.leaves[k].stride) == number(y.leaves[k].stride));
    return all_of(all);
  };
  L const last = leaf(Mode<std::int64_t>{3, 5});
  every(p, "tuples of 1 to 31 modes, beside one more", [&](auto const& ask) {
    List<Mode<std::int64_t>> modes;
    for (int n = 1; n <= 31; ++n) {
      modes.push({n + 1, 2 * n});
      L const t = flat(modes), two_entries = join(t, last);
      std::vector<Term> all = {truth_of(t.profile.count == (n == 1 ? 1 : n + 1) && rank(t) == n &&
                                        rank(two_entries) == 2 && two_entries.leaves.count == n + 1),
                               alike(entry(two_entries, 0), t), alike(entry(two_entries, 1), last)};
      for (int k = 0; k < n; ++k) all.push_back(alike(entry(t, k), leaf(modes[k])));
      ask(all_of(all), t);
    }
  });
  every(p, "one mode, nested up to eight deep", [&](auto const& ask) {
    L t = last;
    for (int deep = 0; deep <= 8; ++deep) {
      L const pair = join(t, last);
      ask(number(depth(t)) == number(deep) && number(depth(pair)) == number(deep + 1) &&
              number(depth(join(last, t))) == number(deep + 1) && alike(entry(pair, 0), t),
          t);
      L nested = open<Mode<std::int64_t>>(1);
      graft(nested, t);
      t = nested;
    }
  });
}

void prove(Proof& p) {
  entries(p);
  nesting(p);
  compact(p);
  orders(p);
  large(p);
}

}  // namespace

Theorem edits_keep_the_other_modes() {
  return theorem<Law>(
      "edits_keep_the_other_modes", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "a tree of four leaves, (a,(b,c),d), and what is cut from it; any extents, strides and orders (most "
        "claims hold by identity of terms, without a query)"},
       {Kind::enumerated,
        "join, entry and depth: tuples of 1 to 31 modes, one mode nested up to eight deep"}},
      R"(Edits compute nothing: every leaf of the answer is, letter for letter, a leaf of what was given, in the tree that the
             definition says; so what holds of symbols holds of all numbers. Compact strides are products, which come
             out in the same order, letter for letter; the order is any, ties included.)");
}

}  // namespace colex::sym
