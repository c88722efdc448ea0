// SPDX-License-Identifier: MIT
// The theorem of laws/composition_evaluates_pointwise.hpp.
#include "colex/laws/composition_evaluates_pointwise.hpp"

#include <array>
#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_evaluates_pointwise;

/// One mode of B against one mode of A.
void step(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const n = p.integer("n"), e = p.integer("e"), s = p.integer("s"), d = p.integer("d"),
                i = p.integer("i");
  Mode<Integer> const rest{n, e}, mode{s, d};
  Integer const points = quot(s, e);  // of the mode, when e divides s

  p.part(
      "step: reads A's mode; refused only where the textbook conditions fail",
      {n >= one, e >= zero, s >= one, i >= zero, i < n}, [&] {
        // why the shipped divisions are defined
        p.use(by.divide.at(e, zero, zero, s));
        p.use(by.euclid.at(s, e));
        p.use(by.monotone.at(points, one, e));
        auto const r = p.shipped("composition_step", [&] { return composition_step(rest, mode); });
        Boolean const textbook =
            either(rem(e, s) == zero, both(rem(s, e) == zero, either(n <= points, rem(n, points) == zero)));
        bool const refused = r.refusal.condition != Condition::none;
        p.claim("divisibility", refused ? !textbook : textbook);
        if (refused) return;

        Integer const y = p.define("y", e * i);
        if (!r.emits) {  // s divides e: A's mode is passed over
          Integer const f = p.define("f", r.state.stride);
          p.have("the stride is a multiple", both(e == f * s, f >= zero),
                 {by.euclid.at(e, s), by.monotone.at(f, zero, s)});
          Integer const z = p.define("z", f * i);
          p.have("y", y == z * s, {by.rescale.at(e, f, s, zero, i, s * i)});
          p.have("digit", both(quot(y, s) == z, rem(y, s) == zero), {by.divide.at(y, z, zero, s)});
        } else if (r.state.stride == zero) {  // all of the mode's points lie in A's mode
          p.have("fits", both(s == points * e, i < points), {by.euclid.at(s, e)});
          p.have("y", both(y >= zero, y < s), {by.monotone.at(i, points, e), by.nonnegative.at(i, e)});
          p.have("digit", both(quot(y, s) == zero, rem(y, s) == y), {by.divide.at(y, zero, y, s)});
          p.have("index", both(quot(i, n) == zero, rem(i, n) == i), {by.divide.at(i, zero, i, n)});
        } else {  // A's mode is read to its end, over and over
          Integer const c = p.define("c", r.mode.shape), m = p.define("m", r.state.shape);
          p.have("a run", both(s == c * e, c >= one), {by.euclid.at(s, e), by.monotone.at(c, one, e)});
          p.have("runs", both(n == m * c, m >= one), {by.euclid.at(n, c), by.monotone.at(m, one, c)});
          Integer const u = p.define("u", quot(i, c)), v = p.define("v", rem(i, c));
          p.have("index", both(i == u * c + v, v >= zero, v < c, u >= zero, u < m),
                 {by.euclid.at(i, c), by.quotient_range.at(i, c, m)});
          Integer const w = p.define("w", v * e);
          p.have("below s", both(w >= zero, w < s), {by.nonnegative.at(v, e), by.monotone.at(v, c, e)});
          p.have("y", y == u * s + w, {by.rescale.at(i, u, c, v, e, s)});
          p.have("digit", both(quot(y, s) == u, rem(y, s) == w), {by.divide.at(y, u, w, s)});
        }
        p.claim("the mode", Law::step_keeps(rest, mode, i, r));
        // what compose() counts: the largest digit of A's mode that this mode of B uses
        Integer const used = r.emits ? p.define("used", (r.mode.shape - one) * e) : zero;
        Integer const last = r.emits ? r.mode.shape - one : zero;
        p.claim("no larger digit", rem(y, s) <= used,
                {by.monotone.at(rem(i, r.emits ? r.mode.shape : one), last, e)});
        p.claim("a digit of the mode", both(used >= zero, used < s),
                {by.nonnegative.at(last, e), by.monotone.at(last, points, e)});
        // and that digit is used, by an i that leaves nothing for A's later modes
        Integer const top = p.define("top", last * e);
        p.have("in A's mode", both(top >= zero, top < s),
               {by.nonnegative.at(last, e), by.monotone.at(last, points, e)});
        p.claim("the largest digit is reached, on its own",
                both(last < n, rem(top, s) == used, quot(top, s) == zero), {by.divide.at(top, zero, top, s)});
      });
}

/// A's last mode runs on: whatever is left of the mode of B becomes one mode. No sign is assumed, so this is
/// all there is to an A of one mode.
void last_mode(Proof& p) {
  Integer const n = p.integer("n"), e = p.integer("e"), i = p.integer("i");
  Integer const s = p.integer("s"), d = p.integer("d");
  p.part("last mode: runs on", {n >= Integer(1), s >= Integer(1), i >= Integer(0), i < n}, [&] {
    p.use(p.lemmas().divide.at(i, Integer(0), i, n));
    List<Mode<Integer>> a, answer;
    a.push({s, d});
    answer.push({n, e * d});
    p.claim("reads what A reads", evaluate_extended(a, e * i) == evaluate(flat(answer), i));
  });
}

/// The loop around the steps, digits included: on every path the shipped terms are those of the steps, of which those at
/// a stride of 0 are not taken.
void loops(Proof& p) {
  Integer const one(1);
  Mode<Integer> const b{p.integer("n"), p.integer("e")};
  Integer const extent = p.integer("s0");
  p.part("a stride of 0 needs no step", {b.shape >= one, extent >= one}, [&] {
    auto const s = p.shipped("composition_step", [&] {
      return composition_step(Mode<Integer>{b.shape, Integer(0)}, Mode<Integer>{extent, p.integer("d0")});
    });
    p.claim("nothing is emitted or refused", Boolean(!s.emits && s.refusal.condition == Condition::none));
    p.claim("what is left stays", both(s.state.shape == b.shape, s.state.stride == Integer(0)));
  });
  detail::Outer<Integer> a;
  std::vector<Boolean> given = {b.shape >= one, b.stride >= Integer(0)};
  char const* const names[3][2] = {{"s0", "d0"}, {"s1", "d1"}, {"s2", "d2"}};
  for (int rank = 1; rank <= 3; ++rank) {
    a.modes.push({p.integer(names[rank - 1][0]), p.integer(names[rank - 1][1])});
    given.push_back(a.modes.back().shape >= one);
    p.part("the loops fold the steps, rank " + std::to_string(rank), given, [&] {
      List<Mode<Integer>> emitted;
      List<Integer> digits, counted;
      digits.fill(rank - 1);
      counted.fill(rank - 1);
      Mode<Integer> rest = b;
      Condition refusal = Condition::none;
      for (int j = 0; j + 1 < rank && refusal == Condition::none; ++j) {
        if (rest.stride == Integer(0)) continue;
        auto const s = composition_step(rest, a.modes[j]);
        refusal = s.refusal.condition;
        if (s.emits) emitted.push(s.mode);
        if (s.emits) digits[j] = digits[j] + (s.mode.shape - one) * rest.stride;
        rest = s.state;
      }
      auto const shipped = detail::compose_textbook(a, b, counted);
      bool same = shipped.refusal.condition == refusal;
      if (same && refusal == Condition::none) {
        emitted.push({rest.shape, rest.stride * a.last().stride});
        auto const expect = emitted.count == 1 && rest.shape == one ? emitted : coalesce(emitted);
        same = alike(shipped.value, expect);
        for (int j = 0; same && j + 1 < rank; ++j) same = identical(counted[j], digits[j]);
      }
      p.claim("compose_textbook", Boolean(same));
    });
  }
}

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

/// The bounded domain: refused exactly where B reaches A's size.
void bounded(Proof& p) {
  List<Mode<Integer>> modes;
  for (int k = 0; k < 2; ++k) modes.push({Integer(3 - k), p.integer(k == 0 ? "d0" : "d1")});  // 6 points
  p.part("bounded: refused where B reaches past A", {}, [&] {
    for (auto const& [s0, e0, s1, e1] :
         {std::array{3, 1, 2, 3}, {2, 1, 2, 4}, {2, 2, 2, 4}, {2, 5, 1, 9}, {3, 3, 1, 0}}) {
      List<Mode<Integer>> b;
      b.push({Integer(s0), Integer(e0)});
      b.push({Integer(s1), Integer(e1)});
      bool const past = (s0 - 1) * e0 + (s1 - 1) * e1 >= 6;
      auto const r = compose(flat(modes), flat(b), Domain::bounded);
      p.claim("in_domain", Boolean((r.refusal.condition == Condition::in_domain) == past));
    }
  });
}

/// Where B may go, by its modes: A of one mode runs on and is defined below 0, unless it is bounded.
void domains(Proof& p) {
  using L = Layout<std::int64_t>;
  auto const inside = [](L const& a, L const& b, Domain domain) {
    return compose(a, b, domain).refusal.condition != Condition::in_domain;
  };
  L const line = leaf(Mode<std::int64_t>{6, 1});
  every_layout(p, "bounded: 6:1 and B of rank <= 4, extents <= 2, strides 0 to 2",
               {.ranks = 4, .shapes = 2, .least = 0, .most = 2}, [&](L const& b) {
                 std::vector<Term> top;
                 for (auto const& m : b.leaves) top.push_back(number(m.shape - 1) * number(m.stride));
                 return right(inside(line, b, Domain::bounded), sum_of(top) < number(6));
               });
  L const folded = flat([] {
    List<Mode<std::int64_t>> modes;
    modes.push({4, 1});
    modes.push({3, 10});
    return modes;
  }());
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
  bounded(p);
  domains(p);
  step(p);
  last_mode(p);
  loops(p);
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
  return {
      "composition_evaluates_pointwise",
      Law::statement,
      std::string(Law::source) + "; T5, T14, T15, T17, T18, T20, T27",
      {{Kind::steps, "the textbook route, all extents and strides"},
       {Kind::coq,
        "every rank of A and of B, each route, of the shipped steps: the textbook's fold, the stairs of "
        "modes_along(), a table, no carries and a comparison"},
       {Kind::rank, "3: the shipped loop of the textbook route, one mode of B"},
       {Kind::extents,
        "modes that are not textbook, several modes of B: extents of A <= 3, and 8 pairs of up to 4 "
        "modes each, any strides"},
       {Kind::enumerated,
        "which B leaves the domain: rank <= 4, extents <= 2, A = 6:1 and (4,3):(1,10); A of 6 modes and B of "
        "5 or "
        "6, 18 pairs"}},
      R"(At every rank Coq composes the whole function over its steps: Stairs.v and FirstStep.v (stairs.hpp), Along.v
             (modes_along(), the carry formula), Whole.v (each route), Composed.v (the laws). Here, of the textbook's
             route: what A's mode adds at d*i the answer's mode adds at i; what is left of i, times what is left of
             the stride, is what A leaves for its other modes; and the step refuses exactly where neither extent nor
             stride divides the other, or a run does not divide what is left. Identities (T15): with A = n:1 or
             B = |A|:1 the statement reads R(i) = B(i) and R(i) = A(i). Run whole, it answers exactly where some
             layout nested as B has the values, which is decided by trying all factors of the numbers of points.)",
      prove};
}

}  // namespace colex::sym
