// SPDX-License-Identifier: MIT
// The theorem of laws/coalesce_is_a_normal_form.hpp.
#include "colex/laws/coalesce_is_a_normal_form.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/equal.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::coalesce_is_a_normal_form;

/// Value at x of a layout with head mode (s, d) and a tail that is any function at all.
Integer value(Mode<Integer> const& head, Function const& tail, Integer const& x) {
  auto const at = evaluate_step(EvaluateState<Integer>{x, Integer(0)}, head);
  return at.offset + tail(at.rest);
}

/// equal() of two layouts: yes where all values agree, or the first index where they do not.
void decided(Proof& p, std::string const& name, Layout<Integer> const& a, Layout<Integer> const& b) {
  p.part(name, {}, [&] {
    auto const r = equal(a, b);
    std::int64_t const points = size(a).numeral();
    p.claim("of one size or not",
            Boolean(r.same_size == (points == size(b).numeral()) && (r.same_size || !r.equal)));
    if (!r.same_size) return;
    std::int64_t const until = r.equal ? points : r.index.numeral();
    p.claim("an index of theirs", Boolean(r.equal || (0 <= until && until < points)));
    Boolean same(true);
    for (std::int64_t i = 0; i < until; ++i)
      same = both(same, evaluate(a, Integer(i)) == evaluate(b, Integer(i)));
    p.claim("equal up to there", same);
    if (r.equal) return;
    p.claim("and there they differ",
            both(r.left == evaluate(a, r.index), r.right == evaluate(b, r.index), r.left != r.right));
  });
}

/// equal(), whole: four or six points in any two modes or one.
void decided(Proof& p) {
  auto layout = [&](std::vector<int> const& extents, std::string const& stride) {
    List<Mode<Integer>> modes;
    for (int const s : extents)
      modes.push({Integer(s), p.integer((stride + std::to_string(modes.count)).c_str())});
    return flat(modes);
  };
  std::vector<std::pair<std::vector<int>, std::vector<int>>> const pairs = {
      {{2, 2}, {4}}, {{2, 2}, {2, 2}}, {{3, 2}, {2, 3}}, {{2, 1, 3}, {6}}, {{4}, {3}}};
  for (auto const& [ea, eb] : pairs) {
    auto const a = layout(ea, "a"), b = layout(eb, "b");
    std::string name = "equal, whole:";
    for (int const s : ea) name += " " + std::to_string(s);
    name += " and";
    for (int const s : eb) name += " " + std::to_string(s);
    decided(p, name, a, b);
  }
  Layout<Integer> alike[2];  // but for the last stride
  for (auto& l : alike) {
    List<Mode<Integer>> modes;
    for (int const d : {1, 3, 7, 15}) modes.push({Integer(2), Integer(d)});
    modes.push({Integer(2), p.integer(&l == alike ? "a4" : "b4")});
    l = flat(modes);
  }
  decided(p, "equal, whole: five modes, all but the last alike", alike[0], alike[1]);
}

/// However large the extents are, a mode that continues another joins it.
void large(Proof& p) {
  using M = Mode<std::int64_t>;
  every(p, "extents 2^a and 2^b that continue each other, a + b <= 40", [](auto const& ask) {
    for (int a = 1; a < 40; ++a)
      for (int b = 1; a + b <= 40; ++b)
        for (std::int64_t const d : {1, -3}) {
          List<M> modes;
          modes.push({std::int64_t{1} << a, d});
          modes.push({std::int64_t{1} << b, d << a});
          auto const r = coalesce(modes);
          ask(truth_of(r.count == 1) &&
                  number(r[0].shape) == number(modes[0].shape) * number(modes[1].shape) &&
                  number(r[0].stride) == number(d),
              flat(modes));
        }
  });
}

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), d = p.integer("d"), z = p.integer("z"), e = p.integer("e");

  p.part("step: what is emitted is normal", {s >= one, z >= one}, [&] {
    Mode<Integer> const pending{s, d}, mode{z, e};
    auto const step = p.shipped("coalesce_step", [&] { return coalesce_step(pending, mode); });
    p.use(by.monotone.at(one, z, s));
    p.use(by.positive.at(s, z));
    p.claim("normal", Law::step_keeps(pending, mode, step));
  });

  p.part("idempotent: a normal layout's modes pass unchanged", {s > one, z > one, e != s * d}, [&] {
    Mode<Integer> const pending{s, d}, mode{z, e};
    auto const first = coalesce_step(Mode<Integer>{one, zero}, pending);
    auto const step = p.shipped("coalesce_step", [&] { return coalesce_step(pending, mode); });
    p.claim("the first is pending",
            both(Boolean(!first.emits), first.state.shape == s, first.state.stride == d));
    p.claim("the pending mode is emitted",
            both(Boolean(step.emits), step.mode.shape == s, step.mode.stride == d));
    p.claim("the next is pending", both(step.state.shape == z, step.state.stride == e));
  });

  // Two normal layouts (s,d)::T and (z,e)::U with the same values have the same head. The tails are any
  // functions T and U of nt and nu points with T(0) = 0; a tail of one point is empty, any other starts with
  // a mode that does not continue the head.
  Function const tail("T", 1), other("U", 1);
  Integer const nt = p.integer("nt"), nu = p.integer("nu"), y = p.integer("y");
  Mode<Integer> const a{s, d}, b{z, e};
  auto const normal = [&](Mode<Integer> const& head, Function const& f, Integer const& n) {
    return both(head.shape > one, n >= one, f(zero) == zero,
                either(n == one, f(one) != head.shape * head.stride));
  };
  Integer const points = s * nt;
  std::vector<Boolean> given = {normal(a, tail, nt), normal(b, other, nu), points == z * nu};

  p.part("heads are equal", given, [&] {
    for (Integer const& x : {one, s, z}) {
      Boolean const same = value(a, tail, x) == value(b, other, x);
      p.suppose(implies(x < points, same));
      for (Integer const& radix : {s, z}) {
        p.use(by.divide.at(x, zero, x, radix));
        p.use(by.divide.at(x, one, zero, radix));
      }
    }
    p.use(by.monotone.at(one, nt, s));
    p.use(by.monotone.at(one, nu, z));
    p.use(by.monotone.at(zero, nt, s));
    p.use(by.monotone.at(zero, nu, z));
    p.claim("the shorter run is as long as the longer", s == z);
    p.suppose(s == z);
    p.claim("strides", d == e);
  });

  p.part("then tails have the same size and values",
         {normal(a, tail, nt), normal(b, other, nu), s == z, d == e, points == z * nu, y >= zero, y < nt},
         [&] {
           Integer const x = y * s;
           p.use(by.monotone.at(y, nt, s));
           p.use(by.nonnegative.at(y, s));
           p.use(by.divide.at(x, y, zero, s));
           p.use(by.monotone.at(nt, nu, s));
           p.use(by.monotone.at(nu, nt, s));
           p.claim("the index is in the domain", both(x >= zero, x < points));
           p.claim("sizes", nt == nu);
           auto const at = evaluate_step(EvaluateState<Integer>{x, zero}, a);
           p.claim("a tail's value is the layout's", both(at.rest == y, at.offset == zero));
         });

  p.part("one point is never a normal layout of extents above one", {s > one, nt >= one}, [&] {
    p.use(by.monotone.at(zero, nt, s));
    p.claim("more than one point", points > one);
  });
  decided(p);
  large(p);
}

}  // namespace

Theorem coalesce_is_a_normal_form() {
  return {
      "coalesce_is_a_normal_form",
      Law::statement,
      std::string(Law::source) + "; T8, T9",
      {{Kind::steps, "all extents and integer strides"},
       {Kind::coq, "every rank, of the shipped step; the yes or no of equal() as well"},
       {Kind::extents, "equal() itself, 5 pairs of extents, any strides; five modes, the last stride any"},
       {Kind::enumerated, "two modes that continue each other, extents 2 to 2^39"}},
      R"(Coalesced layouts are normal: at each step what is emitted has an extent above 1, and the mode that follows
             does not continue it; merging later keeps the follower's stride, so that stays true. Two normal
             layouts of one size that agree everywhere agree in their heads, because the head is the first
             linear run: the values at 1, s and z alone decide. Then their tails are normal layouts of one
             size that agree everywhere, and the same applies to them; a layout of one point is 1:0. So
             normal layouts that are equal as functions are equal as lists, and with
             coalesce_preserves_the_map two layouts are the same function exactly when they coalesce alike.
             A normal layout passes through coalesce unchanged, mode by mode, so coalescing twice is
             coalescing once.)",
      prove};
}

}  // namespace colex::sym
